/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* Scenes, response tables and DT_Test. */

#include "check.h"

/* Calls are written down: which callback, which objects, and the data of the last one. */
static char calls[256];
static DT_CollData last_data;
static int had_data;

static DT_Bool note(char name, void* client_data, void* object1, void* object2, const DT_CollData* data) {
  char entry[5];
  entry[0] = name;
  entry[1] = *(char*)object1;
  entry[2] = *(char*)object2;
  entry[3] = ' ';
  entry[4] = '\0';
  if (strlen(calls) + 5 < sizeof calls) strcat(calls, entry);
  had_data = data != NULL;
  if (data != NULL) last_data = *data;
  return client_data != NULL ? DT_DONE : DT_CONTINUE;
}
static DT_Bool on_a(void* c, void* p, void* q, const DT_CollData* d) { return note('A', c, p, q, d); }
static DT_Bool on_b(void* c, void* p, void* q, const DT_CollData* d) { return note('B', c, p, q, d); }
static DT_Bool on_c(void* c, void* p, void* q, const DT_CollData* d) { return note('C', c, p, q, d); }

static char names[] = "0123456789";

static void place(DT_ObjectHandle object, double x) {
  DT_Vector3 v;
  v[0] = (DT_Scalar)x;
  v[1] = v[2] = 0;
  DT_SetPosition(object, v);
}

/* The result of a test, and that these calls were made in this order. */
static void check_test(int line, DT_SceneHandle scene, DT_RespTableHandle table, DT_Count count,
                       const char* expected) {
  DT_Count met;
  calls[0] = '\0';
  met = DT_Test(scene, table);
  ++checks;
  if (met == count && strcmp(calls, expected) == 0) return;
  ++failures;
  printf("scenes.c:%d: %u pairs, calls \"%s\", not %u and \"%s\"\n", line, met, calls, count, expected);
}
#define CHECK_TEST(count, expected) check_test(__LINE__, scene, table, count, expected)

static DT_ShapeHandle box;
static DT_SceneHandle scene;
static DT_RespTableHandle table;
static DT_ObjectHandle object[4];

/* Boxes of side 2 at x = 0, 1.5, 3, 4.5: neighbours overlap by 0.5. */
static void set_up(int count, DT_ResponseClass classes) {
  int i;
  box = DT_NewBox(2, 2, 2);
  scene = DT_CreateScene();
  table = DT_CreateRespTable();
  for (i = 1; i < (int)classes; ++i)
    CHECK(DT_GenResponseClass(table) == (DT_ResponseClass)i); /* the first is 1 */
  for (i = 0; i < 4; ++i) object[i] = NULL;
  for (i = 0; i < count; ++i) {
    object[i] = DT_CreateObject(&names[i], box);
    place(object[i], 1.5 * i);
    DT_AddObject(scene, object[i]);
    DT_SetResponseClass(table, object[i], (DT_ResponseClass)i % classes);
  }
}

static void tear_down(void) {
  int i;
  for (i = 0; i < 4; ++i) DT_DestroyObject(object[i]);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  DT_DeleteShape(box);
  CHECK_NO_ERROR();
}

static void pairs_of_a_scene(void) {
  set_up(3, 1);
  CHECK_TEST(0, "");                                        /* no responses */
  DT_AddDefaultResponse(table, on_a, DT_NO_RESPONSE, NULL); /* nothing */
  CHECK_TEST(0, "");
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  CHECK_TEST(2, "A10 A21 "); /* of one class, the later object is the first; by pairs */
  CHECK(!had_data);
  place(object[1], 100);
  CHECK_TEST(0, "");
  place(object[1], 3);
  CHECK_TEST(1, "A21 ");
  place(object[1], 2); /* touches object 0, exactly */
  CHECK_TEST(2, "A10 A21 ");
  DT_RemoveObject(scene, object[1]);
  DT_RemoveObject(scene, object[1]); /* not there: nothing */
  CHECK_TEST(0, "");
  DT_AddObject(scene, object[1]);
  CHECK_NO_ERROR();
  DT_AddObject(scene, object[1]); /* once is enough */
  CHECK_REFUSED("DT_AddObject", "already");
  CHECK_TEST(2, "A10 A21 ");
  DT_ClearResponseClass(table, object[0]);
  DT_ClearResponseClass(table, object[0]);
  CHECK_TEST(1, "A21 "); /* without a class not even defaults */
  tear_down();
}

