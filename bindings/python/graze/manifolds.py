# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Contact points of meshes and compounds, piece by piece."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import _graze
from ._graze import Placed, Shape


@dataclass(frozen=True, eq=False)
class Manifolds:
    """Contact points, a row each; those of one pair of pieces have one number in `manifold`."""

    manifold: npt.NDArray[np.uint32]
    piece_a: npt.NDArray[np.uint32]
    """Triangle of a mesh or piece of a compound; NO_PIECE of a convex shape."""
    piece_b: npt.NDArray[np.uint32]
    normal: npt.NDArray[np.float64]
    """Unit, world, from a to b."""
    point_a: npt.NDArray[np.float64]
    point_b: npt.NDArray[np.float64]
    gap: npt.NDArray[np.float64]
    """Along the normal; negative where they overlap."""
    id: npt.NDArray[np.uint64]
    """Name of the point: lasts as long as the same features of the same pieces meet."""

    def __len__(self) -> int:
        return len(self.gap)


def contact_manifolds(a: Shape | Placed, b: Shape | Placed, *, prediction: float = 0.0) -> Manifolds:
    """All contact points of two objects, at most four for each pair of pieces that meet or are closer than `prediction`.
    Edges within a surface push nothing aside. An object wholly inside a solid has none: see penetration()."""
    return Manifolds(**_graze._contact_manifolds(a, b, prediction))
