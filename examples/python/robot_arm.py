# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""A planar arm with two joints between two posts: 100,000 configurations are checked, and where it collides is drawn.

    python3 robot_arm.py [picture.svg]
"""
import pathlib
import sys
import tempfile
import time

import numpy as np

import graze

LINK = """<link name="{0}"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/>
 <geometry><cylinder radius="0.06" length="1"/></geometry></collision></link>"""
JOINT = """<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/><origin xyz="{3} 0 0"/><axis xyz="0 0 1"/></joint>"""
POSTS = """#VRML V2.0 utf8
Transform { translation 1.3 0 -0.6 children Shape { geometry Cylinder { radius 0.2 height 2 } } }
Transform { translation -0.6 0 0.9 children Shape { geometry Cylinder { radius 0.3 height 2 } } }"""


def read_arm():
    parts = ['<link name="base"/>', LINK.format("upper"), LINK.format("lower")]
    parts += [JOINT.format("shoulder", "base", "upper", 0), JOINT.format("elbow", "upper", "lower", 1)]
    with tempfile.TemporaryDirectory() as folder:
        urdf, posts = pathlib.Path(folder, "arm.urdf"), pathlib.Path(folder, "posts.wrl")
        urdf.write_text(f"<robot name='arm'>{''.join(parts)}</robot>")
        posts.write_text(POSTS)
        return graze.Robot(urdf, others=[posts])


def draw(hits):
    """A square for each run of configurations that collide."""
    rows, columns = hits.shape
    marks = []
    for y, row in enumerate(hits):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(int), [0]])))
        marks += [f'<rect x="{a}" y="{rows - 1 - y}" width="{b - a}" height="1.05"/>' for a, b in edges.reshape(-1, 2)]
    title = '<text x="4" y="14" font-size="12" fill="#333">shoulder to the right, elbow up: one turn each; dark: it collides</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -20 {columns} {rows + 20}" width="{2 * columns}">'
        f'<rect y="-20" width="{columns}" height="{rows + 20}" fill="#fff"/><g fill="#1f5f8b">{"".join(marks)}</g>'
        f'<g transform="translate(0 -20)">{title}</g></svg>'
    )


robot = read_arm()
shoulder, elbow = np.meshgrid(np.linspace(-np.pi, np.pi, 400), np.linspace(-np.pi, np.pi, 250))
start = time.perf_counter()
hits = robot.in_collision(np.stack([shoulder.ravel(), elbow.ravel()], axis=1), threads=0).reshape(shoulder.shape)
print(f"{robot}: {hits.mean():.1%} of {hits.size} configurations collide, {time.perf_counter() - start:.2f} s")
pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "robot_arm.svg").write_text(draw(hits))
