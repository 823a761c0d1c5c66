// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/contact.h"
#include "query/contact/boxes.h"
#include "query/contact/complex.h"
#include "query/contact/round.h"
#include "query/contact/side.h"
#include "query/contact/writer.h"
#include "query/pair/complex.h"
#include "query/pair/depth_proof.h"
#include "query/pair/direct.h"
#include "query/pair/quick_axis.h"

// Contact sets: an axis from the queries that there are, the supporting features of both shapes along it, and
// what they have in common.

namespace graze::inline GRAZE_ABI {

bool are_usable(const ContactSettings& s) {
  return s.prediction >= 0 && is_finite(s.prediction) && s.relative_error >= 0 &&
         is_finite(s.relative_error) && s.max_iterations > 0;
}

namespace {

using primitive::ClipPoint;
using primitive::ClipPoints;
using primitive::ClipSide;

// A point beyond which a gap is not a contact, in the units of the pair.
double limit_of(const PairFrame& pair, const ContactSettings& settings, double tolerance) {
  return double(settings.prediction) * pair.unit + tolerance;
}

// Where on a feature a point of it is.
Feature name_of(const ClipSide& side, double x, double y, double tolerance) {
  for (int i = 0; i < side.count; ++i)
    if (std::abs(side.x[i] - x) + std::abs(side.y[i] - y) <= 4 * tolerance) return side.corner(i);
  for (int i = 0; side.kind == ClipSide::Kind::polygon && i < side.count; ++i) {
    const double ex = side.x[i + 1] - side.x[i], ey = side.y[i + 1] - side.y[i];
    const double off = ex * (y - side.y[i]) - ey * (x - side.x[i]);
    if (std::abs(off) <= 4 * tolerance * (std::abs(ex) + std::abs(ey))) return side.edge(i);
  }
  return side.face;
}

// The points that the search found: the deepest there are, and the whole set where features have no region in
// common. Where a corner of the set is as good as there it moves instead, so that sets of rounded shapes do
// not grow by a point that is nearly one of theirs.
void add_witnesses(const Answer& answer, const ContactFrame& frame, const ClipSide& a, const ClipSide& b,
                   double tolerance, double limit, double near, ClipPoints& points) {
  const Vec3d p = frame.to(answer.a), q = frame.to(answer.b);
  double least = std::numeric_limits<double>::infinity(), nearest = near;
  int neighbour = -1;
  for (int i = 0; i < points.count; ++i) {
    const ClipPoint& point = points.points[i];
    least = std::min(least, point.gap());
    const double way = std::abs(point.x - p.x) + std::abs(point.y - p.y);
    if (way < nearest) {
      nearest = way;
      neighbour = i;
    }
  }
  if (least <= (q.z - p.z) + tolerance) return;
  if (q.z - p.z > limit) return;
  ClipPoint point{p.x, p.y, q.x - p.x, q.y - p.y, p.z, q.z, {}, {}};
  if (neighbour >= 0) {
    point.a = points.points[neighbour].a;
    point.b = points.points[neighbour].b;
    points.points[neighbour] = point;
  } else if (points.count < ClipPoints::kCapacity) {
    point.a = name_of(a, p.x, p.y, tolerance);
    point.b = name_of(b, q.x, q.y, tolerance);
    points.points[points.count++] = point;
  }
}

// A contact set in the working frame of a pair.
struct Found {
  Pair pair;
  Answer answer;
  ContactFrame frame;
  ClipPoints points;
  double tolerance = 0;

  // False: no points. `known` is the axis with its witnesses, or null.
  bool find(const Operand& a, const Operand& b, const ContactSettings& settings, const Answer* known);

