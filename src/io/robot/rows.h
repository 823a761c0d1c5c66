// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <istream>

#include "graze/io/robot_states.h"
#include "io/report.h"

namespace graze::inline GRAZE_ABI::io {

/// Rows of numbers in a file. Functions throw ReadFailure, after which nothing more is read.
class StateReader::Rows {
 public:
  virtual ~Rows() = default;
  [[nodiscard]] virtual std::optional<std::uint64_t> count() const = 0;
  /// Reads up to `rows` rows into `out`, fewer only at the end; `done` is how many, also when it throws.
  virtual void read(Real* out, std::size_t rows, std::size_t& done) = 0;
  /// Goes to a row; false, and at the end, where it is beyond it.
  [[nodiscard]] virtual bool seek(std::uint64_t row) = 0;
};

namespace robot {

/// Rules that a row must keep: finite numbers, quaternions that are none of length zero.
class RowCheck {
 public:
  explicit RowCheck(const Robot& robot);
  /// Why the numbers are no configuration, and the variable that is to blame; empty where they are.
  [[nodiscard]] std::string objection(const Real* row, std::size_t& variable) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> quaternions_;  // first variable of each
};

/// Opens text with a row in each line. Throws ReadFailure.
[[nodiscard]] std::unique_ptr<StateReader::Rows> open_text(std::unique_ptr<std::istream> in, std::string name,
                                                           const Robot& robot, Report& report);

/// Whether bytes begin a numpy array.
[[nodiscard]] bool is_npy(std::string_view head);
/// Opens a numpy array. Throws ReadFailure.
[[nodiscard]] std::unique_ptr<StateReader::Rows> open_npy(std::unique_ptr<std::istream> in, std::string name,
                                                          const Robot& robot, Report& report);

}  // namespace robot
}  // namespace graze::inline GRAZE_ABI::io
