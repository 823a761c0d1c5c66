# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""A pile of crates and barrels that were put down by hand: its contact points, and a picture of them.

    python3 pile.py [picture.svg]
"""
import pathlib
import sys

import numpy as np

import graze

scene = graze.Scene(contacts=True, prediction=0.01)
crate, barrel = graze.Box(half_extents=(0.5, 0.5, 0.5)), graze.Cylinder(radius=0.45, half_height=0.6)
scene.add(graze.Box(half_extents=(4, 0.1, 3)), (0, -0.1, 0), fixed=True, data="floor")
for k in range(4):
    scene.add(crate, (1.1 * k - 1.6, 0.5, 0), data=f"crate {k}")
for k in range(3):
    turn = (0, np.sin(0.2 * k), 0, np.cos(0.2 * k))
    scene.add(crate, (turn, (1.1 * k - 1.05, 1.5, 0)), data=f"upper crate {k}")
for k in range(3):
    lying = (np.sqrt(0.5), 0, 0, np.sqrt(0.5))
    scene.add(barrel, (lying, (1.2 * k - 1.2, 0.45, 1.2)), data=f"lying barrel {k}")
scene.add(barrel, (0, 2.6, 0), data="barrel on top")

pairs = scene.update()
points = pairs.contacts
for row, (a, b) in enumerate(pairs):
    mine = points.pair == row
    print(f"{scene.data(a):14} {scene.data(b):16} {mine.sum()} points, gaps {np.round(points.gap[mine], 6)}")
print(pairs)
pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "pile.svg").write_text(scene.to_svg(900))
