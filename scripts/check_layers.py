#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Checks every #include of Graze's own headers against cmake/layers.txt.

A file of a room includes its own room and the rooms that the table allows; public headers never include private
ones; examples, benchmarks, bindings and the C interface include public headers only; a test includes private headers
only of the room that it tests and of what that may include.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
SUFFIXES = (".h", ".cpp")


def read_table(path=ROOT / "cmake" / "layers.txt"):
    """Rooms with the rows that they name; rooms with all that they may include; folders that see public headers."""
    direct, allowed, public_only = {}, {}, []
    for line in path.read_text().splitlines():
        room, _, rest = line.split("#")[0].strip().partition(":")
        if room == "public":
            public_only = rest.split()
        elif room:
            direct[room] = rest.split()
    for room, below in direct.items():
        unknown = [r for r in below if r not in allowed]
        if unknown:
            sys.exit(f"{path}: {room} may include {unknown[0]}, which no row above it describes")
        allowed[room] = {room}.union(*(allowed[r] for r in below))
    return direct, allowed, public_only


def files_in(*folders):
    return sorted(p for folder in folders for p in (ROOT / folder).rglob("*") if p.suffix in SUFFIXES)


def included_rooms(text):
    """(name as written, room) for each include of a Graze header; public rooms start with graze/."""
    for name in INCLUDE.findall(text):
        parts = name.split("/")
        if parts[0] == "graze" and len(parts) >= 3:
            yield name, "/".join(parts[:2])
        elif len(parts) >= 2 and (ROOT / "src" / name).exists():
            yield name, "/".join(parts[:-1])


def is_public(room):
    return room.startswith("graze/")


def room_of(path):
    """The room of a file of src/ or include/graze/; public headers in folders of folders belong to the outer one."""
    if path.is_relative_to(ROOT / "include"):
        return "/".join(path.relative_to(ROOT / "include").parts[:2])
    return str(path.parent.relative_to(ROOT / "src"))


def check_rooms(allowed):
    """Files of the library. The umbrella header graze/graze.h may include all of its neighbours."""
    files, findings = files_in("include/graze", "src"), []
    for path in files:
        room, where = room_of(path), path.relative_to(ROOT)
        if room.endswith(".h"):
            continue
        if room not in allowed:
            findings.append(f"{where}: room {room} has no row in cmake/layers.txt")
            continue
        for name, other in included_rooms(path.read_text()):
            if other not in allowed[room]:
                findings.append(f"{where}: {room} may not include {other} ({name})")
    return len(files), findings


def check_users(folders):
    files = files_in(*("src/c_api" if f == "c_api" else f for f in folders))
    findings = [f"{path.relative_to(ROOT)}: only public headers may be included here ({name})"
                for path in files for name, room in included_rooms(path.read_text())
                if not is_public(room) and not (path.parent / name).exists() and not name.startswith("c_api/")]
    return len(files), findings


def tested_rooms(path, allowed):
    """What a test may see: its room's row; where its folder is no room, the rooms inside that folder."""
    folder = str(path.parent.relative_to(ROOT / "tests"))
    if folder in allowed:
        return allowed[folder]
    return set().union(*(allowed[r] for r in allowed if r.startswith(folder + "/")))


def check_tests(allowed):
    files, findings = files_in("tests"), []
    for path in files:
        for name, room in included_rooms(path.read_text()):
            if is_public(room) or (ROOT / "tests" / name).exists():
                continue
            if room not in tested_rooms(path, allowed):
                findings.append(f"{path.relative_to(ROOT)}: private header of another room ({name})")
    return len(files), findings


def main():
    _, allowed, public_only = read_table()
    parts = check_rooms(allowed), check_users(public_only), check_tests(allowed)
    findings = [finding for _, some in parts for finding in some]
    for finding in findings:
        print(finding)
    if findings:
        sys.exit(f"layers: {len(findings)} includes break the table in cmake/layers.txt")
    print(f"layers: {sum(count for count, _ in parts)} files include only what they may")


if __name__ == "__main__":
    main()
