/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLID_BROAD_H
#define SOLID_BROAD_H

/* The broad phase by itself: boxes, and the overlaps among them. Boxes are closed: touching ones overlap.
 * DT_LastError() of SOLID.h speaks of these functions too. */

#include "SOLID_types.h"

#ifdef __cplusplus
extern "C" {
#else
#include <stdbool.h>
#endif

DT_DECLARE_HANDLE(BP_SceneHandle);
DT_DECLARE_HANDLE(BP_ProxyHandle);

typedef void (*BP_Callback)(void* client_data, void* object1, void* object2);
/* Whether the object is hit before *lambda; on a hit it lowers *lambda. */
typedef bool (*BP_RayCastCallback)(void* client_data, void* object, const DT_Vector3 source,
                                   const DT_Vector3 target, DT_Scalar* lambda);

/* Callbacks are called from inside the calls that change overlaps; changes made in a callback are reported
 * after it. A NULL callback is not called. */
DECLSPEC BP_SceneHandle BP_CreateScene(void* client_data, BP_Callback beginOverlap, BP_Callback endOverlap);
/* No callbacks; its proxies die with it. */
DECLSPEC void BP_DestroyScene(BP_SceneHandle scene);
DECLSPEC BP_ProxyHandle BP_CreateProxy(BP_SceneHandle scene, void* object, const DT_Vector3 min,
                                       const DT_Vector3 max);
DECLSPEC void BP_DestroyProxy(BP_SceneHandle scene, BP_ProxyHandle proxy);
DECLSPEC void BP_SetBBox(BP_ProxyHandle proxy, const DT_Vector3 min, const DT_Vector3 max);
/* *lambda: the largest t going in, that of the nearest hit coming out. Calls objectRayCast for boxes that the
 * ray enters before *lambda, nearest first; the object of the last that was hit, or NULL. */
DECLSPEC void* BP_RayCast(BP_SceneHandle scene, BP_RayCastCallback objectRayCast, void* client_data,
                          const DT_Vector3 source, const DT_Vector3 target, DT_Scalar* lambda);

#ifdef __cplusplus
}
#endif

#endif
