# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Shapes: sets of points in frames of their own, in any unit. Round shapes stand along y, as in VRML; `rotated` has other
axes. Sizes are half extents, radii and half heights; they may be zero."""
from __future__ import annotations

from typing import Any, Callable, Literal, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _graze
from ._graze import Placed, Pose, Shape

Vector = Union[Sequence[float], npt.NDArray[Any]]
#: A Pose, a 4 x 4 array, 7 numbers (translation, quaternion x y z w), a translation, or (quaternion, translation).
PoseLike = Union[Pose, npt.NDArray[Any], Sequence[float], Sequence[Sequence[float]], Tuple[Vector, Vector]]


def _numbers(values: Vector) -> tuple[float, ...]:
    return tuple(float(value) for value in np.asarray(values, dtype=float).ravel())


class _Described(Shape):
    """A shape that knows how it was made: for repr, pickle, copy and equality."""

    _arguments: dict[str, Any]

    def __init__(self, made: Shape, **arguments: Any) -> None:
        super().__init__(made)
        self._arguments = arguments

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "_arguments")[name]
        except (KeyError, AttributeError):
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}'") from None

    def __repr__(self) -> str:
        text = ", ".join(f"{name}={_text(value)}" for name, value in self._arguments.items())
        return f"{type(self).__name__}({text})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self._arguments)

    def __copy__(self) -> Shape:
        return self

    def __deepcopy__(self, memo: Any) -> Shape:
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _same(self._arguments, other._arguments)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self).__name__, tuple(self._arguments)))


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    return repr(value)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(_same(a[name], b[name]) for name in a)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    return bool(a == b)


def _remake(kind: type, arguments: dict[str, Any]) -> Shape:
    return kind(**arguments)  # type: ignore[no-any-return]


class Point(_Described):
    """One point."""

    position: tuple[float, float, float]

    def __init__(self, position: Vector = (0, 0, 0)) -> None:
        super().__init__(_graze._point(position), position=_numbers(position))


class Segment(_Described):
    """Line segment from a to b."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]

    def __init__(self, a: Vector, b: Vector) -> None:
        super().__init__(_graze._segment(a, b), a=_numbers(a), b=_numbers(b))


class Triangle(_Described):
    """Convex hull of three points; they may be collinear or equal."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    c: tuple[float, float, float]

    def __init__(self, a: Vector, b: Vector, c: Vector) -> None:
        super().__init__(_graze._triangle(a, b, c), a=_numbers(a), b=_numbers(b), c=_numbers(c))


class Tetrahedron(_Described):
    """Convex hull of four points, in any order."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    c: tuple[float, float, float]
    d: tuple[float, float, float]

    def __init__(self, a: Vector, b: Vector, c: Vector, d: Vector) -> None:
        super().__init__(
            _graze._tetrahedron(a, b, c, d), a=_numbers(a), b=_numbers(b), c=_numbers(c), d=_numbers(d)
        )


class Box(_Described):
    """Box with faces across the axes, centred at the origin."""

    half_extents: tuple[float, float, float]

    def __init__(self, half_extents: Vector = (1, 1, 1)) -> None:
        super().__init__(_graze._box(half_extents), half_extents=_numbers(half_extents))


class Sphere(_Described):
    """Ball around the origin."""

    radius: float

    def __init__(self, radius: float = 1) -> None:
        super().__init__(_graze._sphere(radius), radius=float(radius))


class Ellipsoid(_Described):
    """Ellipsoid with its axes along x, y and z."""

    radii: tuple[float, float, float]

    def __init__(self, radii: Vector = (1, 1, 1)) -> None:
        super().__init__(_graze._ellipsoid(radii), radii=_numbers(radii))


class Capsule(_Described):
    """All points within `radius` of the segment from y = -half_height to y = half_height."""

    radius: float
    half_height: float

    def __init__(self, radius: float = 1, half_height: float = 1) -> None:
        super().__init__(
            _graze._capsule(radius, half_height), radius=float(radius), half_height=float(half_height)
        )


