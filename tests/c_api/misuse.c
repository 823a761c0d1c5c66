/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* Every function misused: handles that are null, dead, foreign or of another kind, wrong order, NaN,
 * callbacks that destroy what is being tested, and a long run of random calls. Nothing may crash, hang or
 * leak, and what is refused must be reported. C99, for bool. Run it with address sanitizer (make test-asan
 * does). */

#include <SOLID_broad.h>

#include "check.h"

static DT_Bool go_on(void* client_data, void* object1, void* object2, const DT_CollData* data) {
  (void)client_data, (void)object1, (void)object2, (void)data;
  return DT_CONTINUE;
}
static bool never_hit(void* client_data, void* object, const DT_Vector3 source, const DT_Vector3 target,
                      DT_Scalar* lambda) {
  (void)client_data, (void)object, (void)source, (void)target, (void)lambda;
  return false;
}

/* A call that must be refused, for the handle at hand. */
#define REFUSED(name, call)        \
  do {                             \
    call;                          \
    CHECK_REFUSED(name, "handle"); \
  } while (0)

static void with_bad_shape(DT_ShapeHandle bad) {
  DT_ShapeHandle good = DT_NewSphere(1);
  REFUSED("DT_NewMinkowski", CHECK(DT_NewMinkowski(bad, good) == NULL));
  REFUSED("DT_NewMinkowski", CHECK(DT_NewMinkowski(good, bad) == NULL));
  REFUSED("DT_NewHull", CHECK(DT_NewHull(bad, good) == NULL));
  REFUSED("DT_NewHull", CHECK(DT_NewHull(good, bad) == NULL));
  REFUSED("DT_CreateObject", CHECK(DT_CreateObject(NULL, bad) == NULL));
  if (bad != NULL) REFUSED("DT_DeleteShape", DT_DeleteShape(bad));
  DT_DeleteShape(good);
}

static void with_bad_base(DT_VertexBaseHandle bad) {
  const float v[3] = {0, 0, 0};
  REFUSED("DT_ChangeVertexBase", DT_ChangeVertexBase(bad, v));
  if (bad == NULL) return; /* allowed elsewhere */
  REFUSED("DT_DeleteVertexBase", DT_DeleteVertexBase(bad));
  REFUSED("DT_NewComplexShape", CHECK(DT_NewComplexShape(bad) == NULL));
  REFUSED("DT_NewPolytope", CHECK(DT_NewPolytope(bad) == NULL));
}

static void with_bad_object(DT_ObjectHandle bad) {
  const DT_Vector3 v = {1, 1, 1}, w = {2, 2, 2};
  const DT_Quaternion q = {0, 0, 0, 1};
  float f[16] = {0};
  double d[16] = {0};
  DT_Vector3 p, r;
  DT_Scalar t;
  DT_ShapeHandle shape = DT_NewSphere(1);
  DT_ObjectHandle good = DT_CreateObject(NULL, shape);
  DT_SceneHandle scene = DT_CreateScene();
  DT_RespTableHandle table = DT_CreateRespTable();
  REFUSED("DT_SetPosition", DT_SetPosition(bad, v));
  REFUSED("DT_SetOrientation", DT_SetOrientation(bad, q));
  REFUSED("DT_SetScaling", DT_SetScaling(bad, v));
  REFUSED("DT_SetMargin", DT_SetMargin(bad, 1));
  REFUSED("DT_SetMatrixf", DT_SetMatrixf(bad, f));
  REFUSED("DT_SetMatrixd", DT_SetMatrixd(bad, d));
  REFUSED("DT_GetMatrixf", DT_GetMatrixf(bad, f));
  REFUSED("DT_GetMatrixd", DT_GetMatrixd(bad, d));
  REFUSED("DT_GetBBox", DT_GetBBox(bad, p, r));
  REFUSED("DT_GetClosestPair", CHECK(DT_GetClosestPair(bad, good, p, r) == 0));
  REFUSED("DT_GetClosestPair", CHECK(DT_GetClosestPair(good, bad, p, r) == 0));
  REFUSED("DT_GetCommonPoint", CHECK(DT_GetCommonPoint(bad, good, p) == DT_FALSE));
  REFUSED("DT_GetCommonPoint", CHECK(DT_GetCommonPoint(good, bad, p) == DT_FALSE));
  REFUSED("DT_GetPenDepth", CHECK(DT_GetPenDepth(bad, good, p, r) == DT_FALSE));
  REFUSED("DT_GetPenDepth", CHECK(DT_GetPenDepth(good, bad, p, r) == DT_FALSE));
  REFUSED("DT_ObjectRayCast", CHECK(DT_ObjectRayCast(bad, v, w, 1, &t, p) == DT_FALSE));
  REFUSED("DT_AddObject", DT_AddObject(scene, bad));
  REFUSED("DT_RemoveObject", DT_RemoveObject(scene, bad));
  REFUSED("DT_SetResponseClass", DT_SetResponseClass(table, bad, 0));
  REFUSED("DT_ClearResponseClass", DT_ClearResponseClass(table, bad));
  REFUSED("DT_CallResponse", DT_CallResponse(table, bad, good, NULL));
  REFUSED("DT_CallResponse", DT_CallResponse(table, good, bad, NULL));
  if (bad != NULL) REFUSED("DT_DestroyObject", DT_DestroyObject(bad));
  DT_DestroyObject(good);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  DT_DeleteShape(shape);
}

