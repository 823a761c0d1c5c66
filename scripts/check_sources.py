#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Reader's trust: licence lines, file sizes, pages of rooms, README's example is the one that is compiled, pages name files that exist."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 600
MAX_PAGE = 40  # lines of a room's README.md
SPDX = ("SPDX-FileCopyrightText: 2026 The Graze authors", "SPDX-License-Identifier: MIT")
FOLDERS = ("include", "src", "tests", "bench", "examples", "scripts", "cmake", "tools", "bindings", "web")
SUFFIXES = (".h", ".cpp", ".c", ".py", ".sh", ".cmake", ".ts", ".mjs")


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_relative_to(ROOT / "web" / "node_modules") or path.is_relative_to(ROOT / "web" / "dist"):
                continue
            if path.suffix in SUFFIXES or path.name == "CMakeLists.txt":
                yield path
    yield from (ROOT / "CMakeLists.txt", ROOT / "Makefile", ROOT / ".ci" / "run")


def check_file(path):
    lines = path.read_text().splitlines()
    where = path.relative_to(ROOT)
    head = [line.lstrip("/#* ").rstrip() for line in lines[:4]]
    if head and head[0].startswith("!"):  # the line that names the interpreter
        head = head[1:]
    if tuple(head[:2]) != SPDX:
        yield f"{where}: the two SPDX lines do not head the file"
    if where.parts[0] in ("include", "src") and len(lines) > MAX_LINES:
        yield f"{where}: {len(lines)} lines, the limit is {MAX_LINES}"


def without_head(text):
    return re.sub(r"\A(//[^\n]*\n)*\n*", "", text).strip()


def check_readme():
    example = ROOT / "examples" / "readme_example.cpp"
    blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    if without_head(example.read_text()) not in [without_head(b) for b in blocks]:
        yield "README.md: its example is not the text of examples/readme_example.cpp"


def check_paths():
    """Files that pages name by their path from the root are there."""
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]):
        for name in re.findall(r"`((?:src|tests|bench|scripts|cmake|include|examples)/[\w./-]+\.\w+)`", page.read_text()):
            if not (ROOT / name).is_file() and not re.search(r"[/_]x[._]", name):  # x stands for any name
                yield f"{page.relative_to(ROOT)}: {name} is not there"


def check_rooms():
    """Every room has a page of at most MAX_PAGE lines, whose table names files of the room."""
    for room in sorted({path.parent for path in (ROOT / "src").rglob("*") if path.suffix in (".h", ".cpp")}):
        page, where = room / "README.md", room.relative_to(ROOT)
        if not page.is_file():
            yield f"{where}: no README.md"
            continue
        lines = page.read_text().splitlines()
        if len(lines) > MAX_PAGE:
            yield f"{where}/README.md: {len(lines)} lines, the limit is {MAX_PAGE}"
        if lines[:1] != [f"# {room.relative_to(ROOT / 'src')}"]:  # clang-format once took a page for code
            yield f"{where}/README.md: does not begin with '# {room.relative_to(ROOT / 'src')}'"
        public = ROOT / "include" / "graze" / room.relative_to(ROOT / "src").parts[0]
        for row in (line for line in lines if line.startswith("| `")):
            for name in re.findall(r"`(\w[\w-]*\.(?:h|cpp))`", row.split("|")[1]):
                if not (room / name).is_file() and not any(public.rglob(name)):
                    yield f"{where}/README.md: {name} is not there"


def main():
    files = list(sources())
    findings = [f for path in files for f in check_file(path)]
    findings += [*check_readme(), *check_paths(), *check_rooms()]
    for finding in findings:
        print(finding)
    if findings:
        sys.exit(f"sources: {len(findings)} findings")
    print(f"sources: {len(files)} files with licence lines and within their size; README's example is compiled")


if __name__ == "__main__":
    main()
