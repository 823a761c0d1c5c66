/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* Shapes: sizes and axes, the algebra, vertex bases, complex shapes, polytopes, refit. */

#include "check.h"

DEFINE_AT

static void check_box_of(DT_ShapeHandle shape, double x0, double y0, double z0, double x1, double y1,
                         double z1) {
  DT_Vector3 min, max;
  DT_ObjectHandle object = DT_CreateObject(NULL, shape);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, x0, y0, z0);
  CHECK_VECTOR(max, x1, y1, z1);
  DT_DestroyObject(object);
}

static double distance_to(DT_ShapeHandle shape, double x, double y, double z) {
  const DT_Vector3 origin = {0, 0, 0};
  DT_Vector3 p, q;
  DT_ShapeHandle point = DT_NewPoint(origin);
  DT_ObjectHandle a = DT_CreateObject(NULL, shape), b = at(point, x, y, z);
  const double d = DT_GetClosestPair(a, b, p, q);
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(point);
  return d;
}

static void primitives(void) {
  const DT_Vector3 p = {1, 2, 3}, q = {-1, 5, 3};
  DT_ShapeHandle box = DT_NewBox(2, 4, 6), cone = DT_NewCone(1, 4), cylinder = DT_NewCylinder(1, 4);
  DT_ShapeHandle sphere = DT_NewSphere(2), point = DT_NewPoint(p), segment = DT_NewLineSegment(p, q);
  check_box_of(box, -1, -2, -3, 1, 2, 3); /* full lengths */
  check_box_of(cone, -1, -2, -1, 1, 2, 1);
  CHECK_NEAR(distance_to(cone, 0, 3, 0), 1);  /* the apex is at y = +2 */
  CHECK_NEAR(distance_to(cone, 0, -3, 0), 1); /* the base disc at y = -2 */
  CHECK(distance_to(cone, 0.9, 2, 0) > 0.5);
  CHECK(distance_to(cone, 0.9, -2, 0) == 0);
  check_box_of(cylinder, -1, -2, -1, 1, 2, 1);
  CHECK_NEAR(distance_to(cylinder, 0, 5, 0), 3);
  CHECK_NEAR(distance_to(cylinder, 3, 1, 0), 2);
  check_box_of(sphere, -2, -2, -2, 2, 2, 2);
  check_box_of(point, 1, 2, 3, 1, 2, 3);
  check_box_of(segment, -1, 2, 3, 1, 5, 3);
  DT_DeleteShape(box);
  DT_DeleteShape(cone);
  DT_DeleteShape(cylinder);
  DT_DeleteShape(sphere);
  DT_DeleteShape(point);
  DT_DeleteShape(segment);
  DT_DeleteShape(NULL);
  CHECK_NO_ERROR();
}

static void flat_and_refused_sizes(void) {
  DT_ShapeHandle ground = DT_NewBox(10, 0, 10), dot = DT_NewSphere(0);
  CHECK_NEAR(distance_to(ground, 0, 1, 0), 1);
  CHECK(distance_to(ground, 4, 0, 4) == 0);
  CHECK_NEAR(distance_to(dot, 0, 1, 0), 1);
  DT_DeleteShape(ground);
  DT_DeleteShape(dot);
  CHECK_NO_ERROR();
  CHECK(DT_NewBox(-1, 1, 1) == NULL);
  CHECK_REFUSED("DT_NewBox", "half_extents");
  CHECK(DT_NewSphere((DT_Scalar)sqrt(-1.0)) == NULL);
  CHECK_REFUSED("DT_NewSphere", "radius");
  CHECK(DT_NewCone(1, -1) == NULL);
  CHECK_REFUSED("DT_NewCone", "half_height");
  CHECK(DT_NewCylinder(-1, 1) == NULL);
  CHECK_REFUSED("DT_NewCylinder", "radius");
  CHECK(DT_NewPoint(NULL) == NULL);
  CHECK_REFUSED("DT_NewPoint", "null");
}

static DT_ShapeHandle triangle(void) {
  const DT_Vector3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0};
  DT_ShapeHandle shape = DT_NewComplexShape(NULL);
  DT_Begin();
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_End();
  DT_EndComplexShape();
  return shape;
}

