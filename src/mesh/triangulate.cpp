// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <utility>

#include "math/exact.h"
#include "math/predicates.h"
#include "mesh/assemble.h"
#include "mesh/clip_ears.h"

// Holes are joined to the outline by bridges, and ears are cut off what becomes of it [Eberly02]. The face is
// seen along the axis that it faces most, mirrored if need be, so that its outline runs counterclockwise. All
// decisions are exact for that view. Diagonals and bridges pass through no corner: what is left after a cut
// is again a polygon, and has an ear.

namespace graze::inline GRAZE_ABI {
namespace {

using Corner = FaceCorner;
using Loop = FaceLoop;

bool is_same(const Planar& a, const Planar& b) { return a.x == b.x && a.y == b.y; }

const Corner& before(const Loop& loop, std::size_t i) { return loop[(i == 0 ? loop.size() : i) - 1]; }
const Corner& after(const Loop& loop, std::size_t i) { return loop[i + 1 == loop.size() ? 0 : i + 1]; }

// Sign of the area that a loop runs around counterclockwise.
int turning(const Loop& loop) {
  return sign_of([&](auto number) {
    using T = decltype(number);
    T sum(0.0);
    const Planar& o = loop[0].at;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
      const Planar &p = loop[i].at, &q = loop[i + 1].at;
      sum = sum + (T(p.x) - T(o.x)) * (T(q.y) - T(o.y)) - (T(p.y) - T(o.y)) * (T(q.x) - T(o.x));
    }
    return sum;
  });
}

// The axis that the loop faces most, by Newell's sum of its areas seen along the axes.
int facing_axis(std::span<const Vec3> vertices, std::span<const std::uint32_t> loop) {
  Vec3d sum;
  const Vec3d origin(vertices[loop[0]]);
  for (std::size_t i = 1; i + 1 < loop.size(); ++i)
    sum += cross(Vec3d(vertices[loop[i]]) - origin, Vec3d(vertices[loop[i + 1]]) - origin);
  const double x = std::abs(sum.x), y = std::abs(sum.y), z = std::abs(sum.z);
  return x > y && x > z ? 0 : y > z ? 1 : 2;
}

Loop seen_along(int axis, std::span<const Vec3> vertices, std::span<const std::uint32_t> numbers) {
  Loop loop;
  loop.reserve(numbers.size());
  for (const std::uint32_t i : numbers) {
    const Vec3d p(vertices[i]);
    loop.push_back({axis == 0 ? Planar{p.y, p.z} : axis == 1 ? Planar{p.z, p.x} : Planar{p.x, p.y}, i});
  }
  return loop;
}

void mirror(Loop& loop) {
  for (Corner& corner : loop) std::swap(corner.at.x, corner.at.y);
}

// Corners where the next one is. Between different vertices there is a triangle without area, which keeps the
// border as it was.
void drop_repeated(Loop& loop, std::vector<Pieces::Corners>& out) {
  Loop kept;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Corner& corner = loop[i];
    const Corner& next = i + 1 < loop.size() || kept.empty() ? after(loop, i) : kept.front();
    const std::size_t left = kept.size() + loop.size() - i;
    if (left < 3 || !is_same(corner.at, next.at)) {
      kept.push_back(corner);
    } else if (corner.vertex != next.vertex) {
      const Corner& last = kept.empty() ? loop.back() : kept.back();
      out.push_back({last.vertex, corner.vertex, next.vertex});
    }
  }
  loop = std::move(kept);
}

