// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include "graze/io/read_scene.h"
#include "io/reader.h"
#include "io/robot/build.h"
#include "math/turn.h"

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

// A URDF's cylinders and capsules stand on z, ours on y.
const Mat3 kYToZ{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};

// Sizes of a primitive: numbers, none below zero.
bool read_sizes(const Element& e, std::string_view attribute, Real* out, std::size_t count) {
  const std::string* text = e.attribute(attribute);
  if (text == nullptr || !parse_numbers(*text, out, count)) return false;
  return std::all_of(out, out + count, [](Real x) { return x >= 0; });
}

struct Primitive {
  Geometry geometry;
  bool is_on_z = false;
};

// Nothing where the numbers are missing or wrong.
std::optional<Primitive> read_primitive(const Element& e) {
  Real size[3] = {};
  Primitive out;
  if (e.name == "box") {
    if (!read_sizes(e, "size", size, 3)) return std::nullopt;
    out.geometry.data = BoxData{Vec3{size[0], size[1], size[2]} * Real(0.5)};
    return out;
  }
  if (!read_sizes(e, "radius", size, 1)) return std::nullopt;
  if (e.name == "sphere") {
    out.geometry.data = SphereData{size[0]};
    return out;
  }
  if (!read_sizes(e, "length", size + 1, 1)) return std::nullopt;
  out.is_on_z = true;
  if (e.name == "cylinder")
    out.geometry.data = CylinderData{size[0], size[1] / 2};
  else
    out.geometry.data = CapsuleData{size[0], size[1] / 2};
  return out;
}

bool is_primitive(std::string_view name) {
  return name == "box" || name == "sphere" || name == "cylinder" || name == "capsule";
}

// Three factors, or one for all axes; false where they are not numbers.
bool read_scale(const Element& mesh, Vec3& out) {
  const std::string* text = mesh.attribute("scale");
  if (text == nullptr) return true;
  Real s[3] = {};
  if (parse_numbers(*text, s, 1)) {
    out = {s[0], s[0], s[0]};
    return true;
  }
  if (!parse_numbers(*text, s, 3)) return false;
  out = {s[0], s[1], s[2]};
  return true;
}

Place place_of(const Element& e, std::string_view file) { return {file, e.line, e.column}; }

std::string without_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == text.npos ? std::string()
                            : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// Whether a file is a robot: as a mesh of one it could name that one again, without an end.
bool is_robot(const FileAnswer& file, std::size_t max_bytes) {
  std::string inflated;
  try {
    return format_of(without_gzip(file.bytes, file.name, max_bytes, inflated), file.name) == "URDF";
  } catch (const ReadFailure&) {
    return false;  // read_scene() says why
  }
}

}  // namespace

bool read_origin(const Element& parent, Pose& out) {
  const Element* e = parent.child("origin");
  if (e == nullptr) return true;
  Real xyz[3] = {}, rpy[3] = {};
  const auto read = [&](const char* name, Real* to) {
    const std::string* text = e->attribute(name);
    const bool is_given = text != nullptr && text->find_first_not_of(" \t\r\n") != std::string::npos;
    return !is_given || parse_numbers(*text, to, 3);
  };
  if (!read("xyz", xyz) || !read("rpy", rpy)) return false;
  // Roll about x, then pitch about y, then yaw about z, all of the fixed axes. Whole turns beyond what
  // sin_cos() takes mean nothing.
  for (Real& a : rpy)
    if (!(std::abs(a) < 1e15)) a = 0;
  out.rotation = turn_about({0, 0, 1}, sin_cos(rpy[2])) * turn_about({0, 1, 0}, sin_cos(rpy[1])) *
                 turn_about({1, 0, 0}, sin_cos(rpy[0]));
  out.translation = {xyz[0], xyz[1], xyz[2]};
  return true;
}

void ShapeReader::lose(const std::string& what, const Element& at, std::uint32_t link) {
  report_.loss(named("link", robot_.links[link].name) + ": " + what, place_of(at, file_));
}

