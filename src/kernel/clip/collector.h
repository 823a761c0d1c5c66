// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/clip/polygons-inl.h"

namespace graze::inline GRAZE_ABI::primitive {

/// Collects points of `first` over `second`, which are the caller's a and b, or b and a.
class ClipCollector {
 public:
  ClipCollector(const ClipSide& first, const ClipSide& second, bool is_swapped, double tolerance,
                ClipPoints& out)
      : first_(first), second_(second), out_(out), merge_(4 * tolerance), is_swapped_(is_swapped) {}

  /// A point of both features over one place; `parts` of first and second.
  void add(bool is_there, double x, double y, double z_first, double z_second, ClipParts parts) {
    if (is_there) add(x, y, z_first, z_second, first_.part(parts.a), second_.part(parts.b));
  }
  void add(double x, double y, double z_first, double z_second, const Feature& first, const Feature& second) {
    add(x, y, z_first, x, y, z_second, first, second);
  }
  /// Of two points in one place the earlier stays: corners come before crossings. [Erleben05]
  void add(double x1, double y1, double z1, double x2, double y2, double z2, const Feature& first,
           const Feature& second) {
    for (int i = 0; i < out_.count; ++i)
      if (std::abs(out_.points[i].x - (is_swapped_ ? x2 : x1)) +
              std::abs(out_.points[i].y - (is_swapped_ ? y2 : y1)) <=
          merge_)
        return;
    if (out_.count == ClipPoints::kCapacity) return;
    out_.points[out_.count++] = is_swapped_ ? ClipPoint{x2, y2, x1 - x2, y1 - y2, z2, z1, second, first}
                                            : ClipPoint{x1, y1, x2 - x1, y2 - y1, z1, z2, first, second};
  }

 private:
  const ClipSide &first_, &second_;
  ClipPoints& out_;
  double merge_;
  bool is_swapped_;
};

// Discs, seen aslant, against the other kinds of features: discs.cpp. The collector is of the disc and the
// other feature in the order of the parameters.

void clip_disc_polygon(const ClipSide& disc, const ClipSide& polygon, double tolerance, ClipCollector& out);
void clip_segment_disc(const ClipSide& segment, const ClipSide& disc, double tolerance, ClipCollector& out);
void clip_plane_disc(const ClipSide& plane, const ClipSide& disc, double tolerance, ClipCollector& out);
/// The polygon that stands for the second of two discs: two ellipses have no crossing in closed form.
void make_polygon(const ClipSide& disc, ClipSide& out);

/// The stretch of a segment over a face as its two ends.
using ClipStretch = one_lane::SegmentStretch<double>;
void add_stretch(const ClipSide& segment, const ClipSide& face, const ClipStretch& stretch,
                 ClipCollector& out);

}  // namespace graze::inline GRAZE_ABI::primitive
