// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "graze/base/executor.h"
#include "graze/base/function_ref.h"
#include "graze/base/result.h"
#include "graze/math/aabb.h"
#include "graze/mesh/arrays.h"
#include "graze/motion/feature_impact.h"

namespace graze::inline GRAZE_ABI {

struct SweptMeshData;  // private to the library

/// Triangles whose vertices move straight from one place to another during a step: a cloth, or any mesh that
/// deforms. Where a vertex is between them at time t is from + t (to - from); all places are in one frame for
/// all meshes, that of the world. Degenerate triangles are what they are; vertices that no triangle has are
/// ignored.
///
/// A value that moves but does not copy. Reading it from several threads at once is fine.
class GRAZE_API SweptMesh {
 public:
  /// Without triangles.
  SweptMesh() noexcept;
  ~SweptMesh();
  /// The mesh moved from is one without triangles.
  SweptMesh(SweptMesh&& other) noexcept;
  /// Lets go of the triangles that it had; the mesh moved from is one without triangles.
  SweptMesh& operator=(SweptMesh&& other) noexcept;
  SweptMesh(const SweptMesh&) = delete;
  SweptMesh& operator=(const SweptMesh&) = delete;

  /// Number of triangles.
  [[nodiscard]] std::size_t triangle_count() const noexcept;
  /// Number of vertices, also those that no triangle has.
  [[nodiscard]] std::size_t vertex_count() const noexcept;
  /// Around all that any triangle covers during the step; empty without triangles.
  [[nodiscard]] Aabb bounds() const noexcept;
  /// Bytes on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// How far the vertex that moves most gets between two times of the step, both in [0, 1], in either order;
  /// world units, rounded up, so that no point of a triangle gets farther. Zero without triangles. In linear
  /// time.
  [[nodiscard]] Real travel(Real begin, Real end) const noexcept;

  /// The next step: vertices set out from where the last one took them. In linear time, without memory from
  /// the heap; the tree is refitted. As many vertices as before; refused are those that make_swept_mesh()
  /// refuses, and the mesh is then as it was.
  [[nodiscard]] std::optional<Error> advance(const VertexArray& to);
  /// Another step, wherever the last one ended; see advance().
  [[nodiscard]] std::optional<Error> set(const VertexArray& from, const VertexArray& to);

 private:
  friend struct SweptMeshAccess;
  std::unique_ptr<SweptMeshData> data_;
};

/// Swept triangles of the caller's arrays, which are copied. Refuses what make_triangle_mesh() refuses, and
/// arrays `from` and `to` of different lengths (index_out_of_range). The executor runs parts of a large
/// build; the mesh does not depend on it.
[[nodiscard]] GRAZE_API Result<SweptMesh> make_swept_mesh(const VertexArray& from, const VertexArray& to,
                                                          const IndexArray& triangles,
                                                          const Executor& executor = {});

/// Which features of two meshes meet.
enum class FeaturePair : std::uint8_t { vertex_face, face_vertex, edge_edge };
/// Static name of a pair of features, such as "vertex_face".
[[nodiscard]] GRAZE_API const char* to_string(FeaturePair pair) noexcept;

/// Of a feature with fewer than three vertices.
inline constexpr std::uint32_t kNoVertex = 0xffffffff;

/// First contact of a feature of one mesh with one of another, or of the same.
struct MeshImpact {
  FeaturePair features = FeaturePair::edge_edge;
  Hit hit = Hit::miss;                ///< as in FeatureImpact
  Status status = Status::converged;  ///< likewise
  /// Vertices of both features; those that it has not are kNoVertex.
  std::uint32_t vertices_a[3] = {kNoVertex, kNoVertex, kNoVertex};
  std::uint32_t vertices_b[3] = {kNoVertex, kNoVertex, kNoVertex};
  /// Weights of these vertices in the nearest points of the features at time `lower`.
  Real weights_a[3] = {}, weights_b[3] = {};
  Vec3 normal;     ///< unit, from the feature of a to that of b, at time `lower`; zero where there is none
  Real lower = 0;  ///< until then the two features are farther apart than the separation
  Real upper = 0;  ///< of a hit: they are in contact by then, for certain
  /// Uncertain counts as a hit.
  explicit operator bool() const { return hit != Hit::miss; }
};

/// Called for every contact; false ends the search.
using ImpactVisitor = FunctionRef<bool(const MeshImpact& impact)>;

/// All contacts of vertices with faces, and of edges with edges, of two meshes during their steps, each pair
/// of features once, with its first time. Contact is being no farther apart than `settings.separation`;
/// meshes whose surfaces come that close have such a pair at that time. None is missed, rounding included.
/// Hits that are `uncertain` are told as well. invalid_argument: a setting makes no sense, nothing was
/// visited. Two times the same mesh is visit_self_impacts(). Does not allocate.
[[nodiscard]] GRAZE_API Status visit_impacts(const SweptMesh& a, const SweptMesh& b, ImpactVisitor visit,
                                             const FeatureSettings& settings = {});
/// All contacts of a mesh with itself, as visit_impacts(); features with a common vertex are left out. Each
/// contact of a vertex and a face is told as vertex_face.
[[nodiscard]] GRAZE_API Status visit_self_impacts(const SweptMesh& mesh, ImpactVisitor visit,
                                                  const FeatureSettings& settings = {});

/// The earliest contact by `lower`, for visit_impacts(); all of them are later than `lower`, and the first
/// one comes no later than `upper` of a hit. A miss: the meshes are farther apart than the separation all the
/// time. A setting that makes no sense: `uncertain` with Status::invalid_argument.
[[nodiscard]] GRAZE_API MeshImpact first_impact(const SweptMesh& a, const SweptMesh& b,
                                                const FeatureSettings& settings = {});
/// The earliest contact of a mesh with itself; see first_impact() and visit_self_impacts().
[[nodiscard]] GRAZE_API MeshImpact first_self_impact(const SweptMesh& mesh,
                                                     const FeatureSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
