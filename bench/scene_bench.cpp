// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "scene": one frame of many moving objects with contact data, beside Bullet's collision world; and one
// in continuous time, beside the same frame without.

#include "scene_bench.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "error_count.h"
#include "graze/mesh/triangle_mesh.h"
#include "graze/query/shape_cast.h"
#include "graze/scene/scene.h"
#include "graze_shapes.h"
#include "groups.h"

namespace bench {
namespace {

// A hull with as many vertices as the convex rows have them, from their workload.
ShapeSpec make_hull_spec() { return make_convex({Kind::hull, Kind::hull, 16, Spacing::sep, 1}).shapes[0]; }

// Corners of `rows` by `columns` points, the columns and, unless it has poles, the rows closed to a ring.
void add_faces(int rows, int columns, bool has_poles, ShapeSpec& spec) {
  const auto at = [&](int i, int j) { return i % rows * columns + j % columns; };
  for (int i = 0; i < (has_poles ? rows - 1 : rows); ++i)
    for (int j = 0; j < columns; ++j) {
      spec.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      spec.faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  if (!has_poles) return;
  for (int j = 0; j < columns; ++j) {
    spec.faces.push_back({rows * columns, at(0, j), at(0, j + 1)});
    spec.faces.push_back({rows * columns + 1, at(rows - 1, j + 1), at(rows - 1, j)});
  }
}

// 1000 triangles around the axis z.
ShapeSpec make_torus_spec() {
  ShapeSpec spec{Kind::hull, {}, {}, {}};
  for (int i = 0; i < 25; ++i)
    for (int j = 0; j < 20; ++j) {
      const double u = 2 * std::numbers::pi * i / 25, v = 2 * std::numbers::pi * j / 20;
      const double r = 0.55 + 0.2 * std::cos(v);
      spec.vertices.push_back(
          {rounded(r * std::cos(u)), rounded(r * std::sin(u)), rounded(0.2 * std::sin(v))});
    }
  add_faces(25, 20, false, spec);
  return spec;
}

// 502 points of an ellipsoid: as a surface 1000 triangles, as a hull as many faces.
ShapeSpec make_ellipsoid_spec(const Vec& axes) {
  constexpr int kRows = 20, kColumns = 25;
  ShapeSpec spec{Kind::hull, {}, {}, {}};
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      const double u = std::numbers::pi * (i + 1) / (kRows + 1), v = 2 * std::numbers::pi * j / kColumns;
      spec.vertices.push_back({rounded(axes[0] * std::sin(u) * std::cos(v)), rounded(axes[1] * std::cos(u)),
                               rounded(axes[2] * std::sin(u) * std::sin(v))});
    }
  for (const double pole : {axes[1], -axes[1]}) spec.vertices.push_back({0, rounded(pole), 0});
  add_faces(kRows, kColumns, true, spec);
  return spec;
}

graze::Shape make_surface(const ShapeSpec& spec) {
  std::vector<float> points;
  std::vector<std::uint32_t> corners;
  for (const Vec& v : spec.vertices)
    for (const double x : v) points.push_back(float(x));
  for (const auto& face : spec.faces)
    for (const int corner : face) corners.push_back(std::uint32_t(corner));
  const graze::VertexArray vertices{points.data(), spec.vertices.size(), 0,
                                    graze::VertexArray::Scalar::float32};
  return graze::make_triangle_mesh(vertices, {corners.data(), corners.size()})->shape();
}

std::vector<graze::Shape> make_shapes(const SceneWorkload& workload) {
  std::vector<graze::Shape> shapes;
  for (std::size_t i = 0; i < workload.shapes.size(); ++i)
    shapes.push_back(i < workload.hulls ? make_shape(workload.shapes[i]) : make_surface(workload.shapes[i]));
  return shapes;
}

enum class Frame : std::uint8_t { discrete, continuous };

// make ab builds this file with older versions of the library, too: without the question there are no rows.
#if __has_include("graze/scene/impacts.h")
constexpr bool kHasAdvance = true;
void advance_scene(graze::Scene& scene) { (void)scene.advance(); }
#else
constexpr bool kHasAdvance = false;
void advance_scene(graze::Scene&) {}
#endif

// Built in its first frame: rows share a process, and are not to share the caches with what others need.
class GrazeScene final : public PreparedScene {
 public:
  explicit GrazeScene(Frame kind = Frame::discrete) : kind_(kind) {}

  std::size_t frame(const SceneWorkload& workload) override {
    if (objects_.empty()) build(workload);
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!workload.spins.empty()) linear_[i] = make_placement(workload.places[i]);
      (void)world_.set_placement(objects_[i], {linear_[i].linear(), vector(workload.places[i].position)});
    }
    if (kind_ == Frame::continuous) advance_scene(scene_);
    (void)scene_.update();
    std::size_t count = 0;
    for (const graze::ScenePair& pair : scene_.pairs()) count += !pair.contacts.empty();
    return count;
  }

