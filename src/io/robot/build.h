// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "graze/io/robot.h"
#include "io/robot/xml.h"

namespace graze::inline GRAZE_ABI::io::robot {

/// Throws ReadFailure for an XML file whose root is not `wanted`: other formats by name, xacro with advice.
void check_root(const Element& root, std::string_view wanted, std::string_view file);

/// Attribute of an element that must be there and not be empty. Throws ReadFailure.
[[nodiscard]] const std::string& required(const Element& element, std::string_view attribute,
                                          std::string_view file);

/// "joint "elbow"", with the text made printable.
[[nodiscard]] std::string named(std::string_view what, std::string_view name);

/// <origin> of an element, the identity where there is none. False where its numbers are not numbers.
[[nodiscard]] bool read_origin(const Element& parent, Pose& out);

/// Index of names.
using Names = std::unordered_map<std::string, std::uint32_t>;

/// One <joint>, with the names of what it mimics and of its links still to be resolved. Throws ReadFailure.
[[nodiscard]] Joint read_joint(const Element& element, const Names& links, std::string_view file,
                               Report& report);

/// Checks that the links are one tree and fills order, root, bodies and the joint of each link. Throws
/// ReadFailure.
void build_tree(Robot& robot, std::string_view file);

/// Resolves chains of mimic (elements are those of the joints) and numbers the variables.
void build_variables(Robot& robot, std::span<const Element* const> elements, std::string_view file,
                     Report& report);

/// Variables of one joint that mimics none, behind the others.
void add_variables(Robot& robot, std::uint32_t joint);

/// Pairs of each link that has shapes and the nearest link above it that has some. After build_tree().
void allow_adjacent(Robot& robot);

/// Brings the allowed pairs into order, each once; where there are two, the one of an SRDF stays.
void sort_allowed(Robot& robot);

/// Pairs of links in the robot's scene: the allowed ones, and those of one body. Throws ReadFailure where
/// they are more than `most`.
void write_scene_pairs(Robot& robot, std::size_t most, std::string_view file);

/// Adds the shapes of links to the scene of a robot.
class ShapeReader {
 public:
  ShapeReader(const UrdfOptions& options, std::string_view file, Robot& robot, Report& report)
      : options_(options), file_(file), robot_(robot), report_(report) {}
  /// Shapes of one <link>; what cannot be read is a loss.
  void add(const Element& link, std::uint32_t index);

 private:
  void add_shape(const Element& element, std::uint32_t link);
  [[nodiscard]] bool add_primitive(const Element& shape, const Pose& origin, std::uint32_t link);
  void add_mesh(const Element& mesh, const Pose& origin, std::uint32_t link);
  [[nodiscard]] std::uint32_t add_node(std::uint32_t parent, const Placement& local, const Element& element);
  void add_geometry(Geometry geometry, std::uint32_t node);
  [[nodiscard]] const SceneData* mesh_scene(const std::string& url, const Place& place);
  [[nodiscard]] std::optional<SceneData> read_mesh(const std::string& url, const Place& place);
  void take_geometries(SceneData& from, const std::string& url, const Place& place);
  void lose(const std::string& what, const Element& at, std::uint32_t link);

  /// A mesh file, and where its geometries are in the robot's scene.
  struct Mesh {
    std::optional<SceneData> scene;
    std::uint32_t first_geometry = kNone;
  };

  const UrdfOptions& options_;
  std::string_view file_;
  Robot& robot_;
  Report& report_;
  std::unordered_map<std::string, Mesh> meshes_;
  std::size_t mesh_bytes_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::io::robot