std::uint32_t ShapeReader::add_node(std::uint32_t parent, const Placement& local, const Element& element) {
  if (robot_.scene.nodes.size() >= options_.limits.nodes)
    throw ReadFailure(ReadCode::limit,
                      "the robot has more than " + std::to_string(options_.limits.nodes) + " nodes",
                      place_of(element, file_));
  Node node;
  node.type = element.name;
  node.parent = parent;
  node.local.matrix = local;
  node.place = {0, element.line, element.column};
  robot_.scene.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(robot_.scene.nodes.size() - 1);
}

void ShapeReader::add_geometry(Geometry geometry, std::uint32_t node) {
  geometry.place = robot_.scene.nodes[node].place;
  robot_.scene.nodes[node].geometry = static_cast<std::uint32_t>(robot_.scene.geometries.size());
  robot_.scene.geometries.push_back(std::move(geometry));
}

bool ShapeReader::add_primitive(const Element& shape, const Pose& origin, std::uint32_t link) {
  std::optional<Primitive> p = read_primitive(shape);
  if (!p) return false;
  const Mat3 linear = p->is_on_z ? origin.rotation * kYToZ : origin.rotation;
  add_geometry(std::move(p->geometry), add_node(link, {linear, origin.translation}, shape));
  return true;
}

std::optional<SceneData> ShapeReader::read_mesh(const std::string& url, const Place& place) {
  std::string refusal = "no access to other files was given";
  FileAnswer file;
  const std::size_t left = options_.limits.total_bytes - std::min(options_.limits.total_bytes, mesh_bytes_);
  if (options_.files != nullptr) {
    file = options_.files->open(url, file_, std::min(options_.limits.file_bytes, left));
    if (file.is_too_large)
      throw ReadFailure(ReadCode::limit, "the meshes are too large together, or one of them", place);
    refusal = file.refusal;
  }
  if (file.name.empty()) {
    report_.loss("mesh " + printable(url, 200) + " not read: " + printable(refusal, 200), place);
    return std::nullopt;
  }
  if (robot_.scene.files.size() >= options_.limits.files)
    throw ReadFailure(ReadCode::limit, "more than " + std::to_string(options_.limits.files) + " files",
                      place);
  mesh_bytes_ += file.bytes.size();
  if (is_robot(file, options_.limits.file_bytes)) {
    report_.loss("mesh " + printable(url, 200) + " not read: it is a robot (URDF), not a mesh", place);
    return std::nullopt;
  }
  SceneOptions options;
  options.limits = options_.limits;
  options.files = options_.files;
  SceneRead read = read_scene(file.bytes, file.name, options);
  for (const ReadMessage& w : read.warnings) {
    const Place at{w.file, w.line, w.column};
    w.is_loss ? report_.loss(w.text, at) : report_.note(w.text, at);
  }
  if (read.code == ReadCode::out_of_memory) throw std::bad_alloc();
  if (!read) {
    report_.loss("mesh " + printable(url, 200) + " not read: " + to_string(read.error), place);
    return std::nullopt;
  }
  return std::move(read.scene);
}

const SceneData* ShapeReader::mesh_scene(const std::string& url, const Place& place) {
  const auto [known, is_new] = meshes_.try_emplace(url);
  Mesh& mesh = known->second;
  if (!is_new) {
    if (!mesh.scene) report_.loss("mesh " + printable(url, 200) + " is missing here, too", place);
    return mesh.scene ? &*mesh.scene : nullptr;
  }
  mesh.scene = read_mesh(url, place);
  if (!mesh.scene) return nullptr;
  mesh.first_geometry = static_cast<std::uint32_t>(robot_.scene.geometries.size());
  take_geometries(*mesh.scene, url, place);
  return &*mesh.scene;
}

