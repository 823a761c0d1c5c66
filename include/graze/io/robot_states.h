// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "graze/io/robot.h"

namespace graze::inline GRAZE_ABI::io {

/// Rows of values of a robot's variables, read from a file in blocks: memory does not grow with the file.
class GRAZE_API StateReader {
 public:
  class Rows;
  /// For open_states(): reads from `rows`, with the robot's variables.
  StateReader(std::unique_ptr<Rows> rows, const Robot& robot);
  /// The reader moved from has no rows and has failed(), until another is assigned to it.
  StateReader(StateReader&& other) noexcept;
  StateReader& operator=(StateReader&& other) noexcept;
  ~StateReader();

  /// Numbers in a row: as many as the robot has variables, and in their order.
  [[nodiscard]] std::size_t width() const noexcept;
  /// How many rows there are; nothing where only reading tells (text).
  [[nodiscard]] std::optional<std::uint64_t> row_count() const noexcept;
  /// Index, from 0, of the row that is read next.
  [[nodiscard]] std::uint64_t next_row() const noexcept;
  /// Reads as many rows as `out` has room for, fewer at the end or before an error: 0 means that there are no
  /// more, or that failed().
  [[nodiscard]] std::size_t read(std::span<Real> out) noexcept;
  /// Goes to a row, not beyond the end; text is read up to there. False where there is no such row.
  [[nodiscard]] bool seek(std::uint64_t row) noexcept;
  /// Whether a row was refused: not finite or beyond 1e15, a quaternion of length zero, not as long as the
  /// others, no number; or the file could not be read on. The rows before it were given.
  [[nodiscard]] bool failed() const noexcept;
  /// The fault of the row, with the line and column of text, or with the row and column of an array.
  [[nodiscard]] const ReadMessage& error() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// An open file of states, or an error; in both cases with the warnings that came up.
struct StatesRead {
  ReadCode code = ReadCode::complete;
  std::optional<StateReader> states;  ///< when complete
  ReadMessage error;                  ///< otherwise
  std::vector<ReadMessage> warnings;

  /// Whether there are states to read.
  explicit operator bool() const noexcept { return states.has_value(); }
};

/// Opens a file of states, by its content:
/// - a numpy array (.npy, format 1 to 3) of float32 or float64, little-endian, of shape (rows, variables) in
/// C
///   order; one of shape (variables) is a single row;
/// - text with a row in each line, separated by commas, semicolons or blanks; lines that begin with # and
/// empty
///   ones are skipped. Where the first line (or the # line above it) is not numbers it names the columns:
///   every variable once, in any order. Columns "time" and "t", and those of fixed and mimic joints, are
///   ignored with a warning.
[[nodiscard]] GRAZE_API StatesRead open_states(std::string_view path, const Robot& robot) noexcept;

/// Of bytes in memory, which are copied; `name` is what messages call them.
[[nodiscard]] GRAZE_API StatesRead read_states(std::string_view bytes, std::string_view name,
                                               const Robot& robot) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
