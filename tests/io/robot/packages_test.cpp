// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <fstream>

#include "io/robot/support.h"

namespace graze::io::test {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// ws/arm/{urdf/arm.urdf,meshes/a.wrl} and secret.wrl beside ws.
class Packages : public testing::Test {
 protected:
  Packages() : top_(fs::path(testing::TempDir()) / "graze_robot_packages") {
    fs::remove_all(top_);
    write(top_ / "ws/arm/meshes/a.wrl", "mesh");
    write(top_ / "ws/arm/urdf/arm.urdf", "urdf");
    write(top_ / "secret.wrl", "secret");
  }
  ~Packages() override { fs::remove_all(top_); }

  std::string root(const std::string& folder) const { return (top_ / folder).string(); }
  FileAnswer open(const std::string& folder, const std::string& url) const {
    PackageFiles files({root(folder)});
    return files.open(url, (top_ / "ws/arm/urdf/arm.urdf").string(), 100);
  }

  fs::path top_;
};

TEST_F(Packages, AreFoundInARootAsARootAndByTheirContents) {
  EXPECT_EQ(open("ws", "package://arm/meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws/arm", "package://arm/meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws/arm", "package://renamed/meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws", "model://arm/meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws", "PACKAGE://arm/meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws/arm/urdf", "package://arm/meshes/a.wrl").refusal,
            "not found: name the folder that holds \"arm\" as a root");
}

// As in a repository that holds many: ws/makers/one/{arm,hand}, and a package of the same name elsewhere.
TEST_F(Packages, AreFoundAboveTheRobot) {
  write(top_ / "ws/makers/one/arm/urdf/arm.urdf", "urdf");
  write(top_ / "ws/makers/one/arm/meshes/b.wrl", "arm of one");
  write(top_ / "ws/makers/one/hand/b.wrl", "hand of one");
  write(top_ / "ws/makers/two/hand/b.wrl", "hand of two");
  const auto bytes = [&](const std::string& folder, const std::string& url) {
    PackageFiles files({root(folder)});
    return files.open(url, root("ws/makers/one/arm/urdf/arm.urdf"), 100).bytes;
  };
  EXPECT_EQ(bytes("ws", "package://arm/meshes/b.wrl"), "arm of one");
  EXPECT_EQ(bytes("ws", "package://hand/b.wrl"), "hand of one");
  EXPECT_EQ(bytes("ws/makers/one/arm/urdf", "package://hand/b.wrl"), "");  // nothing above the root
  EXPECT_EQ(bytes("ws", "package://two/hand/b.wrl"), "hand of two");  // a folder beside one above the robot
  EXPECT_EQ(bytes("ws", "package://foot/b.wrl"), "");
}

TEST_F(Packages, OtherPathsStayBelowTheRoots) {
  EXPECT_EQ(open("ws", "../meshes/a.wrl").bytes, "mesh");
  EXPECT_EQ(open("ws", "file://" + root("ws/arm/meshes/a.wrl")).bytes, "mesh");
  EXPECT_EQ(open("ws", root("ws/arm/meshes/a.wrl")).bytes, "mesh");
  EXPECT_EQ(open("ws/arm/urdf", "../meshes/a.wrl").refusal, "it is outside of the root folder");
  EXPECT_TRUE(open("ws", "../../../secret.wrl").bytes.empty());
  EXPECT_TRUE(open("ws", "package://../secret.wrl").bytes.empty());
  EXPECT_TRUE(open("ws", "package://arm/../../secret.wrl").bytes.empty());
  EXPECT_TRUE(open("ws", "file://" + root("secret.wrl")).bytes.empty());
  EXPECT_TRUE(open("ws", root("ws/../secret.wrl")).bytes.empty());
  EXPECT_EQ(open("ws", "http://x/a.wrl").refusal, "only relative paths are read, no URLs or drives");
  PackageFiles none({});
  EXPECT_EQ(none.open("a.wrl", "x", 100).refusal, "there is no root folder");
}

TEST_F(Packages, FilesTooLargeAreToldSo) {
  PackageFiles files({root("ws")});
  EXPECT_TRUE(files.open("package://arm/meshes/a.wrl", "", 2).is_too_large);
}

TEST_F(Packages, ServeRobotFiles) {
  write(
      top_ / "ws/arm/urdf/arm.urdf",
      robot_text(link(
          "a", "<collision><geometry><mesh filename='package://arm/meshes/a.wrl'/></geometry></collision>")));
  write(top_ / "ws/arm/meshes/a.wrl", "#VRML V2.0 utf8\nShape { geometry Sphere {} }");
  const std::string path = root("ws/arm/urdf/arm.urdf");
  EXPECT_EQ(read_urdf_file(path).code, ReadCode::partial);
  UrdfOptions options;
  options.roots = {root("ws")};
  const RobotRead r = read_urdf_file(path, options);
  EXPECT_EQ(messages_of(r), "");
  EXPECT_EQ(r.robot->scene.geometries.size(), 1u);
  EXPECT_EQ(read_urdf_file(root("ws/none.urdf")).code, ReadCode::unreadable);
}

}  // namespace
}  // namespace graze::io::test
