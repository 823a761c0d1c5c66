// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Judges of times of impact, by certified separations at sampled times: overlap before `lower`, or at any
// time of a miss, is a missed contact; an uncertain answer must come as close as the distance tolerance.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/motion/time_of_impact.h"
#include "graze/query/intersects.h"
#include "graze/query/piece_contacts.h"
#include "graze/query/separation.h"
#include "motions.h"

namespace graze::test {

/// Two objects that move, and how exactly it is known where.
struct ImpactScene {
  Shape a, b;
  Path of_a, of_b;
  Real margin_a = 0, margin_b = 0;
  MotionSettings settings;
  double bar = 0;          // what rounding placements to Real may do to a separation
  double approach = 0;     // time of the closest approach of the origins, about
  double width = 0;        // for how long they are near then
  double speed = 0;        // of the fastest points, at most
  double size = 0;         // that the distance tolerance is times of, at most
  double own_blur = 0;     // of a path by the caller: what rounding its poses to Real may do to a gap
  bool is_thin = false;    // no contact can be certain
  bool is_own = false;     // a path by the caller
  bool is_pieced = false;  // meshes, height fields, compounds

  [[nodiscard]] TimeOfImpact ask() const {
    return time_of_impact(a, of_a, margin_a, b, of_b, margin_b, settings);
  }
  [[nodiscard]] TimeOfImpact ask_mirrored() const {
    return time_of_impact(b, of_b, margin_b, a, of_a, margin_a, settings);
  }
};

/// Two objects, and how one shall come near the other.
struct ImpactTask {
  Shape a, b;
  double extent_a = 1, extent_b = 1;  // no point is farther from its origin, b placed at its scale
  double scale_b = 1;                 // of the placement of b
  bool is_plane_b = false;
  double turns = 0, speed = 1;
};

/// The bound that motions by the caller are promised to be followed by: a pose has three times the rounding
/// of its entries, half an epsilon each, on what they are multiplied by, that of its translation, and is
/// taken half an epsilon of time away; a ball is as round as its entries say.
inline double own_blur_of(const ImpactTask& task, const RandomPath& path, const Vec3& from, double margin) {
  const Affine first = path.path.placement(0);
  const double extent = 2 * task.extent_a + 1.8 * double(length(from)),
               world = 1.8 * double(length(first.translation())) + extent;
  constexpr double kBall = 2;  // no ball is larger than 1, nor placed at more than twice that
  return double(kEpsilon) * (2 * (extent + path.own_speed + world) + 16 * (kBall + margin));
}

/// a comes on any path, from outside of the reach of b, which stands or turns. One in five has margins, one
/// in five a target distance.
inline ImpactScene make_scene(const ImpactTask& task, Motions& m) {
  ImpactScene s;
  s.a = task.a;
  s.b = task.b;
  const double smaller = task.is_plane_b ? task.extent_a : std::min(task.extent_a, task.extent_b);
  if (m.chance(0.2)) {
    s.margin_a = Real(m.uniform(0, 0.06 * task.extent_a));
    s.margin_b = Real(m.uniform(0, 0.06 * smaller));
  }
  if (m.chance(0.2)) s.settings.target = Real(m.uniform(0, 0.1) * smaller);
  const double distance = (0.5 * task.extent_a + 0.33 * task.extent_b) * m.uniform(1, 2);
  const Vec3 away = m.direction();
  const Vec3 way = away * Real(-task.speed * distance * m.uniform(0.5, 2)) + m.vector(0.5);
  const RandomPath of_a = m.any_path({away * Real(distance), way, task.turns, task.extent_a, false});
  s.of_a = of_a.path;
  s.is_own = of_a.is_own;
  // A pose of floats says less well where an object is than the usual tolerance asks for.
  if (s.is_own && sizeof(Real) == 4 && m.chance(0.5)) s.settings.time_tolerance = Real(1e-3);
  const Mat3 linear_b = task.is_plane_b ? m.rotation() : m.linear() * Real(task.scale_b);
  const Affine from_b(linear_b, m.vector(0.3));
  s.of_b = m.chance(0.3) ? Path(from_b)
                         : Path::turning(from_b, m.vector(0.3), m.direction() * Real(6 * task.turns));
  const double path = double(length(way)), part = of_a.end - of_a.begin;
  const double reach = task.extent_a + task.extent_b;
  s.bar = 8 * double(kEpsilon) * (12 + 3 * reach + path);
  s.approach = (std::min(distance / path, 1.0) - of_a.begin) / part;
  s.width = 1.3 * reach / path / std::abs(part);
  s.speed = path + 6.2832 * task.turns * (12 + 4 * reach) + 4 * reach;
  s.size = 2 * smaller + double(s.margin_a + s.margin_b);
  if (s.is_own) s.own_blur = own_blur_of(task, of_a, away * Real(distance), double(s.margin_a));
  return s;
}

/// Certain bounds on the distance less the target, at a time; infinite where placements are singular.
struct Gap {
  double lower = kInfinity, upper = kInfinity;
};
/// Separations of surfaces that cross are not negative, only zero: the deepest of the depths of their pieces.
inline double depth_of_pieces(const Instance& a, const Instance& b) {
  double depth = 0;
  (void)visit_piece_penetrations(a, b, [&](const PieceNumbers&, const Penetration& p) {
    depth = std::max(depth, double(p.lower));
    return true;
  });
  return depth;
}
inline Gap gap_at(const ImpactScene& s, double time) {
  const auto t = Real(std::clamp(time, 0.0, 1.0));
  const Instance a{s.a, s.of_a.placement(t), s.margin_a}, b{s.b, s.of_b.placement(t), s.margin_b};
  if (!a.placement.is_valid() || !b.placement.is_valid()) return {};
  const double target = double(s.settings.target);
  if (s.is_pieced) {
    if (const double depth = depth_of_pieces(a, b); depth > 0) return {-depth - target, -depth - target};
  }
  const Separation r = separation(a, b);
  if (r.status == Status::invalid_argument) return {};
  return {double(r.lower) - target, double(r.upper) - target};
}

/// Certainly farther apart than the target: quicker than how far.
inline bool is_apart_at(const ImpactScene& s, double time) {
  if (s.settings.target > 0) return false;
  const auto t = Real(std::clamp(time, 0.0, 1.0));
  const Instance a{s.a, s.of_a.placement(t), s.margin_a}, b{s.b, s.of_b.placement(t), s.margin_b};
  return intersects(a, b).contact == Contact::apart;
}

/// The deepest certain overlap among samples before `end`, which crowd below it and around the approach.
inline double deepest_before(const ImpactScene& s, double end) {
  double least = kInfinity;
  const auto look = [&](double t) {
    if (!(t >= 0 && t <= end)) return;
    const double time = double(Real(t)) <= end ? t : end;
    if (!is_apart_at(s, time)) least = std::min(least, gap_at(s, time).upper);
  };
  for (int i = 0; i <= 16; ++i) look(end * i / 16);
  for (int i = 1; i <= 10; ++i) look(end * (1 - std::pow(10.0, -0.6 * i)));
  for (int i = -5; i <= 5; ++i) look(s.approach + s.width * i / 5);
  return -least;
}

/// The least of the lower bounds on the gap between two times, of samples that close in on the best.
inline double nearest_between(const ImpactScene& s, double begin, double end, double enough) {
  constexpr int kSamples = 16, kRounds = 12;
  double least = kInfinity, low = begin, high = end;
  for (int round = 0; round < kRounds && least > enough; ++round) {
    double best = low, of_round = kInfinity;
    const double step = (high - low) / kSamples;
    for (int i = 0; i <= kSamples && least > enough; ++i) {
      const double t = low + step * i, gap = gap_at(s, t).lower;
      least = std::min(least, gap);
      if (gap < of_round) {
        of_round = gap;
        best = t;
      }
    }
    low = std::max(begin, best - step);
    high = std::min(end, best + step);
  }
  return least;
}

/// An uncertain answer is a graze: somewhere in [lower, upper] they are as close as was asked for. A gap is
/// found to a part in 128 and to its blur e; one that is called close is below the tolerance, or 4 e, once e
/// is taken off, so that it is in truth at most e more than (the larger of them + e) and a part in 128 of
/// that. The sample is taken at a Real, half an epsilon of time away; a pose by the caller as much once more.
inline std::string fault_of_graze(const ImpactScene& s, const TimeOfImpact& r) {
  if (!(r.lower <= r.upper)) return "bounds out of order";
  const double e = s.own_blur, close = std::max(double(s.settings.distance_tolerance) * s.size, 4 * e);
  const double away = (s.is_own ? 1 : 0.5) * double(kEpsilon) * s.speed;
  const double enough = (close + e) * (1 + 1.0 / 127) + e + s.bar + away;
  const double tolerance = double(s.settings.time_tolerance);
  if (nearest_between(s, double(r.lower), std::min(double(r.lower) + tolerance, double(r.upper)), enough) <=
      enough)
    return "";
  const double nearest = nearest_between(s, double(r.lower), double(r.upper), enough);
  if (nearest <= enough) return "";
  char text[96];
  std::snprintf(text, sizeof text, "uncertain, but apart by %.3g, that is more than %.3g", nearest, enough);
  return text;
}

/// Many turns of an own path may take more looks than are allowed: nothing is missed until `lower`, and with
/// more looks there is an answer.
inline std::string fault_of(const ImpactScene& s, const TimeOfImpact& r);
inline std::string fault_of_limited(const ImpactScene& s, const TimeOfImpact& r) {
  if (r.hit != Hit::uncertain || r.upper != 1) return "limited, but not uncertain";
  if (const double depth = deepest_before(s, std::nexttoward(double(r.lower), 0.0L)); depth > s.bar)
    return "missed by " + std::to_string(depth) + " before the limit";
  ImpactScene longer = s;
  longer.settings.max_iterations = 1 << 20;
  const TimeOfImpact more = longer.ask();
  // Of a graze, `lower` is the time from when on they are close.
  return more.hit == Hit::hit && more.lower < r.lower ? "earlier with more looks" : fault_of(longer, more);
}

inline std::string fault_of(const ImpactScene& s, const TimeOfImpact& r) {
  if (s.is_own && r.status == Status::iteration_limit && s.settings.max_iterations < 1 << 20)
    return fault_of_limited(s, r);
  if (r.status != Status::converged) return std::string("status ") + to_string(r.status);
  if (r.hit == Hit::hit && r.upper - r.lower > s.settings.time_tolerance) return "wide";
  const TimeOfImpact m = s.ask_mirrored();
  if (m.hit != r.hit || m.lower != r.lower || m.upper != r.upper || m.normal != -r.normal ||
      m.local_a != r.local_b || m.piece_a != r.piece_b)
    return "not mirrored";
  if (r.starts_in_contact) return gap_at(s, 0).upper > s.bar ? "apart at the start" : "";
  const double end = r.hit == Hit::miss ? 1 : std::nexttoward(double(r.lower), 0.0L);
  if (const double depth = deepest_before(s, end); depth > s.bar) return "missed by " + std::to_string(depth);
  if (r.hit == Hit::miss) return "";
  if (r.hit == Hit::uncertain) return fault_of_graze(s, r);
  // Shapes without thickness may have passed each other since.
  const double passed = s.speed * double(r.upper - r.lower);
  return gap_at(s, double(r.upper)).lower > s.bar + passed ? "apart at the upper bound" : "";
}

/// Answers of one kind of motion, and the looks that they took.
struct ImpactTally {
  std::uint64_t hits = 0, misses = 0, uncertain = 0, started = 0;
  std::vector<int> looks, looks_of_hits;

