// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "arguments.h"

#include <algorithm>

namespace command {
namespace {

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

const OptionRow& find_option(const CommandRow& command, std::string_view name) {
  std::vector<std::string_view> names;
  for (const OptionRow* row : options_of(command)) {
    if (row->name == name) return *row;
    names.push_back(row->name);
  }
  const std::string_view nearest = nearest_word(name, names);
  throw UserError("no option " + quoted(name) + " of 'graze " + std::string(command.name) + "'" +
                  (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?") + " See 'graze " +
                  std::string(command.name) + " --help'.");
}

/// "-1,2" and "-.5" are operands: coordinates may be below zero.
bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '.' && !(word[1] >= '0' && word[1] <= '9');
}

/// A word as a shell reads it.
std::string shell_word(std::string_view word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

}  // namespace

Arguments::Arguments(const CommandRow& row, std::span<const std::string_view> words) : row_(row) {
  bool only_operands = false;
  command_line_ = "graze " + std::string(row.name);
  for (const std::string_view word : words) command_line_ += " " + shell_word(word);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (only_operands || !is_option(word)) {
      operands_.emplace_back(word);
    } else if (word == "--") {
      only_operands = true;
    } else {
      const std::size_t equals = word.find('=');
      const OptionRow& option = find_option(row, word == "-h" ? "--help" : word.substr(0, equals));
      std::optional<std::string> value;
      if (equals != std::string_view::npos) value = std::string(word.substr(equals + 1));
      if (option.takes == OptionRow::Takes::nothing && value)
        throw UserError("option '" + std::string(option.name) + "' takes no value");
      if (option.takes == OptionRow::Takes::value && !value) {
        if (i + 1 == words.size())
          throw UserError("option '" + std::string(option.name) +
                          "' needs a value: " + std::string(option.name) + " " + std::string(option.value));
        value = std::string(words[++i]);
      }
      options_.emplace_back(&option, std::move(value));
    }
  }
}

bool Arguments::has(std::string_view option) const {
  return std::any_of(options_.begin(), options_.end(),
                     [&](const auto& o) { return o.first->name == option; });
}

std::optional<std::string> Arguments::value(std::string_view option) const {
  std::optional<std::string> last;
  for (const auto& [row, value] : options_)
    if (row->name == option) last = value;
  return last;
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> all;
  for (const auto& [row, value] : options_)
    if (row->name == option && value) all.push_back(*value);
  return all;
}

std::optional<Real> Arguments::number(std::string_view option, Real least, Real most) const {
  const std::optional<std::string> text = value(option);
  if (!text) return std::nullopt;
  Real number = 0;
  if (!parse_number(*text, number) || number < least || number > most)
    throw UserError("option '" + std::string(option) + "': " + quoted(*text) + " is not a number from " +
                    to_text(least) + " to " + to_text(most, 9));
  return number;
}

std::optional<std::string> Arguments::choice(std::string_view option) const {
  const std::optional<std::string> text = value(option);
  if (!text) return std::nullopt;
  const std::vector<std::string_view> choices = split(find_option(row_, option).value, '|');
  if (std::find(choices.begin(), choices.end(), *text) != choices.end()) return text;
  std::string list;
  for (const std::string_view word : choices) list += (list.empty() ? "" : ", ") + std::string(word);
  const std::string_view nearest = nearest_word(*text, choices);
  throw UserError("option '" + std::string(option) + "': " + quoted(*text) + " is none of " + list +
                  (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?"));
}

}  // namespace command
