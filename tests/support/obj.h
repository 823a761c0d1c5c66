// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace graze::test {

struct ObjModel {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Vertices and faces of a well-formed OBJ file; empty when it cannot be read. Of "f 1/2/3 ..." the vertex is
/// the first number of each corner; larger faces become fans.
[[nodiscard]] inline ObjModel read_obj(const std::string& path) {
  ObjModel model;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    if (word == "v") {
      std::array<double, 3> p{};
      line >> p[0] >> p[1] >> p[2];
      model.points.push_back(p);
    } else if (word == "f") {
      std::vector<std::uint32_t> face;
      for (std::string corner; line >> corner;) face.push_back(std::uint32_t(std::stoul(corner)) - 1);
      for (std::size_t i = 2; i < face.size(); ++i)
        model.triangles.push_back({face[0], face[i - 1], face[i]});
    }
  }
  return model;
}

}  // namespace graze::test
