// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "graze/io/vrml.h"

namespace graze::io::test {

inline constexpr double kPi = 3.14159265358979323846;

/// Reads text below the header.
inline SceneRead read_text(const std::string& text, const VrmlOptions& options = {}) {
  return read_vrml("#VRML V2.0 utf8\n" + text, "test.wrl", options);
}

/// The scene of text that must be complete and without any warning.
inline SceneData scene_of(const std::string& text, const VrmlOptions& options = {}) {
  SceneRead read = read_text(text, options);
  for (const ReadMessage& w : read.warnings) ADD_FAILURE() << to_string(w);
  EXPECT_EQ(read.code, ReadCode::complete) << to_string(read.error);
  return read.scene.value_or(SceneData());
}

/// All warnings and the error, one on each line.
inline std::string messages(const SceneRead& read) {
  std::string out;
  for (const ReadMessage& w : read.warnings) out += to_string(w) + (w.is_loss ? " [loss]\n" : "\n");
  if (!read) out += "error: " + to_string(read.error) + "\n";
  return out;
}

/// World box of all geometry at a time, as animated.
inline Aabb box_of(const SceneData& scene, double time = 0) {
  const SceneState state = evaluate(scene, time);
  Aabb box;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].geometry != kNone)
      box = merge(box,
                  bounds(evaluate_geometry(scene, scene.nodes[i].geometry, time), state.world_from_node[i]));
  return box;
}

inline void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  EXPECT_LE(max_abs(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}
inline void expect_box(const Aabb& box, const Vec3& lower, const Vec3& upper, double tolerance = 1e-14) {
  expect_near(box.lower, lower, tolerance);
  expect_near(box.upper, upper, tolerance);
}

/// The only geometry of a scene.
template <class T>
const T& only(const SceneData& scene) {
  EXPECT_EQ(scene.geometries.size(), 1u);
  static const T none{};
  const T* data = scene.geometries.empty() ? nullptr : std::get_if<T>(&scene.geometries[0].data);
  EXPECT_NE(data, nullptr);
  return data != nullptr ? *data : none;
}

/// Index of the first node of that name.
inline std::uint32_t node_named(const SceneData& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].name == name) return static_cast<std::uint32_t>(i);
  ADD_FAILURE() << "no node " << name;
  return 0;
}

/// Where a point of a node is in the world.
inline Vec3 point_of(const SceneData& scene, const std::string& name, const Vec3& p, double time = 0) {
  return evaluate(scene, time).world_from_node[node_named(scene, name)] * p;
}

/// Files in memory, in one folder.
class MemoryFiles final : public FileAccess {
 public:
  std::map<std::string, std::string> files;
  int opened = 0;

  FileAnswer open(std::string_view url, std::string_view, std::size_t max_bytes) override {
    ++opened;
    const auto known = files.find(std::string(url));
    if (known == files.end()) return {{}, {}, "no such file", false};
    if (known->second.size() > max_bytes) return {{}, {}, "too large", true};
    return {known->first, known->second, {}, false};
  }
};

}  // namespace graze::io::test
