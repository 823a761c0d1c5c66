# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Tables of bench/run.py: goals against peers, all times, wrong answers per library."""

import csv

OURS = ("graze", "graze_d")  # float, double
DOUBLE_GOAL = 1.4  # the double library stays within this many times of the float one
ERRORS = ("unanswered", "wrong_yes_no", "off_1e-3", "off_1e-6", "bad_witness", "not_separated", "rejected")
CSV_COLUMNS = ("group", "workload", "ours", "unit", "peer", "peer_value", "ratio", "goal", "met")


def read_goals(path, group):
    with path.open(newline="") as file:
        return [row for row in csv.DictReader(file) if group in (None, row["group"])]


def unique(values):
    return list(dict.fromkeys(values))


def library_order(names):
    return [n for n in OURS if n in names] + [n for n in names if n not in OURS]


def wrong_answers(errors, workload, library):
    """At least so many of a library's answers to a workload are wrong."""
    found = [e for e in errors if (e["workload"], e["library"]) == (workload, library)]
    return max((int(e[column]) for e in found for column in ERRORS), default=0)


def target_rows(goals, best, errors):
    """Two rows per goal: the goal itself, judged with the float library, and our double against our float."""
    rows = []
    for goal in goals:
        stem = f"{goal['group']}/{goal['workload']}/"
        ours, double = (best.get(stem + name) for name in OURS)
        wrong = [wrong_answers(errors, goal["workload"], name) for name in OURS]
        common = {"group": goal["group"], "unit": "bytes" if "bytes" in goal["workload"] else "ns"}
        # Absolute goals are nanoseconds per query, or bytes.
        peer_value = 1.0 if goal["peer"] == "abs" else best.get(stem + goal["peer"])
        rows.append(judged({**common, "workload": goal["workload"], "ours": ours, "peer": goal["peer"],
                            "peer_value": peer_value, "goal": float(goal["goal"]),
                            "wrong": wrong[0], "double": double}))
        rows.append(judged({**common, "workload": goal["workload"] + ", double", "ours": double,
                            "peer": "graze float", "peer_value": ours, "goal": DOUBLE_GOAL,
                            "wrong": wrong[1], "double": None}))
    return rows


def judged(row):
    """A goal is met by right answers only."""
    if row["ours"] is None or row["peer_value"] is None:
        return {**row, "ratio": None, "met": "skipped"}
    ratio = row["ours"] / row["peer_value"]
    return {**row, "ratio": ratio, "met": "yes" if ratio <= row["goal"] and row["wrong"] == 0 else "no"}


def write_targets(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, CSV_COLUMNS, extrasaction="ignore")
        writer.writeheader()
        for row in rows:
            shown = dict(row)
            for column, form in (("ours", "{:.2f}"), ("peer_value", "{:.2f}"), ("ratio", "{:.4f}")):
                shown[column] = "" if row[column] is None else form.format(row[column])
            shown["met"] = "no" if row["met"] == "skipped" else row["met"]
            writer.writerow(shown)


def write_errors(path, errors):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, errors[0].keys() if errors else [])
        writer.writeheader()
        writer.writerows(errors)


def aligned(header, lines):
    """Plain text columns: the first to the left, the others to the right."""
    cells = [header, *lines]
    widths = [max(len(line[i]) for line in cells) for i in range(len(header))]
    texts = ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths)))
             for line in cells]
    return "\n".join([texts[0], "-" * len(texts[0]), *texts[1:]]) + "\n"


def number(value, form="{:.1f}"):
    return "-" if value is None else form.format(value)


def targets_table(rows):
    goals, doubles = rows[::2], rows[1::2]
    lines = []
    for row, double in zip(goals, doubles):
        twice = number(double["ratio"], "{:.2f}") + (" !" if double["met"] == "no" else "")
        met = row["met"] + (f" ({row['wrong']} wrong)" if row["wrong"] else "")
        lines.append([row["workload"], number(row["ours"]), number(row["double"]), twice, row["peer"],
                      number(row["peer_value"]), number(row["ratio"], "{:.3f}"), f"{row['goal']:g}", met])
    header = ["workload (ns per query)", "float", "double", "d/f", "peer", "its ns", "ratio", "goal", "met"]
    met, within = (sum(row["met"] == "yes" for row in some) for some in (goals, doubles))
    return (f"{aligned(header, lines)}Goals met: {met} of {len(goals)}; "
            f"double right and within {DOUBLE_GOAL} of float: {within} of {len(doubles)}\n")


