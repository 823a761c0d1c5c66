# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Pairs of boxes, of one list or of two: what the classes of python-fcl and trimesh are built on."""
from __future__ import annotations

from typing import Any, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from . import _graze
from ._graze import Placed

Boxes = npt.NDArray[np.float64]


def boxes_of(objects: Sequence[Placed]) -> Boxes:
    """Boxes in the world, (n, 2, 3); those of half-spaces are cut, so that they are finite."""
    return np.clip(np.array([placed.bounds for placed in objects], dtype=float).reshape(-1, 2, 3), -1e300, 1e300)


def overlapping(first: Boxes, second: Boxes | None) -> Iterator[tuple[int, int]]:
    """Numbers of boxes that overlap or touch: of two of the first list, or of one of each."""
    if second is None:
        yield from map(tuple, _graze.overlapping_pairs(first).tolist())
        return
    for i, j in _graze.overlapping_pairs(np.concatenate([first, second])).tolist():
        if i < len(first) <= j:
            yield i, j - len(first)


def by_gap(first: Boxes, second: Boxes | None) -> list[tuple[float, int, int]]:
    """All pairs with the distance of their boxes, by rising distance."""
    others = first if second is None else second
    pairs: list[tuple[float, int, int]] = []
    for i, (lower, upper) in enumerate(first):
        apart: npt.NDArray[Any] = np.maximum(np.maximum(lower - others[:, 1], others[:, 0] - upper), 0)
        gaps = np.sqrt((apart**2).sum(axis=1))
        pairs += [(float(gaps[j]), i, j) for j in range(i + 1 if second is None else 0, len(others))]
    pairs.sort()
    return pairs
