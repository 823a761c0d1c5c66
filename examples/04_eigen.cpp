// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Placements from Eigen and back: both keep 4 x 4 matrices by columns, so a span over the data is all it
// takes.

#include <graze/graze.h>

#include <Eigen/Geometry>
#include <cstdio>

using namespace graze;

template <class Scalar>
static Result<Affine> from_eigen(const Eigen::Transform<Scalar, 3, Eigen::Affine>& m) {
  return make_affine(std::span<const Scalar, 16>(m.data(), 16));  // float or double, whatever Real is
}

static Eigen::Affine3d to_eigen(const Affine& placement) {
  Eigen::Affine3d m;
  to_column_major(placement, std::span<double, 16>(m.data(), 16));
  return m;
}

static Eigen::Vector3d to_eigen(const Vec3& v) { return Eigen::Vector3d(v.x, v.y, v.z); }

int main() {
  // A box turned by 45 degrees about z and stretched to twice its length along its own x; the ball is 8 to
  // the right.
  Eigen::Affine3d turned = Eigen::Affine3d::Identity();
  turned.translate(Eigen::Vector3d(1, 0, 0));
  turned.rotate(Eigen::AngleAxisd(std::atan(1.0), Eigen::Vector3d::UnitZ()));
  turned.scale(Eigen::Vector3d(2, 1, 1));
  Eigen::Affine3f right = Eigen::Affine3f::Identity();
  right.translate(Eigen::Vector3f(9, 0, 0));

  const Result<Affine> world_from_box = from_eigen(turned), world_from_ball = from_eigen(right);
  if (!world_from_box || !world_from_ball) {
    std::fprintf(stderr, "04_eigen: a placement was refused\n");
    return 1;
  }
  const Distance r = distance({Box{{1, 1, 1}}, *world_from_box}, {Sphere{1}, *world_from_ball});
  const Eigen::Vector3d on_box = to_eigen(r.point_a), on_ball = to_eigen(r.point_b);
  std::printf("distance %.6f from (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f)\n", double(r.upper), on_box.x(),
              on_box.y(), on_box.z(), on_ball.x(), on_ball.y(), on_ball.z());

  // The corner (1, -1) of the box, stretched and turned, is at x = 1 + 3 / sqrt(2), y = 1 / sqrt(2).
  const Eigen::Vector3d corner(1 + 3 / std::sqrt(2.0), 1 / std::sqrt(2.0), on_box.z());
  const Eigen::Vector3d centre(9, 0, on_box.z());
  const bool is_near = std::abs(double(r.upper) - ((centre - corner).norm() - 1)) < 1e-5;
  // Witnesses come in local coordinates too: Eigen takes them to the same place.
  const bool is_same_point = (turned * to_eigen(r.local_a) - on_box).norm() < 1e-5;
  const bool comes_back = (to_eigen(*world_from_box).matrix() - turned.matrix()).norm() < 1e-6;
  std::printf("as expected: %s; local witness agrees: %s; matrix comes back: %s\n", is_near ? "yes" : "NO",
              is_same_point ? "yes" : "NO", comes_back ? "yes" : "NO");
  return is_near && is_same_point && comes_back ? 0 : 1;
}
