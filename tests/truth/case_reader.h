// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace truth {

// The truth format as data: what a file says, before anything is built from it. All inputs of a case are
// float32 values, so both libraries are asked about the same sets.

enum class ShapeType { box, cone, cylinder, sphere, point, segment, triangle, polytope, sum, hull };

/// A shape in local coordinates. `numbers` are as written: full extents, radius and full height, coordinates.
struct ShapeSpec {
  ShapeType type = ShapeType::point;
  std::vector<float> numbers;
  std::shared_ptr<const ShapeSpec> first, second;  // operands of a sum or a hull
};

/// Whether both are written with the same words.
[[nodiscard]] bool is_same(const ShapeSpec& a, const ShapeSpec& b);

/// Either position, quaternion (x y z w) and scale (10 numbers), or columns x, y, z and origin (12 numbers).
struct PlacementSpec {
  enum class Form { parts, matrix };
  Form form = Form::parts;
  std::array<float, 12> numbers = {};
};

struct ObjectSpec {
  std::shared_ptr<const ShapeSpec> shape;
  PlacementSpec placement;
  float margin = 0;
};

/// A ray and what it does.
struct RaySpec {
  std::array<float, 3> source = {}, target = {};
  float max_parameter = 0;  // in lengths of target - source
  bool hits = false;
  double parameter = 0;
  std::array<double, 3> normal = {};
  bool has_normal = false;  // not where it hits an edge
  double clearance = 0;     // of the ray from the shape: small where it grazes
};

struct TruthCase {
  enum class Kind { pair, ray };
  int id = 0;
  std::string category;
  Kind kind = Kind::pair;
  ObjectSpec a, b;                       // rays have no b
  double separation = 0;                 // signed: minus the depth of overlapping pairs
  double error = 0;                      // how far `separation` may be from the truth
  std::array<double, 3> direction = {};  // moving b along it separates; zero when there is none
  RaySpec ray;                           // rays only
  double size = 1;                       // largest extent of the smaller object
  double scale = 1;                      // largest absolute world coordinate
};

/// The file cannot be read; what() names file, line and reason.
struct ReadError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All cases of a file in order. Throws ReadError.
[[nodiscard]] std::vector<TruthCase> read_cases(const std::string& path);

}  // namespace truth
