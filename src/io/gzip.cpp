// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <new>

namespace graze::inline GRAZE_ABI::io {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

struct Stream {
  z_stream z{};
  Stream() {
    if (inflateInit2(&z, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&z); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

// Inflates one member, and takes it off the front of `bytes`.
Inflated inflate_member(std::string_view& bytes, std::size_t most, std::string& out) {
  Stream stream;
  z_stream& z = stream.z;
  std::string block(kBlock, '\0');
  for (;;) {
    if (z.avail_in == 0) {
      const std::size_t n = std::min(bytes.size(), kBlock);
      z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      z.avail_in = static_cast<uInt>(n);
      bytes.remove_prefix(n);
    }
    z.next_out = reinterpret_cast<Bytef*>(block.data());
    z.avail_out = static_cast<uInt>(kBlock);
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    const std::size_t got = kBlock - z.avail_out;
    if (got > most - out.size()) return Inflated::too_large;
    out.append(block, 0, got);
    if (code == Z_STREAM_END) break;
    // Z_BUF_ERROR: neither input nor room for output was left, which means that the input has ended too
    // early.
    if (code != Z_OK) return Inflated::damaged;
  }
  bytes = {bytes.data() - z.avail_in, bytes.size() + z.avail_in};
  return Inflated::done;
}

}  // namespace

bool is_gzip(std::string_view bytes) noexcept { return bytes.substr(0, 2) == "\x1F\x8B"; }

Inflated inflate_gzip(std::string_view bytes, std::size_t most, std::string& out) {
  do {
    const Inflated result = inflate_member(bytes, most, out);
    if (result != Inflated::done) return result;
  } while (is_gzip(bytes));
  return Inflated::done;
}

}  // namespace graze::inline GRAZE_ABI::io
