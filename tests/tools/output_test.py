# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""What is printed, and how the program ends: reports against their schemas, exit codes, terminals, pipes, interrupts."""
import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from schema import violations
from support import FAILED, FOUND, GRAZE, HEADER, NOTHING, NOTHING_IN_PART, ROOT, SCENES, CommandTest, ball, main

ESCAPE = "\x1b"


def many_balls(count):
    """A heap in which every ball meets every other one."""
    return [ball(f"b{i}", i * 1e-4) for i in range(count)]


class Tables(CommandTest):
    def table(self, *words):
        """Lines of the table with the time that it took masked."""
        text = self.run_graze(*words, code=FOUND).stdout
        return re.sub(r", [\d.]+ (us|ms|s)\.$", ", TIME.", text, flags=re.M).splitlines()

    def test_of_kinds(self):
        self.assertEqual(self.table("check", SCENES / "kinds.wrl", "--clearance", "100mm"),
                         (ROOT / "tests" / "tools" / "kinds.txt").read_text().splitlines())

    def test_quiet_prints_nothing(self):
        done = self.run_graze("check", SCENES / "kinds.wrl", "--quiet", code=FOUND)
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_verbose_shows_more(self):
        text = self.run_graze("check", SCENES / "kinds.wrl", "--verbose", code=FOUND).stdout
        self.assertIn("tolerance", text.splitlines()[0])

    def test_nothing_found(self):
        text = self.run_graze("check", self.scene(ball("one"), ball("two", 3)), code=NOTHING).stdout
        self.assertIn("nothing found; 2 objects, 1 pair,", text)


class Colours(CommandTest):
    def on_terminal(self, env=None, *options):
        master, slave = pty.openpty()
        done = subprocess.Popen([GRAZE, "check", str(SCENES / "kinds.wrl"), *options], stdout=slave, stderr=slave,
                                env={**os.environ, "NO_COLOR": "", "TERM": "xterm", **(env or {})})
        os.close(slave)
        text = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        done.wait()
        os.close(master)
        return text.decode()

    def test_only_on_a_terminal(self):
        self.assertIn(ESCAPE, self.on_terminal())
        self.assertNotIn(ESCAPE, self.run_graze("check", SCENES / "kinds.wrl").stdout)

    def test_can_be_switched_off_and_on(self):
        self.assertNotIn(ESCAPE, self.on_terminal({"NO_COLOR": "1"}))
        self.assertNotIn(ESCAPE, self.on_terminal({"TERM": "dumb"}))
        self.assertNotIn(ESCAPE, self.on_terminal(None, "--color", "never"))
        self.assertIn(ESCAPE, self.run_graze("check", SCENES / "kinds.wrl", "--color", "always").stdout)


class ReportTest(CommandTest):
    def is_valid(self, value, schema):
        self.assertEqual(list(violations(value, json.loads((ROOT / "docs" / schema).read_text()))), [])


