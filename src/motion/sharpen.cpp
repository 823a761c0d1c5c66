// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "motion/sharpen.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "query/pair/answers.h"
#include "query/pair/complex.h"
#include "query/pieces/operands.h"
#include "shape/local_support.h"
#include "shape/shape_block.h"

namespace graze::inline GRAZE_ABI {
namespace {

Vec3d support_of(const Operand& o, const Vec3d& d) {
  const Mat3d linear(o.placement->linear());
  const Vec3 local = to_real(transpose_times(linear, d));
  return linear * Vec3d(to_real(local_support(*o.shape, moderate(Vec3d(local))))) +
         Vec3d(o.placement->translation());
}

// Supports of a shape in four directions around d: the longest step between opposite ones, and where they
// step along both tangents the normal of a face, along d.
struct Spread {
  Vec3d step, face;
  bool is_flat = false;
};
Spread spread_of(const Operand& o, const Vec3d& d, const Tangents& t, double jump) {
  const Vec3d along_u = support_of(o, d + t.u * kProbe) - support_of(o, d - t.u * kProbe);
  const Vec3d along_v = support_of(o, d + t.v * kProbe) - support_of(o, d - t.v * kProbe);
  const double u = length(along_u), v = length(along_v);
  const Vec3d face = cross(along_u, along_v);
  return {u > v ? along_u : along_v, normalized(face) * (dot(face, d) < 0 ? -1.0 : 1.0),
          length(face) > jump * std::max(u, v)};
}

// Nearest points lie across the normal from each other: the slip, by how much supports along it fail to, is
// zero. Where sides are curved, GJK leaves the normal off by the root of the tolerance of the distance, and
// Newton's method on the slip gives it to rounding: along both tangents where both supports move smoothly
// with the normal; along one where the support of one shape jumps along an edge, to which the normal is held
// at right angles.
class Sharpening {
 public:
  Sharpening(const Operand& a, const Operand& b) : a_(a), b_(b) {}

  // Leaves the witness as it is where supports jump otherwise.
  void run(const Sizes& sizes, double gap, Witness& w) {
    t_ = tangents_of(w.normal);
    const Spread of_a = spread_of(a_, w.normal, t_, kJump * sizes.a),
                 of_b = spread_of(b_, -w.normal, t_, kJump * sizes.b);
    const bool a_jumps = length(of_a.step) > kJump * sizes.a, b_jumps = length(of_b.step) > kJump * sizes.b;
    if (a_jumps && b_jumps) {
      if (!of_a.is_flat && !of_b.is_flat) cross_edges(normalized(of_a.step), normalized(of_b.step), gap, w);
      return;
    }
    jumping_ = a_jumps ? &a_ : b_jumps ? &b_ : nullptr;
    if (jumping_ != nullptr) {
      edge_ = normalized(a_jumps ? of_a.step : of_b.step);
      t_.u = normalized(cross(w.normal, edge_));
    }
    Vec3d n = of_a.is_flat ? of_a.face : -of_b.face;
    if (!of_a.is_flat && !of_b.is_flat) {
      if (!(find_root(w.normal) < 1e-3 * kProbe * std::min(sizes.a, sizes.b))) return;
      n = now_.n;
    }
    if (!(length(n - w.normal) < kProbe)) return;
    w.normal = n;
    // Of the side that is smooth, by its support.
    if (a_jumps) {
      w.b = support_of(b_, -n) - n * double(b_.margin);
      w.a = w.b - n * gap;
    } else {
      w.a = support_of(a_, n) + n * double(a_.margin);
      w.b = w.a + n * gap;
    }
  }

 private:
  struct Slip {
    Vec3d n;
    double u = 0, v = 0;
    [[nodiscard]] double size() const { return std::hypot(u, v); }
  };