class TaperedCapsule(_Described):
    """Convex hull of two spheres, centred at y = -half_height and y = half_height."""

    bottom_radius: float
    top_radius: float
    half_height: float

    def __init__(self, bottom_radius: float = 1, top_radius: float = 1, half_height: float = 1) -> None:
        super().__init__(
            _graze._tapered_capsule(bottom_radius, top_radius, half_height),
            bottom_radius=float(bottom_radius),
            top_radius=float(top_radius),
            half_height=float(half_height),
        )


class Cylinder(_Described):
    """Points within `radius` of the y axis with abs(y) <= half_height."""

    radius: float
    half_height: float

    def __init__(self, radius: float = 1, half_height: float = 1) -> None:
        super().__init__(
            _graze._cylinder(radius, half_height), radius=float(radius), half_height=float(half_height)
        )


class Cone(_Described):
    """Base disc at y = -half_height, apex at y = half_height."""

    radius: float
    half_height: float

    def __init__(self, radius: float = 1, half_height: float = 1) -> None:
        super().__init__(
            _graze._cone(radius, half_height), radius=float(radius), half_height=float(half_height)
        )


class TaperedCylinder(_Described):
    """Convex hull of two discs, at y = -half_height and y = half_height."""

    bottom_radius: float
    top_radius: float
    half_height: float

    def __init__(self, bottom_radius: float = 1, top_radius: float = 1, half_height: float = 1) -> None:
        super().__init__(
            _graze._tapered_cylinder(bottom_radius, top_radius, half_height),
            bottom_radius=float(bottom_radius),
            top_radius=float(top_radius),
            half_height=float(half_height),
        )


class HalfSpace(_Described):
    """Points p with dot(normal, p) <= offset; the normal need not be unit. The one unbounded shape."""

    normal: tuple[float, float, float]
    offset: float

    def __init__(self, normal: Vector = (0, 1, 0), offset: float = 0) -> None:
        super().__init__(_graze._half_space(normal, offset), normal=_numbers(normal), offset=float(offset))


class ConvexHull(_Described):
    """Convex hull of points in any position: (n, 3) numbers. With `max_vertices` a coarser one of the points that
    matter most."""

    points: npt.NDArray[np.float64]
    max_vertices: int

    def __init__(self, points: npt.ArrayLike, max_vertices: int = 0) -> None:
        made = _graze._convex_hull(points, max_vertices)
        super().__init__(made, points=np.array(points, dtype=float), max_vertices=int(max_vertices))


class Polytope(_Described):
    """Convex hull of (n, 3) points as they are, inner ones included: quick to make, and without faces. ConvexHull knows
    faces, and is faster for many points."""

    points: npt.NDArray[np.float64]

    def __init__(self, points: npt.ArrayLike) -> None:
        super().__init__(_graze._polytope(points), points=np.array(points, dtype=float))


class ConvexPolygon(_Described):
    """Flat convex polygon: the convex hull of its vertices, in any order."""

    points: npt.NDArray[np.float64]

    def __init__(self, points: npt.ArrayLike) -> None:
        super().__init__(_graze._convex_polygon(points), points=np.array(points, dtype=float))


class Custom(_Described):
    """A convex set that a function describes: `support(direction)` returns a point of the set that is farthest in the
    direction, for every direction, zero included, always the same for the same one. `inner_point` is any point of the
    set, best near its centre. What the function raises during a query cannot get through: it is printed by Python as
    unraisable, and the inner point taken instead."""

    support_function: Callable[[npt.NDArray[np.float64]], Vector]
    inner_point: tuple[float, float, float]

    def __init__(
        self, support_function: Callable[[npt.NDArray[np.float64]], Vector], inner_point: Vector = (0, 0, 0)
    ) -> None:
        super().__init__(
            _graze._custom(support_function, inner_point),
            support_function=support_function,
            inner_point=_numbers(inner_point),
        )


class MinkowskiSum(_Described):
    """All sums of a point of `a` and a point of `b`, both convex."""

    a: Shape
    b: Shape

    def __init__(self, a: Shape, b: Shape) -> None:
        super().__init__(_graze._minkowski_sum(a, b), a=a, b=b)


