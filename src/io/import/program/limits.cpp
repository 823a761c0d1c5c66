// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/program/limits.h"

#include <sys/resource.h>
#include <unistd.h>

namespace graze::inline GRAZE_ABI::io::import {
namespace {

void limit(int what, rlim_t most) {
  const rlimit both{most, most};
  (void)setrlimit(what, &both);
}

}  // namespace

void limit_process(std::size_t memory_bytes, unsigned seconds) {
  for (int fd = 3; fd < 1024; ++fd) (void)close(fd);
  if (!kIsSanitized) limit(RLIMIT_AS, memory_bytes);
  // At the soft limit a signal of its own tells what happened; at the hard one it would be SIGKILL.
  const rlimit processor{seconds, seconds + 5};
  (void)setrlimit(RLIMIT_CPU, &processor);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
}

}  // namespace graze::inline GRAZE_ABI::io::import
