// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include "graze/base/function_ref.h"
#include "graze/check/robot.h"
#include "load.h"

namespace command {

/// A robot and what its states do.
struct RobotCell {
  io::Robot robot;
  std::string states;  ///< their file
  std::optional<check::RobotCheck> checker;
  check::RobotReport report;  ///< without its findings
};

/// Reads a scene file; of a robot with the pairs of the request's SRDF.
[[nodiscard]] io::SceneRead read_scene_or_robot(const std::string& path, const Request& request);

/// Reads the files of a request, one of which must be a robot: it becomes the first. Throws UserError.
[[nodiscard]] Loaded load_robot(Request& request, const Manner& manner);

/// Makes the objects and checks the states of a request, with a progress bar. Throws UserError.
[[nodiscard]] check::Report run_states(Request& request, Loaded& loaded, const Manner& manner);

/// Told where all objects are at the row of this number in a list.
using RowVisitor = graze::FunctionRef<void(std::size_t index, const std::vector<graze::Affine>& placements)>;

/// Goes through rising rows, or places between two rows, and tells where the objects are. Throws UserError.
void visit_rows(const Loaded& loaded, std::span<const Real> rows, RowVisitor visit);

/// The objects where the robot is at a row, or between two.
[[nodiscard]] check::Objects objects_at_row(const Loaded& loaded, Real row);

}  // namespace command
