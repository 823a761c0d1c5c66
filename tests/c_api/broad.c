/* SPDX-FileCopyrightText: 2026 The Graze authors
 * SPDX-License-Identifier: MIT
 */

/* The broad phase by itself: overlaps as boxes come, move and go, and rays. C99, for bool. */

#include <SOLID_broad.h>

#include "check.h"

/* Objects are ints; calls are written down: b or e, and the two numbers. */
static char calls[512];
static int numbers[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

static void note(char kind, void* object1, void* object2) {
  char entry[16];
  sprintf(entry, "%c%d%d ", kind, *(int*)object1, *(int*)object2);
  if (strlen(calls) + strlen(entry) < sizeof calls) strcat(calls, entry);
}
static int client;
static void on_begin(void* client_data, void* object1, void* object2) {
  CHECK(client_data == &client);
  note('b', object1, object2);
}
static void on_end(void* client_data, void* object1, void* object2) {
  CHECK(client_data == &client);
  note('e', object1, object2);
}

static void check_calls(int line, const char* expected) {
  ++checks;
  if (strcmp(calls, expected) != 0) {
    ++failures;
    printf("broad.c:%d: calls \"%s\", not \"%s\"\n", line, calls, expected);
  }
  calls[0] = '\0';
}
#define CHECK_CALLS(expected) check_calls(__LINE__, expected)

/* A cube of side 2 around x. */
static void cube(double x, DT_Vector3 min, DT_Vector3 max) {
  min[0] = (DT_Scalar)(x - 1), max[0] = (DT_Scalar)(x + 1);
  min[1] = min[2] = -1, max[1] = max[2] = 1;
}
static BP_ProxyHandle add(BP_SceneHandle scene, int i, double x) {
  DT_Vector3 min, max;
  cube(x, min, max);
  return BP_CreateProxy(scene, &numbers[i], min, max);
}
static void move(BP_ProxyHandle proxy, double x) {
  DT_Vector3 min, max;
  cube(x, min, max);
  BP_SetBBox(proxy, min, max);
}

static void begin_and_end(void) {
  BP_SceneHandle scene = BP_CreateScene(&client, on_begin, on_end);
  BP_ProxyHandle a = add(scene, 0, 0), b = add(scene, 1, 10), c;
  CHECK_CALLS("");
  c = add(scene, 2, 0.5);
  CHECK_CALLS("b20 "); /* the new object first */
  move(b, 2);          /* touches a, exactly: boxes are closed */
  CHECK_CALLS("b10 b12 ");
  move(b, 2.0001);
  CHECK_CALLS("e10 ");
  move(b, 2);
  CHECK_CALLS("b10 ");
  BP_DestroyProxy(scene, a);
  CHECK_CALLS("e01 e02 "); /* the removed object first */
  a = add(scene, 3, 100);
  move(a, 2);
  CHECK_CALLS("b31 b32 ");
  BP_DestroyScene(scene); /* no calls */
  CHECK_CALLS("");
  CHECK_NO_ERROR();
  move(c, 0); /* proxies died with their scene */
  CHECK_REFUSED("BP_SetBBox", "dead");
}

/* Others are told in the order of their creation, also where one took the place of one that went. */
static void order_of_the_others(void) {
  BP_SceneHandle scene = BP_CreateScene(&client, on_begin, on_end);
  BP_ProxyHandle gone, last;
  add(scene, 0, 0);
  gone = add(scene, 1, 10);
  add(scene, 2, 0.25);
  CHECK_CALLS("b20 ");
  BP_DestroyProxy(scene, gone);
  add(scene, 3, 0.5);
  CHECK_CALLS("b30 b32 ");
  last = add(scene, 4, 0.75);
  CHECK_CALLS("b40 b42 b43 ");
  move(last, 100);
  CHECK_CALLS("e40 e42 e43 ");
  move(last, 2.3); /* from 1.3 on: beyond the first two */
  CHECK_CALLS("b43 ");
  move(last, 0);
  CHECK_CALLS("b40 b42 ");
  BP_DestroyScene(scene);
  CHECK_NO_ERROR();
}

/* Flat boxes, and boxes that touch at coordinate 0. */
static void flat_boxes(void) {
  const DT_Vector3 low = {-1, 0, -1}, high = {1, 0, 1}, from = {0, 0, 0}, to = {3, 3, 3};
  BP_SceneHandle scene = BP_CreateScene(&client, on_begin, on_end);
  BP_CreateProxy(scene, &numbers[0], low, high);
  BP_CreateProxy(scene, &numbers[1], from, to);
  CHECK_CALLS("b10 ");
  BP_CreateProxy(scene, &numbers[2], from, from);
  CHECK_CALLS("b20 b21 ");
  BP_DestroyScene(scene);
  CHECK_NO_ERROR();
}

static void refused_boxes(void) {
  const DT_Vector3 low = {-1, -1, -1}, high = {1, 1, 1}, nan_box = {0, (DT_Scalar)NAN, 0};
  BP_SceneHandle scene = BP_CreateScene(&client, on_begin, on_end), other = BP_CreateScene(NULL, NULL, NULL);
  BP_ProxyHandle a = add(scene, 0, 0), b = add(scene, 1, 1);
  CHECK_CALLS("b10 ");
  CHECK_NO_ERROR();
  CHECK(BP_CreateProxy(scene, NULL, high, low) == NULL);
  CHECK_REFUSED("BP_CreateProxy", "min");
  BP_SetBBox(a, low, nan_box);
  CHECK_REFUSED("BP_SetBBox", "max");
  BP_SetBBox(a, NULL, high);
  CHECK_REFUSED("BP_SetBBox", "null pointer");
  BP_DestroyProxy(other, a);
  CHECK_REFUSED("BP_DestroyProxy", "another scene");
  CHECK_CALLS("");
  BP_DestroyProxy(scene, a);
  CHECK_CALLS("e01 ");
  BP_DestroyProxy(scene, a);
  CHECK_REFUSED("BP_DestroyProxy", "dead");
  BP_DestroyProxy(scene, NULL);
  BP_DestroyScene(NULL);
  add(other, 0, 0);
  add(other, 1, 0); /* no callbacks: nothing is called */
  CHECK_NO_ERROR();
  (void)b;
  BP_DestroyScene(scene);
  BP_DestroyScene(other);
}

/* Rays: the callback knows where its box begins, and counts how often it is asked. */
static double entry_of[10];
static int asked;
static bool on_ray(void* client_data, void* object, const DT_Vector3 source, const DT_Vector3 target,
                   DT_Scalar* lambda) {
  const double t = entry_of[*(int*)object];
  CHECK(client_data == &client);
  CHECK(source[0] == 0 && target[0] == 10);
  ++asked;
  note('r', object, object);
  if (t < 0 || t > *lambda) return false;
  *lambda = (DT_Scalar)t;
  return true;
}

static void rays(void) {
  const DT_Vector3 source = {0, 0, 0}, target = {10, 0, 0};
  BP_SceneHandle scene = BP_CreateScene(&client, NULL, NULL);
  DT_Scalar lambda;
  BP_ProxyHandle first;
  add(scene, 4, 40);
  add(scene, 3, 30);
  first = add(scene, 1, 11);
  add(scene, 2, 20);
  add(scene, 0, 0.5); /* holds the source */
  entry_of[0] = -1;   /* its object is missed */
  entry_of[1] = 1.05, entry_of[2] = 1.95, entry_of[3] = 3, entry_of[4] = 3.9;
  lambda = FLT_MAX;
  CHECK(BP_RayCast(scene, on_ray, &client, source, target, &lambda) == &numbers[1]);
  CHECK_NEAR(lambda, 1.05);
  CHECK_CALLS("r00 r11 "); /* the source's box, then by entry; nothing behind the hit */
  lambda = (DT_Scalar)INFINITY;
  entry_of[1] = -1;
  CHECK(BP_RayCast(scene, on_ray, &client, source, target, &lambda) == &numbers[2]);
  CHECK_NEAR(lambda, 1.95);
  CHECK_CALLS("r00 r11 r22 ");
  lambda = 1; /* box 1 begins at t = 1: not before lambda */
  CHECK(BP_RayCast(scene, on_ray, &client, source, target, &lambda) == NULL);
  CHECK(lambda == 1);
  CHECK_CALLS("r00 ");
  BP_DestroyProxy(scene, first);
  lambda = 1.5f;
  CHECK(BP_RayCast(scene, on_ray, &client, source, target, &lambda) == NULL);
  CHECK_CALLS("r00 ");
  CHECK_NO_ERROR();
  lambda = (DT_Scalar)NAN;
  CHECK(BP_RayCast(scene, on_ray, &client, source, target, &lambda) == NULL);
  CHECK_REFUSED("BP_RayCast", "lambda");
  lambda = 1;
  CHECK(BP_RayCast(scene, NULL, &client, source, target, &lambda) == NULL);
  CHECK_REFUSED("BP_RayCast", "null");
  BP_DestroyScene(scene);
}

/* Callbacks that change the scene: what they do is reported after what was going on. */
static BP_SceneHandle busy;
static BP_ProxyHandle proxies[4];
static int depth;
static void on_busy_begin(void* client_data, void* object1, void* object2) {
  (void)client_data;
  CHECK(++depth == 1); /* never called within itself */
  note('b', object1, object2);
  if (*(int*)object2 == 0) BP_DestroyProxy(busy, proxies[1]); /* which the new one overlaps as well */
  --depth;
}
static void on_busy_end(void* client_data, void* object1, void* object2) {
  (void)client_data;
  note('e', object1, object2);
  if (*(int*)object2 == 0) BP_DestroyScene(busy);
}
static void reentrance(void) {
  busy = BP_CreateScene(&client, on_busy_begin, on_busy_end);
  proxies[0] = add(busy, 0, -1.5);
  proxies[1] = add(busy, 1, 1.5);
  proxies[2] = add(busy, 2, 0);
  CHECK_CALLS("b20 b21 e12 "); /* every begin before its end */
  CHECK_NO_ERROR();
  move(proxies[2], 50); /* the end with object 0 destroys the scene */
  CHECK_CALLS("e20 ");
  CHECK_NO_ERROR();
  move(proxies[2], 0);
  CHECK_REFUSED("BP_SetBBox", "dead");
}

/* Random boxes against all pairs. */
#define MANY 40
static unsigned char overlapping[MANY][MANY];
static int many[MANY];
static void flip(void* client_data, void* object1, void* object2) {
  const int i = *(int*)object1, j = *(int*)object2;
  overlapping[i][j] ^= 1;
  overlapping[j][i] ^= 1;
  (void)client_data;
}
static unsigned int random_state = 7;
static double random_in(double low, double high) {
  random_state = random_state * 1664525u + 1013904223u;
  return low + (high - low) * ((random_state >> 8) / 16777216.0);
}
static void same_as_all_pairs(void) {
  DT_Vector3 min[MANY], max[MANY];
  BP_ProxyHandle proxy[MANY];
  BP_SceneHandle scene = BP_CreateScene(NULL, flip, flip);
  int step, i, j, k, yes = 0, no = 0;
  for (i = 0; i < MANY; ++i) proxy[i] = NULL;
  for (step = 0; step < 800; ++step) {
    i = (int)random_in(0, MANY);
    many[i] = i;
    for (k = 0; k < 3; ++k) {
      min[i][k] = (DT_Scalar)floor(random_in(0, 8));
      max[i][k] = min[i][k] + (DT_Scalar)floor(random_in(0, 4));
    }
    if (proxy[i] == NULL) {
      proxy[i] = BP_CreateProxy(scene, &many[i], min[i], max[i]);
    } else if (step % 5 == 0) {
      BP_DestroyProxy(scene, proxy[i]);
      proxy[i] = NULL;
    } else {
      BP_SetBBox(proxy[i], min[i], max[i]);
    }
    for (j = 0; j < MANY; ++j) {
      bool expected = j != i && proxy[i] != NULL && proxy[j] != NULL;
      for (k = 0; k < 3; ++k) expected = expected && min[i][k] <= max[j][k] && min[j][k] <= max[i][k];
      CHECK(overlapping[i][j] == (expected ? 1 : 0));
      yes += expected;
      no += !expected;
    }
  }
  CHECK(yes > 500);
  CHECK(no > 500);
  BP_DestroyScene(scene);
  CHECK_NO_ERROR();
}

int main(void) {
  begin_and_end();
  order_of_the_others();
  flat_boxes();
  refused_boxes();
  rays();
  reentrance();
  same_as_all_pairs();
  FINISH();
}
