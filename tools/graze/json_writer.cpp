// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "json_writer.h"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>

namespace command {
namespace {

namespace fs = std::filesystem;

/// Name under which a file is written until it is finished; empty for devices, pipes, links, and what may not
/// be written.
std::string part_of(const std::string& path) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::not_found) return path + ".part";
  return type == fs::file_type::regular && ::access(path.c_str(), W_OK) == 0 ? path + ".part" : std::string();
}

}  // namespace

Output::Output(std::string path) : path_(std::move(path)) {
  if (path_.empty()) {
    file_ = stdout;
    return;
  }
  part_ = part_of(path_);
  if (!part_.empty()) file_ = std::fopen(part_.c_str(), "wb");
  if (file_ == nullptr) {  // the folder may be closed, and the file open
    part_.clear();
    file_ = std::fopen(path_.c_str(), "wb");
  }
  if (file_ == nullptr) throw UserError("cannot write " + printable(path_) + ": " + std::strerror(errno));
}

Output::~Output() {
  if (file_ == nullptr || file_ == stdout) return;
  std::fclose(file_);
  if (!part_.empty()) std::remove(part_.c_str());
}

void Output::write(std::string_view text) { std::fwrite(text.data(), 1, text.size(), file_); }

void Output::finish() {
  bool is_good = std::fflush(file_) == 0 && std::ferror(file_) == 0;
  if (is_good && !part_.empty()) {
    std::error_code error;
    const fs::file_status before = fs::status(path_, error);
    if (fs::is_regular_file(before)) fs::permissions(part_, before.permissions(), error);
    is_good = std::rename(part_.c_str(), path_.c_str()) == 0;
    if (is_good) part_.clear();
  }
  if (!is_good)
    throw UserError("cannot write " + (path_.empty() ? "the output" : printable(path_)) + ": " +
                    std::strerror(errno));
}

std::string JsonWriter::quoted(std::string_view text) const {
  std::string result = "\"";
  for (const char c :
       printable(text)) {  // no control characters are left, and no separators of lines (U+2028)
    if (c == '"' || c == '\\') result += '\\';
    if (c == '<' && style_.is_in_page)
      result += "\\u003c";
    else
      result += c;
  }
  return result + '"';
}

void JsonWriter::next_line() {
  if (style_.is_indented) out_.write("\n" + std::string(closing_.size(), ' '));
}

void JsonWriter::begin_value(std::string_view key) {
  if (!is_first_) out_.write(",");
  if (!closing_.empty()) next_line();
  if (!key.empty()) out_.write(quoted(key) + (style_.is_indented ? ": " : ":"));
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
  if (!is_first_) next_line();
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
