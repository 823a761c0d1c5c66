// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/geometry.h"

#include <cmath>

#include "check/objects/flat.h"
#include "graze/mesh/compound.h"
#include "graze/mesh/height_field.h"
#include "graze/shape/hull_builder.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

MadeShape exact(const Shape& shape) { return {shape, Nature::solid, 1, {}}; }

MadeShape compound_of(const std::vector<CompoundPiece>& pieces, Nature nature) {
  MadeShape out;
  out.nature = nature;
  out.primitives = pieces.size();
  if (pieces.size() == 1) {
    // A piece that stands still needs no tree over it.
    if (pieces[0].placement == Affine()) {
      out.shape = pieces[0].shape;
      return out;
    }
  }
  if (Result<Shape> made = make_compound(pieces)) out.shape = *made;
  return out;
}

// Surface of a cylinder or cone of which parts are missing: discs, and a side of narrow quadrangles.
class OpenRound {
 public:
  void add_disc(Real radius, Real height) {
    pieces_.push_back({Cylinder{radius, 0}, Affine(Vec3{0, height, 0})});
  }
  void add_side(Real bottom_radius, Real top_radius, Real half_height) {
    io::MeshData side;
    for (int i = 0; i < kFacets; ++i) {
      const Real angle = Real(i) * (2 * kPi / kFacets), x = std::cos(angle), z = std::sin(angle);
      side.points.push_back({x * bottom_radius, -half_height, z * bottom_radius});
      side.points.push_back({x * top_radius, half_height, z * top_radius});
    }
    for (std::uint32_t i = 0; i < kFacets; ++i) {
      const std::uint32_t j = (i + 1) % kFacets;
      side.corners.insert(side.corners.end(), {2 * i, 2 * i + 1, 2 * j});
      // At the apex of a cone the facets are triangles: a second one would have no area.
      if (top_radius > 0) side.corners.insert(side.corners.end() - 1, 2 * j + 1);
      side.corners_of_loop.push_back(top_radius > 0 ? 4 : 3);
    }
    const MadeShape made = make_surface(side, false);
    if (!made.shape.is_valid()) return;
    pieces_.push_back({made.shape, {}});
    triangles_ = made.primitives;
  }
  [[nodiscard]] MadeShape make() const {
    if (pieces_.empty()) return {};
    MadeShape out = compound_of(pieces_, Nature::surface);
    out.facts.tessellated = triangles_ > 0 ? 1 : 0;
    if (triangles_ > 0) out.primitives += triangles_ - 1;
    return out;
  }

 private:
  // A facet leaves the circle by 1 - cos(pi / 256) = 7.5e-5 radii.
  static constexpr int kFacets = 256;
  static constexpr Real kPi = Real(3.14159265358979323846);
  std::vector<CompoundPiece> pieces_;
  std::size_t triangles_ = 0;
};

MadeShape make_solid_hull(const io::MeshData& mesh) {
  std::vector<Vec3> points;
  for (const std::uint32_t i : mesh.corners) points.push_back(mesh.points[i]);
  const Result<Shape> made = make_hull(points);
  return made ? exact(*made) : MadeShape();
}

struct Maker {
  bool closed_are_solid;

