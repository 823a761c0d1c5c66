// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Stands for a graze_import that goes wrong in the way that its first argument says.

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "io/import/program/limits.h"

int main(int count, char** arguments) {
  const std::string way = count > 1 ? arguments[1] : "";
  std::string block(1 << 16, 'x');
  if (way == "crash") {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it
    return std::raise(SIGSEGV);
  }
  if (way == "abort") std::abort();
  if (way == "hang")
    for (;;) pause();
  if (way == "spin") {
    graze::io::import::limit_process(std::size_t{1} << 32, 1);
    while (std::signal(SIGUSR1, SIG_DFL) != SIG_ERR) {  // forever
    }
  }
  if (way == "deaf") return 0;  // reads nothing
  if (way == "memory") return 3;
  if (way == "fail") return 7;
  if (way == "flood")
    while (write(1, block.data(), block.size()) > 0) {
    }
  if (way == "echo")
    for (ssize_t n = 0; (n = read(0, block.data(), block.size())) > 0;)
      for (ssize_t done = 0; done < n;) {
        const ssize_t wrote = write(1, block.data() + done, static_cast<std::size_t>(n - done));
        if (wrote <= 0) return 1;
        done += wrote;
      }
  return 0;
}
