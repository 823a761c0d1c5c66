// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include "query/contact/along.h"
#include "query/contact/faces.h"
#include "query/contact/find.h"
#include "query/manifold/surface.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A normal that is closer to that of a face of a piece becomes it; as for triangles.
constexpr double kNearlyFace = 1e-3;
// Cosine of the angle up to which a face is opposite to another: beyond it, it is its edge that is.
constexpr double kOpposite = 0.7;

// One of the two sides: +1 is a, from where normals point outward as they are.
class Side {
 public:
  Side(const PieceLeaf& leaf, double sign, TrianglesAround& around)
      : surface_(leaf, around), siblings_(leaf), sign_(sign) {}

  [[nodiscard]] const MeshSurface& surface() const { return surface_; }
  [[nodiscard]] bool is_mesh() const { return surface_.is_mesh(); }
  [[nodiscard]] bool has_face() const { return is_mesh() && surface_.face() != Vec3d{}; }
  [[nodiscard]] bool is_solid() const { return is_mesh() && surface_.is_solid(); }
  [[nodiscard]] bool has_siblings() const { return siblings_.are_there(); }
  [[nodiscard]] Vec3d face() const { return surface_.face() * sign_; }  // from a to b
  /// How deep something may be in it at most.
  [[nodiscard]] double room() const { return is_solid() ? surface_.size() : double(kInfinity); }

  [[nodiscard]] bool is_nearly_face(const ContactSet& set) const {
    const Vec3d outward = Vec3d(set.normal) * sign_;
    return has_face() && !surface_.is_face(outward) && surface_.is_nearly_face(outward);
  }
  /// Whether the surface has the normal of a set at one of its points.
  [[nodiscard]] bool has_normal(const ContactSet& set) {
    const Vec3d outward = Vec3d(set.normal) * sign_;
    at_deepest_ = {};
    refused_.is_any = false;
    const bool is_own = !is_mesh() || (has_face() && surface_.is_face(outward));
    if (is_own && !has_siblings()) return true;
    if (has_siblings()) return has_normal_beside(set, outward, is_own);
    refused_.top = surface_.find_top(outward);
    int deepest = 0;
    for (int i = 0; i < set.count; ++i) {
      if (surface_.has_normal(refused_.top, local_of(set.points[i]))) return true;
      if (set.points[i].gap < set.points[deepest].gap) deepest = i;
    }
    refused_.local = local_of(set.points[deepest]);
    refused_.is_any = set.count > 0;
    return false;
  }
  /// Whether it has the normal of a set at no point at all; false: that depends on its points.
  [[nodiscard]] bool refuses(const ContactSummary& set) const {
    return surface_.refuses(surface_.find_top(Vec3d(set.normal) * sign_));
  }
  /// The surface around the deepest point, if not.
  [[nodiscard]] SurfaceAtPoint at_deepest() const {
    return refused_.is_any ? surface_.find_surface_at(refused_.top, refused_.local) : at_deepest_;
  }

 private:
  struct Refused {
    MeshSurface::Top top;
    Vec3 local;
    bool is_any = false;  // whether at_deepest() is still to be found
  };

  [[nodiscard]] const Vec3& local_of(const ContactPoint& p) const {
    return sign_ > 0 ? p.local_a : p.local_b;
  }
  // has_normal() of a leaf with siblings.
  bool has_normal_beside(const ContactSet& set, const Vec3d& outward, bool is_own) {
    const Vec3d facing =
        !has_face() ? Vec3d{} : surface_.face() * (dot(surface_.face(), outward) < 0 ? -1 : 1);
    const MeshSurface::Top top = is_own ? MeshSurface::Top{} : surface_.find_top(outward);
    Real least = kInfinity;
    for (const ContactPoint& p : set.span()) {
      SurfaceAtPoint at = is_own ? SurfaceAtPoint{} : surface_.find_surface_at(top, local_of(p));
      siblings_.add_to(outward, facing, local_of(p), at);
      if (at.has_normal()) return true;
      if (p.gap < least) at_deepest_ = at;
      least = std::min(least, p.gap);
    }
    return false;
  }

