# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The names of python-fcl, answered by graze: `import graze.fcl as fcl` is the whole port. docs/from_fcl.md lists what is
different. Frames, units and signs are FCL's: capsules, cones and cylinders along z, quaternions w x y z, normals from o1 to
o2."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Sequence

import numpy as np

from . import _graze
from ._graze import NO_PIECE, Placed
from .box_pairs import Boxes, boxes_of, by_gap, overlapping
from .fcl_data import (
    CCDMotionType,
    CCDSolverType,
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
    GJKSolverType,
)
from .fcl_geometry import (
    NODE_TYPE,
    OBJECT_TYPE,
    Box,
    BVHModel,
    Capsule,
    CollisionGeometry,
    CollisionObject,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Halfspace,
    OcTree,
    Plane,
    Sphere,
    Transform,
    TriangleP,
)
from .manifolds import contact_manifolds

__all__ = [
    "CollisionObject", "CollisionGeometry", "Transform", "TriangleP", "Box", "Sphere", "Ellipsoid", "Capsule", "Cone",
    "Convex", "Cylinder", "Halfspace", "Plane", "BVHModel", "OcTree", "DynamicAABBTreeCollisionManager", "collide",
    "continuousCollide", "distance", "defaultCollisionCallback", "defaultDistanceCallback", "OBJECT_TYPE", "NODE_TYPE",
    "CCDMotionType", "CCDSolverType", "GJKSolverType", "Contact", "CostSource", "CollisionRequest", "CollisionResult",
    "ContinuousCollisionRequest", "ContinuousCollisionResult", "DistanceRequest", "DistanceResult", "CollisionData",
    "DistanceData", "__version__",
]  # fmt: skip

__version__ = _graze.__version__
_APART = _graze.Contact.apart


def _sides(o1: CollisionObject, o2: CollisionObject) -> list[tuple[Placed, Placed]]:
    """Operands of a pair; of a plane both half-spaces, both of which the other object must meet."""
    firsts = [o1.placed, o1._other_side()] if o1._is_plane else [o1.placed]
    seconds = [o2.placed, o2._other_side()] if o2._is_plane else [o2.placed]
    return [(a, b) for a in firsts for b in seconds]


def _separation(o1: CollisionObject, o2: CollisionObject) -> _graze.Separation:
    """Of a plane the larger one of its two half-spaces: the distance, or minus the shorter way out."""
    return max((_graze.separation(a, b) for a, b in _sides(o1, o2)), key=lambda found: found.upper)


def _face(piece: int) -> int:
    return -1 if piece == NO_PIECE else int(piece)


def collide(
    o1: CollisionObject, o2: CollisionObject, request: CollisionRequest | None = None, result: CollisionResult | None = None
) -> int:
    """Whether two objects collide: the number of contacts, which are added to the result."""
    if request is None and result is None and not (o1._is_plane or o2._is_plane):
        return 1 if _graze.intersects(o1.placed, o2.placed) else 0
    request, result = request or CollisionRequest(), result or CollisionResult()
    sides = _sides(o1, o2)
    found = None
    for a, b in sides:
        found = _graze.intersects(a, b)
        if not found:
            return 0
    assert found is not None
    result.is_collision = True
    contacts = _contacts(o1, o2, sides) if request.enable_contact else []
    if not contacts:
        contacts = [_contact(o1, o2, found.piece_a, found.piece_b)]
    result.contacts += contacts[: request.num_max_contacts]
    return min(len(contacts), request.num_max_contacts)


def _contact(o1: CollisionObject, o2: CollisionObject, piece_a: int, piece_b: int) -> Contact:
    contact = Contact()
    contact.o1, contact.o2 = o1._geometry, o2._geometry
    contact.b1, contact.b2 = _face(piece_a), _face(piece_b)
    return contact


def _contacts(o1: CollisionObject, o2: CollisionObject, sides: Sequence[tuple[Placed, Placed]]) -> list[Contact]:
    """With points, the deepest first."""
    found = contact_manifolds(*sides[0]) if len(sides) == 1 else None
    contacts = []
    if found is not None and len(found) > 0:
        for i in np.argsort(found.gap, kind="stable"):
            contact = _contact(o1, o2, found.piece_a[i], found.piece_b[i])
            contact.normal, contact.pos = found.normal[i], (found.point_a[i] + found.point_b[i]) / 2
            contact.penetration_depth = max(0.0, -float(found.gap[i]))
            contacts.append(contact)
        return contacts
    deep = _separation(o1, o2)  # a plane, or one object inside the other
    contact = _contact(o1, o2, deep.piece_a, deep.piece_b)
    contact.normal, contact.pos = deep.normal, (deep.point_a + deep.point_b) / 2
    contact.penetration_depth = max(0.0, -deep.upper)
    return [contact]


def distance(
    o1: CollisionObject, o2: CollisionObject, request: DistanceRequest | None = None, result: DistanceResult | None = None
) -> float:
    """Distance of two objects; where they collide minus the depth if it is to be signed, else -1. The result keeps the
    least."""
    if request is None and result is None and not (o1._is_plane or o2._is_plane):
        apart = _graze.distance(o1.placed, o2.placed)
        return apart.upper if apart.contact == _APART else -1.0
    request, result = request or DistanceRequest(), result or DistanceResult()
    found: _graze.Distance | _graze.Separation
    if request.enable_signed_distance or o1._is_plane or o2._is_plane:
        found = _separation(o1, o2)
    else:
        found = _graze.distance(o1.placed, o2.placed)
    value = found.upper
    if found.contact != _APART and not request.enable_signed_distance:
        value = -1.0
    if value < result.min_distance:
        result.min_distance = value
        result.nearest_points = [found.point_a, found.point_b]
        result.o1, result.o2 = o1._geometry, o2._geometry
        result.b1, result.b2 = _face(found.piece_a), _face(found.piece_b)
    return value


