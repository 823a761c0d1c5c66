// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Answers of Graze to bad data. Making a shape, a placement or an instance answers with a Result that names
// the argument; who does not check gets an invalid object, and every query on it says so. Nothing throws or
// crashes.

#include <graze/graze.h>

#include <cstdio>
#include <limits>
#include <vector>

using namespace graze;

static int wrong = 0;

template <class T>
static void expect_refusal(const char* what, const Result<T>& result, ErrorCode code) {
  const bool is_refused = !result && result.error().code == code;
  std::printf("%-31s -> %s", what, result ? "accepted" : result.error().message);
  if (!result && result.error().position > 0) std::printf(" (at %zu)", result.error().position);
  std::printf("%s\n", is_refused ? "" : "   NOT WHAT WE EXPECTED");
  wrong += is_refused ? 0 : 1;
}

static void expect_status(const char* what, const Distance& r, Status status) {
  std::printf("%-31s -> status %s%s\n", what, to_string(r.status),
              r.status == status ? "" : "   NOT EXPECTED");
  wrong += r.status == status ? 0 : 1;
}

int main() {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Vec3> none, spoilt = {{0, 0, 0}, {1, 0, 0}, {0, kInfinity, 0}};

  std::printf("Shapes:\n");
  expect_refusal("Sphere{nan}", make_shape(Sphere{nan}), ErrorCode::not_finite);
  expect_refusal("Cylinder{1, -2}", make_shape(Cylinder{1, -2}), ErrorCode::negative);
  expect_refusal("Polytope of no points", make_shape(Polytope{none}), ErrorCode::empty);
  expect_refusal("Polytope, a point at infinity", make_shape(Polytope{spoilt}), ErrorCode::not_finite);
  expect_refusal("HalfSpace{{0, 0, 0}, 1}", make_shape(HalfSpace{{0, 0, 0}, 1}), ErrorCode::singular);
  expect_refusal("CustomSupport{}", make_shape(CustomSupport{}), ErrorCode::empty);
  expect_refusal("hull with a half-space", make_convex_hull(Sphere{1}, HalfSpace{}), ErrorCode::unsupported);
  expect_refusal("make_expanded(box, -1)", make_expanded(Box{}, -1), ErrorCode::negative);

  std::printf("Placements and instances:\n");
  expect_refusal("scaled to nothing along z", make_affine(Mat3::diagonal(1, 1, 0), {}), ErrorCode::singular);
  const float perspective[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0};
  expect_refusal("a perspective matrix", make_affine(perspective), ErrorCode::unsupported);
  expect_refusal("margin of -0.1", make_instance(Sphere{1}, {}, Real(-0.1)), ErrorCode::negative);

  std::printf("Queries on what was not checked:\n");
  const Instance good{Sphere{1}, {}};
  expect_status("distance to Sphere{-1}", distance(good, {Sphere{-1}, {}}), Status::invalid_argument);
  expect_status("distance to Shape{}", distance(good, {}), Status::invalid_argument);
  expect_status("distance, margin of nan", distance(good, {Sphere{1}, {}, nan}), Status::invalid_argument);
  expect_status("distance, relative_error of -1", distance(good, good, {.relative_error = -1}),
                Status::invalid_argument);
  expect_status("distance of two half-spaces", distance({HalfSpace{}, {}}, {HalfSpace{}, {}}),
                Status::unbounded);
  return wrong == 0 ? 0 : 1;
}
