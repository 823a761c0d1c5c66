// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "text.h"

namespace command {

enum class Colour : unsigned char { none, red, yellow, cyan, magenta, green, bold };

/// Style of the output for people: colours only on a terminal, or where they were asked for.
class Style {
 public:
  /// `choice`: auto, always or never. With auto, NO_COLOR and TERM=dumb are respected.
  explicit Style(std::string_view choice = "auto");
  /// The text in a colour.
  [[nodiscard]] std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool is_on_ = false;
};

/// Rows of cells in columns as wide as they need to be.
class Table {
 public:
  enum class Align : unsigned char { left, right };
  struct Cell {
    std::string text;
    Colour colour = Colour::none;
  };

  /// Adds a column; the headers are the first row.
  void add_column(std::string_view header, Align align = Align::left);
  /// Adds a row of as many cells as there are columns.
  void add_row(std::vector<Cell> cells);
  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  /// Prints to stdout, two blanks between columns, none at the ends of lines.
  void print(const Style& style) const;

 private:
  std::vector<Cell> headers_;
  std::vector<Align> aligns_;
  std::vector<std::vector<Cell>> rows_;
};

/// A bar on stderr with the time that is left; only on a terminal, and only of work that takes longer than a
/// second.
class ProgressBar {
 public:
  /// `what`: such as "checking". `is_wanted` false: never shown.
  ProgressBar(std::string_view what, bool is_wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  /// Shows that a fraction of the work is done.
  void show(Real fraction);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool is_wanted_ = false, is_shown_ = false;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

/// Ctrl-C. Before work has begun it ends the program; from then on it asks the work to end, and a second one
/// ends the program.
namespace interrupt {
/// Catches SIGINT and SIGTERM from here on.
void install();
/// From here on an interrupt is a request.
void work_begins();
/// From here on an interrupt ends the program again.
void work_ends();
/// Whether there was one since work began.
[[nodiscard]] bool was_requested();
}  // namespace interrupt

}  // namespace command
