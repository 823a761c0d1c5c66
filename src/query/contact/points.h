// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/contact/axis.h"
#include "query/contact/side.h"

namespace graze::inline GRAZE_ABI {

/// A point of a contact set moves to the witness points of the separation if it is closer to them than this
/// part of the size of the pair.
inline constexpr double kNearWitness = 0.02;

/// Contact points of a pair in its contact frame.
struct ContactPoints {
  ContactFrame frame;
  primitive::ClipPoints points;
  double tolerance;
};

/// Finds the points that the supporting features along an axis have in common, and those of the search where
/// these are deeper. Gaps are at most the prediction distance.
void find_points(const ContactAxis& axis, const ContactSettings& settings, ContactPoints& out);

}  // namespace graze::inline GRAZE_ABI