class Reports(ReportTest):
    def test_json_is_as_its_schema_says(self):
        for name, options in (("kinds", ["--clearance", "0.1"]), ("assembly", ["--tolerance", "1mm"])):
            self.is_valid(self.report(SCENES / f"{name}.wrl", *options, code=FOUND), "findings.schema.json")

    def test_the_validator_finds_what_is_wrong(self):
        report = self.report(SCENES / "kinds.wrl")
        schema = json.loads((ROOT / "docs" / "findings.schema.json").read_text())
        for spoil in (lambda r: r.pop("unit"), lambda r: r.update(more=1), lambda r: r["findings"][0].update(kind="near"),
                      lambda r: r["findings"][0]["normal"].pop(), lambda r: r.update(objects=-1), lambda r: r.update(partial=0)):
            spoiled = json.loads(json.dumps(report))
            spoil(spoiled)
            self.assertNotEqual(list(violations(spoiled, schema)), [])

    def test_json_of_other_questions_is_as_its_schema_says(self):
        for name in ("kinds.wrl", "cloth.wrl", "gear_train.gltf"):
            self.is_valid(json.loads(self.run_graze("info", SCENES / name, "--json", code=NOTHING).stdout), "info.schema.json")
        for origin in ("0,30,0", "0,0,0"):
            done = self.run_graze("cast", SCENES / "kinds.wrl", origin, "0,-1,0", "--all", "--json", code=FOUND)
            self.is_valid(json.loads(done.stdout), "cast.schema.json")
        self.is_valid(json.loads(self.run_graze("distance", SCENES / "kinds.wrl", "case", "gap*", "--json").stdout), "findings.schema.json")

    def test_job_files_are_as_their_schema_says(self):
        jobs = [path for path in SCENES.glob("*.json") if '"graze job"' in path.read_text()]
        self.assertGreater(len(jobs), 0)
        for path in jobs:
            self.is_valid(json.loads(path.read_text()), "job.schema.json")
        example = (ROOT / "docs" / "command.md").read_text().split("```json\n")[1].split("```")[0]
        self.is_valid(json.loads(example), "job.schema.json")

    def test_csv_has_the_numbers_of_json(self):
        rows = list(csv.DictReader(io.StringIO(self.run_graze("check", SCENES / "assembly.wrl", "--csv", code=FOUND).stdout)))
        found = self.report(SCENES / "assembly.wrl")["findings"]
        self.assertEqual([(r["kind"], r["a"], r["b"], float(r["separation_lower"]), float(r["point_a_x"])) for r in rows],
                         [(f["kind"], f["a"], f["b"], f["separation"]["lower"], f["point_a"][0]) for f in found])

    def test_svg_is_xml_with_a_panel_for_each_finding(self):
        for name, count in (("kinds", 4), ("assembly", 7)):
            picture = ElementTree.fromstring(self.run_graze("check", SCENES / f"{name}.wrl", "--svg", code=FOUND).stdout)
            self.assertEqual(len(picture.findall("{http://www.w3.org/2000/svg}g")), count)

    def test_reports_go_to_files_beside_the_table(self):
        done = self.run_graze("check", SCENES / "kinds.wrl", "--json=a.json", "--csv=a.csv", "--svg=a.svg", code=FOUND)
        self.assertIn("1 duplicate", done.stdout)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["format"], "graze findings")
        self.assertTrue((self.folder / "a.csv").read_text().startswith("kind,"))
        self.assertTrue((self.folder / "a.svg").read_text().startswith("<svg"))

    def test_a_report_that_cannot_be_written_is_an_error(self):
        self.assertIn("cannot write no/where.json", self.run_graze("check", SCENES / "kinds.wrl", "--json=no/where.json", code=FAILED).stderr)
        with open("/dev/full", "w") as full:
            done = subprocess.run([GRAZE, "check", str(SCENES / "kinds.wrl")], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, FAILED)
        self.assertIn("cannot write the output", done.stderr)


