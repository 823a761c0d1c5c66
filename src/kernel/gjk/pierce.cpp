// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/gjk/pierce.h"

namespace graze::inline GRAZE_ABI::gjk {
namespace {

// How far apart the first three directions are: about as facets are. Measured by the casts of the benchmark
// for boxes (best near 1) and hulls of 16 and of 100 vertices (0.8 and 0.4).
double tilt_for(std::uint32_t vertices) {
  return vertices == 0 ? 0.4 : std::clamp(4 / std::sqrt(double(vertices)), 0.3, 1.0);
}

// Twice the area of the triangle (0, p, q) across the direction, seen along it; positive counter-clockwise.
double area(const Vec3d& direction, const Vec3d& p, const Vec3d& q) { return dot(direction, cross(p, q)); }

// Any unit vector across a unit vector.
Vec3d any_across(const Vec3d& direction) {
  const double x = std::abs(direction.x), y = std::abs(direction.y), z = std::abs(direction.z);
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return normalized(cross(direction, axis));
}

void find_column(const ColumnSource& difference, const Vec3d& direction, const Vec3d& along, ColumnPoint& p) {
  difference.support(along, p);
  p.w = p.a - p.b;
  p.q = p.w - direction * dot(p.w, direction);
}

// The shadow of C along the ray, seen from the line in a direction across it.
enum class Shadow : std::uint8_t { outside, edge, within };

Shadow see_shadow(const ColumnSource& difference, const CastTask& task, const Vec3d& along, ColumnPoint& p,
                  Cast& out) {
  // A difference of two points far away is across the direction only as far as rounding left it so.
  const Vec3d& d = task.direction;
  Vec3d m = normalized(along);
  m = normalized(m - d * dot(m, d));
  find_column(difference, d, m, p);
  ++out.count;
  const double height = dot(m, p.w), lean = dot(m, d) * task.limit;
  if (height < std::min(lean, 0.0) - task.error) {
    out.normal = m;
    out.outcome = CastOutcome::miss;
    return Shadow::outside;
  }
  if (height > std::max(lean, 0.0) + task.error) return Shadow::within;
  out.outcome = CastOutcome::grazing;
  return Shadow::edge;
}

// Where a ball of radius task.reach about the inner point would be hit: the normal there. False: too far
// from the line to guess.
bool guess_normal(const CastTask& task, const Vec3d& centre, Vec3d& n) {
  const double inverse = 1 / task.reach, rest = 1 - dot(centre, centre) * inverse * inverse;
  if (!(rest > 0.1)) return false;
  n = -task.direction * std::sqrt(rest) - centre * inverse;
  return true;
}

// Three points of C from in front, around where its normal would be n (unit, against the direction). They
// need not surround the line. False: they have no area, or show that the ray misses.
bool guess_portal(const ColumnSource& difference, const CastTask& task, const Vec3d& n, double tilt,
                  ColumnPoint* p, Cast& out) {
  const Vec3d& d = task.direction;
  const auto tilted = [&](const Vec3d& across, ColumnPoint& vertex) {
    find_column(difference, d, n + across * (tilt / length(across)), vertex);
    ++out.count;
  };
  find_column(difference, d, n, p[0]);
  ++out.count;
  const double lower = (dot(n, p[0].w) + task.error) / dot(n, d);
  if (lower > task.limit) {
    out.normal = n;
    out.outcome = CastOutcome::miss;
    return false;
  }
  tilted(max_abs(p[0].q) > task.error ? -p[0].q : any_across(d), p[1]);
  Vec3d m = cross(d, p[1].q - p[0].q);
  if (!(max_abs(m) > task.error)) return false;
  if (dot(m, p[0].q) > 0) m = -m;
  tilted(m, p[2]);
  const double size = area(d, p[1].q - p[0].q, p[2].q - p[0].q);
  if (size < 0) std::swap(p[0], p[1]);
  return std::abs(size) > task.error * task.reach;
}

// Three points of C by supports across the direction, the first from the line towards the centre, each of
// which may show that the line passes by.
bool find_around(const ColumnSource& difference, const CastTask& task, Vec3d centre, ColumnPoint* p,
                 Cast& out) {
  const Vec3d& d = task.direction;
  const auto sees = [&](const Vec3d& along, ColumnPoint& vertex) {
    return see_shadow(difference, task, along, vertex, out) == Shadow::within;
  };
  if (!(max_abs(centre) > task.error)) centre = any_across(d);
  if (!sees(-centre, p[0])) return false;
  if (!sees(max_abs(p[0].q) > task.error ? -p[0].q : -centre, p[1])) return false;
  Vec3d m = cross(d, p[1].q - p[0].q);
  if (!(max_abs(m) > 0)) m = any_across(d);
  if (dot(m, p[0].q) > 0) m = -m;
  if (!sees(m, p[2])) return false;
  if (area(d, p[1].q - p[0].q, p[2].q - p[0].q) < 0) std::swap(p[0], p[1]);
  return true;
}

// Moves a triangle to where it surrounds the line, by supports beyond the edges.
bool surround(const ColumnSource& difference, const CastTask& task, ColumnPoint* p, Cast& out) {
  const Vec3d& d = task.direction;
  while (out.count < task.max_iterations) {
    const double c[3] = {area(d, p[1].q, p[2].q), area(d, p[2].q, p[0].q), area(d, p[0].q, p[1].q)};
    const int worst = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2);
    if (c[worst] >= 0) return true;
    // Beyond the edge across from that vertex: what is there takes its place, and the edge turns round.
    const int i = worst == 2 ? 0 : worst + 1, j = 3 - worst - i;
    std::swap(p[i], p[j]);
    if (see_shadow(difference, task, cross(d, p[j].q - p[i].q), p[worst], out) != Shadow::within)
      return false;
  }
  return false;
}

// The portal that the last search ended with, or one around its axis. False: nothing to start from, or
// (miss) the axis separates.
bool recall_portal(const ColumnSource& difference, const CastTask& task, const CastMemory& memory,
                   ColumnPoint* p, Cast& out) {
  const Vec3d& d = task.direction;
  if (memory.has_portal) {
    for (int i = 0; i < 3; ++i) {
      p[i] = memory.portal.p[i];
      p[i].q = p[i].w - d * dot(p[i].w, d);
    }
    const double size = area(d, p[1].q - p[0].q, p[2].q - p[0].q);
    if (size < 0) std::swap(p[0], p[1]);
    return std::abs(size) > task.error * task.reach;
  }
  if (!(max_abs(memory.axis) > 0)) return false;
  constexpr double kFacing = 0.05, kTilt = 0.1;  // a plane along the ray is one that it may pass again
  const double facing = -dot(memory.axis, d);
  if (facing > kFacing) return guess_portal(difference, task, memory.axis, kTilt, p, out);
  if (facing > -kFacing && see_shadow(difference, task, memory.axis, p[0], out) == Shadow::outside)
    return false;
  out.outcome = CastOutcome::limit;
  return false;
}

// Three points of C around the line, or a support that shows that there are none. `towards` is a
// point of C, best an inner one.
bool find_portal(const ColumnSource& difference, const CastTask& task, const Vec3d& towards,
                 const CastMemory* memory, Portal& portal, Cast& out) {
  const Vec3d centre = towards - task.direction * dot(towards, task.direction);
  if (memory != nullptr) {
    if (recall_portal(difference, task, *memory, portal.p, out))
      return surround(difference, task, portal.p, out);
    if (out.outcome == CastOutcome::miss) return false;
  }
  const double tilt = tilt_for(difference.vertices);
  Vec3d n;
  if (!guess_normal(task, centre, n) || !guess_portal(difference, task, n, tilt, portal.p, out)) {
    if (out.outcome == CastOutcome::miss || !find_around(difference, task, centre, portal.p, out))
      return false;
  }
  return surround(difference, task, portal.p, out);
}

// Distance of the line from the edge (p, q) of a shadow, positive inside.
double clearance(const Vec3d& d, const ColumnPoint& p, const ColumnPoint& q) {
  const double l = length(q.q - p.q);
  return l > 0 ? area(d, p.q, q.q) / l : 0;
}

// The largest disc around the line in the shadow of the portal.
Anchor anchor_of(const Vec3d& d, const Portal& portal) {
  const ColumnPoint* const p = portal.p;
  return {std::min({clearance(d, p[0], p[1]), clearance(d, p[1], p[2]), clearance(d, p[2], p[0])}),
          std::max({dot(d, p[0].w), dot(d, p[1].w), dot(d, p[2].w)})};
}

// 1 / cosine of a triangle of C with the plane across the direction.
double slope_of(const Vec3d& d, const ColumnPoint& a, const ColumnPoint& b, const ColumnPoint& c) {
  const Vec3d n = cross(b.w - a.w, c.w - a.w);
  return length(n) / std::abs(dot(n, d));
}

// A disc around the line grown by points of C beyond the edges that pass close by. `front`: zero, or along
// the normal of the portal and far longer than 1: then the points are those of its facet, or of the next.
Anchor find_anchor(const ColumnSource& difference, const CastTask& task, const Portal& portal,
                   const Vec3d& front, Cast& out) {
  const Vec3d& d = task.direction;
  Anchor anchor = anchor_of(d, portal);
  anchor.depth = std::numeric_limits<double>::infinity();
  if (front != Vec3d{}) anchor.slope = slope_of(d, portal.p[0], portal.p[1], portal.p[2]);
  for (int i = 0; i < 3; ++i) {
    const ColumnPoint &p = portal.p[i], &q = portal.p[i == 2 ? 0 : i + 1];
    double depth = clearance(d, p, q);
    if (dot(p.q, q.q) < 0) {
      ColumnPoint beyond;
      find_column(difference, d, normalized(normalized(cross(q.q - p.q, d)) + front), beyond);
      ++out.count;
      const double grown = std::min(clearance(d, p, beyond), clearance(d, beyond, q));
      if (grown > depth) {
        depth = grown;
        anchor.farthest = std::max(anchor.farthest, dot(d, beyond.w));
        anchor.slope = std::max(anchor.slope, slope_of(d, p, beyond, q));
      }
    }
    anchor.depth = std::min(anchor.depth, depth);
  }
  return anchor;
}

// The new point takes the place of the vertex without which the triangle still holds the line: of several,
// where the line passes an edge, the one that leaves the largest. False where rounding leaves none.
bool exchange(const Vec3d& d, Portal& portal, const ColumnPoint& fresh) {
  ColumnPoint* const p = portal.p;
  const double c[3] = {area(d, fresh.q, p[0].q), area(d, fresh.q, p[1].q), area(d, fresh.q, p[2].q)};
  int replaced = -1;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    if (!(c[i] >= 0 && c[j] <= 0)) continue;  // the line is not in the triangle (fresh, p[i], p[j])
    const double size = c[i] - c[j] + area(d, p[i].q, p[j].q);
    if (size > largest) {
      largest = size;
      replaced = 3 - i - j;
    }
  }
  if (replaced >= 0) p[replaced] = fresh;
  return replaced >= 0;
}

