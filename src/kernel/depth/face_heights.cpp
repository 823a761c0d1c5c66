// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/face_heights.h"

#include <cmath>
#include <limits>

// Compiled once per Highway target; see https://github.com/google/highway, "dynamic dispatch".
#if defined(GRAZE_SIMD)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/depth/face_heights.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline GRAZE_ABI::primitive {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
// Debian's Highway has no SSE2 target, and its emulated one is slower than plain code.
void place_vertices(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                    SmallVertices& vertices) {
  face_kernels_scalar().place_vertices(set, linear, translation, vertices);
}
void place(const SmallHull& hull, const PlaneMap& map, SmallFaces& faces) {
  face_kernels_scalar().place(hull, map, faces);
}
void measure(const SmallFaces& faces, const SmallVertices& vertices, FaceHeights& heights) {
  face_kernels_scalar().measure(faces, vertices, heights);
}
#else
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, kFacePadding>;
using Pack = hn::Vec<Tag>;

HWY_INLINE Pack dot(Pack ax, Pack ay, Pack az, Pack bx, Pack by, Pack bz) {
  return hn::Add(hn::Add(hn::Mul(ax, bx), hn::Mul(ay, by)), hn::Mul(az, bz));
}
HWY_INLINE Pack row(const Mat3d& m, int i, Pack x, Pack y, Pack z) {
  const Tag d;
  return dot(hn::Set(d, m.columns[0][i]), hn::Set(d, m.columns[1][i]), hn::Set(d, m.columns[2][i]), x, y, z);
}

template <class D>
HWY_INLINE hn::Vec<D> load(D d, const Real* from) {
  if constexpr (sizeof(Real) == 8) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
  }
}

void place_vertices(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                    SmallVertices& vertices) {
  static_assert(kVertexPadding % kFacePadding == 0 && kSmallVertices % kVertexPadding == 0);
  const Tag d;
  vertices.count = set.count;
  for (std::size_t i = 0; i < set.count; i += hn::Lanes(d)) {
    const Pack x = load(d, set.x + i), y = load(d, set.y + i), z = load(d, set.z + i);
    hn::Store(hn::Add(row(linear, 0, x, y, z), hn::Set(d, translation.x)), d, vertices.x + i);
    hn::Store(hn::Add(row(linear, 1, x, y, z), hn::Set(d, translation.y)), d, vertices.y + i);
    hn::Store(hn::Add(row(linear, 2, x, y, z), hn::Set(d, translation.z)), d, vertices.z + i);
  }
}

void place(const SmallHull& hull, const PlaneMap& map, SmallFaces& faces) {
  const Tag d;
  faces.count = hull.face_count;
  faces.padded = hull.padded;
  const double *const from_x = hull.planes.data(), *const from_y = from_x + hull.padded,
                      *const from_z = from_y + hull.padded, *const from_offset = from_z + hull.padded;
  for (std::size_t f = 0; f < faces.padded; f += hn::Lanes(d)) {
    const Pack lx = hn::LoadU(d, from_x + f), ly = hn::LoadU(d, from_y + f), lz = hn::LoadU(d, from_z + f);
    Pack x = row(map.cofactors, 0, lx, ly, lz), y = row(map.cofactors, 1, lx, ly, lz),
         z = row(map.cofactors, 2, lx, ly, lz);
    const Pack scale = hn::Div(hn::Set(d, 1.0), hn::Sqrt(dot(x, y, z, x, y, z)));
    x = hn::Mul(x, scale);
    y = hn::Mul(y, scale);
    z = hn::Mul(z, scale);
    const Pack own = hn::Mul(hn::Mul(hn::LoadU(d, from_offset + f), hn::Set(d, map.factor)), scale);
    const Vec3d& t = map.translation;
    hn::Store(x, d, faces.x + f);
    hn::Store(y, d, faces.y + f);
    hn::Store(z, d, faces.z + f);
    hn::Store(hn::Add(own, dot(x, y, z, hn::Set(d, t.x), hn::Set(d, t.y), hn::Set(d, t.z))), d,
              faces.offset + f);
  }
}

// The nearest faces so far, one per lane.
struct NearestFaces {
  Pack least, nearest;
};

