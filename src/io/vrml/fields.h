// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/text.h"
#include "io/vrml/graph.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Fields of a node by type. One that is absent, too short or not finite has its default, the latter two with
/// a warning.
class Fields {
 public:
  Fields(const LiveNode& node, Report& report) : node_(node), report_(report) {}

  [[nodiscard]] double number(std::string_view field, double otherwise) const;
  [[nodiscard]] bool boolean(std::string_view field, bool otherwise) const;
  [[nodiscard]] Vec3 vec3(std::string_view field, const Vec3& otherwise) const;
  [[nodiscard]] Quat rotation(std::string_view field) const;
  /// A length, which is not negative: where the file says so, its size, with a warning.
  [[nodiscard]] double size(std::string_view field, double otherwise) const;
  /// Points of an MFVec3f; what is left of the last one is ignored. Those that are not finite stay so.
  [[nodiscard]] std::vector<Vec3> points(std::string_view field) const;

  [[nodiscard]] Place place(std::string_view field) const;
  [[nodiscard]] std::string label(std::string_view field) const;

 private:
  [[nodiscard]] std::span<const double> checked(std::string_view field, std::size_t count) const;

  const LiveNode& node_;
  Report& report_;
};

/// Axis and angle as a quaternion; the identity where the axis is zero.
[[nodiscard]] Quat to_quat(std::span<const double, 4> axis_angle);

}  // namespace graze::inline GRAZE_ABI::io::vrml
