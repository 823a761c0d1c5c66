// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "query/pieces/pair_walk.h"

namespace graze::inline GRAZE_ABI {

/// A surface around a point of one of its triangles, as far as it matters to a normal there.
struct SurfaceAtPoint {
  bool is_supported = true;  // seen along the normal, nothing around the point rises above it
  bool is_outward = true;    // of a solid: the normal leads out
  bool is_convex = true;     // no triangle around the point rises above the plane of this one, on the side
                             // that the normal is on
  bool is_bent = false;      // a triangle around the point is not in the plane of this one

  [[nodiscard]] bool has_normal() const { return is_supported && is_outward; }
};

/// The triangles around places of meshes, kept during one search for manifolds: pieces that lie side by side
/// ask about the same corners.
class TrianglesAround {
 public:
  static constexpr std::size_t kMost = 16;
  struct Place {
    const Pieces* mesh = nullptr;
    Vec3 at;                  // local
    Real room = 0;            // along each axis; no box of a triangle comes closer but those of ...
    std::uint32_t count = 0;  // ... these, in the order of the tree; above kMost: there are too many
    std::uint32_t ids[kMost];
    std::uint32_t risen = kNoPiece;  // the last of them that rose above the place
  };
  /// Has at least `room`, and is good until the next call.
  [[nodiscard]] Place& at(const Pieces& mesh, const Vec3& at, Real room);

 private:
  static constexpr std::size_t kPlaces = 16;
  Place places_[kPlaces];
};

/// A triangle of a placed mesh with the triangles around it; or, of a leaf that is none, a surface that has
/// every normal. Neighbours are the triangles that meet at the point in question: nothing is kept about
/// edges, so that a refit has nothing to bring up to date.
class MeshSurface {
 public:
  MeshSurface(const PieceLeaf& leaf, TrianglesAround& around);

  /// Where the triangle is highest, seen along a direction: a corner, an edge or all of it.
  struct Top {
    Vec3d outward;                // the direction: unit, world, leads away from the mesh
    Vec3d normal;                 // the same, square to an edge ...
    Vec3d local_normal;           // ... and seen from the mesh, not unit
    int first = -1, second = -1;  // corners: twice the same one, or those of the edge; none: all of it
  };

  [[nodiscard]] bool is_mesh() const { return mesh_ != nullptr; }
  [[nodiscard]] bool is_solid() const { return mesh_->is_solid; }
  /// No two points of the mesh are farther apart in the world.
  [[nodiscard]] double size() const;
  /// Normal of the triangle in the world, unit, out of a solid; zero if the triangle has no area.
  [[nodiscard]] const Vec3d& face() const { return face_; }
  /// Whether a direction of the world is that normal, or for a surface with two sides its opposite.
  [[nodiscard]] bool is_face(const Vec3d& outward) const;
  /// is_face() to within 1e-3: slivers, and searches on curved shapes, are no more accurate.
  [[nodiscard]] bool is_nearly_face(const Vec3d& outward) const;

  [[nodiscard]] Top find_top(const Vec3d& outward) const;
  /// The surface around a point of the triangle, given in its own frame.
  [[nodiscard]] SurfaceAtPoint find_surface_at(const Top& top, const Vec3& local) const;
  /// find_surface_at().has_normal(), and sooner if that is false.
  [[nodiscard]] bool has_normal(const Top& top, const Vec3& local) const;
  /// Whether it has the normal nowhere on an edge or at a corner; false: at some points it may.
  [[nodiscard]] bool refuses(const Top& top) const;
  /// The lowest and the highest corner along a direction of the world, seen from the origin of the placement.
  void find_heights(const Vec3d& along, double& low, double& high) const;