 private:
  void build(const SceneWorkload& workload) {
    const std::vector<graze::Shape> shapes = make_shapes(workload);
    for (std::size_t i = 0; i < workload.places.size(); ++i) {
      const graze::Shape& shape = shapes[std::size_t(workload.shape_of[i])];
      objects_.push_back(*world_.create({.instance = {shape, make_placement(workload.places[i])}}));
      linear_.push_back(make_placement(workload.places[i]));
      (void)scene_.add(objects_.back());
    }
  }

  Frame kind_;
  graze::World world_;
  graze::Scene scene_{world_, {.with_contacts = true}};
  std::vector<graze::ObjectHandle> objects_;
  std::vector<graze::Affine> linear_;
};

struct Row {
  const char* name;
  SceneMix mix;
  int count;
};
constexpr Row kRows[] = {{"scene, 10000 boxes", SceneMix::boxes, 10000},
                         {"scene, 10000 mixed", SceneMix::mixed, 10000},
                         {"scene, 1000 of 1000 primitives", SceneMix::fine, 1000}};

std::unique_ptr<PreparedScene> prepare(const Library& library, const SceneWorkload& workload) {
  if (library.name == "graze" || library.name == "graze_d") return graze_scene();
  if (library.name == "Bullet") return bullet_scene(workload);
  return nullptr;
}

// Frames after which the broad phase has chosen its structure and lists have found their size.
constexpr int kSettling = 12;

/// Every repetition starts anew, with the first frame, whose number of pairs is the check value, and some
/// that are not timed: all objects jump back to their beginnings, and that is no usual frame.
TimedRow timed(const std::string& name, const std::shared_ptr<const SceneWorkload>& workload,
               const std::shared_ptr<PreparedScene>& scene) {
  const auto moving = std::make_shared<SceneWorkload>();
  const auto first = std::make_shared<std::size_t>(0);
  const auto begin = [=] {
    *moving = *workload;
    *first = scene->frame(*moving);
    for (int i = 0; i < kSettling; ++i) {
      advance(*moving);
      (void)scene->frame(*moving);
    }
  };
  const auto ask = [=] {
    advance(*moving);
    return double(scene->frame(*moving));
  };
  return {name, 1, ask, begin, [first] { return TimedRow::Figures{{"check", double(*first)}}; }};
}

struct ContinuousRow {
  const char* name;
  bool is_turning;
};
constexpr ContinuousRow kContinuous[] = {{"scene, 10000 boxes, continuous", false},
                                         {"scene, 10000 turning boxes, continuous", true}};

// An advance and an update, beside the update alone.
void add_continuous(const ContinuousRow& kind_of, const Selection& selection, TimedRows& rows) {
  if (!kHasAdvance || !selection.has_row(kind_of.name)) return;
  SceneWorkload made = make_scene(SceneMix::boxes, 10000);
  if (kind_of.is_turning) add_spins(made);
  const auto workload = std::make_shared<const SceneWorkload>(std::move(made));
  for (const Library& library : selection.libraries) {
    if (library.name != "graze" && library.name != "graze_d") continue;
    const std::string stem = std::string("scene/") + kind_of.name + "/";
    const auto row = [&](const std::string& name, Frame kind) {
      rows.push_back(timed(stem + name, workload, std::make_shared<GrazeScene>(kind)));
    };
    row(library.name, Frame::continuous);
    if (selection.has_peers) row("update", Frame::discrete);
  }
}

void add(const Selection& selection, TimedRows& rows) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const auto workload = std::make_shared<const SceneWorkload>(make_scene(row.mix, row.count));
    for (const Library& library : selection.libraries)
      if (const std::shared_ptr<PreparedScene> scene = prepare(library, *workload))
        rows.push_back(timed(std::string("scene/") + row.name + "/" + library.name, workload, scene));
  }
  for (const ContinuousRow& row : kContinuous) add_continuous(row, selection, rows);
}

// The number of pairs with contacts, which libraries must agree on but for those that just touch.
void check(const Selection& selection, std::FILE* out) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const SceneWorkload workload = make_scene(row.mix, row.count);
    const std::size_t ours = graze_scene()->frame(workload);
    for (const Library& library : selection.libraries) {
      const std::unique_ptr<PreparedScene> scene = prepare(library, workload);
      if (!scene) continue;
      ErrorCount e;
      e.pairs = e.judged = int(scene->frame(workload));
      e.wrong_yes_no = std::abs(e.pairs - int(ours));
      write_errors(out, "scene", row.name, library.name, e);
    }
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