static void algebra(void) {
  const DT_Vector3 a = {0, -1, 0}, b = {0, 1, 0};
  DT_ShapeHandle segment = DT_NewLineSegment(a, b), sphere = DT_NewSphere(1), box = DT_NewBox(2, 2, 2);
  DT_ShapeHandle capsule = DT_NewMinkowski(segment, sphere), both, nested, complex_shape = triangle();
  check_box_of(capsule, -1, -2, -1, 1, 2, 1);
  CHECK_NEAR(distance_to(capsule, 3, 0.5, 0), 2);
  both = DT_NewHull(capsule, box);
  check_box_of(both, -1, -2, -1, 1, 2, 1);
  CHECK(distance_to(both, 1, 1, 1) == 0);
  nested = DT_NewMinkowski(both, sphere);
  check_box_of(nested, -2, -3, -2, 2, 3, 2);
  CHECK_NO_ERROR();
  CHECK(DT_NewMinkowski(complex_shape, sphere) == NULL);
  CHECK_REFUSED("DT_NewMinkowski", "");
  CHECK(DT_NewHull(sphere, complex_shape) == NULL);
  CHECK_REFUSED("DT_NewHull", "");
  /* Operands may be deleted before what was made of them. */
  DT_DeleteShape(segment);
  DT_DeleteShape(sphere);
  DT_DeleteShape(box);
  DT_DeleteShape(capsule);
  DT_DeleteShape(both);
  check_box_of(nested, -2, -3, -2, 2, 3, 2);
  DT_DeleteShape(nested);
  DT_DeleteShape(complex_shape);
  CHECK_NO_ERROR();
}

/* A cube of side 2 made of twelve triangles, hollow. */
static float cube_vertices[8][4];
static const DT_Index cube_triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                               {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                               {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

static void make_cube_vertices(double half) {
  int i;
  for (i = 0; i < 8; ++i) {
    cube_vertices[i][0] = (float)((i & 1) != 0 ? half : -half);
    cube_vertices[i][1] = (float)((i & 2) != 0 ? half : -half);
    cube_vertices[i][2] = (float)((i & 4) != 0 ? half : -half);
    cube_vertices[i][3] = 1e9f; /* not part of a vertex: the stride leaps over it */
  }
}

static DT_ShapeHandle mesh_cube(DT_VertexBaseHandle base) {
  int i;
  DT_ShapeHandle shape = DT_NewComplexShape(base);
  for (i = 0; i < 12; ++i) DT_VertexIndices(3, cube_triangles[i]);
  DT_EndComplexShape();
  return shape;
}

static void meshes_are_hollow(void) {
  DT_VertexBaseHandle base;
  DT_ShapeHandle mesh, solid = DT_NewBox(2, 2, 2);
  make_cube_vertices(1);
  base = DT_NewVertexBase(cube_vertices, sizeof cube_vertices[0]);
  mesh = mesh_cube(base);
  check_box_of(mesh, -1, -1, -1, 1, 1, 1);
  CHECK_NEAR(distance_to(mesh, 0.25, 0, 0), 0.75);
  CHECK(distance_to(solid, 0.25, 0, 0) == 0);
  CHECK_NEAR(distance_to(mesh, 3, 0, 0), 2);
  DT_DeleteShape(mesh);
  DT_DeleteShape(solid);
  DT_DeleteVertexBase(base);
  DT_DeleteVertexBase(NULL);
  CHECK_NO_ERROR();
}

static void deformation(void) {
  DT_Vector3 min, max;
  float other[8][4];
  int i, k;
  DT_VertexBaseHandle base;
  DT_ShapeHandle mesh;
  DT_ObjectHandle object;
  make_cube_vertices(1);
  base = DT_NewVertexBase(cube_vertices, sizeof cube_vertices[0]);
  mesh = mesh_cube(base);
  object = DT_CreateObject(NULL, mesh);
  make_cube_vertices(2);
  DT_ChangeVertexBase(base, cube_vertices); /* same array, new numbers */
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 2, 2, 2);
  for (i = 0; i < 8; ++i)
    for (k = 0; k < 4; ++k) other[i][k] = cube_vertices[i][k] * 2;
  DT_ChangeVertexBase(base, other); /* another array */
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, -4, -4, -4);
  CHECK_NEAR(distance_to(mesh, 10, 0, 0), 6);
  CHECK_NO_ERROR();
  other[3][1] = (float)sqrt(-1.0);
  DT_ChangeVertexBase(base, other); /* refused: nothing changes */
  CHECK_REFUSED("DT_ChangeVertexBase", "NaN");
  CHECK_NEAR(distance_to(mesh, 10, 0, 0), 6);
  DT_ChangeVertexBase(base, NULL);
  CHECK_REFUSED("DT_ChangeVertexBase", "null");
  /* The shape goes, its object stays, and still follows the array. */
  DT_DeleteShape(mesh);
  make_cube_vertices(1);
  DT_ChangeVertexBase(base, cube_vertices);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 1, 1, 1);
  DT_DeleteVertexBase(base);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 1, 1, 1);
  DT_DestroyObject(object);
  CHECK_NO_ERROR();
}

