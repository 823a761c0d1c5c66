# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""A planar arm of two links of length 1, spheres of radius 0.1 at their ends: collisions and distances by hand, gradients by
finite differences."""
import numpy as np
import pytest

import graze

ARM = """<robot name="arm">
 <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="upper"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="lower"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-3.2" upper="3.2" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-3.2" upper="3.2" effort="1" velocity="1"/></joint>
</robot>"""
WALL = """#VRML V2.0 utf8
Transform { translation 0 2.5 0 children Shape { geometry Box { size 20 2 20 } } }"""


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path / "arm.urdf"


def tip(q):
    return np.stack([np.cos(q[..., 0]) + np.cos(q[..., 0] + q[..., 1]), np.sin(q[..., 0]) + np.sin(q[..., 0] + q[..., 1])], -1)


def test_self_collision_of_the_folded_arm(arm):
    robot = graze.Robot(arm)
    assert robot.variables == ["shoulder", "elbow"] and robot.upper == pytest.approx([3.2, 3.2])
    assert robot.pairs == [("base", "lower")]  # neighbours may touch
    assert robot.in_collision([0, 0]) is False and robot.in_collision([1, np.pi]) is True
    assert robot.placements([np.pi / 2, 0])["upper"][:3, :3] @ [1, 0, 0] == pytest.approx([0, 1, 0])
    # The tip is 2 cos(elbow / 2) from the base.
    found = robot.distance([0.3, 2.0])
    assert found.upper == pytest.approx(2 * np.cos(1.0) - 0.2) and (found.a, found.b) == ("base", "lower")
    assert found.gradient == pytest.approx([0, -np.sin(1.0)])


def test_many_configurations_against_formulas(arm, tmp_path):
    random = np.random.default_rng(3)
    q = random.uniform(-3, 3, (2000, 2))
    robot = graze.Robot(arm)
    gap = np.linalg.norm(tip(q), axis=1) - 0.2
    hits = robot.in_collision(q, threads=2)
    assert np.array_equal(hits, gap <= 0) and 10 < hits.sum() < 1000
    found = robot.distance(q, threads=2)
    assert found.upper == pytest.approx(gap, abs=1e-9) and (found.lower <= found.upper).all()
    for joint in range(2):
        step = np.zeros(2)
        step[joint] = 1e-6
        slope = (robot.distance(q + step).upper - robot.distance(q - step).upper) / 2e-6
        smooth = gap > -0.19
        assert found.gradient[smooth, joint] == pytest.approx(slope[smooth], abs=1e-6)


def test_what_stands_around(arm, tmp_path):
    (tmp_path / "wall.wrl").write_text(WALL)  # read with +y up: turned so that z is up, the wall lies at z = 1.5 to 3.5
    robot = graze.Robot(arm, others=[tmp_path / "wall.wrl"])
    found = robot.distance([0.0, 0.0])
    assert len(robot.objects) == 4 and found.upper == pytest.approx(1.4)
    assert abs(found.normal) == pytest.approx([0, 0, 1])


def test_refusals(arm, tmp_path):
    robot = graze.Robot(arm)
    for bad in ([0, 0, 0], [[0], [1]], [0, np.nan], np.zeros((2, 2, 2))):
        with pytest.raises(ValueError, match="q"):
            robot.in_collision(bad)
    with pytest.raises(FileNotFoundError):
        graze.Robot(tmp_path / "none.urdf")
    (tmp_path / "bad.urdf").write_text("<robot><link/></robot>")
    with pytest.raises(ValueError, match="bad.urdf"):
        graze.Robot(tmp_path / "bad.urdf")
