// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/data/json.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// How much a file may be made into: a few lines of JSON can name one accessor a million times. Elements may
/// be read as often as limits.points says beyond the number of bytes that the file has.
class Budget {
 public:
  Budget(const ReadLimits& limits, const Messages& messages)
      : limits_(limits), messages_(messages), elements_(limits.points) {}

  /// Bytes of a file, or that compression or base64 make. Throws ReadFailure.
  void add_bytes(std::size_t bytes) {
    if (bytes > bytes_left())
      messages_.fail(ReadCode::limit, "the files, unpacked, are larger than " +
                                          std::to_string(limits_.total_bytes) + " bytes together");
    bytes_ += bytes;
    elements_ += bytes;
  }
  [[nodiscard]] std::size_t bytes_left() const { return limits_.total_bytes - bytes_; }
  /// Elements of accessors that are read: vertices, corners, keys.
  void take(std::size_t elements) {
    if (elements > elements_)
      messages_.fail(ReadCode::limit, "the scene has more points and corners than its bytes and " +
                                          std::to_string(limits_.points) + " more account for");
    elements_ -= elements;
  }
  void take_node() {
    if (++nodes_ > limits_.nodes)
      messages_.fail(ReadCode::limit, "more than " + std::to_string(limits_.nodes) + " nodes");
  }

 private:
  const ReadLimits& limits_;
  const Messages& messages_;
  std::size_t bytes_ = 0;
  std::size_t elements_;
  std::size_t nodes_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
