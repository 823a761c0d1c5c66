// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "json_writer.h"

#include <cerrno>
#include <cmath>
#include <cstring>

namespace command {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : printable(text)) {  // no control characters are left
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)) {
  file_ = path_.empty() ? stdout : std::fopen(path_.c_str(), "wb");
  if (file_ == nullptr) throw UserError("cannot write " + printable(path_) + ": " + std::strerror(errno));
}

Output::~Output() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void Output::write(std::string_view text) { std::fwrite(text.data(), 1, text.size(), file_); }

void Output::finish() {
  const bool is_bad = std::fflush(file_) != 0 || std::ferror(file_) != 0;
  if (is_bad)
    throw UserError("cannot write " + (path_.empty() ? "the output" : printable(path_)) + ": " +
                    std::strerror(errno));
}

void JsonWriter::begin_value(std::string_view key) {
  if (!is_first_) out_.write(",");
  if (!closing_.empty()) out_.write("\n" + std::string(closing_.size(), ' '));
  if (!key.empty()) out_.write(quoted(key) + ": ");
  is_first_ = false;
}

JsonWriter& JsonWriter::open(std::string_view key, char bracket) {
  begin_value(key);
  out_.write({&bracket, 1});
  closing_.push_back(bracket == '{' ? '}' : ']');
  is_first_ = true;
  return *this;
}
JsonWriter& JsonWriter::open_object(std::string_view key) { return open(key, '{'); }
JsonWriter& JsonWriter::open_array(std::string_view key) { return open(key, '['); }

JsonWriter& JsonWriter::close() {
  const char bracket = closing_.back();
  closing_.pop_back();
  if (!is_first_) out_.write("\n" + std::string(closing_.size(), ' '));
  out_.write({&bracket, 1});
  if (closing_.empty()) out_.write("\n");
  is_first_ = false;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view key, std::string_view value) {
  begin_value(key);
  out_.write(quoted(value));
  return *this;
}
JsonWriter& JsonWriter::number(std::string_view key, Real value) {
  begin_value(key);
  out_.write(std::isfinite(value) ? to_exact_text(value) : "null");
  return *this;
}
JsonWriter& JsonWriter::count(std::string_view key, std::size_t value) {
  begin_value(key);
  out_.write(std::to_string(value));
  return *this;
}
JsonWriter& JsonWriter::truth(std::string_view key, bool value) {
  begin_value(key);
  out_.write(value ? "true" : "false");
  return *this;
}
JsonWriter& JsonWriter::null(std::string_view key) {
  begin_value(key);
  out_.write("null");
  return *this;
}
JsonWriter& JsonWriter::vector(std::string_view key, const Vec3& v) {
  begin_value(key);
  const auto part = [](Real x) { return std::isfinite(x) ? to_exact_text(x) : std::string("null"); };
  out_.write("[" + part(v.x) + ", " + part(v.y) + ", " + part(v.z) + "]");
  return *this;
}

}  // namespace command
