// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>

#include "io/robot/build.h"
#include "math/turn.h"

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

struct KindName {
  std::string_view name;
  JointKind kind;
};
constexpr KindName kKinds[] = {{"fixed", JointKind::fixed},           {"revolute", JointKind::revolute},
                               {"continuous", JointKind::continuous}, {"prismatic", JointKind::prismatic},
                               {"planar", JointKind::planar},         {"floating", JointKind::floating}};

// Six digits of a root of two or three are a unit axis to whoever wrote them.
constexpr Real kAxisTolerance = 1e-4;

Place place_of(const Element& e, std::string_view file) { return {file, e.line, e.column}; }

[[noreturn]] void fail(std::string text, const Element& at, std::string_view file) {
  throw ReadFailure(ReadCode::damaged, std::move(text), place_of(at, file));
}

// Engines have kinds of their own, such as "spherical". Where all variables are zero, where links stand does
// not depend on them.
JointKind read_kind(const Element& joint, const std::string& what, std::string_view file, Report& report) {
  const std::string& type = required(joint, "type", file);
  for (const KindName& k : kKinds)
    if (k.name == type) return k.kind;
  report.loss(what + ": its type \"" + printable(type) +
                  "\" is none of fixed, revolute, continuous, prismatic, planar, floating: it stands still",
              place_of(joint, file));
  return JointKind::fixed;
}

// A number of an element of a joint; `otherwise` where it is not given, or is no number, which is then said.
// Bounds, which are often infinite or left blank, keep no shape from its place; mimics do.
Real number(const Element& e, std::string_view attribute, Real otherwise, const std::string& joint,
            std::string_view file, Report& report) {
  const std::string* text = e.attribute(attribute);
  Real out = otherwise;
  if (text == nullptr || parse_numbers(*text, &out, 1)) return out;
  const std::string message = joint + ": " + std::string(attribute) + "=\"" + printable(*text) + "\" of <" +
                              e.name + "> is not a number";
  e.name == "mimic" ? report.loss(message, place_of(e, file)) : report.note(message, place_of(e, file));
  return otherwise;
}

std::uint32_t link_of(const Element& joint, std::string_view which, const std::string& what,
                      const Names& links, std::string_view file) {
  const Element* e = joint.child(which);
  if (e == nullptr) fail(what + " has no <" + std::string(which) + ">", joint, file);
  const std::string& name = required(*e, "link", file);
  const auto known = links.find(name);
  if (known == links.end())
    fail(what + ": its " + std::string(which) + " " + named("link", name) + " is not defined", *e, file);
  return known->second;
}

Vec3 read_axis(const Element& joint, const std::string& what, std::string_view file, Report& report) {
  const Element* e = joint.child("axis");
  const std::string* text = e == nullptr ? nullptr : e->attribute("xyz");
  if (text == nullptr) return {1, 0, 0};
  Real xyz[3] = {};
  if (!parse_numbers(*text, xyz, 3)) {
    report.loss(
        what + ": xyz=\"" + printable(*text) + "\" of <axis> is not three numbers and counts as 1 0 0",
        place_of(*e, file));
    return {1, 0, 0};
  }
  const Vec3 axis{xyz[0], xyz[1], xyz[2]};
  if (axis == Vec3()) {
    report.loss(what + ": its axis is zero and counts as 1 0 0", place_of(*e, file));
    return {1, 0, 0};
  }
  if (!(std::abs(length(axis) - 1) <= kAxisTolerance))
    report.note(what + ": its axis is not of unit length and is normalised", place_of(*e, file));
  return normalized(axis);
}

void read_limits(const Element& element, const std::string& what, std::string_view file, Report& report,
                 Joint& joint) {
  const Element* e = element.child("limit");
  const bool is_limited = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
  if (e != nullptr) joint.max_velocity = number(*e, "velocity", kInfinity, what, file, report);
  if (!is_limited) return;
  if (e == nullptr || (e->attribute("lower") == nullptr && e->attribute("upper") == nullptr)) {
    report.note(what + " has no limits: every value is taken", place_of(e == nullptr ? element : *e, file));
    return;
  }
  // Zero where it is missing, without bound where it is no number.
  const auto bound = [&](const char* name, Real infinite) {
    return number(*e, name, e->attribute(name) == nullptr ? 0 : infinite, what, file, report);
  };
  joint.lower = bound("lower", -kInfinity);
  joint.upper = bound("upper", kInfinity);
  if (joint.lower > joint.upper)
    report.note(what + ": its lower limit is above the upper: every value is outside", place_of(*e, file));
}

