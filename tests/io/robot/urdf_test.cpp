// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/read_scene.h"
#include "io/gzipped.h"
#include "io/robot/support.h"

namespace graze::io::test {
namespace {

std::string collision(const std::string& geometry, const std::string& origin = "") {
  return "<collision>" + origin + "<geometry>" + geometry + "</geometry></collision>";
}

Robot one_link(const std::string& inside, const UrdfOptions& options = {}) {
  return robot_of(link("a", inside), options);
}

template <class T>
T shape_of(const Robot& r, std::size_t i = 0) {
  EXPECT_LT(i, r.scene.geometries.size());
  const T* data = i < r.scene.geometries.size() ? std::get_if<T>(&r.scene.geometries[i].data) : nullptr;
  EXPECT_NE(data, nullptr);
  return data == nullptr ? T() : *data;
}

// World box of all shapes at the neutral configuration.
Aabb box_of(const Robot& r) {
  const SceneData scene = scene_at(r, neutral_values(r));
  const SceneState state = evaluate(scene, 0);
  Aabb box;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].geometry != kNone)
      box = merge(box, bounds(scene.geometries[scene.nodes[i].geometry], state.world_from_node[i]));
  return box;
}

TEST(UrdfShapes, BoxesHaveHalfTheirSizes) {
  const Robot r = one_link(collision("<box size='1 0.5 3'/>", "<origin xyz='1 2 3'/>"));
  EXPECT_EQ(shape_of<BoxData>(r).half_extents, (Vec3{0.5, 0.25, 1.5}));
  EXPECT_EQ(box_of(r).lower, (Vec3{0.5, 1.75, 1.5}));
  EXPECT_EQ(box_of(r).upper, (Vec3{1.5, 2.25, 4.5}));
}

TEST(UrdfShapes, CylindersAndCapsulesStandOnZAndStayExact) {
  const Robot c = one_link(collision("<cylinder radius='0.25' length='2'/>"));
  EXPECT_EQ(shape_of<CylinderData>(c).radius, 0.25);
  EXPECT_EQ(shape_of<CylinderData>(c).half_height, 1);
  expect_close(box_of(c).lower, {-0.25, -0.25, -1}, 1e-15);
  expect_close(box_of(c).upper, {0.25, 0.25, 1}, 1e-15);
  // The placement takes y to z, without rounding.
  EXPECT_EQ(c.scene.nodes[1].local.matrix->linear, (Mat3{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}));
  const Robot k = one_link(collision("<capsule radius='0.25' length='2'/>"));
  EXPECT_EQ(shape_of<CapsuleData>(k).half_height, 1);
  expect_close(box_of(k).upper, {0.25, 0.25, 1.25}, 1e-15);
}

TEST(UrdfShapes, LinksMayHaveSeveral) {
  const Robot r = one_link(collision("<sphere radius='2'/>") +
                           collision("<box size='2 2 2'/>", "<origin xyz='0 0 5'/>") + "<visual/>");
  EXPECT_EQ(r.scene.geometries.size(), 2u);
  EXPECT_EQ(shape_of<SphereData>(r).radius, 2);
  EXPECT_EQ(box_of(r).upper, (Vec3{2, 2, 6}));
  EXPECT_TRUE(r.links[0].has_shapes);
  EXPECT_EQ(r.scene.nodes[0].name, "a");
  EXPECT_TRUE(r.scene.nodes[0].is_body);
  EXPECT_EQ(r.scene.up, UpAxis::z);
}

TEST(UrdfShapes, VisualsCountOnlyWhenAsked) {
  const std::string visual = "<visual><geometry><sphere radius='1'/></geometry></visual>";
  const std::string text = link("a", visual) + link("b", visual + collision("<box size='1 1 1'/>")) +
                           joint("j", "fixed", "a", "b");
  EXPECT_EQ(robot_of(text).scene.geometries.size(), 1u);
  UrdfOptions options;
  options.visuals = Visuals::where_missing;
  const Robot filled = robot_of(text, options);
  ASSERT_EQ(filled.scene.geometries.size(), 2u);
  (void)shape_of<SphereData>(filled, 0);
  (void)shape_of<BoxData>(filled, 1);
  options.visuals = Visuals::instead;
  (void)shape_of<SphereData>(robot_of(text, options), 1);
}

