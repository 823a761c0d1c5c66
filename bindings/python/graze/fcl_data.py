# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Enumerations, requests and results of graze.fcl, with the fields of python-fcl."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from .fcl_geometry import CollisionGeometry

Array = npt.NDArray[Any]


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    GST_LIBCCD, GST_INDEP = range(2)


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