// How far directions are leant from the normal of a facet to find what lies beside it: its own points first.
constexpr double kFront = 1e4;

Vec3d normal_of_needle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d edges[3] = {b - a, c - b, a - c};
  const double squares[3] = {dot(edges[0], edges[0]), dot(edges[1], edges[1]), dot(edges[2], edges[2])};
  int longest = squares[0] >= squares[1] ? 0 : 1;
  if (squares[2] > squares[longest]) longest = 2;
  const int next = longest == 2 ? 0 : longest + 1, last = 3 - longest - next;
  Vec3d n = cross(edges[next], edges[last]);
  if (squares[longest] > 0) n -= edges[longest] * (dot(n, edges[longest]) / squares[longest]);
  return n;
}

// (b - a) x (c - a). Of needles, with the care of find_nearest(): from the two shortest edges, and without
// what rounding left along the longest.
Vec3d normal_of(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d e1 = b - a, e2 = c - a;
  const Vec3d n = cross(e1, e2);
  const double l1 = dot(e1, e1), l2 = dot(e2, e2);
  return dot(n, n) < 1e-4 * l1 * l2 ? normal_of_needle(a, b, c) : n;
}

// How well the line is surrounded: the least of the three weights.
double roundness(const Vec3d& d, const Portal& portal) {
  const ColumnPoint* const p = portal.p;
  const double x = area(d, p[0].q, p[1].q), y = area(d, p[1].q, p[2].q), z = area(d, p[2].q, p[0].q);
  return std::min({x, y, z}) / (x + y + z);
}

