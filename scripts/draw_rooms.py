#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Draws the rooms of src/ for docs/architecture.md from cmake/layers.txt, with lines per room.

draw_rooms.py: fails where the page shows other rooms, or sizes that are off by more than a fifth and 300 lines.
draw_rooms.py --write: brings the page up to date. Lines are rounded to hundreds. "a / b": a stands on b.
"""
import re
import sys
from pathlib import Path

import check_layers

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: scripts/draw_rooms.py --write -->", "<!-- end of rooms -->"
WIDTH = 100
SIZE = re.compile(r"(\d+\.\d)k")  # of a room, in thousands of lines


def heights(direct):
    """How many rooms lie below each, at most: rooms of one height do not include one another."""
    height = {}
    for room, below in direct.items():
        height[room] = 1 + max((height[r] for r in below), default=-1)
    return height


def lines_of(room):
    folder = ROOT / "src" / room
    return sum(len(p.read_text().splitlines()) for p in folder.glob("*") if p.suffix in (".h", ".cpp"))


def label(room):
    return f"{room} {max(100, round(lines_of(room), -2)) / 1000:.1f}k"


def drawing():
    direct, _, public_only = check_layers.read_table()
    # Public headers are promises, not rooms. A room that sees nothing else stands on the whole library.
    rooms = {r: [b for b in below if not check_layers.is_public(b)]
             for r, below in direct.items() if not check_layers.is_public(r)}
    height, out = heights(rooms), []
    height.update({r: max(height.values()) + 1 for r in rooms if r in public_only})
    levels = [sorted(r for r in height if height[r] == level) for level in range(max(height.values()), -1, -1)]
    for level, rooms_here in enumerate(levels):
        # Levels of one room each share a line.
        if len(rooms_here) == 1 and level > 0 and len(levels[level - 1]) == 1:
            out[-1] += "  /  " + label(rooms_here[0])
            continue
        line = ""
        for room in rooms_here:
            if len(line) + len(label(room)) > WIDTH:
                out.append(line.rstrip())
                line = ""
            line += label(room) + "   "
        out.append(line.rstrip())
    return "\n".join([BEGIN, "```", *out, "```", END])


def is_current(shown, drawn):
    """Whether the page shows these rooms in these places, with sizes near enough that no change of a day breaks it."""
    sizes = [(float(a), float(b)) for a, b in zip(SIZE.findall(shown), SIZE.findall(drawn))]
    same_rooms = SIZE.sub("", shown).split() == SIZE.sub("", drawn).split()
    return same_rooms and all(abs(a - b) <= max(0.3, 0.2 * b) for a, b in sizes)


def main():
    page = PAGE.read_text()
    start, end = page.find(BEGIN), page.find(END)
    if start < 0 or end < 0:
        sys.exit(f"rooms: {PAGE.relative_to(ROOT)} has no place for the drawing ({BEGIN})")
    drawn = drawing()
    if "--write" in sys.argv:
        PAGE.write_text(page[:start] + drawn + page[end + len(END):])
    elif not is_current(page[start:end + len(END)], drawn):
        sys.exit("rooms: docs/architecture.md is not drawn from cmake/layers.txt: scripts/draw_rooms.py --write")
    print("rooms: docs/architecture.md shows the rooms as they are")


if __name__ == "__main__":
    main()
