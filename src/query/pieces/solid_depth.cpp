// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel/clip/clip.h"
#include "math/linear_map.h"
#include "query/pieces/pair_walk.h"
#include "query/pieces/solid.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr Aabb kOrigin{{0, 0, 0}, {0, 0, 0}};  // box of a point, in its own frame

Aabb world_box(const Operand& o) { return bounds_of(*o.shape, *o.placement, o.margin); }

// Normals with the most that has to be gone along each of them.
struct Directions {
  static constexpr int kCapacity = 16;
  Vec3d normals[kCapacity];
  double depths[kCapacity];
  int count = 0;

  // Precondition: there is room.
  void add(const Vec3d& normal, double depth) {
    constexpr double kSame = 0.98;
    for (int i = 0; i < count; ++i)
      if (dot(normal, normals[i]) > kSame) {
        depths[i] = std::max(depths[i], depth);
        return;
      }
    normals[count] = normal;
    depths[count++] = depth;
  }
  // About the shortest way that goes far enough along every normal: by projections, one after another.
  [[nodiscard]] Vec3d common_way() const {
    constexpr int kRounds = 16;
    Vec3d way;
    for (int round = 0; round < kRounds; ++round)
      for (int i = 0; i < count; ++i) way += normals[i] * std::max(0.0, depths[i] - dot(normals[i], way));
    return way;
  }
};

class WayOut {
 public:
  WayOut(const Operand& a, const Operand& b, const QuerySettings& settings)
      : a_(a), b_(b), settings_(settings_of_pieces(settings)), box_a_(world_box(a)), box_b_(world_box(b)) {
    settings_.threshold = kInfinity;
    size_ = double(max_abs(box_a_.lower)) + double(max_abs(box_a_.upper)) + double(max_abs(box_b_.lower)) +
            double(max_abs(box_b_.upper));
  }

  void find(Penetration& result) {
    for (int k = 0; k < 6; ++k) {
      Vec3d d;
      d[k / 2] = k % 2 == 0 ? 1 : -1;
      follow(d);
    }
    for (const Operand* o : {&a_, &b_})
      for (const Vec3& column : o->placement->linear().columns) {
        follow(normalized(Vec3d(column)));
        follow(-normalized(Vec3d(column)));
      }
    follow_pieces();
    write(result);
  }

 private:
  // Room enough for whatever rounds between a box and a placement.
  [[nodiscard]] double slack() const { return 16 * double(kEpsilon) * size_; }
  // A start of a cast, far enough from contact: where b starts does not matter, only where it stops.
  [[nodiscard]] double start_room() const { return std::max(slack(), 1e-6 * size_); }
  [[nodiscard]] Affine moved(const Vec3d& way) const {
    return {b_.placement->linear(), Vec3(Vec3d(b_.placement->translation()) + way)};
  }
  // The length of a way along d after which b is free of a, by their boxes.
  [[nodiscard]] double box_way(const Vec3d& d) const {
    double sum = start_room();
    for (int k = 0; k < 3; ++k)
      sum += d[k] * (d[k] > 0 ? double(box_a_.upper[k]) - double(box_b_.lower[k])
                              : double(box_a_.lower[k]) - double(box_b_.upper[k]));
    return sum;
  }
  [[nodiscard]] Contact contact_at(const Affine& placement) const {
    return intersection_of(a_, {b_.shape, &placement, b_.margin}, settings_).contact;
  }

  // Along a direction, and on along the normals that this leads to.
  void follow(Vec3d d) {
    constexpr int kMaxTurns = 8;
    constexpr double kWorthIt = 0.9999;
    for (int turn = 0; turn < kMaxTurns; ++turn) {
      const double before = length_;
      if (!try_direction(d) || !(length_ < kWorthIt * before) || cast_.normal == Vec3{}) return;
      d = -Vec3d(cast_.normal);
    }
  }

