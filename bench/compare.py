#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Compares two result files of bench/run.py: medians, spread, and whether a difference is more than noise.

    python3 bench/compare.py before.json after.json [--filter graze] [--all]

The spread is half the distance from quartile to quartile. A change counts only when the quartile ranges do
not overlap, the minima moved the same way, and the medians differ by more than 2 %; all else is noise.
"""

import argparse
import json
import pathlib
import statistics

THRESHOLD = 0.02


def quartiles(values):
    if len(values) < 4:
        return min(values), statistics.median(values), max(values)
    return tuple(statistics.quantiles(values, n=4))


def spread(values):
    low, middle, high = quartiles(values)
    return (high - low) / 2 / middle


def verdict(before, after):
    (low_b, mid_b, high_b), (low_a, mid_a, high_a) = quartiles(before), quartiles(after)
    change = mid_a / mid_b - 1
    overlap = low_a <= high_b and low_b <= high_a
    same_way = (min(after) - min(before)) * change > 0
    if overlap or not same_way or abs(change) <= THRESHOLD:
        return change, "noise"
    return change, "slower" if change > 0 else "faster"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only benchmarks whose name contains this")
    parser.add_argument("--all", action="store_true", help="show noise too")
    args = parser.parse_args()
    before, after = (json.loads(path.read_text()) for path in (args.before, args.after))
    for key in ("cpu", "compiler", "flags", "build_type"):
        if before.get(key) != after.get(key):
            print(f"Compare with care: {key} was {before.get(key)!r}, is {after.get(key)!r}")
    print(f"before {before['commit'][:12]}, after {after['commit'][:12]}; medians, ns per query")

    counts = {"faster": 0, "slower": 0, "noise": 0}
    for name, old in before["nanoseconds"].items():
        new = after["nanoseconds"].get(name)
        if new is None or args.filter not in name:
            continue
        change, word = verdict(old, new)
        counts[word] += 1
        if word != "noise" or args.all:
            medians = [f"{statistics.median(values):8.1f} ±{spread(values):4.0%}" for values in (old, new)]
            print(f"{name:58} {medians[0]}  {medians[1]} {change:+8.1%}  {word}")
        checks = [data.get("check_values", {}).get(name) for data in (before, after)]
        if checks[0] != checks[1]:
            print(f"{name:58} check value was {checks[0]}, is {checks[1]}")
    print(f"{counts['faster']} faster, {counts['slower']} slower, {counts['noise']} noise")


if __name__ == "__main__":
    main()
