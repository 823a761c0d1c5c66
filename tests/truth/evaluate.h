// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference.h"
#include "run.h"
#include "tally.h"

namespace truth {

/// How close is right. The defaults are the project's bars for the precision that was compiled.
struct Bars {
  double accuracy = sizeof(graze::Real) == 4 ? 1e-6 : 1e-10;         // of value plus margins
  double band = sizeof(graze::Real) == 4 ? 1e-6 : 1e-13;             // of the scale: touching
  double witness_accuracy = sizeof(graze::Real) == 4 ? 1e-5 : 1e-8;  // of the smaller object's size
};

struct CategoryTally {
  std::string category;
  Tally tally;
};

struct Evaluation {
  std::vector<CategoryTally> categories;  // in order of first appearance
  Tally all;
  std::vector<Offence> offences;
};

[[nodiscard]] Evaluation evaluate(std::span<const TruthCase> cases, std::span<const Outcome> outcomes,
                                  const Bars& bars);

/// The case before the judges: its truth, its bars, and the books in which charges are written.
struct Trial {
  const TruthCase& c;
  const Outcome& outcome;
  const Bars& bars;
  Tally& tally;
  std::vector<Offence>& offences;
  Body a{c.a}, b{c.b};
  double band = bars.band * c.scale;
  double margins = double(c.a.margin) + double(c.b.margin);

  [[nodiscard]] bool is_apart() const { return c.separation > band; }
  [[nodiscard]] bool is_overlapping() const { return c.separation < -band; }
  [[nodiscard]] double witness_tolerance() const { return bars.witness_accuracy * c.size + band; }
  /// Whether `meets` contradicts the truth outside the band.
  [[nodiscard]] bool is_contradiction(bool meets) const { return meets ? is_apart() : is_overlapping(); }
  /// Error of a value that should be `truth`, less what the truth itself may be off.
  [[nodiscard]] double error_of(double value, double truth) const;

  void charge(Charge charge, std::string what, double got, double truth);
};

/// A ray: hit or not, parameter, normal, bounds.
void judge_ray(Trial& trial);

/// Bounds, mirrored operands, intersects() and separation(): what SOLID's interface does not show.
void judge_extras(Trial& trial);

}  // namespace truth