static void levels_add_up(void) {
  set_up(2, 2);
  DT_AddPairResponse(table, 1, 0, on_c, DT_SIMPLE_RESPONSE, NULL);
  DT_AddClassResponse(table, 1, on_b, DT_SIMPLE_RESPONSE, NULL);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  CHECK_TEST(1, "C01 B01 A01 "); /* in the order in which they were added; the lower class first */
  DT_AddClassResponse(table, 0, on_b, DT_SIMPLE_RESPONSE, NULL);
  CHECK_TEST(1, "C01 B01 A01 B01 ");      /* both classes have it: twice */
  DT_RemoveClassResponse(table, 0, on_b); /* the first in the list, whoever added it */
  CHECK_TEST(1, "C01 A01 B01 ");
  DT_RemovePairResponse(table, 0, 1, on_a); /* an exception from the default */
  CHECK_TEST(1, "C01 B01 ");
  DT_RemoveDefaultResponse(table, on_b); /* also hits what a class added */
  CHECK_TEST(1, "C01 ");
  DT_RemoveDefaultResponse(table, on_b); /* not there: nothing */
  DT_SetResponseClass(table, object[1], 0);
  CHECK_TEST(1, "A10 "); /* the pair (0, 0) still has the default */
  tear_down();
}

static void classes_to_come(void) {
  set_up(2, 2);
  DT_AddClassResponse(table, 1, on_b, DT_SIMPLE_RESPONSE, NULL);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  CHECK(DT_GenResponseClass(table) == 2);
  DT_SetResponseClass(table, object[0], 2);
  CHECK_TEST(1, "A10 B10 "); /* defaults, then those of the older class; class 1 before class 2 */
  DT_SetResponseClass(table, object[1], 2);
  CHECK_TEST(1, "A10 ");
  tear_down();
}

static void types_and_data(void) {
  set_up(2, 1);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  DT_AddDefaultResponse(table, on_b, DT_WITNESSED_RESPONSE, NULL);
  CHECK_TEST(1, "A10 B10 ");
  CHECK(had_data);
  CHECK_VECTOR(last_data.normal, 0, 0, 0);
  CHECK_VECTOR(last_data.point1, last_data.point2[0], last_data.point2[1], last_data.point2[2]);
  CHECK(last_data.point1[0] >= 0.5f && last_data.point1[0] <= 1);
  DT_AddDefaultResponse(table, on_c, DT_DEPTH_RESPONSE, NULL);
  DT_RemoveDefaultResponse(table, on_b);
  CHECK_TEST(1, "A10 C10 ");
  CHECK_NEAR(last_data.point1[0], 0.5); /* of object 1, which is at x = 1.5 */
  CHECK_NEAR(last_data.point2[0], 1);
  CHECK_VECTOR(last_data.normal, 0.5, 0, 0); /* moves object 1 away */
  DT_RemoveDefaultResponse(table, on_c);
  CHECK_TEST(1, "A10 ");
  CHECK(!had_data);
  /* The simple one gets the data of the depth response that it shares a list with. */
  DT_AddDefaultResponse(table, on_c, DT_DEPTH_RESPONSE, NULL);
  DT_RemoveDefaultResponse(table, on_a);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  had_data = 0;
  CHECK_TEST(1, "C10 A10 ");
  CHECK(had_data);
  CHECK_NEAR(last_data.normal[0], 0.5);
  /* Exact touch has no depth: only lesser responses hear of it, and get the common point. */
  place(object[1], 2);
  CHECK_TEST(1, "A10 ");
  CHECK(had_data);
  CHECK_NEAR(last_data.point1[0], 1);
  CHECK_VECTOR(last_data.normal, 0, 0, 0);
  DT_RemoveDefaultResponse(table, on_a);
  CHECK_TEST(0, "");
  tear_down();
}

static void done_ends_the_test(void) {
  int mark;
  set_up(4, 1);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, &mark);
  DT_AddDefaultResponse(table, on_b, DT_SIMPLE_RESPONSE, NULL);
  CHECK_TEST(1, "A10 "); /* the pair counts; the rest is left out */
  DT_RemoveDefaultResponse(table, on_a);
  CHECK_TEST(3, "B10 B21 B32 "); /* pairs, not callbacks */
  tear_down();
}

static void calls_without_test(void) {
  int mark;
  DT_CollData data;
  memset(&data, 0, sizeof data);
  data.point1[0] = 42;
  set_up(2, 2);
  place(object[1], 100); /* far away */
  DT_AddDefaultResponse(table, on_a, DT_DEPTH_RESPONSE, NULL);
  DT_AddDefaultResponse(table, on_b, DT_SIMPLE_RESPONSE, &mark);
  DT_AddDefaultResponse(table, on_c, DT_SIMPLE_RESPONSE, NULL);
  calls[0] = '\0';
  DT_CallResponse(table, object[1], object[0], &data);
  CHECK(strcmp(calls, "A10 B10 ") == 0); /* in the given order, until one is done */
  CHECK(had_data);
  CHECK_NEAR(last_data.point1[0], 42);
  DT_CallResponse(table, object[1], object[0], NULL);
  CHECK(!had_data);
  calls[0] = '\0';
  DT_ClearResponseClass(table, object[1]);
  DT_CallResponse(table, object[1], object[0], &data);
  CHECK(calls[0] == '\0');
  tear_down();
}

