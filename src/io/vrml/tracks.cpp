// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/tracks.h"

#include <algorithm>

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

// Numbers for each key.
std::size_t width(const LiveNode& node, std::size_t keys, std::size_t values) {
  switch (node.kind) {
    case NodeKind::position:
      return 3;
    case NodeKind::orientation:
      return 4;
    case NodeKind::scalar:
      return 1;
    default:
      return keys == 0 ? 0 : values / keys / 3 * 3;
  }
}

std::vector<Real> quaternions(std::span<const double> v) {
  std::vector<Real> out;
  out.reserve(v.size());
  for (std::size_t i = 0; i + 3 < v.size(); i += 4) {
    const Quat q = to_quat(v.subspan(i).first<4>());
    out.insert(out.end(), {q.x, q.y, q.z, q.w});
  }
  return out;
}

}  // namespace

std::optional<Track> read_track(const LiveNode& node, Budget& budget, Report& report) {
  const Fields f(node, report);
  std::span<const double> keys = node.numbers("key"), values = node.numbers("keyValue");
  const std::size_t n = width(node, keys.size(), values.size());
  const std::string type = printable(node.type, 40);
  std::size_t count = n == 0 ? 0 : std::min(keys.size(), values.size() / n);
  if (n != 0 && (keys.size() != count || values.size() != count * n))
    report.loss(type + ": the numbers of keys and values do not fit", node.where());
  budget.take(count + count * n / 3, node.where());
  const auto fall = std::is_sorted_until(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count));
  if (fall != keys.begin() + static_cast<std::ptrdiff_t>(count)) {
    report.loss(type + ".key decreases: the rest is left out", f.place("key"));
    count = static_cast<std::size_t>(fall - keys.begin());
  }
  keys = keys.first(count);
  values = values.first(count * n);
  if (!std::all_of(keys.begin(), keys.end(), is_usable) ||
      !std::all_of(values.begin(), values.end(), is_usable)) {
    report.loss(type + " with numbers that are not finite left out", node.where());
    return std::nullopt;
  }
  if (count == 0 || n > 0xffffffff) return std::nullopt;
  Track track;
  track.name = printable(node.name, 200);
  track.components = static_cast<std::uint32_t>(n);
  track.keys.assign(keys.begin(), keys.end());
  if (node.kind == NodeKind::orientation) {
    track.interpolation = Interpolation::slerp;
    track.values = quaternions(values);
  } else {
    track.values.assign(values.begin(), values.end());
  }
  return track;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
