/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLID_TYPES_H
#define SOLID_TYPES_H

/* Types of the C interface. Numbers are float, whatever the library computes in. */

#if defined(_WIN32) && !defined(SOLID_STATIC)
#ifdef SOLID_DLL_EXPORT
#define DECLSPEC __declspec(dllexport)
#else
#define DECLSPEC __declspec(dllimport)
#endif
#elif defined(SOLID_DLL_EXPORT) && defined(__GNUC__)
#define DECLSPEC extern __attribute__((visibility("default")))
#else
#define DECLSPEC extern
#endif

/* A handle names something that the library owns. It is a number in the guise of a pointer to a type of its
 * own: nothing is behind it, and a handle that is null, dead or of another kind is answered, not followed. */
#define DT_DECLARE_HANDLE(name) \
  struct name##__ {             \
    int unused;                 \
  };                            \
  typedef struct name##__* name

typedef unsigned int DT_Index; /* of a vertex, from 0 */
typedef unsigned int DT_Count;
typedef unsigned int DT_Size; /* in bytes */

typedef float DT_Scalar;
typedef DT_Scalar DT_Vector3[3];
typedef DT_Scalar DT_Quaternion[4]; /* x, y, z, w: the scalar part last */

typedef int DT_Bool;
#define DT_FALSE 0
#define DT_TRUE 1

/* What a response callback returns: go on, or end the test. */
#define DT_CONTINUE 0
#define DT_DONE 1

#endif
