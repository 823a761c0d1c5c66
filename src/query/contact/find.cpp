// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/find.h"

#include <algorithm>

#include "query/contact/boxes.h"
#include "query/contact/cache.h"
#include "query/contact/complex.h"
#include "query/contact/names.h"
#include "query/contact/points.h"
#include "query/pair/complex.h"
#include "query/pair/route_class.h"
#include "query/pair/steps.h"

// Contact sets: the contact normal from the queries that there are (axis.h), the supporting features of both
// shapes along it (side.h), the points they have in common (points.h), written to the caller's frames
// (write.h). Spheres, capsules and boxes come first, by closed forms.

namespace graze::inline GRAZE_ABI {
namespace {

// Remembers the axis and the verdict of a set.
void store(const ContactSummary& summary, ContactMemory* memory) {
  if (memory == nullptr) return;
  memory->axis = summary.normal;
  memory->is_apart = summary.contact == Contact::apart;
}
// Remembers that a pair is too far apart, and its axis; zero: the one that is there, it has just been
// confirmed.
void store_apart(const Vec3& axis, ContactMemory* memory) {
  if (memory == nullptr) return;
  if (axis != Vec3{}) memory->axis = axis;
  memory->is_apart = true;
}

// Receives at most four points.
struct FourPoints {
  ContactSet& set;
  Answer* axis = nullptr;  // set where the axis was searched, in units of the world; null: not wanted

  void set_point(const ContactPoint& point) const {
    set.count = 1;
    set.points[0] = point;
  }
  [[nodiscard]] BoxContact find_boxes(const BoxTask& task, Answer& answer) const {
    BoxContactPoints points{set.points, false};
    const BoxContact kind = find_box_contacts(task, answer, points);
    if (kind != BoxContact::points) return kind;
    set.count = points.count;
    set.normal = points.normal;
    return kind;
  }
  void write(const ContactAxis& from, ContactPoints& found, const ContactWriter& writer) const {
    if (axis != nullptr) *axis = in_world(from);
    primitive::reduce(found.tolerance, found.points);
    set.count = found.points.count;
    writer.write_four(found.points.points, set.count, set.points);
  }
  void find_pieces(const Operand& a, const Operand& b, const ContactSettings& settings) const {
    PatchPoints patch(set.normal);
    complex_contacts(a, b, settings, set, [&](const ContactPoint& point) { patch.take(point); });
    patch.reduce();
    set.count = static_cast<std::int32_t>(patch.span().size());
    std::copy(patch.span().begin(), patch.span().end(), set.points);
  }
};

// Receives as many points as there is room for, and counts the others.
struct AllPoints {
  ContactList& list;
  std::span<ContactPoint> out;