class Questions(ReportTest):
    def test_distance(self):
        kinds = SCENES / "kinds.wrl"
        text = self.run_graze("distance", kinds, "gap_left", "gap_right", code=NOTHING).stdout
        self.assertRegex(text, r"gap_left +gap_right +50 mm")
        self.assertIn("penetration 100 mm", self.run_graze("distance", kinds, "deep_cube", "deep_ball", code=FOUND).stdout)
        data = json.loads(self.run_graze("distance", kinds, "gap_*", "case", "--json", code=NOTHING).stdout)
        # from a ball of radius 1 at (0, 0) or (2.05, 0) to a cube of edge 2 at (0, 15): 13, or a corner at (1, 14)
        self.assertEqual([round(f["separation"]["upper"], 9) for f in data["findings"]], [13, round((1.05 ** 2 + 14 ** 2) ** 0.5 - 1, 9)])

    def test_distance_names(self):
        self.assertIn("no object matches 'gap_lft'; did you mean 'gap_left'?", self.refusal("distance", SCENES / "kinds.wrl", "gap_lft", "case"))

    def test_distance_at_one_moment(self):
        data = json.loads(self.run_graze("distance", SCENES / "space_game.wrl", "*ship", "*mine_far", "--time", "5", "--json", code=NOTHING).stdout)
        # the ship's ball is at the origin then, the mine at (0, 8): 8 - 1 - 0.5
        self.assertAlmostEqual(data["findings"][0]["separation"]["upper"], 6.5, delta=1e-9)

    def test_cast(self):
        kinds = SCENES / "kinds.wrl"
        data = json.loads(self.run_graze("cast", kinds, "0,30,0", "0,-2,0", "--all", "--json", code=FOUND).stdout)
        self.assertEqual([(h["object"], round(h["distance"], 9)) for h in data["hits"]], [
            ("first", 9), ("second", 9), ("case", 14), ("pearl", 14.5), ("deep_cube", 19), ("flush_left", 24), ("gap_left", 29)])
        self.assertEqual(len(json.loads(self.run_graze("cast", kinds, "0,30,0", "0,-2,0", "--json").stdout)["hits"]), 1)
        self.run_graze("cast", kinds, "0,30,0", "0,-2,0", "--max-distance", "8.9m", code=NOTHING)
        self.assertIn("The ray hits nothing", self.run_graze("cast", kinds, "0,30,0", "0,1,0", code=NOTHING).stdout)

    def test_cast_at_a_moment(self):
        data = json.loads(self.run_graze("cast", SCENES / "space_game.wrl", "-20,0,0", "1,0,0", "--time", "5", "--json", code=FOUND).stdout)
        self.assertAlmostEqual(data["hits"][0]["distance"], 19, delta=1e-9)  # the back of the ball of radius 1 at the origin

    def test_info(self):
        text = self.run_graze("info", SCENES / "gear_train.wrl", code=NOTHING).stdout
        self.assertIn("VRML97, read complete; unit m, +y up", text)
        self.assertIn("Animation: 0 s to 8 s; 3 objects move, 0 deform", text)
        data = json.loads(self.run_graze("info", SCENES / "cloth.wrl", "--json", code=NOTHING).stdout)
        cloth = [o for o in data["objects"] if o["name"] == "cloth"][0]
        self.assertEqual((cloth["nature"], cloth["primitives"], cloth["deforms"]), ("surface", 512, True))
        self.assertEqual(cloth["problems"], {"open_edges": 64})
        self.assertEqual(cloth["bounds"], {"min": [-1, 1.5, -1], "max": [1, 1.5, 1]})


    def test_info_has_tight_bounds(self):
        """A cube of edge 2, as a mesh, turned by 45 degrees about z at x = 5: sqrt 2 to either side."""
        path = self.scene("DEF cube Transform { translation 5 0 0 rotation 0 0 1 0.7853981633974483 children Shape { geometry IndexedFaceSet { "
                          "coord Coordinate { point [ -1 -1 -1, 1 -1 -1, 1 1 -1, -1 1 -1, -1 -1 1, 1 -1 1, 1 1 1, -1 1 1 ] } "
                          "coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 ] } } }\n", ball("near"))
        data = json.loads(self.run_graze("info", path, "--json", code=NOTHING).stdout)
        r = 2 ** 0.5
        for box, lower, upper in ((data["objects"][0]["bounds"], [5 - r, -r, -1], [5 + r, r, 1]),
                                  (data["bounds"], [-1, -r, -1], [5 + r, r, 1])):
            for k in range(3):
                self.assertAlmostEqual(box["min"][k], lower[k], delta=1e-14)
                self.assertAlmostEqual(box["max"][k], upper[k], delta=1e-14)

    def test_info_says_how_each_file_was_read(self):
        whole = self.scene(ball("one"), "DEF gone Transform { scale 0 0 0 children Shape { geometry Box { } } }\n", name="whole.wrl")
        part = self.scene(ball("two"), 'Inline { url "gone.wrl" }\n', name="part.wrl")
        data = json.loads(self.run_graze("info", whole, part, "--json", code=NOTHING_IN_PART).stdout)
        self.assertEqual([(Path(f["path"]).name, f["format"], f["read"], f["objects"], f["collapsed"]) for f in data["files"]],
                         [("whole.wrl", "VRML97", "complete", 1, 1), ("part.wrl", "VRML97", "partial", 1, 0)])
        self.assertTrue(data["partial"])
        nothing = json.loads(self.run_graze("info", self.scene(name="empty.wrl"), "--json", code=NOTHING).stdout)
        self.assertEqual((nothing["bounds"], nothing["objects"]), (None, []))

    def test_info_of_what_is_hidden_has_no_bounds(self):
        path = self.scene("DEF ghost Transform { scale 0 0 0 children Shape { geometry Box { } } }\n"
                          "DEF clock TimeSensor { loop TRUE } DEF way PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 1 1 1 ] }\n"
                          "ROUTE clock.fraction_changed TO way.set_fraction\nROUTE way.value_changed TO ghost.set_scale\n")
        data = json.loads(self.run_graze("info", path, "--json", code=NOTHING).stdout)
        self.is_valid(data, "info.schema.json")
        self.assertEqual([(o["name"], o["bounds"]) for o in data["objects"]], [("ghost", None)])


