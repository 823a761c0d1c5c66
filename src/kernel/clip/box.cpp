// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/box.h"

#include <algorithm>
#include <bit>

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Of = BoxPointKind::Of;

struct Clipper {
  const BoxFacePair& faces;
  double tolerance;
  BoxPoints& out;
  // Of the other face's corners: place, and which edges of the rectangle they are inside of, a bit each.
  double cx[4], cy[4];
  std::uint32_t inside[4];

  void add(double x, double y, double s, double t, BoxPointKind kind) const {
    for (int i = 0; i < out.count; ++i)
      if (std::abs(out.x[i] - x) + std::abs(out.y[i] - y) <= 4 * tolerance) return;
    const int i = out.count++;
    out.x[i] = x;
    out.y[i] = y;
    out.z[i] = faces.centre.z + faces.e.z * s + faces.f.z * t;
    out.s[i] = s;
    out.t[i] = t;
    out.kinds[i] = kind;
  }

  void place_corners() {
    const double wide_x = faces.hx + tolerance, wide_y = faces.hy + tolerance;
    for (int i = 0; i < 4; ++i) {
      const double x = faces.centre.x + faces.e.x * kCornerS[i] + faces.f.x * kCornerT[i];
      const double y = faces.centre.y + faces.e.y * kCornerS[i] + faces.f.y * kCornerT[i];
      cx[i] = x;
      cy[i] = y;
      inside[i] = std::uint32_t{y <= wide_y} | std::uint32_t{x >= -wide_x} << 1 |
                  std::uint32_t{y >= -wide_y} << 2 | std::uint32_t{x <= wide_x} << 3;
    }
  }

  void add_other_corners() const {
    for (int i = 0; i < 4; ++i)
      if (inside[i] == 15)
        add(cx[i], cy[i], kCornerS[i], kCornerT[i], {Of::other, 0, static_cast<std::uint8_t>(i)});
  }

  // As s and t of the other face.
  void add_rectangle_corners() const {
    const Vec3d &e = faces.e, &f = faces.f;
    const double inverse = 1 / (e.x * f.y - e.y * f.x), size = std::abs(inverse) * tolerance;
    const double most_s = 1 + size * (std::abs(f.x) + std::abs(f.y));
    const double most_t = 1 + size * (std::abs(e.x) + std::abs(e.y));
    for (int i = 0; i < 4; ++i) {
      const double x = faces.hx * kCornerS[i], y = faces.hy * kCornerT[i];
      const double dx = x - faces.centre.x, dy = y - faces.centre.y;
      const double s = (dx * f.y - dy * f.x) * inverse, t = (e.x * dy - e.y * dx) * inverse;
      if (std::abs(s) <= most_s && std::abs(t) <= most_t)
        add(x, y, s, t, {Of::rectangle, static_cast<std::uint8_t>(i), 0});
    }
  }

  void add_crossing(int side, int i) const {
    const int j = (i + 1) & 3;
    const bool is_level_y = side % 2 == 0;
    const double half = is_level_y ? faces.hy : faces.hx, level = side == 0 || side == 3 ? half : -half;
    const double from = is_level_y ? cy[i] : cx[i], to = is_level_y ? cy[j] : cx[j];
    const double part = std::clamp((level - from) / (to - from), 0.0, 1.0);
    const double x = cx[i] + (cx[j] - cx[i]) * part, y = cy[i] + (cy[j] - cy[i]) * part;
    if (is_level_y ? std::abs(x) > faces.hx : std::abs(y) > faces.hy) return;
    add(x, y, kCornerS[i] + (kCornerS[j] - kCornerS[i]) * part,
        kCornerT[i] + (kCornerT[j] - kCornerT[i]) * part,
        {Of::crossing, static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(i)});
  }

  void add_crossings(bool is_rectangle_first) const {
    std::uint32_t crossed = 0;  // bit 4 outer + inner
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t sides = inside[i] ^ inside[(i + 1) & 3];
      if (!is_rectangle_first) {
        crossed |= sides << (4 * i);
      } else {
        crossed |= ((sides & 1) | (sides & 2) << 3 | (sides & 4) << 6 | (sides & 8) << 9) << i;
      }
    }
    for (; crossed != 0; crossed &= crossed - 1) {
      const int bit = std::countr_zero(crossed), outer = bit >> 2, inner = bit & 3;
      add_crossing(is_rectangle_first ? outer : inner, is_rectangle_first ? inner : outer);
    }
  }
};

}  // namespace

void clip_box_faces(const BoxFacePair& faces, bool is_rectangle_first, double tolerance, BoxPoints& out) {
  Clipper clipper{faces, tolerance, out, {}, {}, {}};
  out.count = 0;
  clipper.place_corners();
  if (is_rectangle_first) clipper.add_rectangle_corners();
  clipper.add_other_corners();
  if (!is_rectangle_first) clipper.add_rectangle_corners();
  clipper.add_crossings(is_rectangle_first);
}

}  // namespace graze::inline GRAZE_ABI::primitive
