// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "columns.h"

namespace graze_python {

// The results have base classes or members of several access levels at most in name: all are plain data, so
// that offsetof, which the standard promises for standard layout only, is what every compiler here makes it.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#endif

#define GRAZE_COLUMN(Type, kind, member, doc) \
  { #member, ColumnKind::kind, offsetof(graze::Type, member), doc }
#define GRAZE_DESCRIBED(Type, about, ...)                     \
  template <>                                                 \
  const char* const Described<graze::Type>::name = #Type;     \
  template <>                                                 \
  const char* const Described<graze::Type>::doc = about;      \
  template <>                                                 \
  std::span<const Column> Described<graze::Type>::columns() { \
    using K [[maybe_unused]] = ColumnKind;                    \
    static constexpr Column kColumns[] = {__VA_ARGS__};       \
    return kColumns;                                          \
  }

#define GRAZE_ENDING(Type)                                                              \
  GRAZE_COLUMN(Type, int32, iterations, "Steps of the search."),                        \
      GRAZE_COLUMN(Type, contact, contact, "Contact: apart, touching or overlapping."), \
      GRAZE_COLUMN(Type, status, status, "Status: how the query ended; the bounds hold in every case.")
#define GRAZE_PIECES(Type)                                                               \
  GRAZE_COLUMN(Type, uint32, piece_a,                                                    \
               "Triangle of a mesh or piece of a compound; NO_PIECE if there is none."), \
      GRAZE_COLUMN(Type, uint32, piece_b,                                                \
                   "Triangle of a mesh or piece of a compound; NO_PIECE if there is none.")
#define GRAZE_LOCALS(Type)                                           \
  GRAZE_COLUMN(Type, vec3, local_a, "Its point in the frame of a."), \
      GRAZE_COLUMN(Type, vec3, local_b, "Its point in the frame of b.")

GRAZE_DESCRIBED(
    Intersection,
    "Whether two objects meet. True where they do: touching counts, and so does a query that was refused.",
    GRAZE_ENDING(Intersection),
    GRAZE_COLUMN(Intersection, vec3, witness,
                 "World. Apart: unit axis from a to b across which a plane separates them (zero for meshes "
                 "and compounds); else a common point."),
    GRAZE_PIECES(Intersection))

GRAZE_DESCRIBED(Distance, "How far two objects are apart, zero where they meet. World frame and units.",
                GRAZE_COLUMN(Distance, real, lower, "The true distance is not less."),
                GRAZE_COLUMN(Distance, real, upper, "The true distance is not more."),
                GRAZE_COLUMN(Distance, vec3, normal, "Unit, from a to b; zero where they are not apart."),
                GRAZE_COLUMN(Distance, vec3, point_a, "Nearest point of a, world."),
                GRAZE_COLUMN(Distance, vec3, point_b, "Nearest point of b, world."), GRAZE_LOCALS(Distance),
                GRAZE_ENDING(Distance), GRAZE_PIECES(Distance))

GRAZE_DESCRIBED(
    Penetration,
    "How deep two objects overlap, zero where they are apart: moving b by normal * upper parts them.",
    GRAZE_COLUMN(Penetration, real, lower, "The true depth is not less."),
    GRAZE_COLUMN(Penetration, real, upper, "The true depth is not more."),
    GRAZE_COLUMN(Penetration, vec3, normal, "Unit, world, from a to b; zero where they are apart."),
    GRAZE_COLUMN(Penetration, vec3, point_a, "World: of a, deepest in b."),
    GRAZE_COLUMN(Penetration, vec3, point_b, "World: of b, deepest in a."), GRAZE_LOCALS(Penetration),
    GRAZE_ENDING(Penetration), GRAZE_PIECES(Penetration))

GRAZE_DESCRIBED(
    Separation,
    "Signed distance: positive apart, minus the depth where they overlap. Moving b by normal * -lower "
    "parts them.",
    GRAZE_COLUMN(Separation, real, lower, "The true separation is not less."),
    GRAZE_COLUMN(Separation, real, upper, "The true separation is not more."),
    GRAZE_COLUMN(Separation, vec3, normal, "Unit, world, from a to b on both sides of contact."),
    GRAZE_COLUMN(Separation, vec3, point_a, "Nearest or deepest point of a, world."),
    GRAZE_COLUMN(Separation, vec3, point_b, "Nearest or deepest point of b, world."),
    GRAZE_LOCALS(Separation), GRAZE_ENDING(Separation), GRAZE_PIECES(Separation))

GRAZE_DESCRIBED(CommonPoint, "A point of both objects. True where they meet.",
                GRAZE_COLUMN(CommonPoint, flag, found, "Whether a point was found."),
                GRAZE_COLUMN(CommonPoint, vec3, point, "World; meaningful where found."),
                GRAZE_LOCALS(CommonPoint), GRAZE_ENDING(CommonPoint), GRAZE_PIECES(CommonPoint))

GRAZE_DESCRIBED(
    Containment,
    "Whether b lies wholly in a, and with how much room. True where it does, or where rounding alone "
    "decides.",
    GRAZE_COLUMN(Containment, inside, inside, "Inside: no, uncertain or yes."),
    GRAZE_COLUMN(Containment, real, lower, "The true room is not less; negative: b sticks out so far."),
    GRAZE_COLUMN(Containment, real, upper, "The true room is not more."),
    GRAZE_COLUMN(Containment, vec3, point, "World: point of b with the least room that was found."),
    GRAZE_COLUMN(Containment, int32, iterations, "Points that were asked about."),
    GRAZE_COLUMN(Containment, status, status, "Status: how the query ended."))

GRAZE_DESCRIBED(RayCast, "First point of a ray in a shape. True where it hits; numbers are zero on a miss.",
                GRAZE_COLUMN(RayCast, hit, hit, "Hit: miss, uncertain (it grazes) or hit."),
                GRAZE_COLUMN(RayCast, flag, starts_inside,
                             "The origin is in the shape: the parameter is zero."),
                GRAZE_COLUMN(RayCast, real, parameter, "In lengths of the ray's direction."),
                GRAZE_COLUMN(RayCast, real, lower, "The true parameter is not less."),
                GRAZE_COLUMN(RayCast, real, upper, "The true parameter is not more."),
                GRAZE_COLUMN(RayCast, real, error, "The point is this close to the true one, world units."),
                GRAZE_COLUMN(RayCast, vec3, point, "World."),
                GRAZE_COLUMN(RayCast, vec3, normal, "Unit, world, outward; zero where the origin is inside."),
                GRAZE_COLUMN(RayCast, vec3, local_point, "The point in the frame of the shape."),
                GRAZE_COLUMN(RayCast, uint32, piece,
                             "Triangle or piece that was hit; NO_PIECE if there is none."),
                GRAZE_COLUMN(RayCast, int32, iterations, "Steps of the search."),
                GRAZE_COLUMN(RayCast, status, status, "Status: how the query ended."))

GRAZE_DESCRIBED(
    ShapeCast, "First contact of a shape moving along a line with one at rest. True where it hits.",
    GRAZE_COLUMN(ShapeCast, hit, hit, "Hit: miss, uncertain or hit."),
    GRAZE_COLUMN(ShapeCast, flag, starts_in_contact, "They meet at the start: the time is zero."),
    GRAZE_COLUMN(ShapeCast, real, time, "Share of the way, in [0, 1]; never later than the true one."),
    GRAZE_COLUMN(ShapeCast, real, upper, "The first contact is not later."),
    GRAZE_COLUMN(ShapeCast, vec3, normal, "Unit, world, from a to b."),
    GRAZE_COLUMN(ShapeCast, vec3, point, "World, at the time of contact; on b."), GRAZE_LOCALS(ShapeCast),
    GRAZE_COLUMN(ShapeCast, int32, iterations, "Steps of the search."),
    GRAZE_COLUMN(ShapeCast, status, status, "Status: how the query ended."), GRAZE_PIECES(ShapeCast))

GRAZE_DESCRIBED(TimeOfImpact, "First contact of two objects on their paths. True where they meet.",
                GRAZE_COLUMN(TimeOfImpact, hit, hit, "Hit: miss (apart for certain), uncertain or hit."),
                GRAZE_COLUMN(TimeOfImpact, flag, starts_in_contact, "They meet at time 0."),
                GRAZE_COLUMN(TimeOfImpact, real, lower, "In [0, 1]: until then they are apart for certain."),
                GRAZE_COLUMN(TimeOfImpact, real, upper, "The first contact is not later."),
                GRAZE_COLUMN(TimeOfImpact, vec3, normal, "Unit, world, from a to b at time lower."),
                GRAZE_COLUMN(TimeOfImpact, vec3, point, "World; on b."), GRAZE_LOCALS(TimeOfImpact),
                GRAZE_COLUMN(TimeOfImpact, int32, iterations, "Times at which the pair was looked at."),
                GRAZE_COLUMN(TimeOfImpact, status, status, "Status: how the query ended."),
                GRAZE_PIECES(TimeOfImpact))

#define GRAZE_POINT(kind, member, doc)                                                                      \
  {                                                                                                         \
#member, ColumnKind::kind, offsetof(graze::ContactSet, points) + offsetof(graze::ContactPoint, member), \
        doc                                                                                                 \
  }

GRAZE_DESCRIBED(
    ContactSet,
    "At most four points at which two objects meet. True where there are any. In a batch there is room for "
    "four in every row; `count` says how many there are.",
    GRAZE_COLUMN(ContactSet, int32, count, "How many points."),
    GRAZE_COLUMN(ContactSet, vec3, normal, "Unit, world, from a to b; zero where there are no points."),
    GRAZE_POINT(point_vec3, point_a, "World points of a."),
    GRAZE_POINT(point_vec3, point_b, "World points of b, across from those of a."),
    GRAZE_POINT(point_vec3, local_a, "Points of a in its own frame."),
    GRAZE_POINT(point_vec3, local_b, "Points of b in its own frame."),
    GRAZE_POINT(point_real, gap, "Along the normal; negative where they overlap."),
    GRAZE_COLUMN(ContactSet, real, lower, "The true separation is not less."),
    GRAZE_COLUMN(ContactSet, real, upper, "The true separation is not more."), GRAZE_ENDING(ContactSet))

template <>
const char* const Described<Clashing>::name = "Classification";
template <>
const char* const Described<Clashing>::doc =
    "How two objects of a plan lie to each other, and the separation that this rests on.";
template <>
std::span<const Column> Described<Clashing>::columns() {
  static const std::vector<Column> kColumns = [] {
    std::vector<Column> columns = {
        {"clash", ColumnKind::clash, offsetof(Clashing, clash),
         "Clash: clear, near, touching, overlapping, a_holds_b, b_holds_a or duplicate."},
        {"is_certain", ColumnKind::flag, offsetof(Clashing, is_certain),
         "Whether the bounds leave no other; else it is the worst of those left."}};
    // A Clashing begins with its base.
    for (const Column& column : Described<graze::Separation>::columns()) columns.push_back(column);
    return columns;
  }();
  return kColumns;
}

}  // namespace graze_python
