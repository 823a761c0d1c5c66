#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Runs the benchmarks of both precisions beside the peers and reports.

    python3 bench/run.py --build-dir build/release [--group convex] [--quick]

Writes to build/bench: targets.csv (the goals), targets.svg, errors.md and errors.csv (wrong answers per
library), rejected.txt (answers of ours that the checker refuses, ready to replay) and results.json (every
repetition, with machine, compiler, flags and commit; for bench/compare.py); with group broad, broad.svg (growth with
the number of boxes).
"""

import argparse
import csv
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

import broad_plot
import plot
import report

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["libbullet-dev", "libfcl-dev", "libccd-dev", "libode-dev", "libqhull-dev", "libembree-dev",
            "libbenchmark-dev", "libhwy-dev"]


def say(text):
    print(text, flush=True)


def output_of(*command):
    """What a command prints, or an empty string: used for facts that are nice to have."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def cpu_seconds():
    """Of all processes that have been waited for: on a busy machine they take longer than this."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def find_executable(build_dir, name):
    for folder in ("bench", "bin", "."):
        path = build_dir / folder / name
        if path.is_file():
            return path.resolve()
    sys.exit(f"{name} is not in {build_dir}: configure with -DGRAZE_BUILD_BENCH=ON and build it first")


def cmake_cache(build_dir):
    cache = {}
    path = build_dir / "CMakeCache.txt"
    for line in path.read_text().splitlines() if path.is_file() else []:
        if "=" in line and not line.startswith(("#", "//")):
            key, value = line.split("=", 1)
            cache[key.split(":")[0]] = value
    return cache


def cpu_name():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def facts(build_dir):
    """Where and of what these figures were made."""
    cache = cmake_cache(build_dir)
    kind = cache.get("CMAKE_BUILD_TYPE", "")
    compiler = cache.get("CMAKE_CXX_COMPILER", "c++")
    flags = [cache.get("CMAKE_CXX_FLAGS", ""), cache.get(f"CMAKE_CXX_FLAGS_{kind.upper()}", "")]
    versions = output_of("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES)
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": output_of("git", "rev-parse", "HEAD") or "unknown",
        "modified": bool(output_of("git", "status", "--porcelain", "--", "include", "src", "bench")),
        "cpu": cpu_name(),
        "system": platform.platform(),
        "compiler": (output_of(compiler, "--version") or compiler).splitlines()[0],
        "build_type": kind,
        "flags": " ".join(f for f in flags if f),
        "packages": dict(line.split(" ", 1) for line in versions.splitlines()),
    }


def measure(executable, options, plan):
    """Nanoseconds per query of every repetition (thread CPU time), check values, and messages about rows left out."""
    scratch = plan.out / "scratch.json"
    command = [str(executable), *options, f"--budget={plan.budget}",
               f"--benchmark_repetitions={plan.repetitions}", f"--benchmark_min_time={plan.min_time}",
               "--benchmark_enable_random_interleaving=true",
               f"--benchmark_out={scratch}", "--benchmark_out_format=json"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{executable.name} failed ({done.returncode}):\n{done.stderr}")
    text = scratch.read_text() if scratch.is_file() else ""
    data = json.loads(text or '{"benchmarks": []}')  # nothing is written where no row is left
    scratch.unlink(missing_ok=True)
    times, checks, left_out = {}, {}, {}
    for run in data["benchmarks"]:
        name = run["run_name"]
        if run.get("error_occurred"):  # "over budget" for a further repetition, "takes too long" for all
            left_out[name] = run["error_message"]
        elif run["run_type"] == "iteration":
            # A row about something else than time brings its value along.
            times.setdefault(name, []).append(run.get("value", run["cpu_time"] / run["queries"]))
            checks[name] = run["check"]
    return times, checks, left_out


def measure_all(executables, options, plan):
    """Both executables in turns, so that a slow minute of the machine does not fall on one of them alone. Rows that
    went over their budget have had their repetitions in the first round."""
    times, checks, left_out = {}, {}, {}
    only = plan.out / "rows.txt"
    for turn in range(plan.rounds):
        only.write_text("".join(name + "\n" for name in times if name not in left_out))
        for executable, more in zip(executables, ([], ["--libraries=ours"])):
            chosen = options + more + ([f"--only={only}"] if turn > 0 else [])
            new_times, new_checks, new_left_out = measure(executable, chosen, plan)
            for name, values in new_times.items():
                times.setdefault(name, []).extend(values)
            checks.update(new_checks)
            left_out.update(new_left_out)
    only.unlink()
    skipped = {name for name in left_out if name not in times}
    for name in sorted(skipped):
        say(f"  skipped: {name}, too slow at this size")
    return times, checks, skipped


def check_all(executables, options, plan):
    """Wrong answers per workload and library, as the executables judge them."""
    rows, notes = [], []
    scratch = plan.out / "scratch.csv"
    for executable, more in zip(executables, ([], ["--libraries=ours"])):
        command = [str(executable), f"--check={scratch}", f"--judge={plan.judge}", *options, *more]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{executable.name} --check failed ({done.returncode}):\n{done.stderr}")
        for line in done.stderr.splitlines():
            if line.startswith(("checked: mesh", "checked: broad")) or "is not here" in line:
                say("  " + line.removeprefix("checked: "))
        rejected = [line for line in done.stderr.splitlines() if not line.startswith("checked: ")]
        for line in rejected:
            if "rejected" in line:
                say("  " + line)
        notes += rejected
        with scratch.open(newline="") as file:
            rows += list(csv.DictReader(file))
        scratch.unlink()
    with (plan.out / "rejected.txt").open("a") as file:
        file.writelines(note + "\n" for note in notes)
    return rows


def pair_errors(checks):
    """Numbers of pairs of boxes, the check values of group broad, beside the first peer's, or ours."""
    rows = []
    for name, value in checks.items():
        group, workload, library = name.rsplit("/", 2)
        if not workload.startswith("broad pairs"):
            continue
        stem = f"{group}/{workload}/"
        truth = checks.get(stem + "FCL", checks.get(stem + report.OURS[0], value))
        rows.append({**dict.fromkeys(report.ERRORS, "0"), "group": group, "workload": workload, "library": library,
                     "pairs": f"{truth:.0f}", "judged": f"{truth:.0f}", "wrong_yes_no": f"{abs(value - truth):.0f}"})
    return rows


