// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <filesystem>
#include <new>

#include "io/robot/build.h"

namespace graze::inline GRAZE_ABI::io {
namespace robot {
namespace {

struct Foreign {
  std::string_view root;
  const char* message;
};
constexpr Foreign kForeign[] = {
    {"sdf", "this is SDF, which is not read: convert it to URDF (gz sdf prints SDF, sdformat_urdf reads it)"},
    {"gazebo", "this is SDF, which is not read: convert it to URDF"},
    {"mujoco", "this is MJCF (MuJoCo), which is not read: export URDF"},
    {"COLLADA", "this is COLLADA, a mesh and no robot"},
    {"X3D", "this is X3D, which is not read"},
    {"Scene", "this is X3D, which is not read"},
};

// Elements of xacro without which links, joints or shapes are missing.
constexpr std::string_view kXacro[] = {"xacro:macro", "xacro:include", "xacro:if", "xacro:unless",
                                       "xacro:insert_block"};

// Parts of a file that say nothing about where links are and what may touch. Expansions leave declarations of
// xacro in some of them, and programs of their own fill in others.
constexpr std::string_view kAside[] = {
    "gazebo", "transmission", "ros2_control",   "visual", "inertial", "limit",       "material",
    "sensor", "xacro:arg",    "xacro:property", "plugin", "dynamics", "calibration", "safety_controller"};
bool is_aside(const Element& e) {
  return std::find(std::begin(kAside), std::end(kAside), e.name) != std::end(kAside);
}

bool is_xacro(const Element& e) {
  if (std::find(std::begin(kXacro), std::end(kXacro), e.name) != std::end(kXacro)) return true;
  return std::any_of(e.attributes.begin(), e.attributes.end(), [](const Attribute& a) {
    return a.value.find("${") != std::string::npos || a.value.find("$(") != std::string::npos;
  });
}

// The first element that must be expanded; null where there is none.
const Element* find_xacro(const Element& e) {
  if (is_xacro(e)) return &e;
  for (const Element& child : e.children)
    if (!is_aside(child))
      if (const Element* found = find_xacro(child)) return found;
  return nullptr;
}

// Calls of macros that an expansion has left over: urdfdom passes over them, and many robots have some.
void report_calls(const Element& e, std::string_view file, Report& report) {
  for (const Element& child : e.children) {
    if (child.name.starts_with("xacro:") && !is_aside(child))
      report.loss("<" + printable(child.name) + "> is a macro of xacro that was not expanded",
                  {file, child.line, child.column});
    else if (!is_aside(child))
      report_calls(child, file, report);
  }
}

std::vector<const Element*> all_named(const Element& root, std::string_view name) {
  std::vector<const Element*> out;
  for (const Element& e : root.children)
    if (e.name == name) out.push_back(&e);
  return out;
}

Names read_links(std::span<const Element* const> elements, std::string_view file, Robot& out) {
  Names names;
  for (const Element* e : elements) {
    Link link;
    link.name = required(*e, "name", file);
    link.place = {0, e->line, e->column};
    const auto [known, is_new] = names.emplace(link.name, static_cast<std::uint32_t>(out.links.size()));
    if (!is_new)
      throw ReadFailure(ReadCode::damaged,
                        named("link", link.name) + " is defined twice, first in line " +
                            std::to_string(out.links[known->second].place.line),
                        {file, e->line, e->column});
    Node node;
    node.name = printable(link.name, link.name.npos);
    node.type = "link";
    node.is_body = true;
    node.place = link.place;
    out.links.push_back(std::move(link));
    out.scene.nodes.push_back(std::move(node));
  }
  return names;
}

void read_joints(std::span<const Element* const> elements, const Names& links, std::string_view file,
                 Robot& out, Report& report) {
  Names names;
  for (const Element* e : elements) {
    out.joints.push_back(read_joint(*e, links, file, report));
    const auto [known, is_new] =
        names.emplace(out.joints.back().name, static_cast<std::uint32_t>(names.size()));
    if (!is_new)
      throw ReadFailure(ReadCode::damaged,
                        named("joint", known->first) + " is defined twice, first in line " +
                            std::to_string(out.joints[known->second].place.line),
                        {file, e->line, e->column});
  }
}

Robot read(std::string_view bytes, std::string_view file, const UrdfOptions& options, Report& report) {
  if (bytes.size() > options.limits.file_bytes)
    throw ReadFailure(ReadCode::limit,
                      "the file is larger than " + std::to_string(options.limits.file_bytes) + " bytes",
                      {file});
  const Element root = parse_xml(bytes, file, options.limits);
  check_root(root, "robot", file);
  report_calls(root, file, report);
  Robot out;
  if (const std::string* name = root.attribute("name")) out.name = *name;
  out.scene.format = "URDF";
  out.scene.up = UpAxis::z;
  out.scene.files.push_back(printable(file, 4096));
  const std::vector<const Element*> links = all_named(root, "link"), joints = all_named(root, "joint");
  if (links.empty())
    throw ReadFailure(ReadCode::damaged, "the robot has no links", {file, root.line, root.column});
  const Names names = read_links(links, file, out);
  read_joints(joints, names, file, out, report);
  build_tree(out, file);
  build_variables(out, joints, file, report);
  ShapeReader shapes(options, file, out, report);
  for (std::uint32_t i = 0; i < links.size(); ++i) shapes.add(*links[i], i);
  allow_adjacent(out);
  write_scene_pairs(out, options.limits.nodes, file);
  out.scene = scene_at(out, neutral_values(out));
  return out;
}

}  // namespace

void check_root(const Element& root, std::string_view wanted, std::string_view file) {
  const Place place{file, root.line, root.column};
  for (const Foreign& f : kForeign)
    if (root.name == f.root) throw ReadFailure(ReadCode::unsupported, f.message, place);
  if (root.name != wanted)
    throw ReadFailure(ReadCode::unsupported,
                      "the root element is <" + printable(root.name) + ">, not <" + std::string(wanted) + ">",
                      place);
  if (const Element* xacro = find_xacro(root))
    throw ReadFailure(ReadCode::unsupported,
                      "this is xacro, which is not read: expand it first (xacro robot.xacro > robot.urdf)",
                      {file, xacro->line, xacro->column});
}

const std::string& required(const Element& element, std::string_view attribute, std::string_view file) {
  const std::string* text = element.attribute(attribute);
  if (text == nullptr || text->empty())
    throw ReadFailure(ReadCode::damaged, "<" + printable(element.name) + "> has no " + std::string(attribute),
                      {file, element.line, element.column});
  return *text;
}

std::string named(std::string_view what, std::string_view name) {
  return std::string(what) + " \"" + printable(name) + "\"";
}

}  // namespace robot

RobotRead read_urdf(std::string_view bytes, std::string_view name, const UrdfOptions& options) noexcept {
  try {
    Report report;
    RobotRead out;
    try {
      out.robot = robot::read(bytes, name, options, report);
      out.code = report.has_losses() ? ReadCode::partial : ReadCode::complete;
    } catch (ReadFailure& f) {
      out = failed<RobotRead>(f.code, std::move(f.message));
    }
    out.warnings = report.take();
    return out;
  } catch (const std::exception&) {  // std::bad_alloc, or a length that no memory would do for
    return out_of_memory<RobotRead>();
  }
}

RobotRead read_urdf_file(std::string_view path, const UrdfOptions& options) noexcept {
  try {
    const FileAnswer file = FolderFiles::open_path(path, options.limits.file_bytes);
    if (file.name.empty())
      return failed<RobotRead>(file.is_too_large ? ReadCode::limit : ReadCode::unreadable,
                               {file.refusal, printable(path, 4096), 0, 0, 1, true});
    std::vector<std::string> roots = options.roots;
    roots.push_back(std::filesystem::path(file.name).parent_path().string());
    PackageFiles below(std::move(roots));
    UrdfOptions own = options;
    if (own.files == nullptr) own.files = &below;
    return read_urdf(file.bytes, file.name, own);
  } catch (const std::exception&) {
    return out_of_memory<RobotRead>();
  }
}

}  // namespace graze::inline GRAZE_ABI::io
