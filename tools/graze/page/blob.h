// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "json_writer.h"

namespace command {

/// Arrays of numbers as one stream of bytes, compressed (zlib) as they come. Little endian; each array begins
/// at a multiple of 8. An array is stored by planes, the lowest bytes of all numbers, then the next ones:
/// they compress better.
class Blob {
 public:
  Blob();
  ~Blob();
  Blob(const Blob&) = delete;
  Blob& operator=(const Blob&) = delete;

  // Each gives the number of the array.
  std::size_t add(std::span<const float> numbers);
  std::size_t add(std::span<const double> numbers);
  /// Indices: stored as differences from the one before.
  std::size_t add(std::span<const std::uint32_t> numbers);
  /// The table of the arrays, as value of "buffers".
  void write_table(JsonWriter& json) const;
  /// Ends the stream.
  void finish();
  /// The stream as text; after finish().
  void write_base64(Output& out) const;

 private:
  struct Entry {
    std::size_t offset = 0, count = 0;
    const char* type;
    const char* coding;
  };
  struct Deflater;
  template <class Number>
  std::size_t add_planes(std::size_t count, const char* type, const char* coding, const Number& bits_of);
  void put(std::span<const unsigned char> bytes);

  std::unique_ptr<Deflater> deflater_;
  std::vector<Entry> entries_;
  std::size_t size_ = 0;  // bytes before compression
};

}  // namespace command
