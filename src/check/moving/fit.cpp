// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/fit.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::check {
namespace {

std::array<Vec3, 8> corners_of(const Aabb& box) {
  std::array<Vec3, 8> out;
  for (int i = 0; i < 8; ++i)
    out[std::size_t(i)] = {i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                           i & 4 ? box.upper.z : box.lower.z};
  return out;
}

Real deviation_of(const Path& path, const Stations& stations, const Aabb& box) {
  if (!path.is_valid()) return kInfinity;
  Real worst = 0;
  for (std::size_t i = 1; i < kStations; ++i) {
    const Affine at = path.placement(Real(i) / (kStations - 1));
    for (const Vec3& p : corners_of(box)) worst = std::max(worst, length(at * p - stations[i] * p));
  }
  return worst;
}

Real difference(const Mat3& a, const Mat3& b) {
  Real worst = 0;
  for (int i = 0; i < 3; ++i) worst = std::max(worst, max_abs(a.columns[i] - b.columns[i]));
  return worst;
}

// Axis times angle of the turn from one placement to the other, both similarities of one scale.
Vec3 turn_between(const Affine& from, const Affine& to) {
  const Mat3 turn = to.linear() * transpose(from.linear()) * (1 / (from.scale() * to.scale()));
  const Quat q = to_quat(turn);
  const Vec3 v{q.x, q.y, q.z};
  const Real sine = length(v);
  return sine > 0 ? v * (2 * std::atan2(sine, q.w) / sine) : Vec3();
}

// Turns about a point of its own frame that moves along a line.
Path turning(const Stations& s, const Vec3& turn, const Vec3& centre) {
  return Path::turning(s[0], s[kStations - 1] * centre - s[0] * centre, turn, centre);
}

// A point on the axis of the screw that takes one placement to the other. [Chasles]
Vec3 screw_centre(const Affine& from, const Affine& to, const Vec3& turn) {
  const Real angle = length(turn);
  const Vec3 u = turn / angle, d = to.translation() - from.translation(), across = d - u * dot(d, u);
  return from.translation() + (across + cross(u, across) / std::tan(angle / 2)) * Real(0.5);
}

bool can_turn(const Affine& from, const Affine& to) {
  return from.kind() >= Affine::Kind::similarity && to.kind() >= Affine::Kind::similarity &&
         std::abs(from.scale() - to.scale()) <= 64 * kEpsilon * from.scale() &&
         (determinant(from.linear()) < 0) == (determinant(to.linear()) < 0);
}

}  // namespace

FittedPath fit_path(const Stations& s, std::span<const Vec3> centres, const Aabb& box) {
  FittedPath best;
  const auto consider = [&](const Path& path) {
    const Real deviation = deviation_of(path, s, box);
    if (deviation < best.deviation) best = {path, deviation};
  };
  const Affine &from = s[0], &to = s[kStations - 1];
  const Real size = std::max({max_abs(from.linear().columns[0]), max_abs(from.linear().columns[1]),
                              max_abs(from.linear().columns[2])});
  if (difference(from.linear(), to.linear()) <= 8 * kEpsilon * size)
    consider(Path::linear(from, to.translation() - from.translation()));
  if (can_turn(from, to)) {
    const Vec3 turn = turn_between(from, to);
    for (const Vec3& centre : centres) consider(turning(s, turn, centre));
    if (length(turn) > 0) consider(turning(s, turn, inverse(from) * screw_centre(from, to, turn)));
  } else {
    consider(Path::slerp(from, to));
    consider(Path::entrywise(from, to));
  }
  return best;
}

}  // namespace graze::inline GRAZE_ABI::check
