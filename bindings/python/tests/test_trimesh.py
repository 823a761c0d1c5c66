# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze.trimesh on meshes that are only vertices and faces: answers known by hand."""
from types import SimpleNamespace

import numpy as np
import pytest

import graze.trimesh as gt

CORNERS = np.array([[x, y, z] for x in (-1.0, 1) for y in (-1.0, 1) for z in (-1.0, 1)])
FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7],
     [1, 7, 3]]
)  # fmt: skip


def cube(is_convex=True, scale=1.0):
    return SimpleNamespace(vertices=CORNERS * scale, faces=FACES, is_convex=is_convex)


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def manager(*places, is_convex=True):
    made = gt.CollisionManager()
    for name, place in zip("abcdef", places):
        made.add_object(name, cube(is_convex), at(place))
    return made


def test_collisions_by_name():
    made = manager(0, 1.5, 10)
    assert made.in_collision_internal() is True
    assert made.in_collision_internal(return_names=True) == (True, {("a", "b")})
    hit, names, data = made.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("a", "b")} and {n for c in data for n in c.names} == {"a", "b"}
    assert max(c.depth for c in data) == pytest.approx(0.5)
    assert abs(data[0].normal) == pytest.approx([1, 0, 0])
    made.set_transform("b", at(4))
    assert made.in_collision_internal(return_names=True) == (False, set())
    assert made.in_collision_single(cube(), at(9), return_names=True) == (True, {"c"})
    assert made.in_collision_single(cube(), at(20)) is False
    made.remove_object("c")
    assert made.in_collision_single(cube(), at(9)) is False
    with pytest.raises(ValueError, match="c not in"):
        made.set_transform("c", at(0))
    with pytest.raises(ValueError, match="4,4"):
        made.add_object("d", cube(), np.eye(3))


def test_two_managers():
    first, second = manager(0, 10), manager(1.5, 30)
    assert first.in_collision_other(second, return_names=True) == (True, {("a", "a")})
    distance, names, data = second.min_distance_other(first, return_names=True, return_data=True)
    assert distance == pytest.approx(-0.5) and names == ("a", "a")


def test_distances():
    made = manager(0, 5, 11)
    distance, names, data = made.min_distance_internal(return_names=True, return_data=True)
    assert distance == pytest.approx(3) and names == ("a", "b")
    assert data.point("a")[0] == pytest.approx(1) and data.point("b")[0] == pytest.approx(4)
    assert made.min_distance_internal("c") == pytest.approx(4)
    assert made.min_distance_single(cube(), at(14.5), return_name=True) == (pytest.approx(1.5), "c")


def test_surfaces_have_no_inside():
    inner = cube(is_convex=False, scale=0.5)
    assert manager(0, is_convex=False).in_collision_single(inner) is False
    assert manager(0).in_collision_single(inner) is True
    hit, data = manager(0, 1.5, is_convex=False).in_collision_internal(return_data=True)
    assert hit and all(0 <= c.index("a") < 12 and 0 <= c.index("b") < 12 for c in data)


def test_rays():
    ray = gt.RayMeshIntersector(cube())
    origins = np.array([[-3, 0.1, 0.2], [-3, 5, 0], [0, 0.1, 0.2]])
    along = np.array([[2.0, 0, 0]] * 3)
    places, rays, triangles = ray.intersects_location(origins, along)
    assert rays.tolist() == [0, 0, 2] and places[:, 0] == pytest.approx([-1, 1, 1])
    assert all((CORNERS[FACES[t]][:, 0] == x).all() for t, x in zip(triangles, (-1, 1, 1)))
    assert ray.intersects_any(origins, along).tolist() == [True, False, True]
    first = ray.intersects_first(origins, along)
    assert first[1] == -1 and first[0] == triangles[0]
    # Through the diagonal that two triangles share: two triangles, one place.
    edge = np.array([[-3.0, 0, 0]])
    assert len(ray.intersects_id(edge, along[:1])[0]) == 4
    assert len(ray.intersects_location(edge, along[:1])[0]) == 2
    assert ray.contains_points([[0, 0, 0], [2, 0, 0]]).tolist() == [True, False]
    open_cube = SimpleNamespace(vertices=CORNERS, faces=FACES[1:], is_convex=False)
    assert gt.RayMeshIntersector(open_cube).contains_points([[0, 0.1, 0.2], [0, 3, 0]]).tolist() == [True, False]


def test_proximity():
    near = gt.ProximityQuery(cube())
    points = np.array([[3.0, 0.25, 0.5], [0.9, 0, 0.1], [2, 2, 2]])
    closest, distance, faces = near.on_surface(points)
    assert closest == pytest.approx(np.array([[1, 0.25, 0.5], [1, 0, 0.1], [1, 1, 1]]))
    assert distance == pytest.approx([2, 0.1, np.sqrt(3)])
    assert all((CORNERS[FACES[f]][:, 0] == 1).all() for f in faces[:2])
    assert near.signed_distance(points) == pytest.approx([-2, 0.1, -np.sqrt(3)])
    assert near.vertex([[3, 3, 3], [-1, -1, -2]])[1].tolist() == [7, 0]


def test_of_faces_at_an_edge_the_one_that_is_seen_counts():
    # Two faces that meet at x = 0 at a sharp angle; a point before each of them, nearest to the common edge.
    vertices = np.array([[0.0, 0, 0], [0, 1, 0], [-1, 0.5, 0.1], [-1, 0.5, -0.1]])
    mesh = SimpleNamespace(vertices=vertices, faces=np.array([[0, 1, 2], [0, 3, 1]]), is_convex=False)
    above, below = gt.closest_point(mesh, [[0.5, 0.5, 0.4], [0.5, 0.5, -0.4]])[2]
    assert (above, below) == (0, 1)


def test_a_mesh_that_changes_is_built_again():
    class Tracked(SimpleNamespace):
        def __hash__(self):
            return hash(np.asarray(self.vertices).tobytes())

    mesh = Tracked(vertices=CORNERS.copy(), faces=FACES, is_convex=True)
    ray = gt.RayMeshIntersector(mesh)
    assert ray.intersects_any([[0, 3, 0.1]], [[1, 0, 0]]).tolist() == [False]
    mesh.vertices = CORNERS * 5
    assert ray.intersects_any([[0, 3, 0.1]], [[1, 0, 0]]).tolist() == [True]