static void with_bad_scene(DT_SceneHandle bad) {
  const DT_Vector3 v = {1, 1, 1}, w = {2, 2, 2};
  DT_Scalar t;
  DT_Vector3 p;
  DT_ShapeHandle shape = DT_NewSphere(1);
  DT_ObjectHandle object = DT_CreateObject(NULL, shape);
  DT_RespTableHandle table = DT_CreateRespTable();
  REFUSED("DT_AddObject", DT_AddObject(bad, object));
  REFUSED("DT_RemoveObject", DT_RemoveObject(bad, object));
  REFUSED("DT_Test", CHECK(DT_Test(bad, table) == 0));
  REFUSED("DT_RayCast", CHECK(DT_RayCast(bad, NULL, v, w, 1, &t, p) == NULL));
  if (bad != NULL) REFUSED("DT_DestroyScene", DT_DestroyScene(bad));
  DT_DestroyObject(object);
  DT_DestroyRespTable(table);
  DT_DeleteShape(shape);
}

static void with_bad_table(DT_RespTableHandle bad) {
  DT_ShapeHandle shape = DT_NewSphere(1);
  DT_ObjectHandle object = DT_CreateObject(NULL, shape);
  DT_SceneHandle scene = DT_CreateScene();
  REFUSED("DT_GenResponseClass", CHECK(DT_GenResponseClass(bad) == 0));
  REFUSED("DT_SetResponseClass", DT_SetResponseClass(bad, object, 0));
  REFUSED("DT_ClearResponseClass", DT_ClearResponseClass(bad, object));
  REFUSED("DT_CallResponse", DT_CallResponse(bad, object, object, NULL));
  REFUSED("DT_AddDefaultResponse", DT_AddDefaultResponse(bad, go_on, DT_SIMPLE_RESPONSE, NULL));
  REFUSED("DT_RemoveDefaultResponse", DT_RemoveDefaultResponse(bad, go_on));
  REFUSED("DT_AddClassResponse", DT_AddClassResponse(bad, 0, go_on, DT_SIMPLE_RESPONSE, NULL));
  REFUSED("DT_RemoveClassResponse", DT_RemoveClassResponse(bad, 0, go_on));
  REFUSED("DT_AddPairResponse", DT_AddPairResponse(bad, 0, 0, go_on, DT_SIMPLE_RESPONSE, NULL));
  REFUSED("DT_RemovePairResponse", DT_RemovePairResponse(bad, 0, 0, go_on));
  REFUSED("DT_Test", CHECK(DT_Test(scene, bad) == 0));
  if (bad != NULL) REFUSED("DT_DestroyRespTable", DT_DestroyRespTable(bad));
  DT_DestroyObject(object);
  DT_DestroyScene(scene);
  DT_DeleteShape(shape);
}