// A few packs of faces at a time: the vertices are read once for all of them.
template <int kPacks>
HWY_INLINE void measure_packs(const SmallFaces& faces, const SmallVertices& vertices, std::size_t from,
                              FaceHeights& heights, NearestFaces& best) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  Pack x[kPacks], y[kPacks], z[kPacks], offset[kPacks], deepest[kPacks], vertex[kPacks];
  const auto at = [&](int k) { return from + static_cast<std::size_t>(k) * lanes; };
  const auto depth = [&](std::uint32_t i, int k, Pack px, Pack py, Pack pz) {
    const Pack value = hn::Sub(offset[k], dot(x[k], y[k], z[k], px, py, pz));
    hn::Store(value, d, heights.depth[i] + at(k));
    return value;
  };
  const auto coordinate = [&](const double* of_all, std::uint32_t i) { return hn::Set(d, of_all[i]); };
  for (int k = 0; k < kPacks; ++k) {
    x[k] = hn::Load(d, faces.x + at(k));
    y[k] = hn::Load(d, faces.y + at(k));
    z[k] = hn::Load(d, faces.z + at(k));
    offset[k] = hn::Load(d, faces.offset + at(k));
    deepest[k] = depth(0, k, coordinate(vertices.x, 0), coordinate(vertices.y, 0), coordinate(vertices.z, 0));
    vertex[k] = hn::Zero(d);
  }
  const Pack one = hn::Set(d, 1.0);
  Pack index = hn::Zero(d);
  for (std::uint32_t i = 1; i < vertices.count; ++i) {
    const Pack px = coordinate(vertices.x, i), py = coordinate(vertices.y, i), pz = coordinate(vertices.z, i);
    index = hn::Add(index, one);
    for (int k = 0; k < kPacks; ++k) {
      const Pack value = depth(i, k, px, py, pz);
      const auto is_deeper = hn::Gt(value, deepest[k]);
      deepest[k] = hn::IfThenElse(is_deeper, value, deepest[k]);
      vertex[k] = hn::IfThenElse(is_deeper, index, vertex[k]);
    }
  }
  for (int k = 0; k < kPacks; ++k) {
    hn::Store(vertex[k], d, heights.vertex + at(k));
    hn::Store(deepest[k], d, heights.deepest + at(k));
    const auto is_nearer = hn::Lt(deepest[k], best.least);
    best.least = hn::IfThenElse(is_nearer, deepest[k], best.least);
    best.nearest = hn::IfThenElse(is_nearer, hn::Iota(d, static_cast<double>(at(k))), best.nearest);
  }
}

void measure(const SmallFaces& faces, const SmallVertices& vertices, FaceHeights& heights) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  NearestFaces best{hn::Set(d, std::numeric_limits<double>::infinity()), hn::Zero(d)};
  std::size_t f = 0;
  for (; f + 2 * lanes <= faces.padded; f += 2 * lanes) measure_packs<2>(faces, vertices, f, heights, best);
  if (f < faces.padded) measure_packs<1>(faces, vertices, f, heights, best);
  const Pack least = best.least, nearest = best.nearest;
  const Pack all = hn::MinOfLanes(d, least);
  const Pack first = hn::IfThenElse(hn::Eq(least, all), nearest, hn::Set(d, 4294967295.0));
  heights.least = hn::GetLane(all);
  heights.nearest = static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, first)));
}
#endif

FaceKernels kernels() { return {place_vertices, place, measure}; }

}  // namespace HWY_NAMESPACE
}  // namespace graze::inline GRAZE_ABI::primitive
HWY_AFTER_NAMESPACE();
#endif  // GRAZE_SIMD

#if !defined(GRAZE_SIMD) || HWY_ONCE
namespace graze::inline GRAZE_ABI::primitive {
namespace {

void place_vertices_scalar(const VertexSet& set, const Mat3d& linear, const Vec3d& translation,
                           SmallVertices& vertices) {
  vertices.count = set.count;
  for (std::uint32_t i = 0; i < set.count; ++i) {
    const Vec3d p = linear * set.vertex(i) + translation;
    vertices.x[i] = p.x;
    vertices.y[i] = p.y;
    vertices.z[i] = p.z;
  }
}

void place_scalar(const SmallHull& hull, const PlaneMap& map, SmallFaces& faces) {
  faces.count = hull.face_count;
  faces.padded = hull.padded;
  const double* const from = hull.planes.data();
  for (std::uint32_t f = 0; f < faces.padded; ++f) {
    const Vec3d n = map.cofactors * Vec3d{from[f], from[f + hull.padded], from[f + 2 * hull.padded]};
    const double scale = 1 / std::sqrt((n.x * n.x + n.y * n.y) + n.z * n.z);
    const Vec3d unit = n * scale, &t = map.translation;
    faces.x[f] = unit.x;
    faces.y[f] = unit.y;
    faces.z[f] = unit.z;
    faces.offset[f] =
        from[f + 3 * hull.padded] * map.factor * scale + ((unit.x * t.x + unit.y * t.y) + unit.z * t.z);
  }
}

void measure_scalar(const SmallFaces& faces, const SmallVertices& vertices, FaceHeights& heights) {
  heights.least = std::numeric_limits<double>::infinity();
  heights.nearest = 0;
  for (std::uint32_t f = 0; f < faces.padded; ++f) {
    const Vec3d n = faces.normal(f);
    double deepest = 0;
    for (std::uint32_t i = 0; i < vertices.count; ++i) {
      const double value =
          faces.offset[f] - ((n.x * vertices.x[i] + n.y * vertices.y[i]) + n.z * vertices.z[i]);
      heights.depth[i][f] = value;
      if (i > 0 && !(value > deepest)) continue;
      deepest = value;
      heights.vertex[f] = i;
    }
    heights.deepest[f] = deepest;
    if (!(deepest < heights.least)) continue;
    heights.least = deepest;
    heights.nearest = f;
  }
}

}  // namespace

FaceKernels face_kernels_scalar() { return {place_vertices_scalar, place_scalar, measure_scalar}; }

#if defined(GRAZE_SIMD)
HWY_EXPORT(kernels);
FaceKernels face_kernels() { return HWY_DYNAMIC_DISPATCH(kernels)(); }
#else
FaceKernels face_kernels() { return face_kernels_scalar(); }
#endif

}  // namespace graze::inline GRAZE_ABI::primitive
#endif
