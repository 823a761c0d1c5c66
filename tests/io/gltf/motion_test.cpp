// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

const double kHalf = std::sqrt(0.5);

/// A file with nodes "a" and "b", and animations added to it.
struct Animated : Gltf {
  Animated() {
    node({{"name", "a"}});
    node({{"name", "b"}});
    json["animations"] = Json::array();
  }
  Json channel(std::size_t node, const std::string& path, std::size_t sampler = 0) const {
    return {{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}};
  }
  void animation(const std::string& name, const Json& sampler, const std::vector<Json>& channels) {
    json["animations"].push_back({{"name", name}, {"samplers", {sampler}}, {"channels", channels}});
  }
  template <class T>
  Json sampler(const std::vector<float>& keys, const std::vector<T>& values, const std::string& type,
               const char* interpolation = nullptr) {
    Json out = {{"input", add(keys)}, {"output", add(values, type)}};
    if (interpolation != nullptr) out["interpolation"] = interpolation;
    return out;
  }
};

TEST(GltfMotion, LinearTranslationsBetweenKeysInSeconds) {
  Animated g;
  g.animation("move", g.sampler<float>({1, 3}, {0, 0, 0, 4, 0, 0}, "VEC3"), {g.channel(0, "translation")});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(point_of(scene, "a", {}, 0).x, 0);
  EXPECT_EQ(point_of(scene, "a", {}, 1).x, 0);
  EXPECT_NEAR(point_of(scene, "a", {}, 1.5).x, 1, 1e-15);
  EXPECT_EQ(point_of(scene, "a", {}, 3).x, 4);
  EXPECT_EQ(point_of(scene, "a", {}, 100).x, 4);
  EXPECT_EQ(scene.clocks[0].name, "move");
  EXPECT_EQ(scene.clocks[0].cycle, 3);
}

TEST(GltfMotion, StepsAndCubicSplines) {
  Animated g;
  g.animation("step", g.sampler<float>({0, 2}, {1, 1, 1, 5, 5, 5}, "VEC3", "STEP"), {g.channel(0, "scale")});
  // From (0,0,0) leaving at (1,0,0) per second to (4,0,0) arriving at rest, in two seconds:
  // in the middle 0/2 + 4/2 + 2 * 1/8 = 2.25.
  g.animation(
      "cubic",
      g.sampler<float>({0, 2}, {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 9, 9, 9}, "VEC3", "CUBICSPLINE"),
      {g.channel(1, "translation")});
  const SceneData scene = scene_of(g);
  EXPECT_EQ(point_of(scene, "a", {1, 0, 0}, 1.99).x, 1);
  EXPECT_EQ(point_of(scene, "a", {1, 0, 0}, 2).x, 5);
  EXPECT_NEAR(point_of(scene, "b", {}, 1).x, 2.25, 1e-15);
  EXPECT_NEAR(point_of(scene, "b", {}, 1e-9).x, 1e-9, 1e-17);
  EXPECT_EQ(point_of(scene, "b", {}, 2), Vec3(4, 0, 0));
}

TEST(GltfMotion, RotationsTakeTheShorterArcAtConstantSpeed) {
  Animated g;
  // From none to a quarter turn about z, written with the opposite sign: a third of the time is 30 degrees.
  const float h = float(kHalf);
  g.animation("turn", g.sampler<float>({0, 3}, {0, 0, 0, 1, 0, 0, -h, -h}, "VEC4"),
              {g.channel(0, "rotation")});
  expect_near(point_of(scene_of(g), "a", {1, 0, 0}, 1), {std::sqrt(3.0) / 2, 0.5, 0}, 1e-7);
}

TEST(GltfMotion, CubicRotationsAreMadeUnit) {
  Animated g;
  // Slopes of zero: in the middle the mean of (0,0,0,1) and (0,0,1,0), which is a quarter turn.
  std::vector<float> values(24);
  values[7] = values[18] = 1;
  g.animation("turn", g.sampler({0, 1}, values, "VEC4", "CUBICSPLINE"), {g.channel(0, "rotation")});
  expect_near(point_of(scene_of(g), "a", {1, 0, 0}, 0.5), {0, 1, 0}, 1e-15);
}

TEST(GltfMotion, NormalisedIntegersAsRotations) {
  Animated g;
  Json sampler = g.sampler<std::int16_t>({0, 1}, {0, 0, 0, 32767, 0, 0, 32767, 0}, "VEC4");
  g.json["accessors"][sampler["output"].get<std::size_t>()]["normalized"] = true;
  g.animation("turn", sampler, {g.channel(0, "rotation")});
  expect_near(point_of(scene_of(g), "a", {1, 0, 0}, 1), {-1, 0, 0}, 1e-15);
}

