// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kinds.h"
#include "walk.h"

// Rays at one shape of each kind, and queries about points where these rays start.

namespace cliffs {
namespace {

using namespace graze;

struct PlacedRay {
  const char* placement;
  Ray ray;
};

std::vector<PlacedRay> rays() {
  constexpr Real kFar = 1e6;
  return {{"centre", {{5, 1, Real(0.5)}, {-5, -1, Real(-0.5)}, 10}},
          {"endless", {{5, 1, Real(0.5)}, {-5, -1, Real(-0.5)}, kInfinity}},
          {"axis", {{0, 0, -10}, {0, 0, 1}, 100}},
          {"grazing", {{-5, Real(0.99), 0}, {1, 0, 0}, 100}},
          {"along_face", {{-5, 1, 0}, {1, 0, 0}, kInfinity}},
          {"inside", {{Real(0.01), Real(0.02), Real(0.03)}, {1, 1, 1}, 100}},
          {"middle", {{}, {0, 1, 0}, kInfinity}},
          {"short", {{Real(0.5), Real(0.5), Real(0.5)}, {1, 0, 0}, Real(1e-3)}},
          {"miss", {{-5, 3, 0}, {1, 0, 0}, kInfinity}},
          {"away", {{3, 0, 0}, {1, Real(0.01), 0}, kInfinity}},
          {"remote", {{kFar, 10, 10}, {-kFar, -10, -10}, 2}}};
}

class RayWalk {
 public:
  RayWalk(const Kind& kind, Meter& meter) : subject_(" " + kind.name), meter_(meter) {
    const Mat3 turned = to_matrix(rotation_about(Vec3{1, 2, 3}, Real(0.7)));
    const Mat3 sheared{Vec3{1, Real(0.2), 0}, Vec3{Real(0.5), Real(0.7), 0}, Vec3{0, Real(0.3), Real(1.3)}};
    plain_ = {kind.shape, Affine(turned, {}), Real(kind.margin)};
    parallel_ = {kind.shape, Affine(), Real(kind.margin)};
    grown_ = {kind.shape, plain_.placement, Real(kind.margin + 0.1)};
    sheared_ = {kind.shape, Affine(sheared, {}), Real(kind.margin)};
  }

  void run() {
    for (const auto& [placement, ray] : rays()) {
      placement_ = placement;
      add("ray_cast", [&] { return ray_cast(plain_, ray); });
      add("ray_cast_parallel", [&] { return ray_cast(parallel_, ray); });
      add("ray_cast_margin", [&] { return ray_cast(grown_, ray); });
      add("ray_cast_sheared", [&] { return ray_cast(sheared_, ray); });
      add("first_ray_hit", [&] { return first_ray_hit(plain_, ray); });
      add("first_ray_hit_front", [&] { return first_ray_hit(plain_, ray, Faces::front); });
      add("any_ray_hit", [&] { return any_ray_hit(plain_, ray); });
      add("any_ray_hit_margin", [&] { return any_ray_hit(grown_, ray); });
      meter_.measure("all_ray_hits" + subject_, placement_,
                     [&] { return all_ray_hits(plain_, ray, hits_).found; });
      add("point_distance", [&] { return point_distance(plain_, ray.origin); });
      add("point_location", [&] { return point_location(plain_, ray.origin); });
      add("point_location_margin", [&] { return point_location(grown_, ray.origin); });
    }
  }

 private:
  template <class Call>
  void add(const char* query, Call call) {
    meter_.measure(query + subject_, placement_, [&] {
      (void)call();
      return 1;
    });
  }

  std::string subject_;
  Meter& meter_;
  const char* placement_ = nullptr;
  Instance plain_, parallel_, grown_, sheared_;
  std::vector<RayCast> hits_ = std::vector<RayCast>(1024);
};

}  // namespace

void add_ray_jobs(const std::vector<Kind>& kinds, std::vector<Job>& jobs) {
  for (const Kind& kind : kinds)
    jobs.push_back({kind.name, [&kind](Meter& meter) { RayWalk(kind, meter).run(); }});
}

}  // namespace cliffs