  // An edge runs between the supports to both sides of the normal along it. It may itself turn with the
  // normal, as the sides of a cone do: each time it is more exact by a factor of the probe.
  [[nodiscard]] static Vec3d edge_at(const Operand& o, const Vec3d& d, const Vec3d& about) {
    return normalized(support_of(o, d + about * kProbe) - support_of(o, d - about * kProbe));
  }
  void hold_across_edge(Vec3d& n) {
    const double sign = jumping_ == &a_ ? 1 : -1;
    for (int i = 0; i < 2; ++i) {
      edge_ = edge_at(*jumping_, n * sign, edge_);
      n = normalized(n - edge_ * dot(n, edge_));
    }
  }
  // Two edges that cross: the normal is across both.
  void cross_edges(Vec3d of_a, Vec3d of_b, double gap, Witness& w) const {
    Vec3d n = w.normal;
    for (int i = 0; i < 3; ++i) {
      const Vec3d across = cross(of_a, of_b);
      if (!(length(across) > kJump)) return;
      n = normalized(across) * (dot(across, w.normal) < 0 ? -1.0 : 1.0);
      of_a = edge_at(a_, n, of_a);
      of_b = edge_at(b_, -n, of_b);
    }
    if (!(length(n - w.normal) < kProbe)) return;
    const Vec3d foot = support_of(a_, n), way = support_of(b_, -n) - foot, side = cross(of_b, n);
    w.normal = n;
    w.a = foot + of_a * (dot(way, side) / dot(of_a, side)) + n * double(a_.margin);
    w.b = w.a + n * gap;
  }
  [[nodiscard]] Slip slip_at(const Vec3d& direction) {
    Slip slip;
    slip.n = normalized(direction);
    if (jumping_ != nullptr) hold_across_edge(slip.n);
    const Vec3d across = support_of(b_, -slip.n) - support_of(a_, slip.n);
    const Vec3d off = across - slip.n * dot(across, slip.n);
    slip.u = jumping_ != nullptr ? dot(off, normalized(cross(slip.n, edge_))) : dot(off, t_.u);
    slip.v = jumping_ != nullptr ? 0 : dot(off, t_.v);
    return slip;
  }
  // Gives the slip that is left.
  double find_root(const Vec3d& start) {
    const double h = 0.01 * kProbe;
    now_ = slip_at(start);
    for (int i = 0; i < 8 && now_.size() > 0; ++i) {
      const Vec3d n = now_.n;
      const Slip pu = slip_at(n + t_.u * h), mu = slip_at(n - t_.u * h);
      const double uu = (pu.u - mu.u) / (2 * h), vu = (pu.v - mu.v) / (2 * h);
      double uv = 0, vv = 1;
      if (jumping_ == nullptr) {
        const Slip pv = slip_at(n + t_.v * h), mv = slip_at(n - t_.v * h);
        uv = (pv.u - mv.u) / (2 * h), vv = (pv.v - mv.v) / (2 * h);
      }
      const double determinant = uu * vv - uv * vu;
      if (determinant == 0) break;
      const double x = (uv * now_.v - vv * now_.u) / determinant,
                   y = (vu * now_.u - uu * now_.v) / determinant;
      const Slip next = slip_at(n + t_.u * x + t_.v * y);
      // No progress: converged to rounding, or not smooth after all.
      if (!(length(next.n - start) < kProbe) || !(next.size() < 0.5 * now_.size())) break;
      now_ = next;
    }
    return now_.size();
  }

  const Operand &a_, &b_;
  const Operand* jumping_ = nullptr;  // whose support jumps along an edge
  Vec3d edge_;
  Tangents t_;
  Slip now_;
};

double middle_of(const Separation& s) { return 0.5 * (double(s.lower) + double(s.upper)); }

// The gap of two convex shapes along a normal, margins included.
double gap_along(const Operand& a, const Operand& b, const Vec3d& n) {
  return dot(n, support_of(b, -n) - support_of(a, n)) - double(a.margin) - double(b.margin);
}

bool is_same_gap(const Operand& a, const Operand& b, const Witness& w, double gap, double size) {
  return std::abs(gap_along(a, b, w.normal) - gap) <= 1e-3 * kProbe * size;
}

// The way out of a whole need not be that of two convex parts of it.
void sharpen_parts(const Operand& a, const Operand& b, double gap, Witness& w) {
  Witness sharper = w;
  const Sizes sizes = sizes_of(a, b);
  Sharpening(a, b).run(sizes, gap, sharper);
  if (is_same_gap(a, b, sharper, gap, std::min(sizes.a, sizes.b))) w = sharper;
}

// Descends to convex pieces, through nested compounds by their own separations.
void sharpen(const Operand& a, const Operand& b, const Separation& s, double gap, Witness& w) {
  if (!is_complex(a.shape->kind) && !is_complex(b.shape->kind)) {
    const Sizes sizes = sizes_of(a, b);
    Sharpening(a, b).run(sizes, gap, w);
    return;
  }
  PieceReader pieces_a(a), pieces_b(b);
  const bool is_named = (pieces_a.pieces() == nullptr || s.piece_a != kNoPiece) &&
                        (pieces_b.pieces() == nullptr || s.piece_b != kNoPiece);
  if (!is_named) {
    Operand hull_a, hull_b;
    double defect = 0;
    if (find_convex(a, hull_a, defect) && find_convex(b, hull_b, defect))
      sharpen_parts(hull_a, hull_b, gap, w);
    return;
  }
  const Operand &x = pieces_a[s.piece_a], &y = pieces_b[s.piece_b];
  if (is_complex(x.shape->kind) || is_complex(y.shape->kind))
    return sharpen(x, y, separation_of(x, y, {}), gap, w);
  sharpen_parts(x, y, gap, w);
}

}  // namespace

Sizes sizes_of(const Operand& a, const Operand& b) {
  const auto diagonal = [](const Operand& o) {
    const Aabb box = bounds_of(*o.shape, *o.placement, 0);
    return length(Vec3d(box.upper) - Vec3d(box.lower));
  };
  const Sizes s{diagonal(a), diagonal(b)};
  return {s.a > 0 ? s.a : s.b, s.b > 0 ? s.b : s.a};
}

Witness sharpened_witness(const Operand& a, const Operand& b, const Separation& separation) {
  Witness w = witness_of(separation);
  sharpen(a, b, separation, middle_of(separation), w);
  return w;
}

}  // namespace graze::inline GRAZE_ABI
