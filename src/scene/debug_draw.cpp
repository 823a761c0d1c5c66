// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/debug_draw.h"

#include <algorithm>
#include <cmath>

#include "graze/shape/hull_builder.h"
#include "graze/shape/polytope.h"
#include "graze/shape/support.h"
#include "mesh/pieces.h"
#include "scene/scene_state.h"
#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Where lines and triangles of one object go.
struct Pen {
  const DrawVisitor& visitor;
  const DrawSettings& settings;
  ObjectHandle object;
  DrawLayer layer = DrawLayer::shape;

  void line(const Vec3& a, const Vec3& b) const {
    if (visitor.line != nullptr) visitor.line(visitor.context, {a, b, layer, object});
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) const {
    if (visitor.triangle != nullptr) visitor.triangle(visitor.context, {a, b, c, layer, object});
  }
};

// Points of a spiral from pole to pole, about evenly spread: any number of directions.
std::vector<Vec3> make_directions(int wanted) {
  const int count = std::clamp(wanted, 8, 10000);
  std::vector<Vec3> directions{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int i = 0; i < count; ++i) {
    constexpr double kGoldenAngle = 2.399963229728653;
    const double y = 1 - (2 * i + 1) / double(count), r = std::sqrt(1 - y * y), angle = kGoldenAngle * i;
    directions.push_back({Real(r * std::cos(angle)), Real(y), Real(r * std::sin(angle))});
  }
  return directions;
}

std::vector<Vec3> sample(const Instance& instance, const DrawSettings& settings) {
  const ShapeView& view = instance.shape.view();
  std::vector<Vec3> points;
  if (instance.margin == 0 && has_vertices(view.kind)) {
    for (std::uint32_t i = 0; i < polytope_of(view).vertices.count; ++i)
      points.push_back(instance.placement * Vec3(polytope_of(view).vertices.vertex(i)));
    return points;
  }
  const ExpandedOf<AffineImageOf<ShapeSupport>> placed{{{&instance.shape}, instance.placement},
                                                       instance.margin};
  for (const Vec3& d : make_directions(settings.directions)) points.push_back(placed.support(d));
  return points;
}

// A box is its corners; everything else convex is the hull of points on it.
void draw_convex(const Instance& instance, const Pen& pen) {
  const Result<Shape> hull = make_hull(sample(instance, pen.settings));
  if (!hull) return;
  const HullInfo info = hull_info(*hull);
  if (info.faces == 0) pen.line(hull_vertex(*hull, 0), hull_vertex(*hull, info.vertices - 1));
  for (std::uint32_t i = 0; i < half_edge_count(*hull); ++i) {
    const HullEdge edge = hull_edge(*hull, i);
    if (edge.origin < edge.end) pen.line(hull_vertex(*hull, edge.origin), hull_vertex(*hull, edge.end));
  }
  for (std::uint32_t face = 0; face < info.faces; ++face) {
    const auto corners = face_corners(*hull, face);
    for (std::size_t i = 2; i < corners.size(); ++i)
      pen.triangle(hull_vertex(*hull, corners[0]), hull_vertex(*hull, corners[i - 1]),
                   hull_vertex(*hull, corners[i]));
  }
}

