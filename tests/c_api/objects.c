/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* Objects: placement, scaling, matrices, margins, boxes; pairs of them. */

#include "check.h"

DEFINE_AT

static void set(DT_Vector3 v, double x, double y, double z) {
  v[0] = (DT_Scalar)x;
  v[1] = (DT_Scalar)y;
  v[2] = (DT_Scalar)z;
}

static void check_matrix(DT_ObjectHandle object, const double* expected) {
  float f[16];
  double d[16];
  int i;
  DT_GetMatrixf(object, f);
  DT_GetMatrixd(object, d);
  for (i = 0; i < 16; ++i) {
    CHECK_NEAR(f[i], expected[i]);
    CHECK_NEAR(d[i], expected[i]);
  }
}

static void placement(void) {
  const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const double moved[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
  const double turned[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
  const double scaled[16] = {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1};
  const double twice[16] = {0, 4, 0, 0, -9, 0, 0, 0, 0, 0, 16, 0, 1, 2, 3, 1};
  const double back[16] = {0, 4, 0, 0, -9, 0, 0, 0, 0, 0, 16, 0, 5, 5, 5, 1};
  const double dropped[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 5, 5, 1};
  const DT_Quaternion quarter = {0, 0, 3, 3}, unit = {0, 0, 0, 2}; /* of any length; the scalar part last */
  DT_ShapeHandle box = DT_NewBox(2, 2, 2);
  DT_ObjectHandle object = DT_CreateObject(NULL, box);
  DT_Vector3 v;
  check_matrix(object, identity);
  set(v, 1, 2, 3);
  DT_SetPosition(object, v);
  check_matrix(object, moved);
  DT_SetOrientation(object, quarter);
  check_matrix(object, turned);
  set(v, 2, 3, 4);
  DT_SetScaling(object, v); /* along local axes */
  check_matrix(object, scaled);
  DT_SetScaling(object, v); /* multiplies */
  check_matrix(object, twice);
  set(v, 5, 5, 5);
  DT_SetPosition(object, v); /* keeps the rest */
  check_matrix(object, back);
  DT_SetOrientation(object, unit); /* drops the scaling */
  check_matrix(object, dropped);
  DT_DestroyObject(object);
  DT_DestroyObject(NULL);
  DT_DeleteShape(box);
  CHECK_NO_ERROR();
}

static void matrices(void) {
  /* Shear and mirror; the last row is not read. */
  const float f[16] = {1, 0, 0, 7, 1, 1, 0, 7, 0, 0, -1, 7, 3, 0, 0, 7};
  const double clean[16] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, -1, 0, 3, 0, 0, 1};
  double d[16];
  DT_ShapeHandle box = DT_NewBox(2, 2, 2);
  DT_ObjectHandle object = DT_CreateObject(NULL, box);
  DT_Vector3 min, max;
  int i;
  DT_SetMatrixf(object, f);
  check_matrix(object, clean);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, 1, -1, -1);
  CHECK_VECTOR(max, 5, 1, 1);
  for (i = 0; i < 16; ++i) d[i] = f[i];
  d[12] = 4;
  DT_SetMatrixd(object, d);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 6, 1, 1);
  CHECK_NO_ERROR();
  DT_SetMatrixd(object, NULL);
  CHECK_REFUSED("DT_SetMatrixd", "null");
  d[0] = 1e308 * 10;
  DT_SetMatrixd(object, d);
  CHECK_REFUSED("DT_SetMatrixd", "m");
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 6, 1, 1); /* as it was */
  DT_DestroyObject(object);
  DT_DeleteShape(box);
}

