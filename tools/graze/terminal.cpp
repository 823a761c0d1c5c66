// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "terminal.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace command {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0;
}

const char* code_of(Colour colour) {
  switch (colour) {
    case Colour::red:
      return "31";
    case Colour::yellow:
      return "33";
    case Colour::cyan:
      return "36";
    case Colour::magenta:
      return "35";
    case Colour::green:
      return "32";
    case Colour::bold:
      return "1";
    case Colour::none:
      break;
  }
  return nullptr;
}

// The state that a handler may touch. Global because a signal handler has no argument of its own.
volatile std::sig_atomic_t is_working = 0;
volatile std::sig_atomic_t is_requested = 0;

void handle(int) {
  constexpr std::string_view kText = "\ngraze: interrupted before anything was found\n";
  if (is_working != 0 && is_requested == 0) {
    is_requested = 1;
    return;
  }
  if (is_requested == 0 && ::write(STDERR_FILENO, kText.data(), kText.size()) < 0) ::_exit(2);
  ::_exit(2);
}

}  // namespace

Style::Style(std::string_view choice) {
  const char* term = std::getenv("TERM");
  const bool is_dumb = term != nullptr && std::string_view(term) == "dumb";
  is_on_ = choice == "always" ||
           (choice == "auto" && !is_set("NO_COLOR") && !is_dumb && ::isatty(STDOUT_FILENO) != 0);
}

std::string Style::operator()(Colour colour, std::string_view text) const {
  const char* code = is_on_ ? code_of(colour) : nullptr;
  if (code == nullptr) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void Table::add_column(std::string_view header, Align align) {
  headers_.push_back({std::string(header), Colour::bold});
  aligns_.push_back(align);
}

void Table::add_row(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

void Table::print(const Style& style) const {
  std::vector<std::size_t> widths(headers_.size());
  const auto widen = [&](const std::vector<Cell>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i].text));
  };
  widen(headers_);
  for (const auto& row : rows_) widen(row);
  const auto print_row = [&](const std::vector<Cell>& row) {
    std::string line;
    std::size_t owed = 0;  // blanks that are printed only where something follows
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t fill = widths[i] - width_of(row[i].text);
      if (aligns_[i] == Align::right) owed += fill;
      if (!row[i].text.empty()) {
        line += std::string(owed, ' ') + style(row[i].colour, row[i].text);
        owed = 0;
      }
      owed += aligns_[i] == Align::right ? 2 : fill + 2;
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
  };
  print_row(headers_);
  for (const auto& row : rows_) print_row(row);
}

ProgressBar::ProgressBar(std::string_view what, bool is_wanted)
    : what_(what), is_wanted_(is_wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) std::fprintf(stderr, "\r\x1b[K");
}

void ProgressBar::show(Real fraction) {
  constexpr int kWidth = 30;
  const Clock::time_point now = Clock::now();
  const auto since = [&](Clock::time_point t) { return std::chrono::duration<Real>(now - t).count(); };
  if (!is_wanted_ || since(begin_) < 1 || since(last_) < 0.1) return;
  last_ = now;
  is_shown_ = true;
  fraction = std::clamp(fraction, Real{0}, Real{1});
  const auto filled = static_cast<std::size_t>(fraction * kWidth);
  const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
  const std::string left =
      fraction < 0.01 ? "" : to_duration(since(begin_) * (1 - fraction) / fraction) + " left";
  std::fprintf(stderr, "\r\x1b[K%s [%s] %3d %%  %s", what_.c_str(), bar.c_str(),
               static_cast<int>(fraction * 100), left.c_str());
  std::fflush(stderr);
}

namespace interrupt {

void install() {
  struct sigaction action = {};
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}
void work_begins() { is_working = 1; }
void work_ends() { is_working = 0; }
bool was_requested() { return is_requested != 0; }

}  // namespace interrupt
}  // namespace command
