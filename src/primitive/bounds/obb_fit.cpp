// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/bounds/obb_fit.h"

#include <algorithm>
#include <vector>

#include "math/outward.h"
#include "math/principal.h"
#include "primitive/bounds/points.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

using Mat3d = BasicMat3<double>;

/// The box with these axes, once they are rounded to Real: coordinates in it come from the inverse of the
/// rounded axes, which are orthonormal to rounding only.
Obb enclose(std::span<const Vec3> points, const Mat3d& axes) {
  Obb box;
  for (int i = 0; i < 3; ++i) box.axes.columns[i] = Vec3(rounded(axes.columns[i]));
  const Mat3d a(box.axes), dual = transpose(inverse(a));
  const Vec3d first(points[0]);
  Vec3d low, high;
  for (const Vec3& p : points) {
    const Vec3d t = transpose_times(dual, Vec3d(p) - first);
    low = min(low, t);
    high = max(high, t);
  }
  box.centre = Vec3(rounded(first + a * ((low + high) * 0.5)));
  Vec3d reach;
  double size = 0;
  for (const Vec3& p : points) {
    const Vec3d d = Vec3d(p) - Vec3d(box.centre), t = transpose_times(dual, d), s = transpose_times(a, d);
    size = std::max(size, max_abs(d));
    for (int i = 0; i < 3; ++i) reach[i] = std::max({reach[i], std::abs(t[i]), std::abs(s[i])});
  }
  // Difference, inverse (its condition is near one) and product lose some ten roundings of the size.
  for (int i = 0; i < 3; ++i)
    box.half_extents[i] = upper_real(Enclosed(DoubleDouble(reach[i]), 32 * kDoubleEpsilon * size));
  return box;
}

/// Volume, with area to tell flat boxes apart.
struct Cost {
  double volume = std::numeric_limits<double>::infinity();
  double area = std::numeric_limits<double>::infinity();

  /// By a margin, so that rounding does not keep a search going.
  [[nodiscard]] bool is_clearly_less(const Cost& other) const {
    constexpr double kMargin = 1 - 1e-9;
    if (volume < other.volume * kMargin) return true;
    return volume <= other.volume && area < other.area * kMargin;
  }
};

Cost cost_of(std::span<const Vec3d> points, const Mat3d& axes) {
  Vec3d low = transpose_times(axes, points[0]), high = low;
  for (const Vec3d& p : points) {
    const Vec3d t = transpose_times(axes, p);
    low = min(low, t);
    high = max(high, t);
  }
  const Vec3d w = high - low;
  return {w.x * w.y * w.z, w.x * w.y + w.y * w.z + w.z * w.x};
}

/// Orthonormal frame with its first axis along u and its second in the plane of u and v; false when they are
/// parallel.
bool make_frame(const Vec3d& u, const Vec3d& v, Mat3d& frame) {
  const Vec3d n = cross(u, v);
  if (!(length_squared(n) > 1e-20 * length_squared(u) * length_squared(v))) return false;
  const Vec3d x = normalized(u), z = normalized(n);
  frame = {x, cross(z, x), z};
  return true;
}

struct Flat {
  double x, y;
};

