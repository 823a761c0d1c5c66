// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>

#include "graze/io/robot.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPackageSchemes[] = {"package://", "model://"};
constexpr std::string_view kFileScheme = "file://";

// The part behind a scheme, in either case of its letters.
std::optional<std::string_view> behind(std::string_view url, std::string_view scheme) {
  if (url.size() < scheme.size()) return std::nullopt;
  for (std::size_t i = 0; i < scheme.size(); ++i) {
    const char c = url[i] >= 'A' && url[i] <= 'Z' ? static_cast<char>(url[i] - 'A' + 'a') : url[i];
    if (c != scheme[i]) return std::nullopt;
  }
  return url.substr(scheme.size());
}

// A name in the folder, for FolderFiles, which looks beside it.
std::string inside(const std::string& root) { return root + "/."; }

std::string name_of_folder(const std::string& root) {
  std::error_code error;
  const fs::path real = fs::canonical(root, error);
  return error ? std::string() : real.filename().string();
}

class Search {
 public:
  Search(const std::vector<std::string>& roots, std::size_t max_bytes)
      : roots_(roots), max_bytes_(max_bytes) {}

  // Whether the file is there, or there and not to be read; answer() is then final.
  bool try_file(const std::string& root, std::string_view url, std::string_view from) {
    FileAnswer next = FolderFiles(root).open(url, from, max_bytes_);
    const bool is_final = !next.name.empty() || next.is_too_large;
    if (is_final || answer_.refusal.empty()) answer_ = std::move(next);
    return is_final;
  }

  FileAnswer package(std::string_view path, std::string_view from) {
    const std::string_view name = path.substr(0, path.find('/'));
    const std::string_view rest = path.substr(std::min(name.size() + 1, path.size()));
    for (const std::string& root : roots_)
      if (try_file(root, path, inside(root))) return answer_;
    for (const std::string& root : roots_)
      if (name_of_folder(root) == name && try_file(root, rest, inside(root))) return answer_;
    for (const std::string& root : roots_)
      if (try_above(root, path, from)) return answer_;
    for (const std::string& root : roots_)
      if (try_file(root, rest, inside(root))) return answer_;
    answer_.refusal = "not found: name the folder that holds \"" + std::string(name) + "\" as a root";
    return answer_;
  }

  FileAnswer absolute(std::string_view path) {
    for (const std::string& root : roots_) {
      std::error_code error;
      const fs::path below = fs::path(path).lexically_normal().lexically_relative(fs::canonical(root, error));
      if (!error && !below.empty() && *below.begin() != ".." &&
          try_file(root, below.generic_string(), inside(root)))
        return answer_;
    }
    answer_.refusal = "not found below a root folder";
    return answer_;
  }

  FileAnswer relative(std::string_view url, std::string_view from) {
    for (const std::string& root : roots_)
      if (try_file(root, url, from)) return answer_;
    return answer_;
  }

 private:
  // Folders from that of the robot up to the root: a package is most often one of them, or beside one.
  bool try_above(const std::string& root, std::string_view path, std::string_view from) {
    std::error_code error;
    const fs::path top = fs::canonical(root, error);
    if (error) return false;
    const fs::path file = fs::canonical(from, error);
    if (error || std::mismatch(top.begin(), top.end(), file.begin(), file.end()).first != top.end())
      return false;
    for (fs::path folder = file.parent_path(); folder != top && folder != folder.parent_path();
         folder = folder.parent_path())
      if (try_file(root, path, inside(folder.parent_path().string()))) return true;
    return false;
  }

  const std::vector<std::string>& roots_;
  std::size_t max_bytes_;
  FileAnswer answer_;
};

FileAnswer search(const std::vector<std::string>& roots, std::string_view url, std::string_view from,
                  std::size_t max_bytes) {
  Search s(roots, max_bytes);
  for (const std::string_view scheme : kPackageSchemes)
    if (const auto path = behind(url, scheme)) return s.package(*path, from);
  if (const auto path = behind(url, kFileScheme))
    return path->starts_with('/') ? s.absolute(*path) : s.relative(*path, from);
  return url.starts_with('/') ? s.absolute(url) : s.relative(url, from);
}

}  // namespace

PackageFiles::PackageFiles(std::vector<std::string> roots) : roots_(std::move(roots)) {}

FileAnswer PackageFiles::open(std::string_view url, std::string_view from, std::size_t max_bytes) {
  try {
    FileAnswer answer = search(roots_, url, from, max_bytes);
    if (answer.name.empty() && answer.refusal.empty()) answer.refusal = "there is no root folder";
    return answer;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return {{}, {}, "it cannot be read", false};
  }
}

}  // namespace graze::inline GRAZE_ABI::io