static void several_scenes_and_tables(void) {
  DT_SceneHandle other_scene = DT_CreateScene();
  DT_RespTableHandle other_table = DT_CreateRespTable();
  set_up(2, 1);
  DT_AddObject(other_scene, object[0]);
  DT_AddObject(other_scene, object[1]);
  DT_AddDefaultResponse(table, on_a, DT_SIMPLE_RESPONSE, NULL);
  DT_AddDefaultResponse(other_table, on_b, DT_SIMPLE_RESPONSE, NULL);
  DT_SetResponseClass(other_table, object[0], 0);
  DT_SetResponseClass(other_table, object[1], 0);
  CHECK_TEST(1, "A10 ");
  check_test(__LINE__, scene, other_table, 1, "B10 ");
  check_test(__LINE__, other_scene, table, 1, "A10 ");
  DT_RemoveObject(other_scene, object[0]);
  check_test(__LINE__, other_scene, table, 0, "");
  CHECK_TEST(1, "A10 ");
  /* In any order: the scene goes while it has objects, which can still be moved; the table goes while objects
   * have classes in it, and a new one knows nothing of them. */
  DT_DestroyScene(other_scene);
  place(object[1], 1);
  DT_DestroyRespTable(other_table);
  other_table = DT_CreateRespTable();
  DT_AddDefaultResponse(other_table, on_c, DT_SIMPLE_RESPONSE, NULL);
  check_test(__LINE__, scene, other_table, 0, "");
  DT_DestroyRespTable(other_table);
  /* A new object has no class, even where an old one was. */
  DT_DestroyObject(object[1]);
  object[1] = DT_CreateObject(&names[1], box);
  DT_AddObject(scene, object[1]);
  CHECK_TEST(0, "");
  CHECK_NO_ERROR();
  DT_SetResponseClass(table, object[1], 1);
  CHECK_REFUSED("DT_SetResponseClass", "no such class");
  DT_AddClassResponse(table, 3, on_a, DT_SIMPLE_RESPONSE, NULL);
  CHECK_REFUSED("DT_AddClassResponse", "class");
  DT_AddPairResponse(table, 0, 3, on_a, DT_SIMPLE_RESPONSE, NULL);
  CHECK_REFUSED("DT_AddPairResponse", "class");
  DT_AddDefaultResponse(table, NULL, DT_SIMPLE_RESPONSE, NULL);
  CHECK_REFUSED("DT_AddDefaultResponse", "null callback");
  tear_down();
}

/* Convex before complex, whichever came first; and a mesh that is deformed moves in its scenes. */
static void complex_shapes(void) {
  float v[3][3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 2}};
  DT_VertexBaseHandle base = DT_NewVertexBase(v, 0);
  DT_ShapeHandle mesh = DT_NewComplexShape(base);
  int i;
  DT_VertexRange(0, 3);
  DT_EndComplexShape();
  set_up(1, 1);
  object[1] = DT_CreateObject(&names[1], mesh);
  DT_AddObject(scene, object[1]);
  DT_SetResponseClass(table, object[1], 0);
  DT_AddDefaultResponse(table, on_a, DT_DEPTH_RESPONSE, NULL);
  CHECK_TEST(1, "A01 ");
  CHECK_NEAR(fabs(last_data.normal[1]), 1);
  for (i = 0; i < 3; ++i) v[i][1] = 5;
  DT_ChangeVertexBase(base, v);
  CHECK_TEST(0, "");
  for (i = 0; i < 3; ++i) v[i][1] = 0.75f;
  DT_ChangeVertexBase(base, v);
  CHECK_TEST(1, "A01 ");
  CHECK_VECTOR(last_data.normal, 0, -0.25, 0); /* the box moves down */
  DT_DeleteShape(mesh);
  DT_DeleteVertexBase(base);
  tear_down();
}