class Input(CommandTest):
    def test_missing_file(self):
        self.assertIn("nowhere.wrl", self.refusal("check", "nowhere.wrl"))
        self.refusal("check", self.folder)

    def test_errors_name_line_and_column(self):
        self.assertRegex(self.refusal("check", self.write("bad.wrl", "#VRML V1.0 ascii\nSeparator {}\n")), r"bad\.wrl.*VRML 1\.0")
        done = self.run_graze("check", self.write("part.wrl", HEADER + ball("one") + 'Inline { url "gone.wrl" }\n'), code=NOTHING_IN_PART)
        self.assertRegex(done.stderr, r"part\.wrl:\d+:\d+: ")
        self.assertIn("The input was read in part", done.stdout)

    def test_partial_input_with_findings_has_findings(self):
        path = self.write("part.wrl", HEADER + ball("one") + ball("two", 1.5) + "Transform { children [ Nowhere {")
        report = self.report(path, code=FOUND)
        self.assertTrue(report["partial"])
        self.assertEqual(report["files"][0]["read"], "partial")

    def test_references_stay_below_the_root(self):
        (self.folder / "inner").mkdir()
        self.scene(ball("outside"), name="outside.wrl")
        path = self.write("inner/main.wrl", HEADER + ball("one", 1.5) + 'Inline { url "../outside.wrl" }\n')
        self.run_graze("check", path, code=NOTHING_IN_PART)
        self.run_graze("check", path, "--root", self.folder, code=FOUND)

    def test_names_cannot_steer_a_terminal(self):
        bad = "a\x1b[31m\x07b\u009bc\u202ed"
        path = self.write("hostile.wrl", (HEADER + ball(bad) + ball("\u00e9\xfftwo", 1.5)).encode() + ball("x\x9by\xff", 3).encode("latin-1"))
        for words in (["check", path], ["check", path, "--json"], ["check", path, "--csv"], ["check", path, "--svg"], ["info", path],
                      ["check", path, "--verbose"], ["check", bad], ["check", path, "--set", f"{bad}=x"], [bad]):
            done = self.run_graze(*words, text=False)
            text = (done.stdout + done.stderr).decode("utf-8")  # valid UTF-8 whatever the file has
            self.assertFalse(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text), text)

    def test_numbers_do_not_depend_on_the_locale(self):
        plain = self.run_graze("check", SCENES / "kinds.wrl", "--json").stdout
        for locale in ("de_DE.UTF-8", "C", "tr_TR.UTF-8"):
            self.assertEqual(self.run_graze("check", SCENES / "kinds.wrl", "--json", env={"LC_ALL": locale}).stdout, plain)

    def test_empty_scene(self):
        report = self.report(self.scene(), code=NOTHING)
        self.assertEqual((report["objects"], report["findings"]), (0, []))


