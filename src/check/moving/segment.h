// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "check/moving/fit.h"
#include "graze/check/check.h"

namespace graze::inline GRAZE_ABI::check {

/// Where an object is during a segment of time.
struct SegmentPath {
  Path path;
  Aabb swept;              ///< around all places of it; empty: it is not there
  bool is_moving = false;  ///< else it is where Object::placement says
};

/// Paths of objects between two times.
class SegmentPaths {
 public:
  explicit SegmentPaths(const Objects& objects);

  /// Whether any object moves at all.
  [[nodiscard]] bool has_motion() const { return has_motion_; }
  /// Makes the paths from one time to the next. False: some object leaves its path by more than it may, and
  /// the segment is to be halved; with `is_last` paths are taken as they are.
  [[nodiscard]] bool set(Real begin, Real end, bool is_last);
  [[nodiscard]] const SegmentPath& operator[](std::uint32_t object) const { return paths_[object]; }

 private:
  struct SceneStations {
    bool is_animated = false;
    std::array<std::vector<io::Placement>, kStations> world_from_node;
  };
  void evaluate(Real begin, Real end);
  [[nodiscard]] bool set(std::uint32_t object, bool is_last);
  [[nodiscard]] std::vector<Vec3> centres_of(const Object& object, const Affine& from) const;

  const Objects& objects_;
  std::vector<SceneStations> scenes_;
  std::vector<std::vector<bool>> animated_;
  std::vector<SegmentPath> paths_;
  std::vector<Aabb> local_boxes_;
  bool has_motion_ = false;
};

/// Around all places of a shape on its path.
Aabb swept_box(const Shape& shape, const Path& path);

}  // namespace graze::inline GRAZE_ABI::check
