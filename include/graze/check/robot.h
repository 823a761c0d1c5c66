// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/check/check.h"
#include "graze/io/robot_states.h"
#include "graze/math/pose.h"

namespace graze::inline GRAZE_ABI::check {

/// A question about the configurations of a robot.
struct RobotJob {
  /// Sets, rules, lengths, limits, executor and progress; time, fps and between_frames have no meaning here.
  /// Pairs without a link are not asked about.
  Job job;
  bool between_rows = true;            ///< false: only the rows, each by itself
  Pose world_from_robot;               ///< where the base stands
  std::string prefix;                  ///< before the names of links, with a "/" between; may be empty
  ObjectOptions options;               ///< its unit and axis are set to those of robots: metres, +z up
  std::size_t most_limit_rows = 1000;  ///< joints out of limits that are listed; all are counted
};

/// A joint that a row has outside of its limits.
struct LimitRow {
  std::uint64_t row = 0;
  std::uint32_t joint = 0;
  Real value = 0;
};

/// Findings of rows. Times are numbers of rows, from 0: 17.25 is a quarter of the way from row 17 to the
/// next.
struct RobotReport {
  Outcome outcome = Outcome::complete;
  /// By time of their begin, then by objects. Of single rows one for each row and pair. Between rows one for
  /// each span of rows through which a pair is in contact, or closer than the clearance: its numbers are
  /// those of the worst moment, to a hundredth of the size of the smaller object, its times those of contact
  /// if there is any. No contact is missed; a pair that parts for less than a hundredth of the way between
  /// two rows may count as in contact throughout.
  std::vector<Finding> findings;
  std::size_t counts[kKindCount] = {};  ///< of all findings, also those beyond the limit
  std::size_t uncertain = 0;            ///< findings whose bounds leave another kind
  std::uint64_t rows = 0;               ///< that were checked
  std::size_t pairs = 0;                ///< of objects that are asked about in each row
  std::uint64_t out_of_limits = 0;      ///< values of joints
  std::vector<LimitRow> limit_rows;     ///< the first of them
  /// The states could not be read to their end: findings are those of the rows before.
  std::optional<io::ReadMessage> states_error;
};

/// A robot among things that stand still, ready to be asked about configurations; from many threads at once.
class GRAZE_API RobotCheck {
 public:
  struct Data;  ///< private
  /// Links become objects, named as they are, then the objects of `others`. Links that the robot allows to
  /// touch are not asked about (job.rules.from_files). Refuses what make_objects() and run() refuse. `robot`
  /// and the scenes must stay where they are.
  [[nodiscard]] static Result<RobotCheck> make(const io::Robot& robot, std::span<const SceneUse> others,
                                               const RobotJob& job);
  /// The check moved from has no objects and excludes nothing: is_in_contact() is true, and a run() says in
  /// states_error that it checked no row.
  RobotCheck(RobotCheck&& other) noexcept;
  RobotCheck& operator=(RobotCheck&& other) noexcept;
  ~RobotCheck();

  /// Objects that findings name, at the neutral configuration.
  [[nodiscard]] const Objects& objects() const noexcept;
  /// Pairs of them that are asked about.
  [[nodiscard]] std::size_t pairs() const noexcept;

  /// World placements of all objects at a configuration. Precondition: are_values(robot, q).
  [[nodiscard]] std::vector<Affine> placements(std::span<const Real> q) const;
  /// Findings about the links at one configuration, by objects. Precondition: are_values(robot, q).
  [[nodiscard]] std::vector<Finding> check_one(std::span<const Real> q) const;
  /// Whether two links, or a link and something else, touch or overlap: no numbers, so it is faster.
  /// Precondition: are_values(robot, q).
  [[nodiscard]] bool is_in_contact(std::span<const Real> q) const;

  /// Rows of states from where they are to their end, in blocks; the same findings, byte for byte, on any
  /// number of threads. Between rows every moment counts: all variables go straight to those of the next row.
  [[nodiscard]] RobotReport run(io::StateReader& states) const;

 private:
  explicit RobotCheck(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

}  // namespace graze::inline GRAZE_ABI::check
