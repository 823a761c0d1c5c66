# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The picture of bench/run.py: one bar per goal, on a logarithmic scale."""

import html
import math

LABEL, PLOT, VALUES = 250, 520, 260  # widths of the three columns
ROW, TOP, BOTTOM = 24, 104, 48
MET, MISSED, SKIPPED = "#2a7f62", "#c8553d", "#999999"
INK, GREY, FAINT = "#222222", "#666666", "#dddddd"


def text(x, y, words, anchor="start", size=12, colour=INK, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}" '
            f'font-weight="{weight}">{html.escape(words)}</text>\n')


def line(x1, y1, x2, y2, colour, width=1.0, dash=""):
    style = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"{style}/>\n')


def rect(x, y, width, height, colour):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>\n'


def dot(x, y):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="white" stroke="{INK}" stroke-width="1.2"/>\n'


def nanoseconds(value):
    if value >= 1000:
        return f"{value / 1000:.2f} µs"
    return f"{value:.0f} ns" if value >= 20 else f"{value:.1f} ns"


def bar(row, y, place):
    """Label, bar up to the ratio, mark at the goal, figures."""
    middle = y + ROW / 2
    label = text(LABEL - 10, middle + 4, row["workload"], "end")
    if row["ratio"] is None:
        return label + text(LABEL + 6, middle + 4, f"skipped ({row['peer']})", colour=SKIPPED)
    colour = MET if row["met"] == "yes" else MISSED
    shape = rect(LABEL, y + 5, max(place(row["ratio"]) - LABEL, 1), ROW - 10, colour)
    goal = line(place(row["goal"]), y + 1, place(row["goal"]), y + ROW - 1, INK, 2.5)
    double = dot(place(row["double"] / row["peer_value"]), middle) if row["double"] is not None else ""
    figures = f"{nanoseconds(row['ours'])} to {nanoseconds(row['peer_value'])}"
    words = f"{row['ratio']:.2f} × {row['peer']}: {figures}"
    return label + shape + goal + double + text(LABEL + PLOT + 14, middle + 4, words, colour=colour)


def legend(y):
    return (rect(20, y - 10, 12, 12, MET) + text(38, y, "goal met", size=11) +
            rect(105, y - 10, 12, 12, MISSED) + text(123, y, "not met", size=11) +
            line(190, y - 12, 190, y + 4, INK, 2.5) + text(200, y, "goal", size=11) +
            dot(250, y - 4) + text(260, y, "our double library; the bars are the float library", size=11))


def axis(low, high, place, bottom):
    parts = ""
    for decade in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        for digit in (1, 2, 5):
            ratio = digit * 10.0 ** decade
            if low * 0.999 <= ratio <= high:
                parts += line(place(ratio), TOP, place(ratio), bottom, FAINT)
                parts += text(place(ratio), bottom + 16, f"{ratio:g}", "middle", 11, GREY)
    parts += line(place(1), TOP - 4, place(1), bottom, INK, 1, "4 3")
    parts += text(place(1), TOP - 8, "as fast as the peer", "middle", 11)
    words = "our time / the peer's time (shorter is faster)"
    return parts + text(LABEL + PLOT / 2, bottom + 36, words, "middle", 11, GREY)


def targets_svg(rows, record):
    goals = [row for row in rows if row["peer"] != "graze float"]
    ratios = [r for row in goals if row["ratio"] is not None for r in (row["ratio"], row["goal"])] or [1.0]
    low, high = min(ratios) * 0.6, max(1.5, max(ratios) * 1.15)

    def place(ratio):
        share = math.log(ratio / low) / math.log(high / low)
        return LABEL + PLOT * min(max(share, 0), 1)

    bottom = TOP + ROW * len(goals)
    width, height = LABEL + PLOT + VALUES, bottom + BOTTOM
    where = f"{record['cpu']}, one core; {record['compiler']}; commit {record['commit'][:12]}; "
    where += record["date"][:10]
    body = text(20, 28, "Graze beside its peers: time per query, as a ratio", size=17, weight="bold")
    body += text(20, 48, where, size=11, colour=GREY) + legend(70) + axis(low, high, place, bottom)
    body += "".join(bar(row, TOP + i * ROW, place) for i, row in enumerate(goals))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, sans-serif">\n'
            f'{rect(0, 0, width, height, "white")}{body}</svg>\n')
