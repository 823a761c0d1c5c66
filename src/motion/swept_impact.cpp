// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/motion/swept_impact.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/bounds.h"
#include "mesh/pieces.h"
#include "motion/earliest.h"
#include "motion/pair.h"
#include "motion/swept_data.h"
#include "query/pieces/feature_names.h"

// The time is cut into parts in which the object moves by about its size. A box around all its places in a
// part finds the swept triangles that may meet it then; of these the earliest contact counts, and later parts
// are not looked at. Swept boxes hold a triangle's places of the whole step.

namespace graze::inline GRAZE_ABI {
namespace {

// A triangle of the mesh as a side of a pair.
class TriangleReader {
 public:
  TriangleReader(const SweptMeshData& mesh, Real margin) : mesh_(mesh) {
    basis_.set({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    corners_.basis = &basis_.view();
    operand_ = {&start_.view(), Path(), Affine(), margin, &corners_};
  }
  TriangleReader(const TriangleReader&) = delete;
  TriangleReader& operator=(const TriangleReader&) = delete;

  /// Valid until the next call.
  [[nodiscard]] const MovingOperand& operator[](std::uint32_t id) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t vertex = mesh_.triangles[id][static_cast<std::size_t>(k)];
      corners_.from[k] = mesh_.from[vertex];
      corners_.to[k] = mesh_.to[vertex];
    }
    start_.set(corners_.from[0], corners_.from[1], corners_.from[2]);
    return operand_;
  }

 private:
  const SweptMeshData& mesh_;
  TriangleView start_, basis_;
  SweptCorners corners_{};
  MovingOperand operand_{};
};

class SweptSearch {
 public:
  SweptSearch(const SweptMeshData& mesh, Real margin, const Shape& shape, const MovingOperand& b,
              const MotionSettings& settings)
      : mesh_(mesh), triangles_(mesh, margin), shape_(shape), b_(b), settings_(settings) {
    settings_.cache = nullptr;
    room_ = margin + b.margin + settings.target;
  }

  [[nodiscard]] TimeOfImpact find() {
    const int parts = count_parts();
    for (int i = 0; i < parts && !earliest_.is_certain(); ++i) {
      const double begin = double(i) / parts, end = i + 1 == parts ? 1 : double(i + 1) / parts;
      (void)visit_box(mesh_.tree, box_during(Real(begin), Real(end)), [&](std::uint32_t id) {
        ask(id, begin, end);
        return true;
      });
    }
    return earliest_.result(settings_.time_tolerance);
  }

 private:
  static constexpr int kMostParts = 64;

  [[nodiscard]] int count_parts() const {
    const Vec3 half = half_extents(bounds(shape_, b_.start, b_.margin));
    const double size = double(max_abs(half)) + double(room_), way = double(b_.path.travel(shape_, 0, 1));
    // Of an own motion, poses are rounded to Real, and so would be the ends of parts.
    if (!(size > 0) || !(way < std::numeric_limits<Real>::max()) || PathAccess::is_own(b_.path)) return 1;
    return static_cast<int>(std::clamp(std::ceil(way / size), 1.0, double(kMostParts)));
  }

  // Around all places of the object between two times, which may have been rounded.
  [[nodiscard]] Aabb box_during(Real begin, Real end) const {
    const Real from = std::max(begin - 2 * kEpsilon, Real(0)), until = std::min(end + 2 * kEpsilon, Real(1));
    const Aabb box = bounds(shape_, b_.path.placement(from), b_.margin);
    const Real largest = std::max(max_abs(box.lower), max_abs(box.upper));
    const Real by = b_.path.travel(shape_, from, until) + room_ + 16 * kEpsilon * largest;
    return grown(box, double(by));
  }

  // Until `begin` they are apart.
  void ask(std::uint32_t id, double begin, double end) {
    const MovingOperand& triangle = triangles_[id];
    const auto until = [&](double limit) {
      TimeOfImpact r = impact_of(triangle, b_, settings_, begin, std::min(limit, earliest_.limit()));
      r.piece_a = id;
      if (r) r.feature_a = named_after_mesh(mesh_.triangles[id], id, r.feature_a);
      return r;
    };
    TimeOfImpact r = until(end);
    // Close to the end of a part and beyond.
    if (r.hit == Hit::uncertain && double(r.upper) >= end && end < earliest_.limit()) r = until(1);
    earliest_.add(r);
  }

  const SweptMeshData& mesh_;
  TriangleReader triangles_;
  const Shape& shape_;
  const MovingOperand& b_;
  MotionSettings settings_;
  Real room_ = 0;
  EarliestImpact earliest_{1};
};

}  // namespace

TimeOfImpact time_of_impact(const SweptMesh& a, Real margin_a, const Shape& b, const Path& path_b,
                            Real margin_b, const MotionSettings& settings) {
  const MovingOperand of_b{&b.view(), path_b, path_b.placement(0), margin_b};
  const bool is_margin = margin_a >= 0 && margin_a <= std::numeric_limits<Real>::max();
  if (!is_margin || !are_answerable(of_b, of_b, settings)) return unanswered_impact(Status::invalid_argument);
  const SweptMeshData* mesh = SweptMeshAccess::data(a);
  if (mesh == nullptr) return {};
  TimeOfImpact r = SweptSearch(*mesh, margin_a, b, of_b, settings).find();
  if (is_unanswered(r)) return unanswered_impact(r.status);
  if (r.hit != Hit::miss) r.placement_b = path_b.placement(r.lower);
  return r;
}

TimeOfImpact time_of_impact(const SweptMesh& a, const Shape& b, const Path& path_b,
                            const MotionSettings& settings) {
  return time_of_impact(a, 0, b, path_b, 0, settings);
}

}  // namespace graze::inline GRAZE_ABI
