// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/along.h"

#include <algorithm>

#include "query/contact/points.h"

namespace graze::inline GRAZE_ABI {
namespace {

using primitive::ClipPoints;
using primitive::ClipSide;

Vec3d support(const Core& core, const Vec3d& outward) {
  const Vec3d p = with_reader(core, [&](const auto& reader) {
    std::uint32_t index = 0;
    return reader.support(outward, index);
  });
  return p + outward * core.radius;
}

ContactFrame frame_along(const Pair& pair, const Vec3d& normal) {
  ContactFrame frame;
  frame.set_normal(pair.is_swapped() ? -normal : normal);
  return frame;
}

double tolerance_of(const Pair& pair) { return contact_tolerance(pair.size, pair.error); }

// The supporting point of a shape as a segment without length.
void set_point(const Core& core, const ContactFrame& frame, double facing, ClipSide& side) {
  const Vec3d p = frame.to(support(core, frame.n * facing));
  side.kind = ClipSide::Kind::segment;
  side.corner_kind = side.face.kind;
  side.count = 0;
  for (int i = 0; i < 2; ++i)
    side.add_corner(p, side.face.kind == FeatureKind::curved ? side.face.second : side.face.first);
}

// Adds the supporting point of a curved shape where it is deeper than all points and the other feature covers
// it: tilted faces of curved shapes are not where these reach farthest. `own` is the feature of `core`.
void add_support(const Core& core, const ContactFrame& frame, double facing, const ClipSide& own,
                 const ClipSide& other, double tolerance, ClipPoints& points) {
  if (!core.is_curved() && !(core.radius > 0)) return;
  ClipSide point;
  const bool is_rim = own.kind == ClipSide::Kind::disc;
  point.face = {FeatureKind::curved, is_rim ? own.face.first : 3, is_rim ? primitive::kRimDeepest : 0};
  set_point(core, frame, facing, point);
  ClipPoints deeper;
  primitive::clip(facing > 0 ? point : other, facing > 0 ? other : point, tolerance, deeper);
  if (deeper.count == 0 || points.count >= ClipPoints::kCapacity) return;
  for (int i = 0; i < points.count; ++i)
    if (!(deeper.points[0].gap() < points.points[i].gap() - tolerance)) return;
  points.points[points.count++] = deeper.points[0];
}

double facing_of(const ClipSide& side) {
  if (side.kind == ClipSide::Kind::segment || side.kind == ClipSide::Kind::vertex) return 0;
  return 1 / std::sqrt(1 + side.gx * side.gx + side.gy * side.gy);
}

void set_summary(const Pair& pair, const ClipPoints& points, ContactSet& out) {
  double least = points.points[0].gap();
  for (int i = 1; i < points.count; ++i) least = std::min(least, points.points[i].gap());
  const double room = 4 * pair.error;
  out.lower = round_down((least - room) / pair.unit);
  out.upper = round_up((least + room) / pair.unit);
  out.contact = least > room ? Contact::apart : least < -room ? Contact::overlapping : Contact::touching;
}

}  // namespace

AxisContacts::AxisContacts(const Operand& a, const Operand& b) : is_usable_(make_pair(a, b, pair_)) {}

double AxisContacts::separation(const Vec3d& normal) const {
  if (!is_usable_) return 0;
  const Vec3d n = pair_.is_swapped() ? -normal : normal;
  const auto is_plane = [](const Core& core) { return core.reader == Core::Reader::half_space; };
  if (is_plane(pair_.a()) || is_plane(pair_.b())) return -std::numeric_limits<double>::infinity();
  return dot(n, support(pair_.b(), -n) - support(pair_.a(), n)) / pair_.unit;
}

double AxisContacts::facing(int side, const Vec3d& normal) const {
  if (!is_usable_) return 0;
  ClipSide found;
  find_side(pair_.cores[side], frame_along(pair_, normal), (side == pair_.first) ? 1 : -1,
            tolerance_of(pair_), found);
  return facing_of(found);
}

Facing AxisContacts::collect(const ContactFrame& frame, const ContactSettings& settings, double tolerance,
                             ClipPoints& points) const {
  ClipSide first, second;
  find_side(pair_.a(), frame, 1, tolerance_of(pair_), first);
  find_side(pair_.b(), frame, -1, tolerance_of(pair_), second);
  const Facing facing = pair_.is_swapped() ? Facing{facing_of(second), facing_of(first)}
                                           : Facing{facing_of(first), facing_of(second)};
  primitive::find_edges(first, pair_.a().radius, second, pair_.b().radius);
  if (first.kind == ClipSide::Kind::vertex) set_point(pair_.a(), frame, 1, first);
  if (second.kind == ClipSide::Kind::vertex) set_point(pair_.b(), frame, -1, second);
  primitive::clip(first, second, tolerance, points);
  add_support(pair_.a(), frame, 1, first, second, tolerance, points);
  add_support(pair_.b(), frame, -1, second, first, tolerance, points);
  primitive::keep_below(double(settings.prediction) * pair_.unit + tolerance, points);
  return facing;
}

Facing AxisContacts::find(const Vec3d& normal, const ContactSettings& settings, ContactSet& out) const {
  out = {};
  if (!is_usable_) return {};
  const ContactFrame frame = frame_along(pair_, normal);
  const double tolerance = tolerance_of(pair_);
  ClipPoints points;
  const Facing facing = collect(frame, settings, tolerance, points);
  if (points.count == 0) return facing;
  set_summary(pair_, points, out);
  primitive::reduce(tolerance, points);
  const ContactWriter writer(pair_, frame);
  out.normal = writer.normal();
  out.count = points.count;
  writer.write_four(points.points, out.count, out.points);
  return facing;
}

std::span<ContactPoint> AxisContacts::find_roughly(const Vec3d& normal, const ContactSettings& settings,
                                                   double tolerance, std::span<ContactPoint> out) const {
  if (!is_usable_) return {};
  const ContactFrame frame = frame_along(pair_, normal);
  ClipPoints points;
  (void)collect(frame, settings, std::max(tolerance * pair_.unit, tolerance_of(pair_)), points);
  const ContactWriter writer(pair_, frame);
  const int count = std::min(points.count, static_cast<int>(out.size()));
  ContactPoint four[4];
  for (int i = 0; i < count; i += 4) {
    const int some = std::min(count - i, 4);
    writer.write_four(points.points + i, some, four);
    std::copy_n(four, some, out.data() + i);
  }
  return out.first(static_cast<std::size_t>(count));
}

double separation_along(const Operand& a, const Operand& b, const Vec3d& normal) {
  return AxisContacts(a, b).separation(normal);
}

}  // namespace graze::inline GRAZE_ABI