def judged_line(errors):
    """How many of our answers were judged."""
    ours = [row for row in errors if row["library"].startswith("graze")]
    judged, asked = (sum(int(row[column]) for row in ours) for column in ("judged", "pairs"))
    return f"  judged {judged} of our {asked} answers" if ours else "  answers are not judged here (tests prove them)"


def run_group(group, executables, plan):
    """Errors, times, check values and skipped rows of one group."""
    say(f"{group}:")
    start, cpu = time.monotonic(), cpu_seconds()
    options = [f"--group={group}"]
    errors = check_all(executables, options, plan)
    judging = time.monotonic() - start
    times, checks, skipped = measure_all(executables, options, plan)
    errors += pair_errors(checks)
    say(judged_line(errors))
    say(f"  {time.monotonic() - start:.0f} s ({cpu_seconds() - cpu:.0f} s of CPU time); judging: {judging:.0f} s")
    return errors, times, checks, skipped


def run_groups(groups, executables, plan):
    all_errors, all_times, all_checks, all_skipped = [], {}, {}, set()
    (plan.out / "rejected.txt").write_text("")
    for group in groups:
        errors, times, checks, skipped = run_group(group, executables, plan)
        all_errors += errors
        all_times.update(times)
        all_checks.update(checks)
        all_skipped |= skipped
    return all_errors, all_times, all_checks, all_skipped


