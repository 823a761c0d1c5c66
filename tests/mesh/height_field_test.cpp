// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/height_field.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "graze/math/stream.h"
#include "graze/mesh/check_mesh.h"

namespace graze::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Three columns, two rows.
HeightField field_of(const std::vector<float>& heights) {
  HeightField field;
  field.heights = heights.data();
  field.columns = 3;
  field.rows = 2;
  field.spacing_x = 2;
  field.spacing_z = Real(0.5);
  return field;
}

void expect_error(const HeightField& field, ErrorCode code, const std::string& part,
                  std::size_t position = 0) {
  const auto made = make_height_field(field);
  ASSERT_FALSE(made) << part;
  EXPECT_EQ(made.error().code, code) << part;
  EXPECT_NE(std::string(made.error().message).find(part), std::string::npos) << made.error().message;
  EXPECT_EQ(made.error().position, position) << part;
}

TEST(HeightField, HasTwoTrianglesPerCellThatFaceUp) {
  const std::vector<float> heights{0, 1, 2, 3, 4, 5};
  const auto made = make_height_field(field_of(heights));
  ASSERT_TRUE(made);
  ASSERT_EQ(made->mesh.triangle_count(), 4u);
  EXPECT_EQ(made->cell_of_triangle, (std::vector<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(made->mesh.bounds(), (Aabb{{0, 0, 0}, {4, 5, Real(0.5)}}));
  const Triangle t = made->mesh.triangle(2);  // of the second cell
  EXPECT_EQ(t.a, (Vec3{2, 1, 0}));
  EXPECT_EQ(t.b, (Vec3{2, 4, Real(0.5)}));
  EXPECT_EQ(t.c, (Vec3{4, 5, Real(0.5)}));
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Triangle u = made->mesh.triangle(i);
    EXPECT_GT(cross(u.b - u.a, u.c - u.a).y, 0) << i;
  }
  EXPECT_GE(made->mesh.memory_bytes(), 6 * sizeof(Vec3) + 4 * 12);
}

TEST(HeightField, ReadsSixteenBitsWithScaleOffsetAndStride) {
  // Rows of four numbers, of which three are samples.
  const std::vector<std::uint16_t> heights{0, 1, 2, 99, 65535, 4, 5, 99};
  HeightField field;
  field.heights = heights.data();
  field.scalar = HeightField::Scalar::uint16;
  field.columns = 3;
  field.rows = 2;
  field.row_stride = 4 * sizeof(std::uint16_t);
  field.scale = Real(0.25);
  field.offset = -1;
  const auto made = make_height_field(field);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->mesh.triangle(0).a, (Vec3{0, -1, 0}));
  EXPECT_EQ(made->mesh.triangle(0).b, (Vec3{0, Real(65535 * 0.25 - 1), 1}));
  EXPECT_EQ(made->mesh.triangle(3).c, (Vec3{2, Real(-0.5), 0}));
  field.scalar = HeightField::Scalar::int16;
  EXPECT_EQ(make_height_field(field)->mesh.triangle(0).b, (Vec3{0, Real(-1.25), 1}));
  const std::vector<double> doubles{0, 0.1, 0, 0, 0, 0};
  HeightField fine = field_of({});
  fine.heights = doubles.data();
  fine.scalar = HeightField::Scalar::float64;
  EXPECT_EQ(make_height_field(fine)->mesh.triangle(2).a.y, Real(0.1));
}

TEST(HeightField, HasHolesAndDoesNotLookAtWhatOnlyTheyTouch) {
  const std::vector<float> heights{kNan, 1, 2, kNan, 4, 5};
  HeightField field = field_of(heights);
  expect_error(field, ErrorCode::not_finite, "heights", 0);
  const std::vector<std::uint8_t> holes{7, 0};
  field.holes = holes;
  const auto made = make_height_field(field);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->mesh.triangle_count(), 2u);
  EXPECT_EQ(made->cell_of_triangle, (std::vector<std::uint32_t>{1, 1}));
  EXPECT_EQ(made->mesh.bounds(), (Aabb{{2, 1, 0}, {4, 5, Real(0.5)}}));
}

TEST(HeightField, IsRefitted) {
  std::vector<float> heights{kNan, 1, 2, kNan, 4, 5};
  HeightField field = field_of(heights);
  const std::vector<std::uint8_t> holes{1, 0};
  field.holes = holes;
  HeightFieldMesh made = make_height_field(field).value();
  heights[5] = 50;
  field.spacing_x = 3;
  ASSERT_FALSE(refit_height_field(made, field));
  EXPECT_EQ(made.mesh.bounds(), (Aabb{{3, 1, 0}, {6, 50, Real(0.5)}}));
  heights[4] = kNan;
  const auto error = refit_height_field(made, field);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->position, 4u);
  EXPECT_EQ(made.mesh.triangle(0).b, (Vec3{3, 4, Real(0.5)})) << "as it was";
  field.rows = 3;
  EXPECT_TRUE(refit_height_field(made, field));
  field.heights = nullptr;
  EXPECT_TRUE(refit_height_field(made, field));
}

TEST(HeightField, RefusesByNameAndPosition) {
  const std::vector<float> heights{0, 1, 2, 3, kNan, 5};
  const HeightField good = field_of(heights);
  expect_error(good, ErrorCode::not_finite, "heights", 4);
  HeightField bad = good;
  bad.heights = nullptr;
  expect_error(bad, ErrorCode::empty, "heights");
  bad = good;
  bad.columns = 1;
  expect_error(bad, ErrorCode::empty, "columns");
  bad = good;
  bad.rows = 0;
  expect_error(bad, ErrorCode::empty, "rows");
  bad = good;
  bad.columns = bad.rows = 0xffffffff;
  expect_error(bad, ErrorCode::index_out_of_range, "2^30");
  bad = good;
  bad.spacing_z = 0;
  expect_error(bad, ErrorCode::negative, "spacing_z");
  bad = good;
  bad.spacing_x = kInfinity;
  expect_error(bad, ErrorCode::not_finite, "spacing_x");
  bad = good;
  bad.scale = Real(kNan);
  expect_error(bad, ErrorCode::not_finite, "scale");
  const std::vector<std::uint8_t> holes{1, 1, 1};
  bad = good;
  bad.holes = holes;
  expect_error(bad, ErrorCode::index_out_of_range, "holes", 3);
  bad.holes = std::span(holes).first(2);
  expect_error(bad, ErrorCode::empty, "holes: nothing");
  EXPECT_FALSE(make_height_field(good, {.is_solid = true}));
}

}  // namespace
}  // namespace graze::test
