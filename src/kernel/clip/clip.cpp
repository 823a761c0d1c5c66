// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/clip.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "kernel/clip/sides.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Kind = ClipSide::Kind;
using Mask = CornerMask;

constexpr double kEighth = 0.70710678118654752440;  // cos and sin of 45 degrees
constexpr double kCos[kRimPlaces] = {1, kEighth, 0, -kEighth, -1, -kEighth, 0, kEighth};
constexpr double kSin[kRimPlaces] = {0, kEighth, 1, kEighth, 0, -kEighth, -1, -kEighth};
constexpr double kCos16 = 0.92387953251128675613, kSin16 = 0.38268343236508977173;  // of 22.5 degrees

// Collects points of `first` over `second`, which are the caller's a and b, or b and a.
class Collector {
 public:
  Collector(bool is_swapped, double tolerance, ClipPoints& out)
      : out_(out), merge_(4 * tolerance), is_swapped_(is_swapped) {}

  void add(double x, double y, double z_first, double z_second, const Feature& first, const Feature& second) {
    add(x, y, z_first, x, y, z_second, first, second);
  }
  // Of two points in one place the earlier stays: corners come before crossings. [Erleben05]
  void add(double x1, double y1, double z1, double x2, double y2, double z2, const Feature& first,
           const Feature& second) {
    for (int i = 0; i < out_.count; ++i)
      if (std::abs(out_.points[i].x - (is_swapped_ ? x2 : x1)) +
              std::abs(out_.points[i].y - (is_swapped_ ? y2 : y1)) <=
          merge_)
        return;
    if (out_.count == ClipPoints::kCapacity) return;
    out_.points[out_.count++] = is_swapped_ ? ClipPoint{x2, y2, x1 - x2, y1 - y2, z2, z1, second, first}
                                            : ClipPoint{x1, y1, x2 - x1, y2 - y1, z1, z2, first, second};
  }

 private:
  ClipPoints& out_;
  double merge_;
  bool is_swapped_;
};

// Twice the area, positive when the corners run counterclockwise.
double signed_area(const ClipSide& p) {
  double sum = 0;
  for (int i = 1; i + 1 < p.count; ++i)
    sum += (p.x[i] - p.x[0]) * (p.y[i + 1] - p.y[0]) - (p.y[i] - p.y[0]) * (p.x[i + 1] - p.x[0]);
  return sum;
}

double orientation_of(const ClipSide& p) { return std::copysign(1.0, signed_area(p)); }

bool holds(const ClipSide& polygon, double orientation, double x, double y, double tolerance) {
  for (int k = 0; k < polygon.count; ++k)
    if (!EdgeLine(polygon, k, orientation, tolerance).holds(x, y)) return false;
  return true;
}

// Corners inside the other polygon first, then crossings of edges whose ends are on opposite sides, both ways
// round. [Erleben05]
void clip_polygons(const ClipSide& a, const ClipSide& b, double tolerance, Collector& out) {
  CornerSides of_a, of_b;
  find_sides({a, orientation_of(a)}, {b, orientation_of(b)}, tolerance, of_a, of_b);
  const Mask *const sides_a = of_a.masks, *const sides_b = of_b.masks;
  const Mask inside_b = ~Mask{0} >> (kMaxCorners - b.count), inside_a = ~Mask{0} >> (kMaxCorners - a.count);
  for (int i = 0; i < a.count; ++i)
    if (sides_a[i] == inside_b)
      out.add(a.x[i], a.y[i], a.z[i], b.height(a.x[i], a.y[i]), a.corner(i), b.face);
  for (int k = 0; k < b.count; ++k)
    if (sides_b[k] == inside_a)
      out.add(b.x[k], b.y[k], a.height(b.x[k], b.y[k]), b.z[k], a.face, b.corner(k));
  for (int i = 0; i < a.count; ++i) {
    for (Mask crossed = sides_a[i] ^ sides_a[i + 1]; crossed != 0; crossed &= crossed - 1) {
      const int k = std::countr_zero(crossed);
      if (((sides_b[k] ^ sides_b[k + 1]) >> i & 1) == 0) continue;
      const EdgeLine line(b, k, 1, 0);
      const double s = line.value(a.x[i], a.y[i]), t = line.value(a.x[i + 1], a.y[i + 1]);
      const double part = std::clamp(s / (s - t), 0.0, 1.0);
      const double x = a.x[i] + (a.x[i + 1] - a.x[i]) * part, y = a.y[i] + (a.y[i + 1] - a.y[i]) * part;
      out.add(x, y, a.z[i] + (a.z[i + 1] - a.z[i]) * part, b.height(x, y), a.edge(i), b.edge(k));
    }
  }
}

