// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "run.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <type_traits>

namespace truth {
namespace {

constexpr std::size_t kBatch = 64;  // cases per child: forks are cheap, but not free

static_assert(std::is_trivially_copyable_v<Outcome>);

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// State of the asking process that the watching one sees.
struct Progress {
  std::atomic<std::size_t> current = 0;
  std::atomic<double> since = 0;  // when the question now under way was asked
};

/// Memory that survives the child that writes into it.
template <class T>
class SharedArray {
 public:
  explicit SharedArray(std::size_t count) : bytes_(std::max<std::size_t>(count, 1) * sizeof(T)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(memory);
    for (std::size_t i = 0; i < count; ++i) ::new (data_ + i) T();
  }
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;
  ~SharedArray() { munmap(data_, bytes_); }

  T& operator[](std::size_t i) { return data_[i]; }
  T* data() { return data_; }

 private:
  std::size_t bytes_;
  T* data_ = nullptr;
};

/// Asks the questions of one case and notes each step.
class Questioner {
 public:
  Questioner(Progress& progress, const RunSettings& settings) : progress_(progress) {
    settings_.relative_error = graze::Real(settings.accuracy);
    settings_.workspace = &workspace_;
  }

  void ask(const TruthCase& c, Outcome& outcome) {
    if (c.kind == TruthCase::Kind::ray) return ask_ray(c, outcome);
    step(outcome, Stage::build);
    const auto a = build_instance(c.a), b = build_instance(c.b);
    if (!a || !b) return refuse((a ? b : a).error(), outcome);
    Answers& answers = outcome.forward;
    step(outcome, Stage::distance);
    outcome.microseconds[0] = timed([&] { answers.distance = graze::distance(*a, *b, settings_); });
    step(outcome, Stage::common_point);
    outcome.microseconds[1] = timed([&] { answers.common_point = graze::common_point(*a, *b, settings_); });
    step(outcome, Stage::penetration);
    outcome.microseconds[2] = timed([&] { answers.penetration = graze::penetration(*a, *b, settings_); });
    step(outcome, Stage::intersects);
    answers.intersection = graze::intersects(*a, *b, settings_);
    step(outcome, Stage::separation);
    answers.separation = graze::separation(*a, *b, settings_);
    ask_mirrored(*b, *a, outcome);
    step(outcome, Stage::done);
  }

 private:
  void ask_ray(const TruthCase& c, Outcome& outcome) {
    step(outcome, Stage::build);
    const auto a = build_instance(c.a);
    if (!a) return refuse(a.error(), outcome);
    graze::Ray ray;
    for (int i = 0; i < 3; ++i) {
      const auto k = std::size_t(i);
      ray.origin[i] = graze::Real(c.ray.source[k]);
      ray.direction[i] = graze::Real(double(c.ray.target[k]) - double(c.ray.source[k]));  // rounded once
    }
    ray.max_t = graze::Real(c.ray.max_parameter);
    step(outcome, Stage::ray);
    outcome.microseconds[0] = timed([&] { outcome.ray = graze::ray_cast(*a, ray, settings_); });
    step(outcome, Stage::done);
  }

  static void refuse(const graze::Error& error, Outcome& outcome) {
    outcome.failure = Failure::refused;
    std::snprintf(outcome.refusal, sizeof outcome.refusal, "%s", error.message);
  }

  void ask_mirrored(const graze::Instance& b, const graze::Instance& a, Outcome& outcome) {
    step(outcome, Stage::mirrored);
    outcome.mirrored.distance = graze::distance(b, a, settings_);
    step(outcome, Stage::mirrored);
    outcome.mirrored.common_point = graze::common_point(b, a, settings_);
    step(outcome, Stage::mirrored);
    outcome.mirrored.penetration = graze::penetration(b, a, settings_);
    step(outcome, Stage::mirrored);
    outcome.mirrored.intersection = graze::intersects(b, a, settings_);
    step(outcome, Stage::mirrored);
    outcome.mirrored.separation = graze::separation(b, a, settings_);
  }

  void step(Outcome& outcome, Stage stage) {
    outcome.stage = stage;
    progress_.since = now();
  }

  template <class Question>
  static double timed(const Question& question) {
    const double begin = now();
    question();
    return (now() - begin) * 1e6;
  }

  Progress& progress_;
  graze::Workspace workspace_;
  graze::QuerySettings settings_;
};

[[noreturn]] void ask_batch(std::span<const TruthCase> cases, std::size_t begin, std::size_t end,
                            Outcome* outcomes, Questioner& questioner, Progress& progress) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (std::size_t i = begin; i < end; ++i) {
    progress.current = i;
    questioner.ask(cases[i], outcomes[i]);
  }
  _exit(0);  // no destructors, no buffers: they belong to the parent
}

/// Waits for the child and kills it when a question takes too long.
Failure watch(pid_t child, const Progress& progress, double seconds_per_query) {
  int status = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    if (now() - progress.since > seconds_per_query) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return Failure::hang;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Failure::none : Failure::crash;
}

}  // namespace

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::waiting:
      return "waiting";
    case Stage::build:
      return "build";
    case Stage::distance:
      return "distance";
    case Stage::common_point:
      return "common_point";
    case Stage::penetration:
      return "penetration";
    case Stage::intersects:
      return "intersects";
    case Stage::separation:
      return "separation";
    case Stage::mirrored:
      return "(b, a)";
    case Stage::ray:
      return "ray_cast";
    case Stage::done:
      return "done";
  }
  return "?";
}

std::vector<Outcome> run_cases(std::span<const TruthCase> cases, const RunSettings& settings) {
  SharedArray<Outcome> outcomes(cases.size());
  SharedArray<Progress> progress(1);
  for (std::size_t begin = 0; begin < cases.size();) {
    const std::size_t end = std::min(cases.size(), begin + kBatch);
    progress[0].current = begin;
    progress[0].since = now();
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a child process");
    if (child == 0) {
      Questioner questioner(progress[0], settings);
      ask_batch(cases, begin, end, outcomes.data(), questioner, progress[0]);
    }
    const Failure failure = watch(child, progress[0], settings.seconds_per_query);
    begin = end;
    if (failure != Failure::none) {
      outcomes[progress[0].current].failure = failure;
      begin = progress[0].current + 1;
    }
  }
  return {outcomes.data(), outcomes.data() + cases.size()};
}

}  // namespace truth
