// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "peer.h"

namespace bench {

/// Pairs of a convex workload, and the translation of the first of each.
struct CastWorkload {
  Workload convex;
  std::vector<Vec> ways;
};

struct CastAnswer {
  bool hit = false;
  bool is_uncertain = false;  // ours only
  double time = 0;
  double lower = 0, upper = 0;  // ours only
  std::string rejection;        // ours only: what the judge of swept sets says against it
};

/// One library, its objects built.
class CastPrepared {
 public:
  virtual ~CastPrepared() = default;
  /// Casts every pair once; this is what is timed. Returns the sum of the times of impact.
  virtual double ask() = 0;
  virtual void answer(std::span<CastAnswer> out) = 0;
};

struct CastLibrary {
  std::string name;
  std::string peer;  // the library of all_libraries() that it belongs to
  std::unique_ptr<CastPrepared> (*prepare)(const CastWorkload& workload);
};

[[nodiscard]] CastLibrary graze_cast();
[[nodiscard]] std::vector<CastLibrary> bullet_casts();
/// Ours first.
[[nodiscard]] std::vector<CastLibrary> cast_libraries();

}  // namespace bench
