// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "graze/io/files.h"
#include "graze/io/read.h"
#include "graze/math/pose.h"

namespace graze::inline GRAZE_ABI::io {

enum class JointKind : std::uint8_t {
  fixed,       ///< no variable
  revolute,    ///< radians about the axis, between limits
  continuous,  ///< radians about the axis, any number of turns
  prismatic,   ///< metres along the axis
  planar,      ///< x, y, theta: in the plane across the axis, then turned about it
  floating,    ///< x, y, z and a quaternion x, y, z, w of any length but zero
};

/// How many variables a joint of the kind has when it mimics no other.
[[nodiscard]] GRAZE_API std::uint32_t variable_count(JointKind kind) noexcept;

/// A joint between a link and its parent. The frame of the joint is that of the child at value zero; both are
/// the frame of the child link.
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::uint32_t parent = kNone;  ///< link; kNone: the world (a virtual joint of an SRDF)
  std::uint32_t child = kNone;   ///< link
  Pose parent_from_joint;
  Vec3 axis{1, 0, 0};       ///< unit, in the frame of the joint
  Real lower = -kInfinity;  ///< limits of the value of a revolute or prismatic joint
  Real upper = kInfinity;
  Real max_velocity = kInfinity;   ///< as the file says; not used here
  std::uint32_t variable = kNone;  ///< first of its variables; of a mimic joint the one it follows
  Real factor = 1;                 ///< its value is factor * variable + offset, chains of mimic resolved
  Real offset = 0;
  std::uint32_t mimic = kNone;  ///< the joint that the file says it mimics
  bool is_passive = false;      ///< the SRDF says that nothing drives it
  SourcePlace place;
};

/// A rigid part. Link i is node i of the robot's scene; its shapes are nodes below that.
struct Link {
  std::string name;
  std::uint32_t joint = kNone;  ///< to its parent; kNone: it is the root
  std::uint32_t body = 0;       ///< links joined by fixed joints only have one number: its first link
  bool has_shapes = false;
  SourcePlace place;
};

/// One number of a configuration.
struct Variable {
  std::string name;  ///< of the joint; of a planar or floating one "joint/x", "joint/theta", "joint/qw"
  std::uint32_t joint = kNone;
  Real lower = -kInfinity;  ///< limits of its own joint; those of joints that mimic it are not in here
  Real upper = kInfinity;
};

/// Why two links may touch.
enum class AllowedBy : std::uint8_t {
  adjacent,  ///< one is the nearest link with shapes above the other
  srdf,      ///< disable_collisions or disable_default_collisions
};

/// Two links, first < second.
struct AllowedPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  AllowedBy by = AllowedBy::adjacent;
  std::string reason;  ///< as the SRDF has it
};

/// A tree of links joined by joints. Metres and radians, +z up. Links, joints and, with these, variables are
/// in the order of the file.
struct Robot {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<std::uint32_t> order;  ///< joints, that of a link before those below it
  std::vector<Variable> variables;
  std::vector<AllowedPair> allowed;  ///< by first, then second; no pair twice
  std::uint32_t root = 0;            ///< link
  SceneData scene;                   ///< links as nodes without parents, shapes below; placed by scene_at()
};

/// Which shapes of a link count.
enum class Visuals : std::uint8_t {
  never,          ///< <collision> only
  where_missing,  ///< <visual> of links without any <collision>
  instead,        ///< <visual> only
};

/// How a URDF is read.
struct UrdfOptions {
  ReadLimits limits;
  FileAccess* files = nullptr;     ///< for meshes; null: every mesh is refused; read_urdf_file: PackageFiles
  std::vector<std::string> roots;  ///< read_urdf_file: folders for PackageFiles beside that of the file
  Visuals visuals = Visuals::never;
};

/// A robot, or an error; in both cases with the warnings that came up.
struct RobotRead {
  ReadCode code = ReadCode::complete;
  std::optional<Robot> robot;  ///< when complete or partial
  ReadMessage error;           ///< otherwise
  std::vector<ReadMessage> warnings;

  /// Whether there is a robot.
  explicit operator bool() const noexcept { return robot.has_value(); }
};

/// Files below any of some folders. `package://name/path` and `model://name/path` are path in a folder called
/// name, which is one of the roots or lies in one, or in a folder between a root and the file that refers to
/// it; where there is none, path in a root. `file:///path` and absolute paths must lead below a root; all
/// others are relative to the file that refers to them.
class GRAZE_API PackageFiles final : public FileAccess {
 public:
  /// Roots that do not exist are passed over.
  explicit PackageFiles(std::vector<std::string> roots);
  /// A file below one of the roots, or the reason why it is not read.
  [[nodiscard]] FileAnswer open(std::string_view url, std::string_view from, std::size_t max_bytes) override;

 private:
  std::vector<std::string> roots_;
};

/// Reads a URDF from memory; `name` is what messages call it, and what relative urls of meshes refer to. What
/// is wrong with links or joints is an error, as nobody knows then where the robot is; shapes that cannot be
/// read, and whatever keeps a joint from moving as it should, are losses. xacro, SDF and MJCF are refused by
/// name. Of meshes the unit is applied and the up axis is not, as ROS does. Throws nothing.
[[nodiscard]] GRAZE_API RobotRead read_urdf(std::string_view bytes, std::string_view name,
                                            const UrdfOptions& options = {}) noexcept;

/// Reads a URDF file; its meshes are read below its folder and below `options.roots`, unless `options.files`
/// serves them.
[[nodiscard]] GRAZE_API RobotRead read_urdf_file(std::string_view path,
                                                 const UrdfOptions& options = {}) noexcept;

/// How an SRDF is read.
struct SrdfOptions {
  ReadLimits limits;
  bool use_virtual_joints = false;  ///< a virtual joint adds variables behind those of the robot
};

