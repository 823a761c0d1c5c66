// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/pieces.h"
#include "query/pair/pair.h"
#include "query/pieces/operands.h"

namespace graze::inline GRAZE_ABI {

/// A convex part of an operand around a point. Of a solid mesh it is cut out of its box by planes, each
/// across the way to the nearest triangle that is not beyond one of them yet; it is then asked whether a
/// triangle meets it, so that what is found is inside for certain. Of a compound it is a piece, and a convex
/// operand is its own part. The depth of two such parts is a lower bound on that of the wholes. Lives on the
/// stack.
class InnerPart {
 public:
  /// Precondition: `p`, in the world, is well inside.
  InnerPart(const Operand& whole, const Vec3& p);
  InnerPart(const InnerPart&) = delete;
  InnerPart& operator=(const InnerPart&) = delete;

  /// Null: none was found. Good as long as this lives.
  [[nodiscard]] const Operand* operand() const { return is_found_ ? &part_ : nullptr; }

 private:
  static constexpr int kBoxPlanes = 6, kMostPlanes = kBoxPlanes + 18;
  static constexpr std::uint32_t kMostVertices = 64;
  static_assert(kMostVertices % kVertexPadding == 0);

  // dot(normal, x) <= height, as seen from p.
  struct Plane {
    Vec3d normal;
    double height;
  };
  struct Nearest {
    Vec3d way;  // from p
    double distance = kInfinite;
  };

  void find_in_mesh(const Pieces& mesh);
  void set_box(const Aabb& box);
  [[nodiscard]] Nearest find_nearest(const Pieces& mesh) const;
  [[nodiscard]] bool is_cut_off(const Vec3d (&corners)[3]) const;
  void find_vertices();
  void add_vertex(const Vec3d& v);
  // Takes the vertices a little towards p, as a shape in Real.
  [[nodiscard]] bool set_shape();
  [[nodiscard]] bool is_clear() const;

  Operand whole_, part_;
  Vec3 p_;
  bool is_found_ = false;
  Plane planes_[kMostPlanes];
  int count_ = 0;
  Vec3d vertices_[kMostVertices];
  std::uint32_t vertex_count_ = 0;
  double size_ = 0;
  alignas(64) Real coordinates_[3 * kMostVertices];
  PolytopeBlock block_;
  ShapeView view_;
  Affine placement_;
  PieceReader reader_;
};

}  // namespace graze::inline GRAZE_ABI
