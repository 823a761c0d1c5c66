// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "graze/base/function_ref.h"
#include "graze/scene/scene.h"

namespace graze::inline GRAZE_ABI {

/// Starts a log in memory, for bug reports: every call from now on that changes the world or one of its
/// scenes, and every update, advance and speculation with a checksum of all bytes of its results. Calls that
/// were refused, and queries, change nothing and are not in it. Refused when the world is not new: it must
/// have no objects and scenes.
[[nodiscard]] GRAZE_API std::optional<Error> start_recording(World& world);
/// The log so far, good until the next call that changes the world. An error when the world is not being
/// recorded, or something could not be written: a custom shape, an expansion whose radius is not a Real, or a
/// motion of the caller.
///
/// Numbers are written as they are in memory; a log is read by the library of the same precision on a machine
/// of the same byte order. Shapes are written once. Meshes are written as triangles and built anew by the
/// reader; one that was refitted, when World::shape_changed() says so.
[[nodiscard]] GRAZE_API Result<std::span<const std::byte>> recording(const World& world);

/// Outcome of replay_calls().
struct ReplayReport {
  std::size_t calls = 0;
  std::size_t updates = 0;
  std::size_t advances = 0;   ///< and speculations
  std::size_t different = 0;  ///< calls of these sorts whose results have not the bytes that were recorded
  std::size_t first_different = 0;  ///< number of updates before the first of them
};
/// Called after every update of a replay with its number, counted from 0.
using ReplayVisitor = FunctionRef<void(const World& world, const Scene& scene, std::size_t update)>;

/// Makes the calls of a log again in a world of its own; handles are those of the recording. An error, with
/// the position in the log, where it is damaged, of another version or precision, or ends within a call.
[[nodiscard]] GRAZE_API Result<ReplayReport> replay_calls(std::span<const std::byte> log,
                                                          ReplayVisitor after_update);
/// Replays a log without a visitor.
[[nodiscard]] GRAZE_API Result<ReplayReport> replay_calls(std::span<const std::byte> log);

}  // namespace graze::inline GRAZE_ABI
