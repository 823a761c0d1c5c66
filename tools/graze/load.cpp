// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "load.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "robot.h"

namespace command {
namespace {

using Clock = std::chrono::steady_clock;

Real seconds_since(Clock::time_point begin) {
  return std::chrono::duration<Real>(Clock::now() - begin).count();
}

}  // namespace

void choose_prefixes(std::vector<FileRequest>& files) {
  if (files.size() < 2) return;
  std::vector<std::string> taken;
  for (FileRequest& file : files) {
    if (file.prefix.empty()) {
      const std::string stem = std::filesystem::path(file.path).stem().string();
      std::string name = stem;
      for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
        name = stem + "[" + std::to_string(i) + "]";
      file.prefix = name;
    }
    taken.push_back(file.prefix);
  }
}

void print_warnings(const FileReport& file, const Manner& manner) {
  if (manner.is_quiet) return;
  std::size_t left_out = 0;
  for (const io::ReadMessage& warning : file.warnings) {
    if (warning.is_loss || manner.is_verbose)
      std::fprintf(stderr, "graze: %s%s\n", printable(io::to_string(warning)).c_str(),
                   warning.is_loss ? " (something is missing)" : "");
    else
      ++left_out;
  }
  if (left_out > 0)
    std::fprintf(stderr, "graze: %s: %s; --verbose shows them\n", printable(file.path).c_str(),
                 counted(left_out, "warning").c_str());
}

namespace {

/// A large file takes seconds to read: on a terminal a line on stderr says so.
void announce(const std::string& path, const Manner& manner) {
  constexpr std::uintmax_t kLarge = 20'000'000;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size < kLarge || manner.is_quiet || ::isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "reading %s (%s)\n", printable(path).c_str(),
               to_bytes(static_cast<Real>(size)).c_str());
}

void read_files(Request& request, const Manner& manner, Loaded& loaded) {
  for (const FileRequest& file : request.files) {
    announce(file.path, manner);
    io::SceneRead read = read_scene_or_robot(file.path, request);
    loaded.files.push_back({file.path, read.code, std::move(read.warnings)});
    print_warnings(loaded.files.back(), manner);
    if (!read) throw UserError(printable(io::to_string(read.error)));
    if (read.code == io::ReadCode::partial) loaded.is_partial = true;
    loaded.scenes.push_back(std::make_unique<io::SceneData>(std::move(*read.scene)));
    if (!file.motion.empty() && !io::move_scene(*loaded.scenes.back(), file.motion))
      throw UserError(printable(file.path) + ": its motion has numbers that are not finite");
  }
}

}  // namespace

Manner::Manner(const Arguments& arguments)
    : is_quiet(arguments.has("--quiet")),
      is_verbose(arguments.has("--verbose")),
      style(arguments.choice("--color").value_or("auto")) {
  const Real count = arguments.number("--threads", 1, 1024).value_or(0);
  threads = std::make_unique<graze::ThreadPool>(static_cast<unsigned>(count));
}

void refuse(std::string_view what, const graze::Error& error) {
  throw UserError(std::string(what) + ": " + error.message);
}

Loaded load(Request& request, const Manner& manner) {
  if (request.files.empty()) throw UserError("no file is given");
  choose_prefixes(request.files);
  Loaded loaded;
  const Clock::time_point begin = Clock::now();
  read_files(request, manner, loaded);
  loaded.read_seconds = seconds_since(begin);

  std::vector<check::SceneUse> uses;
  for (std::size_t i = 0; i < request.files.size(); ++i) {
    const FileRequest& file = request.files[i];
    uses.push_back(
        {loaded.scenes[i].get(), file.path, file.prefix, file.placement, file.metres_per_unit, file.up});
  }
  loaded.animation = check::animation_of(uses);
  const graze::Interval time = request.time.value_or(loaded.animation.range);
  request.objects.time = time.is_empty() ? 0 : time.lower;
  request.objects.executor = manner.threads->executor();
  const Clock::time_point built = Clock::now();
  ProgressBar bar("building", !manner.is_quiet);
  request.objects.progress = {[](void* context, Real fraction) {
                                static_cast<ProgressBar*>(context)->show(fraction);
                                return true;
                              },
                              &bar};
  auto objects = check::make_objects(uses, request.objects);
  request.objects.progress = {};
  if (!objects) refuse("the scene", objects.error());
  loaded.objects = *std::move(objects);
  loaded.build_seconds = seconds_since(built);
  return loaded;
}

check::Objects objects_at(const Loaded& loaded, Real time) {
  if (loaded.robot) return objects_at_row(loaded, time);
  check::ObjectOptions options = loaded.objects.options;
  options.time = time;
  auto objects = check::make_objects(loaded.objects.uses, options);
  if (!objects) refuse("the scene", objects.error());
  return *std::move(objects);
}

graze::Interval time_of(const Request& request, const Loaded& loaded) {
  const graze::Interval time = request.time.value_or(loaded.animation.range);
  return !time.is_empty() && time.upper > time.lower ? time : graze::Interval();
}

bool is_motion_whole(const Request& request, const Loaded& loaded) {
  const check::Animation& all = loaded.animation;
  if (all.range.is_empty()) return true;
  const graze::Interval time = request.time.value_or(all.range);
  return all.is_whole && time.lower <= all.range.lower && time.upper >= all.range.upper;
}

check::Report run_job(Request& request, const Loaded& loaded, const Manner& manner) {
  ProgressBar bar("checking", !manner.is_quiet);
  request.job.time = time_of(request, loaded);
  request.job.executor = manner.threads->executor();
  request.job.progress = {[](void* context, Real fraction) {
                            static_cast<ProgressBar*>(context)->show(fraction);
                            return !interrupt::was_requested();
                          },
                          &bar};
  interrupt::work_begins();
  auto report = check::run(loaded.objects, request.job);
  interrupt::work_ends();
  if (!report) refuse("the check", report.error());
  return *std::move(report);
}

}  // namespace command
