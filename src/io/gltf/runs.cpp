// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/runs.h"

#include <algorithm>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

bool is_usable(const Vec3& p) { return io::is_usable(p.x) && io::is_usable(p.y) && io::is_usable(p.z); }

// Appends one run when all of its points are there.
bool add(const Corners& from, std::initializer_list<std::uint32_t> places, Runs& to) {
  for (const std::uint32_t at : places)
    if (from.list[at] >= from.points) return false;
  for (const std::uint32_t at : places) to.corners.push_back(from.first + from.list[at]);
  to.lengths.push_back(static_cast<std::uint32_t>(places.size()));
  return true;
}

std::size_t add_triangle_list(const Corners& from, Runs& to) {
  const auto n = static_cast<std::uint32_t>(from.list.size());
  std::size_t lost = n % 3 == 0 ? 0 : 1;
  for (std::uint32_t i = 0; i + 2 < n; i += 3) lost += add(from, {i, i + 1, i + 2}, to) ? 0 : 1;
  return lost;
}

std::size_t add_strip_or_fan(const Corners& from, Runs& to) {
  const auto n = static_cast<std::uint32_t>(from.list.size());
  std::size_t lost = n < 3 && n > 0 ? 1 : 0;
  for (std::uint32_t i = 0; i + 2 < n; ++i) {
    // glTF 2.0, section 3.7.2.1: every second triangle of a strip has its last two corners exchanged.
    const bool is_fan = from.mode == Mode::triangle_fan;
    const std::uint32_t a = is_fan ? i + 1 : i, b = is_fan ? i + 2 : i + 1 + i % 2,
                        c = is_fan ? 0 : i + 2 - i % 2;
    const std::uint32_t pa = from.list[a], pb = from.list[b], pc = from.list[c];
    if (pa == pb || pb == pc || pc == pa) continue;
    lost += add(from, {a, b, c}, to) ? 0 : 1;
  }
  return lost;
}

std::size_t add_segments(const Corners& from, Runs& to) {
  const auto n = static_cast<std::uint32_t>(from.list.size());
  std::size_t lost = n % 2;
  for (std::uint32_t i = 0; i + 1 < n; i += 2) lost += add(from, {i, i + 1}, to) ? 0 : 1;
  return lost;
}

// One polyline, or several where points are missing.
std::size_t add_polyline(const Corners& from, Runs& to) {
  std::vector<std::uint32_t> list = from.list;
  if (from.mode == Mode::line_loop && !list.empty()) list.push_back(list[0]);
  std::size_t lost = list.size() == 1 ? 1 : 0;
  for (std::size_t i = 0; i < list.size();) {
    std::size_t end = i;
    while (end < list.size() && list[end] < from.points) ++end;
    if (end < list.size()) ++lost;
    if (end - i >= 2) {
      for (std::size_t k = i; k < end; ++k) to.corners.push_back(from.first + list[k]);
      to.lengths.push_back(static_cast<std::uint32_t>(end - i));
    }
    i = end + 1;
  }
  return lost;
}

std::size_t add_points(const Corners& from, Runs& to) {
  std::size_t lost = 0;
  for (std::uint32_t i = 0; i < from.list.size(); ++i) lost += add(from, {i}, to) ? 0 : 1;
  return lost;
}

}  // namespace

std::size_t add_runs(const Corners& from, Runs& to) {
  switch (from.mode) {
    case Mode::points:
      return add_points(from, to);
    case Mode::lines:
      return add_segments(from, to);
    case Mode::line_loop:
    case Mode::line_strip:
      return add_polyline(from, to);
    case Mode::triangles:
      return add_triangle_list(from, to);
    default:
      return add_strip_or_fan(from, to);
  }
}

std::size_t drop_unusable(std::vector<Vec3>& points, Runs& runs) {
  if (std::all_of(points.begin(), points.end(), [](const Vec3& p) { return is_usable(p); })) return 0;
  Runs kept;
  std::size_t at = 0;
  for (const std::uint32_t n : runs.lengths) {
    const auto begin = runs.corners.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(n);
    if (std::all_of(begin, end, [&](std::uint32_t i) { return is_usable(points[i]); })) {
      kept.corners.insert(kept.corners.end(), begin, end);
      kept.lengths.push_back(n);
    }
    at += n;
  }
  const std::size_t lost = runs.lengths.size() - kept.lengths.size();
  runs = std::move(kept);
  for (Vec3& p : points)
    if (!is_usable(p)) p = {};
  return lost;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
