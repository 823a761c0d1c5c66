# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Queries on shapes whose answers are known by hand."""
import copy
import pickle
import threading

import numpy as np
import pytest

import graze

BOX = graze.Box(half_extents=(1, 1, 1))
BALL = graze.Sphere(radius=0.5)
# A cube from -1 to 1 of twelve triangles, seen counterclockwise from outside.
CORNERS = np.array([[x, y, z] for x in (-1.0, 1) for y in (-1.0, 1) for z in (-1.0, 1)])
FACES = np.uint32(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7],
     [1, 7, 3]]
)  # fmt: skip


def at(x, y=0.0, z=0.0):
    return graze.Pose(translation=(x, y, z))


def test_distance_of_a_box_and_a_ball():
    found = graze.distance(BOX, BALL, (3, 0, 0))
    assert found.lower <= 1.5 <= found.upper
    assert found.upper - found.lower < 1e-9
    assert found.normal == pytest.approx([1, 0, 0])
    assert found.point_a == pytest.approx([1, 0, 0])
    assert found.point_b == pytest.approx([2.5, 0, 0])
    assert found.contact == graze.Contact.apart
    assert found.status == graze.Status.converged


def test_three_ways_to_say_where_they_are():
    ways = [
        graze.distance(graze.Placed(BOX, at(1)), graze.Placed(BALL, at(4))),
        graze.distance(BOX, BALL, at(3)),
        graze.distance(BOX, at(1), BALL, at(4)),
    ]
    assert [round(way.upper, 9) for way in ways] == [1.5, 1.5, 1.5]


def test_depth_separation_and_margins():
    assert graze.penetration(BOX, BALL, (1.25, 0, 0)).upper == pytest.approx(0.25)
    assert graze.separation(BOX, BALL, (1.25, 0, 0)).upper == pytest.approx(-0.25)
    assert graze.separation(graze.Placed(BOX, margin=0.5), graze.Placed(BALL, at(3))).upper == pytest.approx(1)
    assert graze.intersects(BOX, BALL, (1.5, 0, 0)) and not graze.intersects(BOX, BALL, (1.51, 0, 0))
    assert graze.common_point(BOX, BALL, (1.2, 0, 0)).found


def test_contact_points_of_a_box_on_a_box():
    found = graze.contacts(BOX, BOX, (0, 2, 0))
    assert found and len(found) == 4 and found.point_a.shape == (4, 3)
    assert found.normal == pytest.approx([0, 1, 0])
    assert found.gap == pytest.approx([0] * 4, abs=1e-9)
    assert sorted(map(tuple, np.round(found.point_a))) == [(-1, 1, -1), (-1, 1, 1), (1, 1, -1), (1, 1, 1)]
    rows = graze.contacts(BOX, BOX, np.array([at(0, 2).matrix, at(0, 5).matrix]))
    assert rows.count.tolist() == [4, 0] and rows.point_a.shape == (2, 4, 3)
    assert not graze.contacts(BOX, BOX, (0, 2.1, 0))
    assert graze.contacts(BOX, BOX, (0, 2.1, 0), prediction=0.2, cache=graze.ContactCache()).gap == pytest.approx([0.1] * 4)


def test_clashes_of_a_plan():
    small = graze.Box(half_extents=(0.2, 0.2, 0.2))
    kinds = {
        (3, 0, 0): graze.Clash.clear,
        (1.25, 0, 0): graze.Clash.near,
        (1.2, 0, 0): graze.Clash.touching,
        (1, 0, 0): graze.Clash.overlapping,
        (0.5, 0, 0): graze.Clash.a_holds_b,
    }
    for place, kind in kinds.items():
        assert graze.classify(BOX, small, place, tolerance=1e-6, clearance=0.1).clash == kind
    assert graze.classify(BOX, BOX, tolerance=1e-6).clash == graze.Clash.duplicate
    rows = graze.classify(BOX, small, np.array([at(*place).matrix for place in kinds]), tolerance=1e-6, clearance=0.1)
    assert rows.clash.tolist() == [int(kind) for kind in kinds.values()]
    assert graze.contains(BOX, small, (0.5, 0, 0)).lower == pytest.approx(0.3)


