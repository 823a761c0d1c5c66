// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/depth/valley.h"

#include <algorithm>

// The height h(n) of a sum of spans is the sum of theirs, max over both ends of n · end + radius * q(n), with
// q(n) = |(x · n, y · n, z · n)|. Over unit n it has minima where the farthest points of all spans add up to
// a multiple of n. A span whose ends are equally high there is creased: any mean of the points at its ends
// will do, so that its weight is an unknown and equal heights are a condition.
//   t  n - n*, tangent to the unit sphere at the minimum n*
//   k  (x × z) × n, (y × x) × n, (z × y) × n: q bends by the sum of (k · t)² / q³

namespace graze::inline GRAZE_ABI::depth {
namespace {

constexpr int kSteps = 16;
constexpr double kFarthest = 0.5;    // length of a step, in radians
constexpr double kWidest = 2;        // reach that is tried for
constexpr double kLeastBend = 1.02;  // a minimum bends by this much more than a sphere around the origin
constexpr double kDownhill = 0.2;    // length of a step where the height is not convex
constexpr int kDownhillSteps = 4;
constexpr double kAlongAxis = 0.1;    // nearer to the axis a flat end is looked at
constexpr double kOnAxis = 0.01;      // and nearer still nothing else is
constexpr double kNearCrease = 1e-3;  // square of the angle up to which a wrong end may be on its way

// A vector of the tangent plane at n.
struct Tangent2 {
  double x = 0, y = 0;
};
double dot(const Tangent2& a, const Tangent2& b) { return a.x * b.x + a.y * b.y; }
double length(const Tangent2& a) { return std::sqrt(dot(a, a)); }
double turn(const Tangent2& a, const Tangent2& b) { return a.x * b.y - a.y * b.x; }
Tangent2 operator*(const Tangent2& a, double s) { return {a.x * s, a.y * s}; }
Tangent2 operator+(const Tangent2& a, const Tangent2& b) { return {a.x + b.x, a.y + b.y}; }

// A span along the normal n.
struct SpanAtNormal {
  double q = 0, up = 0;  // up: how much higher the second end is
  Vec3d out;             // gradient of q
  Vec3d slope;           // of up
  Tangent2 tangent_slope;
  Tangent2 k[3];      // a disc has the first
  double widest = 0;  // no smaller than the change of q per unit of n
};

enum class End : std::uint8_t { first, second, both };

class Descent {
 public:
  /// `relative` is of the distance of shapes that are apart, or of the depth of shapes that overlap, which
  /// takes a proof.
  Descent(const Spans& spans, const Vec3d& start, double error, double relative, bool is_apart)
      : spans_(spans), n_(start), close_(64 * error), relative_(relative), is_apart_(is_apart) {
    for (int i = 0; i < spans.count; ++i) {
      const Span& s = spans.spans[i];
      if (!s.is_round()) continue;
      const double xy = std::abs(graze::dot(s.x, s.y)), yz = std::abs(graze::dot(s.y, s.z)),
                   zx = std::abs(graze::dot(s.z, s.x));
      at_[i].widest = std::sqrt(std::max(
          {length_squared(s.x) + xy + zx, length_squared(s.y) + xy + yz, length_squared(s.z) + yz + zx}));
    }
  }

  bool run(Valley& valley) {
    for (int step = 0; step < kSteps; ++step) {
      measure_spans();
      if (const int i = has_tried_end_ ? -1 : find_along_axis(); i >= 0) {
        const Vec3d n = n_;
        const bool is_on_axis = at_[i].q < kOnAxis * at_[i].widest;
        if (settle_on_end(i, valley)) return true;
        has_tried_end_ = true;
        if (is_on_axis) {
          leave_axis();
        } else {
          n_ = n;
        }
        measure_spans();
      }
      if (!has_guessed_) guess_ends();
      (void)crease_wrong_ends(kNearCrease);
      if (count_creases() > 2) return false;
      do {
        if (!weigh()) return false;
      } while (drop_crease());
      if (is_settled()) {
        if (crease_wrong_ends(0)) continue;
        if (!are_weights_of_points()) return false;
        set_points(valley);
        return is_apart_ || (height_ > 0 && prove(valley));
      }
      Tangent2 move;
      if (!find_move(move)) return false;
      const double far = length(move);
      if (far > kFarthest) move = move * (kFarthest / far);
      turn_by(move);
    }
    return false;
  }

