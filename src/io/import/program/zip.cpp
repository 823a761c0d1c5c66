// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/program/zip.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "io/bytes.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

constexpr std::string_view kEntry = "PK\x01\x02";
constexpr std::size_t kEntrySize = 46;
constexpr std::string_view kLocal = "PK\x03\x04";
constexpr std::size_t kLocalSize = 30;

std::uint16_t two(std::string_view bytes, std::size_t at) {
  return load<std::uint16_t>(bytes.data() + at, std::endian::little);
}
std::uint32_t four(std::string_view bytes, std::size_t at) {
  return load<std::uint32_t>(bytes.data() + at, std::endian::little);
}

struct Entry {
  std::string_view data;
  std::uint16_t method = 0;
};

// Data behind the local header that an entry of the directory points to.
bool find_data(std::string_view archive, std::string_view entry, Entry& out) {
  const std::uint32_t packed = four(entry, 20), at = four(entry, 42);
  out.method = two(entry, 10);
  if (at > archive.size() || archive.size() - at < kLocalSize) return false;
  const std::string_view local = archive.substr(at);
  if (!local.starts_with(kLocal)) return false;
  const std::size_t begin = kLocalSize + two(local, 26) + two(local, 28);
  if (begin > local.size()) return false;
  out.data = local.substr(begin, packed);
  return true;
}

bool find_entry(std::string_view archive, std::string_view member, Entry& out) {
  for (std::size_t at = archive.find(kEntry); at != archive.npos; at = archive.find(kEntry, at + 4)) {
    const std::string_view entry = archive.substr(at);
    if (entry.size() < kEntrySize) return false;
    if (entry.substr(kEntrySize, two(entry, 28)) == member) return find_data(archive, entry, out);
  }
  return false;
}

}  // namespace

std::string zip_member_head(std::string_view archive, std::string_view member, std::size_t most) {
  Entry entry;
  if (!find_entry(archive, member, entry)) return {};
  if (entry.method == 0) return std::string(entry.data.substr(0, most));
  std::string out(most, '\0');
  z_stream z{};
  if (entry.method != 8 || inflateInit2(&z, -15) != Z_OK) return {};
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(entry.data.data()));
  z.avail_in = static_cast<uInt>(std::min<std::size_t>(entry.data.size(), 1u << 30));
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(most);
  const int code = inflate(&z, Z_SYNC_FLUSH);
  out.resize(code == Z_OK || code == Z_STREAM_END ? most - z.avail_out : 0);
  inflateEnd(&z);
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io::import