// A supporting plane of C: no point of C is beyond height / norm along the normal. Not divided out: most
// planes of a search are replaced by the next.
struct Plane {
  Vec3d normal;
  double height = 0, norm = 0;
  double cosine = 0;  // of the direction with the normal, times norm; negative, or zero for no plane

  [[nodiscard]] double certain(double error) const { return height + error * norm; }
};

// Exchanges points until no point of C is in front of the portal. `roundest`, if not null, becomes the
// portal on the way that surrounds the line best. `best` is the plane that the ray reaches last, `last` that
// of the portal as it is left, if there is one.
void narrow(const ColumnSource& difference, const CastTask& task, Portal& portal, Portal* roundest,
            Plane& best, Plane& last, int& count) {
  const Vec3d& d = task.direction;
  double roundness_of_best = 0;
  const double allowed = std::max(task.tolerance, task.error);
  for (;;) {
    ColumnPoint* const p = portal.p;
    Plane& plane = last;
    plane.normal = normal_of(p[0].w, p[2].w, p[1].w);
    plane.cosine = dot(plane.normal, d);
    if (!(plane.cosine < 0)) return;  // without area, but for rounding
    if (roundest != nullptr && roundness(d, portal) > roundness_of_best) {
      roundness_of_best = roundness(d, portal);
      *roundest = portal;
    }
    ColumnPoint fresh;
    find_column(difference, d, plane.normal, fresh);
    ++count;
    plane.norm = length(plane.normal);
    plane.height = dot(plane.normal, fresh.w);
    // certain / cosine is where the ray gets through; both cosines are negative.
    if (best.cosine == 0 ||
        plane.certain(task.error) * best.cosine > best.certain(task.error) * plane.cosine) {
      best = plane;
      if (plane.certain(task.error) < task.limit * plane.cosine) return;
    }
    const double base =
        std::max({dot(plane.normal, p[0].w), dot(plane.normal, p[1].w), dot(plane.normal, p[2].w)});
    if (plane.height - base <= allowed * plane.norm) return;
    if (count >= task.max_iterations || !exchange(d, portal, fresh)) return;
  }
}