static void with_bad_broad(BP_SceneHandle scene, BP_ProxyHandle proxy) {
  const DT_Vector3 v = {1, 1, 1}, w = {2, 2, 2};
  DT_Scalar lambda = 1;
  BP_SceneHandle good = BP_CreateScene(NULL, NULL, NULL);
  REFUSED("BP_CreateProxy", CHECK(BP_CreateProxy(scene, NULL, v, w) == NULL));
  REFUSED("BP_DestroyProxy", BP_DestroyProxy(scene, proxy));
  REFUSED("BP_SetBBox", BP_SetBBox(proxy, v, w));
  REFUSED("BP_RayCast", CHECK(BP_RayCast(scene, never_hit, NULL, v, w, &lambda) == NULL));
  if (proxy != NULL) REFUSED("BP_DestroyProxy", BP_DestroyProxy(good, proxy));
  if (scene != NULL) REFUSED("BP_DestroyScene", BP_DestroyScene(scene));
  BP_DestroyScene(good);
}

static void with_bits(void* bits) {
  with_bad_shape((DT_ShapeHandle)bits);
  with_bad_base((DT_VertexBaseHandle)bits);
  with_bad_object((DT_ObjectHandle)bits);
  with_bad_scene((DT_SceneHandle)bits);
  with_bad_table((DT_RespTableHandle)bits);
  with_bad_broad((BP_SceneHandle)bits, (BP_ProxyHandle)bits);
}

static void bad_handles(void) {
  const DT_Vector3 v = {1, 1, 1}, w = {2, 2, 2};
  int local = 0;
  DT_ShapeHandle shape = DT_NewSphere(1);
  DT_VertexBaseHandle base = DT_NewVertexBase(NULL, 0);
  DT_ObjectHandle object = DT_CreateObject(NULL, shape);
  DT_SceneHandle scene = DT_CreateScene();
  DT_RespTableHandle table = DT_CreateRespTable();
  BP_SceneHandle broad = BP_CreateScene(NULL, NULL, NULL);
  BP_ProxyHandle proxy = BP_CreateProxy(broad, NULL, v, w);
  with_bits(NULL);
  with_bits(&local);           /* foreign: an address */
  with_bits((char*)(size_t)1); /* and no address at all */
  with_bits((char*)(size_t)-1);
  with_bits((char*)(size_t)0x5d000000);
  with_bits((char*)object + 64); /* a slot that was never used */
  /* Of another kind. */
  with_bad_shape((DT_ShapeHandle)object);
  with_bad_base((DT_VertexBaseHandle)shape);
  with_bad_object((DT_ObjectHandle)shape);
  with_bad_scene((DT_SceneHandle)table);
  with_bad_table((DT_RespTableHandle)scene);
  with_bad_broad((BP_SceneHandle)proxy, (BP_ProxyHandle)broad);
  /* Dead; then their slots are used again. */
  DT_DestroyObject(object);
  DT_DeleteShape(shape);
  DT_DeleteVertexBase(base);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  BP_DestroyScene(broad);
  CHECK_NO_ERROR();
  with_bad_shape(shape);
  with_bad_base(base);
  with_bad_object(object);
  with_bad_scene(scene);
  with_bad_table(table);
  with_bad_broad(broad, proxy);
}