// The joint that one mimics, as its file says; kNone, with a loss, where that has no meaning.
std::uint32_t mimicked(const Robot& robot, std::uint32_t joint, const Element& mimic, const Names& joints,
                       std::string_view file, Report& report) {
  const std::string what = named("joint", robot.joints[joint].name);
  const std::string* name = mimic.attribute("joint");
  const auto known = name == nullptr ? joints.end() : joints.find(*name);
  const bool is_known = known != joints.end();
  if (is_known && variable_count(robot.joints[joint].kind) == 1 &&
      variable_count(robot.joints[known->second].kind) <= 1)
    return known->second;
  if (robot.joints[joint].kind == JointKind::fixed) return kNone;
  report.loss(what + (is_known ? " mimics, or is, one of several variables" : " mimics an unknown joint") +
                  ": it is independent",
              place_of(mimic, file));
  return kNone;
}

// A joint that mimics itself by way of others begins the chain.
void cut_mimic_cycles(Robot& robot, std::span<const Element* const> elements, std::string_view file,
                      Report& report) {
  std::vector<std::uint32_t> seen(robot.joints.size(), kNone);
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) {
    std::uint32_t at = i;
    while (at != kNone && seen[at] == kNone) {
      seen[at] = i;
      const std::uint32_t next = robot.joints[at].mimic;
      if (next != kNone && seen[next] == i) {
        report.loss(named("joint", robot.joints[at].name) + " mimics itself, by a cycle: it is independent",
                    place_of(*elements[at], file));
        robot.joints[at].mimic = kNone;
        break;
      }
      at = next;
    }
  }
}

// Factor and offset of a joint from those of the one it mimics; chains from their independent end on.
void resolve_mimics(Robot& robot, std::span<const Element* const> elements, std::string_view file) {
  std::vector<bool> is_done(robot.joints.size(), false);
  std::vector<std::uint32_t> chain;
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) {
    for (std::uint32_t at = i; at != kNone && !is_done[at]; at = robot.joints[at].mimic) chain.push_back(at);
    for (; !chain.empty(); chain.pop_back()) {
      Joint& j = robot.joints[chain.back()];
      is_done[chain.back()] = true;
      if (j.mimic == kNone) continue;
      const Joint& leader = robot.joints[j.mimic];
      j.variable = leader.variable;
      j.offset += j.factor * leader.offset;
      j.factor *= leader.factor;
      if (!is_finite(j.factor) || !is_finite(j.offset))
        fail(named("joint", j.name) + ": its mimic chain overflows", *elements[chain.back()], file);
    }
  }
}

}  // namespace

Joint read_joint(const Element& element, const Names& links, std::string_view file, Report& report) {
  Joint out;
  out.name = required(element, "name", file);
  out.place = {0, element.line, element.column};
  const std::string what = named("joint", out.name);
  out.kind = read_kind(element, what, file, report);
  out.parent = link_of(element, "parent", what, links, file);
  out.child = link_of(element, "child", what, links, file);
  if (!read_origin(element, out.parent_from_joint))
    fail(what + ": its <origin> is not made of numbers", element, file);
  if (out.kind != JointKind::fixed && out.kind != JointKind::floating)
    out.axis = read_axis(element, what, file, report);
  read_limits(element, what, file, report, out);
  if (const Element* mimic = element.child("mimic")) {
    out.factor = number(*mimic, "multiplier", 1, what, file, report);
    out.offset = number(*mimic, "offset", 0, what, file, report);
  }
  return out;
}

void add_variables(Robot& robot, std::uint32_t joint) {
  constexpr const char* kPlanar[] = {"/x", "/y", "/theta"};
  constexpr const char* kFloating[] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
  Joint& j = robot.joints[joint];
  const std::uint32_t n = variable_count(j.kind);
  if (n == 0) return;
  j.variable = static_cast<std::uint32_t>(robot.variables.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    const char* suffix = n == 3 ? kPlanar[i] : n == 7 ? kFloating[i] : "";
    robot.variables.push_back({j.name + suffix, joint, j.lower, j.upper});
  }
}

void build_variables(Robot& robot, std::span<const Element* const> elements, std::string_view file,
                     Report& report) {
  Names joints;
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) joints.emplace(robot.joints[i].name, i);
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i)
    if (const Element* mimic = elements[i]->child("mimic"))
      robot.joints[i].mimic = mimicked(robot, i, *mimic, joints, file, report);
  cut_mimic_cycles(robot, elements, file, report);
  for (std::uint32_t i = 0; i < robot.joints.size(); ++i) {
    Joint& j = robot.joints[i];
    if (j.mimic != kNone) continue;
    j.factor = 1, j.offset = 0;
    add_variables(robot, i);
  }
  resolve_mimics(robot, elements, file);
}

}  // namespace graze::inline GRAZE_ABI::io::robot
