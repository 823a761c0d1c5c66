// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "../mesh/mesh_models.h"
#include "graze/mesh/compound.h"
#include "graze/shape/instance.h"
#include "support/random.h"

namespace graze::test {

inline Shape mesh_of(const MeshModel& model, bool is_solid = false) {
  const auto mesh = build(model, {.is_solid = is_solid});
  EXPECT_TRUE(mesh.has_value());
  return mesh ? mesh->shape() : Shape();
}
inline Instance at(const Shape& shape, const Vec3& where, Real margin = 0) {
  return {shape, Affine(where), margin};
}

// Random pieces, placements of every kind, and all pairs of pieces asked one by one.

inline MeshModel random_soup(Random& random, int count) {
  MeshModel model;
  for (int i = 0; i < count; ++i) {
    const V3d centre = random.in_cube() * 2.0;
    for (int k = 0; k < 3; ++k) {
      const V3d p = centre + random.in_cube() * 0.7;
      model.indices.push_back(static_cast<std::uint32_t>(model.vertices.size()));
      model.vertices.push_back({Real(p.x), Real(p.y), Real(p.z)});
    }
  }
  return model;
}

inline Vec3 real(const V3d& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

inline Affine random_placement(Random& random, double far) {
  const Vec3 where = real(random.direction() * random.uniform(0, far));
  if (random.chance(0.6)) {
    const V3d axis = random.direction();
    return Affine(Pose{rotation_about(real(axis), Real(random.uniform(0, 6))), where});
  }
  Mat3 linear{real(random.in_cube()), real(random.in_cube()),
              real(random.in_cube())};  // sheared, often mirrored
  for (int k = 0; k < 3; ++k) linear.columns[k][k] += random.chance(0.5) ? Real(1.5) : Real(-1.5);
  return {linear, where};
}

inline Shape random_compound(Random& random, int count, std::vector<CompoundPiece>& pieces) {
  for (int i = 0; i < count; ++i) {
    const Affine place = random_placement(random, 2);
    const Real size = Real(random.uniform(0.1, 0.5));
    const Shape shape = i % 4 == 0   ? Shape(Sphere{size})
                        : i % 4 == 1 ? Shape(Box{{size, size / 2, size}})
                        : i % 4 == 2 ? Shape(Cone{size, size})
                                     : mesh_of(cube_model(size));
    pieces.push_back({shape, place});
  }
  const auto compound = make_compound(pieces);
  EXPECT_TRUE(compound.has_value());
  return compound ? *compound : Shape();
}

// A shape and the pieces it was made of, placed.
struct Whole {
  Instance instance;
  std::vector<Instance> pieces;
};

inline Whole random_whole(Random& random, double far) {
  Whole whole;
  whole.instance.placement = random_placement(random, far);
  whole.instance.margin = random.chance(0.3) ? Real(random.uniform(0, 0.2)) : Real(0);
  const int kind = random.below(3);
  if (kind == 0) {
    const MeshModel model = random_soup(random, 1 + random.below(30));
    whole.instance.shape = mesh_of(model);
    for (std::size_t i = 0; i < model.triangle_count(); ++i) {
      const Triangle t = model.triangle(i);
      whole.pieces.push_back({Shape(t), whole.instance.placement, whole.instance.margin});
    }
  } else if (kind == 1) {
    std::vector<CompoundPiece> pieces;
    whole.instance.shape = random_compound(random, 1 + random.below(8), pieces);
    for (const CompoundPiece& p : pieces)
      whole.pieces.push_back({p.shape, whole.instance.placement * p.placement, whole.instance.margin});
  } else {
    whole.instance.shape = Shape(Capsule{Real(0.4), Real(0.8)});
    whole.pieces = {whole.instance};
  }
  return whole;
}

}  // namespace graze::test
