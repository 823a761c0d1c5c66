// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "peer.h"

namespace bench {

// The workloads of group "mesh", stored neutrally as those of scenes.h are.

/// Triangles, three corners each; a surface, whether it is closed or not.
struct MeshModel {
  std::vector<std::array<float, 3>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Major radius 10, minor radius 2, 50 x 50 cells of two triangles.
[[nodiscard]] MeshModel make_torus();
/// The triangles of a Wavefront OBJ file, moved and scaled such that it fills the middle of a ball of radius
/// 10. Empty when it cannot be read.
[[nodiscard]] MeshModel read_model(const std::string& path);

/// A mesh against copies of itself, or against convex shapes.
struct MeshScene {
  std::shared_ptr<const MeshModel> mesh;
  std::vector<ShapeSpec> shapes;  // of b; none: b is the mesh too
  std::vector<Pair> pairs;        // shape_b counts in `shapes`
  bool is_kept = false;  // the pairs are frames of one pair: what was learned in one helps in the next
};

/// How the meshes of pairs are placed: turned at random, b anywhere in a ball around a ...
enum class MeshPlacing : std::uint8_t {
  within,  // ... whose radius is `reach`
  beyond,  // ... or between `reach` and one and a half of it
};
[[nodiscard]] MeshScene place_meshes(std::shared_ptr<const MeshModel> mesh, MeshPlacing placing, double reach,
                                     int pairs);
/// Two tori as links of a chain, on average 0.3 apart: frames of a slow motion.
[[nodiscard]] MeshScene link_tori(std::shared_ptr<const MeshModel> torus, int frames);
/// Shapes of one kind, as of the convex workloads, whose centres are within `reach` of the surface.
[[nodiscard]] MeshScene place_shapes(std::shared_ptr<const MeshModel> mesh, Kind kind, double reach,
                                     int pairs);

struct RaySpec {
  std::array<float, 3> origin, direction;  // unit but for rounding
};
struct RayScene {
  std::shared_ptr<const MeshModel> mesh;
  std::vector<RaySpec> rays;
};
/// From all around to points of the middle half.
[[nodiscard]] RayScene aim_rays(std::shared_ptr<const MeshModel> mesh, int rays);

/// Two states of the vertices, in turns: what refits read. Each point is padded to four numbers, as Embree
/// wants the last one to be.
using Frames = std::array<std::vector<std::array<float, 4>>, 2>;
[[nodiscard]] Frames make_frames(const MeshModel& mesh);

// Ours, FCL with BVHModel<OBBRSS>, Bullet's convex-concave algorithm with its manifold emptied before every
// query, and Embree with one thread and its robust flag. Question::depth asks for contact manifolds, and its
// answer is whether there are any. Building and refitting are one query each, and give the sum of the extents
// of all triangles; rays give the sum of the parameters.
[[nodiscard]] std::unique_ptr<Prepared> graze_pairs(const MeshScene& scene, Question question);
[[nodiscard]] std::unique_ptr<Prepared> graze_rays(const RayScene& scene);
[[nodiscard]] std::unique_ptr<Prepared> graze_build(const MeshModel& mesh);
[[nodiscard]] std::unique_ptr<Prepared> graze_refit(const MeshModel& mesh);
[[nodiscard]] double graze_bytes_per_triangle(const MeshModel& mesh);

[[nodiscard]] std::unique_ptr<Prepared> fcl_pairs(const MeshScene& scene, Question question);
[[nodiscard]] std::unique_ptr<Prepared> bullet_manifolds(const MeshScene& scene);
[[nodiscard]] std::unique_ptr<Prepared> embree_rays(const RayScene& scene);
[[nodiscard]] std::unique_ptr<Prepared> embree_build(const MeshModel& mesh);
[[nodiscard]] std::unique_ptr<Prepared> embree_refit(const MeshModel& mesh);

}  // namespace bench
