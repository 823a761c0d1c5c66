# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Types of the compiled part of graze; bindings/python/tests/test_types.py compares them with the module."""
from enum import IntEnum
from typing import Any, Callable, Literal, Sequence, overload

import numpy as np
import numpy.typing as npt

from .shapes import PoseLike, Vector

NO_PIECE: int
__version__: str

_Shapes = Shape | Placed | Sequence[Shape]
_Progress = Callable[[float], object]
_Faces = Literal["both", "front", "back"]


class Contact(IntEnum):
    """How two closed sets meet; touching: the bounds include zero."""

    apart = 0
    touching = 1
    overlapping = 2


class Status(IntEnum):
    """How a query ended; the bounds of the answer hold in every case."""

    converged = 0
    bound_loose = 1
    iteration_limit = 2
    beyond_threshold = 3
    unbounded = 4
    invalid_argument = 5
    unsupported = 6


class Hit(IntEnum):
    """Outcome of a cast; uncertain: rounding alone decides."""

    miss = 0
    uncertain = 1
    hit = 2


class Inside(IntEnum):
    """Whether one object lies wholly in another."""

    no = 0
    uncertain = 1
    yes = 2


class Clash(IntEnum):
    """How two objects of a plan lie to each other."""

    clear = 0
    near = 1
    touching = 2
    overlapping = 3
    a_holds_b = 4
    b_holds_a = 5
    duplicate = 6


class Intersection:
    """Whether two objects meet. True where they do: touching counts, and so does a query that was refused."""

    iterations: int
    contact: Contact
    status: Status
    witness: npt.NDArray[np.float64]
    piece_a: int
    piece_b: int
    def __bool__(self) -> bool: ...

class IntersectionArrays:
    """Whether two objects meet. True where they do: touching counts, and so does a query that was refused. One row for each pair of a batch."""

    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    witness: npt.NDArray[np.float64]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Distance:
    """How far two objects are apart, zero where they meet. World frame and units."""

    lower: float
    upper: float
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    contact: Contact
    status: Status
    piece_a: int
    piece_b: int

class DistanceArrays:
    """How far two objects are apart, zero where they meet. World frame and units. One row for each pair of a batch."""

    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Penetration:
    """How deep two objects overlap, zero where they are apart: moving b by normal * upper parts them."""

    lower: float
    upper: float
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    contact: Contact
    status: Status
    piece_a: int
    piece_b: int

class PenetrationArrays:
    """How deep two objects overlap, zero where they are apart: moving b by normal * upper parts them. One row for each pair of a batch."""

    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Separation:
    """Signed distance: positive apart, minus the depth where they overlap. Moving b by normal * -lower parts them."""

    lower: float
    upper: float
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    contact: Contact
    status: Status
    piece_a: int
    piece_b: int

class SeparationArrays:
    """Signed distance: positive apart, minus the depth where they overlap. Moving b by normal * -lower parts them. One row for each pair of a batch."""

    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class CommonPoint:
    """A point of both objects. True where they meet."""

    found: bool
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    contact: Contact
    status: Status
    piece_a: int
    piece_b: int
    def __bool__(self) -> bool: ...

class CommonPointArrays:
    """A point of both objects. True where they meet. One row for each pair of a batch."""

    found: npt.NDArray[np.bool_]
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Containment:
    """Whether b lies wholly in a, and with how much room. True where it does, or where rounding alone decides."""

    inside: Inside
    lower: float
    upper: float
    point: npt.NDArray[np.float64]
    iterations: int
    status: Status
    def __bool__(self) -> bool: ...

class ContainmentArrays:
    """Whether b lies wholly in a, and with how much room. True where it does, or where rounding alone decides. One row for each pair of a batch."""

    inside: npt.NDArray[np.uint8]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    status: npt.NDArray[np.uint8]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class RayCast:
    """First point of a ray in a shape. True where it hits; numbers are zero on a miss."""

    hit: Hit
    starts_inside: bool
    parameter: float
    lower: float
    upper: float
    error: float
    point: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    local_point: npt.NDArray[np.float64]
    piece: int
    iterations: int
    status: Status
    def __bool__(self) -> bool: ...

class RayCastArrays:
    """First point of a ray in a shape. True where it hits; numbers are zero on a miss. One row for each pair of a batch."""

    hit: npt.NDArray[np.uint8]
    starts_inside: npt.NDArray[np.bool_]
    parameter: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    error: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    local_point: npt.NDArray[np.float64]
    piece: npt.NDArray[np.uint32]
    iterations: npt.NDArray[np.int32]
    status: npt.NDArray[np.uint8]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class ShapeCast:
    """First contact of a shape moving along a line with one at rest. True where it hits."""

    hit: Hit
    starts_in_contact: bool
    time: float
    upper: float
    normal: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    status: Status
    piece_a: int
    piece_b: int
    def __bool__(self) -> bool: ...

