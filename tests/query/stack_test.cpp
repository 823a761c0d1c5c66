// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>

#include "graze/mesh/compound.h"
#include "graze/query/common_point.h"
#include "graze/query/contact_manifolds.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/penetration.h"
#include "graze/query/ray_cast.h"
#include "graze/query/separation.h"
#include "graze/query/shape_cast.h"
#include "graze/shape/bounds.h"

// Shapes that nest as deep as they may, on the smallest stack that is promised for them. A stack that does
// not suffice ends the program.

namespace graze {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(NDEBUG)
#define GRAZE_STACK_IS_AS_PROMISED 1
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef GRAZE_STACK_IS_AS_PROMISED
#endif
#endif
#endif

Shape nested(const Shape& innermost) {
  Shape shape = innermost;
  for (int i = 0; i < kMaxNesting; ++i) {
    const Result<Shape> next = i % 3 == 0   ? make_convex_hull(shape, Point{})
                               : i % 3 == 1 ? make_minkowski_sum(shape, Box{{Real(0.001), 0, 0}})
                                            : make_affine_image(shape, Affine(Vec3{Real(0.001), 0, 0}));
    shape = next.value();
  }
  EXPECT_FALSE(make_convex_hull(shape, Point{}));
  return shape;
}

Shape in_compounds(const Shape& innermost) {
  Shape shape = innermost;
  for (int i = 0; i < kMaxCompoundNesting; ++i) {
    const std::array<CompoundPiece, 2> pieces{CompoundPiece{shape, Affine()},
                                              CompoundPiece{Box{{1, 1, 1}}, Affine(Vec3{5, 0, 0})}};
    shape = make_compound(pieces).value();
  }
  return shape;
}

void* ask_everything(void* argument) {
  const auto& [a, b] = *static_cast<const std::array<Instance, 2>*>(argument);
  std::array<ContactManifold, 4> manifolds;
  EXPECT_TRUE(intersects(a, b));
  EXPECT_GT(penetration(a, b).upper, 0);
  EXPECT_LT(separation(a, b).lower, 0);
  EXPECT_EQ(distance(a, b).lower, 0);
  EXPECT_TRUE(common_point(a, b).found);
  EXPECT_TRUE(ray_cast(a, Ray{{9, 0, 0}, {-1, Real(0.01), 0}, 100}));
  EXPECT_TRUE(shape_cast(a, {1, 0, 0}, b));
  EXPECT_GT(contact_manifolds(a, b, manifolds).found, 0u);
  EXPECT_FALSE(bounds(a).is_empty());
  const Instance apart{b.shape, Affine(Vec3{0, 9, 0})};
  EXPECT_GT(distance(a, apart).lower, 4);
  EXPECT_EQ(penetration(a, apart).upper, 0);
  return nullptr;
}

void run_on_stack(std::size_t bytes, const Shape& shape) {
  std::array<Instance, 2> pair{
      Instance{shape, Affine()},
      Instance{shape, Affine(Pose{rotation_about({1, 2, 3}, Real(0.3)), {Real(0.5), Real(0.1), Real(0.2)}})}};
#if defined(GRAZE_STACK_IS_AS_PROMISED)
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, &attributes, ask_everything, &pair), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
#else
  (void)bytes;
  (void)ask_everything(&pair);
#endif
}

TEST(Stack, Of256kBIsEnoughForConvexShapes) { run_on_stack(std::size_t{256} << 10, nested(Cylinder{1, 1})); }

TEST(Stack, Of1MBIsEnoughForCompounds) {
  run_on_stack(std::size_t{1024} << 10, in_compounds(nested(Cylinder{1, 1})));
}

}  // namespace
}  // namespace graze