// The upper bound where nothing is close: the line passes the portal's edges by far more than rounding can
// move them. `plane` is that of the portal. False where it does not.
bool close_quickly(const CastTask& task, const Portal& portal, const Plane& plane, Cast& out) {
  const Vec3d& d = task.direction;
  const ColumnPoint* const p = portal.p;
  const double w[3] = {area(d, p[1].q, p[2].q), area(d, p[2].q, p[0].q), area(d, p[0].q, p[1].q)};
  const Vec3d edges[3] = {p[2].q - p[1].q, p[0].q - p[2].q, p[1].q - p[0].q};
  const double inverse = 1 / (w[0] + w[1] + w[2]);
  const double x = w[0] * inverse, y = w[1] * inverse, z = w[2] * inverse;
  const double off = sum_abs(p[0].q * x + p[1].q * y + p[2].q * z) + task.error;
  const double shift = off + task.error, room = 4 * shift * shift;
  for (int i = 0; i < 3; ++i)
    if (!(w[i] > 0 && w[i] * w[i] > room * dot(edges[i], edges[i]))) return false;
  const double along = dot(d, p[0].w) * x + dot(d, p[1].w) * y + dot(d, p[2].w) * z;
  const double slope = plane.norm / -plane.cosine, upper = along + task.error + shift * slope;
  if (!((upper - out.lower) <= task.accepted * slope)) return false;
  out.a = p[0].a * x + p[1].a * y + p[2].a * z;
  out.b = p[0].b * x + p[1].b * y + p[2].b * z;
  out.upper = upper;
  out.outcome = task.outcome_at(upper);
  out.has_met_tolerance = true;
  return true;
}

}  // namespace

// c = sum of weights times vertices is a point of C whatever rounding did to the weights, as long as none is
// negative. How far it is off the line is measured, not estimated, and taken back by refinement: the weights
// of a sliver are worth little at first.
Crossing find_crossing(const CastTask& task, const Portal& portal, Cast& out) {
  const Vec3d& d = task.direction;
  const ColumnPoint* const p = portal.p;
  double weights[3] = {area(d, p[1].q, p[2].q), area(d, p[2].q, p[0].q), area(d, p[0].q, p[1].q)};
  const Vec3d e1 = p[1].q - p[0].q, e2 = p[2].q - p[0].q;
  const double whole = area(d, e1, e2);
  Crossing crossing;
  for (int round = 0; round < 3; ++round) {
    for (double& weight : weights) weight = weight > 0 ? weight : 0;  // NaN goes the same way
    double sum = weights[0] + weights[1] + weights[2];
    if (!(sum > 0)) sum = weights[0] = 1;
    for (double& weight : weights) weight /= sum;
    const Vec3d c = p[0].w * weights[0] + p[1].w * weights[1] + p[2].w * weights[2];
    const double along = dot(c, d);
    const Vec3d rest = c - d * along;
    const double off = length(rest) + task.error;
    if (round == 0 || off < crossing.off) {
      crossing = {along, off};
      out.a = p[0].a * weights[0] + p[1].a * weights[1] + p[2].a * weights[2];
      out.b = p[0].b * weights[0] + p[1].b * weights[1] + p[2].b * weights[2];
    }
    if (off <= 1.25 * task.error) break;
    const double w1 = area(d, rest, e2) / whole, w2 = area(d, e1, rest) / whole;
    weights[0] += w1 + w2;
    weights[1] -= w1;
    weights[2] -= w2;
  }
  return crossing;
}