// Part of a segment, with what ends it: -1 its own end, otherwise the edge of the other side.
struct Range {
  double from = 0, to = 1;
  int from_edge = -1, to_edge = -1;
};

void add_range(const ClipSide& s, const ClipSide& face, const Range& range, Collector& out) {
  if (!(range.from <= range.to)) return;
  const auto add = [&](double t, int edge, int corner) {
    const double x = s.x[0] + (s.x[1] - s.x[0]) * t, y = s.y[0] + (s.y[1] - s.y[0]) * t;
    const double z = s.z[0] + (s.z[1] - s.z[0]) * t;
    if (edge < 0) {
      out.add(x, y, z, face.height(x, y), s.corner(corner), face.face);
    } else {
      const Feature rim{FeatureKind::curved, face.face.first, corner == 0 ? kRimEntry : kRimExit};
      out.add(x, y, z, face.height(x, y), s.face, face.kind == Kind::disc ? rim : face.edge(edge));
    }
  };
  add(range.from, range.from_edge, 0);
  add(range.to, range.to_edge, 1);
}

void clip_segment_polygon(const ClipSide& s, const ClipSide& p, double tolerance, Collector& out) {
  Range range;
  const double orientation = orientation_of(p);
  for (int k = 0; k < p.count; ++k) {
    const EdgeLine line(p, k, orientation, tolerance);
    const double v0 = line.value(s.x[0], s.y[0]), v1 = line.value(s.x[1], s.y[1]);
    const bool in0 = v0 >= -line.slack, in1 = v1 >= -line.slack;
    if (in0 && in1) continue;
    if (!in0 && !in1) return;
    const double t = std::clamp(v0 / (v0 - v1), 0.0, 1.0);
    if (in0) {
      if (t < range.to) range.to = t, range.to_edge = k;
    } else if (t > range.from) {
      range.from = t, range.from_edge = k;
    }
  }
  add_range(s, p, range, out);
}

void clip_segments(const ClipSide& a, const ClipSide& b, double tolerance, Collector& out) {
  const double ax = a.x[1] - a.x[0], ay = a.y[1] - a.y[0], bx = b.x[1] - b.x[0], by = b.y[1] - b.y[0];
  const double aa = ax * ax + ay * ay, bb = bx * bx + by * by, sine = ax * by - ay * bx;
  const double rx = b.x[0] - a.x[0], ry = b.y[0] - a.y[0];
  if (!(aa > 0 && bb > 0)) return;
  const auto on_a = [&](double t, double& x, double& y, double& z) {
    x = a.x[0] + ax * t, y = a.y[0] + ay * t, z = a.z[0] + (a.z[1] - a.z[0]) * t;
  };
  const auto on_b = [&](double t, double& x, double& y, double& z) {
    x = b.x[0] + bx * t, y = b.y[0] + by * t, z = b.z[0] + (b.z[1] - b.z[0]) * t;
  };
  double x1, y1, z1, x2, y2, z2;
  if (sine * sine > kParallelSine * kParallelSine * aa * bb) {
    const double s = (rx * by - ry * bx) / sine, t = (rx * ay - ry * ax) / sine;
    const double slack_a = tolerance / std::sqrt(aa), slack_b = tolerance / std::sqrt(bb);
    if (s < -slack_a || s > 1 + slack_a || t < -slack_b || t > 1 + slack_b) return;
    on_a(std::clamp(s, 0.0, 1.0), x1, y1, z1);
    on_b(std::clamp(t, 0.0, 1.0), x2, y2, z2);
    out.add(x1, y1, z1, x1, y1, z2, a.face, b.face);
    return;
  }
  // Side by side: the ends of the common stretch, and what is across from them.
  const double from = (rx * ax + ry * ay) / aa, to = from + (bx * ax + by * ay) / aa;
  const double low = std::max(0.0, std::min(from, to)), high = std::min(1.0, std::max(from, to));
  if (!(low <= high)) return;
  for (const double t : {low, high}) {
    on_a(t, x1, y1, z1);
    const double along = std::clamp(((x1 - b.x[0]) * bx + (y1 - b.y[0]) * by) / bb, 0.0, 1.0);
    on_b(along, x2, y2, z2);
    const bool is_end_of_a = t == 0 || t == 1;
    out.add(x1, y1, z1, x2, y2, z2, is_end_of_a ? a.corner(t == 0 ? 0 : 1) : a.face,
            is_end_of_a ? b.face : b.corner(along < 0.5 ? 0 : 1));
  }
}

