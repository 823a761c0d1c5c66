// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <graze/graze.h>

#include <cstdio>

int main() {
  using namespace graze;
  const Instance box{Box{{1, 2, 1}}, Affine{Vec3{0, 0, 0}}};  // sizes are half extents
  const Instance ball{Sphere{1}, Affine{Vec3{5, 0, 0}}};
  const Instance cone{Cone{1, 1}, Affine{Vec3{0, Real(2.5), 0}}};  // stands on y: apex up, base at y = 1.5

  const Distance gap = distance(box, ball);
  std::printf("box and ball: %s, distance in [%g, %g]\n", to_string(gap.contact), double(gap.lower),
              double(gap.upper));

  const Penetration overlap = penetration(box, cone);
  std::printf("box and cone: %s, depth in [%g, %g]\n", to_string(overlap.contact), double(overlap.lower),
              double(overlap.upper));

  const CommonPoint shared = common_point(box, cone);
  if (shared)
    std::printf("both contain (%g, %g, %g)\n", double(shared.point.x), double(shared.point.y),
                double(shared.point.z));
  return gap.status == Status::converged && overlap.status == Status::converged ? 0 : 1;
}
