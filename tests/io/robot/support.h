// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "graze/io/robot.h"

namespace graze::io::test {

inline constexpr double kHalfTurn = 3.14159265358979323846;

/// A link with nothing in it.
inline std::string link(const std::string& name, const std::string& inside = "") {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

/// A joint; `inside` holds its origin, axis and the like.
inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& inside = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + inside + "</joint>\n";
}

inline std::string robot_text(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "</robot>\n";
}

inline RobotRead read_robot(const std::string& inside, const UrdfOptions& options = {}) {
  return read_urdf(robot_text(inside), "r.urdf", options);
}

/// All warnings and the error, one on each line.
template <class Read>
std::string messages_of(const Read& read) {
  std::string out;
  for (const ReadMessage& w : read.warnings) out += to_string(w) + (w.is_loss ? " [loss]\n" : "\n");
  if (!read) out += "error: " + to_string(read.error) + "\n";
  return out;
}

/// The robot of text that must be complete and without any warning.
inline Robot robot_of(const std::string& inside, const UrdfOptions& options = {}) {
  const RobotRead read = read_robot(inside, options);
  EXPECT_EQ(messages_of(read), "");
  EXPECT_EQ(read.code, ReadCode::complete);
  return read.robot.value_or(Robot());
}

inline void expect_close(const Vec3& a, const Vec3& b, double tolerance = 1e-15) {
  EXPECT_LE(max_abs(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}

/// World place of a point of a link at a configuration.
inline Vec3 point_at(const Robot& robot, const std::vector<Real>& q, const std::string& link_name,
                     const Vec3& p = {}) {
  const std::vector<Pose> placements = world_from_link(robot, q);
  const std::uint32_t i = find_link(robot, link_name);
  if (placements.empty() || i == kNone) {
    ADD_FAILURE() << "no placement of " << link_name;
    return {};
  }
  return placements[i] * p;
}

/// Files in memory, by url.
class UrlFiles final : public FileAccess {
 public:
  std::map<std::string, std::string> files;

  FileAnswer open(std::string_view url, std::string_view, std::size_t max_bytes) override {
    const auto known = files.find(std::string(url));
    if (known == files.end()) return {{}, {}, "no such file", false};
    if (known->second.size() > max_bytes) return {{}, {}, "too large", true};
    return {known->first, known->second, {}, false};
  }
};

}  // namespace graze::io::test