// A box of edges 2 as a mesh file of another format than the robot's.
const std::string kMesh =
    "#VRML V2.0 utf8\nTransform { translation 1 0 0 children Shape { geometry Box {} } }";

TEST(UrdfMeshes, AreScaledAndShared) {
  UrlFiles files;
  files.files["package://p/a.wrl"] = kMesh;
  UrdfOptions options;
  options.files = &files;
  const std::string mesh = "<mesh filename='package://p/a.wrl' scale='1 2 -3'/>";
  const Robot r = one_link(collision(mesh) + collision(mesh, "<origin xyz='0 10 0'/>"), options);
  EXPECT_EQ(r.scene.geometries.size(), 1u);
  EXPECT_EQ(r.scene.files, (std::vector<std::string>{"r.urdf", "package://p/a.wrl"}));
  EXPECT_EQ(box_of(r).lower, (Vec3{0, -2, -3}));
  EXPECT_EQ(box_of(r).upper, (Vec3{2, 12, 3}));
}

TEST(UrdfMeshes, OfOtherFormatsAreInMetres) {
  UrlFiles files;
  files.files["t.stl"] =
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 "
      "0\nendloop\nendfacet\nendsolid\n";
  files.files["t.obj"] = "v 0 0 0\nv 1 0 0\nv 0 0 3\nf 1 2 3\n";
  UrdfOptions options;
  options.files = &files;
  const Robot r = one_link(collision("<mesh filename='t.stl' scale='0.001 0.001 0.001'/>") +
                               collision("<mesh filename=' t.obj\n'/>"),
                           options);
  EXPECT_EQ(box_of(r).upper, (Vec3{1, 0.002, 3}));
}

TEST(UrdfScenes, AreReadAsAnyOther) {
  const std::string text = robot_text(link("a", collision("<box size='1 1 1'/>")) + link("b") +
                                      joint("j", "continuous", "a", "b"));
  EXPECT_EQ(format_of(text, "x"), "URDF");
  const SceneRead read = read_scene(text, "r.urdf");
  EXPECT_EQ(read.code, ReadCode::complete);
  EXPECT_EQ(read.scene->nodes[1].name, "b");
  EXPECT_EQ(read.scene->up, UpAxis::z);
  EXPECT_EQ(read_scene("<robot/>", "r.urdf").code, ReadCode::damaged);
}

TEST(UrdfMeshes, ThatCannotBeReadAreLosses) {
  UrlFiles files;
  files.files["bad.wrl"] = "<html>";
  UrdfOptions options;
  options.files = &files;
  const RobotRead r =
      read_robot(link("a", collision("<mesh filename='bad.wrl'/>") + collision("<mesh filename='bad.wrl'/>") +
                               collision("<mesh filename='none.stl'/>")),
                 options);
  EXPECT_EQ(r.code, ReadCode::partial);
  EXPECT_FALSE(r.robot->links[0].has_shapes);
  const std::string text = messages_of(r);
  EXPECT_NE(text.find("r.urdf:2:37: mesh bad.wrl not read: "), text.npos) << text;
  EXPECT_NE(text.find("mesh bad.wrl is missing here, too [loss]"), text.npos) << text;
  EXPECT_NE(text.find("mesh none.stl not read: no such file [loss]"), text.npos) << text;
  EXPECT_NE(messages_of(read_robot(link("a", collision("<mesh filename='x.stl'/>"))))
                .find("no access to other files was given"),
            std::string::npos);
}

