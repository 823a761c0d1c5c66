// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "../../mesh/mesh_models.h"

namespace graze::test {

/// A tube around the z axis, closed, from z = -half to half.
[[nodiscard]] inline MeshModel pipe_model(int sides, double outer, double inner, double half) {
  MeshModel model;
  constexpr double kTurn = 6.283185307179586;
  for (const double z : {-half, half})
    for (int k = 0; k < sides; ++k)
      for (const double r : {outer, inner})
        model.vertices.push_back(
            {Real(r * std::cos(kTurn * k / sides)), Real(r * std::sin(kTurn * k / sides)), Real(z)});
  const auto at = [&](int end, int k, int wall) {
    return static_cast<std::uint32_t>(2 * (end * sides + k % sides) + wall);
  };
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    model.indices.insert(model.indices.end(), {a, b, c, a, c, d});
  };
  for (int k = 0; k < sides; ++k) {
    add(at(0, k, 0), at(0, k + 1, 0), at(1, k + 1, 0), at(1, k, 0));
    add(at(0, k, 1), at(1, k, 1), at(1, k + 1, 1), at(0, k + 1, 1));
    add(at(0, k, 1), at(0, k + 1, 1), at(0, k + 1, 0), at(0, k, 0));
    add(at(1, k, 0), at(1, k + 1, 0), at(1, k + 1, 1), at(1, k, 1));
  }
  return model;
}

}  // namespace graze::test
