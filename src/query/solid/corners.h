// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "math/rounding.h"

namespace graze::inline GRAZE_ABI {

/// A plane that b was seen to leave a across: beyond it, dot(normal, way) is `height` or more.
struct ExitPlane {
  Vec3d normal;  // unit
  double height = 0;
};

/// The shortest way that reaches one to three planes: where a search for a short way out may end, as on a
/// face, in a furrow, or in a hole of what b has to leave.
struct Corner {
  ExitPlane planes[3];
  int count = 0;
  Vec3d way;
  double length = 0;
  bool is_tried = false;

  /// False: the planes are too close to parallel, or the way would be shorter without one of them.
  [[nodiscard]] bool solve() {
    Vec3d axes[3];  // normals, made orthogonal one after the other
    double weights[3];
    way = {};
    for (int i = 0; i < count; ++i) {
      axes[i] = planes[i].normal;
      for (int j = 0; j < i; ++j) axes[i] -= axes[j] * dot(axes[i], axes[j]);
      constexpr double kParallel = 1e-3;
      const double size = graze::length(axes[i]);
      if (!(size > kParallel)) return false;
      axes[i] /= size;
      weights[i] = (planes[i].height - dot(planes[i].normal, way)) / size;
      way += axes[i] * weights[i];
    }
    length = graze::length(way);
    return is_shortest(axes);
  }

 private:
  // The way is a sum of the normals, none of them less than zero times.
  [[nodiscard]] bool is_shortest(const Vec3d (&axes)[3]) const {
    Vec3d rest = way;
    for (int i = count - 1; i >= 0; --i) {
      const double share = dot(rest, axes[i]) / dot(planes[i].normal, axes[i]);
      if (!(share > 0)) return false;
      rest -= planes[i].normal * share;
    }
    return true;
  }
};

/// Corners of the planes that were found, the shortest one first.
class Corners {
 public:
  /// A new plane, alone and with those that led to it.
  void add(const ExitPlane& plane, const Corner* from, double limit) {
    add({&plane}, limit);
    if (from == nullptr) return;
    for (int i = 0; i < from->count; ++i) {
      add({&plane, &from->planes[i]}, limit);
      for (int j = i + 1; j < from->count; ++j) add({&plane, &from->planes[i], &from->planes[j]}, limit);
    }
  }
  /// The shortest that was not taken yet and is below the limit, or null. Good until the next one is added.
  [[nodiscard]] Corner* take(double limit) {
    Corner* best = nullptr;
    for (int i = 0; i < count_; ++i)
      if (!corners_[i].is_tried && corners_[i].length < (best == nullptr ? limit : best->length))
        best = &corners_[i];
    if (best != nullptr) best->is_tried = true;
    return best;
  }

 private:
  static constexpr int kCapacity = 128;

  void add(std::initializer_list<const ExitPlane*> planes, double limit) {
    Corner corner;
    for (const ExitPlane* plane : planes) corner.planes[corner.count++] = *plane;
    if (!corner.solve() || !(corner.length < limit)) return;
    int last = -1;  // the longest that is not tried, or any that was
    for (int i = 0; i < count_; ++i) {
      constexpr double kSame = 1e-6;
      if (sum_abs(corners_[i].way - corner.way) < kSame * corner.length) return;
      if (last < 0 || corners_[i].length > corners_[last].length) last = i;
    }
    if (count_ < kCapacity) last = count_++;
    corners_[last] = corner;
  }

  Corner corners_[kCapacity];
  int count_ = 0;
};

}  // namespace graze::inline GRAZE_ABI
