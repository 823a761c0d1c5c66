// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact_axis.h"

#include <algorithm>

#include "query/contact_side.h"
#include "query/contact_writer.h"

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

// Where nothing flat looks along the normal, the one supporting point: a segment without length.
void set_point(const Core& core, const ContactFrame& frame, double facing, ClipSide& side) {
  if (side.kind != ClipSide::Kind::vertex) return;
  const Vec3d p = frame.to(support(core, frame.n * facing));
  side.kind = ClipSide::Kind::segment;
  side.corner_kind = side.face.kind;
  side.count = 2;
  for (int i = 0; i < 2; ++i) {
    side.x[i] = p.x;
    side.y[i] = p.y;
    side.z[i] = p.z;
    side.corners[i] = side.face.kind == FeatureKind::curved ? side.face.second : side.face.first;
  }
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

double separation_along(const Operand& a, const Operand& b, const Vec3d& normal) {
  Pair pair;
  if (!make_pair(a, b, pair)) return 0;
  const Vec3d n = pair.is_swapped() ? -normal : normal;
  const auto is_plane = [](const Core& core) { return core.reader == Core::Reader::half_space; };
  if (is_plane(pair.a()) || is_plane(pair.b())) return -std::numeric_limits<double>::infinity();
  return dot(n, support(pair.b(), -n) - support(pair.a(), n)) / pair.unit;
}

Facing contacts_on_axis(const Operand& a, const Operand& b, const Vec3d& normal,
                        const ContactSettings& settings, ContactSet& out) {
  out = {};
  Pair pair;
  if (!make_pair(a, b, pair)) return {};
  ContactFrame frame;
  frame.n = pair.is_swapped() ? -normal : normal;
  frame.origin = {};
  primitive::make_basis(frame.n, frame.u, frame.v);
  const double tolerance = std::max(16 * double(kEpsilon) * pair.size, 4 * pair.error);
  ClipSide first, second;
  find_side(pair.a(), frame, 1, tolerance, first);
  find_side(pair.b(), frame, -1, tolerance, second);
  const Facing facing = pair.is_swapped() ? Facing{facing_of(second), facing_of(first)}
                                          : Facing{facing_of(first), facing_of(second)};
  primitive::find_edges(first, pair.a().radius, second, pair.b().radius);
  set_point(pair.a(), frame, 1, first);
  set_point(pair.b(), frame, -1, second);
  ClipPoints points;
  primitive::clip(first, second, tolerance, points);
  primitive::keep_below(double(settings.prediction) * pair.unit + tolerance, points);
  if (points.count == 0) return facing;
  set_summary(pair, points, out);
  primitive::reduce(tolerance, points);
  const ContactWriter writer(pair, frame);
  out.normal = writer.normal();
  out.count = points.count;
  writer.write_four(points.points, out.count, out.points);
  return facing;
}

}  // namespace graze::inline GRAZE_ABI