TEST(UrdfMeshes, ThatAreRobotsAreLosses) {
  UrlFiles files;
  const std::string self =
      robot_text(link("a", collision("<mesh filename='r.urdf'/>") + collision("<box size='2 2 2'/>")));
  files.files["r.urdf"] = self;
  files.files["other.urdf"] = robot_text(link("x", collision("<mesh filename='r.urdf'/>")));
  files.files["packed.stl"] = gzipped(self);
  UrdfOptions options;
  options.files = &files;
  for (const std::string url : {"r.urdf", "other.urdf", "packed.stl"}) {
    const RobotRead r = read_robot(
        link("a", collision("<mesh filename='" + url + "'/>") + collision("<box size='2 2 2'/>")), options);
    EXPECT_EQ(r.code, ReadCode::partial);
    EXPECT_EQ(messages_of(r),
              "r.urdf:2:37: mesh " + url + " not read: it is a robot (URDF), not a mesh [loss]\n");
    EXPECT_EQ(box_of(*r.robot).upper, (Vec3{1, 1, 1}));
  }
}

TEST(UrdfShapes, ThatAreMalformedAreLosses) {
  const std::pair<const char*, const char*> cases[] = {
      {"<box size='1 2'/>", "the sizes of a <box> are missing, negative or no numbers"},
      {"<box size='1 -2 3'/>", "the sizes of a <box> are missing, negative or no numbers"},
      {"<sphere radius='nan'/>", "the sizes of a <sphere> are missing, negative or no numbers"},
      {"<cylinder radius='1'/>", "the sizes of a <cylinder> are missing, negative or no numbers"},
      {"<plane/>", "a <plane> is not read"},
      {"<mesh/>", "a <mesh> has no filename"},
      {"<mesh filename='x' scale='1 2'/>", "the scale of a <mesh> is not three numbers"},
      {"", "a <collision> has no geometry"},
  };
  for (const auto& [geometry, message] : cases) {
    const RobotRead r = read_robot(link("a", collision(geometry)));
    EXPECT_EQ(r.code, ReadCode::partial) << geometry;
    EXPECT_NE(messages_of(r).find("link \"a\": " + std::string(message) + " [loss]"), std::string::npos)
        << messages_of(r);
  }
  EXPECT_EQ(messages_of(read_robot(link("a", collision("<box size='1 1 1'/>", "<origin xyz='1 2 x'/>")))),
            "r.urdf:2:16: link \"a\": the <origin> of a <collision> is not made of numbers [loss]\n");
}

// The error of text that is refused as damaged.
std::string damage(const std::string& inside) {
  const RobotRead r = read_robot(inside);
  EXPECT_EQ(r.code, ReadCode::damaged);
  return to_string(r.error);
}

TEST(UrdfTree, FaultsAreErrorsWithTheirLine) {
  const std::string ab = link("a") + link("b"), abc = ab + link("c");
  EXPECT_EQ(damage(""), "r.urdf:1:1: the robot has no links");
  EXPECT_EQ(damage(ab + link("a")), "r.urdf:4:1: link \"a\" is defined twice, first in line 2");
  EXPECT_EQ(damage(ab + joint("j", "fixed", "a", "b") + joint("j", "fixed", "b", "a")),
            "r.urdf:5:1: joint \"j\" is defined twice, first in line 4");
  EXPECT_EQ(damage(ab),
            "r.urdf:3:1: the links are no tree: link \"a\" and link \"b\" both have no joint above them");
  EXPECT_EQ(damage(abc + joint("j", "fixed", "a", "c") + joint("k", "fixed", "b", "c")),
            "r.urdf:6:1: link \"c\" is the child of two joints: joint \"j\" in line 5 and joint \"k\"");
  EXPECT_EQ(damage(ab + joint("j", "fixed", "a", "b") + joint("k", "fixed", "b", "a")),
            "r.urdf:4:1: the joints form a cycle: every link has a joint above it");
  EXPECT_EQ(damage(abc + joint("j", "fixed", "b", "c") + joint("k", "fixed", "c", "b")),
            "r.urdf:3:1: the joints form a cycle: link \"b\" does not hang from the root link \"a\"");
  EXPECT_EQ(damage(ab + joint("j", "fixed", "a", "a")), "r.urdf:4:1: joint \"j\" joins link \"a\" to itself");
  EXPECT_EQ(damage(ab + joint("j", "fixed", "a", "x")),
            "r.urdf:4:48: joint \"j\": its child link \"x\" is not defined");
}

