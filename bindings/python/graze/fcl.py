# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The names of python-fcl, answered by graze: `import graze.fcl as fcl` is the whole port. docs/from_fcl.md lists what is
different. Frames, units and signs are FCL's: capsules, cones and cylinders along z, quaternions w x y z, normals from o1 to
o2."""
from __future__ import annotations

import sys
from typing import Any, Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _graze, shapes
from ._graze import NO_PIECE, Placed, Pose, Shape
from .manifolds import contact_manifolds

__version__ = _graze.__version__
Array = npt.NDArray[Any]

_APART = _graze.Contact.apart

# FCL's round shapes stand along z, ours along y.
_Z_FROM_Y = Pose(np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]))


class OBJECT_TYPE:  # noqa: N801
    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:  # noqa: N801
    (
        BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24, GEOM_BOX, GEOM_SPHERE,
        GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX, GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE,
        GEOM_OCTREE, NODE_COUNT,
    ) = range(21)  # fmt: skip


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    GST_LIBCCD, GST_INDEP = range(2)


class Transform:
    """A rigid placement: of nothing, a Transform, a 3 x 3 matrix, a quaternion (w x y z), a translation, or a rotation and a
    translation."""

    def __init__(self, *args: Any) -> None:
        if len(args) > 2:
            raise ValueError("Too many arguments to Transform().")
        self._rotation, self._translation = np.eye(3), np.zeros(3)
        if len(args) == 1 and isinstance(args[0], Transform):
            self._rotation, self._translation = args[0].getRotation(), args[0].getTranslation()
        elif len(args) == 1 and np.shape(args[0]) == (3,):
            self.setTranslation(args[0])
        elif args:
            self._set_any_rotation(args[0])
        if len(args) == 2:
            translation = np.asarray(args[1], dtype=float).squeeze()
            if translation.shape != (3,):
                raise ValueError("Translation must be (3,).")
            self._translation = translation.copy()

    def _set_any_rotation(self, rotation: Any) -> None:
        shape = np.shape(rotation)
        if shape == (3, 3):
            self.setRotation(rotation)
        elif shape == (4,):
            self.setQuatRotation(rotation)
        else:
            raise ValueError("Invalid input to Transform().")

    def getRotation(self) -> Array:  # noqa: N802
        return self._rotation.copy()

    def getTranslation(self) -> Array:  # noqa: N802
        return self._translation.copy()

    def getQuatRotation(self) -> Array:  # noqa: N802
        x, y, z, w = self._pose().quaternion
        return np.array([w, x, y, z])

    def setRotation(self, R: npt.ArrayLike) -> None:  # noqa: N802, N803
        self._rotation = _array(R, (3, 3), "rotation")

    def setTranslation(self, T: npt.ArrayLike) -> None:  # noqa: N802, N803
        self._translation = _array(T, (3,), "translation")

    def setQuatRotation(self, q: npt.ArrayLike) -> None:  # noqa: N802
        w, x, y, z = _array(q, (4,), "quaternion")
        self._rotation = Pose(quaternion=(x, y, z, w)).matrix[:3, :3]

    def _pose(self) -> Pose:
        return Pose(np.column_stack([self._rotation, self._translation]))


def _array(values: npt.ArrayLike, shape: tuple[int, ...], name: str) -> npt.NDArray[np.float64]:
    array = np.array(values, dtype=float)
    if array.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, got {array.shape}")
    return array


class CollisionGeometry:
    """A shape; changing one of its sizes changes all objects that have it."""

    _node_type: int | None = None
    _names: tuple[str, ...] = ()
    _is_along_z = False

    def __init__(self, *sizes: Any) -> None:
        self._sizes: dict[str, Any] = dict(zip(self._names, sizes))
        self._shape: Shape | None = None
        self._version = 0

    def getNodeType(self) -> int | None:  # noqa: N802
        return self._node_type

    def computeLocalAABB(self) -> None:  # noqa: N802
        """Nothing to do: boxes are always up to date."""

    @property
    def aabb_center(self) -> Array | None:
        """Centre of the box in the frame of the shape."""
        shape = self._made()
        if shape is None:
            return None
        lower, upper = shape.bounds(_Z_FROM_Y if self._is_along_z else None)
        return np.asarray((lower + upper) / 2)

    def _make(self) -> Shape | None:
        return None

    def _made(self) -> Shape | None:
        if self._shape is None:
            self._shape = self._make()
        return self._shape

    def _place(self, transform: Transform) -> Pose:
        pose = transform._pose()
        return pose @ _Z_FROM_Y if self._is_along_z else pose


def _size(name: str, convert: Callable[[Any], Any]) -> Any:
    """A size of a geometry, as a property that can be set."""

    def get(self: CollisionGeometry) -> Any:
        value = self._sizes[name]
        return value.copy() if isinstance(value, np.ndarray) else value

    def set_(self: CollisionGeometry, value: Any) -> None:
        self._sizes[name] = convert(value)
        self._shape = None
        self._version += 1

    return property(get, set_)


def _vector(values: Any) -> npt.NDArray[np.float64]:
    return _array(values, (3,), "vector")


class TriangleP(CollisionGeometry):
    """A triangle."""

    _node_type, _names = NODE_TYPE.GEOM_TRIANGLE, ("a", "b", "c")
    a, b, c = _size("a", _vector), _size("b", _vector), _size("c", _vector)

    def __init__(self, a: Any, b: Any, c: Any) -> None:
        super().__init__(_vector(a), _vector(b), _vector(c))

    def _make(self) -> Shape:
        return shapes.Triangle(self.a, self.b, self.c)


class Box(CollisionGeometry):
    """A box of full edges x, y and z."""

    _node_type, _names = NODE_TYPE.GEOM_BOX, ("side",)
    side = _size("side", _vector)

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__(_vector((x, y, z)))

    def _make(self) -> Shape:
        return shapes.Box(self.side / 2)


class Sphere(CollisionGeometry):
    """A ball."""

    _node_type, _names = NODE_TYPE.GEOM_SPHERE, ("radius",)
    radius = _size("radius", float)

    def __init__(self, radius: float) -> None:
        super().__init__(float(radius))

    def _make(self) -> Shape:
        return shapes.Sphere(self.radius)


class Ellipsoid(CollisionGeometry):
    """An ellipsoid of radii a, b and c along x, y and z."""

    _node_type, _names = NODE_TYPE.GEOM_ELLIPSOID, ("radii",)
    radii = _size("radii", _vector)

    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__(_vector((a, b, c)))

    def _make(self) -> Shape:
        return shapes.Ellipsoid(self.radii)


class _AlongZ(CollisionGeometry):
    _names, _is_along_z = ("radius", "lz"), True
    radius, lz = _size("radius", float), _size("lz", float)

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__(float(radius), float(lz))


class Capsule(_AlongZ):
    """All points within `radius` of a segment of length lz along z."""

    _node_type = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Shape:
        return shapes.Capsule(self.radius, self.lz / 2)


class Cone(_AlongZ):
    """A cone of height lz along z, its apex up."""

    _node_type = NODE_TYPE.GEOM_CONE

    def _make(self) -> Shape:
        return shapes.Cone(self.radius, self.lz / 2)


class Cylinder(_AlongZ):
    """A cylinder of height lz along z."""

    _node_type = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Shape:
        return shapes.Cylinder(self.radius, self.lz / 2)


class Convex(CollisionGeometry):
    """The convex hull of vertices; faces are counted and otherwise found anew."""

    _node_type = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: npt.ArrayLike, num_faces: int, faces: npt.ArrayLike) -> None:
        super().__init__()
        self._vertices, self.num_faces = np.array(vertices, dtype=float), int(num_faces)

    def _make(self) -> Shape:
        return shapes.ConvexHull(self._vertices)


class _Flat(CollisionGeometry):
    _names = ("n", "d")
    n, d = _size("n", _vector), _size("d", float)

    def __init__(self, n: npt.ArrayLike, d: float) -> None:
        super().__init__(_vector(n), float(d))

    def _make(self) -> Shape:
        return shapes.HalfSpace(self.n, self.d)


class Halfspace(_Flat):
    """Points p with dot(n, p) <= d."""

    _node_type = NODE_TYPE.GEOM_HALFSPACE


class Plane(_Flat):
    """Points p with dot(n, p) = d."""

    _node_type = NODE_TYPE.GEOM_PLANE


class BVHModel(CollisionGeometry):
    """Triangles: surfaces without an inside, as FCL has them."""

    _node_type = NODE_TYPE.BV_OBBRSS

    def __init__(self) -> None:
        super().__init__()
        self._vertices: list[Array] = []
        self._triangles: list[Array] = []
        self._count = 0
        self._state = 0

    def num_tries_(self) -> int:
        return sum(len(triangles) for triangles in self._triangles)

    def buildState(self) -> int:  # noqa: N802
        """0: empty, 1: begun, 2: ended."""
        return self._state

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:  # noqa: N802
        """Begins anew; the numbers are hints, and not used."""
        self._vertices, self._triangles, self._count, self._state, self._shape = [], [], 0, 1, None
        return 0

    def addVertex(self, x: float, y: float, z: float) -> bool:  # noqa: N802
        return self._add(np.array([[x, y, z]], dtype=float), np.zeros((0, 3), dtype=np.int64))

    def addTriangle(self, v1: npt.ArrayLike, v2: npt.ArrayLike, v3: npt.ArrayLike) -> bool:  # noqa: N802
        return self._add(np.array([v1, v2, v3], dtype=float), np.array([[0, 1, 2]]))

    def addSubModel(self, verts: npt.ArrayLike, triangles: npt.ArrayLike) -> bool:  # noqa: N802
        return self._add(np.array(verts, dtype=float), np.array(triangles, dtype=np.int64))

    def endModel(self) -> int:  # noqa: N802
        """Builds the tree."""
        if self._state != 1:
            raise ValueError("BVH construction does not follow correct sequence")
        if self.num_tries_() == 0:
            raise ValueError("BVH geometry is not prepared")
        self._shape = shapes.Mesh(np.concatenate(self._vertices), np.concatenate(self._triangles))
        self._state = 2
        self._version += 1
        return 0

    def _add(self, vertices: Array, triangles: Array) -> bool:
        if self._state != 1:
            raise ValueError("BVH construction does not follow correct sequence")
        self._vertices.append(vertices.reshape(-1, 3))
        self._triangles.append(triangles.reshape(-1, 3) + self._count)
        self._count += len(self._vertices[-1])
        return True


class OcTree(CollisionGeometry):
    """Not yet: graze has no voxels so far."""

    _node_type = NODE_TYPE.GEOM_OCTREE

    def __init__(self, r: float, data: bytes) -> None:
        raise NotImplementedError("graze has no octrees yet")


class CollisionObject:
    """A geometry where it stands."""

    def __init__(self, geom: CollisionGeometry | None = None, tf: Transform | None = None) -> None:
        if geom is None or geom._made() is None:
            raise ValueError("CollisionObject: a geometry that is ready is needed")
        self._geometry, self._transform = geom, Transform(tf) if tf is not None else Transform()
        self._placed: Placed | None = None
        self._version = -1
        self._is_plane = isinstance(geom, Plane)

    def getObjectType(self) -> int:  # noqa: N802
        return OBJECT_TYPE.OT_BVH if isinstance(self._geometry, BVHModel) else OBJECT_TYPE.OT_GEOM

    def getNodeType(self) -> int | None:  # noqa: N802
        return self._geometry.getNodeType()

    def getTranslation(self) -> Array:  # noqa: N802
        return self._transform.getTranslation()

    def setTranslation(self, vec: npt.ArrayLike) -> None:  # noqa: N802
        self._transform.setTranslation(vec)
        self._placed = None

    def getRotation(self) -> Array:  # noqa: N802
        return self._transform.getRotation()

    def setRotation(self, mat: npt.ArrayLike) -> None:  # noqa: N802
        self._transform.setRotation(mat)
        self._placed = None

    def getQuatRotation(self) -> Array:  # noqa: N802
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: npt.ArrayLike) -> None:  # noqa: N802
        self._transform.setQuatRotation(q)
        self._placed = None

    def getTransform(self) -> Transform:  # noqa: N802
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:  # noqa: N802
        self._transform = Transform(tf)
        self._placed = None

    def isOccupied(self) -> bool:  # noqa: N802
        return True

    def isFree(self) -> bool:  # noqa: N802
        return False

    def isUncertain(self) -> bool:  # noqa: N802
        return False

    @property
    def placed(self) -> Placed:
        """As an operand of graze's queries; of a plane the half-space below it."""
        if self._placed is None or self._version != self._geometry._version:
            shape = self._geometry._made()
            assert shape is not None
            self._placed = Placed(shape, self._geometry._place(self._transform))
            self._version = self._geometry._version
        return self._placed

    def _other_side(self) -> Placed:
        """Of a plane, the half-space above it."""
        assert isinstance(self._geometry, Plane)
        return Placed(shapes.HalfSpace(-self._geometry.n, -self._geometry.d), self._transform._pose())


