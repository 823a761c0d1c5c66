#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Compares the working tree with an older commit, row by row: has any of them lost?

    python3 bench/ab.py OLD [--group convex] [--row boxes] [--count] [--list]
    python3 bench/ab.py OLD --built OLD_FOLDER NEW_FOLDER     # on another machine: executables brought along

Both versions are built with the benchmarks of the working tree (OLD with its own where those do not compile), without
peers. A process of each stays alive and is asked in turns, so that a slow moment of the machine falls on
both. A row has lost when it needs more than 3 % more time and more than its own spread, the difference between two
runs of one version. Rows that are lost or unclear are measured again, and then decided by callgrind's instruction
counts; --count counts all rows. The exit status is 1 when a row has lost.

What a row needs is built by both processes at once. Where that, or one call, takes long, as with a million boxes, the
row has few turns, and one pair of processes stands for two: its spread is that of two sets of turns.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import report
import run

ROOT = run.ROOT
THRESHOLD = 0.03
PRECISIONS = {"f32": "float", "f64": "double"}
RUNS = 2  # pairs of processes; rows in doubt get as many again
TURN = 0.008  # seconds of CPU time that one turn of one version takes, at least
TURNS = 10
ROW_SECONDS = 0.12  # of all turns of one version in one run
SLOW = 0.5  # seconds: a row whose call or preparation takes longer is asked in one pair of processes only
COUNT_SLOWDOWN = 12  # of a program under valgrind that does not count yet
DOUBT = ("lost", "unclear")
RELEASE = "build/release"  # build folders are as deep below their sources as others, so that ccache knows the objects
CONFIGURE = ["-DGRAZE_BUILD_BENCH=ON", "-DGRAZE_BENCH_PEERS=OFF", "-DGRAZE_WERROR=OFF", "-DGRAZE_BUILD_TESTS=OFF",
             "-DGRAZE_BUILD_EXAMPLES=OFF", "-DGRAZE_BUILD_SOLID=OFF", "-DGRAZE_BUILD_SHARED=OFF", "-DGRAZE_INSTALL=OFF"]


class Version:
    """A built version; `can_serve` when it has the benchmarks of the working tree."""

    def __init__(self, name, build, can_serve=True):
        self.name, self.can_serve = name, can_serve
        self.executables = {p: run.find_executable(build, f"graze_bench_{p}") for p in PRECISIONS}


def build(source, folder, jobs):
    """True when it compiled; what the compiler said is then of no interest."""
    configure = ["cmake", "--preset", "release", "-S", str(source), "-B", str(folder), *CONFIGURE]
    compile_it = ["cmake", "--build", str(folder), "--parallel", str(jobs), "--target", "graze_bench"]
    for command in (configure, compile_it):
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            run.say((done.stdout + done.stderr)[-2000:])
            return False
    return True


def extract(commit, folder, *paths):
    folder.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", commit, *paths], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)


