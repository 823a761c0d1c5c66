// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// As C++, before main and at exit: shapes, objects and scenes as globals, destroyed by static destructors in
// an order that nobody chose; callbacks that throw; threads with errors of their own.

#include <SOLID/SOLID.h>
#include <SOLID/SOLID_broad.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

static_assert(sizeof(DT_Scalar) == 4 && sizeof(DT_Index) == 4 && sizeof(DT_Vector3) == 12 &&
              sizeof(DT_Quaternion) == 16 && sizeof(DT_CollData) == 36 && sizeof(DT_Bool) == sizeof(int));
static_assert(DT_NO_RESPONSE == 0 && DT_SIMPLE_RESPONSE == 1 && DT_WITNESSED_RESPONSE == 2 &&
              DT_DEPTH_RESPONSE == 3);
static_assert(DT_FALSE == 0 && DT_TRUE == 1 && DT_CONTINUE == 0 && DT_DONE == 1);

namespace {

int failures = 0;
void check(bool is_so, const char* what) {
  if (is_so) return;
  ++failures;
  std::printf("startup.cpp: not so: %s\n", what);
}

struct Globals {
  DT_SceneHandle scene = DT_CreateScene();
  DT_RespTableHandle table = DT_CreateRespTable();
  DT_ShapeHandle shape = DT_NewSphere(1);
  DT_ObjectHandle a = DT_CreateObject(this, shape), b = DT_CreateObject(this, shape);
  Globals() {
    DT_AddObject(scene, a);
    DT_AddObject(scene, b);
    DT_SetResponseClass(table, a, 0);
    DT_SetResponseClass(table, b, 0);
  }
  ~Globals() {
    DT_DestroyScene(scene);
    DT_DestroyRespTable(table);
    DT_DeleteShape(shape);
    DT_DestroyObject(a);  // after all that it was made of
    DT_DestroyObject(b);
    if (DT_LastError() != nullptr) std::_Exit(2);
  }
} globals;

DT_Bool count_call(void* client_data, void*, void*, const DT_CollData*) {
  ++*static_cast<int*>(client_data);
  return DT_CONTINUE;
}
DT_Bool throw_up(void*, void*, void*, const DT_CollData*) { throw std::runtime_error("from a callback"); }

void throwing_callbacks() {
  int calls = 0;
  DT_AddDefaultResponse(globals.table, throw_up, DT_SIMPLE_RESPONSE, nullptr);
  check(DT_Test(globals.scene, globals.table) == 0, "an exception ends the test");
  const char* error = DT_LastError();
  check(error != nullptr && std::strstr(error, "DT_Test") != nullptr, "and is reported");
  DT_RemoveDefaultResponse(globals.table, throw_up);
  DT_AddDefaultResponse(globals.table, count_call, DT_SIMPLE_RESPONSE, &calls);
  check(DT_Test(globals.scene, globals.table) == 1 && calls == 1, "the scene works as before");
}

// Each thread has its own errors and its own open definition; handles may be made and used in parallel.
void work() {
  for (int i = 0; i < 200; ++i) {
    DT_SetMargin(nullptr, 1);
    const char* error = DT_LastError();
    check(error != nullptr && std::strstr(error, "DT_SetMargin") != nullptr, "an error of this thread");
    check(DT_LastError() == nullptr, "which was read");
    const DT_ShapeHandle shape = DT_NewPolytope(nullptr);
    for (int k = 0; k < 4; ++k) {
      const DT_Vector3 v = {DT_Scalar(k == 1), DT_Scalar(k == 2), DT_Scalar(k == 3)};
      DT_Vertex(v);
    }
    DT_EndPolytope();
    const DT_ObjectHandle a = DT_CreateObject(nullptr, shape), b = DT_CreateObject(nullptr, shape);
    DT_Vector3 p, q;
    check(DT_GetPenDepth(a, b, p, q) == DT_TRUE, "two tetrahedra at the same place overlap");
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    DT_DeleteShape(shape);
  }
}

}  // namespace

int main() {
  int calls = 0;
  DT_AddDefaultResponse(globals.table, count_call, DT_SIMPLE_RESPONSE, &calls);
  check(DT_Test(globals.scene, globals.table) == 1 && calls == 1, "what was made before main works");
  DT_RemoveDefaultResponse(globals.table, count_call);
  throwing_callbacks();
  std::thread first(work), second(work);
  first.join();
  second.join();
  const BP_SceneHandle broad = BP_CreateScene(nullptr, nullptr, nullptr);
  BP_DestroyScene(broad);
  check(DT_LastError() == nullptr, "no error is left");
  return failures == 0 ? 0 : 1;
}
