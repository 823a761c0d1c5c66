// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or VRML put together from tokens that the reader knows, are refused in words or
// give a scene whose indices are in range, that evaluates at any time, and that is read again as itself.

#include "graze/io/vrml.h"
#include "scene_check.h"

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
                                   "Script { ",
                                   "DEF a#b Group { ",
                                   "DEF a [b] Transform { ",
                                   "DEF { ",
                                   "USE a#b ",
                                   "USE a [b] ",
                                   "ROUTE B.value_changed TO a [b].set_translation\n",
                                   "xSpacing -2 zSpacing 0 ",
                                   "\n"};

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

void read_and_check(const std::string& text) {
  OneFile files(text);
  VrmlOptions options;
  options.files = &files;
  options.trigger_all = true;
  options.limits.nodes = 3000;
  options.limits.points = 100000;
  options.limits.file_bytes = 1 << 20;
  options.limits.total_bytes = 1 << 21;
  check_read([&] { return read_vrml(text, "main.wrl", options); });
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