/* Random motion: the same pairs as all pairs, asked one by one. */
#define MANY 60
#define KINDS 6
static unsigned char met[MANY][MANY];
static int index_of[MANY];
static DT_Bool mark(void* client_data, void* object1, void* object2, const DT_CollData* data) {
  const int i = *(int*)object1, j = *(int*)object2;
  (void)client_data;
  (void)data;
  met[i < j ? i : j][i < j ? j : i] = 1;
  return DT_CONTINUE;
}
static unsigned int random_state = 20261115;
static double random_in(double low, double high) {
  random_state = random_state * 1664525u + 1013904223u;
  return low + (high - low) * ((random_state >> 8) / 16777216.0);
}

static void same_as_all_pairs(void) {
  DT_ShapeHandle shapes[KINDS];
  DT_ObjectHandle objects[MANY];
  int i, j, frame, hits = 0, misses = 0;
  shapes[0] = DT_NewBox(1, 1, 1);
  shapes[1] = DT_NewSphere(0.6f);
  shapes[2] = DT_NewCylinder(0.5f, 1);
  shapes[3] = DT_NewCone(0.5f, 1);
  shapes[4] = DT_NewComplexShape(NULL); /* a triangle and, beside it, a solid tetrahedron */
  for (i = 0; i < 7; ++i) {
    DT_Vector3 v;
    for (j = 0; j < 3; ++j) v[j] = (DT_Scalar)random_in(-0.8, 0.8);
    DT_Vertex(v);
    if (i == 2 || i == 6) DT_End();
  }
  DT_EndComplexShape();
  shapes[5] = DT_NewMinkowski(shapes[1], shapes[2]);
  scene = DT_CreateScene();
  table = DT_CreateRespTable();
  DT_AddDefaultResponse(table, mark, DT_SIMPLE_RESPONSE, NULL);
  for (i = 0; i < MANY; ++i) {
    index_of[i] = i;
    objects[i] = DT_CreateObject(&index_of[i], shapes[i % KINDS]);
    DT_SetMargin(objects[i], i % 7 == 0 ? 0.2f : 0);
    DT_AddObject(scene, objects[i]);
    DT_SetResponseClass(table, objects[i], 0);
  }
  for (frame = 0; frame < 20; ++frame) {
    DT_Count expected = 0;
    for (i = 0; i < MANY; ++i) {
      DT_Vector3 p;
      DT_Quaternion q;
      if ((i + frame) % 3 == 0 && frame > 0) continue; /* a third stays */
      for (j = 0; j < 3; ++j) p[j] = (DT_Scalar)random_in(-3, 3);
      for (j = 0; j < 4; ++j) q[j] = (DT_Scalar)random_in(-1, 1);
      DT_SetPosition(objects[i], p);
      DT_SetOrientation(objects[i], q);
    }
    memset(met, 0, sizeof met);
    {
      const DT_Count found = DT_Test(scene, table);
      for (i = 0; i < MANY; ++i)
        for (j = i + 1; j < MANY; ++j) {
          DT_Vector3 p;
          const DT_Bool meets = DT_GetCommonPoint(objects[i], objects[j], p);
          CHECK(met[i][j] == meets);
          expected += meets ? 1 : 0;
        }
      CHECK(found == expected);
      hits += (int)expected;
      misses += MANY * (MANY - 1) / 2 - (int)expected;
    }
  }
  CHECK(hits > 200);
  CHECK(misses > 200);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  for (i = 0; i < MANY; ++i) DT_DestroyObject(objects[i]);
  for (i = 0; i < KINDS; ++i) DT_DeleteShape(shapes[i]);
  CHECK_NO_ERROR();
}

/* Pairs that were apart are not asked again before they can have met: by small steps and turns, changes of
 * margins, and vertices that move, no contact comes late. */
