// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "graze/io/files.h"
#include "io/gltf/data/budget.h"
#include "io/gltf/data/container.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Bytes of a bufferView.
struct View {
  std::span<const unsigned char> bytes;
  std::size_t stride = 0;  ///< 0: elements follow each other
};

/// The buffers of a file and their views, each read and unpacked once, when it is asked for.
class Buffers {
 public:
  Buffers(const Object& root, std::optional<std::string_view> binary, FileAccess* files, Budget& budget,
          const Messages& messages);

  /// Null where it cannot be had, which is then reported.
  [[nodiscard]] const View* view(std::uint32_t index);
  [[nodiscard]] std::size_t view_count() const { return views_.size(); }
  /// Names of the files that were read besides the first.
  [[nodiscard]] const std::vector<std::string>& files() const { return file_names_; }

 private:
  template <class T>
  struct Slot {
    bool is_known = false;
    std::optional<T> value;
  };

  [[nodiscard]] std::optional<std::string_view> buffer(std::uint32_t index);
  [[nodiscard]] std::optional<std::string_view> load(std::uint32_t index);
  [[nodiscard]] std::optional<std::string_view> open(const Object& buffer, const std::string& uri);
  [[nodiscard]] std::optional<View> read_view(std::uint32_t index);
  [[nodiscard]] std::optional<std::span<const unsigned char>> range(const Object& object);
  [[nodiscard]] std::optional<View> unpack(const Object& view, const Object& packed);

  Object root_;
  std::optional<std::string_view> binary_;
  FileAccess* files_;
  Budget& budget_;
  const Messages& messages_;
  std::vector<Slot<std::string_view>> buffers_;
  std::vector<Slot<View>> views_;
  std::vector<std::unique_ptr<std::string>> owned_;
  std::vector<std::string> file_names_;
};

/// Bytes that base64 text stands for; nothing where it is none.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace graze::inline GRAZE_ABI::io::gltf