  void add(const TimeOfImpact& r) {
    hits += r.hit == Hit::hit;
    misses += r.hit == Hit::miss;
    uncertain += r.hit == Hit::uncertain;
    started += r.starts_in_contact;
    looks.push_back(r.iterations);
    if (r.hit == Hit::hit && !r.starts_in_contact) looks_of_hits.push_back(r.iterations);
  }
  void add(const ImpactTally& t) {
    hits += t.hits;
    misses += t.misses;
    uncertain += t.uncertain;
    started += t.started;
    looks.insert(looks.end(), t.looks.begin(), t.looks.end());
    looks_of_hits.insert(looks_of_hits.end(), t.looks_of_hits.begin(), t.looks_of_hits.end());
  }
  [[nodiscard]] std::uint64_t all() const { return hits + misses + uncertain; }
  [[nodiscard]] static int median_of(std::vector<int> v) {
    if (v.empty()) return 0;
    const auto middle = v.begin() + std::ptrdiff_t(v.size() / 2);
    std::nth_element(v.begin(), middle, v.end());
    return *middle;
  }
  [[nodiscard]] static int most_of(const std::vector<int>& v) {
    return v.empty() ? 0 : *std::max_element(v.begin(), v.end());
  }
  void print(const char* what) const {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf(
        "             %-10s %llu hits, %llu misses, %llu uncertain; looks of hits: median %d, most %d; "
        "of all: %d, %d\n",
        what, n(hits), n(misses), n(uncertain), median_of(looks_of_hits), most_of(looks_of_hits),
        median_of(looks), most_of(looks));
  }
};

/// Tallies of the regimes, with paths by the caller apart: how they turn is not known, so that steps rest on
/// their fastest points alone.
struct ImpactTallies {
  static constexpr int kOwn = 8, kCount = 9;
  std::array<ImpactTally, kCount> parts;
  std::uint64_t thin = 0, thin_uncertain = 0, thick = 0, thick_uncertain = 0, limited = 0;