static void bad_numbers(void) {
  const DT_Scalar nan = (DT_Scalar)NAN, inf = (DT_Scalar)INFINITY;
  const DT_Vector3 v = {0, 0, 0}, w = {1, 1, 1}, bad = {0, (DT_Scalar)NAN, 0},
                   far_off = {(DT_Scalar)INFINITY, 0, 0};
  const DT_Quaternion zero = {0, 0, 0, 0}, not_a_rotation = {(DT_Scalar)NAN, 0, 0, 1};
  float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  DT_ShapeHandle shape = DT_NewBox(2, 2, 2);
  DT_ObjectHandle object = DT_CreateObject(&failures, shape);
  DT_SceneHandle scene = DT_CreateScene();
  DT_Vector3 p, r;
  DT_Scalar t;
  DT_AddObject(scene, object);
  DT_SetPosition(object, bad);
  CHECK_REFUSED("DT_SetPosition", "NaN");
  DT_SetPosition(object, far_off);
  CHECK_REFUSED("DT_SetPosition", "infinity");
  DT_SetPosition(object, NULL);
  CHECK_REFUSED("DT_SetPosition", "null pointer");
  DT_SetOrientation(object, zero);
  CHECK_REFUSED("DT_SetOrientation", "zero");
  DT_SetOrientation(object, not_a_rotation);
  CHECK_REFUSED("DT_SetOrientation", "NaN");
  DT_SetScaling(object, bad);
  CHECK_REFUSED("DT_SetScaling", "NaN");
  DT_SetMargin(object, nan);
  CHECK_REFUSED("DT_SetMargin", "NaN");
  DT_SetMargin(object, inf);
  CHECK_REFUSED("DT_SetMargin", "infinity");
  m[5] = nan;
  DT_SetMatrixf(object, m);
  CHECK_REFUSED("DT_SetMatrixf", "m");
  DT_GetMatrixf(object, NULL);
  CHECK_REFUSED("DT_GetMatrixf", "null pointer");
  DT_GetMatrixd(object, NULL);
  CHECK_REFUSED("DT_GetMatrixd", "null pointer");
  DT_GetBBox(object, NULL, NULL);
  CHECK_NO_ERROR();
  CHECK(DT_RayCast(scene, NULL, bad, w, 1, &t, p) == NULL);
  CHECK_REFUSED("DT_RayCast", "source");
  CHECK(DT_RayCast(scene, NULL, v, far_off, 1, &t, p) == NULL);
  CHECK_REFUSED("DT_RayCast", "target");
  CHECK(DT_RayCast(scene, NULL, v, w, nan, &t, p) == NULL);
  CHECK_REFUSED("DT_RayCast", "max_param");
  CHECK(DT_RayCast(scene, NULL, v, w, 1, NULL, NULL) == &failures);
  CHECK(DT_ObjectRayCast(object, NULL, w, 1, &t, p) == DT_FALSE);
  CHECK_REFUSED("DT_ObjectRayCast", "source");
  CHECK(DT_ObjectRayCast(object, v, w, 1, NULL, NULL) == DT_TRUE);
  DT_SetAccuracy(nan);
  CHECK_REFUSED("DT_SetAccuracy", "max_error");
  DT_SetTolerance(nan);
  CHECK_REFUSED("DT_SetTolerance", "tol_error");
  DT_GetBBox(object, p, r); /* nothing of all that took effect */
  CHECK_VECTOR(p, -1, -1, -1);
  CHECK_VECTOR(r, 1, 1, 1);
  CHECK_NO_ERROR();
  DT_DestroyObject(object);
  DT_DestroyScene(scene);
  DT_DeleteShape(shape);
}

static void bad_definitions(void) {
  const DT_Index few[2] = {0, 4000000000u};
  const DT_Vector3 bad = {0, (DT_Scalar)NAN, 0}, v = {0, 0, 0};
  const float vertices[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, (float)NAN, 0}};
  DT_VertexBaseHandle base = DT_NewVertexBase(vertices, 0);
  DT_ShapeHandle shape = DT_NewComplexShape(NULL);
  DT_Vertex(bad);
  CHECK_REFUSED("DT_Vertex", "NaN");
  DT_Vertex(NULL);
  CHECK_REFUSED("DT_Vertex", "null pointer");
  DT_VertexIndices(3, NULL);
  CHECK_REFUSED("DT_VertexIndices", "null pointer");
  DT_VertexRange(4294967295u, 2);
  CHECK_REFUSED("DT_VertexRange", "count");
  DT_VertexRange(0, 4294967295u);
  CHECK_REFUSED("DT_VertexRange", "count");
  DT_VertexIndices(2, few); /* there are no such vertices */
  DT_EndComplexShape();
  CHECK_REFUSED("DT_EndComplexShape", "not given");
  DT_DeleteShape(shape);
  shape = DT_NewComplexShape(base);
  DT_Vertex(v);
  CHECK_REFUSED("DT_Vertex", "vertex base");
  DT_VertexRange(0, 3);
  DT_EndComplexShape();
  CHECK_REFUSED("DT_EndComplexShape", "NaN");
  CHECK(DT_CreateObject(NULL, shape) == NULL);
  CHECK_REFUSED("DT_CreateObject", "refused");
  DT_DeleteShape(shape);
  shape = DT_NewPolytope(base); /* deleted while open, with its base: the next definition starts afresh */
  DT_VertexRange(0, 2);
  DT_DeleteVertexBase(base);
  DT_DeleteShape(shape);
  DT_VertexIndex(0);
  CHECK_REFUSED("DT_VertexIndex", "being defined");
  DT_EndPolytope();
  shape = DT_NewPolytope(NULL);
  DT_Vertex(v);
  DT_EndPolytope();
  CHECK_NO_ERROR();
  DT_DeleteShape(shape);
}

