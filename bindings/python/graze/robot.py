# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Robots by their joint values: self-collision, and collision with what stands around. Metres, radians, +z up."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

from ._graze import _Robot

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class RobotDistance:
    """The nearest pair of a configuration, or of n of them: then each field has a row for each."""

    lower: Any
    """The least signed distance is not less; below zero objects overlap."""
    upper: Any
    a: Any
    """Name of the first object of the nearest pair."""
    b: Any
    normal: Array
    """Unit, world, from a to b."""
    point_a: Array
    point_b: Array
    gradient: Array
    """Derivative of the distance by each joint value, from the witness points; of the nearest pair, away from kinks."""


class Robot:
    """A robot from a URDF, with the pairs that an SRDF allows, among the objects of other files, which stand still. Links next to each
    other may touch. Joint values are in the order of `variables`."""

    def __init__(
        self,
        urdf: str | os.PathLike[str],
        *,
        srdf: str | os.PathLike[str] | None = None,
        others: Sequence[str | os.PathLike[str]] = (),
        roots: Sequence[str | os.PathLike[str]] = (),
        visuals: bool = False,
    ) -> None:
        """`roots` are folders of packages that meshes are looked for in; with `visuals`, links without collision shapes
        collide with their visual ones."""
        path = os.fspath
        self._robot = _Robot.load(
            path(urdf), "" if srdf is None else path(srdf), [path(p) for p in others], [path(p) for p in roots], visuals
        )
        variables = self._robot.variables()
        self.variables: list[str] = [name for name, _, _ in variables]
        self.lower: Array = np.array([lower for _, lower, _ in variables])
        self.upper: Array = np.array([upper for _, _, upper in variables])
        self.objects: list[str] = self._robot.objects()
        """Links that have shapes, then what stands around."""
        self.pairs: list[tuple[str, str]] = self._robot.pairs()
        """Pairs that are asked about."""

    @property
    def dof(self) -> int:
        """Number of joint values."""
        return len(self.variables)

    @property
    def warnings(self) -> list[str]:
        """What the readers noticed."""
        return self._robot.warnings()

    @property
    def neutral(self) -> Array:
        """All joint values zero (quaternions of floating joints are unit)."""
        return self._robot.neutral()

    def placements(self, q: npt.ArrayLike) -> dict[str, Array]:
        """World placement of each object at a configuration, 4 x 4."""
        return dict(zip(self.objects, self._robot.placements(q)))

    def in_collision(
        self, q: npt.ArrayLike, *, threads: int = 1, progress: Callable[[float], object] | None = None
    ) -> Any:
        """Whether any pair touches or overlaps: a bool for one configuration, an array for (n, dof)."""
        return self._robot.in_collision(q, threads, progress)

    def distance(
        self, q: npt.ArrayLike, *, threads: int = 1, progress: Callable[[float], object] | None = None
    ) -> RobotDistance:
        """The least signed distance of all pairs, for one configuration or for (n, dof), with its gradient."""
        found = self._robot.distance(q, threads, progress)
        names = np.array(self.objects, dtype=object)
        found["a"], found["b"] = names[found["a"]], names[found["b"]]
        if np.ndim(q) == 1:
            found = {name: values[0] for name, values in found.items()}
        return RobotDistance(**found)

    def __repr__(self) -> str:
        return f"<graze.Robot of {self.dof} joint values, {len(self.objects)} objects, {len(self.pairs)} pairs>"
