/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* A program for SOLID, in C: balls fall on a ground that is a mesh, and are pushed out of it. It compiles
 * against the original's headers as well, but for DT_LastError. Link with -lsolid3 (CMake: solid3::solid3).
 */

#include <SOLID.h>
#include <stdio.h>

typedef struct Ball {
  const char* name;
  DT_Vector3 position;
  DT_ObjectHandle object;
} Ball;

/* Corrections are collected while DT_Test runs, and applied afterwards. */
static DT_Bool push_out(void* client_data, void* client_object1, void* client_object2,
                        const DT_CollData* data) {
  Ball* ball = (Ball*)client_object1; /* of the lower class */
  int i;
  (void)client_data;
  (void)client_object2;
  for (i = 0; i < 3; ++i) ball->position[i] += data->normal[i];
  printf("  %s is pushed up by %.3f\n", ball->name, data->normal[1]);
  return DT_CONTINUE;
}

int main(void) {
  static const float vertices[4][3] = {{-5, 0, -5}, {5, 0, -5}, {5, 0, 5}, {-5, 0, 5}};
  static const DT_Index triangles[2][3] = {{0, 2, 1}, {0, 3, 2}};
  static Ball balls[2] = {{"red", {-1, 1.2f, 0}, NULL}, {"blue", {1, 1.35f, 0}, NULL}};
  DT_VertexBaseHandle base = DT_NewVertexBase(vertices, 0);
  DT_ShapeHandle mesh = DT_NewComplexShape(base), sphere;
  DT_SceneHandle scene = DT_CreateScene();
  DT_RespTableHandle table = DT_CreateRespTable();
  DT_ResponseClass ball_class = 0, ground_class = DT_GenResponseClass(table);
  DT_ObjectHandle ground;
  const DT_Vector3 above = {-1, 5, 0}, below = {-1, -5, 0};
  DT_Scalar t;
  DT_Vector3 normal;
  const char* error;
  Ball* hit;
  int i, frame;

  DT_VertexIndices(3, triangles[0]);
  DT_VertexIndices(3, triangles[1]);
  DT_EndComplexShape();
  sphere = DT_NewSphere(1);
  ground = DT_CreateObject(NULL, mesh);
  DT_AddObject(scene, ground);
  DT_SetResponseClass(table, ground, ground_class);
  for (i = 0; i < 2; ++i) {
    balls[i].object = DT_CreateObject(&balls[i], sphere);
    DT_AddObject(scene, balls[i].object);
    DT_SetResponseClass(table, balls[i].object, ball_class);
  }
  DT_AddPairResponse(table, ball_class, ground_class, push_out, DT_DEPTH_RESPONSE, NULL);

  for (frame = 0; frame < 3; ++frame) {
    for (i = 0; i < 2; ++i) {
      balls[i].position[1] -= 0.25f;
      DT_SetPosition(balls[i].object, balls[i].position);
    }
    printf("frame %d: %u pairs\n", frame, DT_Test(scene, table));
    for (i = 0; i < 2; ++i) DT_SetPosition(balls[i].object, balls[i].position);
  }

  hit = (Ball*)DT_RayCast(scene, NULL, above, below, 1, &t, normal);
  if (hit != NULL) printf("a ray from above hits %s at %.3f of its way\n", hit->name, t);

  DT_SetMargin(NULL, 1); /* a mistake */
  error = DT_LastError();
  printf("%s\n", error != NULL ? error : "no error");
  return 0;
}