class Contact:
    """One contact: normal from o1 to o2, position half way between the surfaces."""

    def __init__(self) -> None:
        self.o1: CollisionGeometry | None = None
        self.o2: CollisionGeometry | None = None
        self.b1, self.b2 = 0, 0
        self.normal, self.pos = np.zeros(3), np.zeros(3)
        self.penetration_depth = 0.0


class CostSource:
    """There so that programs find it; costs are of octrees, and there are none."""

    def __init__(self) -> None:
        self.aabb_min, self.aabb_max = np.zeros(3), np.zeros(3)
        self.cost_density, self.total_cost = 0.0, 0.0


class CollisionRequest:
    """How many contacts are wanted, and whether with points."""

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts, self.enable_contact = num_max_contacts, enable_contact
        self.num_max_cost_sources, self.enable_cost = num_max_cost_sources, enable_cost
        self.use_approximate_cost, self.gjk_solver_type = use_approximate_cost, gjk_solver_type


class CollisionResult:
    """Whether objects collide, and contacts."""

    def __init__(self, is_collision: bool = False) -> None:
        self.is_collision = is_collision
        self.contacts: list[Contact] = []
        self.cost_sources: list[CostSource] = []


class ContinuousCollisionRequest:
    """How objects move between their transforms."""

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 0.0001,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations, self.toc_err = num_max_iterations, toc_err
        self.ccd_motion_type, self.gjk_solver_type, self.ccd_solver_type = ccd_motion_type, gjk_solver_type, ccd_solver_type


