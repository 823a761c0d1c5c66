// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <vector>

#include "io/reader.h"

#if defined(__unix__)
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX asks the user to declare it
#endif

namespace graze::inline GRAZE_ABI::io::import {

#if defined(__unix__)
namespace {

using Clock = std::chrono::steady_clock;

// The parent's end of the conversation.
struct Socket {
  int fd = -1;
  Socket() = default;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() { close(); }
  void close() {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

// Ends and collects the program, whatever happens meanwhile.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) (void)stop();
  }
  // Its status, or nothing while it runs.
  [[nodiscard]] bool has_ended(int& status) {
    const pid_t got = waitpid(pid_, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return false;
    if (got < 0) status = 0;  // the host ignores SIGCHLD: nobody knows
    pid_ = 0;
    return true;
  }
  int stop() {
    int status = 0;
    kill(pid_, SIGKILL);
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
    return status;
  }

 private:
  pid_t pid_;
};

class Actions {
 public:
  explicit Actions(int fd) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, fd, 0);
    posix_spawn_file_actions_adddup2(&files_, fd, 1);
    posix_spawn_file_actions_addopen(&files_, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  pid_t spawn(const std::string& path, std::span<const std::string> arguments) {
    std::vector<char*> argv{const_cast<char*>(path.c_str())};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    pid_t pid = 0;
    return posix_spawn(&pid, path.c_str(), &files_, &attributes_, argv.data(), environ) == 0 ? pid : 0;
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

class Conversation {
 public:
  Conversation(int fd, std::string_view input, std::size_t most_output, Clock::time_point end)
      : fd_(fd), input_(input), most_output_(most_output), end_(end) {}

  // Until the program closes its end: false where it is cut short, for the reason in `why`.
  bool run(std::string& output, Ended& why) {
    std::string block(std::size_t{1} << 16, '\0');
    for (;;) {
      pollfd p{fd_, static_cast<short>(POLLIN | (input_.empty() ? 0 : POLLOUT)), 0};
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
      if (left <= 0) return why = Ended::too_long, false;
      const int got = poll(&p, 1, static_cast<int>(std::min<long long>(left, 1000)));
      if (got <= 0) continue;
      if ((p.revents & POLLOUT) != 0) send_some();
      if ((p.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      const ssize_t n = recv(fd_, block.data(), block.size(), 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (n <= 0) return true;
      if (static_cast<std::size_t>(n) > most_output_ - output.size()) return why = Ended::too_much, false;
      output.append(block.data(), static_cast<std::size_t>(n));
    }
  }

 private:
  // A program that does not read all is no error of ours: it will say why.
  void send_some() {
    const ssize_t n = send(fd_, input_.data(), input_.size(), MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    input_.remove_prefix(n < 0 ? input_.size() : static_cast<std::size_t>(n));
    if (input_.empty()) shutdown(fd_, SHUT_WR);
  }

  int fd_;
  std::string_view input_;
  std::size_t most_output_;
  Clock::time_point end_;
};

// Waits for one that has closed its output; it has nothing else to do then.
bool wait_for(Child& child, int& status, Clock::time_point end) {
  while (!child.has_ended(status)) {
    if (Clock::now() >= end) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

}  // namespace

ProgramRun run_program(const std::string& path, std::span<const std::string> arguments,
                       std::string_view input, std::size_t most_output, double seconds) {
  ProgramRun out;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return out;
  Socket own, other;
  own.fd = ends[0];
  other.fd = ends[1];
  const auto end = Clock::now() + std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
  const pid_t pid = Actions(other.fd).spawn(path, arguments);
  if (pid <= 0) return out;
  Child child(pid);
  other.close();
  fcntl(own.fd, F_SETFL, O_NONBLOCK);
  if (input.empty()) shutdown(own.fd, SHUT_WR);
  if (!Conversation(own.fd, input, most_output, end).run(out.output, out.ended)) return out;
  int status = 0;
  if (!wait_for(child, status, end)) {
    out.ended = Ended::too_long;
  } else if (WIFSIGNALED(status)) {
    out.ended = WTERMSIG(status) == SIGXCPU ? Ended::too_long : Ended::crashed;
    out.code = WTERMSIG(status);
  } else {
    out.code = WEXITSTATUS(status);
    out.ended = out.code == 0 ? Ended::well : Ended::failed;
  }
  return out;
}

std::string folder_of_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string() : folder_of(path.string());
}

std::string folder_of_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&folder_of_program), &info) == 0 || info.dli_fname == nullptr)
    return {};
  std::error_code error;
  const auto path = std::filesystem::canonical(info.dli_fname, error);
  return error ? std::string() : folder_of(path.string());
}

#else

ProgramRun run_program(const std::string&, std::span<const std::string>, std::string_view, std::size_t,
                       double) {
  return {};
}
std::string folder_of_program() { return {}; }
std::string folder_of_library() { return {}; }

#endif

}  // namespace graze::inline GRAZE_ABI::io::import
