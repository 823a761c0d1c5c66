// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/pair/route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "query/pair/answers.h"
#include "query/pair/route_class.h"

namespace graze {
namespace {

// A placed shape of a class: every cell of the table is visited with these.
struct Sample {
  RouteClass route_class;
  CoreClass core_class;
  Instance instance;
};

Shape ball_hull(int count) {
  std::vector<Vec3> points;
  const double turn = 2.399963;  // the golden angle spreads points evenly over a sphere
  for (int i = 0; i < count; ++i) {
    const double y = 1 - 2 * (i + 0.5) / count, r = std::sqrt(1 - y * y);
    points.push_back({Real(r * std::cos(turn * i)), Real(y), Real(r * std::sin(turn * i))});
  }
  return make_hull(points).value();
}

Vec3 farthest_of_ball(const void*, const Vec3& d) { return length(d) > 0 ? d / length(d) : Vec3{1, 0, 0}; }

const std::vector<Sample>& samples() {
  const Affine here, turned(Pose{Quat{1, 2, 3, 9}, {}});
  const Affine sheared(Mat3{{1, 0, 0}, {Real(0.3), 1, 0}, {0, 0, 1}}, {});
  static const std::vector<Sample> all = {
      {RouteClass::round, CoreClass::line, {Sphere{1}, here}},
      {RouteClass::round, CoreClass::line, {Capsule{Real(0.5), Real(0.5)}, turned, Real(0.125)}},
      {RouteClass::box, CoreClass::box, {Box{{1, Real(0.75), Real(0.5)}}, turned}},
      {RouteClass::grown_box, CoreClass::box, {Box{{Real(0.5), Real(0.75), 1}}, turned, Real(0.125)}},
      {RouteClass::lane_hull, CoreClass::small_hull, {ball_hull(20), turned}},
      {RouteClass::lane_hull, CoreClass::vertices, {ball_hull(60), here}},
      {RouteClass::scanned_hull, CoreClass::vertices, {ball_hull(300), turned}},
      {RouteClass::large_hull, CoreClass::vertices, {ball_hull(900), turned}},
      {RouteClass::discs, CoreClass::curved, {Cylinder{Real(0.75), Real(0.75)}, turned}},
      {RouteClass::point, CoreClass::line, {Point{}, here}},
      {RouteClass::segment, CoreClass::line, {Segment{{-1, 0, 0}, {1, Real(0.5), 0}}, turned}},
      {RouteClass::triangle, CoreClass::points, {Triangle{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, turned}},
      {RouteClass::vertices,
       CoreClass::points,
       {Tetrahedron{{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}}, turned}},
      {RouteClass::vertices, CoreClass::small_hull, {ball_hull(20), sheared}},
      {RouteClass::quadric, CoreClass::curved, {Ellipsoid{{1, Real(0.75), Real(0.5)}}, turned}},
      {RouteClass::quadric, CoreClass::box, {Box{{1, Real(0.75), Real(0.5)}}, sheared}},
      {RouteClass::convex, CoreClass::curved, {CustomSupport{&farthest_of_ball, nullptr, {}}, here}},
      {RouteClass::convex, CoreClass::box, {make_affine_image(Box{}, turned).value(), here}},
      {RouteClass::half_space, CoreClass::half_space, {HalfSpace{{0, 0, 1}, 0}, here}},
      {RouteClass::pieces,
       CoreClass::curved,
       {make_compound(std::vector<Shape>{Sphere{1}, Box{}}).value(), here}},
      {RouteClass::invalid, CoreClass::curved, {Shape{}, here}},
      {RouteClass::invalid,
       CoreClass::curved,
       {Sphere{1}, Affine(Mat3{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {})}},
      {RouteClass::invalid, CoreClass::curved, {Box{}, here, Real(-1)}},
  };
  return all;
}

Instance moved(const Instance& instance, const Vec3& by) {
  return {instance.shape, Affine(instance.placement.linear(), by), instance.margin};
}

template <class R>
Step asked(const Instance& a, const Instance& b, const QuerySettings& settings = {}) {
  R result;
  return answer(operand(a), operand(b), settings, result);
}
Step asked(Query query, const Instance& a, const Instance& b, const QuerySettings& settings = {}) {
  switch (query) {
    case Query::intersects:
      return asked<Intersection>(a, b, settings);
    case Query::common_point:
      return asked<CommonPoint>(a, b, settings);
    case Query::distance:
      return asked<Distance>(a, b, settings);
    case Query::penetration:
      return asked<Penetration>(a, b, settings);
    default:
      return asked<Separation>(a, b, settings);
  }
}

// Steps of the operands, then of their cores.
std::vector<Step> whole_route(const Sample& a, const Sample& b, Query query) {
  std::vector<Step> steps;
  for (const Step step : route_of(a.route_class, b.route_class, query).steps)
    if (step != Step::none && step != Step::cores) steps.push_back(step);
  if (route_of(a.route_class, b.route_class, query).has(Step::cores))
    for (const Step step : route_of(a.core_class, b.core_class, query).steps)
      if (step != Step::none) steps.push_back(step);
  return steps;
}

std::string name_of(const Sample& a, const Sample& b, Query query, Step step) {
  return std::string(to_string(a.route_class)) + " | " + to_string(b.route_class) + " | " + to_string(query) +
         " | answered by: " + to_string(step);
}

// Calls use(a, b, query) for every two samples, in both orders, and every question with a traced answer.
template <class Use>
void for_cells(Use use) {
  for (const Sample& a : samples())
    for (const Sample& b : samples())
      for (int q = 0; q <= int(Query::separation); ++q) use(a, b, Query(q));
}

TEST(Route, SamplesHaveTheirClasses) {
  std::vector<bool> seen(kRouteClasses);
  for (const Sample& s : samples()) {
    EXPECT_EQ(class_of(operand(s.instance)), s.route_class) << to_string(s.route_class);
    seen[std::size_t(s.route_class)] = true;
    if (s.route_class >= RouteClass::pieces) continue;
    Core core;
    make_core(s.instance.shape.view(), s.instance.placement, s.instance.margin, core);
    EXPECT_EQ(class_of(core), s.core_class) << to_string(s.route_class);
  }
  for (int c = 0; c < kRouteClasses; ++c) EXPECT_TRUE(seen[std::size_t(c)]) << to_string(RouteClass(c));
}

TEST(Route, EveryListEndsInAStepThatAlwaysAnswersWhateverTheOrder) {
  for (int q = 0; q < kQueryCount; ++q) {
    for (int a = 0; a < kRouteClasses; ++a)
      for (int b = 0; b < kRouteClasses; ++b) {
        const Route& route = route_of(RouteClass(a), RouteClass(b), Query(q));
        EXPECT_TRUE(route.is_complete()) << a << ' ' << b << ' ' << q;
        EXPECT_EQ(route, route_of(RouteClass(b), RouteClass(a), Query(q)));
      }
    for (int a = 0; a < kCoreClasses; ++a)
      for (int b = 0; b < kCoreClasses; ++b) {
        const Route& route = route_of(CoreClass(a), CoreClass(b), Query(q));
        EXPECT_TRUE(route.is_complete()) << a << ' ' << b << ' ' << q;
        EXPECT_EQ(route, route_of(CoreClass(b), CoreClass(a), Query(q)));
      }
  }
}

// Far apart nothing is too close to call: the first step answers, but for the cache that is not there, and
// for depths, of which axes know only that there is none.
TEST(Route, FarApartTheFirstStepAnswers) {
  for_cells([](const Sample& a, const Sample& b, Query query) {
    if (a.route_class == RouteClass::half_space || b.route_class == RouteClass::half_space) return;
    const std::vector<Step> route = whole_route(a, b, query);
    std::size_t first = route[0] == Step::cached ? 1 : 0;
    if (route[first] == Step::box_depth && query == Query::separation) ++first;
    if (route[first] == Step::box_axes && query == Query::separation) ++first;
    if (route[first] == Step::hull_axes) ++first;
    if (route[first] == Step::convex_whole) ++first;
    const Step step = asked(query, a.instance, moved(b.instance, {5, 6, 7}));
    EXPECT_EQ(step, route[first]) << name_of(a, b, query, step);
  });
}

TEST(Route, WhateverTheDistanceAListedStepAnswers) {
  for (const double at : {0.0, 0.5, 1.0, 1.5, 2.0}) {
    for_cells([x = Real(at)](const Sample& a, const Sample& b, Query query) {
      const std::vector<Step> route = whole_route(a, b, query);
      const Step step = asked(query, a.instance, moved(b.instance, {x, x / 2, x / 4}));
      EXPECT_NE(std::find(route.begin(), route.end(), step), route.end()) << name_of(a, b, query, step);
      const Step mirrored = asked(query, moved(b.instance, {x, x / 2, x / 4}), a.instance);
      EXPECT_EQ(mirrored, step) << name_of(a, b, query, mirrored);
    });
  }
}

TEST(Route, CastsAreAnsweredByAListedStep) {
  const Vec3 way{-4, -2, -1};
  for (const Sample& a : samples())
    for (const Sample& b : samples()) {
      const auto last = std::max(a.route_class, b.route_class);
      const auto first = std::min(a.route_class, b.route_class);
      if (last == RouteClass::invalid && first == RouteClass::pieces) continue;  // refused by the pieces
      for (const double at : {0.125, 1.0, 2.0, 3.0}) {
        const Instance moving = moved(a.instance, {Real(at), Real(at / 2), Real(at / 4)});
        ShapeCast result;
        const Step step = answer_cast(operand(moving), way, operand(b.instance), {}, result);
        EXPECT_TRUE(route_of(a.route_class, b.route_class, Query::shape_cast).has(step))
            << name_of(a, b, Query::shape_cast, step);
        if (a.route_class != RouteClass::point) continue;
        RayCast hit;
        const Ray ray{moving.placement.translation(), way, 1};
        const Step of_ray = answer_ray(operand(b.instance), ray, {}, hit);
        EXPECT_TRUE(route_of(a.route_class, b.route_class, Query::ray_cast).has(of_ray))
            << name_of(a, b, Query::ray_cast, of_ray);
      }
    }
}

TEST(Route, CastsOfEachFamilyHaveTheirStep) {
  const auto ray = [](const Instance& at) {
    RayCast result;
    return answer_ray(operand(at), {{3, Real(0.25), Real(0.125)}, {-1, 0, 0}, 10}, {}, result);
  };
  const auto cast = [](const Instance& moving, const Instance& at) {
    ShapeCast result;
    return answer_cast(operand(moved(moving, {4, Real(0.25), Real(0.125)})), {-4, 0, 0}, operand(at), {},
                       result);
  };
  const Instance box{Box{}, Affine{}}, ball{Sphere{1}, Affine{}}, cylinder{Cylinder{}, Affine{}};
  EXPECT_EQ(ray(box), Step::ray_form);
  EXPECT_EQ(ray(ball), Step::ray_form);
  EXPECT_EQ(ray({ball_hull(20), Affine{}}), Step::ray_form);
  EXPECT_EQ(ray({ball_hull(300), Affine{}}), Step::pierce);
  EXPECT_EQ(ray(cylinder), Step::quadric_form);
  EXPECT_EQ(ray({HalfSpace{{0, 0, 1}, 0}, Affine{}}), Step::plane);
  EXPECT_EQ(cast({Point{}, Affine{}}, cylinder), Step::quadric_form);
  EXPECT_EQ(cast(box, box), Step::pierce);
  EXPECT_EQ(cast(ball, box), Step::advance);
  EXPECT_EQ(cast(ball, {Capsule{1, 1}, Affine{}}), Step::round);
  EXPECT_EQ(cast({Capsule{1, 1}, Affine{}, Real(0.5)}, ball), Step::round);
}

TEST(Route, TheSecondTimeTheCacheAnswersDistances) {
  for_cells([](const Sample& a, const Sample& b, Query query) {
    if (query != Query::distance || !route_of(a.route_class, b.route_class, query).has(Step::cached)) return;
    PairCache cache;
    QuerySettings settings;
    settings.cache = &cache;
    const Instance there = moved(b.instance, {3, 4, 5});
    const Step first = asked(query, a.instance, there, settings);
    EXPECT_NE(first, Step::cached);
    // Round shapes without a search leave no vertices behind: the closed form is as fast.
    const Step second = asked(query, a.instance, there, settings);
    EXPECT_EQ(second, first == Step::round ? Step::round : Step::cached) << name_of(a, b, query, second);
  });
}

TEST(Route, DepthsOfEachFamilyHaveTheirStep) {
  const auto depth = [](const Instance& a, const Instance& b) { return asked<Penetration>(a, b); };
  const Affine turned(Pose{Quat{1, 2, 3, 9}, {Real(1.5), Real(0.5), Real(0.25)}});
  const Mat3& axes = turned.linear();
  const Affine stretched(Mat3{axes.columns[0], axes.columns[1] * Real(1.25), axes.columns[2]},
                         turned.translation());
  EXPECT_EQ(depth({Box{}, Affine{}}, {Box{}, turned}), Step::box_depth);
  EXPECT_EQ(depth({Box{}, Affine{}}, {Box{}, stretched}), Step::box_axes);
  EXPECT_EQ(depth({Box{}, Affine{}}, {Box{}, turned, Real(0.125)}), Step::box_axes);
  EXPECT_EQ(depth({ball_hull(20), Affine{}}, {ball_hull(24), turned}), Step::hull_axes);
  EXPECT_EQ(depth({ball_hull(20), Affine{}}, {ball_hull(60), turned}), Step::expansion);
  EXPECT_EQ(depth({Sphere{1}, Affine{}}, {Capsule{1, 1}, turned}), Step::round);
  EXPECT_EQ(depth({Sphere{1}, Affine{}}, {Box{}, Affine(Vec3{Real(1.5), 0, 0})}), Step::corner_search);
  EXPECT_EQ(depth({Sphere{1}, Affine{}}, {HalfSpace{{0, 0, 1}, 0}, Affine{}}), Step::plane);
  EXPECT_EQ(depth({Cylinder{}, Affine{}}, {Cone{}, Affine(Vec3{Real(0.5), 0, 0})}), Step::expansion);
}

// Each of these is too close to call for the steps before.
TEST(Route, AStepThatDeclinesLeavesThePairToTheNext) {
  const Instance box{Box{}, Affine{}}, touching{Box{}, Affine(Vec3{2, 0, 0})};
  EXPECT_EQ(asked<Intersection>(box, touching), Step::expansion) << "quick axis, axes, gjk declined";
  EXPECT_EQ(asked<Distance>(box, touching), Step::expansion) << "float search, gjk declined";
  EXPECT_EQ(asked<Penetration>(box, box), Step::expansion) << "three axes are as good";
  const Instance near{Box{}, Affine(Vec3{Real(1.875), Real(0.5), Real(0.25)})};
  EXPECT_EQ(asked<Intersection>(box, near), Step::box_decision) << "quick axis declined";
  EXPECT_EQ(asked<Separation>(box, moved(near, {3, 0, 0})), Step::gjk) << "axes have no distance";
  const Instance line{Segment{{-1, 0, 0}, {1, 0, 0}}, Affine{}};
  EXPECT_EQ(asked<Distance>(line, {Segment{{0, -1, 0}, {0, 1, 0}}, Affine{}}), Step::expansion)
      << "they cross";
  const Instance ball{Sphere{1}, Affine{}};
  EXPECT_EQ(asked<Penetration>(ball, box), Step::expansion) << "the centre is in the box";
  EXPECT_EQ(asked<Intersection>(ball, {Sphere{1}, Affine(Vec3{Real(1.5), 0, 0})}), Step::round);
}

TEST(Route, SettingsThatNoQueryAcceptsAreRefused) {
  QuerySettings settings;
  settings.max_iterations = 0;
  for_cells([&](const Sample& a, const Sample& b, Query query) {
    if (a.route_class == RouteClass::pieces || b.route_class == RouteClass::pieces) return;
    EXPECT_EQ(asked(query, a.instance, b.instance, settings), Step::refuse);
  });
}

TEST(Route, BatchesSortByTheStepThatTheirKernelIs) {
  using C = RouteClass;
  EXPECT_EQ(lane_group(C::box, C::box), LaneGroup::boxes);
  EXPECT_EQ(lane_group(C::round, C::round), LaneGroup::round);
  EXPECT_EQ(lane_group(C::box, C::round), LaneGroup::mixed);
  EXPECT_EQ(lane_group(C::lane_hull, C::round), LaneGroup::hulls);
  EXPECT_EQ(lane_group(C::lane_hull, C::lane_hull), LaneGroup::hulls);
  for (const C other : {C::scanned_hull, C::large_hull, C::discs, C::point, C::convex, C::pieces, C::invalid})
    for (const C c : {C::round, C::box, C::lane_hull, other})
      EXPECT_EQ(lane_group(c, other), LaneGroup::single);
}

}  // namespace
}  // namespace graze
