// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Graze itself, in the precision of this executable, with the default settings.

#include "error_count.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze_shapes.h"
#include "peer.h"
#include "support/checker.h"

namespace bench {
namespace {

constexpr Precision kPrecision = sizeof(Real) == 4 ? Precision::f32 : Precision::f64;

Vec vec(const graze::Vec3& v) { return {v.x, v.y, v.z}; }

graze::Pose pose(const Placement& placement) {
  const auto& [x, y, z, w] = placement.rotation;
  return {graze::Quat{Real(x), Real(y), Real(z), Real(w)}, vector(placement.position)};
}

/// One query after another; frames that cohere keep a cache per object pair.
class Asker {
 public:
  Asker(const Workload& workload, Question question) : workload_(workload), question_(question) {
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_shape(spec));
    if (std::size_t(workload.slots) < workload.pairs.size()) caches_.resize(std::size_t(workload.slots));
    for (const Pair& pair : workload.pairs) {
      Input input{{shapes_[std::size_t(pair.shape_a)], graze::Affine(pose(pair.a))},
                  {shapes_[std::size_t(pair.shape_b)], graze::Affine(pose(pair.b))},
                  {}};
      if (!caches_.empty()) input.settings.cache = &caches_[inputs_.size() % caches_.size()];
      inputs_.push_back(input);
    }
  }

  void begin() {
    for (graze::PairCache& cache : caches_) cache = {};
  }

  double ask(std::size_t i) {
    const Input& in = inputs_[i];
    if (question_ == Question::intersects) return intersects(in.a, in.b, in.settings) ? 1 : 0;
    if (question_ == Question::distance) return distance(in.a, in.b, in.settings).upper;
    return penetration(in.a, in.b, in.settings).upper;
  }

  Answer answer(std::size_t i) {
    const Input& in = inputs_[i];
    const graze::test::CheckPair pair = check_pair(workload_, workload_.pairs[i], kPrecision);
    Answer answer;
    if (question_ == Question::intersects) {
      const graze::Intersection r = intersects(in.a, in.b, in.settings);
      answer.hit = bool(r);
      answer.rejection = rejection(pair, r);
    } else if (question_ == Question::distance) {
      const graze::Distance d = distance(in.a, in.b, in.settings);
      answer.hit = d.contact != graze::Contact::apart;
      answer.answered = d.status == graze::Status::converged;
      answer.value = d.upper;
      answer.has_points = true;
      answer.point_a = vec(d.point_a);
      answer.point_b = vec(d.point_b);
      answer.rejection = rejection(pair, d);
    } else {
      const graze::Penetration p = penetration(in.a, in.b, in.settings);
      answer.hit = p.contact != graze::Contact::apart;
      answer.answered = p.status == graze::Status::converged || p.status == graze::Status::bound_loose;
      answer.value = p.upper;
      answer.normal = vec(p.normal);
      answer.rejection = rejection(pair, p);
    }
    return answer;
  }

 private:
  struct Input {
    graze::Instance a, b;  // placed before the clock starts, as the peers' objects are
    graze::QuerySettings settings;
  };

  template <class Result>
  static std::string rejection(const graze::test::CheckPair& pair, const Result& result) {
    const graze::test::CheckReport report = graze::test::Checker(pair).check(result);
    return report.ok ? "" : report.message;
  }

  const Workload& workload_;
  Question question_;
  std::vector<graze::Shape> shapes_;
  std::vector<Input> inputs_;
  std::vector<graze::PairCache> caches_;
};

std::unique_ptr<Prepared> prepare(const Workload& workload, Question question) {
  return std::make_unique<PreparedLoop<Asker>>(workload.pairs.size(), workload, question);
}

}  // namespace

std::vector<Library> graze_libraries() {
  return {{sizeof(Real) == 4 ? "graze" : "graze_d", "this library, default settings", kPrecision, &prepare}};
}

}  // namespace bench
