// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "page/view.h"

namespace command {
namespace {

/// Kind and sizes of a geometry, as the members of an object.
struct Sizes {
  JsonWriter& json;

  void operator()(const io::BoxData& b) const {
    json.text("kind", "box").vector("half_extents", b.half_extents);
  }
  void operator()(const io::SphereData& s) const { json.text("kind", "sphere").number("radius", s.radius); }
  void operator()(const io::CapsuleData& c) const {
    json.text("kind", "capsule").number("radius", c.radius).number("height", 2 * c.half_height);
  }
  void operator()(const io::CylinderData& c) const {
    json.text("kind", "cylinder").number("radius", c.radius).number("height", 2 * c.half_height);
    json.truth("side", c.has_side).truth("bottom", c.has_bottom).truth("top", c.has_top);
  }
  void operator()(const io::ConeData& c) const {
    json.text("kind", "cone").number("radius", c.radius).number("height", 2 * c.half_height);
    json.truth("side", c.has_side).truth("bottom", c.has_bottom);
  }
  void operator()(const io::HalfSpaceData&) const {
    json.text("kind", "halfspace").vector("normal", {0, 1, 0}).number("offset", 0);
  }
  void operator()(const check::ViewMesh&) const { json.text("kind", "mesh"); }
  void operator()(const check::ViewLines&) const { json.text("kind", "lines"); }
  void operator()(const check::ViewPoints&) const { json.text("kind", "points"); }
};

}  // namespace

void PageView::write_geometry(JsonWriter& json, const Drawn& drawn) const {
  json.open_object();
  std::visit(Sizes{json}, drawn.geometry.shape);
  if (drawn.positions != kNoBuffer) json.count("positions", drawn.positions);
  const bool is_mesh = std::holds_alternative<check::ViewMesh>(drawn.geometry.shape);
  if (drawn.indices != kNoBuffer) json.count(is_mesh ? "triangles" : "segments", drawn.indices);
  if (drawn.edges != kNoBuffer) json.count("edges", drawn.edges);
  json.close();
}

void PageView::write_objects(JsonWriter& json) const {
  json.open_array("objects");
  for (const check::Object& object : checked_.loaded.objects.list)
    json.open_object()
        .text("name", object.name)
        .count("file", object.scene)
        .text("nature", check::to_string(object.nature))
        .count("primitives", object.primitives)
        .close();
  json.close().count("bounds", bounds_);
}

void PageView::write_parts(JsonWriter& json) const {
  json.open_array("parts");
  for (const check::ViewPart& part : parts_.parts) {
    json.open_object().count("object", part.object).count("geometry", drawn_of_use_[part.use]);
    if (const std::uint32_t track = track_of_object_[part.object]; track != check::kNone)
      json.count("track", track);
    if (const std::uint32_t shape = drawn_of(part).shape; shape != check::kNone) json.count("shape", shape);
    json.close();
  }
  json.close().count("matrices", matrices_);
}

void PageView::write_motion(JsonWriter& json) const {
  if (times_ != kNoBuffer) json.count("times", times_);
  json.open_array("tracks");
  for (const std::size_t track : tracks_) json.open_object().count("matrices", track).close();
  json.close().open_array("shapes");
  for (const std::size_t shape : shapes_) json.open_object().count("positions", shape).close();
  json.close();
}

void PageView::write_json(Output& out, const std::string& command_line) const {
  JsonWriter json(out, {false, true});
  json.open_object()
      .count("version", 1)
      .text("program", "graze " + version_text())
      .text("command", command_line)
      .number("seconds", checked_.seconds)
      .number("moment", checked_.loaded.objects.options.time);
  blob_.write_table(json);
  json.open_array("geometries");
  for (const Drawn& drawn : drawn_) write_geometry(json, drawn);
  json.close();
  write_objects(json);
  write_parts(json);
  write_motion(json);
  json.open_array("curves");
  for (const Curve& curve : curves_) {
    json.open_object().count("finding", curve.finding).count("points", curve.points);
    if (curve.origin != Vec3()) json.vector("origin", curve.origin);
    json.close();
  }
  json.close().open_array("omitted");
  for (const std::string& line : omitted_) json.text({}, line);
  json.close().close();
}

}  // namespace command
