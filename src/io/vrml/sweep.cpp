// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "io/vrml/shapes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

constexpr std::string_view kLists[] = {"crossSection", "scale", "orientation", "spine"};

// The numbers of a list, or the default where the field is absent.
std::vector<double> list_or(const LiveNode& node, std::string_view field,
                            std::initializer_list<double> otherwise) {
  const LiveField* f = node.find(field);
  if (f == nullptr || f->value == nullptr) return otherwise;
  return f->value->numbers;
}

std::vector<Extrusion::Vec2> pairs(const std::vector<double>& v) {
  std::vector<Extrusion::Vec2> out;
  for (std::size_t i = 0; i + 1 < v.size(); i += 2) out.push_back({v[i], v[i + 1]});
  return out;
}

std::vector<Extrusion::Turn> turns(const std::vector<double>& v) {
  std::vector<Extrusion::Turn> out;
  for (std::size_t i = 0; i + 3 < v.size(); i += 4) out.push_back({{v[i], v[i + 1], v[i + 2]}, v[i + 3]});
  return out;
}

// One entry for each point of the spine: of a single one its copies, of too few the last again.
template <class T>
void spread(std::vector<T>& list, std::size_t count, const T& otherwise, const Fields& f,
            std::string_view field, Report& report) {
  if (list.size() > 1 && list.size() < count)
    report.note(f.label(field) + " has too few entries: the last one is repeated", f.place(field));
  const T last = list.empty() ? otherwise : list.back();
  list.resize(count, last);
}

}  // namespace

std::optional<Extrusion> read_extrusion(const LiveNode& node, Budget& budget, Report& report) {
  const Fields f(node, report);
  for (const std::string_view field : kLists) budget.take(node.numbers(field).size(), node.where());
  Extrusion e;
  e.section = pairs(list_or(node, "crossSection", {1, 1, 1, -1, -1, -1, -1, 1, 1, 1}));
  e.scale = pairs(list_or(node, "scale", {1, 1}));
  e.rotation = turns(list_or(node, "orientation", {0, 0, 1, 0}));
  if (node.find("spine") != nullptr)
    e.spine = f.points("spine");
  else
    e.spine = {Vec3{0, 0, 0}, Vec3{0, 1, 0}};
  e.has_begin_cap = f.boolean("beginCap", true);
  e.has_end_cap = f.boolean("endCap", true);
  e.is_ccw = f.boolean("ccw", true);
  if (e.spine.size() < 2 || e.section.size() < 2) {
    report.note("Extrusion without a surface left out", node.where());
    return std::nullopt;
  }
  budget.take(e.spine.size() * e.section.size(), node.where());
  for (const std::string_view field : kLists) {
    const std::span<const double> v = node.numbers(field);
    if (std::all_of(v.begin(), v.end(), is_usable)) continue;
    report.loss(f.label(field) + " is not finite: the Extrusion is left out", f.place(field));
    return std::nullopt;
  }
  spread(e.scale, e.spine.size(), {1, 1}, f, "scale", report);
  spread(e.rotation, e.spine.size(), {}, f, "orientation", report);
  return e;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
