// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "io/robot/build.h"
#include "io/robot/rows.h"
#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

constexpr std::size_t kMostLine = 1 << 24;

// A word of a line, without blanks and quotes around it.
struct Cell {
  std::string_view text;
  std::uint32_t column = 0;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return is_quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

// A whole cell as a number; words such as nan are numbers that are not finite.
bool parse_cell(std::string_view text, Real& out) {
  if (is_not_finite_word(text)) {
    out = std::numeric_limits<Real>::quiet_NaN();
    return true;
  }
  return !text.empty() && parse_number(text, out) == text.size();
}

bool is_numbers(const std::vector<Cell>& cells) {
  Real x = 0;
  return std::all_of(cells.begin(), cells.end(), [&](const Cell& c) { return parse_cell(c.text, x); });
}

class TextRows final : public StateReader::Rows {
 public:
  TextRows(std::unique_ptr<std::istream> in, std::string name, const Robot& robot, Report& report)
      : in_(std::move(in)), name_(std::move(name)), check_(robot), width_(robot.variables.size()) {
    std::string comment;
    std::uint32_t comment_line = 0;
    while (next_line()) {
      const std::string_view text = trimmed(line_);
      if (!text.starts_with('#')) break;
      comment = text.substr(1);
      comment_line = number_;
    }
    if (at_end_) return;
    split(line_);
    if (!is_numbers(cells_)) {
      read_names(robot, report, number_);
      return;
    }
    is_pending_ = true;
    const std::vector<Cell> first = cells_;
    split(comment);  // numpy.savetxt writes names behind a #
    if (names_variables(robot)) read_names(robot, report, comment_line);
    cells_ = first;
  }

  std::optional<std::uint64_t> count() const override { return std::nullopt; }

  void read(Real* out, std::size_t rows, std::size_t& done) override {
    for (done = 0; done < rows && next_row(); ++done, ++next_) read_row(out + done * width_);
  }

  bool seek(std::uint64_t row) override {
    if (row < next_) rewind();
    for (; next_ < row; ++next_)
      if (!next_row()) return false;
    return true;
  }

 private:
  // The next line that is not empty; false at the end.
  bool next_line() {
    do {
      line_.clear();
      std::streambuf* buffer = in_->rdbuf();
      int c = buffer->sbumpc();
      for (; c != std::char_traits<char>::eof() && c != '\n'; c = buffer->sbumpc()) {
        if (line_.size() >= kMostLine)
          throw ReadFailure(ReadCode::limit, "a line is longer than 16 MiB", {name_, number_ + 1, 1});
        line_ += static_cast<char>(c);
      }
      at_end_ = c == std::char_traits<char>::eof() && line_.empty();
      ++number_;
      if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
    } while (!at_end_ && trimmed(line_).empty());
    return !at_end_;
  }

  // The next line of numbers, split; false at the end.
  bool next_row() {
    if (is_pending_) {
      is_pending_ = false;
      return true;
    }
    do {
      if (!next_line()) return false;
    } while (trimmed(line_).starts_with('#'));
    split(line_);
    return true;
  }

  // Back to the first row, by the way that led there.
  void rewind() {
    in_->clear();
    in_->seekg(0);
    number_ = 0;
    next_ = 0;
    at_end_ = is_pending_ = false;
    while (number_ < header_line_ && next_line()) {
    }
  }

  // Cells of a line: between commas, else semicolons, else blanks.
  void split(std::string_view line) {
    cells_.clear();
    const char mark = line.find(',') != line.npos ? ',' : line.find(';') != line.npos ? ';' : ' ';
    for (std::size_t at = 0; at <= line.size();) {
      if (mark == ' ') at = std::min(line.find_first_not_of(" \t\r", at), line.size());
      if (mark == ' ' && at == line.size()) break;
      const std::size_t end =
          std::min(mark == ' ' ? line.find_first_of(" \t\r", at) : line.find(mark, at), line.size());
      const std::string_view cell = line.substr(at, end - at);
      const std::size_t blanks = std::min(cell.find_first_not_of(" \t\r"), cell.size());
      cells_.push_back({unquoted(trimmed(cell)), static_cast<std::uint32_t>(at + blanks + 1)});
      at = end + 1;
    }
    // A separator may end the line.
    if (cells_.size() > 1 && cells_.back().text.empty()) cells_.pop_back();
  }

