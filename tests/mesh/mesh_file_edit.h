// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The bytes of a saved mesh, to be damaged. Offsets are those of the table in src/mesh/README.md.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace graze::test {

struct MeshFile {
  static constexpr std::size_t kSize = 16, kChecksum = 24, kTable = 48;

  std::vector<std::byte> bytes;

  template <class T>
  [[nodiscard]] T get(std::size_t at) const {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }
  template <class T>
  void put(std::size_t at, const T& value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
  /// Of a section: vertices, triangles, nodes, ids.
  [[nodiscard]] std::uint64_t offset(int section) const {
    return get<std::uint64_t>(kTable + 24 * std::size_t(section) + 8);
  }
  /// FNV-1a of all other bytes, written once more so that the library's own is not its judge.
  void fix_checksum() {
    std::uint64_t hash = 14695981039346656037u;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (i < kChecksum || i >= kChecksum + 8)
        hash = (hash ^ std::to_integer<std::uint64_t>(bytes[i])) * 1099511628211u;
    if (bytes.size() >= kChecksum + 8) put(kChecksum, hash);
  }
};

}  // namespace graze::test
