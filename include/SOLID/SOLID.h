/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLID_H
#define SOLID_H

/* SOLID's C interface, answered by Graze. Everything is in world coordinates unless said otherwise. A call
 * that cannot be carried out (a dead handle, NaN, an index that is not there) changes nothing and returns 0
 * or NULL; DT_LastError() says what was wrong. docs/c_api.md has the differences from the original. */

#include "SOLID_types.h"

#ifdef __cplusplus
extern "C" {
#endif

DT_DECLARE_HANDLE(DT_ObjectHandle);
DT_DECLARE_HANDLE(DT_SceneHandle);
DT_DECLARE_HANDLE(DT_ShapeHandle);
DT_DECLARE_HANDLE(DT_VertexBaseHandle);
DT_DECLARE_HANDLE(DT_RespTableHandle);
DT_DECLARE_HANDLE(DT_ArchiveHandle); /* nothing uses it */

/* What was wrong with the last refused call of this thread, or NULL if none was refused since the last
 * DT_LastError(). The text stays until the next call of DT_LastError() in this thread. (Not in the original.)
 */
DECLSPEC const char* DT_LastError(void);

/* --- Shapes. Convex shapes are solid. A shape may serve many objects; they keep what they need of it, so it
 * may be deleted at any time. */

DECLSPEC DT_ShapeHandle DT_NewBox(DT_Scalar x, DT_Scalar y, DT_Scalar z);   /* full edge lengths, centred */
DECLSPEC DT_ShapeHandle DT_NewCone(DT_Scalar radius, DT_Scalar height);     /* around y, apex at height / 2 */
DECLSPEC DT_ShapeHandle DT_NewCylinder(DT_Scalar radius, DT_Scalar height); /* around y, centred */
DECLSPEC DT_ShapeHandle DT_NewSphere(DT_Scalar radius);
DECLSPEC DT_ShapeHandle DT_NewPoint(const DT_Vector3 point);
DECLSPEC DT_ShapeHandle DT_NewLineSegment(const DT_Vector3 source, const DT_Vector3 target);
/* All sums of a point of one and a point of the other; both must be convex. */
DECLSPEC DT_ShapeHandle DT_NewMinkowski(DT_ShapeHandle shape1, DT_ShapeHandle shape2);
/* Convex hull of both; both must be convex. */
DECLSPEC DT_ShapeHandle DT_NewHull(DT_ShapeHandle shape1, DT_ShapeHandle shape2);
DECLSPEC void DT_DeleteShape(DT_ShapeHandle shape);

/* An array of the caller's: three floats each, stride bytes apart (0: packed). It is read by
 * DT_EndComplexShape, DT_EndPolytope and DT_ChangeVertexBase, and not in between. */
DECLSPEC DT_VertexBaseHandle DT_NewVertexBase(const void* pointer, DT_Size stride);
DECLSPEC void DT_DeleteVertexBase(DT_VertexBaseHandle vertexBase);
/* The vertices moved, or are elsewhere: refits the complex shapes on this base and updates their objects. */
DECLSPEC void DT_ChangeVertexBase(DT_VertexBaseHandle vertexBase, const void* pointer);

/* A complex shape is a union of convex pieces: points, segments, polygons, polyhedra. A polytope is the
 * convex hull of all vertices given. With a NULL base the vertices come by DT_Vertex. One definition of each
 * kind may be open per thread; the shape can be used after it was closed. */
DECLSPEC DT_ShapeHandle DT_NewComplexShape(DT_VertexBaseHandle vertexBase);
DECLSPEC void DT_EndComplexShape(void);
DECLSPEC DT_ShapeHandle DT_NewPolytope(DT_VertexBaseHandle vertexBase);
DECLSPEC void DT_EndPolytope(void);
DECLSPEC void DT_Begin(void);
DECLSPEC void DT_End(void); /* the vertices since the last DT_End are a piece */
DECLSPEC void DT_Vertex(const DT_Vector3 vertex);
DECLSPEC void DT_VertexIndex(DT_Index index);
/* A whole piece at once. */
DECLSPEC void DT_VertexIndices(DT_Count count, const DT_Index* indices);
DECLSPEC void DT_VertexRange(DT_Index first, DT_Count count);

/* --- Objects: a shape, a placement, a margin. */

DECLSPEC DT_ObjectHandle DT_CreateObject(void* client_object, DT_ShapeHandle shape);
DECLSPEC void DT_DestroyObject(DT_ObjectHandle object); /* leaves its scenes and tables */

DECLSPEC void DT_SetPosition(DT_ObjectHandle object, const DT_Vector3 position);
/* Replaces rotation and scaling. The quaternion need not be unit. */
DECLSPEC void DT_SetOrientation(DT_ObjectHandle object, const DT_Quaternion orientation);
/* Multiplies: twice 2 is 4. */
DECLSPEC void DT_SetScaling(DT_ObjectHandle object, const DT_Vector3 scaling);
DECLSPEC void DT_SetMargin(DT_ObjectHandle object, DT_Scalar margin);

/* Column-major, as in OpenGL; the last row is not read, and written as 0 0 0 1. */
DECLSPEC void DT_SetMatrixf(DT_ObjectHandle object, const float* m);
DECLSPEC void DT_GetMatrixf(DT_ObjectHandle object, float* m);
DECLSPEC void DT_SetMatrixd(DT_ObjectHandle object, const double* m);
DECLSPEC void DT_GetMatrixd(DT_ObjectHandle object, double* m);

DECLSPEC void DT_GetBBox(DT_ObjectHandle object, DT_Vector3 min, DT_Vector3 max);

/* --- Pairs of objects. */

/* The distance, 0 if they meet; point1 is of object1, point2 of object2. */
DECLSPEC DT_Scalar DT_GetClosestPair(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                                     DT_Vector3 point2);
/* Whether they meet, and if so a point of both. */
DECLSPEC DT_Bool DT_GetCommonPoint(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point);
/* Whether they overlap, and if so their witnesses: moving object1 by point2 - point1 brings them to touch. */
DECLSPEC DT_Bool DT_GetPenDepth(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                                DT_Vector3 point2);

/* Largest relative error of distances and depths of curved shapes; without it 1e-3, as in the original.
 * Points and normals there are off by about its root: 1e-12 makes all of them right to the last place of a
 * float. Shapes with vertices only, with any margins, are always answered to rounding. */
DECLSPEC void DT_SetAccuracy(DT_Scalar max_error);
/* No effect: contact is decided by error bounds. */
DECLSPEC void DT_SetTolerance(DT_Scalar tol_error);

/* --- Scenes. An object may be in several. */

DECLSPEC DT_SceneHandle DT_CreateScene(void);
DECLSPEC void DT_DestroyScene(DT_SceneHandle scene); /* its objects stay */
DECLSPEC void DT_AddObject(DT_SceneHandle scene, DT_ObjectHandle object);
DECLSPEC void DT_RemoveObject(DT_SceneHandle scene, DT_ObjectHandle object);

/* --- Rays: source + t (target - source), 0 <= t <= max_param. On a hit *param is the smallest t and normal
 * the unit normal that faces the source (zero if the source is inside); on a miss both stay as they were.
 * Margins count. */

/* The client object of the first object hit, or NULL. Objects of ignore_client are transparent. */
DECLSPEC void* DT_RayCast(DT_SceneHandle scene, void* ignore_client, const DT_Vector3 source,
                          const DT_Vector3 target, DT_Scalar max_param, DT_Scalar* param, DT_Vector3 normal);
DECLSPEC DT_Bool DT_ObjectRayCast(DT_ObjectHandle object, const DT_Vector3 source, const DT_Vector3 target,
                                  DT_Scalar max_param, DT_Scalar* param, DT_Vector3 normal);

/* --- Responses. */

typedef unsigned int DT_ResponseClass;

/* What a callback wants to know. The order counts: the highest type of a pair decides what is computed. */
typedef enum DT_ResponseType {
  DT_NO_RESPONSE,
  DT_SIMPLE_RESPONSE,    /* that they meet */
  DT_WITNESSED_RESPONSE, /* a common point */
  DT_DEPTH_RESPONSE      /* the penetration depth */
} DT_ResponseType;

/* point1 is of client_object1. Witnessed: both points are the common point, the normal is zero. Depth: as
 * DT_GetPenDepth, with normal = point2 - point1. */
typedef struct DT_CollData {
  DT_Vector3 point1;
  DT_Vector3 point2;
  DT_Vector3 normal;
} DT_CollData;

/* coll_data lives during the call, and is NULL if all responses of the pair are simple. DT_DONE ends DT_Test.
 */
typedef DT_Bool (*DT_ResponseCallback)(void* client_data, void* client_object1, void* client_object2,
                                       const DT_CollData* coll_data);

DECLSPEC DT_RespTableHandle DT_CreateRespTable(void); /* has class 0 */
DECLSPEC void DT_DestroyRespTable(DT_RespTableHandle respTable);
DECLSPEC DT_ResponseClass DT_GenResponseClass(DT_RespTableHandle respTable);
DECLSPEC void DT_SetResponseClass(DT_RespTableHandle respTable, DT_ObjectHandle object,
                                  DT_ResponseClass responseClass);
DECLSPEC void DT_ClearResponseClass(DT_RespTableHandle respTable, DT_ObjectHandle object);
/* Runs the callbacks of the classes of two objects; tests nothing. */
DECLSPEC void DT_CallResponse(DT_RespTableHandle respTable, DT_ObjectHandle object1, DT_ObjectHandle object2,
                              const DT_CollData* coll_data);

/* Responses add up: those for all pairs of classes, for all pairs with a class, and for one pair of classes.
 * Removing takes out the first with this callback from each list concerned. */
DECLSPEC void DT_AddDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response,
                                    DT_ResponseType type, void* client_data);
DECLSPEC void DT_RemoveDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response);
DECLSPEC void DT_AddClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                                  DT_ResponseCallback response, DT_ResponseType type, void* client_data);
DECLSPEC void DT_RemoveClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                                     DT_ResponseCallback response);
DECLSPEC void DT_AddPairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                                 DT_ResponseClass responseClass2, DT_ResponseCallback response,
                                 DT_ResponseType type, void* client_data);
DECLSPEC void DT_RemovePairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                                    DT_ResponseClass responseClass2, DT_ResponseCallback response);

/* Tests the pairs of a scene and calls their responses; the number of pairs that had one. */
DECLSPEC DT_Count DT_Test(DT_SceneHandle scene, DT_RespTableHandle respTable);

#ifdef __cplusplus
}
#endif

#endif