std::vector<ShapeSpec> make_specs(SceneMix mix) {
  if (mix == SceneMix::boxes) return {{Kind::box, {0.5, 0.5, 0.5}, {}, {}}};
  if (mix == SceneMix::mixed)
    return {{Kind::sphere, {0.5, 0, 0}, {}, {}},      {Kind::box, {0.5, 0.5, 0.5}, {}, {}},
            {Kind::capsule, {0.25, 0.25, 0}, {}, {}}, {Kind::cylinder, {0.5, 0.5, 0}, {}, {}},
            {Kind::cone, {0.5, 0.5, 0}, {}, {}},      make_hull_spec()};
  return {make_ellipsoid_spec({0.6, 0.7, 0.8}), make_ellipsoid_spec({0.8, 0.5, 0.7}),
          make_ellipsoid_spec({0.7, 0.8, 0.6}), make_torus_spec()};
}

// The way from a to where b, coming from afar along a random direction, touches it.
Vec find_link(const graze::Shape& a, const Placement& at_a, const graze::Shape& b, const Placement& at_b,
              Random& random) {
  for (;;) {
    const Vec u = direction(random);
    const double far = 4;
    const graze::Affine from{make_placement(at_b).linear(), vector({far * u[0], far * u[1], far * u[2]})};
    const graze::ShapeCast cast =
        graze::shape_cast({b, from}, vector({-far * u[0], -far * u[1], -far * u[2]}),
                          {a, {make_placement(at_a).linear(), graze::Vec3{}}});
    const double t = far * (1 - double(cast.time));
    if (cast) return {t * u[0], t * u[1], t * u[2]};  // otherwise it went through a hole
  }
}

// First one rotation, then another.
SceneWorkload::Turn turned(const SceneWorkload::Turn& first, const SceneWorkload::Turn& then) {
  const auto& [x, y, z, w] = first;
  const auto& [a, b, c, d] = then;
  return {d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x,
          d * w - a * x - b * y - c * z};
}

// Two by two on a lattice, wide enough apart.
void link_pairs(SceneWorkload& w, Random& random) {
  constexpr double kSpacing = 6;
  const std::vector<graze::Shape> shapes = make_shapes(w);
  w.half_side = 1;
  const auto pairs = int(w.places.size()) / 2, side = int(std::ceil(std::cbrt(double(pairs))));
  for (int i = 0; i < pairs; ++i) {
    w.centres.push_back({kSpacing * (i % side), kSpacing * (i / side % side), kSpacing * (i / side / side)});
    const auto first = std::size_t(2 * i), second = first + 1;
    w.shape_of[second] = random.below(int(w.shapes.size()));
    w.places[first].position = w.centres.back();
    w.links.push_back(find_link(shapes[std::size_t(w.shape_of[first])], w.places[first],
                                shapes[std::size_t(w.shape_of[second])], w.places[second], random));
  }
}

}  // namespace

SceneWorkload make_scene(SceneMix mix, int count) {
  SceneWorkload w;
  Random random{20261115};
  w.shapes = make_specs(mix);
  w.hulls = mix == SceneMix::fine ? 2 : w.shapes.size();
  w.half_side = std::cbrt(double(count));
  for (int i = 0; i < count; ++i) {
    Placement place{orientation(random), {}};
    for (double& x : place.position) x = rounded(random.uniform(-w.half_side, w.half_side));
    w.places.push_back(place);
    w.shape_of.push_back(i % int(w.shapes.size()));
    Vec velocity = direction(random);
    for (double& x : velocity) x *= 0.05;
    w.velocities.push_back(velocity);
  }
  if (mix == SceneMix::fine) {
    link_pairs(w, random);
    advance(w);
  }
  return w;
}

void add_spins(SceneWorkload& w) {
  constexpr double kHalfAngle = 0.05;
  Random random{20261119};
  for (std::size_t i = 0; i < w.places.size(); ++i) {
    const Vec axis = direction(random);
    const double s = std::sin(kHalfAngle);
    w.spins.push_back({s * axis[0], s * axis[1], s * axis[2], std::cos(kHalfAngle)});
  }
}

void advance(SceneWorkload& w) {
  for (std::size_t i = 0; i < w.spins.size(); ++i)
    w.places[i].rotation = turned(w.places[i].rotation, w.spins[i]);
  const double length = 0.997 + 0.002 * std::sin(0.3 * ++w.frame);  // of links
  const std::size_t step = w.links.empty() ? 1 : 2;
  for (std::size_t i = 0; i < w.places.size(); i += step)
    for (std::size_t k = 0; k < 3; ++k) {
      double& x = w.places[i].position[k];
      const double centre = w.centres.empty() ? 0 : w.centres[i / 2][k];
      x += w.velocities[i][k];
      if (std::abs(x - centre) > w.half_side)
        w.velocities[i][k] = std::copysign(w.velocities[i][k], centre - x);
      if (step == 2) w.places[i + 1].position[k] = x + length * w.links[i / 2][k];
    }
}

std::unique_ptr<PreparedScene> graze_scene() { return std::make_unique<GrazeScene>(); }

Group scene_group() { return {"scene", &add, &check}; }

}  // namespace bench
