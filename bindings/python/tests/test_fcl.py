# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""graze.fcl with the meaning of python-fcl: answers known by hand."""
import numpy as np
import pytest

import graze.fcl as fcl

# Names of python-fcl 0.7.
NAMES = """CollisionObject CollisionGeometry Transform TriangleP Box Sphere Ellipsoid Capsule Cone Convex Cylinder Halfspace Plane
BVHModel OcTree DynamicAABBTreeCollisionManager collide continuousCollide distance defaultCollisionCallback
defaultDistanceCallback OBJECT_TYPE NODE_TYPE CCDMotionType CCDSolverType GJKSolverType Contact CostSource CollisionRequest
CollisionResult ContinuousCollisionRequest ContinuousCollisionResult DistanceRequest DistanceResult CollisionData DistanceData
__version__""".split()


def at(x, y=0.0, z=0.0):
    return fcl.Transform(np.array([float(x), y, z]))


def signed(a, b):
    return fcl.distance(a, b, fcl.DistanceRequest(enable_signed_distance=True))


def test_no_name_is_missing():
    assert not [name for name in NAMES if not hasattr(fcl, name)]


def test_transforms():
    turn = fcl.Transform(np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)]), np.array([1, 2, 3]))  # w x y z: a quarter about z
    assert turn.getRotation() == pytest.approx(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    assert turn.getQuatRotation() == pytest.approx([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    assert fcl.Transform(turn).getTranslation() == pytest.approx([1, 2, 3])
    for bad in ([1, 2], np.eye(4)):
        with pytest.raises(ValueError):
            fcl.Transform(bad)


# Half the height along z, or the radius, and where a unit cube above it is 0.1 apart.
@pytest.mark.parametrize(
    ("geometry", "half"),
    [
        (fcl.Box(2, 2, 4), 2),
        (fcl.Sphere(2), 2),
        (fcl.Ellipsoid(1, 1, 2), 2),
        (fcl.Capsule(0.5, 3), 2),
        (fcl.Cylinder(1, 4), 2),
        (fcl.Cone(1, 4), 2),
    ],
)
def test_shapes_stand_along_z(geometry, half):
    cube = fcl.CollisionObject(fcl.Box(1, 1, 1), at(0, 0, half + 0.6))
    body = fcl.CollisionObject(geometry)
    assert fcl.distance(body, cube) == pytest.approx(0.1)
    assert fcl.collide(body, cube) == 0
    cube.setTranslation(np.array([0, 0, half + 0.4]))
    assert signed(body, cube) == pytest.approx(-0.1)
    assert fcl.distance(body, cube) == -1
    result = fcl.CollisionResult()
    assert fcl.collide(body, cube, fcl.CollisionRequest(4, True), result) >= 1
    assert result.is_collision and result.contacts[0].normal == pytest.approx([0, 0, 1])
    assert result.contacts[0].penetration_depth == pytest.approx(0.1)
    assert result.contacts[0].o1 is geometry


def test_planes_and_half_spaces():
    ball = fcl.CollisionObject(fcl.Sphere(1), at(0, 0, 1.5))
    ground = fcl.CollisionObject(fcl.Halfspace(np.array([0.0, 0, 1]), 0.0))
    plane = fcl.CollisionObject(fcl.Plane(np.array([0.0, 0, 1]), 0.0))
    assert signed(ball, ground) == pytest.approx(0.5) and signed(ball, plane) == pytest.approx(0.5)
    ball.setTranslation(np.array([0, 0, -0.25]))
    assert signed(ball, ground) == pytest.approx(-1.25) and signed(ball, plane) == pytest.approx(-0.75)
    ball.setTranslation(np.array([0, 0, -3]))
    assert signed(ball, ground) == pytest.approx(-4) and signed(ball, plane) == pytest.approx(2)
    assert fcl.collide(ball, ground) == 1 and fcl.collide(ball, plane) == 0


def tetrahedron():
    model = fcl.BVHModel()
    model.beginModel(4, 4)
    model.addSubModel(
        np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])
    )
    model.endModel()
    return model


def test_meshes():
    mesh = fcl.CollisionObject(tetrahedron())
    ball = fcl.CollisionObject(fcl.Sphere(0.25), at(-1, 0.25, 0.25))
    result = fcl.DistanceResult()
    assert fcl.distance(mesh, ball, fcl.DistanceRequest(True), result) == pytest.approx(0.75)
    assert result.b1 == 1 and result.b2 == -1 and result.nearest_points[0] == pytest.approx([0, 0.25, 0.25])
    ball.setTranslation(np.array([-0.2, 0.25, 0.25]))
    found = fcl.CollisionResult()
    assert fcl.collide(mesh, ball, fcl.CollisionRequest(10, True), found) >= 1
    assert found.contacts[0].b1 == 1 and found.contacts[0].penetration_depth == pytest.approx(0.05)
    with pytest.raises(ValueError, match="sequence"):
        fcl.BVHModel().addVertex(0, 0, 0)
    with pytest.raises(ValueError):
        fcl.CollisionObject(fcl.BVHModel())


def test_continuous():
    still = fcl.CollisionObject(fcl.Box(1, 1, 1))
    moving = fcl.CollisionObject(fcl.Sphere(0.5), at(-5))
    result = fcl.ContinuousCollisionResult()
    met = fcl.continuousCollide(moving, at(5), still, fcl.Transform(), fcl.ContinuousCollisionRequest(), result)
    assert met == pytest.approx(0.4, abs=1e-3) and result.is_collide and result.time_of_contact == met
    free = fcl.ContinuousCollisionResult()
    assert fcl.continuousCollide(moving, at(-5, 9), still, fcl.Transform(), None, free) == 1 and not free.is_collide


def test_managers():
    objects = [fcl.CollisionObject(fcl.Sphere(1), at(4 * i)) for i in range(4)]
    manager, other = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    other.registerObject(fcl.CollisionObject(fcl.Box(1, 1, 1), at(0, 1.2)))
    manager.setup()

    def hits(*args):
        data = fcl.CollisionData(fcl.CollisionRequest(100, True))
        manager.collide(*args, data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    def least(*args):
        data = fcl.DistanceData(fcl.DistanceRequest(True, True))
        manager.distance(*args, data, fcl.defaultDistanceCallback)
        return data.result.min_distance

    assert not hits() and least() == pytest.approx(2)
    assert hits(other) and least(other) == pytest.approx(-0.3)
    assert hits(objects[0]) and not hits(fcl.CollisionObject(fcl.Sphere(0.1), at(2)))
    assert least(fcl.CollisionObject(fcl.Sphere(0.1), at(1.5))) == pytest.approx(0.4)
    objects[1].setTranslation(np.array([1.0, 0, 0]))
    manager.update(objects[1])
    assert hits() and manager.size() == 4
    manager.unregisterObject(objects[0])
    assert not hits() and len(manager.getObjects()) == 3
    seen = []
    manager.collide(fcl.CollisionObject(fcl.Box(90, 1, 1)), None, lambda a, b, data: seen.append(b) or len(seen) == 2)
    assert len(seen) == 2
    with pytest.raises(ValueError):
        manager.collide(1, 2)


def test_sizes_can_be_changed():
    ball, cube = fcl.Sphere(1), fcl.CollisionObject(fcl.Box(1, 1, 1), at(3))
    body = fcl.CollisionObject(ball)
    assert fcl.distance(body, cube) == pytest.approx(1.5)
    ball.radius = 2
    assert fcl.distance(body, cube) == pytest.approx(0.5)
    assert fcl.Capsule(1, 2).aabb_center == pytest.approx([0, 0, 0])
