// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Closed forms without shapes and instances: a ray against a closed mesh, two triangles, a floor plan with a
// hole, and bounding volumes. Decisions are exact: no ray slips through between two triangles.

#include <graze/graze.h>

#include <cstdio>
#include <vector>

using namespace graze;
using namespace graze::primitive;

int main() {
  // An octahedron; rays from inside, aimed exactly at its vertices and edges.
  const Vec3 tips[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  int rays = 0, slipped = 0;
  for (const Vec3& a : tips)
    for (const Vec3& b : tips) {
      const Vec3 aim = (a + b) * Real(0.5);
      if (aim == Vec3{}) continue;
      int hits = 0;
      for (int i = 0; i < 8; ++i)
        hits +=
            ray_triangle({{0, 0, 0}, aim}, {tips[i & 1], tips[2 + (i >> 1 & 1)], tips[4 + (i >> 2)]}) ? 1 : 0;
      ++rays;
      slipped += hits == 0;
    }
  std::printf("%d rays at edges and vertices, %d slipped through\n", rays, slipped);

  const Triangle floor{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, wall{{1, -1, -1}, {1, -1, 3}, {1, 7, -1}};
  const TriangleContact cut = triangle_triangle(floor, wall);
  std::printf("triangles: %s, from (%g, %g, %g) to (%g, %g, %g)\n", to_string(cut.contact),
              double(cut.segment.a.x), double(cut.segment.a.y), double(cut.segment.a.z),
              double(cut.segment.b.x), double(cut.segment.b.y), double(cut.segment.b.z));

  const std::vector<Vec3> plan = {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0},
                                  {2, 2, 0}, {6, 2, 0}, {6, 6, 0}, {2, 6, 0}};
  const std::vector<std::uint32_t> ends = {4, 8};
  const Result<Polygon> court = make_polygon(plan, ends);
  if (!court) return 1;
  std::printf("floor with a courtyard: (1, 1) is %s, (4, 4) is %s\n",
              to_string(point_in_polygon(*court, {1, 1, 0})), to_string(point_in_polygon(*court, {4, 4, 0})));

  const Ball ball = smallest_enclosing_ball(tips).value(), quick = ritter_ball(tips).value();
  const Obb box = tight_obb(plan).value();
  std::printf("balls: smallest %.7g, quick %.7g; box of the plan: %g x %g x %g\n", double(ball.radius),
              double(quick.radius), 2 * double(box.half_extents.x), 2 * double(box.half_extents.y),
              2 * double(box.half_extents.z));
  return slipped == 0 && cut.contact == Contact::overlapping ? 0 : 1;
}