def test_rays():
    found = graze.ray_cast(BOX, (-3, 0, 0), (2, 0, 0))
    assert found and found.parameter == pytest.approx(1)
    assert found.normal == pytest.approx([-1, 0, 0])
    rows = graze.ray_cast(BOX, [[-3, 0, 0], [-3, 2, 0]], (1, 0, 0))
    assert rows.hit.tolist() == [graze.Hit.hit, graze.Hit.miss]
    mesh = graze.Mesh(CORNERS, FACES)
    assert graze.first_ray_hit(mesh, (0, 0.1, 0.2), (1, 0, 0), faces="back").parameter == pytest.approx(1)
    assert not graze.first_ray_hit(mesh, (0, 0.1, 0.2), (1, 0, 0), faces="front")
    assert graze.any_ray_hit(mesh, np.zeros((5, 3)), (1, 0.1, 0.2)).hit.tolist() == [2] * 5
    rays, hits = graze.all_ray_hits(mesh, [[-3, 0.1, 0.2], [0, 0.1, 0.2]], (1, 0, 0))
    assert rays.tolist() == [0, 0, 1]
    assert hits.parameter == pytest.approx([2, 4, 1])


def test_casts_and_motion():
    moving = graze.Placed(BALL, at(-3))
    assert graze.shape_cast(moving, (6, 0, 0), graze.Placed(BOX)).time == pytest.approx(0.25)
    # The ball meets the box after 1.5 of 6.
    path = graze.Path.linear(at(-3), (6, 0, 0))
    assert graze.time_of_impact(BALL, path, BOX, at(0)).lower == pytest.approx(0.25, abs=1e-8)
    (span,) = graze.contact_intervals(BALL, path, BOX, at(0))
    assert span.begin_lower == pytest.approx(0.25, abs=1e-6)
    assert span.end_upper == pytest.approx(0.75, abs=1e-6)
    assert span.worst.upper == pytest.approx(-1.5, abs=0.01)
    # A rod of length 4 that turns once about z meets the ball at (1.5, 0, 0) + ... a quarter turn from y to -x.
    rod = graze.Box(half_extents=(0.01, 2, 0.01))
    spin = graze.Path.turning(at(0), (0, 0, 0), (0, 0, 2 * np.pi))
    met = graze.time_of_impact(rod, spin, graze.Sphere(radius=0.01), at(-1.5))
    assert met.lower == pytest.approx(0.25, abs=0.01)
    rows = graze.time_of_impact(BALL, [path, graze.Path.linear(at(-3), (0, 6, 0))], BOX, at(0))
    assert rows.hit.tolist() == [graze.Hit.hit, graze.Hit.miss]


def test_points():
    assert graze.point_distance(BOX, (3, 0, 0)).upper == pytest.approx(2)
    assert graze.point_distance(BOX, [[3, 0, 0], [0, 0, 0]]).upper == pytest.approx([2, 0])
    assert graze.point_location(BOX, (0, 0, 0)) == graze.Contact.overlapping
    assert graze.point_location(BOX, [[0, 0, 0], [2, 0, 0]]).tolist() == [2, 0]


def test_meshes_own_copy_or_borrow():
    vertices = CORNERS.astype(np.float32)
    copied = graze.Mesh(vertices, FACES, is_solid=True)
    borrowed = graze.Mesh(vertices, FACES, is_solid=True, copy=False)
    assert graze.distance(copied, BALL, (3, 0, 0)).upper == pytest.approx(1.5)
    vertices *= 2
    borrowed.refit()
    assert graze.distance(copied, BALL, (3, 0, 0)).upper == pytest.approx(1.5)
    assert graze.distance(borrowed, BALL, (3, 0, 0)).upper == pytest.approx(0.5)
    copied.refit(vertices)
    assert graze.distance(copied, BALL, (3, 0, 0)).upper == pytest.approx(0.5)
    del vertices
    assert graze.distance(borrowed, BALL, (3, 0, 0)).upper == pytest.approx(0.5)
    assert borrowed.contains([[0, 0, 0], [2, 0, 0], [3, 0, 0]]).tolist() == [2, 1, 0]


