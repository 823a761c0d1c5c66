# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Scenes: pairs as brute force finds them, events, contact points, rays, impacts, recording."""
import itertools

import numpy as np
import pytest

import graze

BOX = graze.Box(half_extents=(1, 1, 1))
BALL = graze.Sphere(radius=0.5)


def at(x, y=0.0, z=0.0):
    return graze.Pose(translation=(x, y, z))


def test_events_of_a_passing_ball():
    scene = graze.Scene()
    box, ball = scene.add(BOX, data="box"), scene.add(BALL, at(-3))
    phases = []
    for x in (-3, -1.4, 0, 3, 4):
        scene.move(ball, at(x))
        phases.append(scene.update().phase.tolist())
    assert phases == [[], [graze.Phase.begin], [graze.Phase.stay], [graze.Phase.end], []]
    assert scene.data(box) == "box" and scene.shape(ball) == BALL and len(scene) == 2
    assert scene.pose(ball).translation == pytest.approx([4, 0, 0])


@pytest.mark.parametrize("threads", [1, 2])
def test_pairs_are_those_of_all_pairs(threads):
    random = np.random.default_rng(7)
    scene = graze.Scene(contacts=True, threads=threads)
    shapes = [BOX, BALL, graze.Cone(0.5, 1), graze.ConvexHull(random.normal(size=(12, 3)))]
    handles = [scene.add(shapes[i % 4]) for i in range(60)]
    for _ in range(3):
        poses = np.concatenate([random.uniform(-6, 6, (60, 3)), random.normal(size=(60, 4))], axis=1)
        scene.move(np.array(handles, dtype=np.uint64), poses)
        pairs = scene.update()
        got = {pair for pair, phase in zip(pairs, pairs.phase) if phase != graze.Phase.end}
        want = {
            (handles[i], handles[j])
            for i, j in itertools.combinations(range(60), 2)
            if graze.intersects(shapes[i % 4], poses[i], shapes[j % 4], poses[j])
        }
        assert got == want and 5 < len(want) < 500
        points = pairs.contacts
        assert set(points.pair.tolist()) == {i for i, phase in enumerate(pairs.phase) if phase != graze.Phase.end}
        assert (points.gap <= 1e-9).all() and points.normal.shape == (len(points.gap), 3)


def test_a_box_rests_on_a_floor_with_names_that_last():
    scene = graze.Scene(contacts=True, distances=True, threshold=1)
    floor = scene.add(graze.Box(half_extents=(5, 1, 5)), at(0, -1), fixed=True)
    box = scene.add(BOX, at(0, 1))
    first = scene.update()
    assert list(first) == [(floor, box)] and first.contacts.gap == pytest.approx([0] * 4, abs=1e-9)
    assert first.contacts.normal == pytest.approx(np.tile([0, 1, 0], (4, 1)))
    scene.move(box, at(0.1, 1))
    assert sorted(scene.update().contacts.id.tolist()) == sorted(first.contacts.id.tolist())
    scene.move(box, at(0, 1.5))
    apart = scene.update()
    assert apart.distances.lower == pytest.approx([0.5])
    scene.ignore(floor, box)
    scene.move(box, at(0, 0.5))
    assert not [phase for phase in scene.update().phase if phase != graze.Phase.end]


def test_rays_probes_and_neighbours():
    scene = graze.Scene()
    near, far = scene.add(BOX, at(5)), scene.add(BALL, at(9), category=2)
    handles, casts = scene.ray_cast([[0, 0, 0], [0, 3, 0]], (1, 0, 0))
    assert handles.tolist() == [near, 0] and casts.parameter[0] == pytest.approx(4)
    assert scene.ray_cast((0, 0, 0), (1, 0, 0), mask=2)[0].tolist() == [far]
    assert scene.overlaps(graze.Placed(BALL, at(4))).tolist() == [near]
    handles, found = scene.nearest(graze.Placed(BALL, at(0)), 2)
    assert handles.tolist() == [near, far] and found.upper == pytest.approx([3.5, 8])
    handle, cast = scene.shape_cast(graze.Placed(BALL, at(0)), (7, 0, 0))
    assert handle == near and cast.time == pytest.approx(0.5)


def test_impacts_between_frames():
    scene = graze.Scene()
    wall, bullet = scene.add(graze.Box(half_extents=(0.01, 5, 5))), scene.add(BALL, at(-10))
    scene.update()
    scene.move(bullet, at(10))
    a, b, impacts = scene.advance()
    assert (a.tolist(), b.tolist()) == ([wall], [bullet])
    assert impacts.lower == pytest.approx([(10 - 0.51) / 20], abs=1e-8)
    assert len(scene.update()) == 0


def test_recordings_replay():
    scene = graze.Scene(contacts=True, record=True)
    scene.add(BOX)
    ball = scene.add(BALL)
    for x in (0, 1, 2):
        scene.move(ball, at(x))
        scene.update()
    report = graze.replay(scene.recording())
    assert report["updates"] == 3 and report["different"] == 0
    with pytest.raises(ValueError, match="log"):
        graze.replay(b"nonsense")


def test_dead_handles_and_bad_arguments():
    scene, other = graze.Scene(), graze.Scene()
    ball, foreign = scene.add(BALL), other.add(BALL)
    scene.remove(ball)
    for call in (
        lambda: scene.remove(ball),
        lambda: scene.move(ball, at(1)),
        lambda: scene.move(foreign, at(1)),
        lambda: scene.move(np.uint64([0]), np.eye(4)[None]),
        lambda: scene.pose(ball),
        lambda: scene.ignore(ball, foreign),
        lambda: scene.ray_cast([[0, 0, np.nan]], [[1, 0, 0]]),
        lambda: graze.Scene(record=False).recording(),
    ):
        with pytest.raises(ValueError):
            call()
    live = scene.add(BALL)
    with pytest.raises(ValueError, match=r"poses\[0\]"):
        scene.move(np.uint64([live]), np.full((1, 4, 4), np.nan))
    with pytest.raises(TypeError):
        scene.move("x", at(1))
    assert scene.pose(live).translation == pytest.approx([0, 0, 0])