// Coordinates in which a disc, seen aslant, is the unit circle.
struct DiscFrame {
  const ClipSide& disc;
  double inverse;  // of the determinant
  double slack;    // tolerance in these units

  DiscFrame(const ClipSide& d, double tolerance)
      : disc(d), inverse(1 / (d.px * d.qy - d.py * d.qx)), slack(0) {
    const double least =
        1 / (std::abs(inverse) * (std::abs(d.px) + std::abs(d.py) + std::abs(d.qx) + std::abs(d.qy)));
    slack = tolerance / least;
  }
  void place(double x, double y, double& u, double& v) const {
    const double dx = x - disc.cx, dy = y - disc.cy;
    u = (dx * disc.qy - dy * disc.qx) * inverse;
    v = (dy * disc.px - dx * disc.py) * inverse;
  }
  void from(double u, double v, double& x, double& y) const {
    x = disc.cx + disc.px * u + disc.qx * v;
    y = disc.cy + disc.py * u + disc.qy * v;
  }
  // Where a line, whose ends are (u0, v0) and (u1, v1), is inside the circle. False: nowhere.
  [[nodiscard]] bool cross(double u0, double v0, double u1, double v1, double& low, double& high) const {
    const double du = u1 - u0, dv = v1 - v0, dd = du * du + dv * dv;
    if (!(dd > 0)) return false;
    const double middle = -(u0 * du + v0 * dv) / dd;  // nearest to the centre
    const double mu = u0 + du * middle, mv = v0 + dv * middle, rest = 1 - (mu * mu + mv * mv);
    if (rest < -2 * slack) return false;
    const double half = std::sqrt(std::max(0.0, rest) / dd);
    low = middle - half;
    high = middle + half;
    return true;
  }
};

// The places on the rim: fixed ones, and the deepest (in the direction of (gx, gy), the rise of the gap)
// where none of them is.
template <class Use>
void for_each_place(const ClipSide& disc, double gx, double gy, double tolerance, Use use) {
  const double gp = gx * disc.px + gy * disc.py, gq = gx * disc.qx + gy * disc.qy;
  const double steepest = std::sqrt(gp * gp + gq * gq);
  double best = 0;
  for (int i = 0; i < kRimPlaces; ++i) {
    use(kCos[i], kSin[i], static_cast<std::uint32_t>(i));
    best = std::max(best, -(gp * kCos[i] + gq * kSin[i]));
  }
  if (steepest - best > tolerance) use(-gp / steepest, -gq / steepest, kRimDeepest);
}

void clip_disc_polygon(const ClipSide& d, const ClipSide& p, double tolerance, Collector& out) {
  const DiscFrame frame(d, tolerance);
  double u[kMaxCorners], v[kMaxCorners];
  for (int i = 0; i < p.count; ++i) {
    frame.place(p.x[i], p.y[i], u[i], v[i]);
    if (u[i] * u[i] + v[i] * v[i] <= 1 + 2 * frame.slack)
      out.add(p.x[i], p.y[i], d.height(p.x[i], p.y[i]), p.z[i], d.face, p.corner(i));
  }
  double x, y;
  const double orientation = orientation_of(p);
  for_each_place(d, p.gx - d.gx, p.gy - d.gy, tolerance, [&](double pu, double pv, std::uint32_t place) {
    frame.from(pu, pv, x, y);
    if (holds(p, orientation, x, y, tolerance))
      out.add(x, y, d.height(x, y), p.height(x, y), {FeatureKind::curved, d.face.first, place}, p.face);
  });
  for (int i = 0; i < p.count; ++i) {
    double low, high;
    const int j = i + 1 == p.count ? 0 : i + 1;
    if (!frame.cross(u[i], v[i], u[j], v[j], low, high)) continue;
    // Entry and exit along the edge from its lower to its higher name.
    const bool is_forward = p.corners[i] < p.corners[j];
    for (const double t : {low, high}) {
      if (!(t > 0 && t < 1)) continue;
      const Feature rim{FeatureKind::curved, d.face.first, (t == low) == is_forward ? kRimEntry : kRimExit};
      x = p.x[i] + (p.x[i + 1] - p.x[i]) * t;
      y = p.y[i] + (p.y[i + 1] - p.y[i]) * t;
      out.add(x, y, d.height(x, y), p.z[i] + (p.z[i + 1] - p.z[i]) * t, rim, p.edge(i));
    }
  }
}

