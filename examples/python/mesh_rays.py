# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Rays at a mesh: what an eye sees of a bumpy ball, shaded by the normals that the rays meet.

    python3 mesh_rays.py [picture.svg]
"""
import pathlib
import sys
import time

import numpy as np

import graze


def bumpy_ball(steps=200):
    u, v = np.meshgrid(np.linspace(0, np.pi, steps), np.linspace(0, 2 * np.pi, 2 * steps, endpoint=False), indexing="ij")
    radius = 1 + 0.12 * np.sin(9 * u) * np.sin(7 * v) * np.sin(u) ** 2
    vertices = radius[..., None] * np.stack([np.sin(u) * np.cos(v), np.cos(u), np.sin(u) * np.sin(v)], axis=-1)
    i, j = np.meshgrid(np.arange(steps - 1), np.arange(2 * steps), indexing="ij")
    at = lambda a, b: a * 2 * steps + b % (2 * steps)  # noqa: E731
    quads = np.stack([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)], axis=-1).reshape(-1, 4)
    return graze.Mesh(vertices.reshape(-1, 3), np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]))


WIDTH, HEIGHT = 160, 120
mesh = bumpy_ball()
x, y = np.meshgrid(np.linspace(-1.6, 1.6, WIDTH), np.linspace(1.2, -1.2, HEIGHT))
directions = np.stack([x.ravel(), y.ravel(), np.full(x.size, 3.0)], axis=1)
start = time.perf_counter()
hits = graze.first_ray_hit(mesh, np.array([[0.0, 0, -4]]), directions, threads=0)
seconds = time.perf_counter() - start
seen = hits.hit != 0
light = np.array([-0.4, 0.6, -0.7])
shade = np.where(seen, np.clip(hits.normal @ light, 0, 1) * 220 + 30, 255).astype(int)
print(f"{len(mesh)} triangles, {len(hits)} rays, {seen.mean():.1%} hit, {seconds / len(hits) * 1e6:.2f} us a ray")
pixels = "".join(
    f'<rect x="{k % WIDTH}" y="{k // WIDTH}" width="1.02" height="1.02" fill="rgb({s},{s},{min(255, s + 15)})"/>'
    for k, s in enumerate(shade)
    if seen[k]
)
svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{5 * WIDTH}">{pixels}</svg>'
pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "mesh_rays.svg").write_text(svg)
