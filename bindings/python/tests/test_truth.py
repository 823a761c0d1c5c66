# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Answers have the bits of those of C++, on the truth sample (tests/data): single, with placements as arrays, in batches."""
import os
import subprocess

import numpy as np
import pytest

import graze

REFERENCE = os.environ.get("GRAZE_REFERENCE", "")
SAMPLE = os.environ.get("GRAZE_TRUTH", "")
pytestmark = pytest.mark.skipif(not REFERENCE, reason="GRAZE_REFERENCE names no program: run by ctest")


def read_shape(words, polytopes):
    """The shape at the front of a list of words, which loses them."""
    kind = words.pop(0)

    def numbers(count):
        return [float(words.pop(0)) for _ in range(count)]

    if kind in ("sum", "hull"):
        a, b = read_shape(words, polytopes), read_shape(words, polytopes)
        return graze.MinkowskiSum(a, b) if kind == "sum" else graze.HullOf([a, b])
    if kind == "poly":
        return graze.Polytope(polytopes[words.pop(0)])
    if kind == "box":
        return graze.Box(half_extents=[extent / 2 for extent in numbers(3)])
    if kind in ("cone", "cyl"):
        radius, height = numbers(2)
        return (graze.Cone if kind == "cone" else graze.Cylinder)(radius=radius, half_height=height / 2)
    if kind == "sph":
        return graze.Sphere(radius=numbers(1)[0])
    if kind == "pt":
        return graze.Point(numbers(3))
    if kind == "seg":
        return graze.Segment(numbers(3), numbers(3))
    assert kind == "tri"
    return graze.Triangle(numbers(3), numbers(3), numbers(3))


def single(text):
    """Numbers of the sample are those of float32."""
    return str(float(np.float32(text))) if text[0] in "-0123456789." else text


def read_shapes():
    """For each pair of the sample its two shapes."""
    polytopes, shapes, number = {}, {}, None
    with open(SAMPLE, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] == "V":
                polytopes[words[1]] = np.float32(words[3:]).astype(float).reshape(-1, 3)
            elif words[0] == "C":
                number = words[1] if words[3] == "pair" else None
            elif words[0] in "AB" and number:
                rest = [words[1]] + words[2:]
                rest = [rest[0]] + [w if rest[i] == "poly" else single(w) for i, w in enumerate(rest[1:])]
                shapes.setdefault(number, []).append(read_shape(rest, polytopes))
    return shapes


def placement(numbers):
    matrix = np.eye(4)
    matrix[:3, :] = np.array(numbers).reshape(4, 3).T
    return matrix


@pytest.fixture(scope="module")
def cases():
    shapes = read_shapes()
    # Under the address sanitizer the program has a runtime of its own.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    output = subprocess.run([REFERENCE, SAMPLE], capture_output=True, text=True, check=True, env=environment).stdout
    found = []
    for line in output.splitlines():
        words = line.split()
        if words[0] == "pair":
            numbers = [float.fromhex(word) for word in words[2:]]
            found.append(
                {
                    "id": words[1],
                    "shapes": shapes[words[1]],
                    "poses": [placement(numbers[:12]), placement(numbers[13:25])],
                    "margins": [numbers[12], numbers[25]],
                }
            )
        else:
            found[-1][words[0]] = [float.fromhex(w) if "x" in w or "inf" in w else int(w) for w in words[1:]]
    assert len(found) > 300
    return found


def flat(result, query):
    vectors = [result.witness] if query == "intersects" else [result.normal, result.point_a, result.point_b]
    numbers = [] if query == "intersects" else [result.lower, result.upper]
    for vector in vectors:
        numbers += list(vector)
    return numbers + [result.iterations, result.contact, result.status]


def same(a, b):
    return np.array_equal(np.array(a, dtype=float), np.array(b, dtype=float)) and np.array_equal(
        np.signbit(np.array(a, dtype=float)), np.signbit(np.array(b, dtype=float))
    )


@pytest.mark.parametrize("query", ["distance", "penetration", "separation", "intersects"])
def test_single_answers_have_the_bits_of_cpp(cases, query):
    ask = getattr(graze, query)
    seen = set()
    for case in cases:
        a, b = (
            graze.Placed(shape, pose, margin)
            for shape, pose, margin in zip(case["shapes"], case["poses"], case["margins"])
        )
        result = ask(a, b)
        assert same(flat(result, query), case[query]), (case["id"], result)
        seen.add(int(result.contact))
    assert {0, 2} <= seen


@pytest.mark.parametrize("query", ["distance", "penetration", "separation", "intersects"])
def test_placements_as_arrays_and_batches_answer_alike(cases, query):
    ask = getattr(graze, query)
    without = [case for case in cases if case["margins"] == [0, 0]]
    assert len(without) > 200
    singles = [ask(c["shapes"][0], c["poses"][0], c["shapes"][1], c["poses"][1]) for c in without]
    for case, result in zip(without, singles):
        assert same(flat(result, query), case[query]), case["id"]
    shapes = [[case["shapes"][side] for case in without] for side in (0, 1)]
    poses = [np.array([case["poses"][side] for case in without]) for side in (0, 1)]
    for threads in (1, 2):
        rows = ask(shapes[0], poses[0], shapes[1], poses[1], threads=threads)
        assert len(rows) == len(without)
        for i, result in enumerate(singles):
            assert bool(rows.contact[i]) == bool(result.contact) or int(result.contact) == 1
            if query != "intersects":
                scale = max(1, abs(result.upper))
                assert rows.lower[i] <= result.upper + 1e-9 * scale, without[i]["id"]
                assert rows.upper[i] >= result.lower - 1e-9 * scale, without[i]["id"]