void clip_segment_disc(const ClipSide& s, const ClipSide& d, double tolerance, Collector& out) {
  const DiscFrame frame(d, tolerance);
  double u0, v0, u1, v1, low, high;
  frame.place(s.x[0], s.y[0], u0, v0);
  frame.place(s.x[1], s.y[1], u1, v1);
  if (!frame.cross(u0, v0, u1, v1, low, high)) return;
  Range range;
  const auto is_in = [&](double pu, double pv) { return pu * pu + pv * pv <= 1 + 2 * frame.slack; };
  if (!is_in(u0, v0)) range.from = low, range.from_edge = 0;
  if (!is_in(u1, v1)) range.to = high, range.to_edge = 0;
  if (range.from > 1 || range.to < 0) return;
  range.from = std::max(range.from, 0.0);
  range.to = std::min(range.to, 1.0);
  add_range(s, d, range, out);
}

// A second disc: two ellipses have no crossing in closed form.
void make_polygon(const ClipSide& disc, ClipSide& out) {
  out.kind = Kind::polygon;
  out.corner_kind = FeatureKind::curved;
  out.face = disc.face;
  out.z0 = disc.z0;
  out.gx = disc.gx;
  out.gy = disc.gy;
  out.count = kRimCorners;
  for (int i = 0; i < kRimCorners; ++i) {
    double c = kCos[i / 2], s = kSin[i / 2];
    if (i % 2 == 1) {
      const double turned = c * kCos16 - s * kSin16;
      s = c * kSin16 + s * kCos16;
      c = turned;
    }
    out.x[i] = disc.cx + disc.px * c + disc.qx * s;
    out.y[i] = disc.cy + disc.py * c + disc.qy * s;
    out.z[i] = disc.height(out.x[i], out.y[i]);
    // Even ones are the fixed places; the others are named after those, from 16 on.
    out.corners[i] = static_cast<std::uint32_t>(i % 2 == 0 ? i / 2 : kRimCorners + i / 2);
  }
  out.close();
}

void clip_plane(const ClipSide& plane, const ClipSide& s, double tolerance, Collector& out) {
  if (s.kind == Kind::disc) {
    for_each_place(s, s.gx - plane.gx, s.gy - plane.gy, tolerance,
                   [&](double u, double v, std::uint32_t place) {
                     const double x = s.cx + s.px * u + s.qx * v, y = s.cy + s.py * u + s.qy * v;
                     out.add(x, y, plane.height(x, y), s.height(x, y), plane.face,
                             {FeatureKind::curved, s.face.first, place});
                   });
    return;
  }
  for (int i = 0; i < s.count; ++i)
    out.add(s.x[i], s.y[i], plane.height(s.x[i], s.y[i]), s.z[i], plane.face, s.corner(i));
}

void collect(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out) {
  if (a.kind == Kind::vertex || b.kind == Kind::vertex) return;
  // The kinds are in the order segment, polygon, disc, plane.
  const bool is_swapped = b.kind < a.kind;
  const ClipSide &first = is_swapped ? b : a, &second = is_swapped ? a : b;
  Collector direct(is_swapped, tolerance, out), reverse(!is_swapped, tolerance, out);
  if (second.kind == Kind::plane) {
    if (first.kind != Kind::plane) clip_plane(second, first, tolerance, reverse);
  } else if (first.kind == Kind::segment) {
    if (second.kind == Kind::segment) return clip_segments(first, second, tolerance, direct);
    if (second.kind == Kind::polygon) return clip_segment_polygon(first, second, tolerance, direct);
    clip_segment_disc(first, second, tolerance, direct);
  } else if (second.kind == Kind::polygon) {
    clip_polygons(first, second, tolerance, direct);
  } else if (first.kind == Kind::polygon) {
    clip_disc_polygon(second, first, tolerance, reverse);
  } else {
    ClipSide ring;
    make_polygon(second, ring);
    clip_disc_polygon(first, ring, tolerance, direct);
  }
}

