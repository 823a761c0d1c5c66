// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or VRML put together from tokens that the reader knows, are refused in words or
// give a scene whose indices are in range, that evaluates at any time, and that is read again as itself.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "graze/io/vrml.h"

namespace graze::io::test {
namespace {

constexpr const char* kTokens[] = {"Transform {",
                                   "Group {",
                                   "Shape {",
                                   "children [",
                                   "children ",
                                   "geometry ",
                                   "Box {",
                                   "Sphere {",
                                   "Cone {",
                                   "Cylinder {",
                                   "IndexedFaceSet {",
                                   "IndexedLineSet {",
                                   "PointSet {",
                                   "ElevationGrid {",
                                   "Extrusion {",
                                   "coord ",
                                   "Coordinate {",
                                   "point [",
                                   "coordIndex [",
                                   "spine [",
                                   "crossSection [",
                                   "scale ",
                                   "orientation [",
                                   "height [",
                                   "xDimension ",
                                   "zDimension ",
                                   "translation ",
                                   "rotation ",
                                   "center ",
                                   "radius ",
                                   "}",
                                   "]",
                                   "} }",
                                   "] }",
                                   "DEF A ",
                                   "DEF B ",
                                   "DEF C ",
                                   "USE A ",
                                   "USE B ",
                                   "USE C ",
                                   "PROTO P [",
                                   "PROTO Q [",
                                   "] {",
                                   "P {",
                                   "Q {",
                                   "field SFNode n ",
                                   "field MFFloat f ",
                                   "exposedField SFVec3f v ",
                                   "eventIn SFVec3f set_v ",
                                   "eventOut SFVec3f v_changed ",
                                   "IS n ",
                                   "IS f ",
                                   "IS v ",
                                   "IS set_v ",
                                   "n ",
                                   "f ",
                                   "v ",
                                   "EXTERNPROTO P [",
                                   "\"a.wrl#P\" ",
                                   "\"a.wrl\" ",
                                   "Inline { url ",
                                   "TimeSensor { loop TRUE ",
                                   "cycleInterval ",
                                   "startTime ",
                                   "PositionInterpolator {",
                                   "OrientationInterpolator {",
                                   "CoordinateInterpolator {",
                                   "ScalarInterpolator {",
                                   "key [",
                                   "keyValue [",
                                   "ROUTE A.fraction_changed TO B.set_fraction ",
                                   "ROUTE B.value_changed TO C.set_translation ",
                                   "ROUTE B.value_changed TO C.point ",
                                   "ROUTE B.value_changed TO C.set_spine ",
                                   "ROUTE A.v_changed TO B.set_v ",
                                   "ROUTE B.value_changed TO B.set_fraction ",
                                   "Switch { whichChoice 0 choice [",
                                   "LOD { level [",
                                   "Collision { collide FALSE ",
                                   "proxy ",
                                   "Foo { ",
                                   "0 ",
                                   "1 ",
                                   "-1 ",
                                   "2 ",
                                   "3 ",
                                   "0.5 ",
                                   "1e30 ",
                                   "-1e59 ",
                                   "1e400 ",
                                   "nan ",
                                   "1.#QNAN ",
                                   "0x7 ",
                                   "TRUE ",
                                   "FALSE ",
                                   "NULL ",
                                   "0 0 0, 1 0 0, 0 1 0, 1 1 1 ",
                                   "0 1 2 -1 ",
                                   "\"",
                                   "#\n",
                                   "Script { "};

void expect(bool is_true, const char* what) {
  if (is_true) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// One file that refers to itself and to the one under test.
class OneFile final : public FileAccess {
 public:
  explicit OneFile(std::string text) : text_(std::move(text)) {}
  FileAnswer open(std::string_view, std::string_view, std::size_t) override {
    return {"a.wrl", text_, {}, false};
  }

 private:
  std::string text_;
};

template <class T>
void check_runs(const std::vector<std::uint32_t>& counts, const T& data) {
  std::size_t sum = 0;
  for (const std::uint32_t n : counts) sum += n;
  expect(sum == data.corners.size(), "runs do not add up to the corners");
}

template <class T>
void check_corners(const T& data) {
  for (const std::uint32_t c : data.corners) expect(c < data.points.size(), "a corner is out of range");
  for (const Vec3& p : data.points) expect(is_finite(p), "a point is not finite");
}

void check_geometry(const SceneData& scene, const Geometry& g) {
  if (const auto* mesh = std::get_if<MeshData>(&g.data)) {
    check_corners(*mesh);
    check_runs(mesh->corners_of_loop, *mesh);
    expect(mesh->extrusion == kNone || mesh->extrusion < scene.extrusions.size(),
           "an extrusion is out of range");
  } else if (const auto* lines = std::get_if<LineData>(&g.data)) {
    check_corners(*lines);
    check_runs(lines->corners_of_line, *lines);
  } else if (const auto* points = std::get_if<PointData>(&g.data)) {
    check_corners(*points);
  } else if (const auto* grid = std::get_if<GridData>(&g.data)) {
    expect(grid->heights.size() == std::size_t{grid->x_count} * grid->z_count,
           "heights are not those of the grid");
  }
}

void check_animation(const SceneData& scene) {
  for (const Clock& c : scene.clocks) expect(c.cycle > 0 && is_finite(c.start), "a clock that cannot run");
  for (const Track& t : scene.tracks) {
    expect(!t.keys.empty() && t.values.size() == t.keys.size() * t.components, "values do not fit the keys");
    for (std::size_t i = 1; i < t.keys.size(); ++i) expect(t.keys[i - 1] <= t.keys[i], "keys decrease");
  }
  for (const Channel& c : scene.channels) {
    expect(c.clock < scene.clocks.size() && !c.tracks.empty(), "a channel without a clock or track");
    for (std::size_t i = 0; i < c.tracks.size(); ++i)
      expect(c.tracks[i] < scene.tracks.size() &&
                 (i + 1 == c.tracks.size() || scene.tracks[c.tracks[i]].components == 1),
             "a track is out of range, or of more than one number on the way");
    const std::size_t count = c.target < Target::points ? scene.nodes.size() : scene.geometries.size();
    for (const std::uint32_t t : c.targets) expect(t < count, "a target is out of range");
  }
}

void check(const SceneData& scene) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& n = scene.nodes[i];
    expect(n.parent == kNone || n.parent < i, "a parent does not stand before its child");
    expect(n.geometry == kNone || n.geometry < scene.geometries.size(), "a geometry is out of range");
    expect(n.place.file < scene.files.size(), "a file is out of range");
  }
  for (const Geometry& g : scene.geometries) check_geometry(scene, g);
  check_animation(scene);
  for (const double time : {-1.0, 0.0, 0.3, 1e9}) {
    const SceneState state = evaluate(scene, time);
    expect(state.world_from_node.size() == scene.nodes.size(), "a node without a placement");
    for (std::uint32_t i = 0; i < scene.geometries.size(); ++i) {
      const Geometry moved = evaluate_geometry(scene, i, time);
      expect(moved.data.index() == scene.geometries[i].data.index(), "a geometry has become another");
      (void)bounds(moved, Placement{});
    }
  }
}

void read_and_check(const std::string& text) {
  OneFile files(text);
  VrmlOptions options;
  options.files = &files;
  options.trigger_all = true;
  options.limits.nodes = 3000;
  options.limits.points = 100000;
  options.limits.file_bytes = 1 << 20;
  options.limits.total_bytes = 1 << 21;
  const SceneRead read = read_vrml(text, "main.wrl", options);
  for (const ReadMessage& m : read.warnings)
    expect(!m.text.empty() && m.count > 0, "a warning without words");
  if (!read) {
    expect(!read.error.text.empty() && read.code > ReadCode::partial, "a refusal without words");
    return;
  }
  expect(read.code <= ReadCode::partial, "a scene and an error");
  check(*read.scene);
  const SceneRead again = read_vrml(text, "main.wrl", options);
  expect(again && again.scene->nodes.size() == read.scene->nodes.size() &&
             again.scene->channels.size() == read.scene->channels.size() &&
             again.warnings.size() == read.warnings.size(),
         "read again, it is another scene");
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io::test;
  if (size == 0) return 0;
  std::string text = "#VRML V2.0 utf8\n";
  if (data[0] % 4 == 0) {
    text.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  } else if (data[0] % 4 == 1) {
    text.append(reinterpret_cast<const char*>(data + 1), size - 1);
  } else {
    for (std::size_t i = 1; i < size; ++i) text += kTokens[data[i] % std::size(kTokens)];
  }
  read_and_check(text);
  return 0;
}
