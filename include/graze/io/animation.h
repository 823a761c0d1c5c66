// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "graze/io/geometry.h"

namespace graze::inline GRAZE_ABI::io {

/// Turns time into the key of a track: the fraction of a cycle, or seconds.
struct Clock {
  std::string name;
  Real start = 0;           ///< seconds
  Real cycle = 1;           ///< seconds, above zero
  Real stop = kInfinity;    ///< seconds; the output stays as it then was
  bool is_loop = false;     ///< begins again after each cycle
  bool is_running = true;   ///< false: waits for an event that the file does not hold
  bool in_seconds = false;  ///< the output is seconds since the begin of the cycle, not its fraction
  SourcePlace place;
};

enum class Interpolation : std::uint8_t {
  step,    ///< the value of the last key that is not later
  linear,  ///< each component
  slerp,   ///< quaternions x, y, z, w: the shorter arc at constant speed
  cubic,   ///< each component by Hermite's polynomial; slopes are by unit of the key
};

/// Values at keys: components numbers for each key, one after the other; of cubic ones the slope that
/// arrives, the value, the slope that leaves. Keys do not decrease; two equal ones are a jump.
struct Track {
  std::string name;
  Interpolation interpolation = Interpolation::linear;
  std::uint32_t components = 3;
  std::vector<Real> keys;  ///< never empty
  std::vector<Real> values;
};

/// Goal of a channel: a part of a node's LocalTransform, or the numbers of a geometry.
enum class Target : std::uint8_t {
  translation,
  rotation,
  scale,
  centre,
  scale_orientation,
  points,   ///< of a MeshData, LineData or PointData: at least as many as it has
  spine,    ///< of the extrusion of a MeshData
  weights,  ///< of the morph targets of a Deformation: as many as it has
};

/// clock -> tracks, each of which maps the number of the one before -> target.
struct Channel {
  std::uint32_t clock = kNone;
  std::vector<std::uint32_t> tracks;  ///< all but the last have one component
  Target target = Target::translation;
  std::vector<std::uint32_t> targets;  ///< nodes, or geometries from Target::points on
};

/// Output of a clock at a time; nothing before its start and while it does not run. At the end of each cycle
/// but the first moment of all the fraction is 1, not 0.
[[nodiscard]] GRAZE_API std::optional<Real> clock_output(const Clock& clock, Real time) noexcept;

/// Value of a track: the first before the first key, the last from the last key on; at a jump what follows
/// it. `out` has room for track.components numbers.
GRAZE_API void sample(const Track& track, Real key, Real* out) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