/* Placements that flatten space are taken as they are, and said. */
static void flat_placements(void) {
  const DT_Vector3 flat = {1, 0, 1}, nothing = {0, 0, 0}, above = {0, 8, 0}, here = {0.5, 5, 0};
  const DT_Vector3 source = {0.25, 9, 0.25}, target = {0.25, -1, 0.25};
  const DT_Quaternion half = {0, 0, 1, 0}; /* about z: y turns round */
  const double flattened[16] = {-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1};
  double sheared[16] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1}; /* y goes along x */
  double zero[16] = {0};
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), ball = DT_NewSphere(1);
  DT_ObjectHandle object = DT_CreateObject(NULL, box), other = DT_CreateObject(NULL, ball);
  DT_Vector3 p, q, min, max;
  DT_Scalar t;
  set(p, 0, 5, 0);
  DT_SetPosition(object, p);
  DT_SetOrientation(object, half);
  CHECK_NO_ERROR();
  DT_SetScaling(object, flat);
  CHECK_REFUSED("DT_SetScaling", "flat");
  check_matrix(object, flattened);
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, -1, 5, -1);
  CHECK_VECTOR(max, 1, 5, 1);
  DT_SetPosition(other, above);
  CHECK_NEAR(DT_GetClosestPair(object, other, p, q), 2);
  CHECK_VECTOR(q, 0, 7, 0);
  DT_SetPosition(other, here);
  CHECK(DT_GetCommonPoint(object, other, p) == DT_TRUE);
  CHECK(DT_ObjectRayCast(object, source, target, 1, &t, p) == DT_TRUE);
  CHECK_NEAR(t, 0.4);
  CHECK_VECTOR(p, 0, 1, 0);
  DT_SetScaling(object, flat); /* still flat: zero stays zero */
  CHECK_REFUSED("DT_SetScaling", "flat");
  check_matrix(object, flattened);
  DT_SetMatrixd(object, sheared);
  CHECK_REFUSED("DT_SetMatrixd", "flat");
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, -2, 5, -1);
  CHECK_VECTOR(max, 2, 5, 1);
  DT_SetScaling(object, nothing); /* a point */
  CHECK_REFUSED("DT_SetScaling", "flat");
  DT_SetPosition(other, above);
  CHECK_NEAR(DT_GetClosestPair(object, other, p, q), 2);
  CHECK_VECTOR(p, 0, 5, 0);
  DT_SetMatrixd(object, zero);
  CHECK_REFUSED("DT_SetMatrixd", "flat");
  CHECK_NEAR(DT_GetClosestPair(object, other, p, q), 7);
  DT_SetOrientation(object, half); /* drops scaling: a box again */
  CHECK_NO_ERROR();
  CHECK_NEAR(DT_GetClosestPair(object, other, p, q), 6);
  DT_DestroyObject(object);
  DT_DestroyObject(other);
  DT_DeleteShape(box);
  DT_DeleteShape(ball);
}

static void margins_and_boxes(void) {
  const DT_Quaternion eighth = {0, 0, 0.38268343f, 0.92387953f};
  const DT_Vector3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0};
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), mesh = DT_NewComplexShape(NULL);
  DT_ObjectHandle object = DT_CreateObject(NULL, box), loose;
  DT_Vector3 min, max, v;
  DT_Vertex(a);
  DT_Vertex(b);
  DT_Vertex(c);
  DT_End();
  DT_EndComplexShape();
  loose = DT_CreateObject(NULL, mesh);
  set(v, 3, 3, 3);
  DT_SetScaling(object, v);
  DT_SetMargin(object, 0.5f); /* in world units: not scaled */
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(min, -3.5, -3.5, -3.5);
  CHECK_VECTOR(max, 3.5, 3.5, 3.5);
  DT_SetMargin(object, -1); /* counts as none */
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, 3, 3, 3);
  DT_SetOrientation(object, eighth); /* exact for a convex shape */
  DT_GetBBox(object, min, max);
  CHECK_VECTOR(max, sqrt(2.0), sqrt(2.0), 1);
  DT_SetOrientation(loose, eighth); /* the box of the turned local box */
  DT_GetBBox(loose, min, max);
  CHECK_VECTOR(min, -sqrt(0.5), 0, 0);
  CHECK_VECTOR(max, sqrt(0.5), sqrt(2.0), 0);
  DT_DestroyObject(object);
  DT_DestroyObject(loose);
  DT_DeleteShape(mesh);
  DT_DeleteShape(box);
  CHECK_NO_ERROR();
}

static void closest_pairs(void) {
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), sphere = DT_NewSphere(1);
  DT_ObjectHandle a = at(box, 0, 0, 0), b = at(sphere, 5, 0, 0);
  DT_Vector3 p, q;
  CHECK_NEAR(DT_GetClosestPair(a, b, p, q), 3);
  CHECK_VECTOR(p, 1, 0, 0);
  CHECK_VECTOR(q, 4, 0, 0);
  CHECK_NEAR(DT_GetClosestPair(b, a, p, q), 3); /* by the order of the arguments */
  CHECK_VECTOR(p, 4, 0, 0);
  CHECK_VECTOR(q, 1, 0, 0);
  DT_SetMargin(a, 1);
  CHECK_NEAR(DT_GetClosestPair(a, b, p, q), 2);
  CHECK_VECTOR(p, 2, 0, 0);
  set(q, 2.5, 0, 0);
  DT_SetPosition(b, q);
  CHECK(DT_GetClosestPair(a, b, p, q) == 0); /* overlapping: one point of both */
  CHECK_VECTOR(p, q[0], q[1], q[2]);
  CHECK(p[0] >= 1.5f && p[0] <= 2);
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(box);
  DT_DeleteShape(sphere);
  CHECK_NO_ERROR();
}