/* --- callbacks that pull the rug away */

enum { kObjects = 6 };
static DT_ShapeHandle shape_of_all;
static DT_SceneHandle scene_of_all;
static DT_RespTableHandle table_of_all;
static DT_ObjectHandle objects[kObjects];
static int calls_made, nesting;

static DT_Bool destroy_scene(void* c, void* p, void* q, const DT_CollData* d) {
  DT_DestroyScene(scene_of_all);
  return go_on(c, p, q, d);
}
static DT_Bool destroy_table(void* c, void* p, void* q, const DT_CollData* d) {
  DT_DestroyRespTable(table_of_all);
  return go_on(c, p, q, d);
}
static DT_Bool destroy_objects(void* c, void* p, void* q, const DT_CollData* d) {
  int i;
  CHECK(++calls_made == 1); /* nobody is told of objects that are gone */
  for (i = 0; i < kObjects; ++i) DT_DestroyObject(objects[i]);
  DT_DeleteShape(shape_of_all);
  return go_on(c, p, q, d);
}
static DT_Bool move_objects(void* c, void* p, void* q, const DT_CollData* d) {
  DT_Vector3 v = {0, 0, 0};
  int i;
  for (i = 0; i < kObjects; ++i) {
    v[0] = (DT_Scalar)(i % 2 == calls_made % 2 ? 100 * i : 0);
    DT_SetPosition(objects[i], v);
    DT_RemoveObject(scene_of_all, objects[i]);
    DT_AddObject(scene_of_all, objects[i]);
  }
  ++calls_made;
  return go_on(c, p, q, d);
}
static DT_Bool nest(void* c, void* p, void* q, const DT_CollData* d) {
  ++calls_made;
  if (nesting > 0) return DT_CONTINUE;
  ++nesting;
  DT_RemoveObject(scene_of_all, objects[calls_made % kObjects]);
  DT_Test(scene_of_all, table_of_all);
  DT_AddObject(scene_of_all, objects[calls_made % kObjects]);
  DT_Test(scene_of_all, table_of_all);
  --nesting;
  return go_on(c, p, q, d);
}
static DT_Bool change_table(void* c, void* p, void* q, const DT_CollData* d) {
  ++calls_made;
  DT_RemoveDefaultResponse(table_of_all, change_table);
  DT_GenResponseClass(table_of_all);
  DT_ClearResponseClass(table_of_all, objects[0]);
  if (calls_made < 100) DT_AddDefaultResponse(table_of_all, change_table, DT_DEPTH_RESPONSE, NULL);
  return go_on(c, p, q, d);
}

static void rug(DT_ResponseCallback callback, DT_ResponseType type) {
  int i;
  DT_Count met;
  calls_made = nesting = 0;
  shape_of_all = DT_NewBox(2, 2, 2);
  scene_of_all = DT_CreateScene();
  table_of_all = DT_CreateRespTable();
  for (i = 0; i < kObjects; ++i) {
    objects[i] = DT_CreateObject(&objects[i], shape_of_all);
    DT_AddObject(scene_of_all, objects[i]);
    DT_SetResponseClass(table_of_all, objects[i], 0);
  }
  DT_AddDefaultResponse(table_of_all, callback, type, NULL);
  DT_AddDefaultResponse(table_of_all, callback, type, NULL);
  met = DT_Test(scene_of_all, table_of_all);
  CHECK(met >= 1 && met <= kObjects * (kObjects - 1) / 2);
  DT_Test(scene_of_all, table_of_all);
  for (i = 0; i < kObjects; ++i) DT_DestroyObject(objects[i]);
  DT_DestroyScene(scene_of_all);
  DT_DestroyRespTable(table_of_all);
  DT_DeleteShape(shape_of_all);
  DT_LastError();
}