 private:
  // A symmetric matrix in the tangent plane.
  struct Bend {
    double xx = 0, xy = 0, yy = 0;
    void add(const Tangent2& k, double s) {
      xx += k.x * k.x * s;
      xy += k.x * k.y * s;
      yy += k.y * k.y * s;
    }
    [[nodiscard]] double along(const Tangent2& a, const Tangent2& b) const {
      return a.x * (xx * b.x + xy * b.y) + a.y * (xy * b.x + yy * b.y);
    }
    [[nodiscard]] double least() const {
      return 0.5 * (xx + yy) - std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    }
  };

  [[nodiscard]] Tangent2 tangent_part(const Vec3d& v) const {
    return {graze::dot(v, e1_), graze::dot(v, e2_)};
  }

  // Two unit vectors at right angles to n and each other. [Duff17]
  void find_tangents() {
    const double sign = std::copysign(1.0, n_.z), a = -1 / (sign + n_.z), b = n_.x * n_.y * a;
    e1_ = {1 + sign * n_.x * n_.x * a, sign * b, -sign * n_.x};
    e2_ = {b, sign + n_.y * n_.y * a, -n_.y};
  }
  // n turned by a vector across it that is not long.
  void turn_by(const Tangent2& move) {
    const Vec3d to = n_ + e1_ * move.x + e2_ * move.y;
    n_ = to * (1 / std::sqrt(length_squared(to)));
  }

  void measure_spans() {
    find_tangents();
    for (int i = 0; i < spans_.count; ++i) {
      const Span& s = spans_.spans[i];
      SpanAtNormal& at = at_[i];
      at.slope = s.ends[1] - s.ends[0];
      if (s.is_round()) {
        const double px = graze::dot(s.x, n_), py = graze::dot(s.y, n_), pz = graze::dot(s.z, n_);
        at.q = std::sqrt(px * px + py * py + pz * pz);
        at.out = at.q > 0 ? (s.x * px + s.y * py + s.z * pz) / at.q : Vec3d{};
        at.slope += at.out * (s.radii[1] - s.radii[0]);
        at.k[0] = tangent_part(s.z * px - s.x * pz);
        if (s.is_ball) {
          at.k[1] = tangent_part(s.x * py - s.y * px);
          at.k[2] = tangent_part(s.y * pz - s.z * py);
        }
      }
      at.up = graze::dot(at.slope, n_);
      at.tangent_slope = tangent_part(at.slope);
    }
  }

  // A round span at whose flat end n looks.
  [[nodiscard]] int find_along_axis() const {
    for (int i = 0; i < spans_.count; ++i)
      if (spans_.spans[i].is_round() && !spans_.spans[i].is_ball && at_[i].q < kAlongAxis * at_[i].widest)
        return i;
    return -1;
  }

  // Creased where a turn of a third of a radian would make both ends equal.
  void guess_ends() {
    has_guessed_ = true;
    for (int i = 0; i < spans_.count; ++i) {
      const double reach = 0.35 * length(at_[i].tangent_slope);
      ends_[i] = std::abs(at_[i].up) < reach ? End::both : at_[i].up > 0 ? End::second : End::first;
    }
    while (count_creases() > 2) {  // the farthest from its crease is none
      int farthest = -1;
      for (int i = 0; i < spans_.count; ++i)
        if (ends_[i] == End::both && (farthest < 0 || turn_to_crease(i) > turn_to_crease(farthest)))
          farthest = i;
      ends_[farthest] = at_[farthest].up > 0 ? End::second : End::first;
    }
  }
  [[nodiscard]] double turn_to_crease(int i) const {
    return at_[i].up * at_[i].up / dot(at_[i].tangent_slope, at_[i].tangent_slope);
  }
  [[nodiscard]] int count_creases() const {
    return static_cast<int>(std::count(ends_, ends_ + spans_.count, End::both));
  }

  [[nodiscard]] bool is_wrong_end(int i) const {
    const double up = at_[i].up;
    return (ends_[i] == End::first && up > close_) || (ends_[i] == End::second && up < -close_);
  }
  // A span that has turned its other end up, by an angle whose square is more than that, is creased. False:
  // none has.
  bool crease_wrong_ends(double turn_squared) {
    bool has_changed = false;
    for (int i = 0; i < spans_.count; ++i)
      if (is_wrong_end(i) && turn_to_crease(i) > turn_squared) {
        ends_[i] = End::both;
        has_changed = true;
      }
    return has_changed;
  }

  [[nodiscard]] Vec3d point(int i, double weight) const {
    const Span& s = spans_.spans[i];
    return s.ends[0] + at_[i].out * s.radii[0] + at_[i].slope * weight;
  }
  [[nodiscard]] double radius(int i, double weight) const {
    const Span& s = spans_.spans[i];
    return s.radii[0] + (s.radii[1] - s.radii[0]) * weight;
  }