static void common_points_and_depth(void) {
  DT_ShapeHandle box = DT_NewBox(2, 2, 2);
  DT_ObjectHandle a = at(box, 0, 0, 0), b = at(box, 1.5, 0.25, 0);
  DT_Vector3 p, q;
  CHECK(DT_GetCommonPoint(a, b, p) == DT_TRUE);
  CHECK(p[0] >= 0.5f && p[0] <= 1);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_TRUE);
  CHECK_NEAR(p[0], 1); /* deepest of a in b */
  CHECK_NEAR(q[0], 0.5);
  CHECK_NEAR(p[1], q[1]);
  CHECK(DT_GetPenDepth(b, a, p, q) == DT_TRUE);
  CHECK_NEAR(p[0], 0.5);
  CHECK_NEAR(q[0], 1);
  /* Moving object1 by point2 - point1 makes them touch: a point in common, and no depth. */
  set(p, 2, 0.25, 0);
  DT_SetPosition(b, p);
  CHECK(DT_GetCommonPoint(a, b, p) == DT_TRUE);
  CHECK_NEAR(p[0], 1);
  set(p, 7, 7, 7);
  set(q, 7, 7, 7);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_FALSE);
  CHECK_VECTOR(p, 7, 7, 7); /* untouched */
  CHECK_VECTOR(q, 7, 7, 7);
  set(p, 3, 0, 0);
  DT_SetPosition(b, p);
  set(p, 7, 7, 7);
  CHECK(DT_GetCommonPoint(a, b, p) == DT_FALSE);
  CHECK_VECTOR(p, 7, 7, 7);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_FALSE);
  /* Null pointers for points: the answer without them. */
  CHECK_NEAR(DT_GetClosestPair(a, b, NULL, NULL), 1);
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(box);
  CHECK_NO_ERROR();
}

/* Where the original reports no depth: equal shapes at the same place. */
static void concentric(void) {
  DT_ShapeHandle box = DT_NewBox(2, 2, 2), sphere = DT_NewSphere(1);
  DT_ObjectHandle a = at(box, 0, 0, 0), b = at(box, 0, 0, 0), c = at(sphere, 1, 0, 0),
                  d = at(sphere, 1, 0, 0);
  DT_Vector3 p, q;
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_TRUE);
  CHECK_NEAR(sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)), 2);
  CHECK(DT_GetPenDepth(c, d, p, q) == DT_TRUE);
  CHECK_NEAR(sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)), 2);
  CHECK(DT_GetCommonPoint(a, a, p) == DT_TRUE); /* an object and itself */
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DestroyObject(c);
  DT_DestroyObject(d);
  DT_DeleteShape(box);
  DT_DeleteShape(sphere);
  CHECK_NO_ERROR();
}

/* Point + margin is a sphere, segment + margin a capsule; depth of margins only, and deeper. */
static void margins_in_pairs(void) {
  const DT_Vector3 origin = {0, 0, 0}, up = {0, 2, 0};
  DT_ShapeHandle point = DT_NewPoint(origin), segment = DT_NewLineSegment(origin, up);
  DT_ObjectHandle a = at(point, 0, 0, 0), b = at(segment, 1.5, 0, 0);
  DT_Vector3 p, q;
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_FALSE);
  DT_SetMargin(a, 1);
  DT_SetMargin(b, 1);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_TRUE);
  CHECK_VECTOR(p, 1, 0, 0);
  CHECK_VECTOR(q, 0.5, 0, 0);
  set(p, 0, 0, 0);
  DT_SetPosition(b, p); /* the point on the segment's end */
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_TRUE);
  CHECK_NEAR(sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)), 2);
  DT_SetMargin(a, 0);
  DT_SetMargin(b, 0);
  CHECK(DT_GetCommonPoint(a, b, p) == DT_TRUE);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_FALSE); /* flat: nothing to separate */
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(point);
  DT_DeleteShape(segment);
  CHECK_NO_ERROR();
}

