// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets: up to four points per pair instead of one, with one normal, a signed gap each, and names that
// stay the same while a body slides. A solver finds last frame's impulse of a point by its name.

#include <graze/graze.h>

#include <cstdio>
#include <cstring>

using namespace graze;

static void print(const char* title, const ContactSet& set) {
  std::printf("%s: %s, normal (%g %g %g)\n", title, to_string(set.contact), double(set.normal.x),
              double(set.normal.y), double(set.normal.z));
  for (const ContactPoint& p : set.span())
    std::printf("  (%6.3f %6.3f %6.3f)  gap %7.4f  feature %u of the table, %u of the body\n",
                double(p.point_a.x), double(p.point_a.y), double(p.point_a.z), double(p.gap),
                p.feature_a.first, p.feature_b.first);
}

// The impulses that a solver keeps: found again by name.
struct Impulse {
  Feature a{}, b{};
  Real value = 0;
};

int main() {
  const Instance table{Box{{2, Real(0.1), 1}}, Affine{Vec3{0, Real(-0.1), 0}}};
  const auto on_table = [](const Shape& shape, Real x, Real height, Real angle) {
    return Instance{shape, Pose{rotation_about({0, 1, 0}, angle), {x, height, 0}}};
  };
  const Shape crate = Box{{Real(0.5), Real(0.5), Real(0.5)}};
  print("crate on the table", contacts(table, on_table(crate, 0, Real(0.499), Real(0.3))));
  print("crate over the edge", contacts(table, on_table(crate, 2, Real(0.499), 0)));
  print("can", contacts(table, on_table(Cylinder{Real(0.3), Real(0.4)}, 1, Real(0.398), 0)));
  const Pose lying{rotation_about({1, 0, 0}, Real(1.5707963)), {-1, Real(0.249), 0}};
  print("pill lying", contacts(table, {Capsule{Real(0.25), Real(0.5)}, lying}));

  // Nearly there: a prediction distance lets the solver stop a fast body before it is inside.
  const Instance falling = on_table(crate, 0, Real(0.55), 0);
  const int without = contacts(table, falling).count,
            with = contacts(table, falling, {.prediction = Real(0.1)}).count;
  std::printf("crate 0.05 above: %d points, with prediction 0.1: %d\n", without, with);

  // Sliding and turning for a while: every point finds its impulse of the frame before.
  ContactCache cache;  // one per pair
  Impulse kept[4];
  int lost = 0;
  for (int frame = 0; frame < 100; ++frame) {
    const Real t = Real(frame) / 100;
    const ContactSet set = contacts(table, on_table(crate, t, Real(0.499), t), {.cache = &cache});
    Impulse next[4];
    for (int i = 0; i < set.count; ++i) {
      next[i] = {set.points[i].feature_a, set.points[i].feature_b, 1};
      bool found = frame == 0;
      for (const Impulse& k : kept) found = found || (k.a == next[i].a && k.b == next[i].b && k.value > 0);
      lost += found ? 0 : 1;
    }
    std::memcpy(kept, next, sizeof kept);
  }
  std::printf("impulses lost while sliding for 100 frames: %d\n", lost);
  return without == 0 && with == 4 && lost == 0 ? 0 : 1;
}
