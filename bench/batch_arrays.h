// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The workloads of the batch group as arrays, with room for the results.

#include <algorithm>
#include <array>

#include "error_count.h"
#include "graze/query/batch.h"
#include "graze_shapes.h"
#include "support/checker.h"

namespace bench {

constexpr Precision kPrecision = sizeof(Real) == 4 ? Precision::f32 : Precision::f64;

inline Vec vec(const graze::Vec3& v) { return {v.x, v.y, v.z}; }

/// Arrays that a PairBatch refers to.
struct PairArrays {
  std::vector<graze::Shape> shapes;
  std::vector<std::uint32_t> shape_a, shape_b;
  std::vector<graze::Affine> world_from_a, world_from_b;

  explicit PairArrays(const Workload& workload) {
    for (const ShapeSpec& spec : workload.shapes) shapes.push_back(make_shape(spec));
    for (const Pair& pair : workload.pairs) {
      shape_a.push_back(std::uint32_t(pair.shape_a));
      shape_b.push_back(std::uint32_t(pair.shape_b));
      world_from_a.push_back(make_placement(pair.a));
      world_from_b.push_back(make_placement(pair.b));
    }
  }
  [[nodiscard]] graze::PairBatch batch() const {
    return {shapes, shape_a, shape_b, world_from_a, world_from_b};
  }
  [[nodiscard]] graze::Instance a(std::size_t i) const { return {shapes[shape_a[i]], world_from_a[i]}; }
  [[nodiscard]] graze::Instance b(std::size_t i) const { return {shapes[shape_b[i]], world_from_b[i]}; }
};

/// One of the questions of Prepared about all pairs.
class Batch final : public Prepared {
 public:
  Batch(const Workload& workload, Question question)
      : workload_(workload), question_(question), pairs_(workload) {
    intersections_.resize(question == Question::intersects ? workload.pairs.size() : 0);
    distances_.resize(question == Question::distance ? workload.pairs.size() : 0);
    penetrations_.resize(question == Question::depth ? workload.pairs.size() : 0);
  }

  graze::BatchStatistics run() {
    const graze::PairBatch batch = pairs_.batch();
    return question_ == Question::intersects ? *intersects(batch, intersections_)
           : question_ == Question::distance ? *distance(batch, distances_)
                                             : *penetration(batch, penetrations_);
  }

  double ask() override {
    (void)run();
    return check();
  }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const graze::Intersection& i : intersections_) sum += i ? 1 : 0;
    for (const graze::Distance& d : distances_) sum += double(d.upper);
    for (const graze::Penetration& p : penetrations_) sum += double(p.upper);
    return sum;
  }

  void answer(std::span<Answer> out, Sample sample) override {
    (void)run();
    for (std::size_t i = 0; i < out.size(); i += sample.every) {
      const graze::test::CheckPair pair = check_pair(workload_, workload_.pairs[i], kPrecision);
      graze::test::Checker checker(pair);
      const auto judge = [&](const auto& result) {
        const graze::test::CheckReport report = checker.check(result);
        out[i].hit = result.contact != graze::Contact::apart;
        out[i].answered = result.status == graze::Status::converged;
        out[i].rejection = report.ok ? "" : report.message;
      };
      if (question_ == Question::intersects) {
        judge(intersections_[i]);
      } else if (question_ == Question::depth) {
        judge(penetrations_[i]);
        out[i].answered = penetrations_[i].status == graze::Status::converged ||
                          penetrations_[i].status == graze::Status::bound_loose;
        out[i].value = penetrations_[i].upper;
        out[i].normal = vec(penetrations_[i].normal);
      } else {
        const graze::Distance& d = distances_[i];
        judge(d);
        out[i].value = d.upper;
        out[i].has_points = true;
        out[i].point_a = vec(d.point_a);
        out[i].point_b = vec(d.point_b);
      }
    }
  }

 private:
  const Workload& workload_;
  Question question_;
  PairArrays pairs_;
  std::vector<graze::Intersection> intersections_;
  std::vector<graze::Distance> distances_;
  std::vector<graze::Penetration> penetrations_;
};