#define FEW 12
static void as_objects_come_near(void) {
  float points[4][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
  const DT_Index corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
  DT_ShapeHandle shapes[KINDS];
  DT_ObjectHandle objects[FEW];
  DT_Vector3 p[FEW];
  DT_Quaternion q[FEW];
  DT_VertexBaseHandle base = DT_NewVertexBase(points, 0);
  int i, j, frame, hits = 0, misses = 0, begins = 0;
  int was_met[FEW][FEW];
  shapes[0] = DT_NewBox(1, 1, 1);
  shapes[1] = DT_NewSphere(0.6f);
  shapes[2] = DT_NewCylinder(0.5f, 1);
  shapes[3] = DT_NewComplexShape(base);
  DT_VertexIndices(3, corners[0]);
  DT_VertexIndices(3, corners[1]);
  DT_EndComplexShape();
  shapes[4] = DT_NewComplexShape(base);
  DT_VertexRange(0, 4);
  DT_EndComplexShape();
  shapes[5] = DT_NewCone(0.5f, 1);
  scene = DT_CreateScene();
  table = DT_CreateRespTable();
  DT_AddDefaultResponse(table, mark, DT_DEPTH_RESPONSE, NULL);
  for (i = 0; i < FEW; ++i) {
    index_of[i] = i;
    objects[i] = DT_CreateObject(&index_of[i], shapes[i % KINDS]);
    DT_AddObject(scene, objects[i]);
    DT_SetResponseClass(table, objects[i], 0);
    for (j = 0; j < 3; ++j) p[i][j] = (DT_Scalar)random_in(-1.5, 1.5);
    for (j = 0; j < 4; ++j) q[i][j] = (DT_Scalar)random_in(-1, 1);
  }
  for (frame = 0; frame < 200; ++frame) {
    for (i = 0; i < FEW; ++i) {
      for (j = 0; j < 3; ++j) p[i][j] = (DT_Scalar)(0.98 * p[i][j] + random_in(-0.06, 0.06));
      for (j = 0; j < 4; ++j) q[i][j] += (DT_Scalar)random_in(-0.03, 0.03);
      DT_SetPosition(objects[i], p[i]);
      DT_SetOrientation(objects[i], q[i]);
      if (i % 4 == 0) DT_SetMargin(objects[i], (DT_Scalar)random_in(0, 0.3));
    }
    if (frame % 10 == 9) {
      for (i = 0; i < 4; ++i) points[i][1] = (float)random_in(-0.5, 0.5);
      DT_ChangeVertexBase(base, points);
    }
    memset(met, 0, sizeof met);
    DT_Test(scene, table);
    for (i = 0; i < FEW; ++i)
      for (j = i + 1; j < FEW; ++j) {
        DT_Vector3 at_a, at_b;
        const int meets = DT_GetPenDepth(objects[i], objects[j], at_a, at_b) == DT_TRUE;
        CHECK(met[i][j] == meets);
        begins += frame > 0 && meets && !was_met[i][j];
        was_met[i][j] = meets;
        hits += meets;
        misses += !meets;
      }
  }
  CHECK(hits > 500);
  CHECK(misses > 500);
  CHECK(begins > 100);
  DT_DestroyScene(scene);
  DT_DestroyRespTable(table);
  for (i = 0; i < FEW; ++i) DT_DestroyObject(objects[i]);
  for (i = 0; i < KINDS; ++i) DT_DeleteShape(shapes[i]);
  DT_DeleteVertexBase(base);
  CHECK_NO_ERROR();
}

/* Of several ways out that are equally short, every test of a scene in which nothing moved tells the same
 * one. */
static void unchanged_scenes(void) {
  const DT_Vector3 still = {0, 0, 0}, as_large = {1, 1, 1};
  const DT_Quaternion upright = {0, 0, 0, 1};
  DT_ShapeHandle shapes[4];
  int i, k;
  shapes[0] = DT_NewBox(2, 2, 2);
  shapes[1] = DT_NewSphere(1);
  shapes[2] = DT_NewCylinder(1, 2);
  shapes[3] = DT_NewCone(1, 2);
  for (i = 0; i < 16; ++i) {
    DT_ObjectHandle a = DT_CreateObject(&names[0], shapes[i % 4]);
    DT_ObjectHandle b = DT_CreateObject(&names[1], shapes[i / 4]);
    DT_CollData first;
    set_up(0, 1);
    DT_AddDefaultResponse(table, on_a, DT_DEPTH_RESPONSE, NULL);
    DT_AddObject(scene, a);
    DT_AddObject(scene, b);
    DT_SetResponseClass(table, a, 0);
    DT_SetResponseClass(table, b, 0);
    CHECK(DT_Test(scene, table) == 1);
    first = last_data;
    for (k = 0; k < 5; ++k) {
      if (k > 1) { /* a frame that sets all anew, to what it was */
        DT_SetPosition(a, still);
        DT_SetOrientation(a, upright);
        DT_SetScaling(a, as_large);
      }
      CHECK(DT_Test(scene, table) == 1);
      CHECK(memcmp(&first, &last_data, sizeof first) == 0);
    }
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    tear_down();
  }
  for (i = 0; i < 4; ++i) DT_DeleteShape(shapes[i]);
}

/* A vertex needs twelve bytes. */
static void strides(void) {
  static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  CHECK(DT_NewVertexBase(points, 4) == NULL);
  CHECK(strstr(DT_LastError(), "stride") != NULL);
}

int main(void) {
  pairs_of_a_scene();
  levels_add_up();
  classes_to_come();
  types_and_data();
  done_ends_the_test();
  calls_without_test();
  several_scenes_and_tables();
  complex_shapes();
  same_as_all_pairs();
  as_objects_come_near();
  unchanged_scenes();
  strides();
  FINISH();
}
