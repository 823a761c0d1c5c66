// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "judge.h"

namespace graze::test {

RationalInterval exact_gap(const ExactPair& pair, const ExactVec& n) {
  return RationalInterval(0) - pair.value(n) - pair.radius_lower() * length(n);
}

bool shows_gap_above(const ExactPair& pair, const ExactVec& n, double x) {
  return is_positive(exact_gap(pair, n) - RationalInterval(x) * length(n));
}

bool shows_distance_below(const ExactPair& pair, const Simplex<Quad>& simplex, double x) {
  mpq_class total = 0;
  for (int i = 0; i < simplex.count; ++i) total += rational_of(simplex.weights[i]);
  if (total <= 0) return false;
  ExactVec v(RationalInterval(0), RationalInterval(0), RationalInterval(0));
  for (int i = 0; i < simplex.count; ++i) {
    const ExactVec d = rational_of(simplex.corners[i].d);
    const mpq_class weight = rational_of(simplex.weights[i]) / total;
    v = v + (pair.a.point(d) - pair.b.point(-d)) * RationalInterval(weight);
  }
  return is_positive(RationalInterval(x) + pair.radius_lower() - length(v));
}

namespace {

/// The normal of { m p : n.p <= c } is the inverse transpose of m applied to n, up to a factor whose sign is
/// that of the determinant.
ExactVec mapped_normal(const Map<RationalInterval>& m, const ExactVec& n) {
  const ExactVec r0 = cross(m.y, m.z), r1 = cross(m.z, m.x), r2 = cross(m.x, m.y);
  const RationalInterval determinant = dot(m.x, r0);
  const ExactVec image = r0 * n.x + r1 * n.y + r2 * n.z;
  return is_positive(determinant) ? image : -image;
}

std::optional<ExactVec> local_normal(const CheckShape& s) {
  if (s.kind == ShapeKind::half_space) return ExactVec(s.vertices[0]);
  for (const CheckShape& c : s.children)
    if (const auto n = local_normal(c))
      return s.kind == ShapeKind::affine_image ? mapped_normal(Map<RationalInterval>(s.map), *n) : *n;
  return std::nullopt;
}

}  // namespace

std::optional<ExactVec> half_space_normal(const CheckInstance& instance) {
  const auto n = local_normal(instance.shape);
  if (!n) return std::nullopt;
  return mapped_normal(Map<RationalInterval>(instance.placement), *n);
}

}  // namespace graze::test
