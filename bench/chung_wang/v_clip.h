// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/graze.h>

#include <cstdint>
#include <vector>

// Feature walking after Mirtich (V-Clip, 1998), to be measured beside the separating-axis finders of the
// library. It is not part of the library; docs/separating_axes.md says why.

namespace chung_wang {

using Vec = graze::BasicVec3<double>;

/// The convex hull of points in general position, triangles only.
struct Polyhedron {
  struct Edge {
    int tail, head;   // vertices
    int left, right;  // faces
    Vec along;        // unit
    double length;
    Vec into_left, into_right;  // across the edge, in the plane of the face, towards its inside
  };
  struct Face {
    int edges[3];
    Vec normal;
    double offset;
  };
  std::vector<Vec> vertices;
  std::vector<Edge> edges;
  std::vector<Face> faces;
  std::vector<std::vector<int>> edges_at;  // per vertex
};
[[nodiscard]] Polyhedron make_polyhedron(const std::vector<graze::Vec3>& points);

enum class FeatureKind : std::uint8_t { vertex, edge, face };
struct Feature {
  FeatureKind kind = FeatureKind::vertex;
  int index = 0;
};

/// End of a walk. The features are where the next one starts.
struct Walk {
  bool is_apart = false;
  double distance = 0;
  Vec axis;  // from a to b, in the frame of a; not unit
  int steps = 0;
};

/// `a_from_b` rigid. The walk starts from the features given, and leaves the closest ones there.
[[nodiscard]] Walk v_clip(const Polyhedron& a, const Polyhedron& b, const graze::Pose& a_from_b,
                          Feature& on_a, Feature& on_b);

}  // namespace chung_wang