void ShapeReader::take_geometries(SceneData& from, const std::string& url, const Place& place) {
  SceneData& to = robot_.scene;
  const auto first_file = static_cast<std::uint32_t>(to.files.size());
  const auto first_extrusion = static_cast<std::uint32_t>(to.extrusions.size());
  for (Geometry& g : from.geometries) {
    g.place.file += first_file;
    auto* data = std::get_if<MeshData>(&g.data);
    if (data != nullptr && data->extrusion != kNone) data->extrusion += first_extrusion;
    if (g.deformation != kNone)
      report_.loss("mesh " + printable(url, 200) + " has a skin or morph targets: they are left out", place);
    g.deformation = kNone;
    to.geometries.push_back(std::move(g));
  }
  for (Node& n : from.nodes) n.place.file += first_file;
  std::move(from.extrusions.begin(), from.extrusions.end(), std::back_inserter(to.extrusions));
  std::move(from.files.begin(), from.files.end(), std::back_inserter(to.files));
  if (!from.channels.empty())
    report_.note("mesh " + printable(url, 200) + " is animated: it stands still", place);
}

void ShapeReader::add_mesh(const Element& mesh, const Pose& origin, std::uint32_t link) {
  const std::string* url = mesh.attribute("filename");
  if (url == nullptr) url = mesh.attribute("uri");
  Vec3 scale{1, 1, 1};
  if (url == nullptr || without_blanks(*url).empty()) return lose("a <mesh> has no filename", mesh, link);
  if (!read_scale(mesh, scale)) return lose("the scale of a <mesh> is not three numbers", mesh, link);
  const std::string name = without_blanks(*url);
  const SceneData* from = mesh_scene(name, place_of(mesh, file_));
  if (from == nullptr) return;
  const Real unit = from->metres_per_unit > 0 ? from->metres_per_unit : 1;
  const Mat3& r = origin.rotation;
  const Mat3 linear{r.columns[0] * (scale.x * unit), r.columns[1] * (scale.y * unit),
                    r.columns[2] * (scale.z * unit)};
  const std::uint32_t top = add_node(link, {linear, origin.translation}, mesh);
  const std::uint32_t first_geometry = meshes_[name].first_geometry;
  for (const Node& n : from->nodes) {
    const std::uint32_t at =
        add_node(n.parent == kNone ? top : n.parent + top + 1, to_placement(n.local), mesh);
    Node& added = robot_.scene.nodes[at];
    added.type = n.type;
    added.place = n.place;
    added.is_excluded = n.is_excluded;
    if (n.geometry != kNone) added.geometry = n.geometry + first_geometry;
  }
}

void ShapeReader::add_shape(const Element& element, std::uint32_t link) {
  const Element* geometry = element.child("geometry");
  if (geometry == nullptr || geometry->children.empty())
    return lose("a <" + element.name + "> has no geometry", element, link);
  Pose origin;
  if (!read_origin(element, origin))
    return lose("the <origin> of a <" + element.name + "> is not made of numbers", element, link);
  const Element& shape = geometry->children[0];
  if (shape.name == "mesh") return add_mesh(shape, origin, link);
  if (!is_primitive(shape.name)) return lose("a <" + printable(shape.name) + "> is not read", shape, link);
  if (!add_primitive(shape, origin, link))
    lose("the sizes of a <" + shape.name + "> are missing, negative or no numbers", shape, link);
}

void ShapeReader::add(const Element& link, std::uint32_t index) {
  const auto is_there = [&](const char* name) { return link.child(name) != nullptr; };
  const bool use_visual = options_.visuals == Visuals::instead ||
                          (options_.visuals == Visuals::where_missing && !is_there("collision"));
  const std::size_t before = robot_.scene.nodes.size();
  for (const Element& e : link.children)
    if (e.name == (use_visual ? "visual" : "collision")) add_shape(e, index);
  robot_.links[index].has_shapes = robot_.scene.nodes.size() > before;
}

}  // namespace graze::inline GRAZE_ABI::io::robot
