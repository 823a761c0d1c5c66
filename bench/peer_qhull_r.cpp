// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Qhull, the reentrant library, with its default options: a hull from an array of doubles.

#include <cstdio>

#include "hull_bench.h"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace bench {

int qhull_vertex_count(std::vector<double>& coordinates) {
  qhT qh;
  qh_zero(&qh, nullptr);
  char options[] = "qhull";
  static std::FILE* const sink = std::fopen("/dev/null", "w");
  const int failed = qh_new_qhull(&qh, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), 0,
                                  options, sink, sink);
  const int count = failed != 0 ? -1 : qh.num_vertices;
  qh_freeqhull(&qh, !qh_ALL);
  int left = 0, bytes = 0;
  qh_memfreeshort(&qh, &left, &bytes);
  return count;
}

}  // namespace bench