/* --- many random calls on few handles, dead ones among them */

static unsigned int random_state = 1;
static unsigned int random_below(unsigned int n) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % n;
}
static DT_Scalar random_number(void) {
  static const DT_Scalar odd[] = {0, 1, -1, 0.5f, 2, 1e-30f, 1e30f, FLT_MAX, 1e-45f, 3};
  const unsigned int pick = random_below(120);
  if (pick == 0) return (DT_Scalar)NAN;
  if (pick == 1) return (DT_Scalar)-INFINITY;
  return pick < 12 ? odd[pick - 2] : (DT_Scalar)random_below(1000) / 100 - 5;
}
static void random_vector(DT_Scalar* v, int n) {
  int i;
  for (i = 0; i < n; ++i) v[i] = random_number();
}

enum { kPool = 8 };
static DT_ShapeHandle shapes[kPool];
static DT_ObjectHandle things[kPool];
static DT_SceneHandle places[2];
static DT_RespTableHandle tables[2];
static DT_VertexBaseHandle bases[2];
static BP_SceneHandle broads[2];
static BP_ProxyHandle proxies[kPool];
static float pool_vertices[16][3];

#define PICK(pool) (pool[random_below((unsigned int)(sizeof pool / sizeof pool[0]))])

static DT_ShapeHandle random_complex(int is_polytope) {
  const int by_value = random_below(2) == 0;
  DT_ShapeHandle shape = is_polytope ? DT_NewPolytope(by_value ? NULL : PICK(bases))
                                     : DT_NewComplexShape(by_value ? NULL : PICK(bases));
  int pieces = (int)random_below(4), i;
  for (; pieces > 0; --pieces) {
    for (i = (int)random_below(6); i > 0; --i) {
      DT_Vector3 v;
      random_vector(v, 3);
      if (by_value) {
        DT_Vertex(v);
      } else {
        DT_VertexIndex(random_below(16));
      }
    }
    DT_End();
  }
  if (random_below(8) == 0) return shape; /* left open */
  if (is_polytope) {
    DT_EndPolytope();
  } else {
    DT_EndComplexShape();
  }
  return shape;
}

static void random_shape(void) {
  const unsigned int i = random_below(kPool);
  DT_Vector3 a, b;
  int k;
  random_vector(a, 3);
  random_vector(b, 3);
  for (k = 0; k < 3 && random_below(8) != 0; ++k) a[k] = (DT_Scalar)fabs(a[k]);
  DT_DeleteShape(shapes[i]);
  switch (random_below(10)) {
    case 0:
      shapes[i] = DT_NewBox(a[0], a[1], a[2]);
      break;
    case 1:
      shapes[i] = DT_NewCone(a[0], a[1]);
      break;
    case 2:
      shapes[i] = DT_NewCylinder(a[0], a[1]);
      break;
    case 3:
      shapes[i] = DT_NewSphere(a[0]);
      break;
    case 4:
      shapes[i] = DT_NewPoint(a);
      break;
    case 5:
      shapes[i] = DT_NewLineSegment(a, b);
      break;
    case 6:
      shapes[i] = DT_NewMinkowski(PICK(shapes), PICK(shapes));
      break;
    case 7:
      shapes[i] = DT_NewHull(PICK(shapes), PICK(shapes));
      break;
    case 8:
      shapes[i] = random_complex(0);
      break;
    default:
      shapes[i] = random_complex(1);
      break;
  }
}

static void random_object(unsigned int i) {
  if (random_below(3) != 0 && things[i] != NULL) return;
  DT_DestroyObject(things[i]);
  things[i] = DT_CreateObject(&things[i], PICK(shapes));
}

