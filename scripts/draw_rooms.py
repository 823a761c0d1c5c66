#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Draws the rooms of src/ for docs/architecture.md from cmake/layers.txt, with lines per room.

draw_rooms.py: fails where the page shows something else. draw_rooms.py --write: brings the page up to date.
Lines are rounded to hundreds, so that small changes leave the page as it is. "a / b": a stands on b.
"""
import sys
from pathlib import Path

import check_layers

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: scripts/draw_rooms.py --write -->", "<!-- end of rooms -->"
WIDTH = 100


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


def main():
    page = PAGE.read_text()
    start, end = page.find(BEGIN), page.find(END)
    if start < 0 or end < 0:
        sys.exit(f"rooms: {PAGE.relative_to(ROOT)} has no place for the drawing ({BEGIN})")
    drawn = page[:start] + drawing() + page[end + len(END):]
    if "--write" in sys.argv:
        PAGE.write_text(drawn)
    elif drawn != page:
        sys.exit("rooms: docs/architecture.md is not drawn from cmake/layers.txt: scripts/draw_rooms.py --write")
    print("rooms: docs/architecture.md shows the rooms as they are")


if __name__ == "__main__":
    main()
