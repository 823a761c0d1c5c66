/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* Rays against objects of every shape, and against scenes. */

#include "check.h"

DEFINE_AT

static DT_Scalar param;
static DT_Vector3 normal;

static void aim(DT_Vector3 source, DT_Vector3 target, double x0, double y0, double z0, double x1, double y1,
                double z1) {
  source[0] = (DT_Scalar)x0, source[1] = (DT_Scalar)y0, source[2] = (DT_Scalar)z0;
  target[0] = (DT_Scalar)x1, target[1] = (DT_Scalar)y1, target[2] = (DT_Scalar)z1;
}

/* From x = -10 towards x = 0, at (y, z). */
static DT_Bool shoot(DT_ObjectHandle object, double y, double z, double most) {
  DT_Vector3 source, target;
  aim(source, target, -10, y, z, 0, y, z);
  param = -1;
  normal[0] = normal[1] = normal[2] = -1;
  return DT_ObjectRayCast(object, source, target, (DT_Scalar)most, &param, normal);
}

static void check_hit(DT_ShapeHandle shape, double y, double z, double t, double nx, double ny) {
  DT_ObjectHandle object = DT_CreateObject(NULL, shape);
  CHECK(shoot(object, y, z, 1) == DT_TRUE);
  CHECK_NEAR(param, t);
  CHECK_VECTOR(normal, nx, ny, 0);
  DT_DestroyObject(object);
}

static void every_shape(void) {
  const DT_Vector3 a = {-1, -1, -1}, b = {-1, 1, 1}, c = {-1, -1, 1}, d = {1, 1, -1}, o = {0, 0, 0};
  DT_ShapeHandle sphere = DT_NewSphere(2), box = DT_NewBox(2, 2, 2), cylinder = DT_NewCylinder(1, 2);
  DT_ShapeHandle cone = DT_NewCone(1, 2), hull, sum, polytope, mesh, mixed, point;
  check_hit(sphere, 0, 0, 0.8, -1, 0);
  check_hit(box, 0.5, 0.5, 0.9, -1, 0);
  check_hit(cylinder, 0.5, 0, 0.9, -1, 0);
  check_hit(cone, 0, 0, 0.95, -2 / sqrt(5.0), 1 / sqrt(5.0)); /* halfway up: radius 0.5, slope 2 */
  hull = DT_NewHull(sphere, box);
  check_hit(hull, 0, 0, 0.8, -1, 0);
  sum = DT_NewMinkowski(sphere, box);
  check_hit(sum, 0.5, 0.5, 0.7, -1, 0);
  polytope = DT_NewPolytope(NULL);
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_Vertex(d);
  DT_EndPolytope();
  check_hit(polytope, -0.5, 0.5, 0.9, -1, 0);
  mesh = DT_NewComplexShape(NULL);
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_End();
  DT_EndComplexShape();
  check_hit(mesh, -0.5, 0.5, 0.9, -1, 0);
  mixed = DT_NewComplexShape(NULL); /* a tetrahedron as a piece */
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_Vertex(d);
  DT_End();
  DT_EndComplexShape();
  check_hit(mixed, -0.5, 0.5, 0.9, -1, 0);
  point = DT_NewPoint(o);
  {
    DT_ObjectHandle round = DT_CreateObject(NULL, point);
    CHECK(shoot(round, 0.5, 0, 1) == DT_FALSE);
    DT_SetMargin(round, 1); /* margins count */
    CHECK(shoot(round, 0, 0, 1) == DT_TRUE);
    CHECK_NEAR(param, 0.9);
    CHECK_VECTOR(normal, -1, 0, 0);
    DT_DestroyObject(round);
  }
  DT_DeleteShape(sphere);
  DT_DeleteShape(box);
  DT_DeleteShape(cylinder);
  DT_DeleteShape(cone);
  DT_DeleteShape(hull);
  DT_DeleteShape(sum);
  DT_DeleteShape(polytope);
  DT_DeleteShape(mesh);
  DT_DeleteShape(mixed);
  DT_DeleteShape(point);
  CHECK_NO_ERROR();
}

