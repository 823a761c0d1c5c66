// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Vertices and faces of small hulls, placed and measured as many at a time as there are lanes. Included once
// per Highway target.

#if defined(GRAZE_KERNEL_DEPTH_FACE_HEIGHTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_DEPTH_FACE_HEIGHTS_INL
#undef GRAZE_KERNEL_DEPTH_FACE_HEIGHTS_INL
#else
#define GRAZE_KERNEL_DEPTH_FACE_HEIGHTS_INL
#endif

#include <limits>

#include "kernel/depth/face_heights.h"
#include "simd/pack-inl.h"

GRAZE_LANES_BEGIN

using FacePack = Pack<double>;

using FaceVec = LaneVec<FacePack>;

GRAZE_LANE FaceVec face_vector(const Vec3d& v) { return {FacePack(v.x), FacePack(v.y), FacePack(v.z)}; }
GRAZE_LANE LaneMat<FacePack> face_matrix(const Mat3d& m) {
  return {{face_vector(m.columns[0]), face_vector(m.columns[1]), face_vector(m.columns[2])}};
}

inline void place_hull_vertices(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                                depth::SmallVertices& vertices) {
  static_assert(kVertexPadding % kFacePadding == 0 && kSmallVertices % kVertexPadding == 0);
  vertices.count = set.count;
  const LaneMat<FacePack> m = face_matrix(linear);
  const FaceVec t = face_vector(translation);
  for (std::size_t i = 0; i < set.count; i += lane_count<double>()) {
    const FaceVec p = m * FaceVec{load_wide(set.x + i), load_wide(set.y + i), load_wide(set.z + i)} + t;
    store(p.x, vertices.x + i), store(p.y, vertices.y + i), store(p.z, vertices.z + i);
  }
}

inline void place_hull_faces(const SmallHull& hull, const depth::PlaneMap& map, depth::SmallFaces& faces) {
  faces.count = hull.face_count;
  faces.padded = hull.padded;
  const double* const from = hull.planes.data();
  const LaneMat<FacePack> cofactors = face_matrix(map.cofactors);
  const FaceVec t = face_vector(map.translation);
  for (std::size_t f = 0; f < faces.padded; f += lane_count<double>()) {
    FaceVec n =
        cofactors * FaceVec{load(from + f), load(from + hull.padded + f), load(from + 2 * hull.padded + f)};
    const FacePack scale = FacePack(1.0) / lane_sqrt(dot(n, n));
    n = n * scale;
    const FacePack own = load(from + 3 * hull.padded + f) * FacePack(map.factor) * scale;
    store(n.x, faces.x + f), store(n.y, faces.y + f), store(n.z, faces.z + f);
    store(own + dot(n, t), faces.offset + f);
  }
}

// The nearest faces so far, one per lane.
struct NearestFaces {
  FacePack least, nearest;
};

// A few packs of faces at a time: the vertices are read once for all of them.
template <int kPacks>
GRAZE_LANE void measure_packs(const depth::SmallFaces& faces, const depth::SmallVertices& vertices,
                              std::size_t from, depth::FaceHeights& heights, NearestFaces& best) {
  const std::size_t lanes = lane_count<double>();
  FaceVec normal[kPacks];
  FacePack offset[kPacks], deepest[kPacks], vertex[kPacks];
  const auto at = [&](int k) { return from + static_cast<std::size_t>(k) * lanes; };
  const auto depth_of = [&](std::uint32_t i, int k, const FaceVec& p) {
    const FacePack value = offset[k] - dot(normal[k], p);
    store(value, heights.depth[i] + at(k));
    return value;
  };
  for (int k = 0; k < kPacks; ++k) {
    normal[k] = {load(faces.x + at(k)), load(faces.y + at(k)), load(faces.z + at(k))};
    offset[k] = load(faces.offset + at(k));
    deepest[k] = depth_of(0, k, face_vector(vertices[0]));
    vertex[k] = FacePack(0.0);
  }
  FacePack index(0.0);
  for (std::uint32_t i = 1; i < vertices.count; ++i) {
    const FaceVec p = face_vector(vertices[i]);
    index = index + FacePack(1.0);
    for (int k = 0; k < kPacks; ++k) {
      const FacePack value = depth_of(i, k, p);
      const auto is_deeper = value > deepest[k];
      deepest[k] = select(is_deeper, value, deepest[k]);
      vertex[k] = select(is_deeper, index, vertex[k]);
    }
  }
  for (int k = 0; k < kPacks; ++k) {
    store(vertex[k], heights.vertex + at(k));
    store(deepest[k], heights.deepest + at(k));
    const auto is_nearer = deepest[k] < best.least;
    best.least = select(is_nearer, deepest[k], best.least);
    best.nearest = select(is_nearer, lane_numbers() + FacePack(static_cast<double>(at(k))), best.nearest);
  }
}

inline void measure_hull_faces(const depth::SmallFaces& faces, const depth::SmallVertices& vertices,
                               depth::FaceHeights& heights) {
  const std::size_t lanes = lane_count<double>();
  NearestFaces best{FacePack(std::numeric_limits<double>::infinity()), FacePack(0.0)};
  std::size_t f = 0;
  for (; f + 2 * lanes <= faces.padded; f += 2 * lanes) measure_packs<2>(faces, vertices, f, heights, best);
  if (f < faces.padded) measure_packs<1>(faces, vertices, f, heights, best);
  heights.least = least_lane(best.least);
  const FacePack first = select(best.least == FacePack(heights.least), best.nearest, FacePack(4294967295.0));
  heights.nearest = static_cast<std::uint32_t>(least_lane(first));
}

inline depth::FaceKernels make_face_kernels() {
  return {place_hull_vertices, place_hull_faces, measure_hull_faces};
}

GRAZE_LANES_END

#endif
