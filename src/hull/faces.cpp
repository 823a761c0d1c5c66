// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "hull/build.h"
#include "math/expansion.h"
#include "math/predicates.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Per triangle the number of its face. Faces of a convex surface are connected and never overlap, so walking
// over flat edges finds each of them whole.
std::vector<std::uint32_t> group_triangles(const TriangleHull& hull, std::span<const Vec3d> points,
                                           std::uint32_t& count) {
  const auto& corners = hull.corners;
  const auto is_flat = [&](std::uint32_t h) {
    const std::uint32_t t = h / 3 * 3, opposite = TriangleHull::next(TriangleHull::next(hull.twins[h]));
    return orient3d(points[corners[t]], points[corners[t + 1]], points[corners[t + 2]],
                    points[corners[opposite]]) == 0;
  };
  std::vector<std::uint32_t> group(corners.size() / 3, kNoIndex), stack;
  count = 0;
  for (std::uint32_t seed = 0; seed < group.size(); ++seed) {
    if (group[seed] != kNoIndex) continue;
    group[seed] = count;
    stack.assign(1, seed);
    while (!stack.empty()) {
      const std::uint32_t t = stack.back();
      stack.pop_back();
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t other = hull.twins[h] / 3;
        if (group[other] != kNoIndex || !is_flat(h)) continue;
        group[other] = count;
        stack.push_back(other);
      }
    }
    ++count;
  }
  return group;
}

// The next half-edge along the border of its face: turn about its end through what is inside the face.
std::uint32_t next_on_border(const TriangleHull& hull, const std::vector<std::uint32_t>& group,
                             std::uint32_t h) {
  const std::uint32_t face = group[h / 3];
  h = TriangleHull::next(h);
  while (group[hull.twins[h] / 3] == face) h = TriangleHull::next(hull.twins[h]);
  return h;
}

// Faces by their lowest vertex and the one after it, where their loops begin: however a hull came about,
// names of its faces are those of a hull that is built of its vertices.
void put_in_order(HullTopology& t) {
  const std::size_t count = t.first.size() - 1;
  std::vector<std::uint32_t> starts(count);
  for (std::size_t f = 0; f < count; ++f) {
    starts[f] = t.first[f];
    for (std::uint32_t h = t.first[f]; h < t.first[f + 1]; ++h)
      if (t.origin[h] < t.origin[starts[f]]) starts[f] = h;
  }
  const auto after = [&](std::uint32_t h) {
    return h + 1 == t.first[t.face[h] + 1] ? t.first[t.face[h]] : h + 1;
  };
  std::sort(starts.begin(), starts.end(), [&](std::uint32_t g, std::uint32_t h) {
    return t.origin[g] != t.origin[h] ? t.origin[g] < t.origin[h] : t.origin[after(g)] < t.origin[after(h)];
  });
  HullTopology ordered;
  ordered.first.push_back(0);
  std::vector<std::uint32_t> place(t.origin.size()), from;
  for (std::uint32_t f = 0; f < count; ++f) {
    std::uint32_t h = starts[f];
    do {
      place[h] = static_cast<std::uint32_t>(from.size());
      from.push_back(h);
      ordered.origin.push_back(t.origin[h]);
      ordered.face.push_back(f);
      h = after(h);
    } while (h != starts[f]);
    ordered.first.push_back(static_cast<std::uint32_t>(from.size()));
  }
  ordered.outgoing.resize(t.outgoing.size());
  for (std::size_t e = from.size(); e-- > 0;)
    ordered.outgoing[ordered.origin[e]] = static_cast<std::uint32_t>(e);
  for (const std::uint32_t h : from) ordered.twin.push_back(place[t.twin[h]]);
  t = std::move(ordered);
}

}  // namespace

HullFaces make_faces(const TriangleHull& hull, std::span<const Vec3d> points) {
  std::uint32_t face_count = 0;
  const std::vector<std::uint32_t> group = group_triangles(hull, points, face_count);
  const auto is_border = [&](std::uint32_t h) { return group[h / 3] != group[hull.twins[h] / 3]; };
  const auto half_edges = static_cast<std::uint32_t>(hull.corners.size());

  // A point inside a face has no border edge, one inside an edge has two, a corner at least three.
  std::vector<std::uint8_t> edges_at(points.size(), 0);
  for (std::uint32_t h = 0; h < half_edges; ++h)
    if (auto& n = edges_at[hull.corners[h]]; is_border(h) && n < 3) ++n;

  HullFaces faces;
  std::vector<std::uint32_t> number(points.size(), kNoIndex);
  for (std::uint32_t p = 0; p < points.size(); ++p) {
    if (edges_at[p] < 3) continue;
    number[p] = static_cast<std::uint32_t>(faces.corners.size());
    faces.corners.push_back(p);
  }

  HullTopology& topology = faces.topology;
  topology.first.push_back(0);
  std::vector<bool> is_done(face_count, false);
  std::vector<std::uint32_t> placed(half_edges, kNoIndex);  // where a half-edge that leaves a corner went
  std::vector<std::uint32_t> last;                          // the last half-edge before the next corner
  for (std::uint32_t seed = 0; seed < half_edges; ++seed) {
    if (!is_border(seed) || is_done[group[seed / 3]] || number[hull.corners[seed]] == kNoIndex) continue;
    is_done[group[seed / 3]] = true;
    std::uint32_t h = seed;
    do {
      placed[h] = static_cast<std::uint32_t>(topology.origin.size());
      topology.origin.push_back(number[hull.corners[h]]);
      topology.face.push_back(static_cast<std::uint32_t>(topology.first.size()) - 1);
      std::uint32_t following = next_on_border(hull, group, h);
      while (number[hull.corners[following]] == kNoIndex) {
        h = following;
        following = next_on_border(hull, group, h);
      }
      last.push_back(h);
      h = following;
    } while (h != seed);
    topology.first.push_back(static_cast<std::uint32_t>(topology.origin.size()));
  }

  topology.twin.resize(last.size());
  topology.outgoing.resize(faces.corners.size());
  for (std::uint32_t e = 0; e < last.size(); ++e) {
    topology.twin[e] = placed[hull.twins[last[e]]];
    topology.outgoing[topology.origin[e]] = e;
  }
  put_in_order(topology);
  return faces;
}

