// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "check/moving/fit.h"
#include "check/objects/node_motion.h"
#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Where an object is during a segment of time.
struct SegmentPath {
  Path path;
  Aabb swept;              ///< around all places of it; empty: it is not there
  bool is_moving = false;  ///< else it is where Object::placement says
};

/// Paths of rigid objects between two times; from many threads at once.
class ObjectPaths {
 public:
  explicit ObjectPaths(const Objects& objects);

  /// The path of an object from one time to another. Nothing: it leaves any path by more than it may, and the
  /// segment is to be halved; with `is_last` paths are taken as they are.
  [[nodiscard]] std::optional<SegmentPath> path(std::uint32_t object, Real begin, Real end,
                                                bool is_last) const;
  /// How the nodes of a scene move.
  [[nodiscard]] const NodeMotion& motion(std::uint32_t scene) const { return scenes_[scene].motion; }

 private:
  struct Scene {
    NodeMotion motion;
    io::Placement world;
  };
  [[nodiscard]] Stations stations(const Object& object, Real begin, Real end) const;
  [[nodiscard]] io::Placement place(const Object& object, std::uint32_t node, Real time) const;
  // At the ends of a segment, seen from inside.
  [[nodiscard]] std::pair<io::Placement, io::Placement> ends(const Object& object, std::uint32_t node,
                                                             Real begin, Real end) const;
  [[nodiscard]] std::vector<Vec3> centres_of(const Object& object, const Affine& from, Real begin,
                                             Real end) const;

  const Objects& objects_;
  std::vector<Scene> scenes_;
  std::vector<Aabb> local_boxes_;
};

/// Paths of all objects between two times.
class SegmentPaths {
 public:
  SegmentPaths(const Objects& objects, const ObjectPaths& paths);
  /// Makes them. False: some segment is to be halved, see ObjectPaths::path().
  [[nodiscard]] bool set(Real begin, Real end, bool is_last);
  [[nodiscard]] const SegmentPath& operator[](std::uint32_t object) const { return paths_[object]; }

 private:
  const Objects& objects_;
  const ObjectPaths& object_paths_;
  std::vector<SegmentPath> paths_;
};

/// Around all places of a shape on its path.
Aabb swept_box(const Shape& shape, const Path& path);

}  // namespace graze::inline GRAZE_ABI::check