TEST(UrdfJoints, FaultsAreErrorsWithTheirLine) {
  const std::string ab = link("a") + link("b");
  const auto with = [&](const std::string& inside) {
    return damage(ab + joint("j", "revolute", "a", "b", inside));
  };
  EXPECT_EQ(with("<origin xyz='0 0 1e99'/>"), "r.urdf:4:1: joint \"j\": its <origin> is not made of numbers");
  EXPECT_EQ(damage(ab + "<joint name='j' type='fixed'><child link='b'/></joint>"),
            "r.urdf:4:1: joint \"j\" has no <parent>");
  EXPECT_EQ(damage(ab + "<joint type='fixed'/>"), "r.urdf:4:1: <joint> has no name");
}

TEST(UrdfJoints, OfKindsThatOthersHaveStandStill) {
  const RobotRead r = read_robot(link("a") + link("b", collision("<box size='2 2 2'/>")) +
                                 joint("j", "spherical", "a", "b", "<origin xyz='5 0 0'/>"));
  EXPECT_EQ(messages_of(r),
            "r.urdf:4:1: joint \"j\": its type \"spherical\" is none of fixed, revolute, continuous, "
            "prismatic, planar, "
            "floating: it stands still [loss]\n");
  EXPECT_EQ(box_of(*r.robot).upper, (Vec3{6, 1, 1}));
  EXPECT_TRUE(r.robot->variables.empty());
}

TEST(UrdfJoints, AxesAreNormalisedAndZeroOnesReported) {
  const std::string ab = link("a") + link("b"), limit = "<limit lower='0' upper='1'/>";
  const RobotRead longer = read_robot(ab + joint("j", "revolute", "a", "b", "<axis xyz='0 3 4'/>" + limit));
  expect_close(longer.robot->joints[0].axis, {0, 0.6, 0.8});
  EXPECT_EQ(longer.code, ReadCode::complete);
  EXPECT_EQ(messages_of(longer),
            "r.urdf:4:68: joint \"j\": its axis is not of unit length and is normalised\n");
  const RobotRead zero = read_robot(ab + joint("j", "prismatic", "a", "b", "<axis xyz='0 0 0'/>" + limit));
  EXPECT_EQ(zero.robot->joints[0].axis, (Vec3{1, 0, 0}));
  EXPECT_EQ(messages_of(zero), "r.urdf:4:69: joint \"j\": its axis is zero and counts as 1 0 0 [loss]\n");
  const RobotRead two = read_robot(ab + joint("j", "prismatic", "a", "b", "<axis xyz='0 0'/>" + limit));
  EXPECT_EQ(two.robot->joints[0].axis, (Vec3{1, 0, 0}));
  EXPECT_EQ(
      messages_of(two),
      "r.urdf:4:69: joint \"j\": xyz=\"0 0\" of <axis> is not three numbers and counts as 1 0 0 [loss]\n");
  // Six digits are unit enough, and are normalised as well.
  const Robot six =
      robot_of(ab + joint("j", "revolute", "a", "b", "<axis xyz='0.707107 0.707107 0'/>" + limit));
  EXPECT_NEAR(length(six.joints[0].axis), 1, 1e-15);
}