/// How reading an SRDF went.
struct SrdfRead {
  ReadCode code = ReadCode::complete;
  ReadMessage error;  ///< when neither complete nor partial
  std::vector<ReadMessage> warnings;

  /// Whether it was read.
  explicit operator bool() const noexcept { return code <= ReadCode::partial; }
};

/// Adds what an SRDF says to a robot: pairs that may touch, or may not although they are adjacent, passive
/// joints, a virtual joint. Groups and states have no meaning here. Pairs of unknown links are warnings. The
/// robot is as it was where the SRDF is refused.
[[nodiscard]] GRAZE_API SrdfRead read_srdf(std::string_view bytes, std::string_view name, Robot& robot,
                                           const SrdfOptions& options = {}) noexcept;

/// Reads an SRDF file.
[[nodiscard]] GRAZE_API SrdfRead read_srdf_file(std::string_view path, Robot& robot,
                                                const SrdfOptions& options = {}) noexcept;

/// Whether contact of two links is no news: they are one link or one rigid body, or the pair is allowed.
[[nodiscard]] GRAZE_API bool is_allowed(const Robot& robot, std::uint32_t link_a,
                                        std::uint32_t link_b) noexcept;

/// All zero, but for the w of floating joints; zeros outside of the limits are kept.
[[nodiscard]] GRAZE_API std::vector<Real> neutral_values(const Robot& robot);

/// Whether q has one finite number for each variable, and no quaternion of length zero.
[[nodiscard]] GRAZE_API bool are_values(const Robot& robot, std::span<const Real> q) noexcept;

/// Joint from child at a configuration: the part of the joint's placement that its values make.
/// Preconditions: are_values(robot, q), joint < robot.joints.size().
[[nodiscard]] GRAZE_API Pose joint_motion(const Robot& robot, std::uint32_t joint,
                                          std::span<const Real> q) noexcept;

/// Placements of all links; the root is at the origin, but for a virtual joint. False, and `out` left as it
/// is, unless are_values(robot, q) and out.size() == robot.links.size(). The same bytes on every machine.
[[nodiscard]] GRAZE_API bool world_from_link(const Robot& robot, std::span<const Real> q,
                                             std::span<Pose> out) noexcept;
/// Placements of all links; empty unless are_values(robot, q).
[[nodiscard]] GRAZE_API std::vector<Pose> world_from_link(const Robot& robot, std::span<const Real> q);

/// Where a joint is in the world.
struct JointFrame {
  Vec3 origin;  ///< on the axis
  Vec3 axis;    ///< unit
};

/// World origin and axis of every joint, before its own motion (which keeps the axis). Precondition:
/// `placements` are those of all links.
[[nodiscard]] GRAZE_API std::vector<JointFrame> joint_frames(const Robot& robot,
                                                             std::span<const Pose> placements);

/// Derivative of the world point `point`, which moves with `link`, by each variable: metres per unit. Mimic
/// joints count for the variable that they follow. Precondition: as joint_frames(), are_values(robot, q),
/// columns.size() == robot.variables.size().
GRAZE_API void point_jacobian(const Robot& robot, std::span<const Real> q, std::span<const Pose> placements,
                              std::uint32_t link, const Vec3& point, std::span<Vec3> columns) noexcept;

/// A joint outside of its limits.
struct LimitExcess {
  std::uint32_t joint = 0;
  Real value = 0;
};

/// Revolute and prismatic joints, mimic ones as well, whose value is outside of their limits. Precondition:
/// are_values(robot, q).
[[nodiscard]] GRAZE_API std::vector<LimitExcess> out_of_limits(const Robot& robot, std::span<const Real> q);

/// Configuration between two others, t in [0, 1]: every value goes straight, quaternions along the shorter
/// arc at constant speed. Angles are taken as they are: from 3 to -3 is back by almost a turn. Preconditions:
/// are_values() of both, out.size() == robot.variables.size(); out may be one of them.
GRAZE_API void interpolate(const Robot& robot, std::span<const Real> from, std::span<const Real> to, Real t,
                           std::span<Real> out) noexcept;

/// Motion of a joint while its variables go from one configuration to another by interpolate(): at part t in
/// [0, 1] joint from child is a turn by `start` and t * rate about `axis` (of the child), then a shift by
/// `shift` + t * velocity.
struct JointSweep {
  Vec3 shift, velocity;
  Mat3 start;
  Vec3 axis{0, 0, 1};  ///< unit
  Real rate = 0;       ///< radians

  /// Joint from child at part t.
  [[nodiscard]] GRAZE_API Pose at(Real t) const noexcept;
  /// Whether nothing moves.
  [[nodiscard]] bool is_still() const noexcept { return rate == 0 && velocity == Vec3(); }
};

/// How a joint moves between two configurations. Preconditions: are_values() of both, joint <
/// robot.joints.size().
[[nodiscard]] GRAZE_API JointSweep joint_sweep(const Robot& robot, std::uint32_t joint,
                                               std::span<const Real> from, std::span<const Real> to) noexcept;

/// The scene at a configuration: robot.scene with its links placed. Precondition: are_values(robot, q).
[[nodiscard]] GRAZE_API SceneData scene_at(const Robot& robot, std::span<const Real> q);

/// Index of the link of that name; kNone where there is none. Linear.
[[nodiscard]] GRAZE_API std::uint32_t find_link(const Robot& robot, std::string_view name) noexcept;
/// Index of the joint of that name; kNone where there is none. Linear.
[[nodiscard]] GRAZE_API std::uint32_t find_joint(const Robot& robot, std::string_view name) noexcept;

}  // namespace graze::inline GRAZE_ABI::io