// A crossing may lie beside a feature by the tolerance, and a steep one goes on beyond its corners there by
// many times that. No point of a feature is beyond its deepest corner, so no gap is below that of the pair.
void end_at_corners(const ClipSide& a, const ClipSide& b, ClipPoints& out) {
  const auto has_corners = [](const ClipSide& s) {
    return s.kind == Kind::segment || s.kind == Kind::polygon;
  };
  const double top = has_corners(a) ? *std::max_element(a.z, a.z + a.count) : kInfinite;
  const double bottom = has_corners(b) ? *std::min_element(b.z, b.z + b.count) : -kInfinite;
  for (int i = 0; i < out.count; ++i) {
    out.points[i].za = std::min(out.points[i].za, top);
    out.points[i].zb = std::max(out.points[i].zb, bottom);
  }
}

}  // namespace

void clip(const ClipSide& a, const ClipSide& b, double tolerance, ClipPoints& out) {
  out.count = 0;
  collect(a, b, tolerance, out);
  end_at_corners(a, b, out);
}

void grow_segment(ClipSide& side, double facing, double ball) {
  const Vec3d e{side.x[1] - side.x[0], side.y[1] - side.y[0], side.z[1] - side.z[0]};
  const Vec3d shift =
      ball > 0 ? normalized(Vec3d{0, 0, facing} - e * (facing * e.z / dot(e, e))) * ball : Vec3d{};
  for (int i = 0; i < 2; ++i) {
    side.x[i] += shift.x;
    side.y[i] += shift.y;
    side.z[i] += shift.z;
  }
}

namespace {

void make_edge(ClipSide& side, double facing, double ball) {
  int deepest = 0;
  for (int i = 1; i < side.count; ++i)
    if (side.z[i] * facing > side.z[deepest] * facing) deepest = i;
  const int before = deepest == 0 ? side.count - 1 : deepest - 1;
  const auto fall = [&](int i) {  // squared slope of the edge that leaves corner i
    const double x = side.x[i + 1] - side.x[i], y = side.y[i + 1] - side.y[i], z = side.z[i + 1] - side.z[i];
    return z * z / (x * x + y * y + z * z);
  };
  const int edge = fall(before) < fall(deepest) ? before : deepest;
  const Feature name = side.edge(edge);
  const int ends[2] = {edge, edge + 1 == side.count ? 0 : edge + 1};
  double x[2], y[2], z[2];
  std::uint32_t names[2];
  for (int i = 0; i < 2; ++i) {
    x[i] = side.x[ends[i]] - side.sx;
    y[i] = side.y[ends[i]] - side.sy;
    z[i] = side.z[ends[i]] - side.sz;
    names[i] = side.corners[ends[i]];
  }
  for (int i = 0; i < 2; ++i) {
    side.x[i] = x[i];
    side.y[i] = y[i];
    side.z[i] = z[i];
    side.corners[i] = names[i];
  }
  side.kind = Kind::segment;
  side.count = 2;
  side.face = name;
  grow_segment(side, facing, ball);
}

}  // namespace

void find_edges(ClipSide& a, double ball_a, ClipSide& b, double ball_b) {
  const auto is_tilted = [](const ClipSide& s) { return s.kind == Kind::polygon && s.facing < kFlatFace; };
  const auto is_line = [](const ClipSide& s) { return s.kind == Kind::segment; };
  if (!(is_tilted(a) || is_line(a)) || !(is_tilted(b) || is_line(b))) return;
  if (is_tilted(a)) make_edge(a, 1, ball_a);
  if (is_tilted(b)) make_edge(b, -1, ball_b);
}

}  // namespace graze::inline GRAZE_ABI::primitive
