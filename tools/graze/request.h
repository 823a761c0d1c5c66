// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "graze/check/check.h"
#include "graze/io/move_scene.h"
#include "graze/io/read_scene.h"

namespace command {

namespace check = graze::check;
namespace io = graze::io;

/// A length as the user wrote it: with a unit, or in the unit of the world.
struct Length {
  Real value = 0;
  Real metres = 0;  ///< of its unit; 0: world units
};

/// A scene file, and where it stands or how it moves.
struct FileRequest {
  std::string path;
  std::string
      prefix;  ///< before the names of its objects; empty: none, or the file's name where there are several
  Real metres_per_unit = 0;
  std::optional<io::UpAxis> up;
  io::Placement placement;
  std::vector<io::MotionKey> motion;  ///< in the frame of the file
};

/// The wishes of the user, from options and from a job file. Lengths are brought to world units by
/// solve_lengths().
struct Request {
  std::vector<FileRequest> files;
  io::SceneOptions reading;
  check::ObjectOptions objects;
  check::Job job;
  std::optional<Length> clearance, tolerance;
  std::optional<graze::Interval> time;  ///< seconds
  std::string states, srdf;             ///< of a robot
  std::string baseline;
};

/// "0.1", "2mm", "50 um"; throws UserError, which names `what`.
[[nodiscard]] Length parse_length(std::string_view text, std::string_view what);
/// Metres of a unit by name or as a number; throws UserError.
[[nodiscard]] Real parse_unit(std::string_view text, std::string_view what);
/// "y" or "z"; throws UserError.
[[nodiscard]] io::UpAxis parse_up(std::string_view text, std::string_view what);
/// "x,y,z"; throws UserError.
[[nodiscard]] Vec3 parse_vector(std::string_view text, std::string_view what);
/// Two patterns with a comma between, which in a pattern is written "\,"; throws UserError.
[[nodiscard]] check::NamePair parse_pair(std::string_view text, std::string_view what);
/// "A:B" or "T" in seconds; throws UserError.
[[nodiscard]] graze::Interval parse_time(std::string_view text, std::string_view what);
/// "automatic", "groups" or "shapes"; throws UserError.
[[nodiscard]] check::Grouping parse_grouping(std::string_view text, std::string_view what);
/// Pairs of a rule file: one on each line, '#' begins a comment; throws UserError with file and line.
[[nodiscard]] std::vector<check::NamePair> read_rules(const std::string& path);
/// Pairs of the text of a rule file; `path` is for messages.
[[nodiscard]] std::vector<check::NamePair> parse_rules(const std::string& text, const std::string& path);
/// The bytes of a file; throws UserError.
[[nodiscard]] std::string read_text(const std::string& path);

/// Adds what a job file says. Paths in it are relative to its folder. Throws UserError with the place in the
/// file.
void add_job_file(const std::string& path, Request& request);
/// Likewise, of its text.
void add_job(const std::string& text, const std::string& path, Request& request);
/// Adds what the options say, over what is there. `operands`: files.
void add_options(const Arguments& arguments, std::span<const std::string> files, Request& request);
/// Clearance and tolerance in world units; throws UserError where the world's unit is not known and theirs
/// is.
void solve_lengths(Request& request, Real metres_per_unit);

}  // namespace command
