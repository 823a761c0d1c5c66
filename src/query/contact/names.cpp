// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/names.h"

#include <algorithm>
#include <cstring>

#include "query/contact/along.h"
#include "query/contact/side.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::size_t kRoom = 64;       // for points of which four are chosen
constexpr double kAsLarge = 0.99;       // areas that differ by less are equal; well beyond kAlmostAsLarge
constexpr Real kOtherAxis = Real(0.9);  // cosine of the angle between axes that are not those of one feature

bool has_name(const ContactPoint& p, const KnownPoint& known) {
  return p.feature_a == known.a && p.feature_b == known.b;
}

// By value: names of another shape mean nothing.
std::uint32_t checksum_of(const ShapeView& shape, std::uint32_t sum) {
  const auto add = [&](std::uint32_t word) { sum = (sum ^ word) * 0x01000193u; };
  add(static_cast<std::uint32_t>(shape.kind));
  for (const Real value : shape.values) {
    std::uint32_t words[sizeof(Real) / 4];
    std::memcpy(words, &value, sizeof value);
    for (const std::uint32_t word : words) add(word);
  }
  if (shape.kind == ShapeKind::polytope) add(polytope_of(shape).vertices.count);
  return sum;
}
std::uint32_t checksum_of(const NamedPair& pair) {
  return checksum_of(*pair.b.shape, checksum_of(*pair.a.shape, 0x811c9dc5u));
}

// Twice the area of the quadrilateral of four points, in whatever order they are.
double area_of(const ContactPoint (&points)[4]) {
  const auto at = [&](int i) { return Vec3d(points[i].point_a) + Vec3d(points[i].point_b); };
  const Vec3d p = at(0), q = at(1) - p, r = at(2) - p, s = at(3) - p;
  return std::max({length(cross(q, s - r)), length(cross(r, s - q)), length(cross(s, r - q))}) / 4;
}

class NameKeeper {
 public:
  NameKeeper(const NamedPair& pair, std::span<const KnownPoint> known, ContactSet& set)
      : pair_(pair), known_(known), set_(set) {}

  void keep() {
    Pair cores;
    if (!make_pair(pair_.a, pair_.b, cores)) return;
    tolerance_ = std::max(4 * contact_tolerance(cores.size, cores.error),
                          double(pair_.settings.persistence) * cores.size) /
                 cores.unit;
    local_tolerances_[0] = in_local(*pair_.a.placement);
    local_tolerances_[1] = in_local(*pair_.b.placement);
    is_other_axis_ = keep_axis();
    if (keep_all({set_.points, std::size_t(set_.count)})) return;
    if (!is_other_axis_ && set_.count == 4 && known_.size() == 4 && keep_four()) return;
    if (keep_rough_points() || is_other_axis_) return;
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (ContactPoint* p = find(known_[i], {set_.points, std::size_t(set_.count)}))
        rename(static_cast<int>(p - set_.points), i);
  }
  /// Whether the set is along the last axis, and would be along another one without it.
  [[nodiscard]] bool is_other_axis() const { return is_other_axis_; }
  /// The place where a name was found counts as long as it is kept for another one.
  void remember(KnownPoint (&out)[4]) const {
    for (int i = 0; i < set_.count; ++i) {
      const ContactPoint& p = set_.points[i];
      out[i] =
          kept_[i] != kNone ? known_[kept_[i]] : KnownPoint{p.feature_a, p.feature_b, p.local_a, p.local_b};
    }
  }

 private:
  [[nodiscard]] bool is_at(const ContactPoint& p, const KnownPoint& known) const {
    return double(sum_abs(p.local_a - known.local_a)) <= local_tolerances_[0] &&
           double(sum_abs(p.local_b - known.local_b)) <= local_tolerances_[1];
  }
  [[nodiscard]] double in_local(const Affine& placement) const {
    return placement.scale() > 0 ? tolerance_ / double(placement.scale()) : tolerance_;
  }
  [[nodiscard]] bool is_known(const ContactPoint& p) const {
    return std::any_of(known_.begin(), known_.end(),
                       [&](const KnownPoint& known) { return has_name(p, known); });
  }
  // The point of this name, or one at its place that has no known name; null: none.
  [[nodiscard]] ContactPoint* find(const KnownPoint& known, std::span<ContactPoint> points) const {
    for (ContactPoint& p : points)
      if (has_name(p, known)) return &p;
    for (ContactPoint& p : points)
      if (!is_known(p) && is_at(p, known)) return &p;
    return nullptr;
  }
  // Finds the points of all known names; false: one is missing.
  [[nodiscard]] bool find_all(std::span<ContactPoint> points, ContactPoint* (&at)[4]) const {
    for (std::size_t i = 0; i < known_.size(); ++i) {
      at[i] = find(known_[i], points);
      if (at[i] == nullptr || std::find(at, at + i, at[i]) != at + i) return false;
    }
    return true;
  }
  void rename(int point, std::size_t known) {
    ContactPoint& p = set_.points[point];
    if (has_name(p, known_[known])) return;
    p.feature_a = known_[known].a;
    p.feature_b = known_[known].b;
    kept_[point] = known;
  }

