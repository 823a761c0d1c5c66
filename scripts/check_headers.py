#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Compiles every public header alone, in both precisions, with each compiler that is here; SOLID's as C, too.

check_headers.py [--require COMPILER...]: fail when one of these is missing.
check_headers.py --quick: in float, with the first compiler that is here.
Also refuses headers that users should not pay for in public ones.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
         f"-I{INCLUDE}", "-x", "c++", "-"]
BANNED = re.compile(r"^\s*#\s*include\s+<(iostream|functional|map|regex|hwy/.*)>", re.M)


# Headers that convert from and to other libraries are compiled where these are here.
OPTIONAL = {"graze/eigen.h": "Eigen/Geometry", "graze/glm.h": "glm/vec3.hpp"}


def eigen_flags():
    done = subprocess.run(["pkg-config", "--cflags-only-I", "eigen3"], text=True, capture_output=True) \
        if shutil.which("pkg-config") else None
    return [f.replace("-I", "-isystem", 1) for f in done.stdout.split()] if done else []


def compile_alone(job):
    compiler, definition, header = job
    # Twice, so that a missing include guard shows too.
    source = f'#include "{header}"\n#include "{header}"\n'
    if header in OPTIONAL:
        source = f"#if __has_include(<{OPTIONAL[header]}>)\n{source}#endif\n"
    command = [compiler, *([f"-D{definition}"] if definition else []), *eigen_flags(), *FLAGS]
    done = subprocess.run(command, input=source, text=True, capture_output=True)
    return job, done.returncode, done.stderr


def compile_as_c(job):
    """SOLID's headers are C: of 1989, and SOLID_broad.h, which has bool, of 1999."""
    compiler, header = job
    standard = "c99" if header.endswith("SOLID_broad.h") else "c89"
    command = [compiler, f"-std={standard}", "-pedantic-errors", "-Wall", "-Wextra", "-Wstrict-prototypes", "-Werror",
               "-fsyntax-only", f"-I{INCLUDE}", "-x", "c", "-"]
    done = subprocess.run(command, input=f"#include <{header}>\n" * 2, text=True, capture_output=True)
    return job, done.returncode, done.stderr


# What a user may get wrong, and the words that the compiler must then say.
TWICE = '#include "graze/{}"\n#define GRAZE_DOUBLE\n#include "graze/graze.h"\n'
REFUSED = [
    ("-std=c++17", '#include "graze/shape/shape.h"\n', "Graze needs C++20"),
    ("-std=c++20", TWICE.format("shape/shape.h"), "GRAZE_DOUBLE is defined after a header"),
    ("-std=c++20", TWICE.format("graze.h"), "GRAZE_DOUBLE is defined after a header"),
]


def is_refused(compiler, standard, source, words):
    done = subprocess.run([compiler, standard, *FLAGS[1:]], input=source, text=True, capture_output=True)
    return done.returncode != 0 and words in done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--require", nargs="*", default=[])
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    for compiler in args.require:
        if not shutil.which(compiler):
            sys.exit(f"headers: {compiler} is not here")
    compilers = [c for c in ("g++", "clang++") if shutil.which(c)]
    if not compilers:
        sys.exit("headers: no compiler found")

    definitions = ("", "GRAZE_DOUBLE")
    if args.quick:
        compilers, definitions = compilers[:1], definitions[:1]
    headers = sorted(str(p.relative_to(INCLUDE)) for p in INCLUDE.rglob("*.h"))
    failed = 0
    for header in headers:
        found = BANNED.search((INCLUDE / header).read_text())
        if found:
            print(f"include/{header}: <{found[1]}> does not belong in a public header")
            failed += 1
    for compiler in compilers:
        for standard, source, words in REFUSED:
            if not is_refused(compiler, standard, source, words):
                failed += 1
                print(f"{compiler} {standard} does not say '{words}':\n{source}")
    jobs = [(c, d, h) for h in headers for c in compilers for d in definitions]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (compiler, definition, header), status, errors in pool.map(compile_alone, jobs):
            if status:
                failed += 1
                print(f"include/{header} does not compile alone: {compiler} {definition}\n{errors}")
        c_jobs = [(c, h) for h in headers if h.startswith("SOLID/") for c in ("gcc", "clang") if shutil.which(c)]
        for (compiler, header), status, errors in pool.map(compile_as_c, c_jobs):
            if status:
                failed += 1
                print(f"include/{header} is not C: {compiler}\n{errors}")
    if failed:
        sys.exit(f"headers: {failed} failures")
    print(f"headers: {len(headers)} compile alone, {'float' if args.quick else 'float and double'}, with {' and '.join(compilers)}")


if __name__ == "__main__":
    main()
