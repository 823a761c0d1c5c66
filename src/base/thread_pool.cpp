// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace graze::inline GRAZE_ABI {

struct ThreadPool::State {
  // One call of the executor: its tasks are taken one by one, so that uneven ones balance.
  struct Job {
    Executor::Task task;
    std::size_t count;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> has_failed{false};
    std::exception_ptr failure = {};

    void work() {
      try {
        for (std::size_t i = next++; i < count; i = next++) task(i);
      } catch (...) {
        next = count;
        if (!has_failed.exchange(true)) failure = std::current_exception();
      }
    }
  };

  std::vector<std::thread> threads;
  std::mutex turn;                        // held by the call that is being run
  std::atomic<std::thread::id> caller{};  // of that call
  std::mutex mutex;                       // of all below
  std::condition_variable wake, done;
  Job* job = nullptr;
  std::size_t number = 0;  // of the job
  std::size_t busy = 0;    // threads that have not finished it
  bool is_ending = false;

  void wait_for_jobs() {
    std::unique_lock lock(mutex);
    for (std::size_t last = 0;;) {
      wake.wait(lock, [&] { return is_ending || number != last; });
      if (is_ending) return;
      last = number;
      Job* const mine = job;
      lock.unlock();
      mine->work();
      lock.lock();
      if (--busy == 0) done.notify_one();
    }
  }

  // Such a thread must not wait for others: it is one of those that others wait for.
  [[nodiscard]] bool is_at_work(std::thread::id id) const {
    return caller == id || std::any_of(threads.begin(), threads.end(),
                                       [&](const std::thread& t) { return t.get_id() == id; });
  }

  void run(std::size_t count, Executor::Task task) {
    const std::lock_guard hold(turn);
    caller = std::this_thread::get_id();
    Job mine{task, count};
    {
      const std::lock_guard lock(mutex);
      job = &mine;
      ++number;
      busy = threads.size();
    }
    wake.notify_all();
    mine.work();
    {
      std::unique_lock lock(mutex);
      done.wait(lock, [&] { return busy == 0; });
    }
    caller = std::thread::id();
    if (mine.failure) std::rethrow_exception(mine.failure);
  }
};

ThreadPool::ThreadPool(unsigned threads) : state_(std::make_unique<State>()) {
  const unsigned wanted = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  state_->threads.reserve(wanted - 1);
  try {
    while (state_->threads.size() + 1 < wanted)
      state_->threads.emplace_back([state = state_.get()] { state->wait_for_jobs(); });
  } catch (const std::system_error&) {  // the system has no more: those that there are will do
  } catch (const std::bad_alloc&) {
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_ending = true;
  }
  state_->wake.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

unsigned ThreadPool::size() const noexcept { return static_cast<unsigned>(state_->threads.size()) + 1; }

Executor ThreadPool::executor() noexcept {
  const auto run = [](void* context, std::size_t count, Executor::Task task) {
    State& state = *static_cast<State*>(context);
    if (!state.threads.empty() && !state.is_at_work(std::this_thread::get_id()))
      return state.run(count, task);
    for (std::size_t i = 0; i < count; ++i) task(i);
  };
  return {run, state_.get(), size()};
}

}  // namespace graze::inline GRAZE_ABI