  // True: the set is now that along the axis of the last frame, along which the shapes overlap as little.
  bool keep_axis() {
    const Vec3& last = pair_.last_axis;
    const bool is_axis = !known_.empty() && std::abs(dot(last, last) - 1) < Real(1e-3);
    if (!is_axis || set_.contact != Contact::overlapping || !(dot(last, set_.normal) < kOtherAxis))
      return false;
    const AxisContacts contacts(pair_.a, pair_.b);
    if (!(contacts.separation(Vec3d(last)) >= double(set_.upper) - tolerance_)) return false;
    ContactSet kept;
    (void)contacts.find(Vec3d(last), pair_.settings, kept);
    if (kept.count == 0) return false;
    kept.lower = set_.lower, kept.upper = set_.upper;
    kept.contact = set_.contact, kept.status = set_.status, kept.iterations = set_.iterations;
    set_ = kept;
    return true;
  }
  bool keep_all(std::span<ContactPoint> points) {
    ContactPoint* at[4];
    if (std::size_t(set_.count) != known_.size() || !find_all(points, at)) return false;
    for (std::size_t i = 0; i < known_.size(); ++i) rename(static_cast<int>(at[i] - set_.points), i);
    return true;
  }
  // The four points of the last frame, if they span as much as the four that were chosen now, and the deepest
  // is among them.
  bool keep_four() {
    ContactPoint all[kRoom];
    ContactPoint* at[4];
    return find_all(pair_.find_all(all), at) && take(at);
  }
  // Rims that lie on each other cross here or there, or not at all: the points of the last frame, if there
  // are no others where rims so close do not cross.
  bool keep_rough_points() {
    ContactPoint room[kRoom];
    ContactPoint* at[4];
    const std::span<ContactPoint> rough =
        AxisContacts(pair_.a, pair_.b).find_roughly(Vec3d(set_.normal), pair_.settings, tolerance_ / 2, room);
    const bool are_as_many = rough.size() == known_.size() || (rough.size() > 4 && known_.size() == 4);
    return are_as_many && find_all(rough, at) && take(at);
  }
  // Takes points of all known names into the set if they are as good as its own.
  bool take(ContactPoint* const (&at)[4]) {
    ContactPoint points[4];
    Real least = kInfinity, deepest = kInfinity;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      points[i] = *at[i];
      least = std::min(least, points[i].gap);
    }
    for (const ContactPoint& p : set_.span()) deepest = std::min(deepest, p.gap);
    if (double(least) > double(deepest) + tolerance_) return false;
    if (set_.count == 4 && known_.size() == 4 && area_of(points) < kAsLarge * area_of(set_.points))
      return false;
    set_.count = static_cast<std::int32_t>(known_.size());
    std::copy_n(points, set_.count, set_.points);
    for (int i = 0; i < set_.count; ++i) rename(i, std::size_t(i));
    return true;
  }

  static constexpr std::size_t kNone = 4;

  const NamedPair& pair_;
  std::span<const KnownPoint> known_;
  ContactSet& set_;
  double tolerance_ = 0;  // world
  double local_tolerances_[2] = {};
  bool is_other_axis_ = false;
  // Of each point, the known one whose name it has instead of its own.
  std::size_t kept_[4] = {kNone, kNone, kNone, kNone};
};

bool have_known_names(const ContactMemory& memory, const ContactSet& set) {
  if (memory.count != set.count) return false;
  for (int i = 0; i < set.count; ++i)
    if (!has_name(set.points[i], memory.known[i])) return false;
  return true;
}

