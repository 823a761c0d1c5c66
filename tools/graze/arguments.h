// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text.h"

namespace command {

/// One option of a sub-command: parser, help and completion all read this row.
struct OptionRow {
  enum class Takes : unsigned char { nothing, value, maybe_value };  ///< maybe_value: only as --name=VALUE
  std::string_view name;                                             ///< with its two hyphens
  Takes takes = Takes::nothing;
  std::string_view value;  ///< name of the value in the help; alternatives as "y|z" are completed
  std::string_view help;
};

/// A sub-command as the user sees it.
struct CommandRow {
  std::string_view name;
  std::string_view operands;
  std::string_view summary;
  std::vector<std::span<const OptionRow>> groups;
  std::string_view examples;
};

/// Words of the command line after the name of the sub-command, sorted out by its rows.
class Arguments {
 public:
  /// Throws UserError with the nearest right spelling where an option is not known.
  Arguments(const CommandRow& row, std::span<const std::string_view> words);

  [[nodiscard]] const std::vector<std::string>& operands() const { return operands_; }
  /// All of it as a shell reads it, from the name of the program on.
  [[nodiscard]] const std::string& command_line() const { return command_line_; }
  [[nodiscard]] bool has(std::string_view option) const;
  /// Value of the last use of an option; none where it is not given, or given without a value.
  [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
  /// Values of all uses, in order.
  [[nodiscard]] std::vector<std::string> values(std::string_view option) const;
  /// A number within bounds; throws UserError.
  [[nodiscard]] std::optional<Real> number(std::string_view option, Real least, Real most) const;
  /// One of the words that the row's value lists, such as "y|z"; throws UserError.
  [[nodiscard]] std::optional<std::string> choice(std::string_view option) const;

 private:
  const CommandRow& row_;
  std::vector<std::pair<const OptionRow*, std::optional<std::string>>> options_;
  std::vector<std::string> operands_;
  std::string command_line_;
};

/// All sub-commands, in the order of the help.
[[nodiscard]] const std::vector<CommandRow>& all_commands();
/// The rows of a sub-command, group after group.
[[nodiscard]] std::vector<const OptionRow*> options_of(const CommandRow& command);
/// Prints the help of a sub-command, or of the program where it is null.
void print_help(const CommandRow* command);
/// Prints a completion script for "bash" or "zsh"; throws UserError for others.
void print_completion(std::string_view shell);

}  // namespace command