def test_strided_vertices_need_no_copy():
    records = np.zeros((8, 5))
    records[:, 1:4] = CORNERS
    view = records[:, 1:4]
    mesh = graze.Mesh(view, FACES, copy=False)
    records[:, 1:4] *= 3
    mesh.refit()
    assert mesh.bounds()[1] == pytest.approx([3, 3, 3])


def test_fields_compounds_and_algebra():
    field = graze.HeightField([[0, 0], [0, 0]], spacing=(2, 2))
    assert graze.distance(field, BALL, (1, 2, 1)).upper == pytest.approx(1.5)
    pair = graze.Compound([graze.Placed(BOX, at(-5)), graze.Placed(BALL, at(5))])
    assert graze.distance(pair, BALL, (3, 0, 0)).upper == pytest.approx(1)
    assert graze.Expanded(BOX, 0.5).bounds()[1] == pytest.approx([1.5] * 3)
    assert graze.MinkowskiSum(BOX, BALL).support((1, 0, 0))[0] == pytest.approx(1.5)
    assert graze.AffineImage(BOX, np.diag([2.0, 1, 1, 1])).bounds()[1] == pytest.approx([2, 1, 1])
    volume, centroid, inertia = graze.ConvexHull(CORNERS).mass_properties()
    assert volume == pytest.approx(8) and centroid == pytest.approx([0] * 3)
    assert np.diag(inertia) == pytest.approx([16 / 3] * 3)


def test_a_support_mapping_in_python():
    ball = graze.Custom(lambda d: 0.5 * d / np.linalg.norm(d) if d.any() else (0.5, 0, 0))
    assert graze.distance(BOX, ball, (3, 0, 0)).upper == pytest.approx(1.5, abs=1e-6)
    rows = graze.distance(BOX, ball, np.array([at(3).matrix] * 500), threads=2)
    assert rows.upper == pytest.approx([1.5] * 500, abs=1e-6)