class ContinuousCollisionResult:
    """Whether objects meet, and when in [0, 1]."""

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide, self.time_of_contact = is_collide, time_of_contact


class DistanceRequest:
    """Whether distances are signed."""

    def __init__(
        self,
        enable_nearest_points: bool = False,
        enable_signed_distance: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.enable_nearest_points, self.enable_signed_distance = enable_nearest_points, enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    """The least distance so far, with nearest points in the world."""

    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Array | None] = [None, None]
        self.o1: CollisionGeometry | None = None
        self.o2: CollisionGeometry | None = None
        self.b1, self.b2 = -1, -1


class CollisionData:
    """Data of defaultCollisionCallback()."""

    def __init__(self, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> None:
        self.request, self.result, self.done = request or CollisionRequest(), result or CollisionResult(), False


class DistanceData:
    """Data of defaultDistanceCallback()."""

    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request, self.result, self.done = request or DistanceRequest(), result or DistanceResult(), False


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
        every = firsts + (seconds or [])
        for i, j in _graze.overlapping_pairs(_boxes(every)).tolist():
            if seconds is not None and (i < len(firsts)) == (j < len(firsts)):
                continue
            if callback(every[i], every[j], data):
                return

    def distance(self, *args: Any) -> None:
        """distance(data, callback), distance(manager, data, callback), distance(object, data, callback): calls
        callback(o1, o2, data) for pairs by rising distance of their boxes, until it returns True, or a distance that is less
        than those of all boxes that are left."""
        firsts, seconds, data, callback = self._arguments(args)
        best = float("inf")
        for gap, i, j in _by_gap(_boxes(firsts), None if seconds is None else _boxes(seconds)):
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


def _boxes(objects: list[CollisionObject]) -> npt.NDArray[np.float64]:
    boxes = np.array([o.placed.bounds for o in objects], dtype=float).reshape(-1, 2, 3)
    return np.clip(boxes, -1e300, 1e300)  # half-spaces


def _by_gap(firsts: Array, seconds: Array | None) -> list[tuple[float, int, int]]:
    others = firsts if seconds is None else seconds
    pairs: list[tuple[float, int, int]] = []
    for i, (lower, upper) in enumerate(firsts):
        apart = np.maximum(np.maximum(lower - others[:, 1], others[:, 0] - upper), 0)
        gaps = np.sqrt((apart**2).sum(axis=1))
        pairs += [(float(gaps[j]), i, j) for j in range(i + 1 if seconds is None else 0, len(others))]
    pairs.sort()
    return pairs
