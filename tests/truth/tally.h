// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace truth {

/// Charges against an answer. All of them are zero when the library is right.
enum class Charge {
  wrong_distance,      ///< apart or not, as distance() says
  wrong_common_point,  ///< as common_point() says
  wrong_depth,         ///< as penetration() says
  distance_off,        ///< out of tolerance
  depth_off,
  gross_distance,  ///< off by more than one per cent of the smaller object
  gross_depth,
  bad_witness,     ///< a witness point outside its object, or not as far from the other as was answered
  not_separating,  ///< moving b by the depth leaves an overlap
  crash,
  hang,
  nan,        ///< a number that is not finite
  bounds,     ///< the truth is not between lower and upper
  order,      ///< (b, a) is not the mirrored answer
  wrong_ray,  ///< hit or not, as ray_cast() says
  bad_ray,    ///< parameter or normal out of tolerance
  extra,  ///< intersects() or separation() wrong, a depth along the normal that does not separate, a refusal
};
inline constexpr std::size_t kChargeCount = std::size_t(Charge::extra) + 1;

/// Measured on every case, whether or not it is charged.
enum class Measure {
  distance_per_size,
  distance_per_value,
  depth_per_size,
  depth_per_value,
  distance_witness,  // how far outside, per size
  common_witness,
  depth_witness,
  overlap_left,  // after moving b by the depth, per size
  distance_time,
  common_time,
  depth_time,
  ray_parameter,  // across the surface, per size
  ray_normal,
  ray_time,
};
inline constexpr std::size_t kMeasureCount = std::size_t(Measure::ray_time) + 1;

class Samples {
 public:
  /// NaN counts as the largest number there is.
  void add(double x) { values_.push_back(x == x ? x : kLargest); }
  void add(const Samples& other) {
    values_.insert(values_.end(), other.values_.begin(), other.values_.end());
  }
  [[nodiscard]] double quantile(double q) const;
  [[nodiscard]] double largest() const { return quantile(1); }

 private:
  static constexpr double kLargest = 1e300;
  std::vector<double> values_;
};

/// The figures of one category, or of all.
struct Tally {
  int cases = 0;
  int in_band = 0;  // touching within the band: either decision is right
  std::array<int, kChargeCount> charges = {};
  std::array<Samples, kMeasureCount> samples;

  [[nodiscard]] int operator[](Charge charge) const { return charges[std::size_t(charge)]; }
  [[nodiscard]] const Samples& operator[](Measure measure) const { return samples[std::size_t(measure)]; }
  Samples& operator[](Measure measure) { return samples[std::size_t(measure)]; }
  void add(const Tally& other);
};

/// One charge, in words.
struct Offence {
  int id = 0;
  std::string category;
  std::string what;
  double got = 0;
  double truth = 0;
};

}  // namespace truth