  // Weights of the ends, so that the points add up to a multiple of n as nearly as creases allow.
  bool weigh() {
    crease_count_ = 0;
    Vec3d w;
    for (int i = 0; i < spans_.count; ++i) {
      weights_[i] = ends_[i] == End::second ? 1 : 0;
      w += point(i, weights_[i]);
      if (ends_[i] == End::both) creases_[crease_count_++] = i;
    }
    left_ = tangent_part(w);
    if (crease_count_ == 1) {
      const Tangent2 s = at_[creases_[0]].tangent_slope;
      const double ss = dot(s, s);
      if (!(ss > 0)) return false;
      weights_[creases_[0]] = -dot(left_, s) / ss;
    } else if (crease_count_ == 2) {
      const Tangent2 s = at_[creases_[0]].tangent_slope, u = at_[creases_[1]].tangent_slope;
      const double det = turn(s, u);
      if (!(det * det > 1e-8 * dot(s, s) * dot(u, u))) return false;
      weights_[creases_[0]] = -turn(left_, u) / det;
      weights_[creases_[1]] = -turn(s, left_) / det;
    }
    for (int i = 0; i < crease_count_; ++i) {
      const int c = creases_[i];
      left_ = left_ + at_[c].tangent_slope * weights_[c];
      w += at_[c].slope * weights_[c];
    }
    height_ = graze::dot(w, n_);
    return true;
  }

  // A weight beyond an end, once on the crease: the minimum is on that end's side of it.
  bool drop_crease() {
    int worst = -1;
    double beyond = 0;
    for (int i = 0; i < crease_count_; ++i) {
      const double weight = weights_[creases_[i]], by = std::max(-weight, weight - 1);
      if (by > beyond && turn_to_crease(creases_[i]) < kNearCrease) {
        beyond = by;
        worst = creases_[i];
      }
    }
    if (worst < 0) return false;
    ends_[worst] = weights_[worst] > 0.5 ? End::second : End::first;
    return true;
  }

  // Whether the means are points of the spans: where both ends are one, no weight is.
  [[nodiscard]] bool are_weights_of_points() const {
    for (int i = 0; i < spans_.count; ++i)
      if (!(weights_[i] >= 0 && weights_[i] <= 1)) return false;
    return true;
  }

  // How the height bends at least, within `reach` of n; `changed` has another weight.
  [[nodiscard]] Bend bend(double reach, int changed = -1, double weight = 0) const {
    Bend sum;
    for (int i = 0; i < spans_.count; ++i) {
      if (!spans_.spans[i].is_round()) continue;
      const double q =
          at_[i].widest * std::min(at_[i].q / at_[i].widest + reach, std::sqrt(1 + reach * reach));
      const double bend = radius(i, i == changed ? weight : weights_[i]) / (q * q * q);
      for (int k = 0; k < (spans_.spans[i].is_ball ? 3 : 1); ++k) sum.add(at_[i].k[k], bend);
    }
    return sum;
  }

  // To the minimum as far as Newton's method can tell, or downhill where there is none nearby.
  bool find_move(Tangent2& move) {
    if (crease_count_ == 2) {
      const SpanAtNormal &a = at_[creases_[0]], &b = at_[creases_[1]];
      const double det = turn(a.tangent_slope, b.tangent_slope);
      move = {(-a.up * b.tangent_slope.y + b.up * a.tangent_slope.y) / det,
              (-b.up * a.tangent_slope.x + a.up * b.tangent_slope.x) / det};
      return true;
    }
    const Bend m = bend(0);
    if (crease_count_ == 1) {
      const SpanAtNormal& a = at_[creases_[0]];
      const double s = length(a.tangent_slope);
      const Tangent2 across = a.tangent_slope * (1 / s), along{-across.y, across.x};
      const double away = -a.up / s, steep = m.along(along, along) - height_;
      const double grows = dot(left_, along);
      if (steep > (kLeastBend - 1) * height_) {
        move = across * away + along * (-(grows + m.along(across, along) * away) / steep);
        return true;
      }
      move = across * away + along * (grows > 0 ? -kDownhill : kDownhill);
      return ++downhill_ <= kDownhillSteps;
    }
    const double xx = m.xx - height_, yy = m.yy - height_, det = xx * yy - m.xy * m.xy;
    if (!(m.least() > kLeastBend * height_)) {
      const double steep = length(left_);
      move = left_ * (steep > 0 ? -kDownhill / steep : 0);
      return ++downhill_ <= kDownhillSteps;
    }
    move = {(-left_.x * yy + left_.y * m.xy) / det, (-left_.y * xx + left_.x * m.xy) / det};
    return true;
  }

