// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <new>

#include "io/robot/build.h"

namespace graze::inline GRAZE_ABI::io {
namespace robot {
namespace {

// Changes that an SRDF makes to a robot; taken over when all of it was read.
struct Changes {
  std::vector<AllowedPair> allowed;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> forbidden;
  std::vector<std::uint32_t> passive;
  std::vector<Joint> virtual_joints;
};

class SrdfReader {
 public:
  SrdfReader(const Robot& robot, const SrdfOptions& options, std::string_view file, Report& report)
      : robot_(robot), options_(options), file_(file), report_(report) {
    for (std::uint32_t i = 0; i < robot.links.size(); ++i) links_.emplace(robot.links[i].name, i);
    for (std::uint32_t i = 0; i < robot.joints.size(); ++i) joints_.emplace(robot.joints[i].name, i);
  }

  Changes read(const Element& root) {
    for (const Element& e : root.children) {
      if (e.name == "disable_collisions") disable(e);
      if (e.name == "enable_collisions") enable(e);
      if (e.name == "disable_default_collisions") disable_all(e);
      if (e.name == "passive_joint") passive(e);
      if (e.name == "virtual_joint") virtual_joint(e);
    }
    return std::move(changes_);
  }

 private:
  Place place(const Element& e) const { return {file_, e.line, e.column}; }

  std::uint32_t find(const Element& e, std::string_view attribute, const char* what, const Names& names) {
    const std::string& name = required(e, attribute, file_);
    const auto known = names.find(name);
    if (known != names.end()) return known->second;
    report_.note("<" + e.name + "> names the unknown " + named(what, name), place(e));
    return kNone;
  }

  void allow(std::uint32_t a, std::uint32_t b, const std::string& reason, const Element& e) {
    if (changes_.allowed.size() >= options_.limits.nodes)
      throw ReadFailure(ReadCode::limit, "more than " + std::to_string(options_.limits.nodes) + " pairs",
                        place(e));
    changes_.allowed.push_back({std::min(a, b), std::max(a, b), AllowedBy::srdf, reason});
  }

  void disable(const Element& e) {
    const std::uint32_t a = find(e, "link1", "link", links_), b = find(e, "link2", "link", links_);
    const std::string* reason = e.attribute("reason");
    if (a != kNone && b != kNone && a != b) allow(a, b, reason == nullptr ? "" : printable(*reason), e);
  }

  void enable(const Element& e) {
    const std::uint32_t a = find(e, "link1", "link", links_), b = find(e, "link2", "link", links_);
    if (a != kNone && b != kNone) changes_.forbidden.emplace_back(std::min(a, b), std::max(a, b));
  }

  void disable_all(const Element& e) {
    const std::uint32_t a = find(e, "link", "link", links_);
    if (a == kNone) return;
    for (std::uint32_t b = 0; b < robot_.links.size(); ++b)
      if (a != b) allow(a, b, e.name, e);
  }

  void passive(const Element& e) {
    const std::uint32_t joint = find(e, "name", "joint", joints_);
    if (joint != kNone) changes_.passive.push_back(joint);
  }

  void virtual_joint(const Element& e) {
    const std::string &name = required(e, "name", file_), &type = required(e, "type", file_);
    const std::uint32_t child = find(e, "child_link", "link", links_);
    const JointKind kind = type == "planar" ? JointKind::planar : JointKind::floating;
    if (type != "fixed" && type != "planar" && type != "floating")
      throw ReadFailure(ReadCode::damaged,
                        named("virtual joint", name) + ": its type \"" + printable(type) +
                            "\" is none of fixed, planar, floating",
                        place(e));
    if (child == kNone || type == "fixed") return;
    if (child != robot_.root || !changes_.virtual_joints.empty() || joints_.contains(name)) {
      report_.note(named("virtual joint", name) + " is a second one, or not that of the root: it is ignored",
                   place(e));
    } else if (!options_.use_virtual_joints) {
      report_.note(named("virtual joint", name) + " is not used: the root stands at the origin", place(e));
    } else {
      Joint j;
      j.name = name;
      j.kind = kind;
      j.child = child;
      j.axis = {0, 0, 1};
      changes_.virtual_joints.push_back(std::move(j));
    }
  }

  const Robot& robot_;
  const SrdfOptions& options_;
  std::string_view file_;
  Report& report_;
  Names links_, joints_;
  Changes changes_;
};

// Adjacent links count as allowed pairs, and a file may take them back.
void apply(Changes changes, Robot& robot) {
  std::move(changes.allowed.begin(), changes.allowed.end(), std::back_inserter(robot.allowed));
  sort_allowed(robot);
  std::sort(changes.forbidden.begin(), changes.forbidden.end());
  std::erase_if(robot.allowed, [&](const AllowedPair& p) {
    return std::binary_search(changes.forbidden.begin(), changes.forbidden.end(),
                              std::pair(p.first, p.second));
  });
  write_scene_pairs(robot, kNone, {});
  for (const std::uint32_t joint : changes.passive) robot.joints[joint].is_passive = true;
  if (changes.virtual_joints.empty() || robot.links[robot.root].joint != kNone) return;
  const auto index = static_cast<std::uint32_t>(robot.joints.size());
  robot.joints.push_back(std::move(changes.virtual_joints[0]));
  robot.links[robot.root].joint = index;
  robot.order.insert(robot.order.begin(), index);
  add_variables(robot, index);
}

SrdfRead read_changes(std::string_view bytes, std::string_view file, Robot& robot, const SrdfOptions& options,
                      Report& report) {
  SrdfRead out;
  try {
    if (bytes.size() > options.limits.file_bytes)
      throw ReadFailure(ReadCode::limit,
                        "the file is larger than " + std::to_string(options.limits.file_bytes) + " bytes",
                        {file});
    const Element root = parse_xml(bytes, file, options.limits);
    check_root(root, "robot", file);
    apply(SrdfReader(robot, options, file, report).read(root), robot);
    out.code = report.has_losses() ? ReadCode::partial : ReadCode::complete;
  } catch (ReadFailure& f) {
    out.code = f.code;
    out.error = std::move(f.message);
  }
  out.warnings = report.take();
  return out;
}

}  // namespace
}  // namespace robot

SrdfRead read_srdf(std::string_view bytes, std::string_view name, Robot& robot,
                   const SrdfOptions& options) noexcept {
  try {
    Report report;
    return robot::read_changes(bytes, name, robot, options, report);
  } catch (const std::exception&) {
    return out_of_memory<SrdfRead>();
  }
}

SrdfRead read_srdf_file(std::string_view path, Robot& robot, const SrdfOptions& options) noexcept {
  try {
    const FileAnswer file = FolderFiles::open_path(path, options.limits.file_bytes);
    if (!file.name.empty()) return read_srdf(file.bytes, file.name, robot, options);
    SrdfRead out;
    out.code = file.is_too_large ? ReadCode::limit : ReadCode::unreadable;
    out.error = {file.refusal, printable(path, 4096), 0, 0, 1, true};
    return out;
  } catch (const std::exception&) {
    return out_of_memory<SrdfRead>();
  }
}

}  // namespace graze::inline GRAZE_ABI::io