  bool names_variables(const Robot& robot) const {
    return !cells_.empty() && std::any_of(cells_.begin(), cells_.end(), [&](const Cell& c) {
      return std::any_of(robot.variables.begin(), robot.variables.end(),
                         [&](const Variable& v) { return v.name == c.text; });
    });
  }

  void read_names(const Robot& robot, Report& report, std::uint32_t line) {
    header_line_ = line;
    Names names;
    for (std::uint32_t i = 0; i < robot.variables.size(); ++i) names.emplace(robot.variables[i].name, i);
    std::vector<bool> is_there(width_, false);
    for (const Cell& c : cells_) {
      const auto known = names.find(std::string(c.text));
      const std::uint32_t variable = known == names.end() ? kNone : known->second;
      variables_.push_back(variable);
      const Place place{name_, line, c.column};
      if (variable == kNone)
        ignore(c, robot, report, place);
      else if (is_there[variable])
        throw ReadFailure(ReadCode::damaged, named("variable", c.text) + " has two columns", place);
      else
        is_there[variable] = true;
    }
    const auto missing = std::find(is_there.begin(), is_there.end(), false);
    if (missing != is_there.end())
      throw ReadFailure(
          ReadCode::damaged,
          named("variable", robot.variables[static_cast<std::size_t>(missing - is_there.begin())].name) +
              " has no column",
          {name_, line, 1});
  }

  // A column that is no variable: the time, or a joint that has none of its own; anything else is a mistake.
  void ignore(const Cell& c, const Robot& robot, Report& report, const Place& place) const {
    const bool is_time = c.text == "time" || c.text == "t";
    if (!is_time && find_joint(robot, c.text) == kNone)
      throw ReadFailure(ReadCode::damaged, "no variable of the robot is called \"" + printable(c.text) + "\"",
                        place);
    report.note("column \"" + printable(c.text) + "\" is ignored: it is no variable of the robot", place);
  }

  void read_row(Real* out) {
    const std::size_t wanted = variables_.empty() ? width_ : variables_.size();
    if (cells_.size() != wanted)
      throw ReadFailure(ReadCode::damaged,
                        "the line has " + std::to_string(cells_.size()) + " columns, " +
                            std::to_string(wanted) + " are needed",
                        {name_, number_, 1});
    for (std::size_t i = 0; i < wanted; ++i) {
      const std::size_t variable = variables_.empty() ? i : variables_[i];
      if (variable == kNone) continue;
      if (!parse_cell(cells_[i].text, out[variable]))
        throw ReadFailure(ReadCode::damaged, "\"" + printable(cells_[i].text) + "\" is not a number",
                          {name_, number_, cells_[i].column});
    }
    std::size_t variable = 0;
    const std::string why = check_.objection(out, variable);
    if (!why.empty()) throw ReadFailure(ReadCode::damaged, why, {name_, number_, column_of(variable)});
  }

  std::uint32_t column_of(std::size_t variable) const {
    const auto at = std::find(variables_.begin(), variables_.end(), variable);
    return cells_[variables_.empty() ? variable : static_cast<std::size_t>(at - variables_.begin())].column;
  }

  std::unique_ptr<std::istream> in_;
  std::string name_;
  RowCheck check_;
  std::size_t width_;
  std::string line_;
  std::uint32_t number_ = 0;       // of line_, from 1
  std::uint32_t header_line_ = 0;  // 0: there is none
  bool at_end_ = false;
  bool is_pending_ = false;  // cells_ are those of a row that was not given yet
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> variables_;  // of the columns; empty: in order
  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<StateReader::Rows> open_text(std::unique_ptr<std::istream> in, std::string name,
                                             const Robot& robot, Report& report) {
  return std::make_unique<TextRows>(std::move(in), std::move(name), robot, report);
}

}  // namespace graze::inline GRAZE_ABI::io::robot