// Bounds of a joint keep no shape from its place.
TEST(UrdfJoints, LimitsThatAreNoNumbersAreNone) {
  const std::string ab = link("a") + link("b");
  const auto read = [&](const std::string& limit) {
    return read_robot(ab + joint("j", "revolute", "a", "b", "<limit " + limit + "/>"));
  };
  const RobotRead infinite = read("lower='-inf' upper='inf' velocity='inf'");
  EXPECT_EQ(infinite.code, ReadCode::complete);
  EXPECT_EQ(messages_of(infinite),
            "r.urdf:4:68: joint \"j\": velocity=\"inf\" of <limit> is not a number\n"
            "r.urdf:4:68: joint \"j\": lower=\"-inf\" of <limit> is not a number\n"
            "r.urdf:4:68: joint \"j\": upper=\"inf\" of <limit> is not a number\n");
  EXPECT_EQ(infinite.robot->joints[0].lower, -kInfinity);
  EXPECT_EQ(infinite.robot->joints[0].upper, kInfinity);
  const RobotRead blank = read("lower='0' upper='1' effort='' velocity=''");
  EXPECT_EQ(blank.code, ReadCode::complete);
  EXPECT_EQ(blank.robot->joints[0].max_velocity, kInfinity);
  EXPECT_EQ(blank.robot->joints[0].upper, 1);
  const RobotRead mimic = read_robot(ab + link("c") + joint("k", "continuous", "a", "c") +
                                     joint("j", "continuous", "a", "b", "<mimic joint='k' multiplier='x'/>"));
  EXPECT_EQ(messages_of(mimic),
            "r.urdf:6:70: joint \"j\": multiplier=\"x\" of <mimic> is not a number [loss]\n");
}

TEST(UrdfJoints, NumbersMayHaveCommasAndOriginsBeBlank) {
  const Robot r = robot_of(link("a", collision("<box size='2, 4,6'/>", "<origin xyz='1,2, 3' rpy=''/>")) +
                           link("b") + joint("j", "fixed", "a", "b", "<origin xyz=' ' rpy=' 0\t0\n0 '/>"));
  EXPECT_EQ(box_of(r).lower, (Vec3{0, 0, 0}));
  EXPECT_EQ(box_of(r).upper, (Vec3{2, 4, 6}));
}

TEST(UrdfJoints, MissingOrTurnedLimitsAreReported) {
  const std::string ab = link("a") + link("b");
  EXPECT_EQ(messages_of(read_robot(ab + joint("j", "revolute", "a", "b"))),
            "r.urdf:4:1: joint \"j\" has no limits: every value is taken\n");
  EXPECT_EQ(messages_of(read_robot(ab + joint("j", "prismatic", "a", "b", "<limit lower='2' upper='1'/>"))),
            "r.urdf:4:69: joint \"j\": its lower limit is above the upper: every value is outside\n");
}

TEST(UrdfJoints, MimicsWithoutMeaningAreIndependent) {
  const std::string base = link("a") + link("b") + link("c");
  const auto mimic = [](const std::string& of) { return "<mimic joint='" + of + "' multiplier='3'/>"; };
  const RobotRead unknown =
      read_robot(base + joint("j", "continuous", "a", "b", mimic("x")) + joint("k", "continuous", "a", "c"));
  EXPECT_EQ(messages_of(unknown),
            "r.urdf:5:70: joint \"j\" mimics an unknown joint: it is independent [loss]\n");
  EXPECT_EQ(unknown.robot->variables.size(), 2u);
  EXPECT_EQ(unknown.robot->joints[0].factor, 1);
  const RobotRead nobody = read_robot(base + joint("j", "continuous", "a", "b", "<mimic multiplier='2'/>") +
                                      joint("k", "continuous", "a", "c"));
  EXPECT_EQ(messages_of(nobody),
            "r.urdf:5:70: joint \"j\" mimics an unknown joint: it is independent [loss]\n");
  const RobotRead cycle = read_robot(base + joint("j", "continuous", "a", "b", mimic("k")) +
                                     joint("k", "continuous", "a", "c", mimic("j")));
  EXPECT_EQ(messages_of(cycle),
            "r.urdf:6:1: joint \"k\" mimics itself, by a cycle: it is independent [loss]\n");
  ASSERT_EQ(cycle.robot->variables.size(), 1u);
  EXPECT_EQ(cycle.robot->variables[0].name, "k");
  EXPECT_EQ(cycle.robot->joints[0].factor, 3);
  const RobotRead planar =
      read_robot(base + joint("j", "planar", "a", "b", mimic("k")) + joint("k", "continuous", "a", "c"));
  EXPECT_EQ(planar.code, ReadCode::partial);
  EXPECT_EQ(planar.robot->variables.size(), 4u);
}

