/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */
#ifndef GRAZE_TESTS_C_API_CHECK_H
#define GRAZE_TESTS_C_API_CHECK_H

/* What the test programs share: a count of failures, and few words. Each program is C89 unless it says
 * otherwise. */

#include <SOLID.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
static int checks = 0;

#define CHECK(condition)                                             \
  do {                                                               \
    ++checks;                                                        \
    if (!(condition)) {                                              \
      ++failures;                                                    \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

/* Numbers are right to a few units in the last place of a float. */
#define CHECK_NEAR(value, expected)                                                           \
  do {                                                                                        \
    const double value_ = (value), expected_ = (expected);                                    \
    ++checks;                                                                                 \
    if (!(fabs(value_ - expected_) <= 5e-7 * (1 + fabs(expected_)))) {                        \
      ++failures;                                                                             \
      printf("%s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #value, value_, expected_); \
    }                                                                                         \
  } while (0)

#define CHECK_VECTOR(v, x, y, z) \
  do {                           \
    CHECK_NEAR((v)[0], x);       \
    CHECK_NEAR((v)[1], y);       \
    CHECK_NEAR((v)[2], z);       \
  } while (0)

/* The call before was refused, and the text says why: it has both the function's name and this part. */
#define CHECK_REFUSED(function, part)                                                                  \
  do {                                                                                                 \
    const char* error_ = DT_LastError();                                                               \
    ++checks;                                                                                          \
    if (error_ == NULL || strstr(error_, function) == NULL || strstr(error_, part) == NULL) {          \
      ++failures;                                                                                      \
      printf("%s:%d: last error is \"%s\"\n", __FILE__, __LINE__, error_ != NULL ? error_ : "(none)"); \
    }                                                                                                  \
  } while (0)

#define CHECK_NO_ERROR()                                                   \
  do {                                                                     \
    const char* error_ = DT_LastError();                                   \
    ++checks;                                                              \
    if (error_ != NULL) {                                                  \
      ++failures;                                                          \
      printf("%s:%d: unexpected error: %s\n", __FILE__, __LINE__, error_); \
    }                                                                      \
  } while (0)

#define FINISH()                                          \
  do {                                                    \
    printf("%d checks, %d failures\n", checks, failures); \
    return failures == 0 ? 0 : 1;                         \
  } while (0)

/* An object at (x, y, z). Not every program uses every helper: hence the odd form. */
#define DEFINE_AT                                                                 \
  static DT_ObjectHandle at(DT_ShapeHandle shape, double x, double y, double z) { \
    DT_Vector3 p;                                                                 \
    DT_ObjectHandle object = DT_CreateObject(NULL, shape);                        \
    p[0] = (DT_Scalar)x;                                                          \
    p[1] = (DT_Scalar)y;                                                          \
    p[2] = (DT_Scalar)z;                                                          \
    DT_SetPosition(object, p);                                                    \
    return object;                                                                \
  }

#endif
