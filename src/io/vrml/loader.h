// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "graze/io/vrml.h"
#include "io/vrml/graph.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// Reads and parses each file once, within the limits on all of them.
class Loader {
 public:
  Loader(const VrmlOptions& options, Report& report) : options_(options), report_(report) {}

  /// The file that was asked for. Throws ReadFailure.
  const Document& add_main(std::string_view bytes, std::string_view name);

  /// The first of some urls that can be read, without their fragments; null, with a warning, where none can.
  /// `urls` stand in the text of `from`. Sets `fragment` to that of the url.
  const Document* open(std::span<const std::string> urls, const Document& from, const Place& place,
                       std::string_view what, std::string_view& fragment);

  [[nodiscard]] std::vector<std::string> file_names() const;
  /// Of all files, inflated.
  [[nodiscard]] std::size_t bytes() const { return total_; }

 private:
  Document& add(std::string_view bytes, std::string_view name, std::size_t depth);
  const Document* open_one(std::string_view url, const Document& from, std::string& refusal);

  const VrmlOptions& options_;
  Report& report_;
  std::deque<Document> documents_;
  std::unordered_map<std::string, const Document*> by_name_;  // null: it could not be parsed
  std::size_t total_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::io::vrml