/* A point, a segment, a triangle, a square and a tetrahedron in one shape, by numbers of a packed array. */
static void mixed_pieces(void) {
  float v[10][3] = {{0, 0, 0},  {5, 0, 0},  {5, 2, 0},  {10, 0, 0}, {11, 0, 0},
                    {10, 1, 0}, {11, 1, 0}, {10, 0, 1}, {15, 0, 0}, {15, 1, 1}};
  const DT_Index square[4] = {3, 6, 4, 5}; /* in no order */
  DT_VertexBaseHandle base = DT_NewVertexBase(v, 0);
  DT_ShapeHandle shape = DT_NewComplexShape(base);
  int i;
  DT_VertexRange(0, 1);
  DT_VertexRange(1, 2);
  DT_VertexIndices(4, square);
  DT_Begin();
  DT_VertexIndex(8);
  DT_VertexIndex(9);
  DT_VertexIndex(2);
  DT_End();
  DT_VertexRange(3, 5);
  DT_EndComplexShape();
  CHECK_NO_ERROR();
  CHECK_NEAR(distance_to(shape, 0, 3, 0), 3);
  CHECK_NEAR(distance_to(shape, 4, 1, 0), 1);
  CHECK(distance_to(shape, 10.5, 0.5, 0) == 0);
  CHECK_NEAR(distance_to(shape, 10.9, 0.9, 0), 0); /* in the square */
  CHECK(distance_to(shape, 10.1, 0.1, 0.1) == 0);  /* in the solid piece */
  check_box_of(shape, 0, 0, 0, 15, 2, 1);
  for (i = 0; i < 10; ++i) v[i][2] += 1;
  DT_ChangeVertexBase(base, v);
  check_box_of(shape, 0, 0, 1, 15, 2, 2);
  CHECK_NEAR(distance_to(shape, 0, 3, 1), 3);
  DT_DeleteVertexBase(base);
  DT_DeleteShape(shape);
  CHECK_NO_ERROR();
}

static void order_of_definition(void) {
  const DT_Vector3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0}, d = {0, 0, 1};
  DT_ShapeHandle open, same, polytope, used;
  /* Vertices without an open definition are refused and do not get into the next shape. */
  DT_Vertex(d);
  CHECK_REFUSED("DT_Vertex", "being defined");
  DT_VertexIndex(7);
  CHECK_REFUSED("DT_VertexIndex", "being defined");
  DT_EndComplexShape();
  DT_EndPolytope();
  CHECK_NO_ERROR(); /* ends without a beginning are nothing */
  open = DT_NewComplexShape(NULL);
  same = DT_NewComplexShape(NULL);
  CHECK(open == same);
  CHECK_REFUSED("DT_NewComplexShape", "being defined");
  DT_Vertex(a); /* DT_Begin does nothing: this belongs to the piece that DT_End closes */
  DT_Begin();
  DT_Vertex(b);
  /* A polytope may be defined in between. */
  polytope = DT_NewPolytope(NULL);
  DT_Vertex(a);
  DT_Vertex(d);
  DT_End(); /* ignored in a polytope */
  CHECK(DT_CreateObject(NULL, polytope) == NULL);
  CHECK_REFUSED("DT_CreateObject", "not closed");
  DT_EndPolytope();
  check_box_of(polytope, 0, 0, 0, 0, 0, 1);
  DT_Vertex(c);
  DT_End();
  DT_Vertex(d); /* never closed: left out, and not in the next shape */
  DT_EndComplexShape();
  CHECK_REFUSED("DT_EndComplexShape", "left out");
  check_box_of(open, 0, 0, 0, 1, 1, 0);
  used = triangle();
  check_box_of(used, 0, 0, 0, 1, 1, 0);
  DT_DeleteShape(open);
  DT_DeleteShape(polytope);
  DT_DeleteShape(used);
  CHECK_NO_ERROR();
}

