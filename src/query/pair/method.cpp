// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/method.h"

#include "query/pair/route_class.h"

// Routes in words, put together by the compiler: method_of() gives static strings.

namespace graze::inline GRAZE_ABI {
namespace {

template <class Table>
constexpr bool is_sound(const Table& table) {
  for (const auto& rows : table)
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (std::size_t b = 0; b < rows.size(); ++b)
        if (!rows[a][b].is_complete() || !(rows[a][b] == rows[b][a])) return false;
  return true;
}
static_assert(is_sound(kRoutes) && is_sound(kCoreRoutes),
              "a list is open, goes on behind a step that always answers, or depends on the order");

constexpr const char* kClassWords[kRouteClasses] = {"sphere, capsule", "box",
                                                    "box with margin", "polytope ≤ 64",
                                                    "polytope ≤ 512",  "larger polytope",
                                                    "cylinder, cone",  "point",
                                                    "segment",         "triangle",
                                                    "other vertices",  "ellipsoid, sheared",
                                                    "nested, custom",  "half-space",
                                                    "mesh, compound",  "invalid"};
constexpr const char* kCoreWords[kCoreClasses] = {
    "point, segment", "3 or 4 points", "small hull", "other vertices", "box", "curved", "half-space"};
constexpr const char* kStepWords[kSteps] = {"",
                                            "refused",
                                            "convex solid as its hull",
                                            "pairs of pieces from trees",
                                            "quick axis",
                                            "cached vertices",
                                            "closed form of round shapes",
                                            "axes of two boxes",
                                            "axes of two boxes",
                                            "float search of corners",
                                            "float search of vertices",
                                            "axes of two boxes with clipped faces",
                                            "closed form of the ray",
                                            "proved closed form of the ray",
                                            "portal",
                                            "conservative advancement",
                                            "cores",
                                            "support against plane",
                                            "axes of two triangles",
                                            "proved depth",
                                            "closed form of segments",
                                            "axes of parallelepipeds",
                                            "axes of small hulls",
                                            "gjk",
                                            "expanding polytope"};

using route_detail::kKinds;

// Kinds with the same rows in both tables count as the first of them.
constexpr std::size_t first_like(ShapeKind kind) {
  const auto& own = kKinds[std::size_t(kind)];
  std::size_t k = 0;
  while (kKinds[k].round != own.round || kKinds[k].core != own.core) ++k;
  return k;
}

// A route with that of the cores in the place of Step::cores.
struct WholeRoute {
  std::array<Step, 16> steps{};
  std::uint64_t keys[2] = {};  // the steps as numbers: cheaper to compare while compiling

  constexpr WholeRoute() = default;
  constexpr WholeRoute(std::size_t a, std::size_t b, Query query) {
    std::size_t count = 0;
    const Route& route = route_of(kKinds[a].round, kKinds[b].round, query);
    for (const Step step : route.steps)
      if (step != Step::none && step != Step::cores) add(step, count);
    if (route.has(Step::cores))
      for (const Step step : route_of(kKinds[a].core, kKinds[b].core, query).steps)
        if (step != Step::none) add(step, count);
    has_points = query == Query::contacts && steps[0] != Step::refuse;
  }
  constexpr void add(Step step, std::size_t& count) {
    keys[count / 8] |= std::uint64_t(step) << (count % 8 * 8);
    steps[count++] = step;
  }
  [[nodiscard]] constexpr bool is_like(const WholeRoute& o) const {
    return keys[0] == o.keys[0] && keys[1] == o.keys[1] && has_points == o.has_points;
  }

  bool has_points = false;
};

// The distinct routes, and which of them each pair of kinds has.
struct Methods {
  WholeRoute routes[96] = {};
  std::size_t count = 0;
  std::uint8_t index[kQueryCount][kShapeKindCount][kShapeKindCount] = {};

  constexpr Methods() {
    for (std::size_t a = 0; a < kShapeKindCount; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        if (first_like(ShapeKind(a)) == a && first_like(ShapeKind(b)) == b)
          for (int q = 0; q < kQueryCount; ++q) index[q][a][b] = index[q][b][a] = number_of({a, b, Query(q)});
  }
  constexpr std::uint8_t number_of(const WholeRoute& route) {
    std::size_t i = 0;
    while (i < count && !routes[i].is_like(route)) ++i;
    if (i == count) routes[count++] = route;
    return std::uint8_t(i);
  }
};
constexpr Methods kMethods;

struct Text {
  char characters[192] = {};
  std::size_t size = 0;

  constexpr void add(const char* word) {
    while (*word != 0) characters[size++] = *word++;
  }
};

constexpr auto kTexts = [] {
  std::array<Text, kMethods.count> texts{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const Step step : kMethods.routes[i].steps) {
      if (step == Step::none) break;
      if (texts[i].size > 0) texts[i].add(", ");
      texts[i].add(kStepWords[int(step)]);
    }
    if (kMethods.routes[i].has_points) texts[i].add("; features clipped");
  }
  return texts;
}();

}  // namespace

const char* to_string(RouteClass c) noexcept { return kClassWords[int(c)]; }
const char* to_string(CoreClass c) noexcept { return kCoreWords[int(c)]; }
const char* to_string(Step step) noexcept { return kStepWords[int(step)]; }

const char* to_string(Query query) noexcept {
  constexpr const char* kNames[kQueryCount] = {"intersects", "common_point", "distance",   "penetration",
                                               "separation", "ray_cast",     "shape_cast", "contacts"};
  return int(query) < kQueryCount ? kNames[int(query)] : "unknown";
}

const char* method_of(ShapeKind a, ShapeKind b, Query query) noexcept {
  if (a == ShapeKind::half_space && b == ShapeKind::half_space) return "refused: both unbounded";
  return kTexts[kMethods.index[std::size_t(query)][first_like(a)][first_like(b)]].characters;
}

}  // namespace graze::inline GRAZE_ABI