def peers_of(executable):
    """What was built in, by name; says what is missing."""
    listing = [line.split(",", 2) for line in output_of(str(executable), "--peers").splitlines()]
    for state, name, _ in listing:
        if state == "missing":
            say(f"Peer missing: {name}; its rows are skipped.")
    return {name: about for state, name, about in listing if state == "found"}


def ours_of(executable):
    listing = [line.split(",", 2) for line in output_of(str(executable), "--peers").splitlines()]
    return {name: about for _, name, about in listing if name in report.OURS}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--group", help="one group of the targets only, such as convex")
    parser.add_argument("--quick", action="store_true", help="few repetitions: for a look, not for a claim")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/bench")
    parser.add_argument("--rounds", type=int, help="times that each executable is run")
    parser.add_argument("--repetitions", type=int, help="repetitions per round")
    parser.add_argument("--min-time", type=float, help="seconds per repetition and benchmark, at least")
    parser.add_argument("--budget", type=float, default=1, help="CPU seconds per row and round, where it is slow")
    parser.add_argument("--judge", type=int, help="judge every so many answers (11; with --docs all)")
    parser.add_argument("--docs", action="store_true", help="also refresh docs/accuracy.md")
    plan = parser.parse_args()
    plan.judge = plan.judge or (1 if plan.docs else 11)
    plan.rounds = plan.rounds or (1 if plan.quick else 2)
    plan.repetitions = plan.repetitions or (3 if plan.quick else 5)
    plan.min_time = plan.min_time or (0.005 if plan.quick else 0.02)
    return plan


def main():
    plan = arguments()
    started = time.monotonic()
    plan.out.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("GRAZE_SHARED", str(ROOT.parent / "shared"))  # models that are not ours to copy
    executables = [find_executable(plan.build_dir, f"graze_bench_{p}") for p in ("f32", "f64")]
    groups = [plan.group] if plan.group else output_of(str(executables[0]), "--groups").split()
    about = {**peers_of(executables[0]), **ours_of(executables[1])}
    record = facts(plan.build_dir)

    say("Answers, and times (thread CPU time, minimum over repetitions)")
    with tempfile.TemporaryDirectory() as cache:  # touching distances, made once for all processes
        os.environ["GRAZE_BENCH_CACHE"] = cache
        errors, times, checks, skipped = run_groups(groups, executables, plan)
    record.update(libraries=about, check_values=checks, nanoseconds=times)
    (plan.out / "results.json").write_text(json.dumps(record, indent=1) + "\n")

    best = {name: min(values) for name, values in times.items()}
    rows = report.target_rows(report.read_goals(ROOT / "bench/goals.csv", plan.group), best, errors)
    tables = report.errors_markdown(errors, about)
    report.write_targets(plan.out / "targets.csv", rows)
    report.write_errors(plan.out / "errors.csv", errors)
    (plan.out / "errors.md").write_text(tables)
    (plan.out / "targets.svg").write_text(plot.targets_svg(rows, record))
    growth = broad_plot.growth_svg(best, record)
    if growth:
        (plan.out / "broad.svg").write_text(growth)
    if plan.docs:
        (ROOT / "docs/accuracy.md").write_text(report.accuracy_page(tables, record))

    say("\n" + tables)
    say(report.all_times(best, skipped))
    say(report.targets_table(rows))
    modified = " (modified)" if record["modified"] else ""
    say(f"{record['cpu']}; {record['compiler']}; commit {record['commit'][:12]}{modified}; "
        f"{time.monotonic() - started:.0f} s in all ({cpu_seconds():.0f} s of CPU time)")
    out = plan.out.resolve()
    shown = out.relative_to(ROOT) if out.is_relative_to(ROOT) else out
    say(f"Written: {shown}/targets.csv, targets.svg, errors.md, errors.csv, rejected.txt, results.json"
        + (", broad.svg" if growth else ""))


if __name__ == "__main__":
    main()
