// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "graze/check/check.h"
#include "graze/io/vrml.h"

namespace graze::check_tests {

/// A scene from the text of a VRML file, with its objects.
struct Scene {
  std::unique_ptr<io::SceneData> data;
  check::Objects objects;
};

inline std::unique_ptr<io::SceneData> read(const std::string& body) {
  io::SceneRead read = io::read_vrml("#VRML V2.0 utf8\n" + body, "test.wrl");
  EXPECT_TRUE(read) << to_string(read.error);
  EXPECT_EQ(read.code, io::ReadCode::complete);
  return std::make_unique<io::SceneData>(read ? std::move(*read.scene) : io::SceneData());
}

inline Scene make_scene(const std::string& body, const check::ObjectOptions& options = {}) {
  Scene out;
  out.data = read(body);
  const check::SceneUse use{out.data.get(), "test.wrl", "", {}, 0, {}};
  Result<check::Objects> made = check::make_objects({&use, 1}, options);
  EXPECT_TRUE(made.has_value());
  if (made) out.objects = std::move(*made);
  return out;
}

inline check::Report run(const Scene& scene, const check::Job& job = {}) {
  Result<check::Report> report = check::run(scene.objects, job);
  EXPECT_TRUE(report.has_value());
  return report ? std::move(*report) : check::Report();
}

/// "penetration a b" for each finding, in the order of the report.
inline std::vector<std::string> texts(const Scene& scene, const check::Report& report) {
  std::vector<std::string> out;
  for (const check::Finding& f : report.findings)
    out.push_back(std::string(to_string(f.kind)) + ' ' + scene.objects.list[f.a].name + ' ' +
                  scene.objects.list[f.b].name);
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace graze::check_tests