  void add(int regime, const ImpactScene& s, const TimeOfImpact& r) {
    parts[std::size_t(s.is_own ? int(kOwn) : regime)].add(r);
    const bool is_limited = r.status == Status::iteration_limit;
    const bool is_blurred = s.is_own && sizeof(Real) == 4;
    const bool is_unsure = r.hit == Hit::uncertain && !r.starts_in_contact && !is_limited;
    limited += is_limited;
    if (is_blurred) return;
    ++(s.is_thin ? thin : thick);
    (s.is_thin ? thin_uncertain : thick_uncertain) += is_unsure;
  }
  /// All but the regime of 100 turns, and own paths.
  [[nodiscard]] ImpactTally usual() const {
    ImpactTally t;
    for (int i = 0; i < kOwn; ++i)
      if (kRegimes[i].turns <= 2) t.add(parts[std::size_t(i)]);
    return t;
  }
  void print() const {
    for (int i = 1; i < kCount; ++i) parts[std::size_t(i)].print(i < kOwn ? kRegimes[i].name : "own");
    usual().print("all but these two");
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf("             uncertain: %llu of %llu thick, %llu of %llu thin; %llu took too many looks\n",
                n(thick_uncertain), n(thick), n(thin_uncertain), n(thin), n(limited));
  }
};

}  // namespace graze::test
