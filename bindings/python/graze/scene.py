# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Many objects that move: which are in contact, what changed, what rays hit."""
from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Iterator

import numpy as np
import numpy.typing as npt

from . import _graze
from ._graze import DistanceArrays, Path, Placed, Pose, RayCastArrays, Shape, ShapeCast, TimeOfImpactArrays
from .shapes import PoseLike, Vector

Handles = npt.NDArray[np.uint64]
ALL = 0xFFFFFFFF


class Phase(IntEnum):
    """Change of a pair in an update."""

    begin = 0
    stay = 1
    end = 2
    near = 3


@dataclass(frozen=True, eq=False)
class PairContacts:
    """Contact points of all pairs of an update, a row each."""

    pair: npt.NDArray[np.uint32]
    """Row of the pair in ScenePairs."""
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    """Unit, from a to b."""
    gap: npt.NDArray[np.float64]
    """Negative where they overlap."""
    id: npt.NDArray[np.uint64]
    """Name of the point within its pair: lasts as long as the same features meet."""


@dataclass(frozen=True, eq=False)
class PairDistances:
    """Distances of pairs of an update, a row each."""

    pair: npt.NDArray[np.uint32]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]


class ScenePairs:
    """Pairs of an update: in contact, ended, or near; by handles, and always in the same order."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.a: Handles = facts["a"]
        self.b: Handles = facts["b"]
        self.contact: npt.NDArray[np.uint8] = facts["contact"]
        """Values of Contact."""
        self.phase: npt.NDArray[np.uint8] = facts["phase"]
        """Values of Phase."""
        self.is_sensor: npt.NDArray[np.bool_] = facts["is_sensor"]
        self.contacts = PairContacts(**facts["contacts"])
        self.distances = PairDistances(**facts["distances"])

    def __len__(self) -> int:
        return len(self.a)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.a.tolist(), self.b.tolist())

    def __repr__(self) -> str:
        return f"<graze.ScenePairs: {len(self)} pairs, {len(self.contacts.pair)} contact points>"


class Scene:
    """A set of objects, and which of them are in contact. One frame: move objects, update(), read the pairs. Only what
    changed is computed anew. With `contacts` there are contact points of pairs closer than `prediction`, with `distances` the
    distances of pairs closer than `threshold`. Answers do not depend on `threads` (0: all). Not to be changed by one thread of
    Python while another uses it."""

    def __init__(
        self,
        *,
        contacts: bool = False,
        prediction: float = 0.0,
        distances: bool = False,
        threshold: float = 0.0,
        threads: int = 1,
        record: bool = False,
    ) -> None:
        self._scene = _graze._Scene(contacts, prediction, distances, threshold, threads, record)
        self._objects: dict[int, tuple[Shape, Any]] = {}

    def add(
        self,
        shape: Shape | Placed,
        pose: PoseLike | None = None,
        margin: float = 0.0,
        *,
        category: int = 1,
        mask: int = ALL,
        fixed: bool = False,
        sensor: bool = False,
        data: Any = None,
    ) -> int:
        """Adds an object and returns its handle. Pairs are looked at where each has a bit in `category` that the other has in
        `mask`; two `fixed` objects never. A `sensor` has events, but no contacts. `data` is yours: see data()."""
        placed = shape if isinstance(shape, Placed) else Placed(shape, pose, margin)
        handle = self._scene.add(placed, category, mask, fixed, sensor)
        self._objects[handle] = (placed.shape, data)
        return handle

    def remove(self, handle: int) -> None:
        """Removes an object; its pairs end at the next update."""
        self._scene.remove(handle)
        del self._objects[handle]

    def move(self, handles: int | npt.ArrayLike, poses: PoseLike) -> None:
        """Places one object, or many: an array of handles and (n, 4, 4) or (n, 7) poses, all or none of them."""
        self._scene.move(handles, poses)

    def set_motion(self, handle: int, path: Path) -> None:
        """How an object moves in this frame, for advance(); without, it goes straight, turning the shorter way."""
        self._scene.set_motion(handle, path)

    def pose(self, handle: int) -> Pose:
        """Where an object is."""
        return self._scene.pose(handle)

    def shape(self, handle: int) -> Shape:
        """The shape of an object."""
        return self._objects[handle][0]

    def data(self, handle: int) -> Any:
        """What add() was given."""
        return self._objects[handle][1]

    def shape_changed(self, handle: int) -> None:
        """A mesh was refitted: the scene looks at its box anew."""
        self._scene.shape_changed(handle)

    def ignore(self, a: int, b: int) -> None:
        """Ignores a pair until unignore(), or until one of the two is removed."""
        self._scene.ignore(a, b)

    def unignore(self, a: int, b: int) -> None:
        """Ends ignore()."""
        self._scene.unignore(a, b)

    def update(self) -> ScenePairs:
        """Computes one frame: its pairs, and what changed since the last one."""
        return ScenePairs(self._scene.update())

    def advance(self, *, with_starts: bool = False, target: float = 0.0) -> tuple[Handles, Handles, TimeOfImpactArrays]:
        """Pairs that meet between the last update and where objects are now, by time: handles of a and of b, and impacts.
        Moves nothing; the next update() ends the frame. `with_starts`: also pairs that are in contact already."""
        return self._scene.advance(with_starts, target)

    def refresh(self) -> None:
        """Brings boxes up to date: between many moves and many rays."""
        self._scene.refresh()

    def ray_cast(
        self, origin: npt.ArrayLike, direction: npt.ArrayLike, max_t: float = np.inf, *, mask: int = ALL
    ) -> tuple[Handles, RayCastArrays]:
        """First objects along (n, 3) rays, or along one: handles (0: none) and casts."""
        origin, direction = np.broadcast_arrays(np.atleast_2d(np.asarray(origin)), np.atleast_2d(np.asarray(direction)))
        return self._scene.ray_cast(origin, direction, max_t, mask)

    def shape_cast(self, moving: Placed, translation: Vector, *, mask: int = ALL) -> tuple[int, ShapeCast]:
        """The first object that a moving shape touches: its handle (0: none) and the cast."""
        return self._scene.shape_cast(moving, translation, mask)

    def overlaps(self, probe: Placed, *, mask: int = ALL) -> Handles:
        """Objects that overlap or touch the probe."""
        return self._scene.overlaps(probe, mask)

    def nearest(
        self, probe: Placed, count: int = 1, max_distance: float = np.inf, *, mask: int = ALL
    ) -> tuple[Handles, DistanceArrays]:
        """The objects nearest to the probe, and how far they are from it."""
        return self._scene.nearest(probe, count, max_distance, mask)

    def to_svg(self, width: int = 800, directions: int = 200) -> str:
        """All objects and the contacts of the last update, in parallel projection."""
        return self._scene.svg(width, directions)

    def _repr_svg_(self) -> str:
        return self.to_svg(480)

    def recording(self) -> bytes:
        """All calls since a Scene was made with `record=True`, for replay() and bug reports."""
        return self._scene.recording()

    def __len__(self) -> int:
        return self._scene.size()

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._objects))

    def __contains__(self, handle: int) -> bool:
        return handle in self._objects