 private:
  bool find_axis(const Operand& a, const Operand& b, const ContactSettings& settings);
  bool find_proved_depth(const ContactSettings& settings);
  void find_points(const ContactSettings& settings);
};

bool is_quickly_apart(const Operand& a, const Operand& b, const ContactSettings& settings) {
  Operand grown = a;
  grown.margin += settings.prediction;
  PairCache last;
  if (settings.cache != nullptr && settings.cache->is_apart) last.axis = settings.cache->axis;
  Vec3 axis;
  return find_quick_axis(grown, b, &last, axis);
}

// Whether they had contacts the last time: then it is not worth it to look for a plane between them.
bool has_met(const ContactCache* cache) {
  return cache != nullptr && !cache->is_apart && cache->axis != Vec3{};
}

// Farther apart than the prediction, and nothing else is known.
void set_far(const ContactSettings& settings, Answer& answer) {
  answer.contact = Contact::apart;
  answer.lower = double(settings.prediction);
  answer.upper = double(kInfinity);
}

bool Found::find_proved_depth(const ContactSettings& settings) {
  if (settings.cache == nullptr) return find_depth(pair, answer);
  return !settings.cache->is_apart && prove_depth(pair, settings.cache->proof, answer);
}

bool Found::find_axis(const Operand& a, const Operand& b, const ContactSettings& settings) {
  if (!make_pair(a, b, pair)) {
    answer.status = Status::invalid_argument;
    return false;
  }
  switch (find_triangle_depth(pair, answer)) {
    case TriangleOverlap::deep:
      return true;
    case TriangleOverlap::shallow:
      break;
    case TriangleOverlap::unknown:
      if (find_proved_depth(settings)) return true;
  }
  PairCache* cache = settings.cache != nullptr ? &settings.cache->pair : nullptr;
  const QuerySettings query{.relative_error = settings.relative_error,
                            .max_iterations = settings.max_iterations,
                            .cache = cache,
                            .workspace = settings.workspace};
  solve(pair, Goal::separation, query, answer);
  return answer.status != Status::unbounded && answer.normal != Vec3d{};
}

void Found::find_points(const ContactSettings& settings) {
  frame.n = answer.normal;
  frame.origin = {};
  primitive::make_basis(frame.n, frame.u, frame.v);
  ClipSide a, b;
  find_side(pair.a(), frame, 1, tolerance, a);
  find_side(pair.b(), frame, -1, tolerance, b);
  primitive::find_edges(a, pair.a().radius, b, pair.b().radius);
  primitive::clip(a, b, tolerance, points);
  const double limit = limit_of(pair, settings, tolerance);
  primitive::keep_below(limit, points);
  const double asked =
      double(settings.relative_error) * std::max(std::abs(answer.lower), std::abs(answer.upper));
  add_witnesses(answer, frame, a, b, tolerance + asked, limit, kNearWitness * pair.size, points);
}

bool Found::find(const Operand& a, const Operand& b, const ContactSettings& settings, const Answer* known) {
  pair.unit = 1;
  if (!are_usable(settings) || !is_usable(a) || !is_usable(b)) {
    answer.status = Status::invalid_argument;
    return false;
  }
  if (known != nullptr) {
    answer = *known;
    (void)make_pair(a, b, pair);
    answer.lower *= pair.unit;  // what is known is in the lengths of the world
    answer.upper *= pair.unit;
    answer.a *= pair.unit;
    answer.b *= pair.unit;
  } else {
    if (!has_met(settings.cache) && is_quickly_apart(a, b, settings)) {
      set_far(settings, answer);
      return false;
    }
    if (!find_axis(a, b, settings)) return false;
  }
  tolerance = std::max(16 * double(kEpsilon) * pair.size, 4 * pair.error);
  if (answer.lower > double(settings.prediction) * pair.unit) return false;
  find_points(settings);
  return points.count > 0;
}

void store(const ContactSummary& summary, ContactCache* cache) {
  if (cache == nullptr) return;
  cache->axis = summary.normal;
  cache->is_apart = summary.contact == Contact::apart;
}
// The axis of a pair that is too far apart; zero: whatever is there stays, it has just been confirmed.
void store_apart(const Vec3& axis, ContactCache* cache) {
  if (cache == nullptr) return;
  if (axis != Vec3{}) cache->axis = axis;
  cache->is_apart = true;
}

// Where the points of a set go: at most four of them, or all.
struct FourPoints {
  ContactSet& set;

  void take(const ContactPoint& point) const {
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
  void take(Found& found, const ContactWriter& writer) const {
    primitive::reduce(found.tolerance, found.points);
    set.count = found.points.count;
    writer.write_four(found.points.points, set.count, set.points);
  }
  void take_pieces(const Operand& a, const Operand& b, const ContactSettings& settings) const {
    PatchPoints patch(set.normal);
    complex_contacts(a, b, settings, set, [&](const ContactPoint& point) { patch.take(point); });
    patch.reduce();
    set.count = static_cast<std::int32_t>(patch.span().size());
    std::copy(patch.span().begin(), patch.span().end(), set.points);
  }
};
struct AllPoints {
  ContactList& list;
  std::span<ContactPoint> out;

