// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/query/ray_hits.h"
#include "query/pair/complex.h"
#include "query/pieces/earliest.h"
#include "query/pieces/inside.h"
#include "query/pieces/ray.h"
#include "tree/traverse.h"

// Rays at shapes made of pieces: nearer boxes first, and the earliest, any, or all of what their pieces
// answer.

namespace graze::inline GRAZE_ABI {
namespace {

RayCast starting_inside(const Operand& shape, const Ray& ray) {
  RayCast r;
  r.hit = Hit::hit;
  r.starts_inside = true;
  r.point = ray.origin;
  r.local_point = local_from_world(*shape.placement, ray.origin);
  return r;
}

bool starts_in_solid(const Operand& shape, const Ray& ray) {
  if (!pieces_of(*shape.shape)->is_solid) return false;
  const Shape point{Point{}};
  const Affine source(ray.origin);
  Vec3 inner;
  return is_one_inside(shape, {&point.view(), &source, 0}, Surfaces::apart, inner);
}

RayCast find_first(const Operand& shape, const Ray& ray, Faces faces, const QuerySettings& settings) {
  PieceRay pieces(shape, ray, settings);
  Earliest<RayCast> earliest(double(ray.max_t));
  const auto add = [&](const RayCast& r) { earliest.add(r); };
  earliest.iterations += pieces.visit_first(earliest.limit, faces, add);
  return earliest.result();
}

bool are_answerable(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  return are_usable(settings) && is_usable_complex(shape) && is_usable(ray);
}
RayCast refused() {
  RayCast r;
  r.status = Status::invalid_argument;
  return r;
}

// The first hits by parameter and piece, kept sorted while more come in.
class SortedHits {
 public:
  explicit SortedHits(std::span<RayCast> out) : out_(out) {}

  void add(const RayCast& r) {
    ++found_;
    std::size_t i = std::min(count_, out_.size());
    if (count_ < out_.size()) {
      ++count_;
    } else if (i == 0 || !is_before(r, out_[i - 1])) {
      return;
    } else {
      --i;
    }
    for (; i > 0 && is_before(r, out_[i - 1]); --i) out_[i] = out_[i - 1];
    out_[i] = r;
  }
  [[nodiscard]] RayHits result() const { return {out_.first(count_), found_, Status::converged}; }

 private:
  static bool is_before(const RayCast& a, const RayCast& b) {
    return a.parameter != b.parameter ? a.parameter < b.parameter : a.piece < b.piece;
  }

  std::span<RayCast> out_;
  std::size_t count_ = 0, found_ = 0;
};

}  // namespace

RayCast complex_ray_cast(const Operand& shape, const Ray& ray, const QuerySettings& settings) {
  if (!are_answerable(shape, ray, settings)) return refused();
  if (starts_in_solid(shape, ray)) return starting_inside(shape, ray);
  return find_first(shape, ray, Faces::both, settings);
}

RayCast first_ray_hit(const Instance& instance, const Ray& ray, Faces faces, const QuerySettings& settings) {
  const Operand shape = operand(instance);
  if (!is_complex(shape)) return ray_cast(instance, ray, settings);
  return are_answerable(shape, ray, settings) ? find_first(shape, ray, faces, settings) : refused();
}

RayCast any_ray_hit(const Instance& instance, const Ray& ray, Faces faces, const QuerySettings& settings) {
  const Operand shape = operand(instance);
  if (!is_complex(shape)) return ray_cast(instance, ray, settings);
  if (!are_answerable(shape, ray, settings)) return refused();
  PieceRay pieces(shape, ray, settings);
  RayCast found;
  (void)visit(
      pieces.tree(), [&](const Aabb& box) { return pieces.entry(box) <= double(ray.max_t); },
      [&](std::uint32_t id) {
        const RayCast r = pieces.cast(id, faces);
        if (r && (!found || r.hit == Hit::hit)) found = r;
        return found.hit != Hit::hit;
      });
  return found;
}

RayHits all_ray_hits(const Instance& instance, const Ray& ray, std::span<RayCast> out, Faces faces,
                     const QuerySettings& settings) {
  const Operand shape = operand(instance);
  SortedHits hits(out);
  if (!is_complex(shape)) {
    const RayCast r = ray_cast(instance, ray, settings);
    if (r) hits.add(r);
    RayHits result = hits.result();
    result.status = r.status;
    return result;
  }
  if (!are_answerable(shape, ray, settings)) return {{}, 0, Status::invalid_argument};
  PieceRay pieces(shape, ray, settings);
  (void)visit(
      pieces.tree(), [&](const Aabb& box) { return pieces.entry(box) <= double(ray.max_t); },
      [&](std::uint32_t id) {
        if (const RayCast r = pieces.cast(id, faces)) hits.add(r);
        return true;
      });
  return hits.result();
}

}  // namespace graze::inline GRAZE_ABI
