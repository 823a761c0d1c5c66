#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Writes a scene of many objects, checks it with the command, and prints time and peak memory beside their limits.

command_large.py GRAZE FOLDER [--objects 10000] [--triangles 1000] [--format wrl|glb] [--threads 2]

Balls of triangles stand on a cubic grid 2.2 apart, each a mesh of its own (turned by a random angle), with radius 1.15 or 0.95. Two
large neighbours overlap by 0.1, less at most 0.012 that facets are inside of their ball; every other pair is at least 0.1
apart. So the pairs of large neighbours are what must be found, and nothing else.
"""
import argparse
import json
import math
import os
import random
import resource
import struct
import subprocess
import sys
import time
from array import array
from pathlib import Path

SPACING, LARGE, SMALL = 2.2, 1.15, 0.95
LIMIT_SECONDS, LIMIT_BYTES = 60, 8 << 30


class Ball:
    """A sphere of rings and segments around y, by its corners on the unit sphere and its triangles."""

    def __init__(self, triangles):
        self.segments = max(8, 4 * round(math.sqrt(triangles / 4) / 2))
        self.rings = max(4, round(triangles / (2 * self.segments)))  # of corners, without the poles
        # Triangles: 2 * segments * rings. The facets are inside of the sphere by less than 0.012 in all from here on.
        assert 1 - math.cos(math.pi / self.segments) < 0.005 or triangles < 1000
        n, s = self.rings, self.segments
        faces = [(0, 1 + (i + 1) % s, 1 + i) for i in range(s)]
        for j in range(n - 1):
            for i in range(s):
                a, b = 1 + j * s + i, 1 + j * s + (i + 1) % s
                faces += [(a, b, b + s), (a, b + s, a + s)]
        last = 1 + (n - 1) * s
        faces += [(n * s + 1, last + i, last + (i + 1) % s) for i in range(s)]
        self.faces = faces

    def points(self, radius, turn):
        yield (0, radius, 0)
        angles = [turn + 2 * math.pi * i / self.segments for i in range(self.segments)]
        around = [(math.cos(a), math.sin(a)) for a in angles]
        for j in range(1, self.rings + 1):
            polar = math.pi * j / (self.rings + 1)
            y, r = radius * math.cos(polar), radius * math.sin(polar)
            for c, s in around:
                yield (r * c, y, -r * s)
        yield (0, -radius, 0)


def grid(count):
    side = math.ceil(count ** (1 / 3) - 1e-9)
    return [(i % side, i // side % side, i // side ** 2) for i in range(count)]


def expected_pairs(cells, radii):
    large = {cell for cell, radius in zip(cells, radii) if radius == LARGE}
    steps = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    return sum(tuple(a + b for a, b in zip(cell, step)) in large for cell in large for step in steps)


def write_vrml(path, ball, cells, radii, turns):
    index = " ".join(f"{a} {b} {c} -1" for a, b, c in ball.faces)
    with open(path, "w") as out:
        out.write("#VRML V2.0 utf8\n# Written by scripts/command_large.py\n")
        for k, (cell, radius, turn) in enumerate(zip(cells, radii, turns)):
            at = " ".join(f"{SPACING * x:.6g}" for x in cell)
            points = ",".join(["%.6f %.6f %.6f" % p for p in ball.points(radius, turn)])
            out.write(f"DEF ball_{k} Transform {{ translation {at} children Shape {{ geometry IndexedFaceSet {{ coord Coordinate "
                      f"{{ point [{points}] }} coordIndex [{index}] }} }} }}\n")


def write_glb(path, ball, cells, radii, turns):
    corners = array("H", [i for face in ball.faces for i in face])
    data, views, accessors, meshes, nodes = bytearray(corners.tobytes()), [], [], [], []
    views.append({"buffer": 0, "byteOffset": 0, "byteLength": len(data)})
    accessors.append({"bufferView": 0, "componentType": 5123, "count": len(corners), "type": "SCALAR"})
    data += b"\0" * (-len(data) % 4)
    for k, (cell, radius, turn) in enumerate(zip(cells, radii, turns)):
        points = array("f", [x for p in ball.points(radius, turn) for x in p])
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": 4 * len(points)})
        accessors.append({"bufferView": k + 1, "componentType": 5126, "count": len(points) // 3, "type": "VEC3",
                          "min": [-radius] * 3, "max": [radius] * 3})
        data += points.tobytes()
        meshes.append({"primitives": [{"attributes": {"POSITION": k + 1}, "indices": 0}]})
        nodes.append({"name": f"ball_{k}", "mesh": k, "translation": [SPACING * x for x in cell]})
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, "meshes": meshes,
                "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data)}]}
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graze")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--objects", type=int, default=10_000)
    parser.add_argument("--triangles", type=int, default=1000)
    parser.add_argument("--format", choices=("wrl", "glb"), default="wrl")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()

    ball, cells = Ball(options.triangles), grid(options.objects)
    draw = random.Random(20260101)
    radii = [draw.choice((LARGE, SMALL)) for _ in cells]
    turns = [draw.uniform(0, 1) for _ in cells]
    expected = expected_pairs(cells, radii)
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / f"large.{options.format}"
    {"wrl": write_vrml, "glb": write_glb}[options.format](path, ball, cells, radii, turns)
    print(f"{path}: {len(cells)} objects, {len(cells) * len(ball.faces)} triangles, {path.stat().st_size / 1e6:.0f} MB; "
          f"{expected} pairs overlap", flush=True)

    begin = time.monotonic()
    report = options.folder / "large.json"
    done = subprocess.run([options.graze, "check", path, f"--json={report}", "--threads", str(options.threads)], stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - begin
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = usage.ru_maxrss * 1024
    counts = json.loads(report.read_text())["counts"]
    print(f"graze check, {options.threads} threads, {os.cpu_count()} cores: {seconds:.1f} s (limit {LIMIT_SECONDS}; "
          f"{usage.ru_utime + usage.ru_stime:.1f} s of all cores), {peak / 2 ** 30:.2f} GiB (limit 8); found {counts}")
    wrong = done.returncode != (1 if expected else 0) or counts["penetration"] != expected or counts["new"] != expected
    if wrong or seconds > LIMIT_SECONDS or peak > LIMIT_BYTES:
        sys.exit("large: " + ("wrong findings" if wrong else "over a limit"))


if __name__ == "__main__":
    main()
