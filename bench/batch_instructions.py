#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Lane occupancy and instructions per pair of the batch rows.

    python3 bench/batch_instructions.py --build-dir build/release

Occupancy is counted by the library on this machine; instructions by valgrind's callgrind inside the batch call.
Valgrind shows programs AVX2 at most: 8 lanes of float, 4 of double.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTED = "*run_counted*"  # in batch_bench.cpp


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
    return done.stdout, done.stderr


def instructions(executable, row):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--toggle-collect={COUNTED}",
                   str(executable), "--occupancy", f"--row={row}"]
        _, log = output_of(command)
    return int(re.search(r"Collected\s*:\s*(\d+)", log).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--row", default="", help="only rows whose name contains this")
    plan = parser.parse_args()
    for precision in ("f32", "f64"):
        executable = plan.build_dir / "bench" / f"graze_bench_{precision}"
        table, _ = output_of([str(executable), "--occupancy", f"--row={plan.row}"])
        print(f"{executable.name}:")
        for line in table.splitlines():
            name, pairs = re.match(r"(.*?)\s+(\d+) pairs", line).groups()
            print(f"  {line}  {instructions(executable, name) / int(pairs):.0f} instructions per pair", flush=True)


if __name__ == "__main__":
    main()
