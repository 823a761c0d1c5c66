// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "io/report.h"

namespace graze::inline GRAZE_ABI::io::gltf {

using Json = nlohmann::json;

/// Warnings on one file.
struct Messages {
  Report& report;
  std::string file;

  void note(std::string text) const { report.note(std::move(text), {file}); }
  void loss(std::string text) const { report.loss(std::move(text), {file}); }
  [[noreturn]] void fail(ReadCode code, std::string text) const {
    throw ReadFailure(code, std::move(text), {file});
  }
};

/// Parses text with at most so many values in it. Throws ReadFailure with line and column.
[[nodiscard]] Json parse_json(std::string_view text, std::size_t most_values, const Messages& messages);

/// A JSON object, and its name in messages, such as "nodes[3]". Fields of a wrong kind are reported as losses
/// and count as missing. Where the object itself is missing, so are all of its fields.
class Object {
 public:
  Object(const Json* json, std::string path, const Messages& messages);

  explicit operator bool() const { return json_ != nullptr; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Json* find(const char* key) const;

  [[nodiscard]] double number(const char* key, double fallback) const;
  [[nodiscard]] bool boolean(const char* key, bool fallback) const;
  /// As in the file; empty where it is missing.
  [[nodiscard]] std::string text(const char* key) const;
  [[nodiscard]] std::vector<std::string> texts(const char* key) const;
  /// Not negative.
  [[nodiscard]] std::optional<std::size_t> whole(const char* key) const;
  /// Below `count`; kNone where it is missing, or -1, or not.
  [[nodiscard]] std::uint32_t index(const char* key, std::size_t count) const;
  [[nodiscard]] std::vector<std::uint32_t> indices(const char* key, std::size_t count) const;
  [[nodiscard]] std::vector<double> numbers(const char* key) const;

  /// Exactly N numbers.
  template <std::size_t N>
  [[nodiscard]] std::array<double, N> numbers(const char* key, std::array<double, N> fallback) const {
    if (find(key) == nullptr) return fallback;
    const std::vector<double> read = numbers(key);
    if (read.size() == N) std::copy_n(read.begin(), N, fallback.begin());
    if (read.size() != N) wrong(key, "is not a list of " + std::to_string(N) + " numbers");
    return fallback;
  }

  [[nodiscard]] Object child(const char* key) const;
  [[nodiscard]] Object extension(const char* name) const { return child("extensions").child(name); }
  /// Of a list of objects.
  [[nodiscard]] std::size_t size(const char* key) const;
  [[nodiscard]] Object at(const char* key, std::size_t i) const;

  /// Reports a field: "nodes[3].mesh is not ...".
  void wrong(const char* key, const std::string& what) const;

 private:
  [[nodiscard]] const Json* list(const char* key) const;

  const Json* json_;
  std::string path_;
  const Messages* messages_;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
