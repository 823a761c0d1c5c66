# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Proximity questions about 3D objects: do they touch, where, how deep, how far apart, when, what does this ray hit.

    >>> import graze
    >>> r = graze.distance(graze.Box(half_extents=(1, 1, 1)), graze.Sphere(radius=0.5), (3, 0, 0))
    >>> round(r.lower, 6), round(r.upper, 6)
    (1.5, 1.5)

Every query about a pair takes two objects in one of these ways:

    query(a, b)                    two Placed, or two shapes in one frame
    query(a, b, pose)              b in the frame of a
    query(a, pose_a, b, pose_b)    both in the world

A pose is a Pose, a 4 x 4 array, 7 numbers (translation, quaternion x y z w), a translation, or a pair (quaternion,
translation). Arrays of poses, (n, 4, 4) or (n, 7), and lists of shapes ask about n pairs at once; the answer has an array
for each attribute. Normals point from a to b. Bounds, `lower` and `upper`, enclose the truth, rounding included. Lengths
are in the unit of the shapes.
"""
from ._graze import (  # noqa: F401
    NO_PIECE,
    Clash,
    Classification,
    ClassificationArrays,
    CommonPoint,
    CommonPointArrays,
    Contact,
    ContactCache,
    ContactInterval,
    ContactSet,
    ContactSetArrays,
    Containment,
    ContainmentArrays,
    Distance,
    DistanceArrays,
    Hit,
    Inside,
    Intersection,
    IntersectionArrays,
    PairCache,
    Path,
    Penetration,
    PenetrationArrays,
    Placed,
    Pose,
    RayCast,
    RayCastArrays,
    Separation,
    SeparationArrays,
    Shape,
    ShapeCast,
    ShapeCastArrays,
    Status,
    TimeOfImpact,
    TimeOfImpactArrays,
    __version__,
    all_ray_hits,
    any_ray_hit,
    classify,
    common_point,
    contact_intervals,
    contacts,
    contains,
    distance,
    first_ray_hit,
    intersects,
    overlapping_pairs,
    penetration,
    point_distance,
    point_location,
    ray_cast,
    replay,
    separation,
    shape_cast,
    time_of_impact,
    to_svg,
)
from .notebook import show_in_notebooks as _show_in_notebooks
from .files import Finding, Model, ModelObject, Report, check, load  # noqa: F401
from .manifolds import Manifolds, contact_manifolds  # noqa: F401
from .robot import Robot, RobotDistance  # noqa: F401
from .scene import PairContacts, PairDistances, Phase, Scene, ScenePairs  # noqa: F401
from .shapes import (  # noqa: F401
    AffineImage,
    Box,
    Capsule,
    Compound,
    Cone,
    ConvexHull,
    ConvexPolygon,
    Custom,
    Cylinder,
    Ellipsoid,
    Expanded,
    HalfSpace,
    HeightField,
    HullOf,
    Mesh,
    MinkowskiSum,
    Point,
    Polytope,
    PoseLike,
    Segment,
    Sphere,
    TaperedCapsule,
    TaperedCylinder,
    Tetrahedron,
    Triangle,
    Vector,
)

_show_in_notebooks()