  MeshSurface surface_;
  PieceSiblings siblings_;
  double sign_;
  SurfaceAtPoint at_deepest_;
  Refused refused_;
};

// A pair of leaves with their surfaces, in search of a normal that suits both.
class Fitting {
 public:
  Fitting(const PieceLeaf& a, const PieceLeaf& b, const ContactSettings& settings, TrianglesAround& around)
      : a_(a), b_(b), settings_(settings), sides_{{a, 1, around}, {b, -1, around}} {}

  [[nodiscard]] bool is_any_solid() const { return sides_[0].is_solid() || sides_[1].is_solid(); }
  // Most triangles of two surfaces that cross each other overlap least across edges that lie within the
  // surfaces. That is seen before it is known where.
  [[nodiscard]] bool refuses(const ContactSummary& set) const {
    const Vec3d normal(set.normal);
    for (const Side& side : sides_)
      if (!side.has_face() || side.has_siblings() || side.surface().is_face(normal) ||
          side.surface().is_face(-normal))
        return false;
    return sides_[0].refuses(set) || sides_[1].refuses(set);
  }
  // Two meshes, where the normal of the set is not that of both; its points are not needed.
  bool fit_to_mesh(ContactSet& set) {
    ContactSet along[2];
    bool is_refused[2] = {};                                               // by the other side
    const bool is_round = a_.operand.margin > 0 || b_.operand.margin > 0;  // which adds points
    for (int k = 0; k < 2; ++k) {
      if (!sides_[k].has_face()) continue;
      const Vec3d normal = face_normal(k, set);
      if (Vec3(normal) == set.normal && !is_round)
        along[k] = set;
      else
        set_along(normal, along[k]);
      if (!is_sound(set, along[k])) continue;
      if (sides_[1 - k].has_normal(along[k])) {
        set = along[k];
        return true;
      }
      is_refused[k] = true;
    }
    // Surfaces that are apart are nearest somewhere, and there they have a normal in common.
    if (set.contact == Contact::apart) return false;
    // The other side has no such normal, but is not flat there either: the one along which they overlap less.
    const int better = is_refused[1] && (!is_refused[0] || along[1].upper > along[0].upper) ? 1 : 0;
    for (const int k : {better, 1 - better}) {
      if (!is_refused[k] || !sides_[1 - k].at_deepest().is_bent) continue;
      set = along[k];
      return true;
    }
    return false;
  }

  bool fit(ContactSet& set) {
    const bool are_meshes = sides_[0].is_mesh() && sides_[1].is_mesh();
    const bool suits_a = sides_[0].has_normal(set);
    if (are_meshes && !suits_a) return fit_to_mesh(set);  // whatever b has to say
    const bool suits_b = sides_[1].has_normal(set);
    if (suits_a && suits_b) {
      snap_to_face(set);
      snap_to_convex_face(set);
      return true;
    }
    if (are_meshes) return fit_to_mesh(set);
    const ContactSet raw = set;
    const int mesh = sides_[0].is_mesh() ? 0 : 1, convex = 1 - mesh;
    if (sides_[mesh].is_mesh() && !(mesh == 0 ? suits_a : suits_b) && fit_to_convex(mesh, raw, set) &&
        sides_[convex].has_normal(set))
      return true;
    set = raw;
    return (sides_[0].has_siblings() || sides_[1].has_siblings()) && fit_to_faces(raw, set);
  }