// With a disc of radius `depth` around the line in the shadow of C, a little of the disc's point on the other
// side brings the crossing onto the line.
bool bound_cast(const CastTask& task, const Crossing& crossing, const Anchor& anchor, Cast& out) {
  if (!(anchor.depth > 2 * task.error)) return false;
  const double share = crossing.off / (crossing.off + anchor.depth - task.error);
  double beyond = share * std::max(anchor.farthest - crossing.along, 0.0);
  // The line crosses the portal even if both are off by what they may be: no farther away than its slope
  // says.
  const double shift = crossing.off + task.error;
  if (anchor.depth > 2 * shift && shift * anchor.slope < beyond) beyond = shift * anchor.slope;
  const double upper = crossing.along + task.error + beyond;
  if (out.outcome != CastOutcome::grazing && !(upper < out.upper)) return out.has_met_tolerance;
  out.upper = upper;
  out.outcome = task.outcome_at(upper);
  // Measured across the surface, like the tolerance itself.
  const double cosine = -dot(out.normal, task.direction);
  out.has_met_tolerance = (upper - out.lower) * cosine <= task.accepted;
  return out.has_met_tolerance;
}

Anchor anchor_at_crossing(const Vec3d& d, const Portal& portal) {
  Anchor anchor = anchor_of(d, portal);
  anchor.slope = slope_of(d, portal.p[0], portal.p[1], portal.p[2]);
  return anchor;
}

void pierce(const ColumnSource& difference, const CastTask& task, const Vec3d& towards, CastMemory* memory,
            Cast& out) {
  const Vec3d& d = task.direction;
  Portal portal;
  const bool is_surrounded = find_portal(difference, task, towards, memory, portal, out);
  if (memory != nullptr) memory->has_portal = is_surrounded;
  if (!is_surrounded) return;
  const Portal first = portal;
  Plane plane, last;
  narrow(difference, task, portal, nullptr, plane, last, out.count);
  if (memory != nullptr) memory->portal = portal;
  if (!(plane.cosine < 0)) return;
  out.lower = plane.certain(task.error) / plane.cosine;
  out.estimate = plane.height / plane.cosine;
  out.normal = plane.normal / plane.norm;
  out.outcome = CastOutcome::miss;
  if (out.lower > task.limit) return;
  out.outcome = CastOutcome::grazing;  // until an anchor shows that C is thicker than rounding
  if (last.cosine < 0 && close_quickly(task, portal, last, out)) return;
  const Crossing crossing = find_crossing(task, portal, out);
  if (bound_cast(task, crossing, anchor_at_crossing(d, portal), out)) return;
  const auto is_anchored = [&](const Portal& at, const Vec3d& front) {
    return bound_cast(task, crossing, find_anchor(difference, task, at, front, out), out);
  };
  if (bound_cast(task, crossing, anchor_of(d, first), out)) return;
  if (is_anchored(portal, {}) || is_anchored(first, {})) return;
  if (last.cosine < 0 && is_anchored(portal, last.normal * (kFront / last.norm))) return;
  // Where a vertex is on the line itself: points of the shadow's edge.
  Portal around;
  Cast seen;
  const Vec3d centre = towards - d * dot(towards, d);
  if (find_around(difference, task, centre, around.p, seen) && surround(difference, task, around.p, seen)) {
    if (bound_cast(task, crossing, anchor_of(d, around), out)) return;
    if (is_anchored(around, {})) return;
  }
  // Curved surfaces end in slivers, which hold nothing. The same steps again, looking for the best anchor.
  Portal again = first, roundest = first;
  narrow(difference, task, again, &roundest, plane, last, out.count);
  if (bound_cast(task, crossing, anchor_of(d, roundest), out)) return;
  (void)is_anchored(roundest, {});
}

}  // namespace graze::inline GRAZE_ABI::gjk
