// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "primitive/box_clip.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::primitive {
namespace {

// Points in the order and with the names of a and b.
struct Sink {
  ClipPoints& out;
  bool is_reference_b;
  double merge;

  void add(double x, double y, double z_rectangle, double z_other, const Feature& of_rectangle,
           const Feature& of_other) const {
    for (int i = 0; i < out.count; ++i)
      if (std::abs(out.points[i].x - x) + std::abs(out.points[i].y - y) <= merge) return;
    out.points[out.count++] = is_reference_b
                                  ? ClipPoint{x, y, 0, 0, z_other, z_rectangle, of_other, of_rectangle}
                                  : ClipPoint{x, y, 0, 0, z_rectangle, z_other, of_rectangle, of_other};
  }
};

}  // namespace

void clip_box_faces(const BoxFace& rectangle, const BoxFace& other, bool is_reference_b, double tolerance,
                    ClipPoints& out) {
  out.count = 0;
  const Sink sink{out, is_reference_b, 4 * tolerance};
  const double hx = std::abs(rectangle.e.x), hy = std::abs(rectangle.f.y), z = rectangle.centre.z;
  const double wide_x = hx + tolerance, wide_y = hy + tolerance;
  // Per corner of the other face: which sides of the rectangle it is inside of; bit i is edge i.
  Vec3d corners[4];
  std::uint32_t inside[4];
  const bool is_flipped_x = rectangle.e.x < 0, is_flipped_y = rectangle.f.y < 0;
  for (int i = 0; i < 4; ++i) {
    corners[i] = other.corner(i);
    const double x = is_flipped_x ? -corners[i].x : corners[i].x,
                 y = is_flipped_y ? -corners[i].y : corners[i].y;
    // Edge 0 runs along f = +1, 1 along e = -1, 2 along f = -1, 3 along e = +1.
    inside[i] = std::uint32_t{y <= wide_y} | std::uint32_t{x >= -wide_x} << 1 |
                std::uint32_t{y >= -wide_y} << 2 | std::uint32_t{x <= wide_x} << 3;
  }
  // Corners of the rectangle as s and t of the other face.
  const double det = other.e.x * other.f.y - other.e.y * other.f.x, inverse = 1 / det;
  const double slack_s = tolerance * std::abs(inverse) * (std::abs(other.f.x) + std::abs(other.f.y));
  const double slack_t = tolerance * std::abs(inverse) * (std::abs(other.e.x) + std::abs(other.e.y));
  const auto add_rectangle_corners = [&] {
    for (int i = 0; i < 4; ++i) {
      const double x = rectangle.e.x * BoxFace::kS[i], y = rectangle.f.y * BoxFace::kT[i];
      const double dx = x - other.centre.x, dy = y - other.centre.y;
      const double s = (dx * other.f.y - dy * other.f.x) * inverse,
                   t = (other.e.x * dy - other.e.y * dx) * inverse;
      if (std::abs(s) <= 1 + slack_s && std::abs(t) <= 1 + slack_t)
        sink.add(x, y, z, other.centre.z + other.e.z * s + other.f.z * t,
                 {FeatureKind::vertex, rectangle.names[i], 0}, {FeatureKind::face, other.face, 0});
    }
  };
  if (!is_reference_b) add_rectangle_corners();
  for (int i = 0; i < 4; ++i)
    if (inside[i] == 15)
      sink.add(corners[i].x, corners[i].y, z, corners[i].z, {FeatureKind::face, rectangle.face, 0},
               {FeatureKind::vertex, other.names[i], 0});
  if (is_reference_b) add_rectangle_corners();
  if ((inside[0] & inside[1] & inside[2] & inside[3]) == 15) return;
  for (int outer = 0; outer < 4; ++outer) {
    for (int inner = 0; inner < 4; ++inner) {
      const int i = is_reference_b ? outer : inner, side = is_reference_b ? inner : outer;
      const int j = i == 3 ? 0 : i + 1;
      if (((inside[i] ^ inside[j]) >> side & 1) == 0) continue;
      const Vec3d &p = corners[i], &q = corners[j];
      const bool is_along_x = side % 2 == 0;  // at y = ± hy
      const double level = (side == 0   ? rectangle.f.y
                            : side == 1 ? -rectangle.e.x
                            : side == 2 ? -rectangle.f.y
                                        : rectangle.e.x);
      const double from = is_along_x ? p.y : p.x, to = is_along_x ? q.y : q.x;
      const double part = std::clamp((level - from) / (to - from), 0.0, 1.0);
      const Vec3d c = p + (q - p) * part;
      if (is_along_x ? std::abs(c.x) > hx : std::abs(c.y) > hy) continue;
      sink.add(c.x, c.y, z, c.z, rectangle.edge(side), other.edge(i));
    }
  }
}

}  // namespace graze::inline GRAZE_ABI::primitive