static void range_of_parameters(void) {
  const DT_Scalar infinite = (DT_Scalar)HUGE_VAL;
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), sphere = DT_NewSphere(1);
  DT_ObjectHandle boxed = at(box, 21, 0, 0), round = at(sphere, 21, 0, 0); /* begin at x = 20: t = 3 */
  CHECK(shoot(boxed, 0, 0, 1) == DT_FALSE);
  CHECK(param == -1 && normal[0] == -1);   /* untouched */
  CHECK(shoot(boxed, 0, 0, 4) == DT_TRUE); /* beyond the target */
  CHECK_NEAR(param, 3);
  CHECK(shoot(boxed, 0, 0, FLT_MAX) == DT_TRUE);
  CHECK_NEAR(param, 3);
  CHECK(shoot(boxed, 0, 0, infinite) == DT_TRUE);
  CHECK_NEAR(param, 3);
  CHECK(shoot(round, 0, 0, infinite) == DT_TRUE);
  CHECK_NEAR(param, 3);
  CHECK(shoot(boxed, 0, 0, 3) == DT_TRUE); /* at the very end */
  CHECK(shoot(boxed, 0, 0, 2.9) == DT_FALSE);
  CHECK(shoot(boxed, 3, 0, infinite) == DT_FALSE);
  CHECK_NO_ERROR();
  CHECK(shoot(boxed, 0, 0, -1) == DT_FALSE);
  CHECK_REFUSED("DT_ObjectRayCast", "max_param");
  CHECK(shoot(boxed, 0, 0, sqrt(-1.0)) == DT_FALSE);
  CHECK_REFUSED("DT_ObjectRayCast", "max_param");
  DT_DestroyObject(boxed);
  DT_DestroyObject(round);
  DT_DeleteShape(box);
  DT_DeleteShape(sphere);
}

static void inside_and_still(void) {
  const DT_Vector3 stretch = {2, 1, 1};
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), sphere = DT_NewSphere(1), mesh = DT_NewComplexShape(NULL);
  DT_ObjectHandle boxed = at(box, 0, 0, 0), round = at(sphere, 0, 0, 0), wall;
  DT_Vector3 s, t;
  aim(s, t, 1, -1, -1, 1, 1, 1);
  DT_Vertex(s);
  DT_Vertex(t);
  aim(s, t, 1, -1, 1, 0, 0, 0);
  DT_Vertex(s);
  DT_End();
  DT_EndComplexShape();
  wall = at(mesh, 0, 0, 0);
  aim(s, t, 0, 0, 0, 5, 0, 0);
  CHECK(DT_ObjectRayCast(boxed, s, t, 1, &param, normal) == DT_TRUE);
  CHECK(param == 0);
  CHECK_VECTOR(normal, 0, 0, 0);
  CHECK(DT_ObjectRayCast(round, s, t, 1, &param, normal) == DT_TRUE);
  CHECK(param == 0);
  aim(s, t, 0, -0.5, 0.5, 5, -0.5, 0.5); /* the far wall of a mesh, facing the source */
  CHECK(DT_ObjectRayCast(wall, s, t, 1, &param, normal) == DT_TRUE);
  CHECK_NEAR(param, 0.2);
  CHECK_VECTOR(normal, -1, 0, 0);
  aim(s, t, 5, -0.5, 0.5, 0, -0.5, 0.5); /* two-sided */
  CHECK(DT_ObjectRayCast(wall, s, t, 1, &param, normal) == DT_TRUE);
  CHECK_VECTOR(normal, 1, 0, 0);
  aim(s, t, 1, -5, 0.5, 1, 5, 0.5); /* in its plane: a miss */
  CHECK(DT_ObjectRayCast(wall, s, t, 1, &param, normal) == DT_FALSE);
  aim(s, t, 3, 0, 0, 3, 0, 0); /* no length: whether the source is inside */
  CHECK(DT_ObjectRayCast(round, s, t, 1, &param, normal) == DT_FALSE);
  CHECK(DT_ObjectRayCast(boxed, s, t, 1, &param, normal) == DT_FALSE);
  aim(s, t, 0.5, 0, 0, 0.5, 0, 0);
  CHECK(DT_ObjectRayCast(round, s, t, 1, &param, normal) == DT_TRUE);
  CHECK(param == 0);
  /* Normals under scaling: x²/4 + y² = 1 at (sqrt 2, sqrt ½) has the normal (sqrt 2 / 4, sqrt ½). */
  DT_SetScaling(round, stretch);
  aim(s, t, 5, sqrt(0.5), 0, 0, sqrt(0.5), 0);
  CHECK(DT_ObjectRayCast(round, s, t, 1, &param, normal) == DT_TRUE);
  CHECK_VECTOR(normal, 1 / sqrt(5.0), 2 / sqrt(5.0), 0);
  DT_DestroyObject(boxed);
  DT_DestroyObject(round);
  DT_DestroyObject(wall);
  DT_DeleteShape(box);
  DT_DeleteShape(sphere);
  DT_DeleteShape(mesh);
  CHECK_NO_ERROR();
}