/* A square of two triangles under a box: the depth is that of the deepest pair of pieces. */
static void complex_pairs(void) {
  const float v[4][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
  const DT_Index first[3] = {0, 1, 2}, second[3] = {0, 2, 3};
  DT_VertexBaseHandle base = DT_NewVertexBase(v, 0);
  DT_ShapeHandle square = DT_NewComplexShape(base), box = DT_NewBox(1, 1, 1);
  DT_ObjectHandle a, b;
  DT_Vector3 p, q;
  DT_VertexIndices(3, first);
  DT_VertexIndices(3, second);
  DT_EndComplexShape();
  a = at(square, 0, 0, 0);
  b = at(box, 0, 0.25, 0);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_TRUE);
  CHECK_NEAR(q[1] - p[1], -0.25);
  CHECK(DT_GetPenDepth(b, a, p, q) == DT_TRUE); /* complex second */
  CHECK_NEAR(q[1] - p[1], 0.25);
  CHECK(DT_GetCommonPoint(b, a, p) == DT_TRUE);
  CHECK_NEAR(p[1], 0);
  set(p, 0, 2, 0);
  DT_SetPosition(b, p);
  CHECK_NEAR(DT_GetClosestPair(a, b, p, q), 1.5);
  CHECK_NEAR(q[1], 1.5);
  DT_SetMargin(a, 0.5f);
  CHECK_NEAR(DT_GetClosestPair(a, b, p, q), 1);
  set(p, 0, 0.5, 0); /* the box stands on the square */
  DT_SetPosition(b, p);
  DT_SetMargin(a, 0);
  CHECK(DT_GetCommonPoint(a, b, p) == DT_TRUE);
  CHECK(DT_GetPenDepth(a, b, p, q) == DT_FALSE);
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(square);
  DT_DeleteShape(box);
  DT_DeleteVertexBase(base);
  CHECK_NO_ERROR();
}

/* Boxes of side 100 with a gap of 0.03: apart, whatever tolerance is set. */
static void accuracy_and_tolerance(void) {
  DT_ShapeHandle box = DT_NewBox(100, 100, 100), sphere = DT_NewSphere(1);
  DT_ObjectHandle a = at(box, 0, 0, 0), b = at(box, 100.03, 0, 0), c = at(sphere, 0.3, 0.2, 0.1), d;
  DT_Vector3 p, q, stretched;
  d = at(sphere, 4, 3, 2);
  set(stretched, 1, 2, 0.5);
  DT_SetScaling(d, stretched);
  CHECK(DT_GetCommonPoint(a, b, p) == DT_FALSE);
  DT_SetTolerance(0.1f);
  DT_SetAccuracy(0.1f); /* answers are never worse than this */
  CHECK(DT_GetCommonPoint(a, b, p) == DT_FALSE);
  CHECK(fabs(DT_GetClosestPair(a, b, p, q) - 0.03) < 1e-5);
  {
    const double rough = DT_GetClosestPair(c, d, p, q);
    double fine;
    DT_SetAccuracy(1e-12f);
    fine = DT_GetClosestPair(c, d, p, q);
    CHECK(rough >= fine && rough <= 1.1 * fine);
    DT_SetAccuracy(1e-3f);
    CHECK(DT_GetClosestPair(c, d, p, q) <= 1.001 * fine);
  }
  CHECK_NO_ERROR();
  DT_SetAccuracy(0); /* ignored, and said so */
  CHECK_REFUSED("DT_SetAccuracy", "max_error");
  DT_SetTolerance(-1);
  CHECK_REFUSED("DT_SetTolerance", "tol_error");
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DestroyObject(c);
  DT_DestroyObject(d);
  DT_DeleteShape(box);
  DT_DeleteShape(sphere);
}

/* Aligned unit boxes on a grid of halves: all overlaps have a depth; the original misses some. */
static void boxes_on_a_grid(void) {
  DT_ShapeHandle box = DT_NewBox(1, 1, 1);
  DT_ObjectHandle a = at(box, 0, 0, 0), b = at(box, 0, 0, 0);
  DT_Vector3 v, p, q;
  int x, y, z, overlapping = 0;
  for (x = -2; x <= 2; ++x)
    for (y = -2; y <= 2; ++y)
      for (z = -2; z <= 2; ++z) {
        const int most =
            abs(x) > abs(y) ? (abs(x) > abs(z) ? abs(x) : abs(z)) : (abs(y) > abs(z) ? abs(y) : abs(z));
        set(v, x * 0.5, y * 0.5, z * 0.5);
        DT_SetPosition(b, v);
        CHECK(DT_GetCommonPoint(a, b, p) == DT_TRUE);
        CHECK(DT_GetPenDepth(a, b, p, q) == (most < 2 ? DT_TRUE : DT_FALSE));
        if (most == 2) continue;
        ++overlapping;
        CHECK_NEAR(sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)), 1 - most * 0.5);
      }
  CHECK(overlapping == 27);
  DT_DestroyObject(a);
  DT_DestroyObject(b);
  DT_DeleteShape(box);
}

int main(void) {
  placement();
  matrices();
  flat_placements();
  margins_and_boxes();
  closest_pairs();
  common_points_and_depth();
  concentric();
  margins_in_pairs();
  complex_pairs();
  accuracy_and_tolerance();
  boxes_on_a_grid();
  FINISH();
}
