// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check/support.h"
#include "graze/check/robot.h"

namespace graze::check_tests {

inline std::string link(const std::string& name, const std::string& geometry = "",
                        const std::string& xyz = "0 0 0") {
  const std::string shape =
      "<collision><origin xyz='" + xyz + "'/><geometry>" + geometry + "</geometry></collision>";
  return "<link name='" + name + "'>" + (geometry.empty() ? "" : shape) + "</link>";
}

inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& xyz = "0 0 0",
                         const std::string& axis = "0 0 1", const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/><origin xyz='" + xyz + "'/><axis xyz='" + axis + "'/><limit lower='-100' upper='100'/>" +
         more + "</joint>";
}

inline io::Robot robot_of(const std::string& inside) {
  io::RobotRead read = io::read_urdf("<robot name='r'>" + inside + "</robot>", "r.urdf");
  EXPECT_EQ(read.code, io::ReadCode::complete) << to_string(read.error);
  return read.robot.value_or(io::Robot());
}

/// A robot, a scene around it (text of a VRML file, +y up), and a job.
struct Cell {
  Cell(const std::string& robot_text, const std::string& scene, const check::RobotJob& job = {})
      : robot(std::make_unique<io::Robot>(robot_of(robot_text))), others(read(scene)) {
    const check::SceneUse use{others.get(), "cell.wrl", "", {}, 0, {}};
    Result<check::RobotCheck> made = check::RobotCheck::make(*robot, {&use, 1}, job);
    EXPECT_TRUE(made.has_value());
    if (made) checker = std::make_unique<check::RobotCheck>(std::move(*made));
  }

  check::RobotReport run(const std::string& rows) const {
    io::StatesRead states = io::read_states(rows, "q.csv", *robot);
    EXPECT_TRUE(states) << to_string(states.error);
    return states ? checker->run(*states.states) : check::RobotReport();
  }
  /// "penetration a b" for each finding.
  [[nodiscard]] std::vector<std::string> texts(const check::RobotReport& report) const {
    std::vector<std::string> out;
    for (const check::Finding& f : report.findings)
      out.push_back(std::string(to_string(f.kind)) + ' ' + checker->objects().list[f.a].name + ' ' +
                    checker->objects().list[f.b].name);
    return out;
  }

  std::unique_ptr<io::Robot> robot;
  std::unique_ptr<io::SceneData> others;
  std::unique_ptr<check::RobotCheck> checker;
};

inline check::RobotJob job_of_rows() {
  check::RobotJob job;
  job.between_rows = false;
  return job;
}

}  // namespace graze::check_tests