  // False: no better.
  bool try_direction(const Vec3d& d) {
    const double far = box_way(d), start = std::min(far, length_);
    const Affine placement = moved(d * start);
    if (start < far && contact_at(placement) != Contact::apart) return false;
    const Operand free{b_.shape, &placement, b_.margin};
    const Vec3 back(d * -start);
    const ShapeCast cast = shape_cast_of(free, back, a_, settings_);
    ++iterations_;
    if (cast.starts_in_contact) return false;
    const double time = cast ? double(cast.time) : 1;
    const Vec3d way =
        Vec3d(placement.translation()) - Vec3d(b_.placement->translation()) + Vec3d(back) * time;
    if (!(length(way) < length_)) return false;
    way_ = way;
    length_ = length(way);
    direction_ = length_ > 0 ? way / length_ : d;
    cast_ = cast;
    return true;
  }

  // Normals of pairs of pieces that meet, a few of many; and all of them at once, as out of a corner.
  void follow_pieces() {
    constexpr int kMaxPairs = 64;
    Directions directions;
    int seen = 0;
    (void)visit_leaves({a_}, {b_}, 0, [&](const PieceLeaf& x, const PieceLeaf& y) {
      const Penetration p = penetration_of(x.operand, y.operand, settings_);
      if (p.contact != Contact::apart && p.normal != Vec3{}) {
        directions.add(Vec3d(p.normal), double(p.upper));
        ++seen;
      }
      return seen < kMaxPairs && directions.count < Directions::kCapacity;
    });
    for (int i = 0; i < directions.count; ++i) follow(directions.normals[i]);
    if (const Vec3d way = directions.common_way(); length(way) > 0) follow(normalized(way));
  }

  // Should no cast have told anything: along the axis that boxes are parted along first.
  void set_box_way() {
    for (int k = 0; k < 6; ++k) {
      Vec3d d;
      d[k / 2] = k % 2 == 0 ? 1 : -1;
      if (!(box_way(d) < length_)) continue;
      length_ = box_way(d);
      direction_ = d;
    }
    way_ = direction_ * length_;
  }
  // Checked as the caller would go it, in Real; what rounding took is put on top.
  void write(Penetration& result) {
    if (!(length_ < kInfinite)) set_box_way();
    result.normal = Vec3(direction_);
    double room = 0;
    Contact contact = Contact::overlapping;
    for (int i = 0; i < 8 && contact == Contact::overlapping; ++i) {
      result.upper = round_up((length_ + room) * (1 + 2 * double(kEpsilon)));
      contact = contact_at(moved(Vec3d(result.normal * result.upper)));
      room = std::max(2 * room, slack() / 8);
    }
    if (contact == Contact::overlapping) result.upper = round_up(box_way(direction_) + slack());
    result.point_a = cast_.point;
    result.local_a = cast_.local_b;
    result.local_b = cast_.local_a;
    result.point_b = to_real(Vec3d(cast_.point) - way_);
    result.iterations += iterations_;
  }

  Operand a_, b_;
  QuerySettings settings_;
  Aabb box_a_, box_b_;
  double size_;
  Vec3d way_, direction_;  // the best so far
  double length_ = kInfinite;
  ShapeCast cast_;  // that it was found by
  int iterations_ = 0;
};

// The distance of p from the surface of a mesh, positive inside of a solid.
double inner_radius_of_mesh(const Operand& mesh, const Pieces& pieces, const Vec3& p) {
  const Shape point{Point{}};
  const Affine place(p);
  const Operand at{&point.view(), &place, 0};
  PieceReader reader({mesh.shape, mesh.placement, 0});
  const PieceFrame frame({mesh.shape, mesh.placement, 0}, at, pieces.tree.bounds(), kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  double limit = kInfinite, lower = kInfinite;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        const Distance d = distance_of(reader[id], at, {});
        limit = std::min(limit, double(d.upper));
        lower = std::min(lower, double(d.lower));
      });
  const Vec3d local =
      balanced_inverse(Mat3d(mesh.placement->linear())) * (Vec3d(p) - Vec3d(mesh.placement->translation()));
  const double error = 64 * kDoubleEpsilon * frame.size();
  if (pieces.is_solid && lower > error && contains(pieces, local) == Contact::overlapping)
    return lower - error + double(mesh.margin);
  return double(mesh.margin) - limit;
}

