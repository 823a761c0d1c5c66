#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Cost of a support against the number of vertices.

    python3 bench/support_plot.py --build-dir build/release

Runs the benchmark of the float library and writes build/bench/support.csv and support.svg.
"""

import argparse
import csv
import math
import pathlib
import subprocess
import sys

import plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 440, 70, 190, 50, 50
CURVES = (("scan", "scan, SIMD", "#c8553d", ""), ("climb", "climb, start table", "#2a7f62", ""),
          ("layers", "layers", "#3b6fb6", ""), ("warm_climb", "climb, last answer", "#2a7f62", "5 3"))


def read(path):
    with path.open(newline="") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def axes(rows):
    """Places on logarithmic scales, and the grid."""
    low, high = math.log2(rows[0]["vertices"]), math.log2(rows[-1]["vertices"])
    costs = [row[key] for row in rows for key, *_ in CURVES]
    bottom, top = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))

    def x(count):
        return LEFT + (math.log2(count) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(cost):
        return HEIGHT - BOTTOM - (math.log10(cost) - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM)

    grid = ""
    for power in range(bottom, top + 1):
        grid += plot.line(LEFT, y(10**power), WIDTH - RIGHT, y(10**power), plot.FAINT)
        grid += plot.text(LEFT - 8, y(10**power) + 4, f"{10**power:g} ns", "end", 11, plot.GREY)
    for power in range(math.ceil(low), math.floor(high) + 1, 2):
        grid += plot.line(x(2**power), TOP, x(2**power), HEIGHT - BOTTOM, plot.FAINT)
        grid += plot.text(x(2**power), HEIGHT - BOTTOM + 18, f"{2**power}", "middle", 11, plot.GREY)
    return x, y, grid


def draw(rows):
    x, y, picture = axes(rows)
    picture += plot.text(LEFT, 28, "Cost of a support against the number of vertices", size=15, weight="bold")
    picture += plot.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "vertices", "middle", 12, plot.GREY)
    ends = []
    for key, name, colour, dash in CURVES:
        points = " ".join(f"{x(row['vertices']):.1f},{y(row[key]):.1f}" for row in rows)
        style = f' stroke-dasharray="{dash}"' if dash else ""
        picture += f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{style}/>\n'
        ends.append([y(rows[-1][key]), name, colour])
    ends.sort()
    for above, below in zip(ends, ends[1:]):
        below[0] = max(below[0], above[0] + 15)
    for height, name, colour in ends:
        picture += plot.text(WIDTH - RIGHT + 8, height + 4, name, size=12, colour=colour)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" font-family="sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            f"{picture}</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/bench")
    parser.add_argument("--keep", action="store_true", help="draw the figures that are there, measure nothing")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    table = options.out / "support.csv"
    if not options.keep:
        program = options.build_dir / "bench" / "graze_bench_f32"
        if subprocess.run([str(program), f"--support={table}"], check=False).returncode != 0:
            sys.exit(f"{program} failed")
    (options.out / "support.svg").write_text(draw(read(table)))
    print(f"wrote {table} and {options.out / 'support.svg'}")


if __name__ == "__main__":
    main()
