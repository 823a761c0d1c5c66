// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/piece_leaves.h"

namespace graze::inline GRAZE_ABI {

/// What the surface of a mesh has to say about a normal at a point of one of its triangles.
struct SurfaceView {
  bool is_supported = true;  // seen along the normal, nothing around the point rises above it
  bool is_outward = true;    // of a solid: the normal leads out
  bool is_convex = true;     // no triangle around the point rises above the plane of this one, on the side
                             // that the normal is on
  double bend = 0;           // sine of the largest angle between this triangle and one around the point

  [[nodiscard]] bool has_normal() const { return is_supported && is_outward; }
};

/// A triangle of a placed mesh with the triangles around it; or, of a leaf that is none, a surface that has
/// every normal. Neighbours are those that meet at the place that is looked at: nothing is kept about edges,
/// so that a refit has nothing to bring up to date.
class MeshSurface {
 public:
  explicit MeshSurface(const PieceLeaf& leaf);

  [[nodiscard]] bool is_mesh() const { return mesh_ != nullptr; }
  [[nodiscard]] bool is_solid() const { return mesh_->is_solid; }
  /// No two points of the mesh are farther apart in the world.
  [[nodiscard]] double size() const;
  /// Normal of the triangle in the world, unit, out of a solid; zero if the triangle has no area.
  [[nodiscard]] const Vec3d& face() const { return face_; }
  /// Whether a direction of the world is that normal, or for a surface with two sides its opposite.
  [[nodiscard]] bool is_face(const Vec3d& outward) const;
  /// The same to within 1e-3: what is told apart from it along a sliver, or by a search on a curved shape.
  [[nodiscard]] bool is_nearly_face(const Vec3d& outward) const;
  /// `outward` is unit and leads away from the mesh; `local` is a point of the triangle in its own frame.
  [[nodiscard]] SurfaceView look(const Vec3d& outward, const Vec3& local) const;
  /// What look() has to say about the normal, and sooner if that is no.
  [[nodiscard]] bool has_normal(const Vec3d& outward, const Vec3& local) const;
  /// Whether look() finds it bent by more than an angle with this sine.
  [[nodiscard]] bool is_bent(const Vec3d& outward, const Vec3& local, double sine) const;

 private:
  [[nodiscard]] bool is_face(const Vec3d& outward, double sine) const;
  struct Corners {
    Vec3d points[3];
  };
  // Where a triangle is highest, seen along a direction: a corner, an edge or all of it.
  struct Top {
    Vec3d place;    // local: on it, where the point is that was looked at; not rounded
    Vec3d normal;   // the direction, square to an edge
    bool is_there;  // whether the point is
  };
  // use(triangle, its number) for all whose boxes are at a local point; false ends it.
  template <class Use>
  void visit_around(const Vec3d& p, const Use& use) const;
  [[nodiscard]] bool is_below(const Corners& c, const Vec3d& normal) const;
  [[nodiscard]] bool is_clearly_below(const Vec3d& p, const Triangle& t, const Vec3d& local_normal) const;
  // The side of the face that a direction is on.
  [[nodiscard]] Vec3d facing(const Vec3d& outward) const { return dot(outward, face_) < 0 ? -face_ : face_; }
  // The sine of the largest angle between a plane through the point that they are around and its corners.
  [[nodiscard]] double bend_of(const Corners& c, const Vec3d& normal) const;
  [[nodiscard]] Top find_top(const Vec3d& outward, const Vec3d& p) const;
  [[nodiscard]] Corners around(const Vec3d& p, const Triangle& t) const;
  [[nodiscard]] Vec3d normal_of(const Corners& c) const;
  [[nodiscard]] double angle_of(const Corners& c) const;

  const Pieces* mesh_;
  std::uint32_t id_;
  Mat3d linear_;
  double side_ = 1;      // turns the normals of corners that run counterclockwise outward
  double room_ = 0;      // within which triangles meet, local ...
  double meeting_ = 0;   // ... and in the world
  double rounding_ = 0;  // of what is computed in the world
  double near_ = 0;      // by how much contact points may be off
  Vec3d face_;
};

}  // namespace graze::inline GRAZE_ABI
