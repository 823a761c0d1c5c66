// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scenes.h"

namespace bench {

enum class Question : std::uint8_t { intersects, distance, depth };
enum class Precision : std::uint8_t { f32, f64 };

/// Answer of a library about one pair, for the judge.
struct Answer {
  bool answered = true;  // false: it gave up, or returned nothing
  bool hit = false;
  double value = 0;  // distance (zero on a hit) or depth (zero on a miss)
  bool has_points = false;
  Vec point_a{}, point_b{};  // closest points
  Vec normal{};              // depth: unit, from a to b; moving b along it by `value` should separate
  std::string rejection;     // ours only: what the witness checker says against the whole answer
};

/// The answers that are judged: every nth. All of them are asked for, because coherent queries learn from one
/// another.
struct Sample {
  std::size_t every = 1;
  [[nodiscard]] bool has(std::size_t i) const { return i % every == 0; }
  [[nodiscard]] std::size_t size(std::size_t all) const { return (all + every - 1) / every; }
};

/// One library, its objects built, ready to ask one question about every pair of a workload.
class Prepared {
 public:
  virtual ~Prepared() = default;
  /// Asks about every pair once; this is what is timed. Returns the check value: the number of hits, or the
  /// sum of the distances or depths.
  virtual double ask() = 0;
  /// Answers that are not in the sample stay as they are.
  virtual void answer(std::span<Answer> out, Sample sample) = 0;
};

/// The loop over the pairs, compiled into each library's own file so that a query costs no virtual call.
/// `Asker` has: begin() forgets what earlier runs learned, ask(i) gives the check value of one query,
/// answer(i) asks the same and tells everything.
template <class Asker>
class PreparedLoop final : public Prepared {
 public:
  template <class... Args>
  explicit PreparedLoop(std::size_t count, Args&&... args)
      : count_(count), asker_(std::forward<Args>(args)...) {}

  double ask() override {
    asker_.begin();
    double sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += asker_.ask(i);
    return sum;
  }
  void answer(std::span<Answer> out, Sample sample) override {
    asker_.begin();
    for (std::size_t i = 0; i < count_; ++i) {
      if (sample.has(i)) {
        out[i] = asker_.answer(i);
      } else {
        (void)asker_.ask(i);
      }
    }
  }

 private:
  std::size_t count_;
  Asker asker_;
};

struct Library {
  std::string name;
  std::string about;
  Precision precision;
  /// Null: this library, or this variant of it, does not answer that question about those shapes.
  std::unique_ptr<Prepared> (*prepare)(const Workload& workload, Question question);
};

// Each peer's file defines its function; peers.cpp lists those that were found when the build was configured.
[[nodiscard]] std::vector<Library> graze_libraries();
[[nodiscard]] std::vector<Library> bullet_libraries();
[[nodiscard]] std::vector<Library> fcl_libraries();
[[nodiscard]] std::vector<Library> ccd_libraries();
[[nodiscard]] std::vector<Library> ode_libraries();

/// Ours first, then the peers, and the names of those that are missing.
struct Libraries {
  std::vector<Library> found;
  std::vector<std::string> missing;
};
[[nodiscard]] Libraries all_libraries();

}  // namespace bench