double inner_radius_of_compound(const Operand& compound, const Pieces& pieces, const Vec3& p) {
  PieceReader reader(compound);
  const Shape point{Point{}};
  const Affine place(p);
  const PieceFrame frame(compound, {&point.view(), &place, 0}, pieces.tree.bounds(), kOrigin);
  const PieceFrame::Box box_at = frame.place_b(kOrigin);
  double best = -kInfinite, limit = kInfinite;
  visit_nearest(
      pieces.tree, [&](const Aabb& box) { return frame.gap(frame.place_a(box), box_at); }, limit,
      [&](std::uint32_t id) {
        best = std::max(best, inner_radius(reader[id], p));
        limit = std::max(0.0, -best);  // beyond it no piece is nearer; none that contains p is
      });
  return best;
}

// Up the sum of both radii, in steps that halve.
class CommonBalls {
 public:
  CommonBalls(const Operand& a, const Operand& b, double enough) : a_(a), b_(b), enough_(enough) {}

  // In 6 directions, along and across; or in 14, for where walls are as near on several sides, and the way up
  // is a ridge between them.
  void climb(const Vec3& start, const Vec3d& along, int count, double step, double least) {
    Vec3d u, v, directions[14];
    primitive::make_basis(along, u, v);
    const Vec3d* const axes[] = {&along, &u, &v};
    for (int k = 0; k < 6; ++k) directions[k] = *axes[k / 2] * (k % 2 == 0 ? 1.0 : -1.0);
    for (int k = 6; k < 14; ++k)
      directions[k] = along * (k & 1 ? 1.0 : -1.0) + u * (k & 2 ? 1.0 : -1.0) + v * (k & 4 ? 1.0 : -1.0);
    Vec3 place = start;
    double value = value_at(start);
    while (step > least && best_ < enough_ && evaluations_ < kMaxEvaluations) {
      bool is_better = false;
      for (int k = 0; k < count && !is_better; ++k) {
        const Vec3 next(Vec3d(place) + directions[k] * step);
        const double found = value_at(next);
        if (!(found > value)) continue;
        value = found;
        place = next;
        is_better = true;
      }
      if (!is_better) step /= 2;
    }
  }
  [[nodiscard]] double best() const { return best_; }
  [[nodiscard]] const Vec3& best_place() const { return best_place_; }

 private:
  static constexpr int kMaxEvaluations = 400;

  double value_at(const Vec3& p) {
    ++evaluations_;
    const double value = inner_radius(a_, p) + inner_radius(b_, p);
    if (value > best_) {
      best_ = value;
      best_place_ = p;
    }
    return value;
  }

  const Operand &a_, &b_;
  double enough_, best_ = 0;
  Vec3 best_place_;
  int evaluations_ = 0;
};

}  // namespace

void find_way_out(const Operand& a, const Operand& b, const QuerySettings& settings, Penetration& result) {
  WayOut(a, b, settings).find(result);
}

double inner_radius(const Operand& shape, const Vec3& p) {
  if (const Pieces* pieces = pieces_of(*shape.shape))
    return pieces->is_triangles() ? inner_radius_of_mesh(shape, *pieces, p)
                                  : inner_radius_of_compound(shape, *pieces, p);
  const Shape point{Point{}};
  const Affine place(p);
  return -double(separation_of(shape, {&point.view(), &place, 0}, {}).upper);
}

double find_common_balls(const Operand& a, const Operand& b, const Penetration& way_out, double enough) {
  CommonBalls balls(a, b, enough);
  const Aabb box_a = world_box(a), box_b = world_box(b);
  const Vec3 low = max(box_a.lower, box_b.lower), high = min(box_a.upper, box_b.upper);
  const Vec3d n(way_out.normal);
  const double step = double(way_out.upper) / 2;
  for (const Vec3& start : {(way_out.point_a + way_out.point_b) / 2, (low + high) / 2,
                            (box_a.lower + box_a.upper) / 2, (box_b.lower + box_b.upper) / 2})
    if (balls.best() < enough) balls.climb(start, n, 6, step, step / 8);
  if (balls.best() > 0 && balls.best() < enough)
    balls.climb(balls.best_place(), n, 14, step / 8, step / 4096);
  return balls.best();
}

}  // namespace graze::inline GRAZE_ABI