  MadeShape operator()(const io::BoxData& b) const { return exact(Box{b.half_extents}); }
  MadeShape operator()(const io::SphereData& s) const { return exact(Sphere{s.radius}); }
  MadeShape operator()(const io::CapsuleData& c) const { return exact(Capsule{c.radius, c.half_height}); }
  MadeShape operator()(const io::CylinderData& c) const {
    if (c.has_side && c.has_top && c.has_bottom) return exact(Cylinder{c.radius, c.half_height});
    OpenRound parts;
    if (c.has_top) parts.add_disc(c.radius, c.half_height);
    if (c.has_bottom) parts.add_disc(c.radius, -c.half_height);
    if (c.has_side) parts.add_side(c.radius, c.radius, c.half_height);
    return parts.make();
  }
  MadeShape operator()(const io::ConeData& c) const {
    if (c.has_side && c.has_bottom) return exact(Cone{c.radius, c.half_height});
    OpenRound parts;
    if (c.has_bottom) parts.add_disc(c.radius, -c.half_height);
    if (c.has_side) parts.add_side(c.radius, 0, c.half_height);
    return parts.make();
  }
  MadeShape operator()(const io::TaperedCapsuleData& c) const {
    return exact(TaperedCapsule{c.bottom_radius, c.top_radius, c.half_height});
  }
  MadeShape operator()(const io::TaperedCylinderData& c) const {
    return exact(TaperedCylinder{c.bottom_radius, c.top_radius, c.half_height});
  }
  MadeShape operator()(const io::HalfSpaceData&) const { return exact(HalfSpace{{0, 1, 0}, 0}); }
  MadeShape operator()(const io::MeshData& m) const {
    return m.is_hull ? make_solid_hull(m) : make_surface(m, closed_are_solid);
  }
  MadeShape operator()(const io::LineData& lines) const {
    std::vector<CompoundPiece> pieces;
    std::size_t corner = 0;
    for (const std::uint32_t count : lines.corners_of_line) {
      for (std::uint32_t i = 1; i < count; ++i)
        pieces.push_back(
            {Segment{lines.points[lines.corners[corner + i - 1]], lines.points[lines.corners[corner + i]]},
             {}});
      corner += count;
    }
    return compound_of(pieces, Nature::lines);
  }
  MadeShape operator()(const io::PointData& points) const {
    std::vector<CompoundPiece> pieces;
    for (const std::uint32_t i : points.corners) pieces.push_back({Point{points.points[i]}, {}});
    return compound_of(pieces, Nature::points);
  }
  MadeShape operator()(const io::GridData& grid) const {
    HeightField field;
    field.heights = grid.heights.data();
    field.scalar = HeightField::Scalar::float64;
    field.columns = grid.x_count;
    field.rows = grid.z_count;
    field.spacing_x = grid.x_spacing;
    field.spacing_z = grid.z_spacing;
    const Result<HeightFieldMesh> made = make_height_field(field);
    if (!made) return {};
    return {made->mesh.shape(), Nature::surface, made->mesh.triangle_count(), {}};
  }
};

// Of a mesh that is not closed.
bool is_open_mesh(const PlacedGeometry& part) {
  const auto* mesh = std::get_if<io::MeshData>(&part.geometry->data);
  return mesh != nullptr && !mesh->is_hull && part.made->nature == Nature::surface;
}

void append(const io::MeshData& mesh, const io::Placement& placement, io::MeshData& out) {
  const auto first = static_cast<std::uint32_t>(out.points.size());
  for (const Vec3& p : mesh.points) out.points.push_back(placement * p);
  for (const std::uint32_t corner : mesh.corners) out.corners.push_back(first + corner);
  out.corners_of_loop.insert(out.corners_of_loop.end(), mesh.corners_of_loop.begin(),
                             mesh.corners_of_loop.end());
  if (mesh.loops_of_face.empty())
    out.loops_of_face.insert(out.loops_of_face.end(), mesh.corners_of_loop.size(), 1);
  else
    out.loops_of_face.insert(out.loops_of_face.end(), mesh.loops_of_face.begin(), mesh.loops_of_face.end());
}

MadeShape join_meshes(std::span<const PlacedGeometry> parts, bool closed_are_solid) {
  io::MeshData all;
  for (const PlacedGeometry& part : parts)
    append(std::get<io::MeshData>(part.geometry->data), part.placement, all);
  return make_surface(all, closed_are_solid);
}

}  // namespace

MadeShape make_geometry(const io::Geometry& geometry, bool closed_are_solid) {
  return std::visit(Maker{closed_are_solid}, geometry.data);
}

MadeShape make_union(std::span<const PlacedGeometry> parts, bool closed_are_solid) {
  bool all_open = true;
  for (const PlacedGeometry& part : parts) all_open = all_open && is_open_mesh(part);
  if (all_open && parts.size() > 1) return join_meshes(parts, closed_are_solid);

  MadeShape out;
  std::vector<CompoundPiece> pieces;
  for (const PlacedGeometry& part : parts) {
    const Affine placement(part.placement.linear, part.placement.translation);
    const MadeShape made = placement.is_valid() ? *part.made : make_flat(*part.geometry, part.placement);
    if (!made.shape.is_valid()) continue;
    if (out.primitives == 0) out.nature = made.nature;
    if (out.nature != made.nature) out.nature = Nature::mixed;
    out.primitives += made.primitives;
    out.facts += made.facts;
    pieces.push_back({made.shape, placement.is_valid() ? placement : Affine()});
  }
  if (pieces.empty()) return {};
  out.shape = compound_of(pieces, out.nature).shape;
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
