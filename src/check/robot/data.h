// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check/robot/sweep.h"
#include "graze/check/robot.h"

namespace graze::inline GRAZE_ABI::check {

/// An object of a link, or one that stands still.
struct RobotPart {
  std::uint32_t link = kNone;  ///< kNone: it stands still
  Affine link_from_object;
  Aabb box;        ///< in the frame of the link; of still ones in the world
  Real reach = 0;  ///< no point of it is farther from the origin of the link
};

/// Two objects to be asked about, a < b, of which one at least is a link's.
struct RobotPair {
  std::uint32_t a = kNone, b = kNone;
  Real tolerance = 0;
};

struct RobotCheck::Data {
  const io::Robot* robot = nullptr;
  RobotJob job;
  Objects objects;
  std::vector<RobotPart> parts;                    // of each object
  std::vector<RobotPair> pairs;                    // in order
  std::vector<std::vector<std::uint32_t>> chains;  // of each link: joints from the root down

  /// World placement of an object where its link stands at `link` in the world.
  [[nodiscard]] Affine placement(std::uint32_t object, std::span<const Pose> world_from_link) const;
  /// World placements of all links. Precondition: are_values(*robot, q).
  void place_links(std::span<const Real> q, std::vector<Pose>& out) const;
  /// How far apart a pair is that is no finding.
  [[nodiscard]] Real reach(const RobotPair& pair) const;
};

/// Box around the image of a box, rounding included.
[[nodiscard]] Aabb moved_box(const Pose& pose, const Aabb& box);
/// Box grown on all sides, rounding included.
[[nodiscard]] Aabb grown_box(const Aabb& box, Real by);

/// Space for one thread.
struct RowSpace {
  std::vector<Real> q;
  std::vector<Pose> links;
  std::vector<Aabb> boxes;        // of objects
  std::vector<LinkSweep> sweeps;  // of links, in the world
};

/// Findings of one configuration, by pairs; their times are left open.
void ask_row(const RobotCheck::Data& data, std::span<const Real> q, RowSpace& space,
             std::vector<Finding>& out);

/// Time between two rows in which a pair is closer than its reach.
struct PairRecord {
  std::size_t pair = 0;
  TimeSpan near;                  ///< by rows
  std::vector<TimeSpan> contact;  ///< within it; empty where the pair is too close at most
  Finding finding;                ///< at the worst moment
};

/// Finds the records of all pairs between row `row` and the next one, by pairs and times.
void ask_between(const RobotCheck::Data& data, std::span<const Real> from, std::span<const Real> to,
                 std::uint64_t row, RowSpace& space, std::vector<PairRecord>& out);

/// Joins records of neighbouring rows.
class Episodes {
 public:
  explicit Episodes(std::size_t pairs) : open_(pairs) {}
  /// Records of one pair come by rising time. Those that are closed by this one go to `out`.
  void add(PairRecord record, std::vector<Finding>& out);
  /// Closes all.
  void finish(std::vector<Finding>& out);

 private:
  static void close(PairRecord& record, std::vector<Finding>& out);

  std::vector<std::optional<PairRecord>> open_;
};

}  // namespace graze::inline GRAZE_ABI::check
