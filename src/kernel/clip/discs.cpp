// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/clip/collector.h"

// Discs are clipped exactly against segments, polygons and planes; their rim is represented by fixed places,
// so that points keep their names from frame to frame.

namespace graze::inline GRAZE_ABI::primitive {
namespace {

constexpr double kEighth = 0.70710678118654752440;  // cos and sin of 45 degrees
constexpr double kCos[kRimPlaces] = {1, kEighth, 0, -kEighth, -1, -kEighth, 0, kEighth};
constexpr double kSin[kRimPlaces] = {0, kEighth, 1, kEighth, 0, -kEighth, -1, -kEighth};
constexpr double kCos16 = 0.92387953251128675613, kSin16 = 0.38268343236508977173;  // of 22.5 degrees

bool holds(const ClipSide& polygon, double orientation, double x, double y, double tolerance) {
  for (int k = 0; k < polygon.count; ++k) {
    const auto line = one_lane::edge_line<double>(polygon, k, orientation);
    if (!(line.value(x, y) >= line.least(tolerance))) return false;
  }
  return true;
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

}  // namespace

void clip_disc_polygon(const ClipSide& d, const ClipSide& p, double tolerance, ClipCollector& out) {
  const DiscFrame frame(d, tolerance);
  double u[kMaxCorners], v[kMaxCorners];
  for (int i = 0; i < p.count; ++i) {
    frame.place(p.x[i], p.y[i], u[i], v[i]);
    if (u[i] * u[i] + v[i] * v[i] <= 1 + 2 * frame.slack)
      out.add(p.x[i], p.y[i], d.height(p.x[i], p.y[i]), p.z[i], d.face, p.corner(i));
  }
  double x, y;
  const double orientation = one_lane::orientation_of<double>(p);
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

void clip_segment_disc(const ClipSide& s, const ClipSide& d, double tolerance, ClipCollector& out) {
  const DiscFrame frame(d, tolerance);
  double u0, v0, u1, v1, low, high;
  frame.place(s.x[0], s.y[0], u0, v0);
  frame.place(s.x[1], s.y[1], u1, v1);
  if (!frame.cross(u0, v0, u1, v1, low, high)) return;
  ClipStretch range{0, 1, -1, -1, true};
  const auto is_in = [&](double pu, double pv) { return pu * pu + pv * pv <= 1 + 2 * frame.slack; };
  if (!is_in(u0, v0)) range.from = low, range.from_edge = 0;
  if (!is_in(u1, v1)) range.to = high, range.to_edge = 0;
  if (range.from > 1 || range.to < 0) return;
  range.from = std::max(range.from, 0.0);
  range.to = std::min(range.to, 1.0);
  range.is_there = range.from <= range.to;
  add_stretch(s, d, range, out);
}

void make_polygon(const ClipSide& disc, ClipSide& out) {
  out.kind = ClipSide::Kind::polygon;
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

void clip_plane_disc(const ClipSide& plane, const ClipSide& s, double tolerance, ClipCollector& out) {
  for_each_place(s, s.gx - plane.gx, s.gy - plane.gy, tolerance,
                 [&](double u, double v, std::uint32_t place) {
                   const double x = s.cx + s.px * u + s.qx * v, y = s.cy + s.py * u + s.qy * v;
                   out.add(x, y, plane.height(x, y), s.height(x, y), plane.face,
                           {FeatureKind::curved, s.face.first, place});
                 });
}

}  // namespace graze::inline GRAZE_ABI::primitive
