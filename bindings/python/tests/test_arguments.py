# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""What does not fit is refused with the name of the argument, and with what came instead; what fits is taken."""
import numpy as np
import pytest

import graze

BOX = graze.Box(half_extents=(1, 1, 1))
BALL = graze.Sphere(radius=0.5)
TURN = np.array([[0.0, -1, 0, 3], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])  # 90 degrees about z, then 3 along x
HALF = np.sqrt(0.5)
WAY = graze.Path.linear((0, 0, 0), (1, 0, 0))


@pytest.mark.parametrize(
    "pose",
    [
        TURN,
        TURN.astype(np.float32),
        TURN.astype(int),
        TURN.tolist(),
        np.asfortranarray(TURN),
        TURN[:3],
        np.array([3, 0, 0, 0, 0, HALF, HALF]),
        ((0, 0, HALF, HALF), (3, 0, 0)),
        graze.Pose(TURN),
        graze.Pose(quaternion=(0, 0, HALF, HALF), translation=(3, 0, 0)),
    ],
)
def test_one_placement_in_many_forms(pose):
    # The box 2 x 4 x 2, turned, reaches from x = 1 to 5: half a unit behind the ball's radius of 0.5 at the origin.
    found = graze.distance(BALL, graze.Box(half_extents=(1, 2, 1)), pose)
    assert found.lower == pytest.approx(0.5, abs=1e-9)
    assert found.upper == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: graze.distance(BOX, BALL, np.eye(3)), TypeError, ["pose", "(3, 3)", "float64"]),
        (lambda: graze.distance(BOX, BALL, "here"), TypeError, ["pose", "str"]),
        (lambda: graze.distance(BOX, BALL, None), TypeError, ["pose", "None"]),
        (lambda: graze.distance(BOX, BALL, np.full((4, 4), np.nan)), ValueError, ["pose", "NaN"]),
        (lambda: graze.distance(BOX, BALL, np.zeros((4, 4))), ValueError, ["pose", "last row"]),
        (lambda: graze.distance(BOX, BALL, np.diag([1.0, 1, 0, 1])), ValueError, ["pose", "singular"]),
        (lambda: graze.distance(BOX, BALL, (0, 0, 0, 0, 0, 0, 0)), ValueError, ["pose", "quaternion"]),
        (lambda: graze.distance(BOX, BALL, np.eye(4, dtype=complex)), TypeError, ["pose", "complex128"]),
        (lambda: graze.distance(BOX, BALL, np.full((5, 4, 4), np.inf)), ValueError, ["pose[0]", "infinity"]),
        (lambda: graze.distance(BOX, 3), TypeError, ["b", "int"]),
        (lambda: graze.distance(BOX), TypeError, ["(a, b)"]),
        (lambda: graze.distance(BOX, BALL, treshold=1), TypeError, ["treshold", "threshold"]),
        (lambda: graze.distance(BOX, BALL, threshold="far"), TypeError, ["threshold", "str"]),
        (lambda: graze.distance(BOX, BALL, relative_error=-1), ValueError, ["setting"]),
        (lambda: graze.distance(BOX, BALL, cache=3), TypeError, ["cache", "PairCache"]),
        (lambda: graze.distance([], BALL), ValueError, ["a", "empty"]),
        (lambda: graze.distance([BOX] * 3, [BALL] * 2), ValueError, ["3", "2"]),
        (lambda: graze.distance([BOX], BALL, index_a=np.array([0, 1])), ValueError, ["index_a[1]"]),
        (lambda: graze.distance([BOX], BALL, index_a=np.array([0, -1])), ValueError, ["index_a"]),
        (lambda: graze.distance([BOX], BALL, index_a=np.array([0.5])), TypeError, ["index_a", "float64"]),
        (lambda: graze.distance([BOX] * 3, BALL, out=4), TypeError, ["out"]),
        (lambda: graze.Sphere(radius=-1), ValueError, ["radius"]),
        (lambda: graze.Sphere(radius=float("nan")), ValueError, ["radius"]),
        (lambda: graze.Box(half_extents=(1, 2)), ValueError, ["half_extents", "(2,)"]),
        (lambda: graze.Box(half_extents="abc"), TypeError, ["half_extents"]),
        (lambda: graze.ConvexHull(np.zeros((0, 3))), ValueError, ["points"]),
        (lambda: graze.ConvexHull(np.zeros((4, 2))), ValueError, ["points", "(4, 2)"]),
        (lambda: graze.ConvexHull([[0, 0, 0], [1, 0, np.nan]]), ValueError, ["points[1]"]),
        (lambda: graze.Mesh(np.eye(3), [[0, 1, 3]]), ValueError, ["index", "2"]),
        (lambda: graze.Mesh(np.eye(3), [[0, 1, -1]]), ValueError, ["triangles"]),
        (lambda: graze.Mesh(np.eye(3), [[0.0, 1, 2]]), TypeError, ["triangles", "float64"]),
        (lambda: graze.Mesh(np.eye(3), [0, 1, 2]), ValueError, ["triangles", "(3,)"]),
        (lambda: graze.Mesh(np.eye(3), [[0, 1, 2]], is_solid=True), ValueError, ["mesh"]),
        (lambda: graze.Mesh(np.eye(3), [[0, 1, 2]], layout="tiny"), ValueError, ["layout", "tiny"]),
        (lambda: graze.Mesh(np.eye(3)[:, ::-1], np.uint32([[0, 1, 2]]), copy=False), ValueError, ["vertices"]),
        (lambda: graze.Mesh(np.eye(3), np.int64([[0, 1, 2]]), copy=False), ValueError, ["triangles", "int64"]),
        (lambda: graze.HeightField(np.zeros(4)), ValueError, ["heights", "(4,)"]),
        (lambda: graze.Compound([BOX, 5]), TypeError, ["pieces", "int"]),
        (lambda: graze.MinkowskiSum(BOX, graze.HalfSpace()), ValueError, []),
        (lambda: graze.Custom(4), TypeError, ["support", "int"]),
        (lambda: graze.Custom(lambda d: [1, 2]), ValueError, ["support"]),
        (lambda: graze.Placed(BOX, margin=-1), ValueError, ["margin"]),
        (lambda: graze.Pose(np.eye(4), translation=(1, 2, 3)), ValueError, ["Pose"]),
        (lambda: graze.ray_cast(BOX, (0, 0), (1, 0, 0)), ValueError, ["origin", "(2,)"]),
        (lambda: graze.ray_cast(BOX, np.zeros((3, 3)), np.ones((2, 3))), ValueError, ["3", "2"]),
        (lambda: graze.ray_cast(BOX, (0, 0, 0), (1, 0, np.nan)), ValueError, ["direction"]),
        (lambda: graze.ray_cast(BOX, (0, 0, 0), (1, 0, 0), -1), ValueError, ["max_t"]),
        (lambda: graze.any_ray_hit(BOX, (0, 0, 0), (1, 0, 0), faces="left"), ValueError, ["faces", "left"]),
        (lambda: graze.overlapping_pairs(np.zeros((3, 6))), ValueError, ["boxes", "(3, 6)"]),
        (lambda: graze.overlapping_pairs([[[0, 0, 0], [1, 1, 1]], [[2, 0, 0], [1, 1, 1]]]), ValueError, ["boxes[1]"]),
        (lambda: graze.time_of_impact(BOX, np.eye(3), BALL, np.eye(4)), TypeError, ["path_a", "(3, 3)"]),
        (lambda: graze.distance(BOX, BALL, threads=-1), TypeError, ["threads", "zero or more"]),
        (lambda: graze.time_of_impact(BOX, [WAY], BALL, WAY, target=np.nan), ValueError, ["target"]),
        (lambda: graze.time_of_impact(BOX, [WAY], BALL, WAY, time_tolerance=-1), ValueError, ["time_tolerance"]),
        (lambda: WAY.placement(np.nan), ValueError, ["time"]),
        (lambda: graze.Scene(prediction=np.nan), ValueError, ["prediction"]),
        (lambda: graze.Scene(threshold=-1), ValueError, ["threshold"]),
        (lambda: graze.classify(BOX, BALL, tolerance=-1), ValueError, ["classify"]),
    ],
)
def test_refusals_name_the_argument(call, error, words):
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert word in str(caught.value)


def test_empty_batches_have_no_rows():
    found = graze.distance(BOX, BALL, np.zeros((0, 4, 4)))
    assert len(found) == 0
    assert found.normal.shape == (0, 3)
    assert graze.overlapping_pairs(np.zeros((0, 2, 3))).shape == (0, 2)
