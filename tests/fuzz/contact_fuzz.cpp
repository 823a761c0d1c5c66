// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Contact sets of two arbitrary shapes under arbitrary placements, bad ones included. Whatever the bytes say,
// the answer is finite, has at most four points with gaps within the prediction (or within what its bounds
// leave open, where a placement loses more to rounding than the shape is large), mirrors to the bit, and a
// cache of an earlier answer changes nothing about whether there are points.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "graze/query/contact.h"
#include "graze/shape/bounds.h"
#include "graze/shape/hull_builder.h"

namespace {

using namespace graze;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  // Mostly small numbers on a grid, so that things touch and are parallel; now and then any bits at all.
  Real number() {
    const std::uint8_t kind = byte();
    if (kind < 240) return Real(kind % 16) / 4 - 2 + Real(byte()) * (kind < 120 ? Real(0) : Real(1e-3));
    Real x = 0;
    unsigned char raw[sizeof(Real)];
    for (unsigned char& b : raw) b = byte();
    std::memcpy(&x, raw, sizeof x);
    return x;
  }
  Vec3 vector() {
    const Real x = number(), y = number();
    return {x, y, number()};
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

std::vector<Vec3> points(Bytes& bytes) {
  std::vector<Vec3> all(1 + bytes.byte() % 20);
  for (Vec3& p : all) p = bytes.vector();
  return all;
}

Shape shape(Bytes& bytes) {
  switch (bytes.byte() % 13) {
    case 0:
      return Box{bytes.vector()};
    case 1: {
      auto hull = make_hull(points(bytes));
      return hull ? *std::move(hull) : Shape();
    }
    case 2:
      return Polytope{points(bytes)};
    case 3:
      return Triangle{bytes.vector(), bytes.vector(), bytes.vector()};
    case 4:
      return Tetrahedron{bytes.vector(), bytes.vector(), bytes.vector(), bytes.vector()};
    case 5:
      return Cylinder{bytes.number(), bytes.number()};
    case 6:
      return Cone{bytes.number(), bytes.number()};
    case 7:
      return Capsule{bytes.number(), bytes.number()};
    case 8:
      return HalfSpace{bytes.vector(), bytes.number()};
    case 9:
      return Segment{bytes.vector(), bytes.vector()};
    case 10:
      return Ellipsoid{bytes.vector()};
    case 11:
      return ConvexPolygon{points(bytes)};
    default:
      return TaperedCylinder{bytes.number(), bytes.number(), bytes.number()};
  }
}

Instance instance(Bytes& bytes) {
  const Shape s = shape(bytes);
  const std::uint8_t kind = bytes.byte();
  const Vec3 where = bytes.vector();
  const Real margin = kind % 16 == 7 ? bytes.number() : Real(0);
  if (kind % 4 == 0) return {s, Affine(where), margin};
  if (kind % 4 == 1) return {s, Affine(Mat3{bytes.vector(), bytes.vector(), bytes.vector()}, where), margin};
  const Quat q{bytes.number(), bytes.number(), bytes.number(), bytes.number()};
  return {s, Affine(Pose{q, where}), margin};
}

void require(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "contact_fuzz.cpp:%d does not hold\n", line);
  std::abort();
}
bool is_same(Real a, Real b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a == 0 && b == 0); }
bool is_same(const Vec3& a, const Vec3& b) {
  return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

void check(const ContactSet& set, const ContactSettings& settings, Real size) {
  require(set.count >= 0 && set.count <= 4);
  require(is_finite(set.normal) && !std::isnan(set.lower) && !std::isnan(set.upper));
  if (set.count == 0) return;
  require(set.status != Status::invalid_argument && set.status != Status::unbounded);
  require(std::abs(length(set.normal) - 1) < Real(1e-5));
  for (const ContactPoint& p : set.span()) {
    // Results beyond what Real holds are infinite, never NaN.
    for (const Vec3& v : {p.point_a, p.point_b, p.local_a, p.local_b})
      require(!std::isnan(v.x) && !std::isnan(v.y) && !std::isnan(v.z));
    require(!std::isnan(p.gap));
    if (set.contact == Contact::overlapping) continue;
    require(!(p.gap > settings.prediction + std::max(Real(1e-4) * size, set.upper - set.lower)));
  }
}

// Of everything that rounding is relative to; infinite with a half-space.
Real size_of(const Instance& a, const Instance& b) {
  const Aabb box_a = bounds(a), box_b = bounds(b);
  return (max_abs(box_a.lower) + max_abs(box_a.upper)) + (max_abs(box_b.lower) + max_abs(box_b.upper));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Instance a = instance(bytes), b = instance(bytes);
  const ContactSettings settings{.prediction = bytes.byte() % 4 == 0 ? bytes.number() : Real(0.25)};
  const ContactSet set = contacts(a, b, settings), mirror = contacts(b, a, settings);
  const Real extent = size_of(a, b);
  check(set, settings, extent);
  require(set.count == mirror.count && set.status == mirror.status && set.contact == mirror.contact);
  const bool is_twice =
      a.placement == b.placement && a.shape.kind() == b.shape.kind();  // then neither is first
  require(is_twice || is_same(set.normal, -mirror.normal));
  for (int i = 0; !is_twice && i < set.count; ++i) {
    require(is_same(set.points[i].point_a, mirror.points[i].point_b));
    require(is_same(set.points[i].local_b, mirror.points[i].local_a));
    require(set.points[i].feature_a == mirror.points[i].feature_b);
  }
  ContactCache cache;
  ContactSettings warm = settings;
  warm.cache = &cache;
  check(contacts(a, b, warm), settings, extent);
  check(contacts(a, b, warm), settings, extent);
  ContactPoint out[3];
  const ContactList list = all_contacts(a, b, out, settings);
  require(list.written.size() == std::min<std::size_t>(3, list.found));
  require((list.found > 0) == (set.count > 0));
  return 0;
}
