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
  NameKeeper(const NamedPair& pair, ContactMemory& memory, ContactSet& set)
      : pair_(pair), memory_(memory), set_(set) {}

  void keep() {
    Pair cores;
    if (!make_pair(pair_.a, pair_.b, cores)) return;
    tolerance_ = 4 * contact_tolerance(cores.size, cores.error) / cores.unit;
    const bool is_other_axis = keep_axis();
    if (keep_all({set_.points, std::size_t(set_.count)}) || is_other_axis) return;
    if (set_.count == 4 && memory_.count == 4) keep_four();
    for (int i = 0; i < memory_.count; ++i)
      if (ContactPoint* p = find(memory_.known[i], {set_.points, std::size_t(set_.count)}))
        rename(static_cast<int>(p - set_.points), i);
  }
  /// The place where a name was found counts as long as it is kept for another one.
  void remember() {
    KnownPoint known[4];
    for (int i = 0; i < set_.count; ++i) {
      const ContactPoint& p = set_.points[i];
      known[i] = kept_[i] >= 0 ? memory_.known[kept_[i]]
                               : KnownPoint{p.feature_a, p.feature_b, p.local_a, p.local_b};
    }
    std::copy_n(known, set_.count, memory_.known);
    memory_.count = static_cast<std::uint8_t>(set_.count);
  }

 private:
  [[nodiscard]] bool is_at(const ContactPoint& p, const KnownPoint& known) const {
    return double(sum_abs(p.local_a - known.local_a)) <= tolerance_ &&
           double(sum_abs(p.local_b - known.local_b)) <= tolerance_;
  }
  [[nodiscard]] bool is_known(const ContactPoint& p) const {
    return std::any_of(memory_.known, memory_.known + memory_.count,
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
    for (int i = 0; i < memory_.count; ++i) {
      at[i] = find(memory_.known[i], points);
      if (at[i] == nullptr || std::find(at, at + i, at[i]) != at + i) return false;
    }
    return true;
  }
  void rename(int point, int known) {
    ContactPoint& p = set_.points[point];
    if (has_name(p, memory_.known[known])) return;
    p.feature_a = memory_.known[known].a;
    p.feature_b = memory_.known[known].b;
    kept_[point] = known;
  }

  // True: the set is now that along the axis of the last frame, along which the shapes overlap as little.
  bool keep_axis() {
    const Vec3& last = pair_.last_axis;
    const bool is_axis = memory_.count > 0 && std::abs(dot(last, last) - 1) < Real(1e-3);
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
    memory_.axis = set_.normal;
    return true;
  }
  bool keep_all(std::span<ContactPoint> points) {
    ContactPoint* at[4];
    if (set_.count != memory_.count || !find_all(points, at)) return false;
    for (int i = 0; i < set_.count; ++i) rename(static_cast<int>(at[i] - set_.points), i);
    return true;
  }
  // The four points of the last frame, if they span as much as the four that were chosen now, and the deepest
  // is among them.
  void keep_four() {
    ContactPoint all[kRoom], four[4];
    ContactPoint* at[4];
    if (!find_all(pair_.find_all(all), at)) return;
    Real least = kInfinity, deepest = kInfinity;
    for (int i = 0; i < 4; ++i) {
      four[i] = *at[i];
      least = std::min(least, four[i].gap);
      deepest = std::min(deepest, set_.points[i].gap);
    }
    if (double(least) > double(deepest) + tolerance_ || area_of(four) < kAsLarge * area_of(set_.points))
      return;
    std::copy_n(four, 4, set_.points);
    for (int i = 0; i < 4; ++i) rename(i, i);
  }

  const NamedPair& pair_;
  ContactMemory& memory_;
  ContactSet& set_;
  double tolerance_ = 0;
  int kept_[4] = {-1, -1, -1, -1};  // of each point, the known one whose name it has instead of its own
};

bool have_known_names(const ContactMemory& memory, const ContactSet& set) {
  if (memory.count != set.count) return false;
  for (int i = 0; i < set.count; ++i)
    if (!has_name(set.points[i], memory.known[i])) return false;
  return true;
}

// Most frames: names are those of the last one, and places alone have changed.
void follow(const ContactSet& set, ContactMemory& memory) {
  for (int i = 0; i < set.count; ++i) {
    memory.known[i].local_a = set.points[i].local_a;
    memory.known[i].local_b = set.points[i].local_b;
  }
}

}  // namespace

void keep_names(const NamedPair& pair, ContactMemory& memory, ContactSet& set) {
  memory.count = std::min<std::uint8_t>(memory.count, 4);
  if (have_known_names(memory, set)) return follow(set, memory);
  NameKeeper keeper(pair, memory, set);
  if (set.count > 0) {
    const std::uint32_t shapes = checksum_of(pair);
    if (memory.count > 0 && memory.shapes == shapes) keeper.keep();
    memory.shapes = shapes;
  }
  keeper.remember();
}

}  // namespace graze::inline GRAZE_ABI