  void take(const ContactPoint& point) const {
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
  void take(Found& found, const ContactWriter& writer) const {
    reserve(found.points.count);
    const int count = static_cast<int>(list.written.size());
    ContactPoint four[4];
    for (int i = 0; i < count; i += 4) {
      const int some = std::min(count - i, 4);
      writer.write_four(found.points.points + i, some, four);
      std::copy_n(four, some, list.written.begin() + i);
    }
  }
  void take_pieces(const Operand& a, const Operand& b, const ContactSettings& settings) const {
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

// Any pair. A function of its own, because its frame is large.
template <class Points>
[[gnu::noinline]] void search(const Operand& a, const Operand& b, const ContactSettings& settings,
                              const Answer* known, ContactSummary& summary, const Points& points) {
  Found found;
  const bool has_points = found.find(a, b, settings, known);
  summarize(found.answer, found.pair.unit, summary);
  if (!has_points) {
    const Vec3d& n = found.answer.normal;
    if (summary.contact == Contact::apart && summary.status != Status::invalid_argument && n != Vec3d{})
      store_apart(Vec3(found.pair.is_swapped() ? -n : n), settings.cache);
    return;
  }
  const ContactWriter writer(found.pair, found.frame);
  summary.normal = writer.normal();
  points.take(found, writer);
  store(summary, settings.cache);
}

// Spheres and capsules. False: too close to call for the kernel of batches, of which this is one lane.
template <class Points>
bool find_round(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
                const Points& points) {
  PairFrame frame;
  Answer answer;
  if (!solve_directly(a, b, Goal::separation, {}, frame, answer)) return false;
  ContactPoint point;
  switch (look_at_round(frame, answer, settings.prediction, summary, point)) {
    case RoundContact::none:
      store_apart(Vec3(frame.is_swapped() ? -answer.normal : answer.normal), settings.cache);
      break;
    case RoundContact::point:
      points.take(point);
      store(summary, settings.cache);
      break;
    case RoundContact::sides:
      search(a, b, settings, &answer, summary, points);
      break;
  }
  return true;
}

// The centre of one is well inside the box: the kernel would only find that the cores meet.
bool is_centre_inside(const Operand& round, const Operand& box) {
  const Vec3 offset = round.placement->translation() - box.placement->translation();
  const Real scale = box.placement->scale(), reach = Real(0.9) * scale;  // far beyond any defect
  const Vec3 p = transpose_times(box.placement->linear(), offset) / scale;
  const Real* h = box.shape->values;
  return std::abs(p.x) < h[0] * reach && std::abs(p.y) < h[1] * reach && std::abs(p.z) < h[2] * reach;
}

// A sphere or a capsule and a box, without a cache that a search could start from. False as above.
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
  QuerySettings query;
  query.max_iterations = settings.max_iterations;
  if (!solve_directly(a, b, Goal::separation, query, frame, answer)) return false;
  if (look_at_mixed(frame, settings.prediction, answer, summary))
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
      return store_apart({}, settings.cache);
    case BoxContact::points:
      summarize(answer, 1, summary);
      store(summary, settings.cache);
  }
}

template <class Points>
void find(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
          const Points& points) {
  if (!is_usable(a) || !is_usable(b) || !are_usable(settings))
    return search(a, b, settings, nullptr, summary, points);
  const LaneKind kind_a = lane_kind(a), kind_b = lane_kind(b);
  if (kind_a == LaneKind::box && kind_b == LaneKind::box)
    return find_boxes({a, b, double(settings.prediction)}, settings, summary, points);
  if (kind_a == LaneKind::round && kind_b == LaneKind::round && find_round(a, b, settings, summary, points))
    return;
  if (kind_a <= LaneKind::box && kind_b <= LaneKind::box && kind_a != kind_b &&
      find_mixed(a, b, settings, summary, points))
    return;
  search(a, b, settings, nullptr, summary, points);
}

// Meshes that are convex solids are their hulls.
template <class Points>
void find_any(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSummary& summary,
              const Points& points) {
  if (!is_any_complex(a, b)) return find(a, b, settings, summary, points);
  Operand convex_a, convex_b;
  if (find_convex(a, convex_a) && find_convex(b, convex_b))
    return find(convex_a, convex_b, settings, summary, points);
  points.take_pieces(a, b, settings);
}

}  // namespace

ContactSet contacts_of(const Operand& a, const Operand& b, const ContactSettings& settings) {
  ContactSet set;
  find_any(a, b, settings, set, FourPoints{set});
  return set;
}
void find_contacts(const Operand& a, const Operand& b, const ContactSettings& settings, ContactSet& out) {
  out = {};
  find_any(a, b, settings, out, FourPoints{out});
}

bool find_triangle_axis(const Operand& a, const Operand& b, const ContactSettings& settings,
                        ContactSummary& out, Answer& answer) {
  Pair pair;
  if (!are_usable(settings) || !make_pair(a, b, pair)) return false;
  if (find_triangle_depth(pair, answer) != TriangleOverlap::deep) return false;
  summarize(answer, pair.unit, out);
  out.normal = Vec3(pair.is_swapped() ? -answer.normal : answer.normal);
  answer.lower /= pair.unit;  // a power of two
  answer.upper /= pair.unit;
  answer.a /= pair.unit;
  answer.b /= pair.unit;
  return true;
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
