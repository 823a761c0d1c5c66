// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/json.h"

#include <algorithm>
#include <cmath>

#include "graze/io/geometry.h"
#include "io/gltf/data/repair.h"
#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

constexpr std::size_t kMaxDepth = 200;  // of lists and objects; glTF itself needs about ten

// Line and column of a byte, from 1.
Place place_of(std::string_view text, std::size_t byte, std::string_view file) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == before.npos ? before.size() : before.size() - start - 1;
  return {file, static_cast<std::uint32_t>(line + 1), static_cast<std::uint32_t>(column + 1)};
}

// The parser has no limits of its own, so they are counted before it runs.
void check_limits(std::string_view text, std::size_t most_values, const Messages& messages) {
  std::size_t depth = 0, values = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      is_text = !is_text;
    } else if (!is_text && (c == '{' || c == '[' || c == ',')) {
      if (c != ',') ++depth;
      if (depth > kMaxDepth)
        throw ReadFailure(ReadCode::limit,
                          "lists and objects are nested more than " + std::to_string(kMaxDepth) + " deep",
                          place_of(text, i, messages.file));
      if (++values > most_values)
        throw ReadFailure(ReadCode::limit, "more than " + std::to_string(most_values) + " values in the JSON",
                          place_of(text, i, messages.file));
    } else if (!is_text && (c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
}

std::optional<std::size_t> to_whole(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::size_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double value = json.get<double>();
  if (!(value >= 0 && value < 1e15) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::size_t>(value);
}

}  // namespace

Json parse_json(std::string_view text, std::size_t most_values, const Messages& messages) {
  check_limits(text, most_values, messages);
  try {
    Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_discarded()) return json;
    const std::string repaired = repaired_json(text);
    json = Json::parse(repaired);
    messages.note("the JSON is not well-formed: what programs often write wrong is passed over");
    return json;
  } catch (const Json::parse_error& e) {
    throw ReadFailure(ReadCode::damaged, "the JSON ends early or is not well-formed here",
                      place_of(text, e.byte == 0 ? 0 : e.byte - 1, messages.file));
  } catch (const Json::exception& e) {  // a number beyond the range of double
    messages.fail(ReadCode::damaged, "the JSON cannot be read: " + printable(e.what(), 120));
  }
}

Object::Object(const Json* json, std::string path, const Messages& messages)
    : json_(json != nullptr && json->is_object() ? json : nullptr),
      path_(std::move(path)),
      messages_(&messages) {}

const Json* Object::find(const char* key) const {
  if (json_ == nullptr) return nullptr;
  const auto found = json_->find(key);
  return found == json_->end() || found->is_null() ? nullptr : &*found;
}

void Object::wrong(const char* key, const std::string& what) const {
  messages_->loss(path_ + (path_.empty() ? "" : ".") + key + " " + what);
}

double Object::number(const char* key, double fallback) const {
  const Json* json = find(key);
  if (json == nullptr) return fallback;
  if (json->is_number() && is_usable(json->get<double>())) return json->get<double>();
  wrong(key, "is not a usable number");
  return fallback;
}

bool Object::boolean(const char* key, bool fallback) const {
  const Json* json = find(key);
  if (json == nullptr) return fallback;
  if (json->is_boolean()) return json->get<bool>();
  wrong(key, "is not true or false");
  return fallback;
}

std::string Object::text(const char* key) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  if (json->is_string()) return json->get_ref<const std::string&>();
  if (std::string_view(key) == "name")
    messages_->note(path_ + ".name is not a text");  // nothing is missing but that
  else
    wrong(key, "is not a text");
  return {};
}

std::vector<std::string> Object::texts(const char* key) const {
  std::vector<std::string> out;
  const Json* json = list(key);
  if (json == nullptr) return out;
  for (const Json& one : *json)
    if (one.is_string())
      out.push_back(one.get<std::string>());
    else
      wrong(key, "is not a list of texts");
  return out;
}

std::optional<std::size_t> Object::whole(const char* key) const {
  const Json* json = find(key);
  if (json == nullptr) return std::nullopt;
  const auto value = to_whole(*json);
  if (!value) wrong(key, "is not a whole number that is not negative");
  return value;
}

std::uint32_t Object::index(const char* key, std::size_t count) const {
  const Json* json = find(key);
  if (json != nullptr && json->is_number() && json->get<double>() == -1)
    return kNone;  // some write it for none
  const auto value = whole(key);
  if (!value) return kNone;
  if (*value < count && *value < kNone) return static_cast<std::uint32_t>(*value);
  wrong(key, "is " + std::to_string(*value) + ", but there are " + std::to_string(count));
  return kNone;
}

std::vector<std::uint32_t> Object::indices(const char* key, std::size_t count) const {
  std::vector<std::uint32_t> out;
  const Json* json = list(key);
  if (json == nullptr) return out;
  for (const Json& one : *json) {
    const auto value = to_whole(one);
    if (value && *value < count && *value < kNone)
      out.push_back(static_cast<std::uint32_t>(*value));
    else
      wrong(key, "names something that is not there");
  }
  return out;
}

std::vector<double> Object::numbers(const char* key) const {
  std::vector<double> out;
  const Json* json = list(key);
  if (json == nullptr) return out;
  for (const Json& one : *json) {
    if (!one.is_number() || !is_usable(one.get<double>())) {
      wrong(key, "is not a list of usable numbers");
      return {};
    }
    out.push_back(one.get<double>());
  }
  return out;
}

const Json* Object::list(const char* key) const {
  const Json* json = find(key);
  if (json == nullptr || json->is_array()) return json;
  wrong(key, "is not a list");
  return nullptr;
}

Object Object::child(const char* key) const {
  const Json* json = find(key);
  if (json == nullptr) return {nullptr, {}, *messages_};
  if (!json->is_object()) wrong(key, "is not an object");
  return {json, path_.empty() ? key : path_ + '.' + key, *messages_};
}

std::size_t Object::size(const char* key) const {
  const Json* json = list(key);
  return json == nullptr ? 0 : json->size();
}

Object Object::at(const char* key, std::size_t i) const {
  const Json* json = list(key);
  std::string path = path_.empty() ? key : path_ + '.' + key;
  path += '[' + std::to_string(i) + ']';
  if (json == nullptr || i >= json->size()) return {nullptr, std::move(path), *messages_};
  if (!(*json)[i].is_object()) messages_->loss(path + " is not an object");
  return {&(*json)[i], std::move(path), *messages_};
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
