// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/robot/support.h"

namespace graze::io::test {
namespace {

// Four boxes in a chain of hinges.
Robot chain() {
  const std::string box = "<collision><geometry><box size='1 1 1'/></geometry></collision>";
  std::string text = link("l0", box);
  for (int i = 1; i < 4; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    text += link("l" + n, box) + joint("j" + n, "continuous", "l" + before, "l" + n);
  }
  return robot_of(text);
}

SrdfRead read(Robot& robot, const std::string& inside, const SrdfOptions& options = {}) {
  return read_srdf("<robot name='r'>\n" + inside + "</robot>", "r.srdf", robot, options);
}

TEST(Srdf, PairsMayTouch) {
  Robot r = chain();
  EXPECT_FALSE(is_allowed(r, 0, 2));
  const SrdfRead s = read(r,
                          "<group name='arm'><chain base_link='l0' tip_link='l3'/></group>"
                          "<disable_collisions link1='l2' link2='l0' reason='Never'/>"
                          "<disable_collisions link1='l1' link2='l0' reason='Adjacent'/>");
  EXPECT_EQ(messages_of(s), "");
  EXPECT_TRUE(is_allowed(r, 0, 2));
  EXPECT_TRUE(is_allowed(r, 2, 0));
  EXPECT_FALSE(is_allowed(r, 0, 3));
  ASSERT_EQ(r.allowed.size(), 4u);  // 01 02 12 23
  EXPECT_EQ(r.allowed[0].by, AllowedBy::srdf);
  EXPECT_EQ(r.allowed[0].reason, "Adjacent");
  EXPECT_EQ(r.allowed[1].second, 2u);
  EXPECT_EQ(r.scene.allowed_pairs.size(), 4u);
}

TEST(Srdf, EnabledPairsAreCheckedAlthoughAdjacent) {
  Robot r = chain();
  EXPECT_TRUE(is_allowed(r, 1, 2));
  EXPECT_TRUE(read(r, "<enable_collisions link1='l2' link2='l1'/><disable_default_collisions link='l0'/>"));
  EXPECT_FALSE(is_allowed(r, 1, 2));
  for (std::uint32_t i = 1; i < 4; ++i) EXPECT_TRUE(is_allowed(r, 0, i));
  EXPECT_FALSE(is_allowed(r, 1, 3));
}

TEST(Srdf, UnknownNamesAreWarnings) {
  Robot r = chain();
  const SrdfRead s = read(r,
                          "<disable_collisions link1='l0' link2='hand'/>\n"
                          "<passive_joint name='j2'/><passive_joint name='x'/>\n");
  EXPECT_EQ(messages_of(s),
            "r.srdf:2:1: <disable_collisions> names the unknown link \"hand\"\n"
            "r.srdf:3:27: <passive_joint> names the unknown joint \"x\"\n");
  EXPECT_EQ(s.code, ReadCode::complete);
  EXPECT_TRUE(r.joints[1].is_passive);
  EXPECT_FALSE(r.joints[0].is_passive);
}

TEST(Srdf, AVirtualJointMovesTheRootWhenAsked) {
  const std::string text = "<virtual_joint name='base' type='planar' parent_frame='world' child_link='l0'/>";
  Robot still = chain();
  EXPECT_EQ(messages_of(read(still, text)),
            "r.srdf:2:1: virtual joint \"base\" is not used: the root stands at the origin\n");
  EXPECT_EQ(still.variables.size(), 3u);
  Robot r = chain();
  SrdfOptions options;
  options.use_virtual_joints = true;
  EXPECT_EQ(messages_of(read(r, text, options)), "");
  ASSERT_EQ(r.variables.size(), 6u);
  EXPECT_EQ(r.variables[3].name, "base/x");
  expect_close(point_at(r, {0, 0, 0, 2, 3, kHalfTurn / 2}, "l3", {1, 0, 0}), {2, 4, 0}, 1e-15);
  // The whole robot turns about the root: (-y, x) of the arm from the root to the point.
  const std::vector<Real> q = {0, 0, 0, 2, 3, 0};
  std::vector<Vec3> columns(6);
  point_jacobian(r, q, world_from_link(r, q), 3, {3, 5, 0}, columns);
  expect_close(columns[5], {-2, 1, 0}, 0);
  expect_close(columns[4], {0, 1, 0}, 0);
}

TEST(Srdf, RefusedFilesLeaveTheRobotAsItWas) {
  Robot r = chain();
  const SrdfRead s = read(r, "<disable_collisions link1='l0' link2='l3'/><disable_collisions link1='l0'/>");
  EXPECT_EQ(messages_of(s), "error: r.srdf:2:44: <disable_collisions> has no link2\n");
  EXPECT_EQ(s.code, ReadCode::damaged);
  EXPECT_FALSE(is_allowed(r, 0, 3));
  EXPECT_EQ(read(r, "<virtual_joint name='v' type='ball' child_link='l0'/>").code, ReadCode::damaged);
  EXPECT_EQ(read_srdf("<sdf/>", "f", r).code, ReadCode::unsupported);
  EXPECT_EQ(read_srdf_file("no/such/file.srdf", r).code, ReadCode::unreadable);
}

}  // namespace
}  // namespace graze::io::test
