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

GRAZE_LANE FacePack dot_of(const FacePack (&a)[3], const FacePack (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
GRAZE_LANE FacePack row_times(const Mat3d& m, int i, const FacePack (&v)[3]) {
  return dot_of({FacePack(m.columns[0][i]), FacePack(m.columns[1][i]), FacePack(m.columns[2][i])}, v);
}

inline void place_hull_vertices(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                                depth::SmallVertices& vertices) {
  static_assert(kVertexPadding % kFacePadding == 0 && kSmallVertices % kVertexPadding == 0);
  vertices.count = set.count;
  double* const to[3] = {vertices.x, vertices.y, vertices.z};
  for (std::size_t i = 0; i < set.count; i += lane_count<double>()) {
    const FacePack p[3] = {load_wide(set.x + i), load_wide(set.y + i), load_wide(set.z + i)};
    for (int k = 0; k < 3; ++k) store(row_times(linear, k, p) + FacePack(translation[k]), to[k] + i);
  }
}

inline void place_hull_faces(const SmallHull& hull, const depth::PlaneMap& map, depth::SmallFaces& faces) {
  faces.count = hull.face_count;
  faces.padded = hull.padded;
  const double* const from = hull.planes.data();
  const FacePack t[3] = {FacePack(map.translation.x), FacePack(map.translation.y),
                         FacePack(map.translation.z)};
  for (std::size_t f = 0; f < faces.padded; f += lane_count<double>()) {
    const FacePack local[3] = {load(from + f), load(from + hull.padded + f),
                               load(from + 2 * hull.padded + f)};
    FacePack n[3] = {row_times(map.cofactors, 0, local), row_times(map.cofactors, 1, local),
                     row_times(map.cofactors, 2, local)};
    const FacePack scale = FacePack(1.0) / lane_sqrt(dot_of(n, n));
    for (FacePack& x : n) x = x * scale;
    const FacePack own = load(from + 3 * hull.padded + f) * FacePack(map.factor) * scale;
    store(n[0], faces.x + f);
    store(n[1], faces.y + f);
    store(n[2], faces.z + f);
    store(own + dot_of(n, t), faces.offset + f);
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
  FacePack normal[kPacks][3], offset[kPacks], deepest[kPacks], vertex[kPacks];
  const auto at = [&](int k) { return from + static_cast<std::size_t>(k) * lanes; };
  const auto depth_of = [&](std::uint32_t i, int k, const FacePack(&p)[3]) {
    const FacePack value = offset[k] - dot_of(normal[k], p);
    store(value, heights.depth[i] + at(k));
    return value;
  };
  const FacePack first[3] = {vertices.x[0], vertices.y[0], vertices.z[0]};
  for (int k = 0; k < kPacks; ++k) {
    normal[k][0] = load(faces.x + at(k));
    normal[k][1] = load(faces.y + at(k));
    normal[k][2] = load(faces.z + at(k));
    offset[k] = load(faces.offset + at(k));
    deepest[k] = depth_of(0, k, first);
    vertex[k] = FacePack(0.0);
  }
  FacePack index(0.0);
  for (std::uint32_t i = 1; i < vertices.count; ++i) {
    const FacePack p[3] = {vertices.x[i], vertices.y[i], vertices.z[i]};
    index = index + FacePack(1.0);
    for (int k = 0; k < kPacks; ++k) {
      const FacePack value = depth_of(i, k, p);
      const auto is_deeper = value > deepest[k];
      deepest[k] = select(is_deeper, value, deepest[k]);
      vertex[k] = select(is_deeper, index, vertex[k]);
    }
  }
  alignas(64) static constexpr double kNumbers[kFacePadding] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int k = 0; k < kPacks; ++k) {
    store(vertex[k], heights.vertex + at(k));
    store(deepest[k], heights.deepest + at(k));
    const auto is_nearer = deepest[k] < best.least;
    best.least = select(is_nearer, deepest[k], best.least);
    best.nearest = select(is_nearer, load(kNumbers) + FacePack(static_cast<double>(at(k))), best.nearest);
  }
}

inline void measure_hull_faces(const depth::SmallFaces& faces, const depth::SmallVertices& vertices,
                               depth::FaceHeights& heights) {
  const std::size_t lanes = lane_count<double>();
  NearestFaces best{FacePack(std::numeric_limits<double>::infinity()), FacePack(0.0)};
  std::size_t f = 0;
  for (; f + 2 * lanes <= faces.padded; f += 2 * lanes) measure_packs<2>(faces, vertices, f, heights, best);
  if (f < faces.padded) measure_packs<1>(faces, vertices, f, heights, best);
  const FacePack least = -greatest(-best.least);
  const FacePack first = select(best.least == least, best.nearest, FacePack(4294967295.0));
  alignas(64) double of_all[2][kFacePadding];
  store(least, of_all[0]);
  store(-greatest(-first), of_all[1]);
  heights.least = of_all[0][0];
  heights.nearest = static_cast<std::uint32_t>(of_all[1][0]);
}

inline depth::FaceKernels make_face_kernels() {
  return {place_hull_vertices, place_hull_faces, measure_hull_faces};
}

GRAZE_LANES_END

#endif