bool is_on_segment(const Planar& p, const Planar& a, const Planar& b) {
  return orient2d(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
         std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

// Whether the closed segments ab and cd have a point in common.
bool do_meet(const Planar& a, const Planar& b, const Planar& c, const Planar& d) {
  const int abc = orient2d(a, b, c), abd = orient2d(a, b, d), cda = orient2d(c, d, a),
            cdb = orient2d(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return is_on_segment(c, a, b) || is_on_segment(d, a, b) || is_on_segment(a, c, d) || is_on_segment(b, c, d);
}

// Whether the segment ab meets the loop anywhere but at corners that are where a or b is.
bool is_blocked(const Planar& a, const Planar& b, const Loop& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Planar &c = loop[i].at, &d = after(loop, i).at;
    const bool is_c_end = is_same(c, a) || is_same(c, b), is_d_end = is_same(d, a) || is_same(d, b);
    if (is_c_end && is_d_end) {
      if (!is_same(c, d)) return true;  // the edge is the segment
    } else if (is_c_end || is_d_end) {
      const Planar &end = is_c_end ? c : d, &other = is_c_end ? d : c, &far = is_same(end, a) ? b : a;
      if (is_on_segment(other, a, b) || is_on_segment(far, c, d)) return true;
    } else if (do_meet(a, b, c, d)) {
      return true;
    }
  }
  return false;
}

// Whether the way from corner i to p leads into the polygon, strictly between its neighbours.
bool leads_inside(const Loop& loop, std::size_t i, const Planar& p) {
  const Planar &a = before(loop, i).at, &v = loop[i].at, &b = after(loop, i).at;
  if (orient2d(a, v, b) >= 0) return orient2d(v, p, a) > 0 && orient2d(p, v, b) > 0;
  return !(orient2d(v, p, b) >= 0 && orient2d(p, v, a) >= 0);
}

double squared_distance(const Planar& a, const Planar& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

// Corners of the outline, nearest to p first.
std::vector<std::size_t> by_distance(const Loop& outline, const Planar& p) {
  std::vector<std::size_t> order(outline.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return squared_distance(outline[i].at, p) < squared_distance(outline[j].at, p);
  });
  return order;
}

// The corner with the largest x.
std::size_t rightmost(const Loop& loop) {
  return static_cast<std::size_t>(
      std::max_element(loop.begin(), loop.end(),
                       [](const Corner& a, const Corner& b) { return a.at.x < b.at.x; }) -
      loop.begin());
}

// Outline and hole become one loop, by a bridge there and back.
Loop joined(const Loop& outline, std::size_t at, const Loop& hole, std::size_t from) {
  Loop loop(outline.begin(), outline.begin() + std::ptrdiff_t(at) + 1);
  for (std::size_t i = 0; i <= hole.size(); ++i) loop.push_back(hole[(from + i) % hole.size()]);
  loop.insert(loop.end(), outline.begin() + std::ptrdiff_t(at), outline.end());
  return loop;
}

// Of the holes, the one that reaches farthest to the right is joined first: then nothing but the outline is
// beyond it, and some corner of that can be seen from it.
bool join_holes(Loop& outline, std::vector<Loop>& holes) {
  bool is_proper = true;
  std::stable_sort(holes.begin(), holes.end(),
                   [](const Loop& a, const Loop& b) { return a[rightmost(a)].at.x > b[rightmost(b)].at.x; });
  for (std::size_t h = 0; h < holes.size(); ++h) {
    Loop& hole = holes[h];
    const int turn = turning(hole);
    if (turn > 0) std::reverse(hole.begin(), hole.end());
    const std::size_t from = rightmost(hole);
    const Planar p = hole[from].at;
    const auto is_visible = [&](std::size_t i) {
      const Planar& q = outline[i].at;
      if (is_same(p, q) || !leads_inside(outline, i, p) || !leads_inside(hole, from, q)) return false;
      return !is_blocked(p, q, outline) && std::none_of(holes.begin() + std::ptrdiff_t(h), holes.end(),
                                                        [&](const Loop& l) { return is_blocked(p, q, l); });
    };
    const std::vector<std::size_t> order = by_distance(outline, p);
    const auto found = std::find_if(order.begin(), order.end(), is_visible);
    is_proper = is_proper && turn != 0 && found != order.end();
    outline = joined(outline, found != order.end() ? *found : order[0], hole, from);
  }
  return is_proper;
}

}  // namespace

bool triangulate(std::span<const Vec3> vertices, std::span<const std::span<const std::uint32_t>> loops,
                 std::vector<Pieces::Corners>& out) {
  const int axis = facing_axis(vertices, loops[0]);
  Loop outline = seen_along(axis, vertices, loops[0]);
  std::vector<Loop> holes;
  for (const auto& hole : loops.subspan(1)) holes.push_back(seen_along(axis, vertices, hole));
  if (turning(outline) < 0) {
    mirror(outline);
    for (Loop& hole : holes) mirror(hole);
  }
  drop_repeated(outline, out);
  for (Loop& hole : holes) drop_repeated(hole, out);
  // A hole with fewer than three corners left is an edge there and back: a slit.
  const bool has_slits = std::erase_if(holes, [](const Loop& hole) { return hole.size() < 3; }) > 0;
  if (outline.size() < 3) return false;
  const bool is_joined = join_holes(outline, holes);
  const bool is_clipped = clip_ears(outline, out);
  return is_joined && is_clipped && !has_slits;
}

}  // namespace graze::inline GRAZE_ABI
