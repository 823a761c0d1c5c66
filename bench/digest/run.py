#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Compares answers of the working tree with those of an older commit, to the bit: make digest OLD=<commit>.

Both libraries are built as bench/ab.py builds them; main.cpp, which needs public headers only, is compiled against each
and prints a hash per topic. Topics whose hashes differ are listed, and the exit status is then 1.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import ab  # noqa: E402
import run  # noqa: E402

SOURCE = pathlib.Path(__file__).with_name("main.cpp")
LIBRARIES = {"f32": ("graze", []), "f64": ("graze_d", ["-DGRAZE_DOUBLE"])}


def build_library(source, folder, jobs):
    targets = [f"{library}_static" for library, _ in LIBRARIES.values()]
    for command in (["cmake", "--preset", "release", "-S", str(source), "-B", str(folder), *ab.CONFIGURE[2:]],
                    ["cmake", "--build", str(folder), "--parallel", str(jobs), "--target", *targets]):
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit((done.stdout + done.stderr)[-2000:])


def digest(source, folder, precision):
    library, definitions = LIBRARIES[precision]
    program = folder / f"digest_{precision}"
    subprocess.run(["c++", "-std=c++20", "-O1", *definitions, f"-I{source}/include",
                    f"-I{run.ROOT}/tests", str(SOURCE),
                    str(folder / f"lib{library}.a"), "-lhwy", "-lpthread", "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.splitlines()


def main():
    if len(sys.argv) != 2:
        sys.exit("digest: say OLD=<commit>")
    commit = run.output_of("git", "rev-parse", "--short=12", sys.argv[1] + "^{commit}")
    if not commit:
        sys.exit(f"digest: {sys.argv[1]} is not a commit")
    old = run.ROOT / "build" / "ab" / commit
    if not old.is_dir():
        ab.extract(commit, old)
    run.say(f"Building {commit} and the working tree ...")
    trees = [(old, old / ab.RELEASE), (run.ROOT, run.ROOT / "build" / "ab-new")]
    for source, folder in trees:
        build_library(source, folder, 2)
    differences = 0
    for precision in LIBRARIES:
        before, after = (digest(source, folder, precision) for source, folder in trees)
        differing = [line for line in after if line not in set(before)]
        differences += len(differing)
        for line in differing:
            run.say(f"{precision} differs: {line}")
        run.say(f"{precision}: {len(after)} topics, {len(differing)} differ")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