TEST(GltfMotion, AnimationsThatDriveOtherThingsPlayTogether) {
  Animated g;
  const auto to = [&](float x) { return g.sampler<float>({0, 1}, {0, 0, 0, x, 0, 0}, "VEC3"); };
  g.animation("walk", to(1), {g.channel(0, "translation")});
  g.animation("run", to(2), {g.channel(0, "translation"), g.channel(1, "translation")});
  g.animation("other", to(3), {g.channel(1, "translation")});
  SceneRead read = read_gltf(g.text(), "t");
  EXPECT_EQ(messages(read), "t: animation \"run\" waits: it drives what an earlier one drives\n");
  EXPECT_EQ(point_of(*read.scene, "a", {}, 1).x, 1);
  EXPECT_EQ(point_of(*read.scene, "b", {}, 1).x, 3);
  EXPECT_FALSE(read.scene->clocks[1].is_running);

  GltfOptions options;
  options.animations = {"run"};
  EXPECT_EQ(point_of(scene_of(g, options), "a", {}, 1).x, 2);
  EXPECT_EQ(point_of(scene_of(g, options), "b", {}, 1).x, 2);
  options.animations = {"nothing of this file"};
  EXPECT_EQ(point_of(*read_gltf(g.text(), "t", options).scene, "a", {}, 1).x, 1);
  options.all_animations = true;
  EXPECT_EQ(point_of(scene_of(g, options), "a", {}, 1).x, 2);  // the last wins
  EXPECT_EQ(point_of(scene_of(g, options), "b", {}, 1).x, 3);
}

TEST(GltfMotion, Pointers) {
  Animated g;
  const auto pointer = [](const char* text) {
    return Json{
        {"sampler", 0},
        {"target", {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", text}}}}}}}};
  };
  const Json sampler = g.sampler<float>({0, 1}, {0, 0, 0, 2, 0, 0}, "VEC3");
  g.animation("move", sampler, {pointer("/nodes/1/translation"), pointer("/materials/0/emissiveFactor")});
  EXPECT_EQ(point_of(scene_of(g), "b", {}, 1).x, 2);
  g.animation("grow", sampler, {pointer("/extensions/KHR_implicit_shapes/shapes/0/box/size")});
  g.animation("none", sampler, {pointer("/nodes/9/scale")});
  EXPECT_EQ(messages_of(g),
            "test.gltf: not animated: /extensions/KHR_implicit_shapes/shapes/0/box/size [loss]\n"
            "test.gltf: not animated: /nodes/9/scale [loss]\n");
}

TEST(GltfMotion, DamagedChannels) {
  Animated g;
  const auto said = [&](const Json& sampler, const Json& channel) {
    g.json["animations"] = {{{"samplers", {sampler}}, {"channels", {channel}}}};
    return messages_of(g);
  };
  const Json move = g.channel(0, "translation");
  const std::string sampler = "test.gltf: animations[0].samplers[0]";
  const std::string unfit =
      sampler + " is left out: its keys and values do not fit, or are not finite [loss]\n";
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(said(g.sampler<float>({0, 1}, {0, 0, 0}, "VEC3"), move), unfit);
  EXPECT_EQ(said(g.sampler<float>({0, inf}, {0, 0, 0, 1, 1, 1}, "VEC3"), move), unfit);
  EXPECT_EQ(said(g.sampler<float>({0, 1}, {0, 0, 0, inf, 1, 1}, "VEC3"), move), unfit);
  EXPECT_EQ(said(g.sampler<float>({}, {}, "VEC3"), move), unfit);
  EXPECT_EQ(said(g.sampler<float>({0, 2, 1}, {0, 0, 0, 1, 1, 1, 2, 2, 2}, "VEC3"), move),
            sampler + ": keys decrease, and those from there on are left out [loss]\n");
  EXPECT_EQ(said(g.sampler<float>({0}, {0, 0, 0}, "VEC3", "BEZIER"), move),
            sampler + ".interpolation is \"BEZIER\": taken for LINEAR [loss]\n");
  EXPECT_EQ(
      said(g.sampler<float>({0}, {0, 0, 0}, "VEC3"), g.channel(0, "colour")),
      "test.gltf: animations[0].channels[0].target.path is \"colour\", which cannot be animated [loss]\n");
  EXPECT_EQ(said(g.sampler<float>({0}, {0, 0, 0}, "VEC3"), g.channel(7, "scale")),
            "test.gltf: animations[0].channels[0].target.node is 7, but there are 2 [loss]\n");
  g.json["nodes"][0]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  EXPECT_EQ(said(g.sampler<float>({0}, {0, 0, 0}, "VEC3"), move),
            "test.gltf: nodes[0] has a matrix, and is not animated [loss]\n");
}

}  // namespace
}  // namespace graze::io::test::gltf
