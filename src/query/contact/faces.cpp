// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/faces.h"

#include <algorithm>
#include <cmath>

#include "math/linear_map.h"
#include "query/contact/side.h"
#include "shape/local_support.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Rounding of a sum of products whose sizes add up to 1.
constexpr double kRounding = 64 * kDoubleEpsilon;

using Use = FunctionRef<void(const Vec3d& normal)>;

// A placed core with the map of its normals.
struct Faces {
  Core core;
  Mat3d normals;

  explicit Faces(const Operand& o) {
    make_core(*o.shape, *o.placement, o.margin, core);
    normals = normal_map(core.linear);
  }
  [[nodiscard]] const HullTopology* topology() const { return topology_of(*core.shape); }
  void visit(Use use) const;
};

// Calls use(normal) for the side of three corners that the fourth is not on; for both sides of a triangle.
void use_corners(const Core& core, int skipped, Use use) {
  const VertexSet& set = polytope_of(*core.shape).vertices;
  Vec3d p[4];
  for (std::uint32_t i = 0; i < 4; ++i) p[i] = core.linear * set.vertex(std::min(i, set.count - 1));
  std::swap(p[skipped], p[3]);
  const Vec3d n = cross(p[1] - p[0], p[2] - p[0]);
  const double size = length(n), beyond = set.count > 3 ? dot(n, p[3] - p[0]) : 0;
  if (!(size > 0)) return;
  if (!(beyond > 0)) use(n / size);
  if (!(beyond < 0)) use(-n / size);
}

void Faces::visit(Use use) const {
  const auto use_axis = [&](int k, double sign) { use(normalized(normals.columns[k] * sign)); };
  switch (core.shape->kind) {
    case ShapeKind::box:
      for (int k = 0; k < 3; ++k)
        for (const double sign : {1.0, -1.0}) use_axis(k, sign);
      break;
    case ShapeKind::cylinder:
    case ShapeKind::tapered_cylinder:
      use_axis(1, 1);
      [[fallthrough]];
    case ShapeKind::cone:
      use_axis(1, -1);
      break;
    case ShapeKind::triangle:
      use_corners(core, 3, use);
      break;
    case ShapeKind::tetrahedron:
      for (int i = 0; i < 4; ++i) use_corners(core, i, use);
      break;
    default:
      if (topology() == nullptr) break;
      for (const Vec3d& n : topology()->normals) use(normalized(normals * n));
  }
}

Vec3d absolute(const Vec3d& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
Mat3d absolute(const Mat3d& m) {
  return {absolute(m.columns[0]), absolute(m.columns[1]), absolute(m.columns[2])};
}

double top_of(const Operand& o, const Vec3d& outward) {
  const Vec3d along = transpose_times(Mat3d(o.placement->linear()), outward);
  return dot(along, local_support(*o.shape, moderate(along))) +
         dot(outward, Vec3d(o.placement->translation())) + double(o.margin);
}
bool reaches_beyond(const Operand& own, const Operand& other, const Vec3d& outward) {
  return top_of(other, outward) > top_of(own, outward);
}

// Planes of the faces of a hull against another shape. With N the map of normals and L that of points, the
// plane dot(n, x) = offset of the hull's frame becomes dot(N n, L x) = |det L| offset; and dot(N n, p) is
// dot(n, Nᵀ p), so that the other shape is brought to where the normals are, not the other way round.
class PlanesBelow {
 public:
  PlanesBelow(const Faces& faces, const Operand& own, const Operand& other)
      : faces_(faces), own_(own), other_(other) {
    const Core& core = faces.core;
    const Mat3d &n = faces.normals, sizes = absolute(n);
    const Vec3d place(own.placement->translation());
    const Aabb box = bounds_of(*other.shape, *other.placement, other.margin);
    const Vec3d low(box.lower), high(box.upper);
    const double far = max_abs(low) + max_abs(high) + max_abs(place) + max_abs(core.translation);
    const double most = sum_abs(n.columns[0]) * max_abs(core.linear.columns[0]);
    stretch_ = std::abs(dot(n.columns[0], core.linear.columns[0]));
    slack_ = kRounding *
             (sum_abs(transpose_times(sizes, Vec3d{far, far, far})) + most * polytope_of(*core.shape).extent);
    middle_ = seen((low + high) * 0.5);
    wide_ = transpose_times(sizes, (high - low) * 0.5);
    add_corners();
  }

  /// Whether the other shape reaches beyond a face; if so its normal in the world.
  [[nodiscard]] bool is_passed(const Vec3d& normal, double offset, Vec3d& outward) const {
    const double height = stretch_ * offset;
    if (dot(normal, middle_) + dot(absolute(normal), wide_) + slack_ < height) return false;
    outward = normalized(faces_.normals * normal);
    if (count_ == 0) return reaches_beyond(own_, other_, outward);
    double top = dot(normal, corners_[0]);
    for (std::uint32_t i = 1; i < count_; ++i) top = std::max(top, dot(normal, corners_[i]));
    if (std::abs(top - height) > slack_) return top > height;
    return reaches_beyond(own_, other_, outward);
  }

 private:
  [[nodiscard]] Vec3d seen(const Vec3d& p) const {
    return transpose_times(faces_.normals,
                           p - Vec3d(own_.placement->translation()) - faces_.core.translation);
  }
  // Where the other shape is so few points.
  void add_corners() {
    Core points;
    make_core(*other_.shape, *other_.placement, other_.margin, points);
    if (points.reader != Core::Reader::points || !has_vertices(points.shape->kind)) return;
    if (points.radius > 0 || faces_.core.radius > 0) return;
    const VertexSet& set = polytope_of(*points.shape).vertices;
    const Vec3d origin = Vec3d(other_.placement->translation()) + points.translation;
    count_ = set.count;
    for (std::uint32_t i = 0; i < count_; ++i) corners_[i] = seen(points.linear * set.vertex(i) + origin);
  }

  const Faces& faces_;
  const Operand &own_, &other_;
  double stretch_, slack_;
  Vec3d middle_, wide_;      // of a box around the other shape
  Vec3d corners_[4];         // all there is of it ...
  std::uint32_t count_ = 0;  // ... or none
};

}  // namespace

void visit_faces_reached(const Operand& o, const Operand& other, Use use) {
  const Faces faces(o);
  const HullTopology* const topology = faces.topology();
  if (topology == nullptr) {
    return faces.visit([&](const Vec3d& outward) {
      if (reaches_beyond(o, other, outward)) use(outward);
    });
  }
  const PlanesBelow planes(faces, o, other);
  Vec3d outward;
  for (std::uint32_t f = 0; f < topology->face_count(); ++f)
    if (planes.is_passed(topology->normals[f], topology->offsets[f], outward)) use(outward);
}

void visit_faces_towards(const Operand& o, const Vec3d& direction, double within, Use use) {
  const Faces faces(o);
  const HullTopology* const topology = faces.topology();
  if (topology == nullptr) return faces.visit(use);
  const Mat3d& n = faces.normals;
  const Conformity shape_of_map = conformity(n);
  const double shortest = shape_of_map.scale * (1 - shape_of_map.defect);
  const Vec3d along = transpose_times(n, direction);
  const double least = (1 - within * within / 2) * std::max(shortest, 0.0) - kRounding * sum_abs(along);
  for (const Vec3d& normal : topology->normals) {
    if (dot(normal, along) < least) continue;
    use(normalized(n * normal));
  }
}

}  // namespace graze::inline GRAZE_ABI