 private:
  // The face of side k as a normal from a to b: of a surface with two sides the one that a face of a solid
  // is opposite to, else the one that overlaps less.
  [[nodiscard]] Vec3d face_normal(int k, const ContactSet& raw) {
    const Vec3d face = sides_[k].face();
    if (sides_[k].is_solid()) return face;
    const Side& other = sides_[1 - k];
    const double along = other.is_solid() && other.has_face() ? dot(face, other.face()) : 0;
    if (std::abs(along) >= kOpposite) return along < 0 ? -face : face;
    const Vec3d near = dot(face, Vec3d(raw.normal)) < 0 ? -face : face;
    return is_farther_back(near) ? -near : near;
  }
  // Whether they are farther apart, or overlap less, along -n than along n.
  [[nodiscard]] bool is_farther_back(const Vec3d& n) {
    if (!sides_[0].is_mesh() || !sides_[1].is_mesh()) return axes().separation(-n) > axes().separation(n);
    // separation() of both but for margins, which do not depend on the direction.
    const double offset =
        dot(n, Vec3d(b_.operand.placement->translation()) - Vec3d(a_.operand.placement->translation()));
    double low[2], high[2];
    for (int k = 0; k < 2; ++k) sides_[k].surface().find_heights(n, low[k], high[k]);
    return low[0] - high[1] - offset > low[1] - high[0] + offset;
  }
  const AxisContacts& axes() {
    if (!axes_) axes_.emplace(a_.operand, b_.operand);
    return *axes_;
  }
  Facing set_along(const Vec3d& normal, ContactSet& set) { return axes().find(normal, settings_, set); }
  // Whether features of two meshes that are seen along a normal meet there. Parts that are apart do not
  // overlap, and nothing is deeper in a solid than that is large: else it was a far corner of a sliver.
  [[nodiscard]] bool is_sound(const ContactSet& raw, const ContactSet& along) const {
    if (along.count == 0) return false;
    if (raw.contact == Contact::apart && along.upper < 0) return false;
    return -double(along.upper) <= std::min(sides_[0].room(), sides_[1].room());
  }

  // A normal that is a face's but for what a search leaves becomes it, if the other side has it too.
  void snap_to_face(ContactSet& set) {
    for (int k = 0; k < 2; ++k) {
      if (!sides_[k].is_nearly_face(set)) continue;
      const double sign = dot(sides_[k].face(), Vec3d(set.normal)) < 0 ? -1 : 1;
      ContactSet along;
      set_along(sides_[k].face() * sign, along);
      if (along.count == 0) {  // the points are beyond an edge by what the search left: they stay as they are
        along = set;
        along.normal = Vec3(sides_[k].face() * sign);
      }
      if (!sides_[1 - k].has_normal(along)) continue;
      set = along;
      return;
    }
  }
  // Side k is a mesh, the other convex, and has every normal.
  bool fit_to_convex(int k, const ContactSet& raw, ContactSet& set) {
    const SurfaceAtPoint at = sides_[k].at_deepest();
    const bool is_bent_outward = at.is_bent && at.is_convex && at.is_outward;
    if (is_bent_outward && is_other_face(k, raw)) return true;
    if (sides_[k].has_face()) {
      const Facing facing = set_along(face_normal(k, raw), set);
      const double other = k == 0 ? facing.b : facing.a;
      if (set.count > 0 && (!is_bent_outward || other == 0 || other >= kOpposite)) return true;
    }
    return at.is_supported && !at.is_outward && turn_around(raw, set);
  }
  // Whether the normal is that of a face of the convex side, and the triangle is opposite to it.
  bool is_other_face(int k, const ContactSet& raw) {
    constexpr double kSquarely = 1 - 1e-6;
    const Vec3d normal(raw.normal);
    return std::abs(dot(normal, sides_[k].face())) >= kOpposite && axes().facing(1 - k, normal) >= kSquarely;
  }
  // From inside a solid, an edge that is bent inward is nearest: out is the other way.
  bool turn_around(const ContactSet& raw, ContactSet& set) {
    set_along(-Vec3d(raw.normal), set);
    return set.count > 0;
  }