HullFaces make_flat_faces(std::span<const std::uint32_t> loop) {
  const auto count = static_cast<std::uint32_t>(loop.size());
  HullFaces faces;
  faces.corners.assign(loop.begin(), loop.end());
  std::sort(faces.corners.begin(), faces.corners.end());
  HullTopology& t = faces.topology;
  t.first = {0, count, 2 * count};
  t.outgoing.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto at = std::lower_bound(faces.corners.begin(), faces.corners.end(), loop[i]);
    t.origin.push_back(static_cast<std::uint32_t>(at - faces.corners.begin()));
    t.face.push_back(0);
    t.twin.push_back(count + (2 * count - 2 - i) % count);
    t.outgoing[t.origin[i]] = i;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    t.origin.push_back(t.origin[count - 1 - i]);
    t.face.push_back(1);
    t.twin.push_back((2 * count - 2 - i) % count);
  }
  return faces;
}

namespace {

struct Differences {
  DoubleDouble x, y, z;
};

Differences subtract(const Vec3d& p, const Vec3d& q) {
  const TwoTerm x = two_sum(p.x, -q.x), y = two_sum(p.y, -q.y), z = two_sum(p.z, -q.z);
  return {{x.high, x.low}, {y.high, y.low}, {z.high, z.low}};
}

// Twice the area vector of the polygon, in double-double: predicates rely on normals that are right to the
// last digit. Where even more of the products cancels (needles), once more triangle by triangle without
// rounding: all of them point the same way, so that their sum loses nothing.
Vec3d area_vector_of(std::span<const Vec3d> vertices, std::span<const std::uint32_t> loop) {
  const Vec3d& o = vertices[loop[0]];
  DoubleDouble x, y, z;
  double size = 0;
  Differences u = subtract(vertices[loop[1]], o);
  for (std::size_t i = 2; i < loop.size(); ++i) {
    const Differences v = subtract(vertices[loop[i]], o);
    x = x + (u.y * v.z - u.z * v.y);
    y = y + (u.z * v.x - u.x * v.z);
    z = z + (u.x * v.y - u.y * v.x);
    size += max_abs(Vec3d{u.x.high, u.y.high, u.z.high}) * max_abs(Vec3d{v.x.high, v.y.high, v.z.high});
    u = v;
  }
  Vec3d sum{x.high, y.high, z.high};
  if (max_abs(sum) > size * 0x1p-40) return sum;
  sum = {};
  for (std::size_t i = 2; i < loop.size(); ++i)
    sum += area_vector(o, vertices[loop[i - 1]], vertices[loop[i]]);
  return sum;
}

// A normal of the scaled hull is one of the true hull after dividing by the scale of each axis.
Vec3d true_normal(const Vec3d& n, const std::array<int, 3>& exponents) {
  int least = std::numeric_limits<int>::max();
  for (int i = 0; i < 3; ++i)
    if (n[i] != 0) least = std::min(least, exponents[static_cast<std::size_t>(i)]);
  const auto component = [&](int i) {
    return n[i] != 0 ? std::ldexp(n[i], least - exponents[static_cast<std::size_t>(i)]) : 0;
  };
  return normalized(Vec3d{component(0), component(1), component(2)});
}

}  // namespace

void set_planes(const UnitVertices& unit, HullTopology& topology) {
  const std::size_t count = topology.first.size() - 1;
  topology.normals.resize(count);
  topology.offsets.resize(count);
  for (std::uint32_t f = 0; f < count; ++f) {
    const auto loop = topology.loop(f);
    topology.normals[f] = true_normal(area_vector_of(unit.by_axis, loop), unit.exponents);
    double offset = dot(topology.normals[f], unit.vertices[loop[0]]);
    for (const std::uint32_t v : loop) offset = std::max(offset, dot(topology.normals[f], unit.vertices[v]));
    topology.offsets[f] = offset;
  }
}

}  // namespace graze::inline GRAZE_ABI