def all_times(best, skipped=()):
    """Every library's time at every workload, for orientation."""
    workloads = sorted(unique(name.rsplit("/", 1)[0] for name in best))
    libraries = library_order(sorted(unique(name.rsplit("/", 1)[1] for name in best)))
    lines = []
    for workload in workloads:
        names = [f"{workload}/{name}" for name in libraries]
        times = ["skipped" if name in skipped else number(best.get(name), "{:.0f}") for name in names]
        lines.append([workload.split("/", 1)[1], *times])
    return aligned(["ns per query", *libraries], lines)


SECTIONS = (
    ("intersects", "Yes or no: wrong answers", ("wrong_yes_no",)),
    ("distance", "Distance: wrong yes/no, off by more than 1e-3, by more than 1e-6, bad witness",
     ("wrong_yes_no", "off_1e-3", "off_1e-6", "bad_witness")),
    ("batch", "Batches of 3000 pairs: wrong yes/no, off by more than 1e-3, by more than 1e-6, bad witness",
     ("wrong_yes_no", "off_1e-3", "off_1e-6", "bad_witness")),
    ("mesh", "Meshes, compared with the peer of the row: other yes/no, off by more than 1e-3, by more than 1e-6",
     ("wrong_yes_no", "off_1e-3", "off_1e-6")),
    ("broad", "Boxes, compared with the peer of the row: pairs too many or too few, rays that enter another box",
     ("wrong_yes_no",)),
    ("true depth", "Depth: wrong yes/no, off by more than 1e-3, by more than 1e-6, does not separate",
     ("wrong_yes_no", "off_1e-3", "off_1e-6", "not_separated")),
)


def errors_markdown(errors, about):
    """One table per question; a row per pair kind, a column per library."""
    text = ""
    for prefix, title, columns in SECTIONS:
        chosen = [e for e in errors if e["workload"].startswith(prefix)]
        libraries = library_order(unique(e["library"] for e in chosen))
        if not chosen:
            continue
        text += f"### {title}\n\n| pairs | judged | {' | '.join(libraries)} |\n"
        text += "|---|---|" + "---|" * len(libraries) + "\n"
        for workload in unique(e["workload"] for e in chosen):
            here = {e["library"]: e for e in chosen if e["workload"] == workload}
            asked = judged_of(next(iter(here.values())))
            cells = [cell(here[name], columns) if name in here else "" for name in libraries]
            text += f"| {workload} | {asked} | {' | '.join(cells)} |\n"
        text += "\n"
    return text + "".join(f"- {name}: {what}\n" for name, what in about.items())


def judged_of(row):
    return row["pairs"] if row["judged"] == row["pairs"] else f"{row['judged']} of {row['pairs']}"


def cell(row, columns):
    notes = [f"{name} {row[name]}" for name in ("unanswered", "rejected") if int(row[name])]
    return " / ".join(row[c] for c in columns) + (f" ({', '.join(notes)})" if notes else "")


def accuracy_page(tables, record):
    """docs/accuracy.md: the same tables, with what they mean."""
    peers = [f"{name} {version}" for name, version in record["packages"].items()
             if name not in ("libbenchmark-dev", "libhwy-dev")]
    return f"""# Wrong answers, ours and the peers'

Printed by `make bench`; this page is written by `python3 bench/run.py --docs`. Every library is asked the
same queries (the workloads of the speed targets, bench/scenes.h), and the witness checker of the tests
(tests/support, rational arithmetic; it shares no code with the kernels) judges every answer about the exact
input that the library got.

- A pair whose separation is within 1e-6 of its largest coordinate of zero may be called either way, and the
  same band is added to every tolerance.
- "Off by more than 1e-3": of the reported distance or depth. "Bad witness": a closest point lies outside its
  object, or the two points are not the distance apart, by more than 1e-3 of it. "Does not separate": after
  moving b by the reported depth along the reported normal, more than 1e-3 of the depth is left.
- Ours are `graze` (float) and `graze_d` (double). They also promise bounds that enclose the truth, statuses,
  axes and common points: an answer that breaks any of these is counted as "rejected".
- Depth is the length of the shortest translation that separates. Methods that answer something else (the
  box-box test of ODE, FCL and Bullet prefers faces to edges; MPR follows the line between centres) are
  counted as they are.
- Peers: {', '.join(peers)}.

{tables}"""
