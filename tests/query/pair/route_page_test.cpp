// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "query/pair/route.h"

// docs/architecture.md shows the route table as it is compiled. GRAZE_WRITE_PAGES=1 writes it there.

namespace graze {
namespace {

constexpr const char* kBegin = "<!-- route table -->\n";
constexpr const char* kEnd = "<!-- end of route table -->";

std::string words(const Route& route) {
  std::string out;
  for (const Step step : route.steps)
    if (step != Step::none) out += (out.empty() ? "" : " → ") + std::string(to_string(step));
  return out;
}

template <class Class>
std::string join(const std::vector<Class>& classes) {
  std::string out;
  for (const Class c : classes) out += (out.empty() ? "" : "; ") + std::string(to_string(c));
  return out;
}

// One line of the page: pairs that have the same routes for all questions of a table.
template <class Class>
struct Line {
  std::vector<Route> routes;
  std::vector<std::pair<Class, Class>> pairs;  // the first is not after the second

  // Pairs in words: those with all classes up to their own together, others by what they are paired with.
  [[nodiscard]] std::string names() const {
    std::vector<Class> with_all;
    std::vector<std::pair<std::vector<Class>, std::vector<Class>>> others;
    for (std::size_t i = 0; i < pairs.size();) {
      std::vector<Class> partners;
      const Class last = pairs[i].second;
      for (; i < pairs.size() && pairs[i].second == last; ++i) partners.push_back(pairs[i].first);
      if (partners.size() == std::size_t(last) + 1 && partners.size() > 1) {
        with_all.push_back(last);
      } else if (!others.empty() && others.back().first == partners) {
        others.back().second.push_back(last);
      } else {
        others.push_back({partners, {last}});
      }
    }
    if (others.empty()) return join(with_all) + " × itself or any before it";
    if (with_all.empty() && others.size() == 1) return join(others[0].first) + " × " + join(others[0].second);
    return std::string("all other pairs up to ") + to_string(pairs.back().second);
  }
};

template <class Class>
std::string table(const std::string& head, int classes, const std::vector<Query>& queries, Class after) {
  std::vector<Line<Class>> lines;
  for (int b = 0; b < classes; ++b)
    for (int a = 0; a <= b; ++a) {
      if (Class(b) >= after) continue;
      std::vector<Route> routes;
      for (const Query q : queries) routes.push_back(route_of(Class(a), Class(b), q));
      auto line = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return l.routes == routes; });
      if (line == lines.end()) line = lines.insert(line, {routes, {}});
      line->pairs.push_back({Class(a), Class(b)});
    }
  std::string out = head;
  for (const Line<Class>& line : lines) {
    out += "| " + line.names() + " |";
    for (const Route& route : line.routes) out += " " + words(route) + " |";
    out += '\n';
  }
  return out + '\n';
}

std::string page_section() {
  std::string out =
      "\nFrom the operands (rows: classes of placed shapes, in this order; polytopes by their number of "
      "vertices):\n\n";
  out += table<RouteClass>(
      "| pair | yes/no, common point | distance | depth, separation | contacts |\n"
      "|---|---|---|---|---|\n",
      kRouteClasses, {Query::intersects, Query::distance, Query::penetration, Query::contacts},
      RouteClass::invalid);
  out += "On cores, behind *cores* above:\n\n";
  out += table<CoreClass>("| cores | yes/no, distance | depth, separation | contacts |\n|---|---|---|---|\n",
                          kCoreClasses, {Query::distance, Query::penetration, Query::contacts},
                          CoreClass(kCoreClasses));
  out += "Rays and casts:\n\n| shape | ray, or cast of a point | cast at any other shape |\n|---|---|---|\n";
  std::vector<std::string> cells;
  for (int c = 0; c < int(RouteClass::invalid); ++c) {
    // A box is the one that stands for all that are neither round nor points.
    const std::string cell = words(route_of(RouteClass::point, RouteClass(c), Query::ray_cast)) + " | " +
                             words(route_of(RouteClass::box, RouteClass(c), Query::shape_cast)) + " |\n";
    const std::string name = to_string(RouteClass(c));
    const auto same = std::find_if(cells.begin(), cells.end(),
                                   [&](const std::string& s) { return s.ends_with(" | " + cell); });
    if (same == cells.end()) {
      cells.push_back("| " + name + " | " + cell);
    } else {
      same->insert(same->find(" |", 2), "; " + name);
    }
  }
  for (const std::string& cell : cells) out += cell;
  return out + '\n';
}

TEST(RoutePage, ArchitectureShowsTheTableAsItIs) {
  const std::string path = GRAZE_TEST_DATA "/../../docs/architecture.md";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::string page = text.str();
  const std::size_t from = page.find(kBegin), to = page.find(kEnd);
  ASSERT_TRUE(from != page.npos && to != page.npos) << path << " has no place for the table";
  const std::size_t start = from + std::string(kBegin).size();
  const std::string section = page_section();
  if (page.substr(start, to - start) == section) return;
  if (std::getenv("GRAZE_WRITE_PAGES") != nullptr) {
    std::ofstream(path) << page.replace(start, to - start, section);
  } else {
    ADD_FAILURE() << "the page is old: run this test once with GRAZE_WRITE_PAGES=1";
  }
}

}  // namespace
}  // namespace graze
