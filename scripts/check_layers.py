#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Checks every #include of Graze's own headers against cmake/layers.txt.

In include/graze/<module> and src/<module> a file may include its own module and what the table allows; public
headers never include private ones; examples and bindings include public headers only; a test includes private
headers only of its own module and of what that may include.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


def read_table(path):
    direct, public_only = {}, []
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        module, _, rest = line.partition(":")
        if module == "public":
            public_only = rest.split()
        else:
            direct[module] = rest.split()
    allowed = {}
    for module, below in direct.items():  # from the bottom up, so that the rows below are complete
        unknown = [m for m in below if m not in allowed]
        if unknown:
            sys.exit(f"{path}: {module} may include {unknown[0]}, which no row above it describes")
        allowed[module] = {module}.union(*(allowed[m] for m in below)) if below else {module}
    return allowed, public_only


def included_modules(text):
    """(name as written, module, is it public) for each include of a Graze header."""
    for name in INCLUDE.findall(text):
        parts = name.split("/")
        if parts[0] == "graze" and len(parts) >= 3:
            yield name, parts[1], True
        elif len(parts) >= 2 and (ROOT / "src" / name).exists():
            yield name, parts[0], False


def check_modules(allowed):
    checked, findings = 0, []
    for base, is_public in ((ROOT / "include" / "graze", True), (ROOT / "src", False)):
        for path in sorted(base.glob("*/**/*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            checked += 1
            module, where = path.relative_to(base).parts[0], path.relative_to(ROOT)
            if module not in allowed:
                findings.append(f"{where}: module {module} has no row in cmake/layers.txt")
                continue
            for name, other, other_is_public in included_modules(path.read_text()):
                if other not in allowed[module]:
                    findings.append(f"{where}: {module} may not include {other} ({name})")
                if is_public and not other_is_public:
                    findings.append(f"{where}: a public header includes a private one ({name})")
    return checked, findings


def check_users(folders):
    checked, findings = 0, []
    for folder in folders:
        base = ROOT / ("src/c_api" if folder == "c_api" else folder)
        for path in sorted([*base.rglob("*.h"), *base.rglob("*.cpp")]):
            checked += 1
            for name, _, other_is_public in included_modules(path.read_text()):
                if not other_is_public and not (path.parent / name).exists():
                    findings.append(f"{path.relative_to(ROOT)}: only public headers may be included here ({name})")
    return checked, findings


def check_tests(allowed):
    checked, findings = 0, []
    for path in sorted([*ROOT.glob("tests/*/*.h"), *ROOT.glob("tests/*/*.cpp")]):
        checked += 1
        for name, module, is_public in included_modules(path.read_text()):
            if is_public or (ROOT / "tests" / name).exists():
                continue
            if module not in allowed.get(path.parent.name, ()):
                findings.append(f"{path.relative_to(ROOT)}: private header of another module ({name})")
    return checked, findings


def main():
    allowed, public_only = read_table(ROOT / "cmake" / "layers.txt")
    modules, findings = check_modules(allowed)
    users, user_findings = check_users(public_only)
    tests, test_findings = check_tests(allowed)
    findings += user_findings + test_findings
    for finding in findings:
        print(finding)
    if findings:
        sys.exit(f"layers: {len(findings)} includes break the table in cmake/layers.txt")
    print(f"layers: {modules + users + tests} files include only what they may")


if __name__ == "__main__":
    main()
