// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "graze/check/objects.h"

// Data from which a viewer draws the objects of a check: geometries in their own frames, each once; parts
// that place them; where things are at other times; curves in which two objects meet.
namespace graze::inline GRAZE_ABI::check {

/// Triangles to be drawn.
struct ViewMesh {
  std::vector<float> positions;          ///< x, y, z of each vertex
  std::vector<std::uint32_t> triangles;  ///< three vertices each
  std::vector<std::uint32_t> edges;      ///< two vertices each: borders and creases; may be left out
};
/// Lines to be drawn.
struct ViewLines {
  std::vector<float> positions;
  std::vector<std::uint32_t> segments;  ///< two vertices each
};
/// Points to be drawn.
struct ViewPoints {
  std::vector<float> positions;
};

/// A geometry in its own frame: exact where a viewer can draw it so.
struct ViewGeometry {
  std::variant<io::BoxData, io::SphereData, io::CapsuleData, io::CylinderData, io::ConeData,
               io::HalfSpaceData, ViewMesh, ViewLines, ViewPoints>
      shape;
  /// Positions are relative to this point of the frame: floats far from the origin would be coarse.
  Vec3 origin;
  /// Of what deforms: for each vertex its number among the file's points. Empty: it is drawn as it is at one
  /// time.
  std::vector<std::uint32_t> points;
};

/// A geometry that is drawn, and in how many parts.
struct ViewUse {
  std::uint32_t scene = kNone, geometry = kNone;
  bool is_deforming = false;
};

/// A geometry as it stands in an object.
struct ViewPart {
  std::uint32_t object = kNone;
  std::uint32_t use = kNone;      ///< ViewParts::uses
  io::Placement world_from_part;  ///< at the time of the objects
  io::Placement object_from_part;
};

/// All that is drawn, in the order of the objects.
struct ViewParts {
  std::vector<ViewUse> uses;  ///< each geometry once
  std::vector<ViewPart> parts;
};

/// Which geometries are drawn where.
[[nodiscard]] GRAZE_API ViewParts view_parts(const Objects& objects);

/// A geometry as a viewer gets it; what deforms at the time of the objects. Hulls, height fields and tapered
/// shapes become meshes.
[[nodiscard]] GRAZE_API ViewGeometry view_geometry(const Objects& objects, const ViewUse& use);

/// Objects of scenes at any time.
class GRAZE_API ViewMotion {
 public:
  /// The objects and their scenes must stay where they are.
  explicit ViewMotion(const Objects& objects);
  ~ViewMotion();
  ViewMotion(const ViewMotion&) = delete;
  ViewMotion& operator=(const ViewMotion&) = delete;

  /// World placement of an object, which a file may have scaled to nothing.
  [[nodiscard]] io::Placement placement(std::uint32_t object, Real time) const;
  /// Positions of the vertices of what deforms, in the frame and order of `geometry`. The scene is evaluated
  /// once for all calls with one time.
  [[nodiscard]] std::vector<float> positions(const ViewUse& use, const ViewGeometry& geometry, Real time);
  /// The object as an operand of queries; invalid where it cannot be asked about then.
  [[nodiscard]] Instance instance(std::uint32_t object, Real time);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Segments in which the surfaces of two objects meet, six world coordinates each, relative to `origin`.
/// Empty but for meshes. At most `limit` segments.
[[nodiscard]] GRAZE_API std::vector<float> view_curve(const Instance& a, const Instance& b,
                                                      const Vec3& origin, std::size_t limit);

}  // namespace graze::inline GRAZE_ABI::check