static void scenes(void) {
  int near_client, far_client, other;
  DT_ShapeHandle box = DT_NewBox(2, 2, 2);
  DT_SceneHandle scene = DT_CreateScene();
  DT_ObjectHandle near_box = DT_CreateObject(&near_client, box), far_box = DT_CreateObject(&far_client, box);
  DT_ObjectHandle nobody = DT_CreateObject(NULL, box);
  DT_Vector3 s, t;
  aim(s, t, 5, 0, 0, 15, 0, 0);
  DT_SetPosition(near_box, s);
  DT_SetPosition(far_box, t);
  DT_AddObject(scene, far_box);
  DT_AddObject(scene, near_box);
  aim(s, t, 0, 0, 0, 10, 0, 0);
  param = -1;
  CHECK(DT_RayCast(scene, NULL, s, t, 2, &param, normal) == &near_client);
  CHECK_NEAR(param, 0.4);
  CHECK_VECTOR(normal, -1, 0, 0);
  CHECK(DT_RayCast(scene, &near_client, s, t, 2, &param, normal) == &far_client);
  CHECK_NEAR(param, 1.4);
  CHECK(DT_RayCast(scene, &near_client, s, t, (DT_Scalar)HUGE_VAL, &param, normal) == &far_client);
  param = -1;
  CHECK(DT_RayCast(scene, &near_client, s, t, 1, &param, normal) == NULL);
  CHECK(param == -1);
  CHECK(DT_RayCast(scene, &other, s, t, 0.4f, &param, normal) == &near_client); /* at the very end */
  /* An object without a client: transparent when NULL is ignored, else it hides what is behind it. */
  DT_AddObject(scene, nobody);
  aim(s, t, -10, 0, 0, 10, 0, 0);
  CHECK(DT_RayCast(scene, NULL, s, t, 1, &param, normal) == &near_client);
  param = -1;
  CHECK(DT_RayCast(scene, &other, s, t, 1, &param, normal) == NULL);
  CHECK(param == -1);
  DT_DestroyObject(near_box);
  DT_DestroyObject(nobody);
  CHECK(DT_RayCast(scene, &other, s, t, 2, &param, normal) == &far_client);
  /* Moved: the scene follows at once. */
  aim(s, t, 0, 50, 0, 0, 0, 0);
  DT_SetPosition(far_box, s);
  aim(s, t, 0, 0, 0, 0, 100, 0);
  CHECK(DT_RayCast(scene, &other, s, t, 1, &param, normal) == &far_client);
  CHECK_NEAR(param, 0.49);
  DT_DestroyScene(scene);
  DT_DestroyObject(far_box);
  DT_DeleteShape(box);
  CHECK_NO_ERROR();
}

/* From a triangle in the plane x = 0: its normal, against the ray, wherever that goes. */
static void from_a_surface(void) {
  const DT_Vector3 a = {0, -1, -1}, b = {0, 3, -1}, c = {0, -1, 3};
  DT_Vector3 source, target;
  DT_ShapeHandle mesh = DT_NewComplexShape(NULL);
  DT_ObjectHandle object;
  int side;
  DT_Begin();
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_End();
  DT_EndComplexShape();
  object = DT_CreateObject(NULL, mesh);
  for (side = -1; side <= 1; side += 2) {
    aim(source, target, 0, 0.25, 0.25, side, 0.5, 0.25);
    CHECK(DT_ObjectRayCast(object, source, target, 1, &param, normal) == DT_TRUE);
    CHECK(param == 0);
    CHECK_VECTOR(normal, -side, 0, 0);
    CHECK(1 / normal[1] > 0 && 1 / normal[2] > 0); /* no minus zero */
  }
  DT_DestroyObject(object);
  DT_DeleteShape(mesh);
}

int main(void) {
  every_shape();
  range_of_parameters();
  inside_and_still();
  scenes();
  from_a_surface();
  FINISH();
}
