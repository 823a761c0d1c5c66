// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "robot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graze/shape/bounds.h"

namespace command {
namespace {

using Clock = std::chrono::steady_clock;

bool is_robot(const std::string& path) { return io::format_of(read_text(path), path) == "URDF"; }

/// The robot with its SRDF, whose warnings come behind those of the URDF.
io::RobotRead read_robot(const std::string& path, const Request& request) {
  io::UrdfOptions options;
  options.limits = request.reading.limits;
  if (!request.reading.root.empty()) options.roots = {request.reading.root};
  io::RobotRead read = io::read_urdf_file(path, options);
  if (!read || request.srdf.empty()) return read;
  const io::SrdfRead pairs = io::read_srdf_file(request.srdf, *read.robot);
  if (!pairs) throw UserError(printable(io::to_string(pairs.error)));
  read.warnings.insert(read.warnings.end(), pairs.warnings.begin(), pairs.warnings.end());
  return read;
}

void add_report(const std::string& path, io::ReadCode code, std::vector<io::ReadMessage> warnings,
                const Manner& manner, Loaded& loaded) {
  loaded.files.push_back({path, code, std::move(warnings)});
  print_warnings(loaded.files.back(), manner);
  if (code == io::ReadCode::partial) loaded.is_partial = true;
}

void read_robot_file(const FileRequest& file, const Request& request, const Manner& manner, Loaded& loaded) {
  if (std::abs(length(file.placement.linear.columns[0]) - 1) > 1e-9)
    throw UserError(printable(file.path) + ": a robot cannot be scaled");
  if (file.metres_per_unit > 0 || file.up)
    throw UserError("a robot is in metres, +z up: --units and --up are not for " + printable(file.path));
  io::RobotRead read = read_robot(file.path, request);
  add_report(file.path, read.code, std::move(read.warnings), manner, loaded);
  if (!read) throw UserError(printable(io::to_string(read.error)));
  loaded.robot->robot = std::move(*read.robot);
}

void read_scene_file(const FileRequest& file, const Request& request, const Manner& manner, Loaded& loaded) {
  io::SceneRead read = io::read_scene_file(file.path, request.reading);
  add_report(file.path, read.code, std::move(read.warnings), manner, loaded);
  if (!read) throw UserError(printable(io::to_string(read.error)));
  loaded.scenes.push_back(std::make_unique<io::SceneData>(std::move(*read.scene)));
}

/// The request's file that is the robot.
std::size_t find_robot(const Request& request) {
  std::size_t found = request.files.size();
  for (std::size_t i = 0; i < request.files.size(); ++i) {
    if (!is_robot(request.files[i].path)) continue;
    if (found < request.files.size())
      throw UserError("--states is for one robot: there are two among the files");
    found = i;
  }
  if (found == request.files.size()) throw UserError("--states is for a robot: no file is a URDF");
  return found;
}

io::StatesRead open_states(const RobotCell& cell) {
  io::StatesRead read = io::open_states(cell.states, cell.robot);
  if (!read) throw UserError(printable(io::to_string(read.error)));
  return read;
}

check::RobotCheck make_checker(const Request& request, const Loaded& loaded) {
  const RobotCell& cell = *loaded.robot;
  const FileRequest& first = request.files[0];
  check::RobotJob job;
  job.job = request.job;
  job.between_rows = request.job.between_frames;
  job.options = request.objects;
  job.world_from_robot = graze::Pose(first.placement.linear, first.placement.translation);
  job.prefix = first.prefix;
  std::vector<check::SceneUse> uses;
  for (std::size_t i = 1; i < request.files.size(); ++i) {
    const FileRequest& file = request.files[i];
    uses.push_back(
        {loaded.scenes[i - 1].get(), file.path, file.prefix, file.placement, file.metres_per_unit, file.up});
  }
  auto checker = check::RobotCheck::make(cell.robot, uses, job);
  if (!checker) refuse("the check", checker.error());
  return *std::move(checker);
}

/// Two neighbouring rows of states; text is read once, from the begin to the end, where rows rise.
class RowPair {
 public:
  explicit RowPair(io::StateReader& states) : states_(states), width_(states.width()), rows_(2 * width_) {}
  /// Whether there is such a row. Behind the last one comes that one again.
  [[nodiscard]] bool go_to(std::uint64_t row) {
    if (count_ > 0 && row == row_) return true;
    std::size_t kept = 0;
    if (count_ == 2 && row == row_ + 1) {
      std::copy(rows_.begin() + static_cast<std::ptrdiff_t>(width_), rows_.end(), rows_.begin());
      kept = 1;
    } else if (!states_.seek(row)) {
      return false;
    }
    count_ = kept + states_.read(std::span(rows_).subspan(kept * width_));
    row_ = row;
    if (count_ == 1) std::copy_n(rows_.begin(), width_, rows_.begin() + static_cast<std::ptrdiff_t>(width_));
    return count_ > 0;
  }
  [[nodiscard]] std::span<const Real> from() const { return std::span(rows_).first(width_); }
  [[nodiscard]] std::span<const Real> to() const { return std::span(rows_).last(width_); }

