// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Agreement with Qhull on clouds in general position, where rounding does not decide.

#include <gtest/gtest.h>
#include <libqhull_r/geom_r.h>
#include <libqhull_r/libqhull_r.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "graze/shape/hull_builder.h"
#include "shape/polytope/check.h"
#include "support/random.h"

namespace graze {
namespace {

using test::Random;

struct Peer {
  std::vector<std::uint32_t> corners;  // ascending
  double volume = 0;
  double area = 0;
};

Peer qhull_of(const std::vector<Vec3>& points) {
  std::vector<double> coordinates;
  for (const Vec3& p : points)
    for (int i = 0; i < 3; ++i) coordinates.push_back(double(p[i]));
  qhT qh;
  qh_zero(&qh, nullptr);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> sink(std::fopen("/dev/null", "w"), std::fclose);
  char options[] = "qhull FA";
  Peer peer;
  EXPECT_EQ(qh_new_qhull(&qh, 3, static_cast<int>(points.size()), coordinates.data(), 0, options, sink.get(),
                         sink.get()),
            0);
  qh_getarea(&qh, qh.facet_list);
  peer.volume = qh.totvol;
  peer.area = qh.totarea;
  for (const vertexT* v = qh.vertex_list; v != nullptr && v->next != nullptr; v = v->next)
    peer.corners.push_back(static_cast<std::uint32_t>(qh_pointid(&qh, v->point)));
  std::sort(peer.corners.begin(), peer.corners.end());
  qh_freeqhull(&qh, !qh_ALL);
  int left = 0, bytes = 0;
  qh_memfreeshort(&qh, &left, &bytes);
  return peer;
}

struct Measure {
  double volume = 0, area = 0;
};

// Sums over fans of triangles.
Measure measure(const Shape& hull) {
  const HullTopology& t = *topology_of(hull.view());
  const std::vector<Vec3> v = test::vertices_of(hull);
  Measure m;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    const auto loop = t.loop(f);
    const Vec3d a(double(v[loop[0]].x), double(v[loop[0]].y), double(v[loop[0]].z));
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const Vec3 p = v[loop[i - 1]], q = v[loop[i]];
      const Vec3d b(double(p.x), double(p.y), double(p.z)), c(double(q.x), double(q.y), double(q.z));
      m.area += length(cross(b - a, c - a)) / 2;
      m.volume += dot(a, cross(b, c)) / 6;
    }
  }
  return m;
}

void expect_agreement(const std::vector<Vec3>& points) {
  const Peer peer = qhull_of(points);
  const Shape hull = *make_hull(points, {.face_tolerance = 0});
  std::vector<Vec3> expected;
  for (const std::uint32_t i : peer.corners) expected.push_back(points[i]);
  EXPECT_EQ(test::vertices_of(hull), expected);
  const Measure ours = measure(hull);
  // Both add up as many rounded terms as there are faces.
  EXPECT_NEAR(ours.volume, peer.volume, 1e-11 * peer.volume);
  EXPECT_NEAR(ours.area, peer.area, 1e-11 * peer.area);
}

TEST(HullAndQhull, AgreeOnRandomClouds) {
  Random random{1};
  const auto real = [](double x) { return static_cast<Real>(x); };
  for (int i = 0; i < 150; ++i) {
    const int count = 4 + random.below(i < 140 ? 300 : 20000);
    const double stretch = random.log_uniform(0.1, 10);
    const bool is_round = random.chance(0.5);
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k) {
      const auto p = is_round ? random.direction() : random.in_cube();
      points.push_back({real(p.x * stretch), real(p.y), real(p.z)});
    }
    expect_agreement(points);
    if (HasFailure()) FAIL() << "cloud " << i << " of " << count;
  }
}

}  // namespace
}  // namespace graze
