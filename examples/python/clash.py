# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Two models, made on the spot and written as OBJ files: what touches what, how deep, and a picture of the worst.

    python3 clash.py [picture.svg]
"""
import pathlib
import sys
import tempfile

import numpy as np

import graze


def ring(major, minor, steps=48):
    """A torus around z."""
    u, v = np.meshgrid(np.arange(steps), np.arange(steps // 2), indexing="ij")
    a, b = 2 * np.pi * u / steps, 4 * np.pi * v / steps
    radius = major + minor * np.cos(b)
    vertices = np.stack([radius * np.cos(a), radius * np.sin(a), minor * np.sin(b)], axis=-1).reshape(-1, 3)
    at = lambda i, j: (i % steps) * (steps // 2) + j % (steps // 2)  # noqa: E731
    quads = np.stack([at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)], axis=-1).reshape(-1, 4)
    return vertices, np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def write_obj(path, parts):
    lines, first = [], 1
    for name, (vertices, triangles) in parts.items():
        lines += [f"g {name}"] + ["v " + " ".join(map(repr, v.tolist())) for v in vertices]
        lines += ["f " + " ".join(str(i + first) for i in t) for t in triangles.tolist()]
        first += len(vertices)
    path.write_text("\n".join(lines) + "\n")


vertices, triangles = ring(1.0, 0.2)
chain = {f"link_{k}": (vertices @ (np.eye(3) if k % 2 else [[1, 0, 0], [0, 0, 1], [0, -1, 0]]) + [1.4 * k, 0, 0], triangles)
         for k in range(4)}  # fmt: skip
chain["too_near"] = (vertices * 0.5 + [1.4, 0.35, 0], triangles)
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "chain.obj")
    write_obj(path, chain)
    model = graze.load(path)
    report = graze.check(model, clearance=0.05)
print(report)
for finding in report:
    print(f"{finding.kind:12} {finding.a:10} {finding.b:10} {finding.depth or finding.lower:8.4f} at {finding.point_a.round(3)}")
picture = graze.to_svg([found.placed for found in model], view=(-1, -1, -2), width=900)
pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "clash.svg").write_text(picture)
