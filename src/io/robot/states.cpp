// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>

#include "graze/io/robot_states.h"
#include "io/robot/build.h"
#include "io/robot/motion.h"
#include "io/robot/rows.h"

namespace graze::inline GRAZE_ABI::io {
namespace robot {

RowCheck::RowCheck(const Robot& robot) {
  for (const Variable& v : robot.variables) names_.push_back(v.name);
  for (const Joint& j : robot.joints)
    if (j.kind == JointKind::floating && j.variable != kNone) quaternions_.push_back(j.variable + 3);
}

std::string RowCheck::objection(const Real* row, std::size_t& variable) const {
  for (variable = 0; variable < names_.size(); ++variable) {
    const Real x = row[variable];
    if (std::abs(x) <= kMostValue) continue;
    return named("variable", names_[variable]) +
           (is_finite(x) ? " is beyond 1e15" : " is not a finite number");
  }
  for (const std::uint32_t q : quaternions_) {
    variable = q;
    if (!has_direction(row + q)) return named("variable", names_[q]) + ": its quaternion has no length";
  }
  return {};
}

}  // namespace robot

struct StateReader::State {
  std::unique_ptr<Rows> rows;
  std::size_t width = 0;
  std::uint64_t next = 0;
  bool has_failed = false;
  ReadMessage error;

  // Runs a step of reading; its failure ends all reading.
  template <class F>
  void guarded(F step) noexcept {
    if (has_failed) return;
    try {
      try {
        step();
      } catch (ReadFailure& f) {
        has_failed = true;
        error = std::move(f.message);
      }
    } catch (const std::exception&) {
      has_failed = true;
      error.text = "out of memory";
    }
  }
};

StateReader::StateReader(std::unique_ptr<Rows> rows, const Robot& robot) : state_(std::make_unique<State>()) {
  state_->rows = std::move(rows);
  state_->width = robot.variables.size();
}
StateReader::StateReader(StateReader&& other) noexcept = default;
StateReader& StateReader::operator=(StateReader&& other) noexcept = default;
StateReader::~StateReader() = default;

std::size_t StateReader::width() const noexcept { return state_ ? state_->width : 0; }
std::optional<std::uint64_t> StateReader::row_count() const noexcept {
  return state_ ? state_->rows->count() : 0;
}
std::uint64_t StateReader::next_row() const noexcept { return state_ ? state_->next : 0; }
bool StateReader::failed() const noexcept { return !state_ || state_->has_failed; }
const ReadMessage& StateReader::error() const noexcept {
  static const ReadMessage kMoved = {"moved from", {}};  // short enough to need no memory
  return state_ ? state_->error : kMoved;
}

std::size_t StateReader::read(std::span<Real> out) noexcept {
  if (!state_) return 0;
  std::size_t done = 0;
  state_->guarded([&] { state_->rows->read(out.data(), out.size() / state_->width, done); });
  state_->next += done;
  return done;
}

bool StateReader::seek(std::uint64_t row) noexcept {
  if (!state_) return false;
  bool is_there = false;
  state_->guarded([&] { is_there = state_->rows->seek(row); });
  if (is_there) state_->next = row;
  return is_there;
}

namespace {

StatesRead open(std::unique_ptr<std::istream> in, const std::string& name, const Robot& robot) {
  Report report;
  StatesRead out;
  try {
    if (robot.variables.empty())
      throw ReadFailure(ReadCode::damaged, "the robot has no variables: there are no states of it", {name});
    char head[6] = {};
    in->read(head, sizeof head);
    const std::string_view first(head, static_cast<std::size_t>(in->gcount()));
    in->clear();
    in->seekg(0);
    if (!*in) throw ReadFailure(ReadCode::unreadable, "the file cannot be read", {name});
    auto rows = robot::is_npy(first) ? robot::open_npy(std::move(in), name, robot, report)
                                     : robot::open_text(std::move(in), name, robot, report);
    out.states.emplace(std::move(rows), robot);
  } catch (ReadFailure& f) {
    out = failed<StatesRead>(f.code, std::move(f.message));
  }
  out.warnings = report.take();
  return out;
}

}  // namespace

StatesRead open_states(std::string_view path, const Robot& robot) noexcept {
  try {
    const std::filesystem::path file{path};
    std::error_code error;
    const bool is_plain = std::filesystem::is_regular_file(file, error);
    auto in = std::make_unique<std::ifstream>(file, std::ios::binary);
    if (!is_plain || !*in)
      return failed<StatesRead>(ReadCode::unreadable, {is_plain ? "it cannot be read" : "no such file",
                                                       printable(path, 4096), 0, 0, 1, true});
    return open(std::move(in), std::string(path), robot);
  } catch (const std::exception&) {
    return out_of_memory<StatesRead>();
  }
}

StatesRead read_states(std::string_view bytes, std::string_view name, const Robot& robot) noexcept {
  try {
    auto in = std::make_unique<std::istringstream>(std::string(bytes), std::ios::binary);
    return open(std::move(in), std::string(name), robot);
  } catch (const std::exception&) {
    return out_of_memory<StatesRead>();
  }
}

}  // namespace graze::inline GRAZE_ABI::io
