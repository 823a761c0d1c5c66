// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/clip/box.h"
#include "query/contact/boxes.h"

// Pairs of boxes on their way from an axis to their points.

namespace graze::inline GRAZE_ABI {

/// Two boxes whose axis is known, in canonical order.
struct BoxCase {
  Operand sides[2];
  ContactSet* set;     // where its points go
  double height;       // overlap along the axis
  double size, error;  // as in BoxFrame
  int axis;            // numbered as in kernel/box/frame-inl.h
  int other;           // of faces: the axis of the other box whose faces look back most
  int first;           // which operand of the call is the first here
};

static_assert(BoxContactPoints::kCapacity == kBoxCandidates);

}  // namespace graze::inline GRAZE_ABI