class ShapeCastArrays:
    """First contact of a shape moving along a line with one at rest. True where it hits. One row for each pair of a batch."""

    hit: npt.NDArray[np.uint8]
    starts_in_contact: npt.NDArray[np.bool_]
    time: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class TimeOfImpact:
    """First contact of two objects on their paths. True where they meet."""

    hit: Hit
    starts_in_contact: bool
    lower: float
    upper: float
    normal: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    status: Status
    piece_a: int
    piece_b: int
    def __bool__(self) -> bool: ...

class TimeOfImpactArrays:
    """First contact of two objects on their paths. True where they meet. One row for each pair of a batch."""

    hit: npt.NDArray[np.uint8]
    starts_in_contact: npt.NDArray[np.bool_]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class ContactSet:
    """At most four points at which two objects meet. True where there are any. In a batch there is room for four in every row; `count` says how many there are."""

    count: int
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    lower: float
    upper: float
    iterations: int
    contact: Contact
    status: Status
    def __len__(self) -> int: ...

class ContactSetArrays:
    """At most four points at which two objects meet. True where there are any. In a batch there is room for four in every row; `count` says how many there are. One row for each pair of a batch."""

    count: npt.NDArray[np.int32]
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Classification:
    """How two objects of a plan lie to each other, and the separation that this rests on."""

    clash: Clash
    is_certain: bool
    lower: float
    upper: float
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: int
    contact: Contact
    status: Status
    piece_a: int
    piece_b: int

class ClassificationArrays:
    """How two objects of a plan lie to each other, and the separation that this rests on. One row for each pair of a batch."""

    clash: npt.NDArray[np.uint8]
    is_certain: npt.NDArray[np.bool_]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    local_a: npt.NDArray[np.float64]
    local_b: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int32]
    contact: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]
    piece_a: npt.NDArray[np.uint32]
    piece_b: npt.NDArray[np.uint32]
    def __len__(self) -> int: ...
    def to_structured(self) -> npt.NDArray[Any]: ...

class Pose:
    """Where a shape stands: p -> rotation p + translation; quaternions are x, y, z, w."""

    def __init__(
        self, matrix: PoseLike | None = None, *, translation: Vector | None = None, quaternion: Vector | None = None
    ) -> None: ...
    matrix: npt.NDArray[np.float64]
    translation: npt.NDArray[np.float64]
    quaternion: npt.NDArray[np.float64]
    is_rigid: bool
    def inverse(self) -> Pose: ...
    def apply(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def __matmul__(self, other: Pose) -> Pose: ...
    def __array__(self, *args: Any, **kwargs: Any) -> npt.NDArray[np.float64]: ...

class Shape:
    """A set of points in its own frame; never changes, but for meshes by refit()."""

    def __init__(self, shape: Shape) -> None: ...
    kind: str
    nbytes: int
    def bounds(self, pose: PoseLike | None = None) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...
    def support(self, direction: Vector) -> npt.NDArray[np.float64]: ...
    def mass_properties(self) -> tuple[float, npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...

class Placed:
    """A shape where it stands, grown by a margin in world units."""

    def __init__(self, shape: Shape, pose: PoseLike | None = None, margin: float = 0.0) -> None: ...
    shape: Shape
    @property
    def pose(self) -> Pose: ...
    @pose.setter
    def pose(self, pose: PoseLike) -> None: ...
    margin: float
    bounds: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]

class PairCache:
    """Memory of the last query on a pair."""

    def __init__(self) -> None: ...

class ContactCache:
    """Memory of the last contacts() on a pair of convex shapes."""

    def __init__(self) -> None: ...
    def clear(self) -> None: ...

class Path:
    """How an object moves from time 0 to time 1."""

    def __init__(self, pose: PoseLike) -> None: ...
    @staticmethod
    def linear(start: PoseLike, translation: Vector) -> Path: ...
    @staticmethod
    def turning(
        start: PoseLike, velocity: Vector, angular_velocity: Vector, local_centre: Vector | None = None
    ) -> Path: ...
    @staticmethod
    def screw(start: PoseLike, point: Vector, axis: Vector, angle: float, advance: float = 0.0) -> Path: ...
    @staticmethod
    def slerp(start: PoseLike, end: PoseLike) -> Path: ...
    def placement(self, time: float) -> Pose: ...

class ContactInterval:
    """A time of contact, from its begin to its end."""

    is_certain: bool
    begin_lower: float
    begin_upper: float
    end_lower: float
    end_upper: float
    worst_time: float
    worst: Separation
    worst_bound: float

class _Mesh:
    def __init__(
        self, vertices: npt.ArrayLike, triangles: npt.ArrayLike, is_solid: bool, layout: str, copy: bool
    ) -> None: ...
    def shape(self) -> Shape: ...
    def refit(self, vertices: npt.ArrayLike | None) -> None: ...
    def vertices(self) -> npt.NDArray[np.float64]: ...
    def triangles(self) -> npt.NDArray[np.uint32]: ...
    def triangle_count(self) -> int: ...
    def is_solid(self) -> bool: ...
    def wear(self) -> float: ...
    def location(self, points: npt.ArrayLike) -> npt.NDArray[np.uint8]: ...

class _Scene:
    def __init__(
        self, contacts: bool, prediction: float, distances: bool, threshold: float, threads: int, record: bool
    ) -> None: ...
    def add(self, placed: Placed, category: int, mask: int, fixed: bool, sensor: bool) -> int: ...
    def remove(self, handle: int) -> None: ...
    def move(self, handles: int | npt.ArrayLike, poses: PoseLike) -> None: ...
    def set_motion(self, handle: int, path: Path) -> None: ...
    def pose(self, handle: int) -> Pose: ...
    def shape_changed(self, handle: int) -> None: ...
    def ignore(self, a: int, b: int) -> None: ...
    def unignore(self, a: int, b: int) -> None: ...
    def size(self) -> int: ...
    def update(self) -> dict[str, Any]: ...
    def refresh(self) -> None: ...
    def advance(
        self, with_starts: bool, target: float
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], TimeOfImpactArrays]: ...
    def ray_cast(
        self, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: float, mask: int
    ) -> tuple[npt.NDArray[np.uint64], RayCastArrays]: ...
    def shape_cast(self, moving: Placed, translation: Vector, mask: int) -> tuple[int, ShapeCast]: ...
    def overlaps(self, probe: Placed, mask: int) -> npt.NDArray[np.uint64]: ...
    def nearest(
        self, probe: Placed, count: int, max_distance: float, mask: int
    ) -> tuple[npt.NDArray[np.uint64], DistanceArrays]: ...
    def svg(self, width: int, directions: int) -> str: ...
    def recording(self) -> bytes: ...

