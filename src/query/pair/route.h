// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "graze/query/method.h"
#include "query/pair/step.h"

// Which methods answer a pair, and in which order: the one place where that is decided. Each operand has a
// class, which follows from its shape, placement and margin (class_of() in route_class.h); two classes and a
// question give a route, a short list of steps. A step is certain of its answer or declines, and then the
// next step of the list is asked. The last step of every list always answers.
//
// A list may end in Step::cores: the operands then become cores in a working frame (make_pair()), where
// affine images are multiplied out and balls have become radii. What the cores are chooses the rest of the
// list, from a second table. Single queries walk these lists, batches and scenes sort pairs by them
// (lane_group()), method_of() and docs/architecture.md are printed from them.

namespace graze::inline GRAZE_ABI {

[[nodiscard]] constexpr bool always_answers(Step step) {
  return step == Step::refuse || step == Step::pieces || step == Step::advance || step == Step::cores ||
         step == Step::plane || step == Step::expansion;
}

/// An ordered list of steps, padded by Step::none.
struct Route {
  std::array<Step, 8> steps{};

  constexpr void add(Step step) {
    std::size_t count = 0;
    while (steps[count] != Step::none) ++count;
    steps[count] = step;
  }
  [[nodiscard]] constexpr bool has(Step step) const {
    return std::find(steps.begin(), steps.end(), step) != steps.end();
  }
  [[nodiscard]] constexpr bool is_complete() const {
    const auto end = std::find(steps.begin(), steps.end(), Step::none);
    return end != steps.begin() && end != steps.end() && always_answers(*(end - 1)) &&
           std::count_if(steps.begin(), end, always_answers) == 1;
  }
  friend constexpr bool operator==(const Route&, const Route&) = default;
};

namespace route_detail {

[[nodiscard]] constexpr bool is_depth(Query query) {
  return query == Query::penetration || query == Query::separation;
}
[[nodiscard]] constexpr bool is_box(RouteClass c) {
  return c == RouteClass::box || c == RouteClass::grown_box;
}

constexpr void add_casts(RouteClass a, RouteClass b, Query query, Route& route) {
  const RouteClass target = a == RouteClass::point ? b : a;
  const bool is_point_cast = a == RouteClass::point || b == RouteClass::point;
  if (std::max(a, b) == RouteClass::half_space) return route.add(Step::plane);
  const bool has_ray_form =
      target == RouteClass::round || target == RouteClass::box || target == RouteClass::lane_hull;
  if (query == Query::ray_cast && has_ray_form) route.add(Step::ray_form);
  const bool has_quadric_form = is_box(target) || target == RouteClass::discs ||
                                target == RouteClass::triangle || target == RouteClass::quadric ||
                                target == RouteClass::convex;
  if (is_point_cast && has_quadric_form) route.add(Step::quadric_form);
  if (a == RouteClass::round && b == RouteClass::round) route.add(Step::round);
  if (a != RouteClass::round && b != RouteClass::round) route.add(Step::pierce);
  route.add(Step::advance);
}

// A contact set: an axis with its witnesses by the first step that is certain, then what the features of both
// shapes along it have in common. box_contacts and round find the points by themselves.
constexpr void add_contacts(RouteClass a, RouteClass b, Route& route) {
  const bool are_round = a == RouteClass::round && b == RouteClass::round;
  const bool are_mixed = (a == RouteClass::round && is_box(b)) || (b == RouteClass::round && is_box(a));
  if (is_box(a) && is_box(b)) route.add(Step::box_contacts);
  if (are_round) route.add(Step::round);
  if (std::max(a, b) <= RouteClass::discs) route.add(Step::quick_axis);
  if (are_mixed) route.add(Step::corner_search);
  route.add(Step::cores);
}

constexpr void add_bounds(RouteClass a, RouteClass b, Query query, Route& route) {
  const RouteClass last = std::max(a, b);
  const bool is_yes_no = query == Query::intersects || query == Query::common_point;
  if (is_yes_no && last <= RouteClass::discs) route.add(Step::quick_axis);
  if (!is_yes_no && last <= RouteClass::large_hull) route.add(Step::cached);
  if (last == RouteClass::round) {
    route.add(Step::round);
  } else if (a == RouteClass::box && b == RouteClass::box && query != Query::distance) {
    route.add(is_yes_no ? Step::box_decision : Step::box_depth);
  } else if (last <= RouteClass::grown_box) {
    route.add(Step::corner_search);
  } else if (last <= RouteClass::scanned_hull && query == Query::distance) {
    route.add(Step::vertex_search);
  }
  route.add(Step::cores);
}

[[nodiscard]] constexpr Route make_route(RouteClass a, RouteClass b, Query query) {
  Route route;
  const bool is_point_cast = a == RouteClass::point || b == RouteClass::point;
  if (std::max(a, b) == RouteClass::invalid || (query == Query::ray_cast && !is_point_cast)) {
    route.add(Step::refuse);  // a ray starts at a point
  } else if (std::max(a, b) == RouteClass::pieces) {
    if (is_depth(query) || query == Query::contacts) route.add(Step::convex_whole);
    route.add(Step::pieces);
  } else if (query == Query::ray_cast || query == Query::shape_cast) {
    add_casts(a, b, query, route);
  } else if (query == Query::contacts) {
    add_contacts(a, b, route);
  } else {
    add_bounds(a, b, query, route);
  }
  return route;
}

// Casts do not end in cores: their cells are those of the separation, for what starts in contact.
[[nodiscard]] constexpr Route make_core_route(CoreClass a, CoreClass b, Query query) {
  Route route;
  const auto are = [&](CoreClass c) { return a == c && b == c; };
  if (std::max(a, b) == CoreClass::half_space) {
    route.add(Step::plane);
    return route;
  }
  if (query == Query::contacts) {
    if (are(CoreClass::points)) route.add(Step::triangle_axes);
    if (std::max(a, b) <= CoreClass::box) route.add(Step::depth_proof);
  }
  if (are(CoreClass::line)) route.add(Step::segments);
  const bool wants_depth = query >= Query::penetration;
  if (wants_depth && are(CoreClass::box)) route.add(Step::box_axes);
  if (wants_depth && are(CoreClass::small_hull)) route.add(Step::hull_axes);
  route.add(Step::gjk);
  route.add(Step::expansion);
  return route;
}

template <class Class, int kCount>
using Table = std::array<std::array<std::array<Route, kCount>, kCount>, kQueryCount>;

template <class Class, int kCount, class Make>
[[nodiscard]] constexpr Table<Class, kCount> make_table(Make make) {
  Table<Class, kCount> table{};
  for (int q = 0; q < kQueryCount; ++q)
    for (int a = 0; a < kCount; ++a)
      for (int b = 0; b < kCount; ++b)
        table[std::size_t(q)][std::size_t(a)][std::size_t(b)] = make(Class(a), Class(b), Query(q));
  return table;
}

}  // namespace route_detail

inline constexpr auto kRoutes = route_detail::make_table<RouteClass, kRouteClasses>(route_detail::make_route);
inline constexpr auto kCoreRoutes =
    route_detail::make_table<CoreClass, kCoreClasses>(route_detail::make_core_route);

[[nodiscard]] constexpr const Route& route_of(RouteClass a, RouteClass b, Query query) {
  return kRoutes[std::size_t(query)][std::size_t(a)][std::size_t(b)];
}
[[nodiscard]] constexpr const Route& route_of(CoreClass a, CoreClass b, Query query) {
  return kCoreRoutes[std::size_t(query)][std::size_t(a)][std::size_t(b)];
}

/// Pairs without margins that one kernel of a batch takes side by side, a pair per lane.
enum class LaneGroup : std::uint8_t { boxes, round, mixed, hulls, single };

namespace route_detail {

// By the step that the kernel is the many-pair form of; `single`: there is none.
[[nodiscard]] constexpr LaneGroup make_lane_group(RouteClass a, RouteClass b) {
  const Route& decision = route_of(a, b, Query::intersects);
  const Route& distance = route_of(a, b, Query::distance);
  if (decision.has(Step::box_decision)) return LaneGroup::boxes;
  if (distance.has(Step::round)) return LaneGroup::round;
  if (distance.has(Step::corner_search)) return LaneGroup::mixed;
  const bool fits_lanes = std::max(a, b) == RouteClass::lane_hull;  // the others are scanned one by one
  return distance.has(Step::vertex_search) && fits_lanes ? LaneGroup::hulls : LaneGroup::single;
}

inline constexpr auto kLaneGroups = [] {
  std::array<std::array<LaneGroup, kRouteClasses>, kRouteClasses> groups{};
  for (std::size_t a = 0; a < kRouteClasses; ++a)
    for (std::size_t b = 0; b < kRouteClasses; ++b)
      groups[a][b] = make_lane_group(RouteClass(a), RouteClass(b));
  return groups;
}();

}  // namespace route_detail

[[nodiscard]] constexpr LaneGroup lane_group(RouteClass a, RouteClass b) {
  return route_detail::kLaneGroups[std::size_t(a)][std::size_t(b)];
}

}  // namespace graze::inline GRAZE_ABI