 private:
  io::StateReader& states_;
  std::size_t width_, count_ = 0;  // rows that were read
  std::vector<Real> rows_;
  std::uint64_t row_ = 0;
};

check::Report without_robot(check::RobotReport& rows) {
  check::Report out;
  out.outcome = rows.outcome;
  out.findings = std::move(rows.findings);
  std::copy(std::begin(rows.counts), std::end(rows.counts), out.counts);
  out.pairs = out.near_pairs = out.done = rows.pairs;
  out.uncertain = rows.uncertain;
  return out;
}

}  // namespace

io::SceneRead read_scene_or_robot(const std::string& path, const Request& request) {
  if (request.srdf.empty() || !is_robot(path)) return io::read_scene_file(path, request.reading);
  io::RobotRead robot = read_robot(path, request);
  io::SceneRead out;
  out.code = robot.code;
  out.error = std::move(robot.error);
  out.warnings = std::move(robot.warnings);
  if (robot.robot) out.scene = std::move(robot.robot->scene);
  return out;
}

Loaded load_robot(Request& request, const Manner& manner) {
  if (request.files.empty()) throw UserError("no file is given");
  if (request.time) throw UserError("--time is for animations: rows of --states have none");
  for (const FileRequest& file : request.files)
    if (!file.motion.empty())
      throw UserError(printable(file.path) + ": files do not move where rows of --states are checked");
  choose_prefixes(request.files);
  Loaded loaded;
  const Clock::time_point begin = Clock::now();
  loaded.robot = std::make_shared<RobotCell>();
  loaded.robot->states = request.states;
  const auto robot = request.files.begin() + static_cast<std::ptrdiff_t>(find_robot(request));
  std::rotate(request.files.begin(), robot, robot + 1);
  read_robot_file(request.files[0], request, manner, loaded);
  for (std::size_t i = 1; i < request.files.size(); ++i)
    read_scene_file(request.files[i], request, manner, loaded);
  loaded.read_seconds = std::chrono::duration<Real>(Clock::now() - begin).count();
  loaded.objects.metres_per_unit = 1;
  loaded.objects.up = io::UpAxis::z;
  return loaded;
}

check::Report run_states(Request& request, Loaded& loaded, const Manner& manner) {
  RobotCell& cell = *loaded.robot;
  io::StatesRead states = open_states(cell);
  const FileReport of_states{cell.states, states.code, std::move(states.warnings)};
  print_warnings(of_states, manner);
  auto& warnings = loaded.files[0].warnings;
  warnings.insert(warnings.end(), of_states.warnings.begin(), of_states.warnings.end());
  ProgressBar bar("checking", !manner.is_quiet);
  request.job.executor = request.objects.executor = manner.threads->executor();
  request.job.progress = {[](void* context, Real fraction) {
                            static_cast<ProgressBar*>(context)->show(fraction);
                            return !interrupt::was_requested();
                          },
                          &bar};
  cell.checker = make_checker(request, loaded);
  loaded.objects = cell.checker->objects();
  interrupt::work_begins();
  cell.report = cell.checker->run(*states.states);
  interrupt::work_ends();
  if (cell.report.rows > 0) request.job.time = {0, static_cast<Real>(cell.report.rows - 1)};
  if (cell.report.states_error) {
    loaded.is_partial = true;
    if (!manner.is_quiet)
      std::fprintf(stderr, "graze: %s (the rows from there on are missing)\n",
                   printable(io::to_string(*cell.report.states_error)).c_str());
  }
  return without_robot(cell.report);
}

void visit_rows(const Loaded& loaded, std::span<const Real> rows, RowVisitor visit) {
  const RobotCell& cell = *loaded.robot;
  io::StatesRead read = open_states(cell);
  RowPair pair(*read.states);
  std::vector<Real> q;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Real before = std::floor(rows[i]);
    if (!pair.go_to(static_cast<std::uint64_t>(before)))
      throw UserError(printable(cell.states) + " has changed while it was read");
    q.assign(pair.from().begin(), pair.from().end());
    if (rows[i] > before) io::interpolate(cell.robot, pair.from(), pair.to(), rows[i] - before, q);
    visit(i, cell.checker->placements(q));
  }
}

check::Objects objects_at_row(const Loaded& loaded, Real row) {
  check::Objects out = loaded.objects;
  const auto place = [&](std::size_t, const std::vector<graze::Affine>& placements) {
    for (std::size_t i = 0; i < out.list.size(); ++i) {
      out.list[i].placement = placements[i];
      out.list[i].bounds = graze::bounds(out.list[i].shape, placements[i]);
    }
  };
  visit_rows(loaded, {&row, 1}, place);
  out.options.time = row;
  return out;
}

}  // namespace command
