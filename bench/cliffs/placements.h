// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "kinds.h"

// The eleven placements of a pair.

namespace cliffs {

/// Names of the placements. Turned: b is rotated by 0.7 about (1, 2, 3); otherwise their axes are parallel.
inline constexpr const char* kPlacements[] = {
    "apart",       // by 10, turned
    "near",        // 1e-3 from contact, turned
    "brushing",    // 1e-6 from contact, parallel axes
    "touching",    // exactly, as far as Real can say it; parallel axes: faces on faces, edges on edges
    "deep",        // 0.6 deep, turned
    "coaxial",     // one axis of symmetry, b shifted along it by 0.3
    "concentric",  // one centre, turned
    "identical",   // one placement for both
    "tiny",        // b scaled to 1e-4 and 2e-5 deep, turned
    "remote",      // 1e6 from the origin, 0.1 deep, turned
    "sheared",     // both sheared, 0.02 deep
};

/// Where a pair of kinds stands in each placement. The way of b is along x, or y if a is a half-space.
class Placed {
 public:
  Placed(const Kind& a, const Kind& b);
  [[nodiscard]] std::pair<graze::Instance, graze::Instance> at(const std::string& placement) const;

 private:
  // How far from a, along the way, b with this linear part comes to contact.
  [[nodiscard]] double contact(const graze::Affine& world_from_a, const graze::Mat3& linear) const;
  [[nodiscard]] graze::Instance b_at(const graze::Mat3& linear, const graze::Vec3& where) const;

  graze::Instance a_, b_;
  graze::Vec3 way_;
};

}  // namespace cliffs
