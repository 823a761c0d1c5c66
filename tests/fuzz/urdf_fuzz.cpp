// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or URDF and SRDF put together from tokens that the readers know, are refused in
// words or give a robot that is a tree, whose scene is in range, and whose links stand somewhere at every
// configuration.

#include <cmath>

#include "graze/io/robot.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

constexpr const char* kTokens[] = {"<link name='a'>",
                                   "<link name='b'/>",
                                   "<link name='c'>",
                                   "<link name='d'/>",
                                   "</link>",
                                   ("<link name='a'/><link name='b'/><joint name='j' type='revolute'>"
                                    "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>"),
                                   "<joint name='j' type='revolute'>",
                                   "<joint name='k' type='prismatic'>",
                                   "<joint name='l' type='planar'>",
                                   "<joint name='m' type='floating'>",
                                   "<joint name='n' type='continuous'>",
                                   "<joint name='o' type='fixed'>",
                                   "</joint>",
                                   "<parent link='a'/>",
                                   "<parent link='b'/>",
                                   "<parent link='c'/>",
                                   "<child link='b'/>",
                                   "<child link='c'/>",
                                   "<child link='d'/>",
                                   "<axis xyz='0 0 1'/>",
                                   "<axis xyz='0 0 0'/>",
                                   "<axis xyz='1e59 -1e59 1e-300'/>",
                                   "<axis xyz='0 0 -1'/>",
                                   "<limit lower='-1' upper='1e60'/>",
                                   "<mimic joint='j' multiplier='1e59' offset='-1'/>",
                                   "<mimic joint='k'/>",
                                   "<mimic joint='n' multiplier='-2'/>",
                                   "<origin xyz='1 2 3' rpy='0.1 1e59 3'/>",
                                   "<origin xyz='-1e59 0 0'/>",
                                   "<origin rpy='0 1.5707963267948966 0'/>",
                                   "<collision><geometry>",
                                   "</geometry></collision>",
                                   "<visual><geometry><sphere radius='1'/></geometry></visual>",
                                   "<box size='1 2 3'/>",
                                   "<sphere radius='1e59'/>",
                                   "<cylinder radius='1' length='0'/>",
                                   "<capsule radius='0' length='2'/>",
                                   "<mesh filename='package://p/a.wrl'/>",
                                   "<mesh filename='package://p/a.wrl' scale='1e30 -1 0'/>",
                                   "<mesh filename='none'/>",
                                   "<mesh filename='robot'/>",
                                   "<disable_collisions link1='a' link2='b'/>",
                                   "<disable_collisions link1='a' link2='x' reason='&#7;'/>",
                                   "<enable_collisions link1='b' link2='a'/>",
                                   "<disable_default_collisions link='c'/>",
                                   "<virtual_joint name='v' type='floating' child_link='a'/>",
                                   "<virtual_joint name='w' type='planar' child_link='b'/>",
                                   "<passive_joint name='j'/>",
                                   "<xacro:include/>",
                                   "<!--",
                                   "-->",
                                   "<![CDATA[",
                                   "]]>",
                                   "&amp;",
                                   "<",
                                   "'"};

// A mesh, and the robot itself as one.
class Meshes final : public FileAccess {
 public:
  explicit Meshes(const std::string& robot) : robot_(robot) {}
  FileAnswer open(std::string_view url, std::string_view, std::size_t max_bytes) override {
    if (url == "robot" && robot_.size() <= max_bytes) return {"r.urdf", robot_, {}, false};
    if (url != "package://p/a.wrl") return {{}, {}, "no such file", false};
    return {"a.wrl",
            "#VRML V2.0 utf8\nShape { geometry Box {} } Shape { geometry IndexedFaceSet { coord Coordinate { "
            "point [0 0 0, 1 0 0, 0 1 0] } coordIndex [0 1 2] } }",
            {},
            false};
  }

 private:
  const std::string& robot_;
};

void check_tree(const Robot& r) {
  expect(!r.links.empty() && r.links.size() <= r.scene.nodes.size(), "links without nodes");
  expect(r.order.size() == r.joints.size(), "a joint is not in the order");
  std::vector<bool> is_placed(r.links.size(), false);
  is_placed[r.root] = true;
  for (const std::uint32_t i : r.order) {
    const Joint& j = r.joints[i];
    expect(j.parent == kNone || is_placed[j.parent], "a joint stands before the one above it");
    expect(std::abs(length(j.axis) - 1) < 1e-12, "an axis is not of unit length");
    expect(is_finite(j.factor) && is_finite(j.offset), "a mimic chain is not finite");
    is_placed[j.child] = true;
  }
  for (const bool placed : is_placed) expect(placed, "a link hangs from nothing");
  for (std::size_t i = 1; i < r.allowed.size(); ++i)
    expect(r.allowed[i - 1].first < r.allowed[i].first || r.allowed[i - 1].second < r.allowed[i].second,
           "allowed pairs are not in order");
}

void check_kinematics(const Robot& r) {
  std::vector<Real> q = neutral_values(r);
  for (const Real by : {0.0, 1.0, -1e15}) {
    for (Real& x : q) x += by;
    if (!are_values(r, q)) continue;
    const std::vector<Pose> placements = world_from_link(r, q);
    expect(placements.size() == r.links.size(), "no placements");
    std::vector<Vec3> columns(q.size());
    const auto last = static_cast<std::uint32_t>(r.links.size() - 1);
    point_jacobian(r, q, placements, last, placements[last].translation, columns);
    (void)out_of_limits(r, q);
    std::vector<Real> between(q.size());
    interpolate(r, neutral_values(r), q, 0.25, between);
    for (const Real x : between) expect(is_finite(x), "a value between two is not finite");
    // Chains of lengths around 1e60 may overflow in none of these: sums of few such numbers.
    for (const Pose& p : placements) expect(is_finite(p.translation), "a placement is not finite");
    check_scene(scene_at(r, q));
  }
}

void read_and_check(const std::string& text) {
  Meshes files(text);
  UrdfOptions options;
  options.files = &files;
  options.visuals = Visuals::where_missing;
  options.limits.nodes = 3000;
  RobotRead read = read_urdf(text, "r.urdf", options);
  for (const ReadMessage& m : read.warnings)
    expect(!m.text.empty() && m.count > 0, "a warning without words");
  if (!read) {
    expect(!read.error.text.empty() && read.code > ReadCode::partial, "a refusal without words");
    return;
  }
  check_tree(*read.robot);
  check_kinematics(*read.robot);
  SrdfOptions with_base;
  with_base.use_virtual_joints = true;
  const SrdfRead pairs = read_srdf(text, "r.srdf", *read.robot, with_base);
  expect(static_cast<bool>(pairs) || !pairs.error.text.empty(), "a refusal without words");
  check_tree(*read.robot);
  check_kinematics(*read.robot);
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io::test;
  if (size == 0) return 0;
  std::string text;
  if (data[0] % 4 == 0) {
    text.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  } else {
    text = "<robot name='r'>";
    for (std::size_t i = 1; i < size; ++i) text += kTokens[data[i] % std::size(kTokens)];
    text += "</robot>";
  }
  read_and_check(text);
  return 0;
}
