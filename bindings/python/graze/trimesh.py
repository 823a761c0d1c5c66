# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Classes with the names and signatures of trimesh's: CollisionManager, RayMeshIntersector, ProximityQuery. They take any mesh
that has `vertices` and `faces`; trimesh itself need not be there. install() makes trimesh use them; docs/from_trimesh.md says
what is better."""
from __future__ import annotations

import importlib
from typing import Any, Hashable, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from . import _graze
from ._graze import NO_PIECE, Contact, Placed, Pose
from .box_pairs import Boxes, boxes_of, by_gap, overlapping
from .manifolds import contact_manifolds
from .shapes import Compound, Mesh, Point

Array = npt.NDArray[Any]
_EXTERNAL = "__external"


def _key(mesh: Any) -> Any:
    """Changes when the mesh does, where it can tell."""
    try:
        return hash(mesh)
    except TypeError:
        return id(mesh.vertices), id(mesh.faces)


def _surface(mesh: Any) -> Mesh:
    return Mesh(np.asarray(mesh.vertices, dtype=float), np.asarray(mesh.faces), is_solid=False)


def _solid(mesh: Any) -> Mesh | None:
    """None: the triangles do not close."""
    try:
        return Mesh(np.asarray(mesh.vertices, dtype=float), np.asarray(mesh.faces), is_solid=True)
    except ValueError:
        return None


def mesh_to_convex(mesh: Any) -> Mesh:
    """A convex mesh with its inside."""
    return _solid(mesh) or _surface(mesh)


def mesh_to_BVH(mesh: Any) -> Mesh:  # noqa: N802
    """The triangles of a mesh, without an inside."""
    return _surface(mesh)


def _points(points: npt.ArrayLike, name: str = "points") -> npt.NDArray[np.float64]:
    array = np.asarray(points, dtype=float)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must be (n,3)!")
    return array


class ContactData:
    """One contact of two objects of a CollisionManager."""

    def __init__(self, names: tuple[Hashable, Hashable], pieces: tuple[int, int], normal: Array, point: Array, depth: float):
        self.names = set(names)
        self._inds = dict(zip(names, pieces))
        self._normal, self._point, self._depth = normal, point, depth

    @property
    def normal(self) -> Array:
        """Unit, world, from the first object to the second."""
        return self._normal

    @property
    def point(self) -> Array:
        """World, half way between the two surfaces."""
        return self._point

    @property
    def depth(self) -> float:
        """How deep they overlap there."""
        return self._depth

    def index(self, name: Hashable) -> int:
        """Number of the face of the object of this name; -1: the contact is of the whole."""
        return self._inds[name]


class DistanceData:
    """The distance of two objects of a CollisionManager."""

    def __init__(self, names: tuple[Hashable, Hashable], found: _graze.Separation):
        self.names = set(names)
        self._inds = dict(zip(names, (_face(found.piece_a), _face(found.piece_b))))
        self._points = dict(zip(names, (found.point_a, found.point_b)))
        self._distance = found.upper

    @property
    def distance(self) -> float:
        """Negative: how deep they overlap."""
        return self._distance

    def index(self, name: Hashable) -> int:
        """Number of the nearest face of the object of this name; -1: there is none."""
        return self._inds[name]

    def point(self, name: Hashable) -> Array:
        """The nearest point of the object of this name."""
        return self._points[name]


def _face(piece: int) -> int:
    return -1 if piece == NO_PIECE else int(piece)


def _contacts(names: tuple[Hashable, Hashable], a: Placed, b: Placed) -> list[ContactData]:
    if getattr(a.shape, "is_solid", False) and getattr(b.shape, "is_solid", False):  # convex, as wholes
        whole = _graze.contacts(a, b)
        middles = (whole.point_a + whole.point_b) / 2
        return [ContactData(names, (-1, -1), whole.normal, m, max(0.0, -float(g))) for m, g in zip(middles, whole.gap)]
    found = contact_manifolds(a, b)
    if len(found) == 0:  # one lies inside the other
        deep = _graze.penetration(a, b)
        middle = (deep.point_a + deep.point_b) / 2
        return [ContactData(names, (_face(deep.piece_a), _face(deep.piece_b)), deep.normal, middle, deep.upper)]
    return [
        ContactData(
            names,
            (_face(found.piece_a[i]), _face(found.piece_b[i])),
            found.normal[i],
            (found.point_a[i] + found.point_b[i]) / 2,
            max(0.0, -float(found.gap[i])),
        )
        for i in range(len(found))
    ]


def _answer(*parts: tuple[bool, Any]) -> Any:
    """The values that are wanted; a single one by itself."""
    wanted = [value for is_wanted, value in parts if is_wanted]
    return wanted[0] if len(wanted) == 1 else tuple(wanted)


Named = tuple[Hashable, Placed]


class CollisionManager:
    """Objects by name, and which of them collide. Convex closed meshes have an inside, others are surfaces."""

    def __init__(self) -> None:
        self._objs: dict[Hashable, Placed] = {}

    def add_object(self, name: Hashable, mesh: Any, transform: npt.ArrayLike | None = None) -> Placed:
        """Adds an object, or replaces the one of this name; returns it as an operand of graze's queries."""
        self._objs[name] = self._place(mesh, transform)
        return self._objs[name]

    def remove_object(self, name: Hashable) -> None:
        """Removes the object of this name."""
        self._require(name)
        del self._objs[name]

    def set_transform(self, name: Hashable, transform: npt.ArrayLike) -> None:
        """Places the object of this name: a 4 x 4 array."""
        self._require(name)
        self._objs[name].pose = Pose(np.asarray(transform))

    def in_collision_single(
        self, mesh: Any, transform: npt.ArrayLike | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether an object collides with any of the manager: bool [, set of names] [, list of ContactData]."""
        probe = (_EXTERNAL, self._place(mesh, transform))
        pairs = _meeting_pairs(list(self._objs.items()), [probe])
        return self._collisions(pairs, lambda a, b: a, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects collide: bool [, set of pairs of names, sorted] [, list of ContactData]."""
        pairs = _meeting_pairs(list(self._objs.items()))
        return self._collisions(pairs, lambda a, b: tuple(sorted((a, b))), return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether an object collides with one of another manager: bool [, set of (name, name)] [, list of ContactData]."""
        pairs = _meeting_pairs(list(self._objs.items()), list(other_manager._objs.items()))
        return self._collisions(pairs, lambda a, b: (a, b), return_names, return_data)

    def min_distance_single(
        self, mesh: Any, transform: npt.ArrayLike | None = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """Distance of an object from the nearest of the manager, negative where they overlap: float [, name]
        [, DistanceData]."""
        probe = (_EXTERNAL, self._place(mesh, transform))
        distance, names, data = _nearest(list(self._objs.items()), [probe])
        return _answer((True, distance), (return_name, names[0]), (return_data, data))

    def min_distance_internal(
        self, name: Hashable = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Least distance of any two objects, or of one from the others: float [, pair of names, sorted] [, DistanceData]."""
        objects = list(self._objs.items())
        if name is None:
            distance, names, data = _nearest(objects)
        else:
            self._require(name)
            others = [named for named in objects if named[0] != name]
            distance, names, data = _nearest([(name, self._objs[name])], others)
        return _answer((True, distance), (return_names, tuple(sorted(names))), (return_data, data))

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Least distance of an object from one of another manager: float [, (name, name)] [, DistanceData]."""
        distance, names, data = _nearest(list(self._objs.items()), list(other_manager._objs.items()))
        return _answer((True, distance), (return_names, names), (return_data, data))

    def _place(self, mesh: Any, transform: npt.ArrayLike | None) -> Placed:
        pose = np.eye(4) if transform is None else np.asarray(transform, dtype=float)
        if pose.shape != (4, 4):
            raise ValueError("transform must be (4,4)!")
        return Placed(mesh_to_convex(mesh) if getattr(mesh, "is_convex", False) else mesh_to_BVH(mesh), pose)

    def _require(self, name: Hashable) -> None:
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")

    @staticmethod
    def _collisions(pairs: Iterator[tuple[Named, Named]], naming: Any, return_names: bool, return_data: bool) -> Any:
        names: set[Hashable] = set()
        data: list[ContactData] = []
        is_collision = False
        for (name_a, a), (name_b, b) in pairs:
            is_collision = True
            if not return_names and not return_data:
                break
            names.add(naming(name_a, name_b))
            if return_data:
                data += _contacts((name_a, name_b), a, b)
        return _answer((True, is_collision), (return_names, names), (return_data, data))


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[Hashable, Placed]]:
    """A manager of all geometry of a trimesh.Scene, and its objects by the names of their nodes."""
    manager = CollisionManager()
    objects = {}
    for node in scene.graph.nodes_geometry:
        pose, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], pose)
    return manager, objects


def _boxes(objects: list[Named]) -> Boxes:
    return boxes_of([placed for _, placed in objects])


def _meeting_pairs(objects: list[Named], others: list[Named] | None = None) -> Iterator[tuple[Named, Named]]:
    """Pairs that intersect, of one list or of two."""
    seconds = objects if others is None else others
    for i, j in overlapping(_boxes(objects), None if others is None else _boxes(others)):
        if _graze.intersects(objects[i][1], seconds[j][1]):
            yield objects[i], seconds[j]


def _nearest(
    objects: list[Named], others: list[Named] | None = None
) -> tuple[float, tuple[Hashable, Hashable], DistanceData | None]:
    """Least separation of pairs of one list, or of two: the nearest boxes first, and no farther than the best."""
    seconds = objects if others is None else others
    best = float("inf")
    names: tuple[Hashable, Hashable] = (None, None)
    data: DistanceData | None = None
    for gap, i, j in by_gap(_boxes(objects), None if others is None else _boxes(others)):
        if gap > max(best, 0.0):
            break
        found = _graze.separation(objects[i][1], seconds[j][1])
        if found.upper < best:
            best, names = found.upper, (objects[i][0], seconds[j][0])
            data = DistanceData(names, found)
    return best, names, data


class _Cached:
    """A mesh and what was built for it, built again when the mesh has changed."""

    def __init__(self, mesh: Any) -> None:
        self.mesh = mesh
        self._made_of: Any = None
        self._made: dict[str, Any] = {}

    def get(self, what: str) -> Any:
        key = _key(self.mesh)
        if key != self._made_of:
            self._made, self._made_of = {}, key
        if what not in self._made:
            make = {"surface": _surface, "solid": _solid, "vertices": _vertex_cloud, "neighbours": _Neighbours}
            self._made[what] = make[what](self.mesh)
        return self._made[what]


def _vertex_cloud(mesh: Any) -> Compound:
    return Compound([Point(vertex) for vertex in np.asarray(mesh.vertices, dtype=float)])


class _Neighbours:
    """Faces at the same corners, to choose among those that share the nearest point."""

    def __init__(self, mesh: Any) -> None:
        self.triangles = np.asarray(mesh.vertices, dtype=float)[np.asarray(mesh.faces)]
        places = np.unique(self.triangles.reshape(-1, 3), axis=0, return_inverse=True)[1]
        self.corners = places.reshape(-1, 3)
        order = np.argsort(places, kind="stable")
        self.faces = order // 3
        self.first = np.searchsorted(places[order], np.arange(places.max() + 2))
        normals = np.cross(self.triangles[:, 1] - self.triangles[:, 0], self.triangles[:, 2] - self.triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        self.normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)

    def around(self, face: int) -> Array:
        """Faces that share a corner with this one, itself included."""
        parts = [self.faces[self.first[corner] : self.first[corner + 1]] for corner in self.corners[face]]
        return np.asarray(np.unique(np.concatenate(parts)))

    def facing(self, point: Array, nearest: Array, face: int) -> int:
        """Of the faces that have the nearest point, the one that the point sees most from the front."""
        around = self.around(face)
        offsets = nearest - self.triangles[around, 0]
        size = np.abs(self.triangles[around]).max() + 1e-300
        in_plane = np.abs((offsets * self.normals[around]).sum(axis=1)) <= 1e-9 * size
        edges = np.roll(self.triangles[around], -1, axis=1) - self.triangles[around]
        sides = np.cross(edges, nearest - self.triangles[around])
        inside = ((sides * self.normals[around][:, None]).sum(axis=2) >= -1e-9 * size * size).all(axis=1)
        tied = around[in_plane & inside]
        return face if len(tied) == 0 else int(tied[np.argmax(self.normals[tied] @ (point - nearest))])


class RayMeshIntersector:
    """Rays at a mesh. Directions need not be unit."""

    def __init__(self, mesh: Any, **kwargs: Any) -> None:
        self.mesh = mesh
        self._cached = _Cached(mesh)

    def intersects_id(
        self,
        ray_origins: npt.ArrayLike,
        ray_directions: npt.ArrayLike,
        return_locations: bool = False,
        multiple_hits: bool = True,
        **kwargs: Any,
    ) -> Any:
        """Numbers of triangles and of rays that hit them [, where]. With locations, one hit for each place of a ray."""
        origins, directions = _points(ray_origins, "ray_origins"), _points(ray_directions, "ray_directions")
        if multiple_hits:
            rays, hits = _graze.all_ray_hits(self._cached.get("surface"), origins, directions)
            numbers, triangles, places = rays.astype(np.int64), hits.piece.astype(np.int64), hits.point
        else:
            hits = _graze.first_ray_hit(self._cached.get("surface"), origins, directions)
            (numbers,) = np.nonzero(hits.hit)
            triangles, places = hits.piece[numbers].astype(np.int64), hits.point[numbers]
        if not return_locations:
            return triangles, numbers
        if len(numbers) == 0:
            return triangles, numbers, places.reshape(0, 3)
        keep = _distinct(numbers, places)
        return triangles[keep], numbers[keep], places[keep]

    def intersects_location(self, ray_origins: npt.ArrayLike, ray_directions: npt.ArrayLike, **kwargs: Any) -> Any:
        """Where rays hit, numbers of rays, numbers of triangles; a place on an edge counts once."""
        triangles, rays, places = self.intersects_id(ray_origins, ray_directions, return_locations=True, **kwargs)
        return places, rays, triangles

    def intersects_first(self, ray_origins: npt.ArrayLike, ray_directions: npt.ArrayLike, **kwargs: Any) -> Array:
        """For each ray the number of the first triangle, or -1."""
        origins, directions = _points(ray_origins, "ray_origins"), _points(ray_directions, "ray_directions")
        hits = _graze.first_ray_hit(self._cached.get("surface"), origins, directions)
        return np.where(hits.hit != 0, hits.piece.astype(np.int64), -1)

    def intersects_any(self, ray_origins: npt.ArrayLike, ray_directions: npt.ArrayLike, **kwargs: Any) -> Array:
        """For each ray whether it hits anything."""
        origins, directions = _points(ray_origins, "ray_origins"), _points(ray_directions, "ray_directions")
        return np.asarray(_graze.any_ray_hit(self._cached.get("surface"), origins, directions).hit != 0)

    def contains_points(self, points: npt.ArrayLike) -> Array:
        """For each point whether it is inside: exactly, for closed meshes; else by counting what a ray hits."""
        return _inside(self._cached, _points(points))


def _distinct(rays: Array, places: Array) -> Array:
    """Rows but those that repeat the place of the row before on the same ray."""
    size = max(float(np.abs(places).max(initial=0)), 1e-300)
    near = np.abs(np.diff(places, axis=0)).max(axis=1) <= 1e-12 * size
    return np.concatenate([[True], ~(near & (np.diff(rays) == 0))])


def _inside(cached: _Cached, points: Array) -> Array:
    solid = cached.get("solid")
    if solid is not None:
        return np.asarray(solid.contains(points) != Contact.apart)
    rays, hits = _graze.all_ray_hits(cached.get("surface"), points, np.array([[0.4395064455, 0.617598629942, 0.652231566745]]))
    if len(rays) == 0:
        return np.zeros(len(points), dtype=bool)
    return np.asarray(np.bincount(rays[_distinct(rays, hits.point)], minlength=len(points)) % 2 == 1)


class ProximityQuery:
    """Nearest points of a mesh."""

    def __init__(self, mesh: Any) -> None:
        self._mesh = mesh
        self._cached = _Cached(mesh)

    def on_surface(self, points: npt.ArrayLike) -> tuple[Array, Array, Array]:
        """For each point the nearest of the surface, how far it is, and the number of the triangle: of those that share
        the nearest point, the one that the point sees most from the front."""
        places = _points(points)
        found = _graze.point_distance(self._cached.get("surface"), places)
        faces = found.piece_a.astype(np.int64)
        neighbours = self._cached.get("neighbours")
        for i in np.nonzero(self._is_on_edge(neighbours, found.point_a, faces))[0]:
            faces[i] = neighbours.facing(places[i], found.point_a[i], int(faces[i]))
        return found.point_a, found.upper, faces

    @staticmethod
    def _is_on_edge(neighbours: _Neighbours, nearest: Array, faces: Array) -> Array:
        corners = neighbours.triangles[faces]
        edges = np.roll(corners, -1, axis=1) - corners
        away = np.linalg.norm(np.cross(edges, nearest[:, None] - corners), axis=2)
        lengths = np.linalg.norm(edges, axis=2)
        return np.asarray((away <= 1e-9 * lengths * lengths.max(axis=1, keepdims=True)).any(axis=1))

    def vertex(self, points: npt.ArrayLike) -> tuple[Array, Array]:
        """For each point how far the nearest vertex is, and its number."""
        found = _graze.point_distance(self._cached.get("vertices"), _points(points))
        return found.upper, found.piece_a.astype(np.int64)

    def signed_distance(self, points: npt.ArrayLike) -> Array:
        """Distance to the surface: positive inside, negative outside."""
        places = _points(points)
        distance = self.on_surface(places)[1]
        return np.where(_inside(self._cached, places), distance, -distance)


def closest_point(mesh: Any, points: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """For each point the nearest of the surface, how far it is, and the number of the triangle."""
    return ProximityQuery(mesh).on_surface(points)


def signed_distance(mesh: Any, points: npt.ArrayLike) -> Array:
    """Distance to the surface: positive inside, negative outside."""
    return ProximityQuery(mesh).signed_distance(points)


_NAMES: dict[str, Iterable[str]] = {
    "trimesh.collision": (
        "CollisionManager", "ContactData", "DistanceData", "mesh_to_BVH", "mesh_to_convex", "scene_to_collision",
    ),
    "trimesh.ray.ray_triangle": ("RayMeshIntersector",),
    "trimesh.ray.ray_pyembree": ("RayMeshIntersector",),
    "trimesh.proximity": ("ProximityQuery", "closest_point", "signed_distance"),
}  # fmt: skip


def install() -> None:
    """From now on trimesh answers with graze: meshes that are made later have `ray` and `nearest` of these classes."""
    for module, names in _NAMES.items():
        try:
            theirs = importlib.import_module(module)
        except ImportError:
            if module.endswith("pyembree"):  # optional there, too
                continue
            raise
        for name in names:
            setattr(theirs, name, globals()[name])
