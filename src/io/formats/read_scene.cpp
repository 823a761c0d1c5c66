// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/read_scene.h"

#include "graze/io/robot.h"
#include "io/formats/formats.h"
#include "io/reader.h"

namespace graze::inline GRAZE_ABI::io {
namespace formats {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// In lower case; a ".gz" behind it is passed over.
std::string extension_of(std::string_view name) {
  name = name.substr(name.find_last_of("/\\") + 1);
  std::string low(name);
  for (char& c : low) c = lower(c);
  if (low.ends_with(".gz")) low.resize(low.size() - 3);
  const std::size_t dot = low.rfind('.');
  return dot == low.npos ? std::string() : low.substr(dot + 1);
}

std::string names_read() {
  std::string out;
  for (const Format& f : all_formats())
    if (f.read != nullptr) out += (out.empty() ? "" : ", ") + std::string(f.name);
  return out;
}

[[noreturn]] void refuse(std::string text, std::string_view name) {
  throw ReadFailure(ReadCode::unsupported, std::move(text), {name});
}

// The format to read by, or a refusal.
const Format& choose(const Guess& guess, std::string_view bytes, std::string_view name) {
  const Format* found = guess.by_content != nullptr ? guess.by_content : guess.by_name;
  if (found != nullptr && found->read != nullptr) return *found;
  if (found != nullptr)
    refuse("this is " + std::string(found->name) + ", which is not read: " + std::string(found->advice),
           name);
  const std::string_view root = xml_root(bytes);
  if (!root.empty())
    refuse("this is XML with the root <" + printable(root, 40) + ">, which is not read", name);
  refuse("neither its content nor its name tells of a format that is read: " + names_read(), name);
}

void note_wrong_name(const Guess& guess, const Format& format, std::string_view name, SceneRead& read) {
  if (guess.by_name == nullptr || guess.by_name == &format) return;
  ReadMessage m;
  m.text = "the name says " + std::string(guess.by_name->name) + ", but the file is " +
           std::string(format.name) + " and read so";
  m.file = printable(name, 4096);
  read.warnings.insert(read.warnings.begin(), std::move(m));
}

void override_units(const SceneOptions& options, SceneData& scene) {
  if (options.metres_per_unit > 0) scene.metres_per_unit = options.metres_per_unit;
  if (options.up) scene.up = *options.up;
}

SceneRead read(std::string_view bytes, std::string_view name, const SceneOptions& options) {
  const Guess guess = guess_format(bytes, name);
  const Format& format = choose(guess, bytes, name);
  SceneRead out;
  if (options.files != nullptr || options.root.empty()) {
    out = format.read(bytes, name, options);
  } else {
    FolderFiles below(options.root);
    PackageFiles packages({options.root});
    SceneOptions own = options;
    own.files = format.uses_packages ? static_cast<FileAccess*>(&packages) : &below;
    out = format.read(bytes, name, own);
  }
  note_wrong_name(guess, format, name, out);
  if (out.scene) override_units(options, *out.scene);
  return out;
}

}  // namespace

Guess guess_format(std::string_view bytes, std::string_view name) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::string extension = ' ' + extension_of(name) + ' ';
  Guess guess;
  for (const Format& f : all_formats()) {
    if (guess.by_content == nullptr && f.is_content != nullptr && f.is_content(bytes)) guess.by_content = &f;
    if (guess.by_name == nullptr && extension.size() > 2 && f.extensions.find(extension) != f.extensions.npos)
      guess.by_name = &f;
  }
  return guess;
}

}  // namespace formats

SceneRead read_scene(std::string_view bytes, std::string_view name, const SceneOptions& options) noexcept {
  SceneRead inner;
  SceneRead outer = read_guarded([&](Report&) {
    std::string inflated;
    inner = formats::read(without_gzip(bytes, name, options.limits.file_bytes, inflated), name, options);
    return SceneData();
  });
  return outer ? std::move(inner) : std::move(outer);
}

SceneRead read_scene_file(std::string_view path, const SceneOptions& options) noexcept {
  return read_file_guarded(path, options.limits.file_bytes, [&](const FileAnswer& file) {
    SceneOptions own = options;
    if (own.root.empty()) own.root = folder_of(file.name);
    return read_scene(file.bytes, file.name, own);
  });
}

std::string format_of(std::string_view bytes, std::string_view name) {
  const formats::Guess guess = formats::guess_format(bytes, name);
  const formats::Format* found = guess.by_content != nullptr ? guess.by_content : guess.by_name;
  return found == nullptr ? std::string() : std::string(found->name);
}

}  // namespace graze::inline GRAZE_ABI::io
