# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The second picture of bench/run.py: time per box against the number of boxes, one panel per workload."""

import math
import re

import plot

PANELS = (("boxes", "unit boxes in a cloud"), ("in clusters", "clouds of 1,000, far apart"),
          ("of all sizes", "sizes 1 : 100,000"))
CURVES = (("graze", "graze, from scratch", "#2a7f62", ""), ("graze-pruning", "BoxPruning", "#57b08f", "6 3"),
          ("graze-tree", "TreeBroadPhase", "#3b6ea8", ""), ("graze-grid", "GridBroadPhase", "#3b6ea8", "5 3"),
          ("graze-sweep", "SweepAndPrune", "#7a5ea8", ""),
          ("graze-adaptive", "AdaptiveBroadPhase", "#222222", "2 3"), ("FCL", "FCL", "#c8553d", ""),
          ("Bullet-dbvt", "Bullet tree", "#d99a2b", ""), ("Bullet-sweep", "Bullet sweep", "#d99a2b", "5 3"),
          ("Embree", "Embree", "#999999", ""))
PANEL, LEFT, TOP, HEIGHT, BOTTOM, LEGEND = 300, 66, 62, 300, 48, 170


def short(count):
    return f"{count // 1000000}M" if count >= 1000000 else f"{count // 1000}k" if count >= 1000 else str(count)


def read(best):
    """Microseconds per box by (workload, library), as a list of (boxes, time)."""
    curves = {}
    for name, nanoseconds in best.items():
        found = re.fullmatch(r"broad/broad pairs, ([\d,]+) (.+)/(.+)", name)
        if found:
            count = int(found[1].replace(",", ""))
            curves.setdefault((found[2], found[3]), []).append((count, nanoseconds / 1000 / count))
    return {key: sorted(points) for key, points in curves.items()}


def scales(curves):
    points = [point for curve in curves.values() for point in curve]
    counts, costs = [math.log10(n) for n, _ in points], [math.log10(t) for _, t in points]
    low, high = min(counts), max(max(counts), min(counts) + 1)
    bottom, top = math.floor(min(costs)), math.ceil(max(costs))

    def x(panel, count):
        return LEFT + panel * PANEL + (math.log10(count) - low) / (high - low) * (PANEL - 40)

    def y(cost):
        return TOP + (top - math.log10(cost)) / (top - bottom) * HEIGHT

    return x, y, range(math.ceil(low), math.floor(high) + 1), range(bottom, top + 1)


def panel_svg(panel, curves, x, y, decades, heights):
    kind, title = PANELS[panel]
    bottom = TOP + HEIGHT
    picture = plot.text(x(panel, 10 ** decades[0]), TOP - 10, title, size=12, weight="bold")
    for power in heights:
        picture += plot.line(x(panel, 10 ** decades[0]), y(10.0 ** power), x(panel, 10 ** decades[-1]),
                             y(10.0 ** power), plot.FAINT)
        if panel == 0:
            picture += plot.text(LEFT - 8, y(10.0 ** power) + 4, f"{10.0 ** power:g} µs", "end", 11, plot.GREY)
    for power in decades:
        picture += plot.line(x(panel, 10 ** power), TOP, x(panel, 10 ** power), bottom, plot.FAINT)
        picture += plot.text(x(panel, 10 ** power), bottom + 16, short(10 ** power), "middle", 11, plot.GREY)
    for library, _, colour, dash in CURVES:
        points = curves.get((kind, library), [])
        style = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{x(panel, n):.1f},{y(t):.1f}" for n, t in points)
        picture += f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{style}/>\n'
        picture += "".join(f'<circle cx="{x(panel, n):.1f}" cy="{y(t):.1f}" r="2.5" fill="{colour}"/>\n'
                           for n, t in points)
    return picture


def growth_svg(best, record):
    """None when nothing of the group was measured."""
    curves = read(best)
    if not curves:
        return None
    x, y, decades, heights = scales(curves)
    width, height = LEFT + len(PANELS) * PANEL + LEGEND, TOP + HEIGHT + BOTTOM
    body = plot.text(20, 26, "All pairs of moving boxes: time per box and frame", size=16, weight="bold")
    body += "".join(panel_svg(i, curves, x, y, decades, heights) for i in range(len(PANELS)))
    shown = [c for c in CURVES if any(library == c[0] for _, library in curves)]
    for i, (_, name, colour, dash) in enumerate(shown):
        at, place = TOP + 12 + 20 * i, LEFT + len(PANELS) * PANEL
        body += plot.line(place, at, place + 24, at, colour, 2, dash) + plot.text(place + 30, at + 4, name, size=11)
    words = f"boxes; {record['cpu']}, one core; commit {record['commit'][:12]}; {record['date'][:10]}"
    body += plot.text(LEFT, height - 10, words, size=11, colour=plot.GREY)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, sans-serif">\n'
            f'{plot.rect(0, 0, width, height, "white")}{body}</svg>\n')