  void set_point(const ContactPoint& point) const {
    reserve(1);
    if (!list.written.empty()) list.written[0] = point;
  }
  [[nodiscard]] BoxContact find_boxes(const BoxTask& task, Answer& answer) const {
    ContactPoint all[BoxContactPoints::kCapacity];
    BoxContactPoints points{all, true};
    const BoxContact kind = find_box_contacts(task, answer, points);
    if (kind != BoxContact::points) return kind;
    reserve(points.count);
    std::copy_n(all, list.written.size(), list.written.begin());
    list.normal = points.normal;
    return kind;
  }
  void write(const ContactAxis&, ContactPoints& found, const ContactWriter& writer) const {
    reserve(found.points.count);
    const int count = static_cast<int>(list.written.size());
    ContactPoint four[4];
    for (int i = 0; i < count; i += 4) {
      const int some = std::min(count - i, 4);
      writer.write_four(found.points.points + i, some, four);
      std::copy_n(four, some, list.written.begin() + i);
    }
  }
  void find_pieces(const Operand& a, const Operand& b, const ContactSettings& settings) const {
    complex_contacts(a, b, settings, list, [&](const ContactPoint& point) {
      if (list.found < out.size()) out[list.found] = point;
      ++list.found;
    });
    list.written = out.first(std::min(list.found, out.size()));
  }
  void reserve(int count) const {
    list.found = static_cast<std::size_t>(count);
    list.written = out.first(std::min(list.found, out.size()));
  }
};

// Any convex pair; `known` is its axis with the witness points, or null. A function of its own, because its
// frame is large.
template <class Points>
[[gnu::noinline]] void search(const Operand& a, const Operand& b, const ContactSettings& settings,
                              const Answer* known, ContactSummary& summary, const Points& points) {
  ContactAxis axis;
  ContactPoints found;
  const bool has_axis = find_axis(a, b, settings, known, axis);
  if (has_axis) find_points(axis, settings, found);
  summarize(axis.answer, axis.pair.unit, summary);
  if (!has_axis || found.points.count == 0) {
    const Vec3d& n = axis.answer.normal;
    if (summary.contact == Contact::apart && n != Vec3d{})
      store_apart(Vec3(axis.pair.is_swapped() ? -n : n), ContactMemory::of(settings.cache));
    return;
  }
  const ContactWriter writer(axis.pair, found.frame);
  summary.normal = writer.normal();
  points.write(axis, found, writer);
  store(summary, ContactMemory::of(settings.cache));
}

// Spheres and capsules. False: too close to call for the kernel of batches, of which this is one lane.
template <class Points>
bool find_round(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
                const Points& points) {
  PairFrame frame;
  Answer answer;
  set_frame(a, b, frame);
  if (!solve_round_pair(frame, answer)) return false;
  ContactPoint point;
  switch (decide_round(frame, answer, settings.prediction, summary, point)) {
    case RoundContact::none:
      store_apart(Vec3(frame.is_swapped() ? -answer.normal : answer.normal),
                  ContactMemory::of(settings.cache));
      break;
    case RoundContact::point:
      points.set_point(point);
      store(summary, ContactMemory::of(settings.cache));
      break;
    case RoundContact::sides:
      search(a, b, settings, &answer, summary, points);
      break;
  }
  return true;
}

// Whether the centre of a round shape is well inside the box: the kernel would only find that the cores
// overlap.
bool is_centre_inside(const Operand& round, const Operand& box) {
  const Vec3 offset = round.placement->translation() - box.placement->translation();
  const Real scale = box.placement->scale(), reach = Real(0.9) * scale;  // far beyond any defect
  const Vec3 p = transpose_times(box.placement->linear(), offset) / scale;
  const Real* h = box.shape->values;
  return std::abs(p.x) < h[0] * reach && std::abs(p.y) < h[1] * reach && std::abs(p.z) < h[2] * reach;
}

// A sphere or a capsule and a box, without a cache that a search could start from. Declines like
// find_round().
template <class Points>
bool find_mixed(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
                const Points& points) {
  const bool is_box_first = a.shape->kind == ShapeKind::box;
  if (settings.cache != nullptr || is_centre_inside(is_box_first ? b : a, is_box_first ? a : b)) return false;
  PairFrame frame;
  Answer answer;
  if (is_quickly_apart(a, b, settings)) {
    set_far(settings, answer);
    summarize(answer, 1, summary);
    return true;
  }
  set_frame(a, b, frame);
  NearVertices near;
  if (!solve_by_search(frame, {}, {}, settings.max_iterations, true, near, answer)) return false;
  if (decide_mixed(frame, settings.prediction, answer, summary))
    search(a, b, settings, &answer, summary, points);
  return true;
}

template <class Points>
void find_boxes(const BoxTask& task, const ContactSettings& settings, ContactSummary& summary,
                const Points& points) {
  Answer answer;
  switch (points.find_boxes(task, answer)) {
    case BoxContact::unknown:
      return search(task.a, task.b, settings, nullptr, summary, points);
    case BoxContact::axis:
      return search(task.a, task.b, settings, &answer, summary, points);
    case BoxContact::none:
      summarize(answer, 1, summary);
      return store_apart({}, ContactMemory::of(settings.cache));
    case BoxContact::points:
      summarize(answer, 1, summary);
      store(summary, ContactMemory::of(settings.cache));
  }
}

// Convex shapes.
template <class Points>
void find_convex_pair(const Operand& a, const Operand& b, const ContactSettings& settings,
                      ContactSummary& summary, const Points& points) {
  if (!is_usable(a) || !is_usable(b) || !are_usable(settings))
    return search(a, b, settings, nullptr, summary, points);
  const Route& route = route_of(class_of(a), class_of(b), Query::contacts);
  if (route.steps[0] == Step::box_contacts)
    return find_boxes({a, b, double(settings.prediction)}, settings, summary, points);
  if (route.steps[0] == Step::round && find_round(a, b, settings, summary, points)) return;
  if (route.steps[1] == Step::corner_search && find_mixed(a, b, settings, summary, points)) return;
  search(a, b, settings, nullptr, summary, points);
}

// From contacts of hulls to those of the solids within them, which fall short of them by `defect` in all, up
// to rounding: where that leaves open whether they meet, they are asked themselves.
void widen(const Operand& a, const Operand& b, double defect, ContactSummary& summary) {
  const auto is_half_space = [](const Operand& o) { return o.shape->kind == ShapeKind::half_space; };
  if (is_half_space(a) || is_half_space(b)) return;  // a solid reaches as far as its hull
  if (summary.status == Status::invalid_argument || summary.status == Status::unbounded) return;
  constexpr Real kLeast = std::numeric_limits<Real>::min();
  summary.upper = round_up(double(summary.upper) + defect);
  if (summary.lower > 0 || summary.upper < 0) return;
  summary.contact = complex_intersection(a, b, {}).contact;
  if (summary.contact == Contact::apart) summary.lower = kLeast;
  if (summary.contact == Contact::overlapping) summary.upper = -kLeast;
  summary.upper = std::max(summary.upper, summary.lower);
}

// Meshes that are convex solids are their hulls.
template <class Points>
void find_any(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
              const Points& points) {
  if (!is_any_complex(a, b)) return find_convex_pair(a, b, settings, summary, points);
  Operand convex_a, convex_b;
  double defect = 0;
  if (!find_convex(a, convex_a, defect) || !find_convex(b, convex_b, defect))
    return points.find_pieces(a, b, settings);
  find_convex_pair(convex_a, convex_b, settings, summary, points);
  if (defect > 0) widen(a, b, defect, summary);
}

// With a cache, of convex shapes: names persist.
void find_four(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSet& out) {
  if (settings.cache == nullptr) return find_any(a, b, settings, out, FourPoints{out});
  Operand x = a, y = b;
  double defect = 0;
  if (is_any_complex(a, b) && !(find_convex(a, x, defect) && find_convex(b, y, defect)))
    return FourPoints{out}.find_pieces(a, b, settings);
  ContactMemory& memory = ContactMemory::of(*settings.cache);
  const Vec3 last_axis = memory.axis;
  Answer axis;
  find_convex_pair(x, y, settings, out, FourPoints{out, &axis});
  const auto find_all = [&](std::span<ContactPoint> room) {
    ContactList list;
    ContactSettings cold = settings;
    cold.cache = nullptr;
    const AllPoints all{list, room};
    if (axis.normal != Vec3d{}) {
      search(x, y, cold, &axis, list, all);
    } else {
      find_convex_pair(x, y, cold, list, all);
    }
    return list.written;
  };
  keep_names({x, y, settings, last_axis, find_all}, memory, out);
  if (defect > 0) widen(a, b, defect, out);
}

}  // namespace

ContactSet contacts_of(const Operand& a, const Operand& b, const ContactSettings& settings) {
  ContactSet set;
  find_four(a, b, settings, set);
  return set;
}
void find_contacts(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSet& out) {
  out = {};
  find_four(a, b, settings, out);
}

void keep_last_names(const Operand& a, const Operand& b, const ContactSettings& settings,
                     const ContactSet& last, ContactSet& set) {
  const auto find_all = [&](std::span<ContactPoint> room) {
    ContactList list;
    find_convex_pair(a, b, settings, list, AllPoints{list, room});
    return list.written;
  };
  keep_names({a, b, settings, last.normal, find_all}, last, set);
}

void contacts_along(const Operand& a, const Operand& b, const Answer& answer, const ContactSettings& settings,
                    ContactSet& out) {
  out = {};
  search(a, b, settings, &answer, out, FourPoints{out});
}

void contacts_of_boxes(const Operand& a, const Operand& b, int first, const KnownBoxAxis& known,
                       const ContactSettings& settings, ContactSet& out) {
  out = {};
  find_boxes({a, b, double(settings.prediction), &known, first}, settings, out, FourPoints{out});
}

ContactSet contacts(const Instance& a, const Instance& b, const ContactSettings& settings) {
  return contacts_of(operand(a), operand(b), settings);
}
ContactSet contacts(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const ContactSettings& settings) {
  const Affine place_a(world_from_a), place_b(world_from_b);
  return contacts_of({&a.view(), &place_a, 0}, {&b.view(), &place_b, 0}, settings);
}
ContactSet contacts(const Shape& a, const Shape& b, const Pose& a_from_b, const ContactSettings& settings) {
  return contacts(a, Pose{}, b, a_from_b, settings);
}

ContactList all_contacts(const Instance& a, const Instance& b, std::span<ContactPoint> out,
                         const ContactSettings& settings) {
  ContactList list;
  find_any(operand(a), operand(b), settings, list, AllPoints{list, out});
  return list;
}

}  // namespace graze::inline GRAZE_ABI