// The nearest point to p of a feature of a box.
Vec3 nearest_on_box(const Real* half, const Feature& feature, const Vec3& p) {
  const auto is_negative = [](std::uint32_t corner, int k) { return (corner >> k & 1) != 0; };
  Vec3 nearest;
  for (int k = 0; k < 3; ++k) {
    const Real h = half[k];
    const bool is_corner = feature.kind == FeatureKind::vertex,
               is_end = feature.kind == FeatureKind::edge &&
                        is_negative(feature.first, k) == is_negative(feature.second, k),
               is_face = feature.kind == FeatureKind::face && int(feature.first) / 2 == k;
    if (is_face)
      nearest[k] = feature.first % 2 != 0 ? -h : h;
    else if (is_corner || is_end)
      nearest[k] = is_negative(feature.first, k) ? -h : h;
    else
      nearest[k] = std::clamp(p[k], -h, h);
  }
  return nearest;
}
// A point of a box, a capsule or a sphere, moved onto a feature on which it may no longer be.
Vec3 moved_to(const ShapeView& shape, const Feature& feature, const Vec3& p) {
  if (shape.kind == ShapeKind::box) return nearest_on_box(shape.values, feature, p);
  if (shape.kind != ShapeKind::capsule) return p;
  const Real h = shape.values[1];
  if (feature.kind == FeatureKind::vertex) return {p.x, feature.first == 0 ? -h : h, p.z};
  return {p.x, std::clamp(p.y, -h, h), p.z};
}

// Most frames: names are those of the last one, and places alone have changed.
void follow(const ContactSet& set, ContactMemory& memory) {
  for (int i = 0; i < set.count; ++i) {
    memory.known[i].local_a = set.points[i].local_a;
    memory.known[i].local_b = set.points[i].local_b;
  }
}

Vec3d in_world(const Affine& placement, const Vec3& p) {
  return Mat3d(placement.linear()) * Vec3d(p) + Vec3d(placement.translation());
}
// A point of the last set, moved onto features of shapes in lanes on which it may no longer be.
KnownPoint known_point(const NamedPair& pair, const ContactPoint& p) {
  return {p.feature_a, p.feature_b, moved_to(*pair.a.shape, p.feature_a, p.local_a),
          moved_to(*pair.b.shape, p.feature_b, p.local_b)};
}
bool has_name_in(const ContactSet& set, const ContactPoint& known) {
  return std::any_of(set.points, set.points + set.count, [&](const ContactPoint& p) {
    return p.feature_a == known.feature_a && p.feature_b == known.feature_b;
  });
}
// Whether the shapes have moved so little that names which are gone may be those of points at their places.
// They overlap as much as before, and points across from each other along the last normal still are, but for
// the persistence on both sides. In scenes where all moves, the depth or the first point says no.
bool have_stayed(const NamedPair& pair, const ContactSet& last, const ContactSet& set) {
  const Affine &at_a = *pair.a.placement, &at_b = *pair.b.placement;
  const double size = double(at_a.scale()) * extent_of(*pair.a.shape) +
                      double(at_b.scale()) * extent_of(*pair.b.shape) +
                      sum_abs(Vec3d(at_b.translation()) - Vec3d(at_a.translation()));
  const double room = 8 * std::max(double(pair.settings.persistence), 64 * double(kEpsilon)) * size;
  if (std::abs(double(set.upper) - double(last.upper)) > room) return false;
  const Vec3d n(last.normal);
  return std::all_of(last.points, last.points + last.count, [&](const ContactPoint& p) {
    if (has_name_in(set, p)) return true;
    const KnownPoint k = known_point(pair, p);
    const Vec3d way = in_world(at_b, k.local_b) - in_world(at_a, k.local_a);
    return sum_abs(way - n * dot(n, way)) <= room;
  });
}

}  // namespace

void keep_names(const NamedPair& pair, ContactMemory& memory, ContactSet& set) {
  memory.count = std::min<std::uint8_t>(memory.count, 4);
  if (have_known_names(memory, set)) return follow(set, memory);
  NameKeeper keeper(pair, {memory.known, memory.count}, set);
  if (set.count > 0) {
    const std::uint32_t shapes = checksum_of(pair);
    if (memory.count > 0 && memory.shapes == shapes) keeper.keep();
    memory.shapes = shapes;
    if (keeper.is_other_axis()) memory.axis = set.normal;
  }
  KnownPoint known[4];
  keeper.remember(known);
  std::copy_n(known, set.count, memory.known);
  memory.count = static_cast<std::uint8_t>(set.count);
}

void keep_names(const NamedPair& pair, const ContactSet& last, ContactSet& set) {
  if (!have_stayed(pair, last, set)) return;
  KnownPoint known[4];
  for (int i = 0; i < last.count; ++i) known[i] = known_point(pair, last.points[i]);
  NameKeeper(pair, {known, std::size_t(last.count)}, set).keep();
}

}  // namespace graze::inline GRAZE_ABI
