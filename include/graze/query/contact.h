// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/status.h"
#include "graze/query/contact_state.h"
#include "graze/query/settings.h"
#include "graze/shape/feature.h"
#include "graze/shape/instance.h"

namespace graze::inline GRAZE_ABI {

/// One point of a contact set: a point of each surface, one across from the other along the normal.
struct ContactPoint {
  Vec3 point_a, point_b;  ///< world
  Vec3 local_a, local_b;  ///< these points in the frame of each shape
  /// dot(normal, point_b - point_a): negative where the shapes overlap. point_b - point_a has no other part,
  /// but where two straight lines run side by side at an angle of at most about one degree, and for what the
  /// accuracy asked for leaves of it on curved surfaces (the way of its square root, aside).
  Real gap = 0;
  /// Where the point is on a and on b. The pair of them names the point: it stays the same from frame to
  /// frame as long as the same features meet.
  Feature feature_a{}, feature_b{};
};

/// Memory of the last contact query on a pair, which the next one on that pair tries first: the axis, the
/// simplex of the search, of polytopes that overlap the surface that proved the depth, and the points. Keep
/// one for each pair of objects, pass it with every query on that pair, drop it with the pair. A stale cache,
/// or one of another pair, costs time, never correctness: all that it holds is proved again before it is
/// used.
///
/// With a cache names persist. What rounding and jitter may decide in every frame anew, which of two features
/// a point is on, which four of many points count, along which of two equally good axes they are found, stays
/// as it was in the last frame as long as nothing is better by more than ContactSettings::persistence times
/// the size of the pair (of areas one part in a hundred).
///
/// Holds no pointers and does not allocate; may be copied as bytes. Not for several threads at once.
class ContactCache {
 public:
  ContactCache() noexcept { clear(); }
  /// Forgets everything.
  void clear() noexcept {
    for (std::size_t i = 0; i < kHeadBytes; ++i) bytes_[i] = 0;
  }

 private:
  friend struct ContactMemory;  // src/query/contact/cache.h
  static constexpr std::size_t kBytes = sizeof(Real) == 4 ? 1032 : 1152;
  static constexpr std::size_t kHeadBytes = sizeof(Real) == 4 ? 80 : 104;  // all zero: nothing known
  alignas(8) unsigned char bytes_[kBytes];
};

/// How contact sets of meshes and compounds treat edges within the surface.
enum class InternalEdges : std::uint8_t {
  /// Normals are those of the surface as a whole: across flat and concave edges that of a face, at convex
  /// edges and corners anything between the faces that meet there.
  filtered,
  as_they_are,  ///< every triangle and piece by itself: its edges are edges even within a flat floor
};

class ManifoldCache;

struct ContactSettings {
  /// Pairs up to this far apart have contacts, world units; and no point has a larger gap.
  Real prediction = 0;
  Real relative_error = QuerySettings{}.relative_error;  ///< see QuerySettings; for the axis
  int max_iterations = 256;
  ContactCache* cache = nullptr;  ///< convex shapes only: others neither read nor change it
  Workspace* workspace = nullptr;
  InternalEdges internal_edges = InternalEdges::filtered;  ///< meshes, height fields, compounds
  ManifoldCache* manifolds = nullptr;  ///< visit_contact_manifolds() and contact_manifolds() only
  /// With `cache`: by how much of the size of the pair a point may be off the place where its name was found,
  /// and the choice of the last frame (of four points, of an axis) may be worse than the best one now. At
  /// least 64 epsilons of Real, as far as points are off by rounding. Bounds are never widened by it. The
  /// default outlasts the jitter of a solver: noise of 1e-5 in all coordinates of boxes of size 1.
  Real persistence = Real(1e-4);
};

/// Axis, bounds and outcome that all points of a contact set share.
struct ContactSummary {
  /// The true separation of the pair lies in between. The least gap of the points may differ from it by their
  /// tolerance, where the axis is one of several along which the shapes overlap equally; with a cache by
  /// ContactSettings::persistence times the size of the pair.
  Real lower = 0, upper = 0;
  Vec3 normal;  ///< world, unit, from a to b; zero when there are no points
  std::int32_t iterations = 0;
  Contact contact = Contact::apart;
  Status status = Status::converged;
};

/// At most four points: the one with the smallest gap, and with it those that span the largest area across
/// the normal. Ties go by feature; areas are tied if they differ by less than 1024 epsilons of Real.
struct ContactSet : ContactSummary {
  ContactPoint points[4];
  std::int32_t count = 0;

  /// The points that there are.
  [[nodiscard]] std::span<const ContactPoint> span() const {
    return {points, static_cast<std::size_t>(count)};
  }
};

/// All points that there are, as far as the caller's buffer holds them.
struct ContactList : ContactSummary {
  std::span<ContactPoint> written;
  std::size_t found = 0;  ///< also those that did not fit
};

/// Contact set of two shapes: where the flat features that face each other along one axis overlap.
/// Overlapping pairs use the axis of least overlap, others the shortest way between them. Faces are clipped
/// against faces (boxes, tetrahedra, triangles, polygons, hulls, half-spaces, the flat ends of cylinders and
/// cones), lines against faces and lines (segments, sides of capsules, cylinders and cones, edges); where
/// there is no flat feature on both sides the set is the one point that separation() finds. All points have
/// a gap of at most settings.prediction, and the smallest is the separation along the normal. No points:
/// the pair is farther apart than that, or `status` says what is wrong (two half-spaces, a bad argument), and
/// the contact is `touching` with bounds that exclude nothing.
///
/// Faces that both are tilted against the normal by more than about eight degrees meet at edges: one point
/// where two edges cross, two where they are nearly parallel. Polytopes made by make_hull() know their faces;
/// those of others are found in each query, in time linear in their vertices. Of faces with more than 64
/// corners, 64 count. Flat ends of cylinders and cones are round: the points are where the rim crosses an
/// edge, corners inside, eight fixed places on the rim, and its deepest point.
///
/// Meshes and compounds: the set of the pair of pieces with the smallest gap, which the bounds are about,
/// joined by the points of all pairs whose normals differ from its normal by less than a degree: the whole
/// patch of a box on a floor. contact_manifolds() has everything else; features of triangles are named as
/// there. A convex solid is a hull here, features included.
[[nodiscard]] GRAZE_API ContactSet contacts(const Instance& a, const Instance& b,
                                            const ContactSettings& settings = {});
/// contacts() for rigid poses. World frame; the normal points from a to b, gaps are negative where shapes
/// overlap.
[[nodiscard]] GRAZE_API ContactSet contacts(const Shape& a, const Pose& world_from_a, const Shape& b,
                                            const Pose& world_from_b, const ContactSettings& settings = {});
/// contacts() in the frame of a, which takes the place of the world.
[[nodiscard]] GRAZE_API ContactSet contacts(const Shape& a, const Shape& b, const Pose& a_from_b,
                                            const ContactSettings& settings = {});

/// Contact points of two shapes without reduction to four: every corner of the region where the two features
/// overlap, as far as `out` holds them. World frame; gaps are negative where shapes overlap.
[[nodiscard]] GRAZE_API ContactList all_contacts(const Instance& a, const Instance& b,
                                                 std::span<ContactPoint> out,
                                                 const ContactSettings& settings = {});

}  // namespace graze::inline GRAZE_ABI