class Endings(CommandTest):
    def test_broken_pipe(self):
        path = self.scene(*many_balls(120))
        done = subprocess.run(f"'{GRAZE}' check '{path}' --verbose | head -n 1", shell=True, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.stdout.count("\n"), done.stderr), (1, ""))

    def test_interrupt_ends_with_what_was_found(self):
        """A terminal for stderr shows the bar, which comes up while the work is going on: then Ctrl-C, or the end of a job."""
        path = self.scene(*many_balls(4000))
        for number in (signal.SIGINT, signal.SIGTERM):
            self.ends_with_what_was_found(path, number)

    def ends_with_what_was_found(self, path, number):
        master, slave = pty.openpty()
        process = subprocess.Popen([GRAZE, "check", str(path), "--json=out.json", "--threads", "1"], stdout=subprocess.PIPE,
                                   stderr=slave, text=True, cwd=self.folder)
        os.close(slave)
        shown = b""
        while b" left" not in shown:  # the bar alone below 1 %, then with the time that is left
            shown += os.read(master, 4096)
        self.assertRegex(shown.decode(), r"checking \[[#.]{30}\] +\d+ %  [\d.]+ (ms|s|min) left")
        process.send_signal(number)
        out = process.communicate(timeout=100)[0]
        os.close(master)
        self.assertEqual(process.returncode, FOUND)
        self.assertIn("Interrupted: ", out)
        report = json.loads((self.folder / "out.json").read_text())
        self.assertEqual((report["outcome"], report["partial"]), ("cancelled", True))
        self.assertGreater(report["pairs"]["done"], 0)
        self.assertLess(report["pairs"]["done"], report["pairs"]["near"])

    def test_the_demonstration_says_what_it_wrote(self):
        """The lines of `make demo` behind the build, on the program under test."""
        recipe = (ROOT / "Makefile").read_text().split("\ndemo:")[1].split("\n\n")[0].splitlines()
        lines = [line.strip().lstrip("@") for line in recipe]
        lines = lines[next(i for i, line in enumerate(lines) if "mkdir" in line):]
        text = "\n".join(lines).replace("$(RELEASE)/graze", str(GRAZE)).replace("$(BUILD)", str(self.folder)).replace("$$", "$")
        done = subprocess.run(["sh", "-e", "-c", "\n".join(l for l in text.splitlines() if "cmake" not in l and "ninja" not in l)],
                              cwd=ROOT, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stderr == "" or "built without its page" in done.stderr, done.stderr)
        lines = done.stdout.splitlines()
        if done.stderr == "":
            self.assertRegex(lines.pop(), "^The findings in 3D: open .*/report.html in a browser.$")
            self.assertGreater((self.folder / "demo" / "report.html").stat().st_size, 1000)
        self.assertTrue(lines[-1].startswith("Written: "), lines[-1])
        written = re.findall(r"[^ ]*/findings\.\w+", lines[-1])
        self.assertEqual([Path(name).suffix for name in written], [".svg", ".json"])
        for name in written:
            self.assertGreater(Path(name).stat().st_size, 100)
        self.assertIn("1 penetration", done.stdout)

    def test_a_small_version_of_the_large_scene(self):
        for form in ("wrl", "glb"):
            done = subprocess.run([sys.executable, "-B", str(ROOT / "scripts" / "command_large.py"), GRAZE, str(self.folder), "--objects", "200",
                                   "--triangles", "300", "--format", form], capture_output=True, text=True, timeout=100)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_no_bar_without_a_terminal(self):
        self.assertEqual(self.run_graze("check", self.scene(*many_balls(800)), code=FOUND).stderr, "")


if __name__ == "__main__":
    main()
