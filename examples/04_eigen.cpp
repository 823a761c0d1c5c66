// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Placements from Eigen and back by graze/eigen.h, in float or double, whatever the library's Real is.

#include <graze/eigen.h>
#include <graze/graze.h>

#include <cstdio>

using namespace graze;

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
  const Eigen::Vector3d on_box = to_eigen<double>(r.point_a), on_ball = to_eigen<double>(r.point_b);
  std::printf("distance %.6f from (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f)\n", double(r.upper), on_box.x(),
              on_box.y(), on_box.z(), on_ball.x(), on_ball.y(), on_ball.z());

  // The corner (1, -1) of the box, stretched and turned, is at x = 1 + 3 / sqrt(2), y = 1 / sqrt(2).
  const Eigen::Vector3d corner(1 + 3 / std::sqrt(2.0), 1 / std::sqrt(2.0), on_box.z());
  const Eigen::Vector3d centre(9, 0, on_box.z());
  const bool is_near = std::abs(double(r.upper) - ((centre - corner).norm() - 1)) < 1e-5;
  // Witnesses come in local coordinates too: Eigen takes them to the same place.
  const bool is_same_point = (turned * to_eigen<double>(r.local_a) - on_box).norm() < 1e-5;
  const bool comes_back = (to_eigen<double>(*world_from_box).matrix() - turned.matrix()).norm() < 1e-6;
  std::printf("as expected: %s; local witness agrees: %s; matrix comes back: %s\n", is_near ? "yes" : "NO",
              is_same_point ? "yes" : "NO", comes_back ? "yes" : "NO");
  return is_near && is_same_point && comes_back ? 0 : 1;
}
