// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "touching.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

namespace bench {
namespace {

std::vector<double>& distances_of(const std::string& key) {
  static std::map<std::string, std::vector<double>> all;
  return all[key];
}

std::string path_of(const std::string& key) {
  const char* const folder = std::getenv("GRAZE_BENCH_CACHE");
  return folder == nullptr ? std::string() : std::string(folder) + "/touching_" + key;
}

}  // namespace

TouchingDistances::TouchingDistances(const std::string& key)
    : path_(path_of(key)), known_(distances_of(key)) {
  if (!path_.empty() && known_.empty()) {
    std::ifstream file(path_, std::ios::binary);
    for (double t = 0; file.read(reinterpret_cast<char*>(&t), sizeof(t));) known_.push_back(t);
  }
  read_ = known_.size();
}

TouchingDistances::~TouchingDistances() {
  if (path_.empty() || known_.size() == read_) return;
  // Renamed when complete: another process may be reading.
  const std::string draft = path_ + "." + std::to_string(getpid());
  std::ofstream file(draft, std::ios::binary);
  file.write(reinterpret_cast<const char*>(known_.data()), std::streamsize(known_.size() * sizeof(double)));
  file.close();
  if (file) std::rename(draft.c_str(), path_.c_str());
}

}  // namespace bench