  // By how much an end is higher than the other where both should be equal.
  [[nodiscard]] double off_crease() const {
    double up = 0;
    for (int i = 0; i < crease_count_; ++i) up = std::max(up, std::abs(at_[creases_[i]].up));
    return up;
  }

  // Whether n is the minimum as far as rounding can tell, or as near as was asked for. A distance is checked
  // by others along the sum of all points: that is off n by the rest over the height, and costs its square
  // times how much the height bends.
  [[nodiscard]] bool is_settled() const {
    const double size = relative_ * std::abs(height_);
    if (off_crease() > close_ + 0.1 * size) return false;
    const double left = dot(left_, left_);
    if (left <= close_ * close_) return true;
    if (!is_apart_) return left <= 0.25 * size * size;
    const Bend m = bend(0);
    return left * (m.xx + m.yy - height_) <= 0.5 * size * height_ * height_;
  }

  // The height grows by more than that of a ball's: h(n + t) >= height * sqrt(1 + t²) for all |t| <= reach.
  [[nodiscard]] bool is_proved(double reach) const {
    if (crease_count_ == 2) {
      const SpanAtNormal &a = at_[creases_[0]], &b = at_[creases_[1]];
      const auto side = [](double weight) { return std::min(weight, 1 - weight); };
      const double det = std::abs(turn(a.tangent_slope, b.tangent_slope));
      const double grows = std::min(side(weights_[creases_[1]]) * det / length(a.tangent_slope),
                                    side(weights_[creases_[0]]) * det / length(b.tangent_slope));
      return (grows - 4 * close_) * reach > height_ * (std::sqrt(1 + reach * reach) - 1);
    }
    const Bend m = bend(reach);
    const double needed = kLeastBend * height_;
    if (crease_count_ == 0) return m.least() >= needed;
    const int c = creases_[0];
    const double s = length(at_[c].tangent_slope);
    const Tangent2 across = at_[c].tangent_slope * (1 / s), along{-across.y, across.x};
    const double mean = m.along(along, along);
    if (!(mean >= needed)) return false;
    // To each side one end rises, but may bend less than the mean of both does: as much of it as can be had.
    for (const double end : {0.0, 1.0}) {
      const Bend other = bend(reach, c, end);
      const double own = other.along(along, along);
      const double part = own >= needed ? 1 : (mean - needed) / (mean - own);
      const double rises = part * s * (end > 0 ? 1 - weights_[c] : weights_[c]);
      const double twist = std::max(std::abs(m.along(across, along)), std::abs(other.along(across, along)));
      if (!(rises - 4 * close_ > reach * (0.5 * height_ + twist))) return false;
    }
    return true;
  }

  bool prove(Valley& valley) const {
    double reach = kWidest;
    while (!is_proved(reach)) {
      reach *= 0.5;
      if (reach < 0x1p-7) return false;
    }
    finish(reach, valley);
    return true;
  }
  void set_points(Valley& valley) const {
    Vec3d sums[2];
    for (int i = 0; i < spans_.count; ++i) sums[i < spans_.count_a ? 0 : 1] += point(i, weights_[i]);
    valley.a = sums[0];
    valley.b = -sums[1];
  }
  void finish(double reach, Valley& valley) const { finish(reach, length(left_), off_crease(), valley); }
  // The rest `left` tilts the bottom by its square, and an end lowers it by itself.
  void finish(double reach, double left, double end, Valley& valley) const {
    left += close_;
    valley.normal = n_;
    valley.height = height_ - end - 4 * close_ - left * left / ((kLeastBend - 1) * height_);
    valley.reach = reach;
  }