SHAPES = [
    BOX, BALL, graze.Point((1, 2, 3)), graze.Segment((0, 0, 0), (1, 1, 1)), graze.Triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    graze.Tetrahedron((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), graze.Ellipsoid((1, 2, 3)), graze.Capsule(1, 2),
    graze.TaperedCapsule(1, 2, 3), graze.Cylinder(1, 2), graze.Cone(1, 2), graze.TaperedCylinder(1, 2, 3),
    graze.HalfSpace((0, 0, 1), 2), graze.ConvexHull(CORNERS), graze.Polytope(CORNERS), graze.ConvexPolygon(CORNERS[:4]),
    graze.MinkowskiSum(BOX, BALL), graze.HullOf([BOX, BALL]), graze.Expanded(BOX, 1),
    graze.AffineImage(BOX, np.diag([2.0, 1, 1, 1])), graze.Mesh(CORNERS[:4], [[0, 1, 2], [1, 2, 3]]),
    graze.HeightField([[0, 1], [2, 3]]), graze.Compound([BOX, BALL]),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_shapes_print_copy_and_pickle(shape):
    names = {name: getattr(graze, name) for name in dir(graze)}
    for other in (eval(repr(shape), names), pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape)):  # noqa: S307
        assert type(other) is type(shape) and other == shape
        assert np.array_equal(other.bounds(), shape.bounds())
    assert shape != graze.Sphere(radius=17) and shape != 3


def test_poses():
    pose = graze.Pose(quaternion=(0, 0, 1, 1), translation=(1, 2, 3))
    assert pose.apply((1, 0, 0)) == pytest.approx([1, 3, 3])
    assert (pose @ pose.inverse()).matrix == pytest.approx(np.eye(4))
    assert pickle.loads(pickle.dumps(pose)) == pose
    assert eval(repr(pose), {"Pose": graze.Pose}) == pose  # noqa: S307
    assert pose.quaternion == pytest.approx([0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_batches_by_index_broadcast_and_reuse():
    shapes = [BOX, BALL]
    poses = np.array([at(3).matrix, at(4).matrix, at(5).matrix])
    rows = graze.distance(shapes, np.eye(4), BALL, poses, index_a=np.array([0, 1, 0]))
    assert rows.upper == pytest.approx([1.5, 3, 3.5])
    again = graze.distance(BOX, BALL, poses, out=rows)
    assert again is rows and rows.upper == pytest.approx([1.5, 2.5, 3.5])
    table = rows.to_structured()
    assert table["upper"] == pytest.approx([1.5, 2.5, 3.5]) and table["normal"].shape == (3, 3)
    with pytest.raises(ValueError, match="rows"):
        graze.distance(BOX, BALL, poses[:2], out=rows)


def test_one_row_stands_for_all():
    poses = np.array([at(3 + 0.001 * i).matrix for i in range(500)])
    want = np.linspace(1.5, 1.999, 500)
    one = np.eye(4)[None]
    assert graze.distance(BOX, one, BALL, poses).upper == pytest.approx(want)
    assert graze.distance(BALL, poses, BOX, one, threads=2).upper == pytest.approx(want)
    assert graze.distance([BOX], one, [BALL], poses, index_a=np.array([0])).upper == pytest.approx(want)
    # Rays from one place to a grid: each meets the plane z = 1 at a third of its direction.
    plate = graze.Placed(graze.Box(half_extents=(5, 5, 1)), at(0, 0, 2))
    along = np.stack([np.linspace(-3, 3, 700), np.zeros(700), np.full(700, 3.0)], axis=1)
    for origin in ((0, 0, 0), [[0, 0, 0]]):
        hits = graze.ray_cast(plate, origin, along)
        assert hits.point == pytest.approx(along / 3) and hits.parameter == pytest.approx([1 / 3] * 700)
    mesh = graze.Mesh(CORNERS * [5, 5, 1] + [0, 0, 2], FACES)
    assert graze.first_ray_hit(mesh, [[0, 0, 0]], along).point == pytest.approx(along / 3)
    assert graze.ray_cast(plate, along - [0, 0, 3], [[0, 0, 1]]).point == pytest.approx(along - [0, 0, 2])


def test_progress_can_stop_a_batch():
    shares = []
    poses = np.array([at(3).matrix] * 1000)
    graze.distance(BOX, BALL, poses, progress=shares.append)
    assert shares[-1] == 1 and shares == sorted(shares)
    with pytest.raises(KeyboardInterrupt):
        graze.distance(BOX, BALL, poses, progress=lambda share: False)


def test_threads_of_python_and_ours_at_once():
    mesh = graze.Mesh(CORNERS, FACES, is_solid=True)
    poses = np.array([at(2 + i * 0.001).matrix for i in range(2000)])
    want = graze.distance(mesh, BALL, poses).upper
    answers = [None] * 4

    def ask(i):
        answers[i] = graze.distance(mesh, BALL, poses, threads=2).upper

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(answer, want) for answer in answers)


def test_pairs_of_boxes():
    boxes = np.array([[[0, 0, 0], [1, 1, 1]], [[1, 0, 0], [2, 1, 1]], [[3, 0, 0], [4, 1, 1]]], dtype=float)
    assert graze.overlapping_pairs(boxes).tolist() == [[0, 1]]
    assert graze.overlapping_pairs(boxes, threads=2).tolist() == [[0, 1]]


def test_memory_stays_flat():
    import os
    import resource

    a, b = graze.Placed(BOX), graze.Placed(BALL, at(3))
    matrix = at(3).matrix

    def ask(times):
        for _ in range(times):
            graze.distance(a, b).normal
            graze.distance(BOX, BALL, matrix)
            graze.contacts(BOX, BOX, (0, 2, 0)).point_a
            graze.Sphere(radius=1).bounds()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = ask(2000)
    # Kilobytes; the address sanitizer keeps 16 MB of what was freed.
    assert ask(20000) - before < (32768 if "asan" in os.environ.get("LD_PRELOAD", "") else 2048)