TEST(UrdfFiles, OtherFormatsAreRefusedByName) {
  const auto error = [](const std::string& text) {
    const RobotRead r = read_urdf(text, "f");
    EXPECT_FALSE(r);
    return std::string(to_string(r.code)) + " " + to_string(r.error);
  };
  const std::string xacro =
      "unsupported f:1:45: this is xacro, which is not read: expand it first (xacro robot.xacro > "
      "robot.urdf)";
  EXPECT_EQ(
      error("<robot xmlns:xacro='http://wiki.ros.org/xacr'><xacro:macro name='m'/></robot>").substr(0, 12),
      "unsupported ");
  EXPECT_EQ(error("<robot xmlns:xacro='http://ros.org/wiki/x'> <xacro:include filename='a'/></robot>"),
            xacro);
  EXPECT_EQ(error("<robot name='a'>\n<link name='${prefix}a'/></robot>"),
            "unsupported f:2:1: this is xacro, which is not read: expand it first (xacro robot.xacro > "
            "robot.urdf)");
  // A call that an expansion has left over is passed over.
  const RobotRead left =
      read_urdf("<robot><link name='a'><visual><xacro:grey/></visual></link>\n<xacro:imu/></robot>", "f");
  EXPECT_EQ(left.code, ReadCode::partial);
  EXPECT_EQ(messages_of(left), "f:2:1: <xacro:imu> is a macro of xacro that was not expanded [loss]\n");
  EXPECT_TRUE(
      read_urdf("<robot><link name='a'/><gazebo><plugin filename='$(find x)/y'/></gazebo></robot>", "f"));
  // Nor do parts that say nothing of shapes and joints: programs of their own fill them in.
  EXPECT_EQ(
      messages_of(read_urdf(
          "<robot><xacro:property name='m' value='${2*3}'/><xacro:arg name='x' default='$(env X)'/>"
          "<link name='a'><inertial><mass value='${m}'/></inertial><visual><geometry><mesh filename='$(find "
          "x)/y'/></geometry></visual></link><ros2_control name='s'><param name='p'>0</param><joint "
          "name='${n}'/></ros2_control></robot>",
          "f")),
      "");
  EXPECT_EQ(
      error("<robot><link name='a'><collision><geometry><box size='${w} 1 1'/></geometry></collision></link>"
            "</robot>")
          .substr(0, 12),
      "unsupported ");
  // Output of xacro still declares its name space.
  EXPECT_TRUE(read_urdf("<robot xmlns:xacro='http://ros.org/wiki/xacro'><link name='a'/></robot>", "f"));
  EXPECT_EQ(error("<sdf version='1.6'/>").substr(0, 31), "unsupported f:1:1: this is SDF,");
  EXPECT_EQ(error("<mujoco/>").substr(0, 32), "unsupported f:1:1: this is MJCF ");
  EXPECT_EQ(error("<html/>"), "unsupported f:1:1: the root element is <html>, not <robot>");
  EXPECT_EQ(error("\xFF\xFE<"), "unsupported f:1:1: the file is UTF-16: save it as UTF-8");
}