  // n along the axis of a round span, whose end is a flat face there: its height grows like a cone's.
  bool settle_on_end(int face, Valley& valley) {
    const Span& s = spans_.spans[face];
    const Vec3d axis = normalized(cross(s.x, s.z));
    n_ = graze::dot(axis, n_) < 0 ? -axis : axis;
    measure_spans();
    at_[face].out = {};  // of the middle of the face
    Vec3d w;
    for (int i = 0; i < spans_.count; ++i) {
      const double up = i == face ? graze::dot(s.ends[1] - s.ends[0], n_) : at_[i].up;
      if (i != face && spans_.spans[i].has_length && !(std::abs(up) > close_)) return false;
      weights_[i] = up > 0 ? 1 : 0;
      if (i == face) at_[i].slope = s.ends[1] - s.ends[0];
      w += point(i, weights_[i]);
    }
    height_ = graze::dot(w, n_);
    left_ = tangent_part(w);
    const double r = radius(face, weights_[face]), xx = length_squared(s.x), zz = length_squared(s.z),
                 xz = graze::dot(s.x, s.z), det = xx * zz - xz * xz;
    if (!((height_ > 0 || is_apart_) && r > 0 && det > 1e-6 * xx * zz)) return false;
    const double bx = -graze::dot(s.x, w) / r, bz = -graze::dot(s.z, w) / r;
    const Tangent2 at{(bx * zz - bz * xz) / det,
                      (bz * xx - bx * xz) / det};  // where on the face, of radius one
    const double narrowest = std::sqrt(std::max(0.0, (Bend{xx, xz, zz}.least())));
    const double grows = r * narrowest * (1 - length(at)) - 4 * close_;
    set_points(valley);
    const Vec3d aside = (s.x * at.x + s.z * at.y) * r;
    if (face < spans_.count_a) {
      valley.a += aside;
    } else {
      valley.b -= aside;
    }
    if (is_apart_) return grows > 0;
    const double reach = std::min(kWidest, 2 * grows / height_);
    if (!(reach > 0x1p-7)) return false;
    finish(reach, 0, 0, valley);
    return true;
  }

  // From the axis of a face that the way out is not through: downhill, as the points say that were found
  // there.
  void leave_axis() {
    const double steep = length(left_);
    turn_by(steep > 0 ? left_ * (-kAlongAxis / steep) : Tangent2{kAlongAxis, 0});
  }

  const Spans& spans_;
  Vec3d n_, e1_, e2_;
  double close_;  // what rounding may leave
  double relative_;
  bool is_apart_;
  SpanAtNormal at_[Spans::kCapacity];
  End ends_[Spans::kCapacity] = {};
  double weights_[Spans::kCapacity] = {};
  int creases_[Spans::kCapacity] = {};
  int crease_count_ = 0;
  int downhill_ = 0;  // steps
  bool has_guessed_ = false, has_tried_end_ = false;
  Tangent2 left_;  // tangent part of the sum of all points: zero at the minimum
  double height_ = 0;
};

}  // namespace

void add_spans(const PointsReader& reader, double sign, Spans& spans) {
  Span& s = spans.spans[spans.count++];
  s.ends[0] = reader.points[0] * sign;
  s.ends[1] = reader.points[reader.count - 1] * sign;
  s.has_length = s.ends[0] != s.ends[1];
}

void add_spans(const AnalyticReader& reader, double sign, Spans& spans) {
  Span& s = spans.spans[spans.count++];
  const Real* v = reader.shape->values;
  const bool is_sphere = reader.shape->kind == ShapeKind::sphere;
  s.ends[0] = s.ends[1] = reader.translation * sign;
  s.radii[0] = s.radii[1] = 1;
  s.x = reader.linear.columns[0] * double(v[0]);
  s.y = reader.linear.columns[1] * double(v[is_sphere ? 0 : 1]);
  s.z = reader.linear.columns[2] * double(v[is_sphere ? 0 : 2]);
  s.is_ball = true;
  s.has_length = false;
}

void add_spans(const DiscsReader& reader, double sign, Spans& spans) {
  Span& s = spans.spans[spans.count++];
  s.ends[0] = (reader.centre - reader.half_axis) * sign;
  s.ends[1] = (reader.centre + reader.half_axis) * sign;
  s.radii[0] = reader.bottom;
  s.radii[1] = reader.top;
  s.x = reader.x;
  s.z = reader.z;
}

void add_spans(const BoxReader& reader, double sign, Spans& spans) {
  for (int i = 0; i < 3; ++i) {
    Span& s = spans.spans[spans.count++];
    const Vec3d centre = i == 0 ? reader.centre * sign : Vec3d{};
    s.ends[0] = centre - reader.edges[i];
    s.ends[1] = centre + reader.edges[i];
  }
}

bool find_valley(const Spans& spans, const Vec3d& start, double error, double relative, Valley& valley) {
  return Descent(spans, start, error, std::min(relative, 0.01), false).run(valley);
}

bool find_nearest_points(const Spans& spans, const Vec3d& start, double error, double relative, Vec3d& a,
                         Vec3d& b) {
  Valley valley;
  if (!Descent(spans, start, error, relative, true).run(valley)) return false;
  a = valley.a;
  b = valley.b;
  return true;
}

}  // namespace graze::inline GRAZE_ABI::depth
