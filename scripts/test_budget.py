#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Prints how long the tests of each label took beside their share in tests/budget.txt; fails at 1.5 times a share.

test_budget.py BUILD_DIR, where ctest --output-junit wrote tests.xml. Seconds are those of single tests, added up; with two at a time
`make test` waits half as long. A test with several labels counts for the first. Slow machines say so with
GRAZE_BUDGET_FACTOR, by which all shares are multiplied.
"""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 1.5


def read_budget(path=ROOT / "tests" / "budget.txt"):
    rows = (line.split("#")[0].split() for line in path.read_text().splitlines())
    return {row[0]: float(row[1]) for row in rows if row}


def read_labels(build):
    """First label of each test: the JUnit file of CMake 3.25 has none."""
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True)
    labels = {}
    for test in json.loads(listing.stdout)["tests"]:
        found = [p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"]
        labels[test["name"]] = found[0][0] if found else "none"
    return labels


def read_times(build):
    times, labels = defaultdict(float), read_labels(build)
    for case in ElementTree.parse(Path(build, "tests.xml")).getroot().iter("testcase"):
        times[labels.get(case.get("name"), "none")] += float(case.get("time"))
    return times


def main():
    budget, times = read_budget(), read_times(sys.argv[1])
    factor = float(os.environ.get("GRAZE_BUDGET_FACTOR", "1"))
    over = []
    print(f"{'label':12}{'seconds':>9}{'share':>8}")
    for label in sorted(budget.keys() | times.keys()):
        share = budget.get(label)
        is_over = share is None or times[label] > LIMIT * factor * share
        over += [label] if is_over else []
        print(f"{label:12}{times[label]:9.0f}{share if share is not None else 0:8.0f}{'  OVER' if is_over else ''}")
    print(f"{'all':12}{sum(times.values()):9.0f}{sum(budget.values()):8.0f}")
    if over:
        sys.exit(f"budget: {', '.join(over)} took more than {LIMIT} times their share of tests/budget.txt, or have none")


if __name__ == "__main__":
    main()
