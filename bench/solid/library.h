// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <cstdio>

#include "SOLID/SOLID.h"

// SOLID's C interface out of a shared library that is named at run time: two of them in one program.

namespace solid_speed {

class Library {
 public:
  explicit Library(const char* path) : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      return;
    }
    find("DT_NewBox", new_box);
    find("DT_NewCone", new_cone);
    find("DT_NewCylinder", new_cylinder);
    find("DT_NewSphere", new_sphere);
    find("DT_NewLineSegment", new_segment);
    find("DT_NewMinkowski", new_minkowski);
    find("DT_CreateObject", create_object);
    find("DT_SetPosition", set_position);
    find("DT_SetOrientation", set_orientation);
    find("DT_SetScaling", set_scaling);
    find("DT_GetClosestPair", get_closest_pair);
    find("DT_GetPenDepth", get_pen_depth);
    find_scene();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() = default;  // stays loaded: it may have threads or handlers of its own

  /// False: the file is no library, or lacks a function; which one has been printed.
  [[nodiscard]] bool is_complete() const { return handle_ != nullptr && missing_ == 0; }

  decltype(&DT_NewBox) new_box = nullptr;
  decltype(&DT_NewCone) new_cone = nullptr;
  decltype(&DT_NewCylinder) new_cylinder = nullptr;
  decltype(&DT_NewSphere) new_sphere = nullptr;
  decltype(&DT_NewLineSegment) new_segment = nullptr;
  decltype(&DT_NewMinkowski) new_minkowski = nullptr;
  decltype(&DT_CreateObject) create_object = nullptr;
  decltype(&DT_SetPosition) set_position = nullptr;
  decltype(&DT_SetOrientation) set_orientation = nullptr;
  decltype(&DT_SetScaling) set_scaling = nullptr;
  decltype(&DT_GetClosestPair) get_closest_pair = nullptr;
  decltype(&DT_GetPenDepth) get_pen_depth = nullptr;
  decltype(&DT_NewComplexShape) new_complex = nullptr;
  decltype(&DT_EndComplexShape) end_complex = nullptr;
  decltype(&DT_Begin) begin = nullptr;
  decltype(&DT_Vertex) vertex = nullptr;
  decltype(&DT_End) end = nullptr;
  decltype(&DT_SetMargin) set_margin = nullptr;
  decltype(&DT_SetMatrixf) set_matrix = nullptr;
  decltype(&DT_CreateScene) create_scene = nullptr;
  decltype(&DT_AddObject) add_object = nullptr;
  decltype(&DT_CreateRespTable) create_table = nullptr;
  decltype(&DT_GenResponseClass) gen_class = nullptr;
  decltype(&DT_SetResponseClass) set_class = nullptr;
  decltype(&DT_AddPairResponse) add_pair_response = nullptr;
  decltype(&DT_Test) test = nullptr;

 private:
  void find_scene() {
    find("DT_NewComplexShape", new_complex);
    find("DT_EndComplexShape", end_complex);
    find("DT_Begin", begin);
    find("DT_Vertex", vertex);
    find("DT_End", end);
    find("DT_SetMargin", set_margin);
    find("DT_SetMatrixf", set_matrix);
    find("DT_CreateScene", create_scene);
    find("DT_AddObject", add_object);
    find("DT_CreateRespTable", create_table);
    find("DT_GenResponseClass", gen_class);
    find("DT_SetResponseClass", set_class);
    find("DT_AddPairResponse", add_pair_response);
    find("DT_Test", test);
  }
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr) {
      std::fprintf(stderr, "%s: not there\n", name);
      ++missing_;
    }
  }

  void* handle_;
  int missing_ = 0;
};

}  // namespace solid_speed