class Spheres {
 public:
  explicit Spheres(const Workload& workload) {
    for (auto& v : out_) v.resize(workload.pairs.size());
    for (const Pair& pair : workload.pairs) {
      add(pair.a, workload.shapes[std::size_t(pair.shape_a)], 0);
      add(pair.b, workload.shapes[std::size_t(pair.shape_b)], 4);
    }
  }
  graze::BatchStatistics run() {
    return *graze::sphere_contacts(
        {in_[0], in_[1], in_[2], in_[3]}, {in_[4], in_[5], in_[6], in_[7]},
        {out_[0], out_[1], out_[2], out_[3], out_[4], out_[5], out_[6], out_[7], {}});
  }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const Real x : out_[1]) sum += double(x);
    return sum;
  }
  /// Against separation(), which the convex group has judged.
  [[nodiscard]] int wrong() const {
    int count = 0;
    for (std::size_t i = 0; i < in_[0].size(); ++i) {
      const auto sphere = [&](std::size_t s) {
        return graze::Instance{graze::Sphere{in_[s + 3][i]},
                               graze::Affine(graze::Vec3{in_[s][i], in_[s + 1][i], in_[s + 2][i]})};
      };
      const graze::Distance d = distance(sphere(0), sphere(4));
      const bool is_apart = out_[0][i] > 0;
      count += is_apart != (d.contact == graze::Contact::apart) ||
               (is_apart && (out_[0][i] > d.upper || d.lower > out_[1][i]));
    }
    return count;
  }

 private:
  void add(const Placement& placement, const ShapeSpec& shape, std::size_t first) {
    for (std::size_t k = 0; k < 3; ++k) in_[first + k].push_back(Real(placement.position[k]));
    in_[first + 3].push_back(Real(shape.size[0]));
  }
  std::array<std::vector<Real>, 8> in_, out_;
};

/// Contact sets.
class Contacts {
 public:
  explicit Contacts(const Workload& workload) : pairs_(workload), out_(workload.pairs.size()) {}
  graze::BatchStatistics run() { return *contacts(pairs_.batch(), out_); }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const graze::ContactSet& set : out_) sum += double(set.count);
    return sum;
  }
  /// Against contacts(), which the contact group has judged.
  /// Against the single query: the same, or with polytopes, whose axis is found in another way, bounds that
  /// have a value in common, points where there are points, and the same normal but for rounding.
  [[nodiscard]] int wrong() const {
    int count = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const graze::ContactSet set = contacts(pairs_.a(i), pairs_.b(i)), &out = out_[i];
      const bool is_same = set.count == out.count && set.lower == out.lower && set.normal == out.normal;
      const bool agrees = std::max(set.lower, out.lower) <= std::min(set.upper, out.upper) &&
                          (set.count > 0) == (out.count > 0) &&
                          (set.count == 0 || dot(set.normal, out.normal) > Real(0.9999));
      count += pairs_.shapes[pairs_.shape_a[i]].kind() == graze::ShapeKind::polytope ? !agrees : !is_same;
    }
    return count;
  }
  /// The instances are made once: single calls are not charged for copying shapes.
  void make_singles() {
    for (std::size_t i = a_.size(); i < out_.size(); ++i) {
      a_.push_back(pairs_.a(i));
      b_.push_back(pairs_.b(i));
    }
  }
  void ask_singly() {
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i] = contacts(a_[i], b_[i]);
  }

 private:
  PairArrays pairs_;
  std::vector<graze::Instance> a_, b_;
  std::vector<graze::ContactSet> out_;
};

/// Rays from the second object of each pair past, or at, the first.
class Rays {
 public:
  explicit Rays(const Workload& workload) : pairs_(workload), out_(workload.pairs.size()) {
    Random random{11};
    for (const Pair& pair : workload.pairs) {
      Vec way{};
      for (std::size_t k = 0; k < 3; ++k)
        way[k] = pair.a.position[k] - pair.b.position[k] + random.uniform(-1, 1);
      rays_.push_back({vector(pair.b.position), vector(way)});
    }
  }
  graze::BatchStatistics run() {
    return *ray_cast({pairs_.shapes, pairs_.shape_a, pairs_.world_from_a, rays_}, out_);
  }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const graze::RayCast& r : out_) sum += double(r.parameter);
    return sum;
  }
  /// Against ray_cast(), which the tests have judged.
  [[nodiscard]] int wrong() const {
    int count = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const graze::RayCast r = ray_cast(pairs_.a(i), rays_[i]);
      count += r.hit != out_[i].hit || r.lower != out_[i].lower || r.upper != out_[i].upper;
    }
    return count;
  }
  void make_singles() {
    for (std::size_t i = a_.size(); i < out_.size(); ++i) a_.push_back(pairs_.a(i));
  }
  void ask_singly() {
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i] = ray_cast(a_[i], rays_[i]);
  }

 private:
  PairArrays pairs_;
  std::vector<graze::Instance> a_;
  std::vector<graze::Ray> rays_;
  std::vector<graze::RayCast> out_;
};

}  // namespace bench