class _Robot:
    @staticmethod
    def load(urdf: str, srdf: str, others: list[str], roots: list[str], visuals: bool) -> _Robot: ...
    def variables(self) -> list[tuple[str, float, float]]: ...
    def objects(self) -> list[str]: ...
    def pairs(self) -> list[tuple[str, str]]: ...
    def warnings(self) -> list[str]: ...
    def neutral(self) -> npt.NDArray[np.float64]: ...
    def placements(self, q: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def in_collision(self, q: npt.ArrayLike, threads: int, progress: Any) -> Any: ...
    def distance(self, q: npt.ArrayLike, threads: int, progress: Any) -> dict[str, Any]: ...

def _contact_manifolds(a: Shape | Placed, b: Shape | Placed, prediction: float) -> dict[str, Any]: ...
def to_svg(objects: Sequence[Placed], *, view: Vector = ..., up: Vector = ..., width: int = 800, directions: int = 200) -> str: ...
def replay(log: bytes) -> dict[str, int]: ...

class _Model:
    @staticmethod
    def load(*paths: Any, units: Any, up: Any, grouping: str, surface: bool, time: float) -> _Model: ...
    def objects(self) -> list[dict[str, Any]]: ...
    def warnings(self) -> list[str]: ...
    def is_partial(self) -> bool: ...
    def metres_per_unit(self) -> float: ...
    def up(self) -> str: ...
    def duration(self) -> float: ...
    def check(
        self, clearance: float, tolerance: Any, touching: bool, sets: Any, between: Any, exclude: Any, time: Any,
        fps: float, frames_only: bool, threads: int, progress: Any,
    ) -> dict[str, Any]: ...

def _point(position: Vector) -> Shape: ...
def _segment(a: Vector, b: Vector) -> Shape: ...
def _triangle(a: Vector, b: Vector, c: Vector) -> Shape: ...
def _tetrahedron(a: Vector, b: Vector, c: Vector, d: Vector) -> Shape: ...
def _box(half_extents: Vector) -> Shape: ...
def _sphere(radius: float) -> Shape: ...
def _ellipsoid(radii: Vector) -> Shape: ...
def _capsule(radius: float, half_height: float) -> Shape: ...
def _tapered_capsule(bottom: float, top: float, half_height: float) -> Shape: ...
def _cylinder(radius: float, half_height: float) -> Shape: ...
def _cone(radius: float, half_height: float) -> Shape: ...
def _tapered_cylinder(bottom: float, top: float, half_height: float) -> Shape: ...
def _half_space(normal: Vector, offset: float) -> Shape: ...
def _convex_hull(points: npt.ArrayLike, max_vertices: int) -> Shape: ...
def _polytope(points: npt.ArrayLike) -> Shape: ...
def _convex_polygon(points: npt.ArrayLike) -> Shape: ...
def _custom(support: Callable[[npt.NDArray[np.float64]], Vector], inner_point: Vector) -> Shape: ...
def _minkowski_sum(a: Shape, b: Shape) -> Shape: ...
def _hull_of(shapes: Sequence[Shape]) -> Shape: ...
def _expanded(shape: Shape, radius: float) -> Shape: ...
def _affine_image(shape: Shape, matrix: PoseLike) -> Shape: ...
def _height_field(heights: npt.ArrayLike, spacing_x: float, spacing_z: float) -> Shape: ...
def _compound(pieces: Sequence[Shape | Placed]) -> Shape: ...

# Queries about pairs answer with arrays where placements are arrays or shapes are lists. Which it is can be told by the
# types of arguments for lists and indices only: an array of placements has the type of one.
@overload
def intersects(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: IntersectionArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Intersection: ...
@overload
def intersects(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: IntersectionArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def intersects(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: IntersectionArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def distance(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., threshold: float = ..., out: DistanceArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Distance: ...
@overload
def distance(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., threshold: float = ..., out: DistanceArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def distance(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., threshold: float = ..., out: DistanceArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def penetration(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: PenetrationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Penetration: ...
@overload
def penetration(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: PenetrationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def penetration(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: PenetrationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def separation(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: SeparationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Separation: ...
@overload
def separation(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: SeparationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def separation(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., max_directions: int = ..., out: SeparationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def common_point(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: CommonPointArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> CommonPoint: ...
@overload
def common_point(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: CommonPointArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def common_point(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: CommonPointArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def contains(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: ContainmentArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Containment: ...
@overload
def contains(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: ContainmentArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def contains(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., out: ContainmentArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def contacts(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: ContactCache | None = ..., threads: int = ..., prediction: float = ..., out: ContactSetArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> ContactSet: ...
@overload
def contacts(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: ContactCache | None = ..., threads: int = ..., prediction: float = ..., out: ContactSetArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def contacts(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: ContactCache | None = ..., threads: int = ..., prediction: float = ..., out: ContactSetArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def classify(a: Shape | Placed, b: Shape | Placed, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., tolerance: float = ..., clearance: float = ..., out: ClassificationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Classification: ...
@overload
def classify(a: _Shapes, b: _Shapes, pose: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., tolerance: float = ..., clearance: float = ..., out: ClassificationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...
@overload
def classify(a: _Shapes, pose_a: PoseLike, b: _Shapes, pose_b: PoseLike, /, *, relative_error: float = ..., max_iterations: int = ..., cache: PairCache | None = ..., threads: int = ..., tolerance: float = ..., clearance: float = ..., out: ClassificationArrays | None = ..., progress: _Progress | None = ..., index_a: npt.ArrayLike | None = ..., index_b: npt.ArrayLike | None = ...) -> Any: ...

def ray_cast(object: Shape | Placed, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: npt.ArrayLike = ..., *, pose: PoseLike | None = None, threads: int = 1, progress: _Progress | None = None) -> Any: ...
def first_ray_hit(object: Shape | Placed, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: npt.ArrayLike = ..., *, faces: _Faces = "both", pose: PoseLike | None = None, threads: int = 1, progress: _Progress | None = None) -> Any: ...
def any_ray_hit(object: Shape | Placed, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: npt.ArrayLike = ..., *, faces: _Faces = "both", pose: PoseLike | None = None, threads: int = 1, progress: _Progress | None = None) -> Any: ...
def all_ray_hits(object: Shape | Placed, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: npt.ArrayLike = ..., *, faces: _Faces = "both", pose: PoseLike | None = None) -> tuple[npt.NDArray[np.uint32], RayCastArrays]: ...
def shape_cast(a: Shape | Placed, translation: Vector, b: Shape | Placed, *, relative_error: float = ...) -> ShapeCast: ...
def point_distance(object: Shape | Placed, points: npt.ArrayLike, *, pose: PoseLike | None = None, threads: int = 1, progress: _Progress | None = None) -> Any: ...
def point_location(object: Shape | Placed, points: npt.ArrayLike, *, pose: PoseLike | None = None) -> Any: ...

_Paths = Path | PoseLike | Sequence[Path]

def time_of_impact(a: Shape | Placed, path_a: _Paths, b: Shape | Placed, path_b: _Paths, *, target: float = 0.0, time_tolerance: float = ..., threads: int = 1, progress: _Progress | None = None) -> Any: ...
def contact_intervals(a: Shape | Placed, path_a: Path | PoseLike, b: Shape | Placed, path_b: Path | PoseLike, *, target: float = 0.0, shortest_gap: float = ...) -> list[ContactInterval]: ...
def overlapping_pairs(boxes: npt.ArrayLike, *, threads: int = 1) -> npt.NDArray[np.uint32]: ...