def build_old(commit, tree, jobs):
    folder = tree / RELEASE
    if not tree.is_dir():
        extract(commit, tree)
    shutil.rmtree(tree / "bench", ignore_errors=True)
    shutil.copytree(ROOT / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    if build(tree, folder, jobs):
        return Version(commit, folder)
    run.say(f"The benchmarks of the working tree do not compile with {commit}: its own are used, without counts.")
    shutil.rmtree(tree / "bench")
    extract(commit, tree, "bench")
    if not build(tree, folder, jobs):
        sys.exit(f"{commit} does not compile")
    return Version(commit, folder, can_serve=False)


def build_both(plan):
    if plan.built:
        return Version(plan.old, plan.built[0]), Version("working tree", plan.built[1])
    commit = run.output_of("git", "rev-parse", "--short=12", plan.old + "^{commit}")
    if not commit:
        sys.exit(f"{plan.old} is not a commit")
    run.say(f"Building {commit} and the working tree ...")
    old = build_old(commit, plan.out / commit, plan.jobs)
    folder = plan.out.with_name("ab-new")
    if not build(ROOT, folder, plan.jobs):
        sys.exit("the working tree does not compile")
    return old, Version("working tree", folder)


def queries_of(lines):
    """Queries per call by name, of the rows that measure a time."""
    listing = [line.split(",", 2) for line in lines]
    return {name: float(queries) for kind, queries, name in listing if kind == "row" and " bytes " not in name}


class Measured:
    """What is known of a row: nanoseconds per query of both versions by run, and how long its first call takes, with
    what has to be built before."""

    def __init__(self):
        self.times, self.first = ([], []), 0

    def figures(self):
        """Old and new time, the ratio of the two, and the greatest relative difference of runs of one version."""
        old, new = (min(values) for values in self.times)
        return old, new, new / old, max(max(values) / min(values) - 1 for values in self.times)

    def verdict(self):
        return verdict(*self.figures()[2:])


class Server:
    """A benchmark process that measures what it is asked for."""

    def __init__(self, executable, options):
        self.process = subprocess.Popen([str(executable), "--serve", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def read_rows(self):
        lines = list(iter(lambda: self.process.stdout.readline().rstrip("\n"), ""))
        self.rows = [line.split(",", 2)[2] for line in lines]
        self.queries = queries_of(lines)

    def send(self, name, repetitions):
        self.process.stdin.write(f"{self.rows.index(name)} {repetitions}\n")

    def receive(self, name):
        """Seconds of CPU time of all repetitions; what comes before the first of them is not in it."""
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"the benchmark process ended at {name}")
        self.check = float(answer[1])
        return float(answer[0]) * 1e-9

    def ask(self, name, repetitions):
        """Seconds of CPU time per repetition."""
        self.send(name, repetitions)
        return self.receive(name) / repetitions

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def begin(servers, name):
    """Seconds that it takes to come to the first call; the servers work side by side."""
    start = time.monotonic()
    for server in servers:
        server.send(name, 0)
    for server in servers:
        server.receive(name)
    return time.monotonic() - start


def repetitions_for(servers, name, first, turn):
    """Such that one turn takes `turn` seconds; the first call, which may be slow, is not trusted alone."""
    repetitions = max(1, int(turn / first))
    if repetitions > 1:
        warm = min(server.ask(name, repetitions) for server in servers)
        repetitions = max(1, int(turn / max(warm, 1e-9)))
    return repetitions


def take_turns(servers, name, repetitions, turns):
    """Least seconds per call of each server; both work equally much."""
    best = [float("inf")] * len(servers)
    for turn in range(turns):
        for i in (0, 1) if turn % 2 == 0 else (1, 0):
            best[i] = min(best[i], servers[i].ask(name, repetitions))
    return best


def measure_row(servers, name, measured):
    """Seconds per call of each server, once or, where another pair of processes is too dear, twice."""
    building = begin(servers, name)
    again = begin(servers, name)  # before every turn, which is to be worth it
    firsts = [server.ask(name, 1) for server in servers]
    measured.first = building + min(firsts)
    if min(firsts) > SLOW:
        return [firsts, take_turns(servers[::-1], name, 1, 1)[::-1]]
    repetitions = repetitions_for(servers, name, min(firsts), max(TURN, again))
    turns = min(TURNS, max(2, int(ROW_SECONDS / (repetitions * min(firsts)))))
    return [take_turns(servers, name, repetitions, turns) for _ in range(RUNS if building > SLOW else 1)]


def serve_run(executables, options, names, results, wanted):
    """One more run of both versions, of `names` or all, appended to results. Rows that have `wanted` times are left
    out."""
    servers = [Server(executable, options) for executable in executables]
    for server in servers:
        server.read_rows()
    common = [name for name in servers[0].queries if name in servers[1].queries]
    for name in (name for name in common if not names or name in names):
        measured = results.setdefault(name, Measured())
        if len(measured.times[0]) >= wanted:
            continue
        for both in measure_row(servers, name, measured):
            for of_version, seconds in zip(measured.times, both):
                of_version.append(seconds / servers[0].queries[name] * 1e9)
        if servers[0].check != servers[1].check:
            run.say(f"{name}: check value was {servers[0].check:.9g}, is {servers[1].check:.9g}")
    for server in servers:
        server.close()


def plain_run(executables, options, names, results, plan):
    """One more run of both versions by Google Benchmark, for benchmarks that cannot serve."""
    both = [run.measure(executable, options, plan)[0] for executable in executables]
    common = [name for name in both[0] if name in both[1] and " bytes " not in name]
    for name in (name for name in common if not names or name in names):
        for times, new in zip(results.setdefault(name, Measured()).times, (both[0][name], both[1][name])):
            times.append(min(new))


def measure(old, new, options, names, results, plan):
    """RUNS more runs, of `names` or all."""
    before = max((len(row.times[0]) for row in results.values()), default=0)
    for precision in PRECISIONS:
        executables = [version.executables[precision] for version in (old, new)]
        for number in range(RUNS):
            if old.can_serve:
                serve_run(executables, options, names, results, before + number + 1)
            else:
                plain_run(executables, options, names, results, plan)


def verdict(ratio, spread):
    if abs(ratio - 1) <= THRESHOLD:
        return "same"
    if abs(ratio - 1) <= spread:
        return "unclear"
    return "lost" if ratio > 1 else "won"


def instructions(executable, options, names, limit):
    """Instructions of one call of each row that can be counted in time."""
    with tempfile.TemporaryDirectory() as folder:
        only = pathlib.Path(folder, "rows")
        only.write_text("".join(name + "\n" for name in names))
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out",
                   str(executable), *options, f"--only={only}", f"--count={limit}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            run.say(f"callgrind failed:\n{done.stderr[-1000:]}")
        texts = [path.read_text() for path in pathlib.Path(folder).glob("out*")]
    found = [(re.search(r"Client Request: (.*)", text), re.search(r"^totals: (\d+)", text, re.M)) for text in texts]
    return {name[1]: int(total[1]) for name, total in found if name and total}


def count(old, new, options, rows, plan):
    """New instructions / old instructions by row, of rows (name -> Measured) that can be counted in time."""
    if not old.can_serve or not shutil.which("valgrind"):
        return {}
    ratios, limit = {}, plan.count_seconds
    for precision in PRECISIONS:
        here = [name for name, row in rows.items()
                if is_double(name) == (precision == "f64") and row.first * COUNT_SLOWDOWN < limit]
        if here:
            with concurrent.futures.ThreadPoolExecutor() as pool:
                both = [pool.submit(instructions, v.executables[precision], options, here, limit) for v in (old, new)]
            old_counts, new_counts = (done.result() for done in both)
            ratios.update({name: new_counts[name] / old_counts[name] for name in old_counts.keys() & new_counts.keys()})
    return ratios


def is_double(name):
    return name.rsplit("/", 1)[1].startswith("graze_d")


def decide(time_verdict, count_ratio):
    """Counts decide what time leaves in doubt, and find losses that time does not see."""
    if count_ratio is None:
        return time_verdict
    if count_ratio > 1 + THRESHOLD:
        return "lost"
    return "same" if time_verdict in DOUBT else time_verdict


def table_row(name, measured, count_ratio):
    group, row, library = name.split("/", 2)
    old, new, ratio, spread = measured.figures()
    by_time = verdict(ratio, spread)
    final = decide(by_time, count_ratio)
    variant = library.partition("-")[2]
    cells = [f"{group}: {row}" + (f" ({variant})" if variant else ""), "double" if is_double(name) else "float",
             report.number(old), report.number(new), f"{ratio:.3f}", f"{spread:.1%}",
             report.number(count_ratio, "{:.3f}"), final]
    return cells, final, by_time


def compare_group(group, old, new, plan):
    """Lines of the table, final verdicts and verdicts by time, of one group, printed when it is done."""
    start = time.monotonic()
    options = [f"--group={group}", "--libraries=ours", f"--row={plan.row}"]
    results = {}
    measure(old, new, options, None, results, plan)
    doubtful = [name for name, row in results.items() if row.verdict() in DOUBT]
    if doubtful:
        measure(old, new, options, doubtful, results, plan)
    counted = {name: row for name, row in results.items() if plan.count or row.verdict() in DOUBT}
    counts = count(old, new, options, counted, plan)
    lines = [table_row(name, row, counts.get(name)) for name, row in results.items()]
    header = ["row", "precision", "old ns", "new ns", "ratio", "spread", "count", "verdict"]
    run.say(report.aligned(header, [cells for cells, _, _ in lines]))
    run.say(f"{group}: {len(results)} rows, {time.monotonic() - start:.0f} s\n")
    return lines


def summary(lines, old, started):
    finals = [final for _, final, _ in lines]
    counts = ", ".join(f"{finals.count(word)} {word}" for word in ("won", "same", "lost", "unclear"))
    slower = sum(by_time == "lost" and final != "lost" for _, final, by_time in lines)
    only_time = f"; {slower} slower by time, not by instructions" if slower else ""
    return f"{len(lines)} rows against {old.name}: {counts}{only_time}; {time.monotonic() - started:.0f} s"


def list_rows(executable, groups, row):
    for group in groups:
        listing = run.output_of(str(executable), "--rows", "--libraries=ours", f"--group={group}", f"--row={row}")
        run.say("\n".join(queries_of(listing.splitlines())))
    return 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", help="the commit to compare with")
    parser.add_argument("--group", help="one group of the targets only, such as convex")
    parser.add_argument("--row", default="", help="only rows whose name contains this")
    parser.add_argument("--count", action="store_true", help="count the instructions of all rows")
    parser.add_argument("--count-seconds", type=float, default=10,
                        help="a row that takes longer, under valgrind without counting, is not counted")
    parser.add_argument("--list", action="store_true", help="list the rows, measure nothing")
    parser.add_argument("--built", type=pathlib.Path, nargs=2, metavar=("OLD_FOLDER", "NEW_FOLDER"),
                        help="folders with graze_bench_f32 and graze_bench_f64 of both versions: nothing is built")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/ab")
    plan = parser.parse_args()
    plan.out = plan.out.resolve()
    plan.repetitions, plan.min_time, plan.budget = 5, 0.02, 3  # where old benchmarks have to be used
    return plan


def main():
    plan = arguments()
    old, new = build_both(plan)
    os.environ.setdefault("GRAZE_SHARED", str(ROOT.parent / "shared"))
    started = time.monotonic()
    groups = [plan.group] if plan.group else run.output_of(str(new.executables["f32"]), "--groups").split()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["GRAZE_BENCH_CACHE"] = cache
        if plan.list:
            return list_rows(new.executables["f32"], groups, plan.row)
        lines = [line for group in groups for line in compare_group(group, old, new, plan)]
    run.say(summary(lines, old, started))
    return int(any(final == "lost" for _, final, _ in lines))


if __name__ == "__main__":
    sys.exit(main())
