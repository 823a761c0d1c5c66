// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cstdio>

#include "graze/check/check.h"
#include "graze/io/read_scene.h"

int main() {
  using namespace graze;
  const char* text =
      "#VRML V2.0 utf8\n"
      "DEF a Shape { geometry Box { } }\n"
      "DEF b Transform { translation 1.5 0 0 children Shape { geometry Box { } } }\n";
  const io::SceneRead read = io::read_scene(text, "two.wrl");
  if (!read) return 1;
  const check::SceneUse use{&*read.scene, "two.wrl", "", {}, 0, {}};
  const Result<check::Objects> objects = check::make_objects({&use, 1});
  if (!objects) return 1;
  const Result<check::Report> report = check::run(*objects, {});
  if (!report || report->findings.size() != 1) return 1;
  const check::Finding& f = report->findings[0];
  std::printf("%s of %s and %s, %g deep\n", check::to_string(f.kind), objects->list[f.a].name.c_str(),
              objects->list[f.b].name.c_str(), double(f.depth()));
  return 0;
}
