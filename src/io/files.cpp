// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>

namespace graze::inline GRAZE_ABI::io {
namespace {

namespace fs = std::filesystem;

FileAnswer refuse(std::string why) { return {{}, {}, std::move(why), false}; }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view url) {
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const int high = url[i] == '%' && i + 2 < url.size() ? hex_digit(url[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(url[i + 2]) : -1;
    out += low >= 0 ? static_cast<char>(high * 16 + low) : url[i];
    if (low >= 0) i += 2;
  }
  return out;
}

// Why a reference is not even looked up; empty where it may be.
std::string_view objection(std::string_view path) {
  if (path.empty()) return "it is empty";
  if (path.find('\0') != path.npos || path.find('\\') != path.npos) return "it holds a backslash or NUL";
  if (path[0] == '/') return "it is an absolute path";
  const std::size_t colon = path.find(':');
  if (colon != path.npos && path.find('/') > colon) return "only relative paths are read, no URLs or drives";
  return {};
}

FileAnswer read(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return refuse("no such file");
  if (!fs::is_regular_file(real, error)) return refuse("it is not a plain file");
  const auto size = fs::file_size(real, error);
  if (error) return refuse("it cannot be read");
  if (size > max_bytes) return {{}, {}, "it is too large", true};
  std::ifstream in(real, std::ios::binary);
  FileAnswer answer;
  answer.bytes.resize(static_cast<std::size_t>(size));
  if (!in || !in.read(answer.bytes.data(), static_cast<std::streamsize>(size)))
    return refuse("it cannot be read");
  answer.name = real.string();
  return answer;
}

// Failures of the file system are answers; memory that runs out is not.
template <class F>
FileAnswer guarded(F f) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return refuse("it cannot be read");
  }
}

}  // namespace

FolderFiles::FolderFiles(std::string_view root) {
  std::error_code error;
  const fs::path real = fs::canonical(root.empty() ? fs::path(".") : fs::path(root), error);
  if (!error) root_ = real.string();
}

FileAnswer FolderFiles::open(std::string_view url, std::string_view from, std::size_t max_bytes) {
  return guarded([&]() -> FileAnswer {
    if (root_.empty()) return refuse("the root folder does not exist");
    const std::string path = percent_decoded(url);
    const std::string_view why = objection(path);
    if (!why.empty()) return refuse(std::string(why));
    std::error_code error;
    const fs::path real = fs::canonical(fs::path(from).parent_path() / path, error), root = root_;
    const bool is_below =
        std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
    if (!error && !is_below) return refuse("it is outside of the root folder");
    return error ? refuse("no such file") : read(real, max_bytes);
  });
}

FileAnswer FolderFiles::open_path(std::string_view path, std::size_t max_bytes) {
  return guarded([&] { return read(fs::path(path), max_bytes); });
}

}  // namespace graze::inline GRAZE_ABI::io