TEST(UrdfFiles, BytesThatAreNotUtf8AreLatin1) {
  const RobotRead r = read_urdf("<robot>\n<link name='gr\xFC\xDF\x80'/> <link/></robot>", "f\xFF");
  EXPECT_EQ(to_string(r.error), "f?:2:25: <link> has no name");  // three letters are two bytes each
  const RobotRead named = read_urdf("<robot><link name='gr\xFC\xDF'/></robot>", "f");
  EXPECT_EQ(named.robot->links[0].name, "gr\u00FC\u00DF");
  EXPECT_EQ(named.robot->scene.nodes[0].name, "gr\u00FC\u00DF");
  const RobotRead odd = read_urdf("<robot><link name='a&#xD800;&#7;'/></robot>", "f");
  EXPECT_EQ(odd.robot->scene.nodes[0].name.substr(0, 2), "a?");
}

TEST(UrdfFiles, BrokenXmlIsRefusedWithItsPlace) {
  const auto error = [](const std::string& text) {
    const RobotRead r = read_urdf(text, "f");
    EXPECT_EQ(r.code, ReadCode::damaged) << text;
    return to_string(r.error);
  };
  EXPECT_EQ(error("").substr(0, 37), "f:1:1: this is not well-formed XML: N");
  EXPECT_EQ(error("<robot>\n<link name='a'>\n</robot>").substr(0, 6), "f:3:3:");
  EXPECT_EQ(error("<robot>\n<link name='a'").substr(0, 5), "f:2:1");
  EXPECT_EQ(error(std::string("<robot>\n<l\0/></robot>", 21)),
            "f:2:3: the file holds a NUL byte: it is no XML");
  EXPECT_EQ(error("robot").substr(0, 36), "f:1:6: this is not well-formed XML: ");
}

TEST(UrdfFiles, LimitsHold) {
  std::string deep = "<robot>";
  for (int i = 0; i < 5000; ++i) deep += "<a>";
  for (int i = 0; i < 5000; ++i) deep += "</a>";
  EXPECT_EQ(read_urdf(deep + "</robot>", "f").code, ReadCode::limit);
  UrdfOptions options;
  options.limits.nodes = 10;
  std::string many;
  for (int i = 0; i < 10; ++i) many += "<x/>";
  EXPECT_EQ(read_robot(many, options).code, ReadCode::limit);
  options.limits.nodes = 1000;
  options.limits.file_bytes = 20;
  EXPECT_EQ(read_robot(link("a"), options).code, ReadCode::limit);
}

TEST(UrdfPairs, AdjacentLinksAndRigidBodiesMayTouch) {
  const std::string box = collision("<box size='1 1 1'/>");
  // a - (fixed) b - (hinge) c, without shapes, - (hinge) d - (fixed) e
  const Robot r = robot_of(link("a", box) + link("b", box) + link("c") + link("d", box) + link("e", box) +
                           joint("1", "fixed", "a", "b") + joint("2", "continuous", "b", "c") +
                           joint("3", "continuous", "c", "d") + joint("4", "fixed", "d", "e"));
  const auto allowed = [&](const char* x, const char* y) {
    return is_allowed(r, find_link(r, x), find_link(r, y));
  };
  EXPECT_TRUE(allowed("a", "b"));
  EXPECT_TRUE(allowed("d", "b"));  // c has no shapes: d hangs from b
  EXPECT_TRUE(allowed("d", "e"));
  EXPECT_FALSE(allowed("a", "d"));
  EXPECT_FALSE(allowed("b", "e"));
  EXPECT_FALSE(allowed("a", "e"));
  EXPECT_EQ(r.links[find_link(r, "e")].body, find_link(r, "d"));
  EXPECT_EQ(r.allowed.size(), 3u);
  EXPECT_EQ(r.scene.allowed_pairs.size(), 5u);  // and the two fixed ones, by body
}

}  // namespace
}  // namespace graze::io::test