static void random_placement(DT_ObjectHandle object) {
  DT_Scalar v[16];
  random_vector(v, 16);
  switch (random_below(6)) {
    case 0:
      DT_SetPosition(object, v);
      break;
    case 1:
      DT_SetOrientation(object, v);
      break;
    case 2:
      DT_SetScaling(object, v);
      break;
    case 3:
      DT_SetMargin(object, v[0]);
      break;
    case 4:
      if (random_below(8) == 0) DT_SetMatrixf(object, v);
      break;
    default:
      DT_GetMatrixf(object, v);
      break;
  }
}

static void random_query(void) {
  DT_Vector3 p, q, s, t;
  DT_Scalar param = 0;
  random_vector(s, 3);
  random_vector(t, 3);
  switch (random_below(7)) {
    case 0:
      CHECK(DT_GetClosestPair(PICK(things), PICK(things), p, q) >= 0);
      break;
    case 1:
      DT_GetCommonPoint(PICK(things), PICK(things), p);
      break;
    case 2:
      DT_GetPenDepth(PICK(things), PICK(things), p, q);
      break;
    case 3:
      DT_ObjectRayCast(PICK(things), s, t, random_number(), &param, p);
      CHECK(param >= 0);
      break;
    case 4:
      DT_RayCast(PICK(places), NULL, s, t, random_number(), &param, p);
      CHECK(param >= 0);
      break;
    case 5:
      DT_GetBBox(PICK(things), p, q);
      break;
    default:
      DT_Test(PICK(places), PICK(tables));
      break;
  }
}

static int meddled = 0;
static DT_Bool meddle(void* client_data, void* object1, void* object2, const DT_CollData* data) {
  (void)client_data, (void)object1, (void)object2, (void)data;
  ++meddled;
  if (random_below(4) == 0) random_placement(PICK(things));
  if (random_below(40) == 0) DT_DestroyObject(PICK(things));
  if (random_below(100) == 0) DT_DestroyScene(PICK(places));
  if (random_below(100) == 0) DT_DestroyRespTable(PICK(tables));
  if (random_below(20) == 0) DT_RemoveDefaultResponse(PICK(tables), meddle);
  return random_below(10) == 0;
}

static void random_response(DT_RespTableHandle table) {
  const DT_ResponseClass a = random_below(4), b = random_below(4);
  const DT_ResponseType type = (DT_ResponseType)random_below(4);
  switch (random_below(10)) {
    case 0:
      DT_AddDefaultResponse(table, meddle, type, NULL);
      break;
    case 1:
      DT_RemoveDefaultResponse(table, meddle);
      break;
    case 2:
      DT_AddClassResponse(table, a, meddle, type, NULL);
      break;
    case 3:
      DT_RemoveClassResponse(table, a, meddle);
      break;
    case 4:
      DT_AddPairResponse(table, a, b, meddle, type, NULL);
      break;
    case 5:
      DT_RemovePairResponse(table, a, b, meddle);
      break;
    case 6:
      DT_CallResponse(table, PICK(things), PICK(things), NULL);
      break;
    case 7:
      DT_ClearResponseClass(table, PICK(things));
      break;
    default:
      DT_SetResponseClass(table, PICK(things), a);
      break;
  }
}

static void random_broad(void) {
  DT_Vector3 min, max;
  DT_Scalar lambda = random_number();
  const unsigned int i = random_below(kPool);
  int k;
  random_vector(min, 3);
  for (k = 0; k < 3; ++k) max[k] = min[k] + random_number();
  switch (random_below(6)) {
    case 0:
      BP_DestroyScene(broads[i % 2]), broads[i % 2] = BP_CreateScene(NULL, NULL, NULL);
      break;
    case 1:
      BP_DestroyScene(broads[i % 2]);
      break;
    case 2:
      proxies[i] = BP_CreateProxy(PICK(broads), &proxies[i], min, max);
      break;
    case 3:
      BP_DestroyProxy(PICK(broads), proxies[i]);
      break;
    case 4:
      BP_RayCast(PICK(broads), never_hit, NULL, min, max, &lambda);
      break;
    default:
      BP_SetBBox(proxies[i], min, max);
      break;
  }
}

