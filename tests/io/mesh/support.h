// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstring>

#include "graze/io/mesh_files.h"
#include "io/vrml/support.h"

namespace graze::io::test {

using Points = std::vector<Vec3>;
using Indices = std::vector<std::uint32_t>;

/// The scene of a read that must be complete and without any warning.
inline SceneData clean(SceneRead read) {
  EXPECT_EQ(messages(read), "");
  EXPECT_EQ(read.code, ReadCode::complete);
  return read.scene.value_or(SceneData());
}

/// The data of the geometry of a node.
template <class T>
const T& shape(const SceneData& scene, std::uint32_t node) {
  static const T none{};
  const std::uint32_t g = node < scene.nodes.size() ? scene.nodes[node].geometry : kNone;
  const T* data = g < scene.geometries.size() ? std::get_if<T>(&scene.geometries[g].data) : nullptr;
  EXPECT_NE(data, nullptr) << "node " << node;
  return data != nullptr ? *data : none;
}

/// Paths and types of all nodes, one on each line; '*' where there is a shape.
inline std::string tree_of(const SceneData& scene) {
  std::string out;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i)
    out += path_of(scene, i) + " " + scene.nodes[i].type + (scene.nodes[i].geometry == kNone ? "\n" : " *\n");
  return out;
}

/// Bytes of numbers in an order, one after the other.
class Bytes {
 public:
  explicit Bytes(std::endian order = std::endian::little) : order_(order) {}
  template <class T>
  Bytes& put(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (order_ != std::endian::native) std::reverse(bytes, bytes + sizeof(T));
    text.append(bytes, sizeof(T));
    return *this;
  }
  template <class T>
  Bytes& put_all(std::initializer_list<T> values) {
    for (const T v : values) put(v);
    return *this;
  }
  std::string text;

 private:
  std::endian order_;
};

}  // namespace graze::io::test
