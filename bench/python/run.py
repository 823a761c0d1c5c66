#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""make bench GROUP=python: what calls from Python cost, beside goals, and batches beside those of C++ on the same pairs. Needs
PYTHONPATH; the argument is the program that measures C++. The least of some runs counts: others were disturbed."""
import subprocess
import sys
import time

import numpy as np

import graze
import graze.fcl as fcl

ROWS = []


def row(name, value, unit, goal):
    ROWS.append((name, value, unit, goal))


def micros(call, calls=20000, runs=7):
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best * 1e6


def placements(count, seed=1):
    """Random placements of a box around another: most apart, some not."""
    random = np.random.default_rng(seed)
    q = random.normal(size=(count, 4))
    return np.array([graze.Pose(quaternion=r, translation=t).matrix for r, t in zip(q, random.uniform(-4, 4, (count, 3)))])


def singles():
    box = graze.Box(half_extents=(1, 1, 1))
    matrix = graze.Pose(quaternion=(0.1, 0.2, 0.3, 0.9), translation=(3, 0.5, 0.2)).matrix
    a, b, world = graze.Placed(box), graze.Placed(box, matrix), np.eye(4)
    row("distance of two boxes, placed before", micros(lambda: graze.distance(a, b)), "us", 0.6)
    row("distance, two 4 x 4 arrays", micros(lambda: graze.distance(box, world, box, matrix)), "us", 0.9)


def batches(program):
    box = graze.Box(half_extents=(1, 1, 1))
    for count in (1000, 100000):
        poses = placements(count)
        found = graze.distance(box, poses[:1].repeat(count, 0), box, poses)
        ours = float("inf")
        for _ in range(7):
            start = time.perf_counter()
            graze.distance(box, np.eye(4), box, poses, out=found)
            ours = min(ours, (time.perf_counter() - start) / count * 1e9)
        output = subprocess.run([program], input=poses.tobytes(), capture_output=True, check=True).stdout
        ready, made = map(float, output.split())
        row(f"batch of {count}: {ours:.0f} ns a pair, C++ of matrices {made:.0f}", ours / made, "x", 1.1)
        row(f"batch of {count}: {ours:.0f} ns a pair, C++ of placements {ready:.0f}", ours / ready, "x", 1.1)


def with_fcl():
    a = fcl.CollisionObject(fcl.Box(1, 1, 1))
    b = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.array([2.0, 0.3, 0.1])))
    row("graze.fcl collide", micros(lambda: fcl.collide(a, b)), "us", 0.6 * 2.2)
    row("graze.fcl distance", micros(lambda: fcl.distance(a, b)), "us", 0.6 * 2.0)
    random = np.random.default_rng(0)
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(
        [fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(random.uniform(0, 20, 3))) for _ in range(1000)]
    )

    def collide():
        manager.collide(fcl.CollisionData(fcl.CollisionRequest(100000)), fcl.defaultCollisionCallback)

    row("graze.fcl manager of 1000 boxes", micros(collide, 1) / 1000, "ms", 0.1 * 174)


def main():
    singles()
    batches(sys.argv[1])
    with_fcl()
    for name, value, unit, goal in ROWS:
        print(f"{name:60} {value:8.2f} {unit:3} goal {goal:6.2f}  {'met' if value <= goal else 'missed'}")


if __name__ == "__main__":
    main()