  // Among the normals of all faces that both sides have, takes the one along which they overlap least.
  bool fit_to_faces(const ContactSet& raw, ContactSet& set) {
    if (a_.operand.shape->kind == ShapeKind::half_space || b_.operand.shape->kind == ShapeKind::half_space)
      return false;  // it has one normal, and that was it
    ContactSet best;
    double widest = -double(kInfinity);
    const auto attempt = [&](const Vec3d& normal) {
      const double apart = axes().separation(normal);
      ContactSet along;
      if (!(apart > widest) || !is_fit(normal, along)) return;
      if (raw.contact == Contact::apart && along.upper < 0) return;
      best = along;
      widest = apart;
    };
    for (int k = 0; k < 2; ++k) {
      if (sides_[k].has_face()) attempt(face_normal(k, raw));
      if (sides_[k].is_mesh()) continue;
      // Where the other side sticks out of a face, it may have come in.
      visit_faces_reached(operand(k), operand(1 - k),
                          [&](const Vec3d& outward) { attempt(k == 0 ? outward : -outward); });
    }
    if (best.count == 0) return false;
    set = best;
    return true;
  }
  // Whether there are contacts along a normal, and both sides have it there.
  bool is_fit(const Vec3d& normal, ContactSet& along) {
    set_along(normal, along);
    return along.count > 0 && sides_[0].has_normal(along) && sides_[1].has_normal(along);
  }
  [[nodiscard]] const Operand& operand(int k) const { return k == 0 ? a_.operand : b_.operand; }
  // snap_to_face() for convex pieces of compounds.
  void snap_to_convex_face(ContactSet& set) {
    const Vec3d normal(set.normal);
    ContactSet best;
    const auto attempt = [&](const Vec3d& face) {
      ContactSet along;
      if (best.count == 0 && length(face - normal) <= kNearlyFace && is_fit(face, along)) best = along;
    };
    for (int k = 0; k < 2; ++k) {
      if (!sides_[k].has_siblings() || sides_[k].is_mesh()) continue;
      const double sign = k == 0 ? 1 : -1;
      visit_faces_towards(operand(k), normal * sign, kNearlyFace,
                          [&](const Vec3d& outward) { attempt(outward * sign); });
    }
    if (best.count > 0) set = best;
  }

  const PieceLeaf &a_, &b_;
  const ContactSettings& settings_;
  Side sides_[2];
  std::optional<AxisContacts> axes_;
};

// Pieces that are apart stay so along a normal that suits their surfaces better and loses a gap as small as
// its tilt, and so do those that overlap. Not where the way out of a solid is back.
void keep_contact(const ContactSummary& raw, bool is_any_solid, ContactSummary& set) {
  if (raw.contact == set.contact || raw.contact == Contact::touching) return;
  if (is_any_solid && !(dot(raw.normal, set.normal) > 0)) return;
  set.contact = raw.contact;
  set.lower = raw.lower;
  set.upper = raw.upper;
}

}  // namespace

SurfaceContact find_surface_contacts(const PieceLeaf& a, const PieceLeaf& b, const ContactSettings& settings,
                                     TrianglesAround& around, bool is_left_out_needed, ContactSet& set) {
  const bool is_single = a.within == nullptr && b.within == nullptr;
  if (is_single || settings.internal_edges != InternalEdges::filtered) {
    find_contacts(a.operand, b.operand, settings, set);
    return set.count > 0 ? SurfaceContact::fits : SurfaceContact::none;
  }
  Fitting fitting(a, b, settings, around);
  Answer answer;
  const bool are_meshes = a.mesh != nullptr && b.mesh != nullptr;
  if (are_meshes && find_triangle_axis(a.operand, b.operand, settings, set, answer)) {
    const bool is_refused = fitting.refuses(set);
    const ContactSummary raw = set;
    if (is_refused && fitting.fit_to_mesh(set)) {
      keep_contact(raw, fitting.is_any_solid(), set);
      return SurfaceContact::fits;
    }
    if (!is_refused || is_left_out_needed) contacts_along(a.operand, b.operand, answer, settings, set);
    if (is_refused) return SurfaceContact::left_out;
  } else {
    find_contacts(a.operand, b.operand, settings, set);
  }
  if (set.count == 0) return SurfaceContact::none;
  const ContactSummary raw = set;
  const bool is_fit = fitting.fit(set);
  keep_contact(raw, fitting.is_any_solid(), set);
  return is_fit ? SurfaceContact::fits : SurfaceContact::left_out;
}

}  // namespace graze::inline GRAZE_ABI
