// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <memory>

#include "graze/base/thread_pool.h"
#include "request.h"
#include "terminal.h"

namespace command {

/// How reading one file went.
struct FileReport {
  std::string path;
  io::ReadCode code = io::ReadCode::complete;
  std::vector<io::ReadMessage> warnings;
};

/// How much is printed, where, and by how many threads.
struct Manner {
  explicit Manner(const Arguments& arguments);
  bool is_quiet = false, is_verbose = false;
  Style style;
  std::unique_ptr<graze::ThreadPool> threads;
};

struct RobotCell;

/// Scenes that were read, and the objects made of them.
struct Loaded {
  std::vector<std::unique_ptr<io::SceneData>> scenes;  ///< of the objects
  std::vector<FileReport> files;
  check::Objects objects;
  check::Animation animation;  ///< seconds in which scenes show their motion
  bool is_partial = false;     ///< some geometry or motion could not be read
  Real read_seconds = 0, build_seconds = 0;
  std::shared_ptr<RobotCell> robot;  ///< where states of a robot are asked about
};

/// Reads the files of a request and makes the objects: those of the begin of its time, or of the animation.
/// Prints warnings to stderr. Throws UserError where a file cannot be read at all.
[[nodiscard]] Loaded load(Request& request, const Manner& manner);

/// Names of files without folder and extension, where there are several; equal ones get numbers.
void choose_prefixes(std::vector<FileRequest>& files);
/// Prints what came up while a file was read.
void print_warnings(const FileReport& file, const Manner& manner);

/// The objects of a loaded scene at another moment.
[[nodiscard]] check::Objects objects_at(const Loaded& loaded, Real time);

/// Seconds that are checked: those of the request, else of the animation; empty where it is one moment.
[[nodiscard]] graze::Interval time_of(const Request& request, const Loaded& loaded);

/// Whether the seconds that are checked show all that the scenes' motion ever shows.
[[nodiscard]] bool is_motion_whole(const Request& request, const Loaded& loaded);

/// Runs the job of a request over its time, with a progress bar; Ctrl-C ends it with what was found. Throws
/// UserError.
[[nodiscard]] check::Report run_job(Request& request, const Loaded& loaded, const Manner& manner);

/// An error of the library as one of the user.
[[noreturn]] void refuse(std::string_view what, const graze::Error& error);

}  // namespace command
