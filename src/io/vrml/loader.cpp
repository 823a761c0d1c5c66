// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/loader.h"

#include <algorithm>

#include "io/reader.h"
#include "io/vrml/parser.h"

namespace graze::inline GRAZE_ABI::io::vrml {

const Document& Loader::add_main(std::string_view bytes, std::string_view name) {
  Document& main = add(bytes, name, 0);
  by_name_.emplace(std::string(name), &main);
  return main;
}

Document& Loader::add(std::string_view bytes, std::string_view name, std::size_t depth) {
  const Place place{name, 0, 0};
  const ReadLimits& limits = options_.limits;
  if (documents_.size() >= limits.files)
    throw ReadFailure(ReadCode::limit, "more than " + std::to_string(limits.files) + " files", place);
  const std::size_t most = std::min(limits.file_bytes, limits.total_bytes - total_);
  Document& d = documents_.emplace_back();
  d.name = name;
  d.index = static_cast<std::uint32_t>(documents_.size() - 1);
  d.depth = depth;
  const std::string_view text = without_gzip(bytes, name, most, d.text);
  if (text.data() != d.text.data()) d.text = text;
  total_ += d.text.size();
  parse(d, limits, report_);
  return d;
}

const Document* Loader::open_one(std::string_view url, const Document& from, std::string& refusal) {
  const std::size_t most = std::min(options_.limits.file_bytes, options_.limits.total_bytes - total_);
  if (options_.files == nullptr) {
    refusal = "no access to other files was given";
    return nullptr;
  }
  FileAnswer answer = options_.files->open(url, from.name, most);
  if (answer.name.empty()) {
    if (answer.is_too_large)
      throw ReadFailure(ReadCode::limit, "the files are too large together", {from.name, 0, 0});
    refusal = std::move(answer.refusal);
    return nullptr;
  }
  const auto known = by_name_.find(answer.name);
  if (known != by_name_.end()) {
    if (known->second == nullptr) refusal = "it could not be read";
    return known->second;
  }
  if (from.depth + 1 > options_.limits.file_depth) {
    refusal = "files are nested more than " + std::to_string(options_.limits.file_depth) + " deep";
    return nullptr;
  }
  try {
    return by_name_[answer.name] = &add(answer.bytes, answer.name, from.depth + 1);
  } catch (const ReadFailure& failure) {
    if (failure.code == ReadCode::limit) throw;
    by_name_[answer.name] = nullptr;
    refusal = failure.message.text;
    return nullptr;
  }
}

const Document* Loader::open(std::span<const std::string> urls, const Document& from, const Place& place,
                             std::string_view what, std::string_view& fragment) {
  std::string why, refusal;
  for (const std::string& url : urls) {
    const std::string_view whole = url;
    const std::size_t hash = whole.find('#');
    const std::string_view path = whole.substr(0, hash);
    if (path.empty()) continue;
    fragment = hash == whole.npos ? std::string_view() : whole.substr(hash + 1);
    if (const Document* d = open_one(path, from, refusal)) return d;
    why += (why.empty() ? ": " : "; ") + printable(path) + ": " + refusal;
  }
  // No url at all is nothing at all, as far as an Inline goes.
  if (!why.empty()) report_.loss(std::string(what) + " not read" + printable(why, 400), place);
  return nullptr;
}

std::vector<std::string> Loader::file_names() const {
  std::vector<std::string> names;
  for (const Document& d : documents_) names.push_back(printable(d.name, 4096));
  return names;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
