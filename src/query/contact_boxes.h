// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/query/contact.h"
#include "primitive/box_box.h"
#include "primitive/box_clip.h"
#include "query/pair.h"

namespace graze::inline GRAZE_ABI {

/// What separating axes tell about two boxes.
enum class BoxContact : std::uint8_t {
  unknown,  ///< nothing: another kind of pair, or one that takes an iteration
  none,     ///< farther apart than the prediction
  axis,     ///< normal, witnesses and bounds; the points are to be found as for any pair
  points,   ///< all
};

/// What lanes found out about two boxes: the axis, and b as seen from a. As primitive::BoxFrame and
/// BoxAxisHeight, in canonical order.
struct KnownBoxAxis {
  double r[3][3];
  Vec3d t;
  double size;
  int axis;
  double height;
};

/// Contact set of two boxes without margins under placements that keep them boxes. Everything stays in the
/// frames of the two boxes until it is written.
class BoxContacts {
 public:
  [[nodiscard]] BoxContact find(const Operand& a, const Operand& b, double prediction);
  /// The same from where lanes have brought it. `first`: the operand that comes first in canonical order.
  [[nodiscard]] BoxContact find_along(const Operand& a, const Operand& b, int first,
                                      const KnownBoxAxis& known, double prediction);

  /// axis, none and points: the answer, in the working frame and canonical order.
  [[nodiscard]] const Answer& answer() const { return answer_; }
  [[nodiscard]] Vec3 normal() const { return Vec3(answer_.normal * (pair_.is_swapped() ? -1.0 : 1.0)); }
  [[nodiscard]] int count() const { return points_.count; }
  /// At most four of the points, by index.
  [[nodiscard]] int choose(int (&chosen)[4]) const;
  void write(int i, ContactPoint& out) const;

 private:
  struct Side {
    Mat3d linear;
    double halves[3];  // local
    double scale;
  };
  struct Best {
    int axis;  // as in BoxAxisHeight
    double height;
  };

  [[nodiscard]] double place_sides(const Operand& a, const Operand& b, int first);
  void place(const Operand& a, const Operand& b);
  void set_errors(double defect);
  [[nodiscard]] BoxContact find_points(const Best& best, double prediction);
  [[nodiscard]] BoxReader reader(int side) const;
  [[nodiscard]] bool find_better_edges(Best& best) const;
  [[nodiscard]] double overlap_along_edges(int i, int j) const;
  [[nodiscard]] Vec3d world_axis(int axis) const;
  [[nodiscard]] double flattest(int side, const Vec3d& n, int& axis) const;
  [[nodiscard]] bool clip_faces(int axis, double height, double prediction);
  [[nodiscard]] BoxContact cross_edges(int axis);
  void keep_below(double limit);
  [[nodiscard]] static Vec3d along_axes(int axis, double x, double y, double z);
  void write_crossing(ContactPoint& out) const;
  [[nodiscard]] Feature edge_of(int side, int axis, const Vec3d& outward) const;

  PairFrame pair_;
  Answer answer_;
  Side sides_[2];  // in canonical order
  primitive::BoxFrame frame_;
  double size_ = 0, tolerance_ = 0;
  bool is_crossing_ = false;  // two edges cross, and that is all
  Feature edges_[2];
  // Faces: the rectangle belongs to side reference_, across axis rectangle_, the other across other_.
  int reference_ = 0, rectangle_ = 0, other_ = 0;
  double sign_rectangle_ = 1, sign_other_ = 1, height_ = 0;  // which side of each box; the rectangle's z
  primitive::BoxPoints points_;
};

/// The contact set of a pair whose axis lanes have found.
void contacts_of_boxes(const Operand& a, const Operand& b, int first, const KnownBoxAxis& known,
                       const ContactSettings& settings, ContactSet& out);

}  // namespace graze::inline GRAZE_ABI
