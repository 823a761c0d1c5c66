#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Prints how large and how plain the house is: rooms, files, functions, names, SIMD wrappers, comments.

house.py [ROOT]: of another checkout, for a comparison. Layers are checked by check_layers.py, not here.
"""
import re
import statistics
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
LONG_FUNCTION = 60
SHORT_FUNCTION = 4  # names of shorter ones (accessors, overloads of operators) may repeat
ROOM_LIMIT = 30

NAMESPACE = re.compile(r"^namespace\s*([\w:]*)")
SPACE = re.compile(r"^(?P<indent> *)(?!(?:namespace|struct|class|enum|union|extern|if|for|while|switch|do|else|return|using)\b)"
                   r"[\w\[\]:~&*<>,. ()=!+\-/|^%\"#']*$")
NAME = re.compile(r"((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\s*\(")
NOT_NAMES = {"if", "for", "while", "switch", "return", "requires", "decltype", "sizeof", "noexcept", "alignas",
             "static_assert", "constexpr", "defined", "GRAZE_ASSERT", "__attribute__", "HWY_EXPORT"}
ATTRIBUTES = re.compile(r"\[\[[^\]]*\]\]")


def files_of(root=SRC):
    return sorted(p for p in root.rglob("*") if p.suffix in (".h", ".cpp"))


def functions_in(text):
    """(namespace, name, lines) of functions at namespace level, by the layout that clang-format gives the code: they
    begin in the first column and end with a brace there."""
    lines, found, spaces, i = text.splitlines(), [], [], 0
    while i < len(lines):
        line = lines[i]
        opened = NAMESPACE.match(line)
        if opened:
            spaces.append(re.sub(r"inline |GRAZE_ABI|::$", "", opened[1]).strip(":") or "")
        elif line.startswith("}") and spaces and "// namespace" in line:
            spaces.pop()
        elif line and line[0] not in " }#/" and not re.match(r"(struct|class|enum|union|using|extern)\b", line):
            start = i
            if line.startswith("template"):
                i += 1
            head = ""
            while i < len(lines) and not lines[i].rstrip().endswith(("{", ";", "}")):
                head += lines[i]
                i += 1
            head += lines[i] if i < len(lines) else ""
            # Members defined outside their class, Class::name(), have that class as their namespace.
            names = [n for n in NAME.findall(ATTRIBUTES.sub("", head)) if n.split("::")[-1] not in NOT_NAMES]
            is_type = re.match(r"(template.*>)?\s*(struct|class|enum|union)\b", head)
            if i < len(lines) and lines[i].rstrip().endswith("{") and names and not is_type and "=" not in head.split("(")[0]:
                while i < len(lines) and not lines[i].startswith("}"):
                    i += 1
                found.append(("::".join(s for s in spaces if s), names[0], i - start + 1))
        i += 1
    return found


def rooms(files):
    by_room = defaultdict(list)
    for path in files:
        by_room[str(path.parent.relative_to(SRC))].append(path)
    return by_room


def count_matches(files, pattern, but=()):
    return sum(len(re.findall(pattern, p.read_text(), re.M)) for p in files
               if not any(str(p.relative_to(SRC)).startswith(b) for b in but))


def repeated_names(files):
    """Names of functions that stand in more than one file of a namespace."""
    where = defaultdict(set)
    for path in files:
        for space, name, length in functions_in(path.read_text()):
            if length >= SHORT_FUNCTION and "::" not in name:
                # A .cpp file and its header, or one kernel in two instantiations, are one place.
                where[space, name].add(str(path.relative_to(SRC)).split(".")[0].replace("-inl", ""))
    return {key: places for key, places in where.items() if len(places) > 1}


def main():
    files = files_of()
    lines = {p: len(p.read_text().splitlines()) for p in files}
    by_room = rooms(files)
    texts = [p for name in ("src", "include", "tests", "bench", "examples", "tools") for p in files_of(ROOT / name)]
    long_ones = [(length, str(p.relative_to(SRC)), name) for p in files
                 for _, name, length in functions_in(p.read_text()) if length > LONG_FUNCTION]
    repeated = repeated_names(files)
    largest_room = max(by_room, key=lambda r: sum(lines[p] for p in by_room[r]))
    largest_file = max(files, key=lines.get)
    most_files = max(by_room, key=lambda r: len(by_room[r]))

    print(f"{'room':24}{'files':>6}{'lines':>8}")
    for room in sorted(by_room):
        print(f"{room:24}{len(by_room[room]):6}{sum(lines[p] for p in by_room[room]):8}")
    table = [
        ("lines of src", sum(lines.values())),
        ("files", len(files)),
        ("rooms", len(by_room)),
        ("largest room", f"{largest_room}, {sum(lines[p] for p in by_room[largest_room])} lines"),
        ("most files in a room", f"{len(by_room[most_files])}, {most_files} (limit {ROOM_LIMIT})"),
        ("median file", f"{statistics.median(lines.values()):.0f} lines"),
        ("largest file", f"{largest_file.relative_to(SRC)}, {lines[largest_file]} lines"),
        (f"functions over {LONG_FUNCTION} lines", f"{len(long_ones)} " + ", ".join(f"{n} {l}" for l, _, n in sorted(long_ones)[::-1][:4])),
        ("function names in several files of a namespace", len(repeated)),
        ("Highway or intrinsics headers outside simd",
         count_matches(files, r"^\s*#\s*include\s+<(?:hwy/|\w*mmintrin)", but=("simd/",))),
        ('comments that say "as x()" or "operation by operation"',
         count_matches(files, r"//.*(?:\b[Aa]s(?: in| for)? [\w:]+\(\)|operation by operation)")),
        ('comments that open with "the same", "of it", "what", "those"',
         count_matches(texts, r"//+<? *(?:The same|Of it|What|Those)\b|///< *(?:the same|of it|what|those)\b")),
    ]
    print()
    for name, value in table:
        print(f"{name:56} {value}")
    if len(by_room[most_files]) > ROOM_LIMIT and ROOT == Path(__file__).resolve().parent.parent:
        sys.exit(f"house: room {most_files} has more than {ROOM_LIMIT} files")


if __name__ == "__main__":
    main()
