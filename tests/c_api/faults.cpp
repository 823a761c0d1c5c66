// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Every allocation of a program fails once. A call that says "out of memory" is made again; then all that the
// program sees must be as if nothing had failed.
#include <SOLID/SOLID.h>
#include <SOLID/SOLID_broad.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "support/allocation_counter.h"

namespace {

using graze::test::end_failures;
using graze::test::fail_allocations;

std::int64_t first_failure, asked;
int refused;

// In a row, so that a way out fails as well.
template <class Call>
void run(const Call& call, bool is_made_anyway = false) {
  (void)DT_LastError();
  fail_allocations(first_failure - asked, 3);
  call();
  asked += end_failures();
  const char* const error = DT_LastError();
  if (error == nullptr || std::strstr(error, "out of memory") == nullptr) return;
  ++refused;
  if (!is_made_anyway) call();
}

// With room for all, so that callbacks do not fail.
std::vector<int> seen, begun, ended;

int pair_number(void* a, void* b) {
  const auto x = static_cast<int>(reinterpret_cast<std::uintptr_t>(a));
  const auto y = static_cast<int>(reinterpret_cast<std::uintptr_t>(b));
  return x < y ? x * 100 + y : y * 100 + x;
}
DT_Bool note(void*, void* a, void* b, const DT_CollData*) {
  seen.push_back(pair_number(a, b));
  return DT_CONTINUE;
}
void* number(int i) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(i)); }
void begin(void*, void* a, void* b) { begun.push_back(pair_number(a, b)); }
void end(void*, void* a, void* b) { ended.push_back(pair_number(a, b)); }

float points[12] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};

DT_ShapeHandle tetrahedron(DT_VertexBaseHandle base) {
  const DT_Index faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  DT_ShapeHandle shape = nullptr;
  run([&] { shape = DT_NewComplexShape(base); });
  for (const auto& face : faces) run([&] { DT_VertexIndices(3, face); });
  run([&] { DT_EndComplexShape(); });
  return shape;
}

void play_objects() {
  DT_VertexBaseHandle base = nullptr;
  run([&] { base = DT_NewVertexBase(points, 0); });
  DT_ShapeHandle shapes[4] = {nullptr, nullptr, tetrahedron(base), nullptr};
  run([&] { shapes[0] = DT_NewBox(1, 1, 1); });
  run([&] { shapes[1] = DT_NewSphere(1); });
  run([&] { shapes[3] = DT_NewPolytope(base); });
  run([&] { DT_VertexRange(0, 4); });
  run([&] { DT_EndPolytope(); });
  DT_SceneHandle scene = nullptr;
  DT_RespTableHandle table = nullptr;
  DT_ResponseClass response_class = 0;
  run([&] { scene = DT_CreateScene(); });
  run([&] { table = DT_CreateRespTable(); });
  run([&] { response_class = DT_GenResponseClass(table); });
  run([&] { DT_AddDefaultResponse(table, note, DT_WITNESSED_RESPONSE, nullptr); });
  std::vector<DT_ObjectHandle> objects;
  for (int i = 0; i < 12; ++i) {
    DT_ObjectHandle object = nullptr;
    run([&] { object = DT_CreateObject(number(i + 1), shapes[i % 4]); });
    const DT_Vector3 place = {static_cast<DT_Scalar>(i) * 0.8f, 0, 0};
    DT_SetPosition(object, place);
    run([&] { DT_SetResponseClass(table, object, response_class); });
    run([&] { DT_AddObject(scene, object); });
    objects.push_back(object);
  }
  for (int frame = 0; frame < 3; ++frame) {
    DT_Count met = 0;
    const std::size_t before = seen.size();
    run([&] {
      seen.resize(before);
      met = DT_Test(scene, table);
    });
    seen.push_back(static_cast<int>(met));
    for (int i = frame; i < 12; i += 3) {
      const DT_Vector3 place = {static_cast<DT_Scalar>(i), static_cast<DT_Scalar>(frame) * 0.3f, 0};
      run([&] { DT_SetPosition(objects[static_cast<std::size_t>(i)], place); });
    }
    points[3] = 2 + static_cast<float>(frame);
    run([&] { DT_ChangeVertexBase(base, points); });
  }
  points[3] = 2;
  for (DT_ObjectHandle object : objects) run([&] { DT_DestroyObject(object); });
  for (DT_ShapeHandle shape : shapes) DT_DeleteShape(shape);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  DT_DeleteVertexBase(base);
}

void play_boxes() {
  BP_SceneHandle scene = nullptr;
  run([&] { scene = BP_CreateScene(nullptr, begin, end); });
  std::vector<BP_ProxyHandle> proxies;
  const auto corners = [](int i, DT_Scalar y, DT_Scalar(&low)[3], DT_Scalar(&high)[3]) {
    const DT_Scalar x = static_cast<DT_Scalar>(i) * 0.7f;
    low[0] = x, low[1] = y, low[2] = 0;
    high[0] = x + 1, high[1] = y + 1, high[2] = 1;
  };
  DT_Scalar low[3], high[3];
  for (int i = 0; i < 20; ++i) {
    corners(i, 0, low, high);
    BP_ProxyHandle proxy = nullptr;
    run([&] {
      if (proxy == nullptr) proxy = BP_CreateProxy(scene, number(i + 1), low, high);
    });
    proxies.push_back(proxy);
  }
  for (int i = 0; i < 20; i += 3) {
    corners(i, 5, low, high);
    run([&] { BP_SetBBox(proxies[static_cast<std::size_t>(i)], low, high); }, true);
  }
  run([&] { BP_DestroyProxy(scene, proxies[4]); }, true);
  corners(1, 0, low, high);
  BP_SetBBox(proxies[1], low, high);  // whatever is left is reported
  // Each begin and each end once, in whatever order they were found.
  for (std::vector<int>* list : {&begun, &ended}) {
    std::sort(list->begin(), list->end());
    seen.insert(seen.end(), list->begin(), list->end());
    seen.push_back(-1);
  }
  BP_DestroyScene(scene);
}

std::vector<int> play(std::int64_t failure) {
  first_failure = failure;
  asked = 0;
  for (std::vector<int>* list : {&seen, &begun, &ended}) {
    list->clear();
    list->reserve(10000);
  }
  play_objects();
  play_boxes();
  return seen;
}

}  // namespace

int main() {
#if GRAZE_COUNTS_ALLOCATIONS
  const std::vector<int> expected = play(std::int64_t{1} << 40);
  const std::int64_t all = asked;
  if (refused != 0 || expected.size() < 20) return std::puts("FAILED: without failures"), 1;
  for (std::int64_t i = 0; i < all; ++i)
    if (play(i) != expected)
      return std::printf("FAILED: allocation %ld of %ld\n", static_cast<long>(i), static_cast<long>(all)), 1;
  std::printf("%ld allocations, %d calls refused\n", static_cast<long>(all), refused);
  return refused > 0 ? 0 : 1;
#endif
}
