// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "graze/math/ray.h"
#include "graze/shape/instance.h"

namespace hardcases {

/// The file cannot be used; what() names file, case and reason.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The library refuses the values of a shape or a placement: a failed case, not a broken file.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A case that broke some library, ready to be asked.
struct HardCase {
  std::string id;
  std::string query;
  std::string waits_for;            // what is missing before it can be asked; empty: nothing
  std::string refusal;              // why an object could not be made; empty: it could
  graze::Instance a, b;             // built only when nothing is missing
  graze::Ray ray;                   // of a ray_cast, in place of b
  double scale = 0;                 // largest absolute world coordinate of either object
  nlohmann::json shape_a, shape_b;  // as the file states them, for what is built from them rather than placed
  nlohmann::json expected;
};

/// All cases of a file in order. Throws FormatError.
[[nodiscard]] std::vector<HardCase> read_cases(const std::string& path);

/// Corrects stated expectations that are provably wrong, one line per correction to `out`. The file is a list
/// of {id, field, stated, corrected, why}; it applies only while a case still states that number. Throws
/// FormatError.
void apply_errata(const std::string& path, std::vector<HardCase>& cases, std::FILE* out);

/// An object with how far it reaches from the world's origin along any axis.
struct Placed {
  graze::Instance instance;
  double reach = 0;
};

/// Whether a shape, or a part of it, is of a kind that waits for a later issue: the plural it waits for, or
/// null.
[[nodiscard]] const char* waits_for_shape(const nlohmann::json& shape);
/// Builds a shape under a pose. Throws FormatError for unknown types and missing fields, Refusal when the
/// library does not take the values.
[[nodiscard]] Placed place(const nlohmann::json& shape, const nlohmann::json& pose);
/// A shape of type "ray", without end, under a pose. Throws FormatError.
[[nodiscard]] graze::Ray place_ray(const nlohmann::json& shape, const nlohmann::json& pose);

}  // namespace hardcases
