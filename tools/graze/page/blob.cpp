// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "page/blob.h"

#include <zlib.h>

#include <array>
#include <bit>
#include <new>

namespace command {
namespace {

constexpr std::size_t kChunk = 1 << 16;
constexpr int kLevel = 6;  // of 1 to 9; zlib's own choice

}  // namespace

struct Blob::Deflater {
  z_stream stream{};
  std::string compressed;
  std::array<unsigned char, kChunk> space{};

  void run(std::span<const unsigned char> bytes, int flush) {
    stream.next_in = const_cast<unsigned char*>(bytes.data());  // zlib reads it only
    stream.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream.next_out = space.data();
      stream.avail_out = static_cast<uInt>(space.size());
      ::deflate(&stream, flush);
      compressed.append(reinterpret_cast<const char*>(space.data()), space.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
};

Blob::Blob() : deflater_(std::make_unique<Deflater>()) {
  if (::deflateInit(&deflater_->stream, kLevel) != Z_OK) throw std::bad_alloc();
}
Blob::~Blob() { ::deflateEnd(&deflater_->stream); }

void Blob::put(std::span<const unsigned char> bytes) {
  size_ += bytes.size();
  deflater_->run(bytes, Z_NO_FLUSH);
}

template <class Number>
std::size_t Blob::add_planes(std::size_t count, const char* type, const char* coding, const Number& bits_of) {
  constexpr std::array<unsigned char, 8> kZeros{};
  if (size_ % 8 != 0) put(std::span(kZeros).first(8 - size_ % 8));
  entries_.push_back({size_, count, type, coding});
  std::array<unsigned char, kChunk> bytes;
  for (std::size_t plane = 0; plane < sizeof(decltype(bits_of(0))); ++plane)
    for (std::size_t first = 0; first < count; first += kChunk) {
      const std::size_t length = std::min(kChunk, count - first);
      for (std::size_t i = 0; i < length; ++i)
        bytes[i] = static_cast<unsigned char>(bits_of(first + i) >> (8 * plane));
      put(std::span(bytes).first(length));
    }
  return entries_.size() - 1;
}

std::size_t Blob::add(std::span<const float> numbers) {
  return add_planes(numbers.size(), "f32", "planes",
                    [&](std::size_t i) { return std::bit_cast<std::uint32_t>(numbers[i]); });
}
std::size_t Blob::add(std::span<const double> numbers) {
  return add_planes(numbers.size(), "f64", "planes",
                    [&](std::size_t i) { return std::bit_cast<std::uint64_t>(numbers[i]); });
}
std::size_t Blob::add(std::span<const std::uint32_t> numbers) {
  return add_planes(numbers.size(), "u32", "delta",
                    [&](std::size_t i) { return numbers[i] - (i == 0 ? 0 : numbers[i - 1]); });
}

void Blob::write_table(JsonWriter& json) const {
  json.open_array("buffers");
  for (const Entry& entry : entries_)
    json.open_object()
        .count("offset", entry.offset)
        .count("count", entry.count)
        .text("type", entry.type)
        .text("coding", entry.coding)
        .close();
  json.close();
}

void Blob::finish() { deflater_->run({}, Z_FINISH); }

void Blob::write_base64(Output& out) const {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string& bytes = deflater_->compressed;
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U;
    };
    const unsigned bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    text += kDigits[bits >> 18];
    text += kDigits[bits >> 12 & 63];
    text += i + 1 < bytes.size() ? kDigits[bits >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? kDigits[bits & 63] : '=';
    if (text.size() < kChunk) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
}

}  // namespace command
