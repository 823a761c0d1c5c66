// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "query/batch/job.h"

// Batches for the library itself: operands where they lie, none of them copied.

namespace graze::inline GRAZE_ABI {

/// Answers of up to kChunk pairs without margins, as the batches of the public headers give them. Nothing is
/// checked; settings are without caches. out[i] is of pairs[i].
void answer_pairs(std::span<const LanePair> pairs, std::span<Intersection> out,
                  const QuerySettings& settings);
void answer_pairs(std::span<const LanePair> pairs, std::span<Distance> out, const QuerySettings& settings);
void answer_pairs(std::span<const LanePair> pairs, std::span<ContactSet> out,
                  const ContactSettings& settings);

}  // namespace graze::inline GRAZE_ABI