void draw_half_space(const Instance& instance, const Pen& pen) {
  const Real* v = instance.shape.view().values;
  const Vec3 local{v[0], v[1], v[2]};
  const Affine back = inverse(instance.placement);
  const Vec3 normal = normalized(transpose_times(back.linear(), local));
  // A point of the plane is the image of one; margins push it along the normal.
  const Vec3 on_plane = instance.placement * support(instance.shape, local) + normal * instance.margin;
  const Vec3 centre = normal * dot(normal, on_plane);
  const Vec3 side = normalized(cross(normal, std::abs(normal.y) < Real(0.9) ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
  const Vec3 u = side * pen.settings.plane_size, w = cross(normal, u);
  const Vec3 corners[] = {centre - u - w, centre + u - w, centre + u + w, centre - u + w};
  for (int i = 0; i < 4; ++i) pen.line(corners[i], corners[(i + 1) % 4]);
  pen.triangle(corners[0], corners[1], corners[2]);
  pen.triangle(corners[0], corners[2], corners[3]);
}

void draw_any(const Instance& instance, const Pen& pen);

void draw_pieces(const Pieces& pieces, const Instance& instance, const Pen& pen) {
  for (std::uint32_t i = 0; i < pieces.count(); ++i) {
    if (!pieces.is_triangles()) {
      draw_any({pieces.shapes[i], instance.placement * pieces.placements[i], instance.margin}, pen);
    } else if (instance.margin > 0) {
      draw_convex({Shape(pieces.triangle(i)), instance.placement, instance.margin}, pen);
    } else {
      const Triangle t = pieces.triangle(i);
      const Vec3 a = instance.placement * t.a, b = instance.placement * t.b, c = instance.placement * t.c;
      pen.triangle(a, b, c);
      pen.line(a, b);
      pen.line(b, c);
      pen.line(c, a);
    }
  }
}

void draw_any(const Instance& instance, const Pen& pen) {
  const Pieces* pieces = pieces_of(instance.shape.view());
  if (pieces != nullptr) return draw_pieces(*pieces, instance, pen);
  if (instance.shape.kind() == ShapeKind::half_space) return draw_half_space(instance, pen);
  draw_convex(instance, pen);
}

void draw_box(const Aabb& box, const Affine& placement, const Pen& pen) {
  if (box.is_empty() || !is_finite(box)) return;
  const auto corner = [&](int i) {
    return placement * Vec3{i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                            i & 4 ? box.upper.z : box.lower.z};
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if ((i & bit) == 0) pen.line(corner(i), corner(i | bit));
}

// Nodes, and the boxes of leaves one level below theirs.
void draw_nodes(const TreeData& tree, const Affine& placement, const Pen& pen) {
  const auto draw_at = [&](int level, const Aabb& box) {
    if (level >= pen.settings.first_tree_level && level <= pen.settings.last_tree_level)
      draw_box(box, placement, pen);
  };
  std::vector<int> levels(tree.nodes.size(), 0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // children come after their parents
    const WideNode& node = tree.nodes[i];
    draw_at(levels[i], node.box());
    for (int child = 0; child < node.child_count; ++child) {
      if (node.is_inner(child)) {
        levels[node.first_node + std::size_t(child)] = levels[i] + 1;
      } else {
        draw_at(levels[i] + 1, child_box(node, child));
      }
    }
  }
}

void draw_trees(const Shape& shape, const Affine& placement, const Pen& pen) {
  const Pieces* pieces = pieces_of(shape.view());
  if (pieces == nullptr) return;
  if (const TreeData* tree = TreeAccess::data(pieces->tree)) draw_nodes(*tree, placement, pen);
  if (pieces->is_triangles()) return;
  for (std::uint32_t i = 0; i < pieces->count(); ++i)
    draw_trees(pieces->shapes[i], placement * pieces->placements[i], pen);
}

void draw_contacts(const ScenePair& pair, const Pen& pen) {
  for (const ContactManifold& manifold : pair.contacts)
    for (const ContactPoint& point : manifold.set.span()) {
      const Vec3 middle = point.point_a * Real(0.5) + point.point_b * Real(0.5);
      pen.line(point.point_a, point.point_b);
      pen.line(middle, middle + manifold.set.normal * pen.settings.normal_length);
    }
}

}  // namespace

void draw(const Instance& instance, const DrawVisitor& visitor, const DrawSettings& settings) {
  if (!make_instance(instance.shape, instance.placement, instance.margin)) return;
  if (settings.with_shapes) draw_any(instance, {visitor, settings, {}});
  if (settings.with_trees)
    draw_trees(instance.shape, instance.placement, {visitor, settings, {}, DrawLayer::tree});
}

void draw(const Scene& scene, const World& world, const DrawVisitor& visitor, const DrawSettings& settings) {
  scene.for_each_object([&](ObjectHandle handle) {
    const Object* object = world.find(handle);
    if (object == nullptr) return;
    if (settings.with_shapes) draw_any(object->instance, {visitor, settings, handle});
    if (settings.with_boxes)
      draw_box(scene.box(handle), Affine(), {visitor, settings, handle, DrawLayer::box});
    if (settings.with_trees)
      draw_trees(object->instance.shape, object->instance.placement,
                 {visitor, settings, handle, DrawLayer::tree});
  });
  if (!settings.with_contacts) return;
  for (const ScenePair& pair : scene.pairs())
    draw_contacts(pair, {visitor, settings, {}, DrawLayer::contact});
}

}  // namespace graze::inline GRAZE_ABI
