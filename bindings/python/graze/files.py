# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Scenes from files, and what touches what in them: VRML97, glTF 2.0, OBJ, STL, PLY, URDF."""
from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Callable, Iterator, Literal, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ._graze import Placed, Pose, Shape, _Model

PathLike = str | os.PathLike[str]


@dataclass(frozen=True, eq=False)
class ModelObject:
    """One object of a file: its shape, and where it stands in the world."""

    name: str
    """Unique in its model."""
    shape: Shape
    pose: Pose
    nature: str
    """'solid', 'surface', 'lines', 'points' or 'mixed'."""
    file: str
    primitives: int
    """Triangles, lines, points and exact shapes."""
    is_moving: bool
    is_deforming: bool

    @property
    def placed(self) -> Placed:
        """As an operand of queries."""
        return Placed(self.shape, self.pose)


class Model:
    """Objects of one or several files, as they are at a time of their animation; made by load()."""

    def __init__(self, model: _Model) -> None:
        self._model = model
        self.objects: list[ModelObject] = [ModelObject(**entry) for entry in model.objects()]
        self._by_name = {found.name: found for found in self.objects}

    @property
    def warnings(self) -> list[str]:
        """What the readers noticed, with file and line."""
        return self._model.warnings()

    @property
    def is_partial(self) -> bool:
        """Whether geometry or motion is missing: a warning says which."""
        return self._model.is_partial()

    @property
    def metres_per_unit(self) -> float:
        """Length of the world's unit."""
        return self._model.metres_per_unit()

    @property
    def up(self) -> str:
        """'y' or 'z'."""
        return self._model.up()

    @property
    def duration(self) -> float:
        """Seconds in which all animations are seen; 0 where nothing moves."""
        return self._model.duration()

    def __len__(self) -> int:
        return len(self.objects)

    def __iter__(self) -> Iterator[ModelObject]:
        return iter(self.objects)

    def __getitem__(self, name: str | int) -> ModelObject:
        return self.objects[name] if isinstance(name, int) else self._by_name[name]

    def __repr__(self) -> str:
        return f"<graze.Model of {len(self)} objects, unit {self.metres_per_unit:g} m, +{self.up} up>"

    def _repr_html_(self) -> str:
        rows = [(found.name, found.nature, str(found.primitives), found.file) for found in self.objects]
        return _table(("object", "nature", "primitives", "file"), rows)


@dataclass(frozen=True, eq=False)
class Finding:
    """Two objects and what they do; lengths are in the world's unit."""

    kind: str
    """'clearance', 'touching', 'penetration', 'containment' or 'duplicate'."""
    a: str
    b: str
    is_certain: bool
    """False: the bounds leave a milder kind as well."""
    lower: float
    """Signed distance: the true one is not less. Below zero they overlap."""
    upper: float
    depth: float
    """Of a penetration: moving b by it along the normal parts them."""
    normal: npt.NDArray[np.float64]
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    tolerance: float
    intersecting: int
    """Pairs of primitives that meet."""
    outer: str | None
    """Of a containment: which of the two holds the other."""
    time: float
    """Of the numbers above: the worst moment, in seconds."""
    times: list[tuple[float, float, float]]
    """Of an animated check: begin, end and worst moment of each time in which it lasts."""


class Report:
    """What a check found, the worst first."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.findings: list[Finding] = [Finding(**entry) for entry in facts["findings"]]
        self.counts: dict[str, int] = facts["counts"]
        """Findings of each kind."""
        self.pairs: int = facts["pairs"]
        """Pairs of objects that were to be checked."""
        self.near_pairs: int = facts["near_pairs"]
        self.ruled_out: int = facts["ruled_out"]
        self.is_complete: bool = facts["outcome"] == "complete"

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __getitem__(self, number: int) -> Finding:
        return self.findings[number]

    def __repr__(self) -> str:
        found = ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count)
        return f"<graze.Report: {found or 'nothing'}; {self.pairs} pairs>"

    def _repr_html_(self) -> str:
        rows = [
            (f.kind + ("" if f.is_certain else "?"), f.a, f.b, f"{-f.depth if f.depth else f.lower:.6g}", f"{f.time:g}")
            for f in self.findings[:200]
        ]
        return _table(("kind", "object a", "object b", "separation", "worst at s"), rows)

    def to_pandas(self) -> Any:
        """A table with a row for each finding; needs pandas."""
        return import_module("pandas").DataFrame([vars(finding) for finding in self.findings])


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    from html import escape

    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def load(
    *paths: PathLike,
    units: str | float | None = None,
    up: Literal["y", "z"] | None = None,
    grouping: Literal["automatic", "groups", "shapes"] = "automatic",
    surface: bool = False,
    time: float = 0.0,
) -> Model:
    """Reads scene files: VRML97, glTF 2.0, OBJ, STL, PLY, URDF. Objects are the nearest named groups above shapes, else the
    shapes themselves. `units` ('mm', 'in', a number of metres) and `up` replace what files say. Closed meshes are solids, but
    for `surface`. Of animated files, objects are as they are at `time`. What is not there is FileNotFoundError, what
    cannot be read ValueError, with file and line."""
    return Model(_Model.load(*paths, units=units, up=up, grouping=grouping, surface=surface, time=float(time)))


def check(
    *what: Model | PathLike,
    clearance: float = 0.0,
    tolerance: float | None = None,
    touching: bool = True,
    sets: Mapping[str, str | Sequence[str]] | None = None,
    between: Sequence[tuple[str, str]] | None = None,
    exclude: Sequence[tuple[str, str]] | None = None,
    time: float | tuple[float, float] | None = None,
    fps: float = 30.0,
    frames_only: bool = False,
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
) -> Report:
    """All pairs of objects of a model, or of files: what overlaps, touches, lies in another, or is closer than `clearance`.
    `tolerance` divides touching from overlapping; None: what the digits of the files can resolve. `sets` are named patterns
    of names (`*` is any text), `between` pairs of sets or patterns, `exclude` pairs of patterns that may touch. Animated files
    are checked over all of their animation, also between frames (`time`: a moment, or a range; `frames_only`). The answer
    does not depend on `threads` (0: all). `progress` is told the share that is done; False stops with KeyboardInterrupt."""
    if len(what) == 1 and isinstance(what[0], Model):
        model = what[0]
    elif any(isinstance(entry, Model) for entry in what):
        raise TypeError("check() takes one Model, or paths of files")
    else:
        model = load(*what)  # type: ignore[arg-type]
    facts = model._model.check(
        clearance, tolerance, touching, sets, between, exclude, time, fps, frames_only, threads, progress
    )
    return Report(facts)