static void random_life(void) {
  const unsigned int i = random_below(kPool);
  switch (random_below(12)) {
    case 0:
      DT_DeleteShape(shapes[i]);
      break;
    case 1:
      DT_DestroyObject(things[i]);
      break;
    case 2:
      if (random_below(16) == 0) DT_DestroyScene(places[i % 2]);
      break;
    case 3:
      if (random_below(16) == 0) DT_DestroyRespTable(tables[i % 2]);
      break;
    case 4:
      if (random_below(4) != 0) break;
      DT_DestroyScene(places[i % 2]);
      places[i % 2] = DT_CreateScene();
      break;
    case 5:
      if (random_below(4) != 0) break;
      DT_DestroyRespTable(tables[i % 2]);
      tables[i % 2] = DT_CreateRespTable();
      break;
    case 6:
      DT_DeleteVertexBase(bases[i % 2]), bases[i % 2] = DT_NewVertexBase(pool_vertices, 12);
      break;
    case 7:
      DT_ChangeVertexBase(bases[i % 2], pool_vertices);
      break;
    case 8:
      random_vector(pool_vertices[random_below(16)], 3);
      break;
    case 9:
      DT_RemoveObject(PICK(places), PICK(things));
      break;
    default:
      DT_AddObject(PICK(places), PICK(things));
      break;
  }
}

/* Left alone, all would soon be dead. */
static void revive(void) {
  DT_Vector3 p, q;
  DT_ShapeHandle sphere = DT_NewSphere(2);
  int i;
  DT_DestroyScene(places[0]);
  DT_DestroyRespTable(tables[0]);
  places[0] = DT_CreateScene();
  tables[0] = DT_CreateRespTable();
  DT_AddDefaultResponse(tables[0], meddle, (DT_ResponseType)random_below(4), NULL);
  DT_LastError();
  for (i = 0; i < kPool; ++i) {
    DT_GetBBox(things[i], p, q);
    if (DT_LastError() != NULL) things[i] = DT_CreateObject(&things[i], sphere);
    DT_AddObject(places[0], things[i]);
    DT_SetResponseClass(tables[0], things[i], 0);
  }
  DT_DeleteShape(sphere); /* they keep what they need */
}

static void random_calls(int count) {
  int refused = 0, i;
  for (i = 0; i < count; ++i) {
    if (i % 64 == 0) revive();
    switch (random_below(9)) {
      case 0:
        random_shape();
        break;
      case 1:
        random_object(random_below(kPool));
        break;
      case 2:
        random_placement(PICK(things));
        break;
      case 3:
        random_response(PICK(tables));
        break;
      case 4:
        random_broad();
        break;
      case 5:
        random_life();
        break;
      default:
        random_query();
        break;
    }
    if (random_below(50) == 0) DT_GenResponseClass(PICK(tables));
    refused += DT_LastError() != NULL;
  }
  CHECK(refused > count / 20); /* much is misuse ... */
  CHECK(refused < count);      /* ... and some is not */
  CHECK(meddled > count / 200);
  for (i = 0; i < kPool; ++i) {
    DT_DestroyObject(things[i]);
    DT_DeleteShape(shapes[i]);
  }
  for (i = 0; i < 2; ++i) {
    DT_DestroyScene(places[i]);
    DT_DestroyRespTable(tables[i]);
    DT_DeleteVertexBase(bases[i]);
    BP_DestroyScene(broads[i]);
  }
  DT_EndComplexShape();
  DT_EndPolytope();
  DT_LastError();
}

int main(int argc, char** argv) {
  bad_handles();
  bad_numbers();
  bad_definitions();
  rug(destroy_scene, DT_SIMPLE_RESPONSE);
  rug(destroy_table, DT_WITNESSED_RESPONSE);
  rug(destroy_objects, DT_DEPTH_RESPONSE);
  rug(move_objects, DT_SIMPLE_RESPONSE);
  rug(nest, DT_WITNESSED_RESPONSE);
  rug(change_table, DT_DEPTH_RESPONSE);
  random_calls(argc > 1 ? atoi(argv[1]) : 20000);
  FINISH();
}