static void empty_definitions(void) {
  DT_ShapeHandle shape = DT_NewComplexShape(NULL);
  DT_End();
  CHECK_REFUSED("DT_End", "without vertices");
  DT_VertexIndices(0, NULL);
  CHECK_REFUSED("DT_VertexIndices", "zero");
  DT_EndComplexShape();
  CHECK_REFUSED("DT_EndComplexShape", "without pieces");
  CHECK(DT_CreateObject(NULL, shape) == NULL);
  CHECK_REFUSED("DT_CreateObject", "refused");
  DT_DeleteShape(shape);
  shape = DT_NewPolytope(NULL);
  DT_EndPolytope();
  CHECK_REFUSED("DT_EndPolytope", "without vertices");
  CHECK(DT_NewHull(shape, shape) == NULL);
  CHECK_REFUSED("DT_NewHull", "refused");
  DT_DeleteShape(shape);
  shape = DT_NewComplexShape(NULL);
  DT_VertexRange(3, 3); /* numbers of vertices that were never given */
  DT_EndComplexShape();
  CHECK_REFUSED("DT_EndComplexShape", "not given");
  DT_DeleteShape(shape);
  CHECK_NO_ERROR();
}

/* A hexagonal pyramid with its apex first, a 24-gon prism, flat and straight sets: the original leaves the
 * process. */
static void polytopes_that_ended_the_process(void) {
  const double pi = 3.14159265358979324;
  DT_Vector3 v;
  int i;
  DT_ShapeHandle shape = DT_NewPolytope(NULL);
  v[0] = 0, v[1] = 2, v[2] = 0;
  DT_Vertex(v);
  for (i = 0; i < 6; ++i) {
    v[0] = (DT_Scalar)cos(pi * i / 3), v[1] = 0, v[2] = (DT_Scalar)sin(pi * i / 3);
    DT_Vertex(v);
  }
  DT_EndPolytope();
  CHECK_NEAR(distance_to(shape, 0, 3, 0), 1);
  CHECK(distance_to(shape, 0, 1, 0) == 0);
  DT_DeleteShape(shape);

  shape = DT_NewPolytope(NULL);
  for (i = 0; i < 48; ++i) {
    v[0] = (DT_Scalar)cos(pi * i / 12), v[1] = i < 24 ? -1.0f : 1.0f, v[2] = (DT_Scalar)sin(pi * i / 12);
    DT_Vertex(v);
  }
  DT_EndPolytope();
  CHECK_NEAR(distance_to(shape, 3, 0.5, 0), 2);
  DT_DeleteShape(shape);

  shape = DT_NewPolytope(NULL);
  for (i = 0; i < 5; ++i) {
    v[0] = (DT_Scalar)i, v[1] = 0, v[2] = 0;
    DT_Vertex(v);
  }
  DT_EndPolytope();
  CHECK_NEAR(distance_to(shape, 2.5, 1, 0), 1);
  DT_DeleteShape(shape);

  shape = DT_NewPolytope(NULL); /* one vertex */
  v[0] = v[1] = v[2] = 1;
  DT_Vertex(v);
  DT_EndPolytope();
  check_box_of(shape, 1, 1, 1, 1, 1, 1);
  DT_DeleteShape(shape);
  CHECK_NO_ERROR();
}

static void polytopes_are_copies(void) {
  float v[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  DT_VertexBaseHandle base = DT_NewVertexBase(v, 0);
  DT_ShapeHandle shape = DT_NewPolytope(base);
  DT_VertexRange(0, 2);
  DT_VertexIndex(2);
  DT_VertexRange(3, 1);
  DT_EndPolytope();
  v[1][0] = 9;
  DT_ChangeVertexBase(base, v);
  check_box_of(shape, 0, 0, 0, 1, 1, 1);
  DT_DeleteVertexBase(base);
  DT_DeleteShape(shape);
  CHECK_NO_ERROR();
}

/* A base without an array: vertices by value, and the base stays the caller's. */
static void base_without_array(void) {
  DT_VertexBaseHandle base = DT_NewVertexBase(NULL, 0);
  const DT_Vector3 a = {1, 1, 1}, b = {2, 1, 1};
  DT_ShapeHandle shape = DT_NewComplexShape(base);
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(a); /* equal to one of the last 20: the same vertex */
  DT_End();
  DT_VertexRange(0, 2);
  DT_EndComplexShape();
  check_box_of(shape, 1, 1, 1, 2, 1, 1);
  DT_DeleteShape(shape);
  DT_DeleteVertexBase(base);
  CHECK_NO_ERROR();
}

int main(void) {
  primitives();
  flat_and_refused_sizes();
  algebra();
  meshes_are_hollow();
  deformation();
  mixed_pieces();
  order_of_definition();
  empty_definitions();
  polytopes_that_ended_the_process();
  polytopes_are_copies();
  base_without_array();
  FINISH();
}
