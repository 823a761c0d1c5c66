// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "check/moving/segment.h"
#include "graze/motion/swept_mesh.h"

namespace graze::inline GRAZE_ABI::check {

/// An object whose points move straight from where they are at the begin of a segment to where they are at
/// its end. All in the world.
class DeformingObject {
 public:
  DeformingObject(const Objects& objects, std::uint32_t object);

  /// Points of a segment. False: there is nothing at one of the two times.
  [[nodiscard]] bool set(Real begin, Real end);
  [[nodiscard]] const Aabb& swept() const { return swept_; }
  /// The object at the begin and at the end of the segment.
  [[nodiscard]] Instance at_begin() const { return {begin_, {}, 0}; }
  [[nodiscard]] Instance at_end() const { return {end_, {}, 0}; }
  /// The object at a time of the segment, from 0 to 1; invalid where it cannot be made.
  [[nodiscard]] Instance at(Real time) const;

  /// First time in [0, 1] at which a triangle comes as close as `target` to a rigid shape, or the last,
  /// counted backwards from 1.
  [[nodiscard]] std::optional<Real> first_contact(const Shape& shape, const Path& path, Real target,
                                                  bool backwards) const;
  /// Likewise of two that deform.
  [[nodiscard]] std::optional<Real> first_contact(const DeformingObject& other, Real target,
                                                  bool backwards) const;

 private:
  [[nodiscard]] std::vector<Vec3> points_at(Real time) const;
  [[nodiscard]] Shape shape_of(const std::vector<Vec3>& points) const;

  const Objects& objects_;
  const Object& object_;
  std::uint32_t geometry_;
  std::vector<std::uint32_t> corners_;  // three for each triangle; segments and points repeat some
  std::vector<Vec3> from_, to_;
  Shape begin_, end_;
  Aabb swept_;
};

}  // namespace graze::inline GRAZE_ABI::check