class HullOf(_Described):
    """Convex hull of convex shapes."""

    shapes: tuple[Shape, ...]

    def __init__(self, shapes: Sequence[Shape]) -> None:
        super().__init__(_graze._hull_of(list(shapes)), shapes=tuple(shapes))


class Expanded(_Described):
    """All points within `radius` of a convex shape."""

    shape: Shape
    radius: float

    def __init__(self, shape: Shape, radius: float) -> None:
        super().__init__(_graze._expanded(shape, radius), shape=shape, radius=float(radius))


class AffineImage(_Described):
    """Image of a convex shape: scaled, sheared, mirrored, moved."""

    shape: Shape
    matrix: Pose

    def __init__(self, shape: Shape, matrix: PoseLike) -> None:
        pose = matrix if isinstance(matrix, Pose) else Pose(np.asarray(matrix))
        super().__init__(_graze._affine_image(shape, pose), shape=shape, matrix=pose)


class Mesh(_Described):
    """Triangles: (n, 3) vertices of float32 or float64 and (m, 3) vertex numbers. With `is_solid` what they enclose
    counts as well, and they must close. `layout='compact'` takes two thirds of the memory. With `copy=False` the arrays
    are read where they are during queries, and must stay as they are (and keep their size) until refit()."""

    is_solid: bool
    layout: Literal["fast", "compact"]

    def __init__(
        self,
        vertices: npt.ArrayLike,
        triangles: npt.ArrayLike,
        is_solid: bool = False,
        layout: Literal["fast", "compact"] = "fast",
        copy: bool = True,
    ) -> None:
        mesh = _graze._Mesh(vertices, triangles, is_solid, layout, copy)
        super().__init__(mesh.shape(), is_solid=bool(is_solid), layout=layout)
        self._mesh = mesh

    @property
    def vertices(self) -> npt.NDArray[np.float64]:
        """A copy of the vertices; those in no triangle are zero."""
        return self._mesh.vertices()

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """A copy of the vertex numbers, (m, 3)."""
        return self._mesh.triangles()

    @property
    def wear(self) -> float:
        """How much more a query costs than with a new tree; beyond about 2, making the mesh anew pays."""
        return self._mesh.wear()

    def refit(self, vertices: npt.ArrayLike | None = None) -> None:
        """The vertices moved: as many as before. None: those of the arrays that the mesh borrows. Linear time."""
        self._mesh.refit(vertices)

    def contains(self, points: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """For each point whether it is outside, on a triangle, or inside: values of Contact. Exact."""
        return self._mesh.location(points)

    def __len__(self) -> int:
        return self._mesh.triangle_count()

    def __repr__(self) -> str:
        if len(self) > 8:
            return f"<graze.Mesh of {len(self)} triangles, is_solid={self.is_solid}>"
        return (
            f"Mesh({self.vertices.tolist()!r}, {self.triangles.tolist()!r}, is_solid={self.is_solid}, "
            f"layout={self.layout!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Mesh, (self.vertices, self.triangles, self.is_solid, self.layout)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mesh)
            and self.is_solid == other.is_solid
            and np.array_equal(self.vertices, other.vertices)
            and np.array_equal(self.triangles, other.triangles)
        )

    __hash__ = _Described.__hash__


class HeightField(_Described):
    """Heights over a grid: the sample [row, column] is the point (column * spacing[0], height, row * spacing[1])."""

    heights: npt.NDArray[np.float64]
    spacing: tuple[float, float]

    def __init__(self, heights: npt.ArrayLike, spacing: tuple[float, float] = (1.0, 1.0)) -> None:
        made = _graze._height_field(heights, float(spacing[0]), float(spacing[1]))
        super().__init__(
            made, heights=np.array(heights, dtype=float), spacing=(float(spacing[0]), float(spacing[1]))
        )


class Compound(_Described):
    """The union of bounded shapes, each where it stands: shapes, or Placed without a margin."""

    pieces: tuple[Shape | Placed, ...]

    def __init__(self, pieces: Sequence[Shape | Placed]) -> None:
        super().__init__(_graze._compound(list(pieces)), pieces=tuple(pieces))