/// Counterclockwise hull, by the monotone chain. [Andrew79] Rounding may keep a point too many, which does no
/// harm here.
std::vector<Flat> flat_hull(std::vector<Flat> points) {
  std::sort(points.begin(), points.end(),
            [](const Flat& a, const Flat& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Flat> hull(2 * points.size() + 1);
  std::size_t count = 0;
  const auto add = [&](const Flat& p, std::size_t least) {
    while (count >= least + 2) {
      const Flat &a = hull[count - 2], &b = hull[count - 1];
      if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
      --count;
    }
    hull[count++] = p;
  };
  for (const Flat& p : points) add(p, 0);
  const std::size_t lower = count - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  hull.resize(count > 1 ? count - 1 : count);
  return hull;
}

/// Direction of a side of the least rectangle around the hull: it has a side along an edge. [Freeman75] Hulls
/// of many points are sampled, so that the cost stays linear.
Flat best_side(const std::vector<Flat>& hull) {
  Flat best{1, 0};
  double least = std::numeric_limits<double>::infinity();
  const std::size_t step = 1 + hull.size() / 64;
  for (std::size_t i = 0; i < hull.size(); i += step) {
    const Flat &a = hull[i], &b = hull[(i + 1) % hull.size()];
    const double way = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    if (!(way > 0)) continue;
    const Flat u{(b.x - a.x) / way, (b.y - a.y) / way};
    double low[2] = {0, 0}, high[2] = {0, 0};
    for (const Flat& p : hull) {
      const double s = u.x * (p.x - a.x) + u.y * (p.y - a.y), t = u.x * (p.y - a.y) - u.y * (p.x - a.x);
      low[0] = std::min(low[0], s);
      high[0] = std::max(high[0], s);
      low[1] = std::min(low[1], t);
      high[1] = std::max(high[1], t);
    }
    const double area = (high[0] - low[0]) * (high[1] - low[1]);
    if (area < least) {
      least = area;
      best = u;
    }
  }
  return best;
}

/// The axes turned about axis k so that the projection along it has the least rectangle.
Mat3d turned(std::span<const Vec3d> points, const Mat3d& axes, int k) {
  const Vec3d x = axes.columns[(k + 1) % 3], y = axes.columns[(k + 2) % 3], z = axes.columns[k];
  std::vector<Flat> projected;
  projected.reserve(points.size());
  for (const Vec3d& p : points) projected.push_back({dot(x, p), dot(y, p)});
  const Flat side = best_side(flat_hull(std::move(projected)));
  const Vec3d u = normalized(x * side.x + y * side.y);
  const Vec3d v = normalized(cross(z, u));
  return {u, v, cross(u, v)};
}

/// Extreme points along the normals of a 14-DOP: a few points that tell most about the shape. [Larsson11]
std::vector<Vec3d> find_extremes(std::span<const Vec3d> points) {
  constexpr int kNormals[7][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},
                                  {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
  std::vector<Vec3d> extremes;
  for (const auto& n : kNormals) {
    const Vec3d d{double(n[0]), double(n[1]), double(n[2])};
    const auto by_height = [&d](const Vec3d& p, const Vec3d& q) { return dot(d, p) < dot(d, q); };
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), by_height);
    extremes.push_back(*low);
    extremes.push_back(*high);
  }
  return extremes;
}

Mat3d search(std::span<const Vec3d> points, const Mat3d& principal) {
  Mat3d best;
  Cost least = cost_of(points, best);
  const auto offer = [&](std::span<const Vec3d> among, const Mat3d& axes, Cost& bar, Mat3d& winner) {
    const Cost cost = cost_of(among, axes);
    if (cost.is_clearly_less(bar)) {
      bar = cost;
      winner = axes;
    }
  };
  offer(points, principal, least, best);
  // Frames on triangles of extreme points are judged by those points alone; the best of them by all.
  const std::vector<Vec3d> extremes = find_extremes(points);
  Mat3d candidate;
  Cost bar = cost_of(extremes, candidate);
  for (std::size_t i = 0; i < extremes.size(); ++i)
    for (std::size_t j = 0; j < extremes.size(); ++j)
      for (std::size_t k = 0; k < j; ++k) {
        Mat3d frame;
        if (make_frame(extremes[j] - extremes[i], extremes[k] - extremes[i], frame))
          offer(extremes, frame, bar, candidate);
      }
  offer(points, candidate, least, best);
  // Each turn lowers the volume by a part in 1e9 at least; a few rounds do.
  for (int round = 0; round < 16; ++round) {
    const Cost before = least;
    for (int k = 0; k < 3; ++k) offer(points, turned(points, best, k), least, best);
    if (!least.is_clearly_less(before)) break;
  }
  return best;
}

}  // namespace

Result<Obb> principal_obb(std::span<const Vec3> points) {
  Error error;
  if (find_error(points, error)) return error;
  return enclose(points, find_principal_axes(points).axes);
}

Result<Obb> tight_obb(std::span<const Vec3> points) {
  Error error;
  if (find_error(points, error)) return error;
  const PrincipalAxes principal = find_principal_axes(points);
  std::vector<Vec3d> centred;
  centred.reserve(points.size());
  for (const Vec3& p : points) centred.push_back(Vec3d(p) - principal.mean);
  return enclose(points, search(centred, principal.axes));
}

}  // namespace graze::inline GRAZE_ABI::primitive