 private:
  [[nodiscard]] bool is_face(const Vec3d& outward, double sine) const;
  struct Corners {
    Vec3d points[3];
  };
  // The place of a top that a contact point p stands for, local and not rounded; false: p is not on the top.
  bool find_place(const Top& top, const Vec3d& p, Vec3d& place) const;
  [[nodiscard]] TrianglesAround::Place& around(const Vec3d& place) const;
  // use(triangle, its number) for all that may come close, this one as well; false ends it.
  template <class Use>
  void visit(const TrianglesAround::Place& place, const Use& use) const;
  // Whether a triangle that meets a place of the top rises above it, seen along the normal.
  [[nodiscard]] bool rises_above(const Top& top, const Vec3d& place, const Triangle& t) const;
  // Whether it rises above all places of an edge, by more than rounding.
  [[nodiscard]] bool rises_above_edge(const Top& top, const Triangle& t) const;
  [[nodiscard]] bool is_below(const Corners& c, const Vec3d& normal) const;
  [[nodiscard]] bool is_clearly_below(const Vec3d& p, const Triangle& t, const Vec3d& local_normal) const;
  // The side of the face that a direction is on.
  [[nodiscard]] Vec3d facing(const Vec3d& outward) const { return dot(outward, face_) < 0 ? -face_ : face_; }
  // Whether corners are not in the plane through the point that they are around.
  [[nodiscard]] bool are_beside(const Corners& c, const Vec3d& normal) const;
  [[nodiscard]] Corners around(const Vec3d& p, const Triangle& t) const;
  [[nodiscard]] Vec3d normal_of(const Corners& c) const;
  [[nodiscard]] double angle_of(const Corners& c) const;

  const Pieces* mesh_;
  std::uint32_t id_;
  TrianglesAround& around_;
  Mat3d linear_;
  Vec3d locals_[3];      // the corners of the triangle
  Corners corners_;      // the same in the world, around the first
  Vec3d origin_;         // where that is, from the origin of the placement
  double side_ = 1;      // turns the normals of corners that run counterclockwise outward
  double room_ = 0;      // within which triangles meet, local ...
  double meeting_ = 0;   // ... and in the world
  double rounding_ = 0;  // of what is computed in the world
  double near_ = 0;      // by how much contact points may be off
  Vec3d face_;
};

/// The other pieces of the compounds that a leaf is part of, around a place of its surface: the surface of
/// the compound there may be another than that of the leaf. They are asked for at that place; nothing is
/// kept.
///
/// Pieces meet where they are no farther apart than 2e-4 of the leaf's size (its own, or what rounding leaves
/// of its coordinates, if that is more): as exactly as contact points are found on curved shapes. So a step
/// of that height between two boxes of a floor is none, and the floor is flat; a higher one is a step, and
/// its edge an edge of the floor, with all normals between its sides.
class PieceSiblings {
 public:
  explicit PieceSiblings(const PieceLeaf& leaf);

  [[nodiscard]] bool are_there() const { return compound_of(leaf_) != nullptr; }
  /// Adds them to the surface around a point: `outward` is unit and leads away from the leaf, `local` is a
  /// point of its surface in its own frame, `facing` the normal of its face, on the same side as `outward`,
  /// or zero.
  void add_to(const Vec3d& outward, const Vec3d& facing, const Vec3& local, SurfaceAtPoint& surface) const;

 private:
  // The innermost part around this one that is in a compound, itself included; null: there is none.
  [[nodiscard]] static const PieceLeaf* compound_of(const PieceLeaf& leaf);
  struct Place;
  void add_pieces_at(const Place& place, SurfaceAtPoint& surface) const;

  const PieceLeaf& leaf_;
  double room_ = 0;      // within which pieces meet, world
  double rounding_ = 0;  // of contact points
};

enum class SurfaceContact : std::uint8_t { none, fits, left_out };

/// The contact set of two convex parts with a normal that the surfaces have which they are part of; see
/// visit_contact_manifolds(). `left_out`: neighbours have this contact, and the set is the one that the parts
/// have by themselves, if that is needed. `around` is one for all pairs of two objects.
[[nodiscard]] SurfaceContact find_surface_contacts(const PieceLeaf& a, const PieceLeaf& b,
                                                   const ContactSettings& settings, TrianglesAround& around,
                                                   bool is_left_out_needed, ContactSet& set);

}  // namespace graze::inline GRAZE_ABI
