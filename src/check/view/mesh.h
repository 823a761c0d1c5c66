// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "graze/check/view.h"

namespace graze::inline GRAZE_ABI::check {

/// Pairs of corners between which a surface ends or bends by more than 30 degrees; points at one place are
/// one. Empty where they are so many that they would hide the surface.
std::vector<std::uint32_t> sharp_edges(std::span<const Vec3> points,
                                       std::span<const std::uint32_t> triangles);

/// Triangles of points; those that no corner names are left out, and the others numbered anew.
ViewGeometry view_mesh(std::span<const Vec3> points, std::vector<std::uint32_t> triangles,
                       std::vector<std::uint32_t> edges);

/// Surface around the y axis through a profile from the bottom up: x is the radius there.
struct ProfilePoint {
  Real radius = 0, height = 0;
};
ViewGeometry view_lathe(std::span<const ProfilePoint> profile);

/// Profiles of tapered shapes.
std::vector<ProfilePoint> profile_of(const io::TaperedCapsuleData& capsule);
std::vector<ProfilePoint> profile_of(const io::TaperedCylinderData& cylinder);

/// Numbers of the points that corners name, by rising number; the corners become places in this list.
std::vector<std::uint32_t> compact(std::size_t point_count, std::vector<std::uint32_t>& corners);

/// A point to which floats of all others are relative: the origin, unless it is far away.
Vec3 origin_of(std::span<const Vec3> points, std::span<const std::uint32_t> used);

/// Coordinates of the points in use.
std::vector<float> to_floats(std::span<const Vec3> points, std::span<const std::uint32_t> used,
                             const Vec3& origin);

}  // namespace graze::inline GRAZE_ABI::check