def continuousCollide(  # noqa: N802
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """The first time in [0, 1] at which two objects meet on their way to their end transforms; 1 if they do not. Never late
    by more than toc_err, and nothing is sampled."""
    request, result = request or ContinuousCollisionRequest(), result or ContinuousCollisionResult()
    met = None
    tolerance = float(np.clip(request.toc_err, 1e-12, 1))
    for a, b in _sides(o1, o2):
        paths = [_path(o, placed, end, request.ccd_motion_type) for o, placed, end in ((o1, a, tf1_end), (o2, b, tf2_end))]
        met = _graze.time_of_impact(a, paths[0], b, paths[1], time_tolerance=tolerance)
        if not met:
            return result.time_of_contact
    assert met is not None
    result.is_collide = True
    result.time_of_contact = min(met.lower, result.time_of_contact)
    return float(met.lower)


def _path(o: CollisionObject, placed: Placed, end: Transform, motion: int) -> _graze.Path:
    start = placed.pose
    goal = o._geometry._place(end)
    if motion == CCDMotionType.CCDM_TRANS:
        return _graze.Path.linear(start, goal.translation - start.translation)
    return _graze.Path.slerp(start, goal)


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:  # noqa: N802
    """Collides the pair; True, the end of the search, when there are more contacts than were wanted."""
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    request, result = cdata.request, cdata.result
    if not request.enable_cost and result.is_collision and len(result.contacts) > request.num_max_contacts:
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(  # noqa: N802
    o1: CollisionObject, o2: CollisionObject, cdata: DistanceData
) -> tuple[bool, float]:
    """Measures the pair; True, the end of the search, when it collides."""
    if cdata.done:
        return True, cdata.result.min_distance
    distance(o1, o2, cdata.request, cdata.result)
    least = cdata.result.min_distance
    return (True, least) if least <= 0 else (cdata.done, least)


class DynamicAABBTreeCollisionManager:
    """Objects, and callbacks for the pairs whose boxes overlap or are near. Tuning fields of FCL's tree may be set and change
    nothing: every search looks at the objects as they are."""

    def __init__(self) -> None:
        self._objects: list[CollisionObject] = []
        self.max_tree_nonbalanced_level, self.tree_incremental_balance_pass = 10, 10
        self.tree_topdown_balance_threshold, self.tree_topdown_level, self.tree_init_level = 2, 0, 0
        self.octree_as_geometry_collide, self.octree_as_geometry_distance = True, False

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:  # noqa: N802
        for obj in other_objs:
            self.registerObject(obj)

    def registerObject(self, obj: CollisionObject) -> None:  # noqa: N802
        if not isinstance(obj, CollisionObject):
            raise TypeError(f"expected a CollisionObject, got {type(obj).__name__}")
        self._objects.append(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:  # noqa: N802
        if obj in self._objects:
            self._objects.remove(obj)

    def setup(self) -> None:
        """Nothing to do."""

    def update(self, arg: Any = None) -> None:
        """Nothing to do: objects are looked at where they are."""

    def getObjects(self) -> list[CollisionObject]:  # noqa: N802
        return list(self._objects)

    def clear(self) -> None:
        self._objects = []

    def empty(self) -> bool:
        return not self._objects

    def size(self) -> int:
        return len(self._objects)

    def collide(self, *args: Any) -> None:
        """collide(data, callback), collide(manager, data, callback), collide(object, data, callback): calls
        callback(o1, o2, data) for pairs whose boxes overlap, until it returns True."""
        firsts, seconds, data, callback = self._arguments(args)
        others = firsts if seconds is None else seconds
        for i, j in overlapping(_boxes(firsts), None if seconds is None else _boxes(seconds)):
            if callback(firsts[i], others[j], data):
                return

    def distance(self, *args: Any) -> None:
        """distance(data, callback), distance(manager, data, callback), distance(object, data, callback): calls
        callback(o1, o2, data) for pairs by rising distance of their boxes, until it returns True, or a distance that is less
        than those of all boxes that are left."""
        firsts, seconds, data, callback = self._arguments(args)
        best = float("inf")
        for gap, i, j in by_gap(_boxes(firsts), None if seconds is None else _boxes(seconds)):
            if gap > max(best, 0.0):
                return
            is_done, best = callback(firsts[i], (seconds if seconds is not None else firsts)[j], data)
            if is_done:
                return

    def _arguments(
        self, args: tuple[Any, ...]
    ) -> tuple[list[CollisionObject], list[CollisionObject] | None, Any, Callable[..., Any]]:
        if len(args) == 2 and callable(args[1]):
            return self._objects, None, args[0], args[1]
        if len(args) == 3 and callable(args[2]):
            if isinstance(args[0], DynamicAABBTreeCollisionManager):
                return self._objects, args[0]._objects, args[1], args[2]
            if isinstance(args[0], CollisionObject):
                return [args[0]], self._objects, args[1], args[2]
        raise ValueError("expected (data, callback), (manager, data, callback) or (object, data, callback)")


def _boxes(objects: list[CollisionObject]) -> Boxes:
    return boxes_of([o.placed for o in objects])
