# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Transforms, geometries and objects of graze.fcl, with the names of python-fcl."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np
import numpy.typing as npt

from . import shapes
from ._graze import Placed, Pose, Shape

Array = npt.NDArray[Any]

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
