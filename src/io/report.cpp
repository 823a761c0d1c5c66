// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/report.h"

#include <utility>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

// A damaged file can be wrong in a new way on every line; who reads the list is not helped by more.
constexpr std::size_t kMostTexts = 200;

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty()) {
    const std::size_t n = utf8_length(text);
    if (out.size() + (n == 0 ? 1 : n) > most) return out + "...";
    const auto head = static_cast<unsigned char>(text[0]);
    // C1 controls are C2 80 to C2 9F.
    const bool is_control =
        head < 0x20 || head == 0x7F || (n == 2 && head == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    if (n == 0 || is_control)
      out += '?';
    else
      out += text.substr(0, n);
    text.remove_prefix(n == 0 ? 1 : n);
  }
  return out;
}

ReadFailure::ReadFailure(ReadCode code_, std::string text, const Place& place) : code(code_) {
  message = {std::move(text), printable(place.file, 4096), place.line, place.column, 1, true};
}

void Report::add(std::string text, const Place& place, bool is_loss) {
  has_losses_ = has_losses_ || is_loss;
  auto known = places_.find(text);
  if (known == places_.end() && messages_.size() >= kMostTexts) {
    text = "further warnings of other kinds";
    known = places_.find(text);
  }
  if (known != places_.end()) {
    ++messages_[known->second].count;
    messages_[known->second].is_loss = messages_[known->second].is_loss || is_loss;
    return;
  }
  places_.emplace(text, messages_.size());
  messages_.push_back({std::move(text), printable(place.file, 4096), place.line, place.column, 1, is_loss});
}

const char* to_string(ReadCode code) noexcept {
  switch (code) {
    case ReadCode::complete:
      return "complete";
    case ReadCode::partial:
      return "partial";
    case ReadCode::unreadable:
      return "unreadable";
    case ReadCode::unsupported:
      return "unsupported";
    case ReadCode::damaged:
      return "damaged";
    case ReadCode::limit:
      return "limit";
    case ReadCode::out_of_memory:
      return "out_of_memory";
  }
  return "unknown";
}

std::string to_string(const ReadMessage& message) {
  std::string out = message.file;
  if (message.line > 0) out += ':' + std::to_string(message.line) + ':' + std::to_string(message.column);
  if (!out.empty()) out += ": ";
  out += message.text;
  if (message.count > 1) out += " (" + std::to_string(message.count) + " times)";
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io
