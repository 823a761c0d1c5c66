# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Options, job files, rules, sets, baselines: what they do, and how mistakes in them are told."""
import json
import re
import subprocess

from support import FOUND, NOTHING, ROOT, SCENES, CommandTest, ball, job_violations, main, pairs_of

COMMANDS = ("check", "distance", "info", "cast")


class Help(CommandTest):
    def options(self, command):
        text = self.run_graze(command, "--help", code=NOTHING).stdout
        return re.findall(r"^  (--[a-z-]+)", text, re.M)

    def test_every_command_has_usage_and_examples(self):
        for command in COMMANDS:
            text = self.run_graze(command, "--help", code=NOTHING).stdout
            self.assertIn(f"usage: graze {command} ", text)
            self.assertIn(f"\n  graze {command} ", text)

    def test_every_option_is_in_the_manual_the_page_and_the_completions(self):
        manual = (ROOT / "tools" / "graze" / "graze.1").read_text().replace("\\-", "-")
        page = (ROOT / "docs" / "command.md").read_text()
        shells = [self.run_graze("--completion", shell, code=NOTHING).stdout for shell in ("bash", "zsh")]
        for command in COMMANDS:
            for option in self.options(command):
                for text in (manual, page, *shells):
                    self.assertIn(option, text)

    def test_bash_completion_is_sound(self):
        path = self.write("completion.bash", self.run_graze("--completion", "bash").stdout)
        words = subprocess.run(["bash", "-c", f"source {path}; COMP_WORDS=(graze check --cle); COMP_CWORD=2; _graze; echo ${{COMPREPLY[@]}}"],
                               capture_output=True, text=True, check=True).stdout
        self.assertEqual(words.split(), ["--clearance"])

    def test_version(self):
        self.assertRegex(self.run_graze("--version", code=NOTHING).stdout, r"^graze \d+\.\d+\.\d+\n$")

    def test_no_arguments_is_an_error_that_helps(self):
        self.assertIn("usage:", self.run_graze(code=2).stdout)


class Mistakes(CommandTest):
    def test_nearest_spelling(self):
        self.assertIn("did you mean '--clearance'?", self.refusal("check", "x.wrl", "--clearence", "1"))
        self.assertIn("did you mean 'check'?", self.refusal("chek", "x.wrl"))
        self.assertIn("did you mean 'groups'?", self.refusal("check", "x.wrl", "--grouping", "group"))
        self.assertNotIn("did you mean", self.refusal("check", "x.wrl", "--zzzzzzzz"))

    def test_values(self):
        kinds = str(SCENES / "kinds.wrl")
        for words, part in ((["--clearance"], "needs a value"), (["--clearance", "-1"], "length of zero or more"),
                            (["--clearance", "1parsec"], "is not a unit"), (["--clearance", "nan"], "is not"),
                            (["--threads", "0"], "from 1 to"), (["--threads", "two"], "from 1 to"), (["--fps", "0"], "from 0.001"),
                            (["--time", "3:1"], "time in seconds"), (["--time", "a"], "time in seconds"),
                            (["--up", "x"], "none of y, z"), (["--units", "parsec"], "is not a unit"),
                            (["--set", "moving"], "NAME=PATTERN"), (["--exclude", "a"], "a pair"),
                            (["--quiet=1"], "takes no value"), (["--json", "--csv"], "cannot both be printed"),
                            (["--color", "blue"], "auto, always, never")):
            self.assertIn(part, self.refusal("check", kinds, *words), words)

    def test_no_file(self):
        self.assertIn("no file is given", self.refusal("check"))
        self.assertIn("FILE A B", self.refusal("distance", "x.wrl", "a"))
        self.assertIn("FILE ORIGIN DIRECTION", self.refusal("cast", "x.wrl", "0,0,0"))

    def test_ray(self):
        kinds = str(SCENES / "kinds.wrl")
        self.assertIn("the origin: '1,2' is not three numbers", self.refusal("cast", kinds, "1,2", "0,0,1"))
        self.assertIn("no length", self.refusal("cast", kinds, "0,0,0", "0,0,0"))

    def test_set_that_is_not_there(self):
        self.assertIn("set", self.refusal("check", SCENES / "kinds.wrl", "--set", "a=case", "--between", "a,nobody"))


class Pairs(CommandTest):
    """Three balls in a row, each 0.5 into the next."""

    def setUp(self):
        super().setUp()
        self.path = self.scene(ball("one", 0), ball("two", 1.5), ball("three", 3))

    def test_all(self):
        self.assertEqual(pairs_of(self.report(self.path, code=FOUND)), {("one", "two"): "penetration", ("three", "two"): "penetration"})

    def test_one_set_against_the_rest(self):
        self.assertEqual(pairs_of(self.report(self.path, "--set", "s=one")), {("one", "two"): "penetration"})

    def test_two_sets(self):
        self.assertEqual(pairs_of(self.report(self.path, "--set", "s=t*o", "--set", "r=three")), {("three", "two"): "penetration"})
        report = self.report(self.path, "--set", "s=one", "--set", "s=two", "--set", "r=three", "--between", "s,s")
        self.assertEqual(pairs_of(report), {("one", "two"): "penetration"})

    def test_pattern_that_matches_nothing_is_told(self):
        done = self.run_graze("check", self.path, "--set", "s=nobody*", code=NOTHING)
        self.assertIn("no object matches 'nobody*'", done.stderr)

    def test_exclude(self):
        self.assertEqual(pairs_of(self.report(self.path, "--exclude", "one,t*")), {("three", "two"): "penetration"})
        self.report(self.path, "--exclude", "two,*", code=NOTHING)

    def test_rule_file(self):
        rules = self.write("allowed.rules", "# a remark\n\n one , two  # these two\n")
        self.assertEqual(pairs_of(self.report(self.path, "--rules", rules)), {("three", "two"): "penetration"})
        bad = self.write("bad.rules", "one, two\nthree\n")
        self.assertIn("bad.rules:2: 'three' is not a pair", self.refusal("check", self.path, "--rules", bad))

    def test_exclude_parent_child(self):
        nested = self.scene("DEF arm Transform { children [ Shape { geometry Sphere {} }\n" + ball("hand", 1.5) + "] }\n", ball("wall", 3),
                            name="nested.wrl")
        self.assertEqual(len(self.report(nested)["findings"]), 2)
        self.assertEqual(pairs_of(self.report(nested, "--exclude-parent-child")), {("hand", "wall"): "penetration"})

    def test_exclude_adjacent_needs_an_animation(self):
        self.assertIn("there is none", self.refusal("check", self.path, "--exclude-adjacent"))

    def test_max_findings_keeps_the_worst(self):
        deeper = self.scene(ball("one", 0), ball("two", 1.5), ball("three", 2.5), name="deeper.wrl")
        report = self.report(deeper, "--max-findings", "1", code=FOUND)
        self.assertEqual(pairs_of(report), {("three", "two"): "penetration"})
        self.assertEqual(report["outcome"], "limit")
        self.assertTrue(report["partial"])

    def test_threads_do_not_matter(self):
        reports = {self.run_graze("check", self.path, SCENES / "assembly.wrl", "--json", "--threads", n, code=FOUND).stdout for n in (1, 2, 5)}
        self.assertEqual(len(reports), 1)

    def test_surface(self):
        inside = self.scene(ball("pearl"), "DEF shell Shape { geometry IndexedFaceSet { coord Coordinate { point ["
                            "-10 -10 -10, 30 -10 -10, -10 30 -10, -10 -10 30] } coordIndex [0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 -1] } }\n",
                            name="inside.wrl")
        self.assertEqual(self.report(inside, code=FOUND)["findings"][0]["kind"], "containment")
        self.report(inside, "--surface", code=NOTHING)

    def test_grouping(self):
        grouped = self.scene("DEF all Transform { children [ Shape { geometry Sphere {} } Transform { translation 1 0 0 children Shape {"
                             " geometry Sphere {} } } ] }\n", ball("other", 9), name="grouped.wrl")
        self.assertEqual(self.report(grouped, "--grouping", "groups")["objects"], 2)
        self.assertEqual(self.report(grouped, "--grouping", "shapes")["objects"], 3)

    def test_include_excluded(self):
        off = self.scene(ball("one"), "Collision { collide FALSE children [ " + ball("ghost", 1) + " ] }\n", name="off.wrl")
        self.report(off, code=NOTHING)
        self.assertEqual(len(self.report(off, "--include-excluded", code=FOUND)["findings"]), 1)


class SeveralFiles(CommandTest):
    def test_units_are_brought_together(self):
        a, b = self.scene(ball("ball"), name="a.wrl"), self.scene(ball("ball", 1.5), name="b.wrl")
        report = self.report(a, b, code=FOUND)
        self.assertEqual([f["scale"] for f in report["files"]], [1, 1])
        self.assertEqual({report["findings"][0]["a"], report["findings"][0]["b"]}, {"a/ball", "b/ball"})
        job = self.write("job.json", json.dumps({"format": "graze job", "version": 1, "files": [
            "a.wrl", {"path": "b.wrl", "units": "mm", "prefix": "small"}]}))
        report = self.report("--job", job)
        self.assertEqual([f["scale"] for f in report["files"]], [1, 0.001])
        self.assertEqual(pairs_of(report), {("ball",) * 2: "containment"})
        self.assertIn("is scaled by 0.001", self.run_graze("check", "--job", job).stdout)
        self.assertIn("is scaled by 0.001", self.run_graze("check", "--job", job, "--exclude", "*,*", code=NOTHING).stdout)

    def test_units_and_up_of_all(self):
        a = self.scene(ball("one"), ball("two", 1.5), name="a.wrl")
        report = self.report(a, "--units", "mm", "--up", "z", "--clearance", "1mm")
        self.assertEqual(report["unit"], {"metres": 0.001, "name": "mm"})
        self.assertEqual((report["up"], report["settings"]["clearance"]), ("z", 1))

    def test_one_file_twice_is_two_sets_of_objects(self):
        a = self.scene(ball("one"), name="a.wrl")
        report = self.report(a, a, code=FOUND)
        self.assertEqual((report["findings"][0]["kind"], report["findings"][0]["b"]), ("duplicate", "a[2]/one"))

    def test_placements_of_a_job(self):
        self.scene(ball("one"), name="a.wrl")
        self.scene(ball("two", 5), name="b.wrl")
        job = self.write("job.json", json.dumps({"format": "graze job", "version": 1, "clearance": 2, "files": [
            "a.wrl", {"path": "b.wrl", "rotation": {"axis": [0, 0, 2], "degrees": 90}, "translation": [0, -2, 0]}]}))
        gap = self.report("--job", job)["findings"][0]  # (5, 0, 0) goes to (0, 5, 0), then to (0, 3, 0)
        self.assertAlmostEqual(gap["separation"]["upper"], 1, delta=1e-12)
        self.assertAlmostEqual(gap["normal"][1], 1, delta=1e-12)


class Jobs(CommandTest):
    def refused(self, text):
        return self.refusal("check", "--job", self.write("job.json", text if isinstance(text, str) else json.dumps(text)))

    def test_mistakes_name_their_place(self):
        good = {"format": "graze job", "version": 1}
        self.assertIn("job.json:2:11: this is not JSON", self.refused('{"format": "graze job",\n "files": ]}'))
        self.assertIn("too large", self.refused('{"format": "graze job", "version": 1e400}'))
        self.assertIn("this is not JSON", self.refused("[" * 100000))
        self.assertIn('"format" is not "graze job"', self.refused({"version": 1}))
        self.assertIn('"version" is not 1', self.refused({"format": "graze job", "version": 2}))
        self.assertIn("no key 'clearence'; did you mean 'clearance'?", self.refused(good | {"clearence": 1}))
        self.assertIn("/files/0/units: 'parsec'", self.refused(good | {"files": [{"path": "a.wrl", "units": "parsec"}]}))
        self.assertIn("/sets/a/0 is not a text", self.refused(good | {"sets": {"a": [1]}}))
        self.assertIn("/between/0 is not an array of two texts", self.refused(good | {"between": [["a"]]}))
        self.assertIn("/time is not a range", self.refused(good | {"time": [2, 1]}))
        self.assertIn("/files/0/motion/1/time is not later", self.refused(good | {"files": [
            {"path": "a.wrl", "motion": [{"time": 1}, {"time": 1}]}]}))
        self.assertIn("/files/0 is not a file", self.refused(good | {"files": [{}]}))
        self.assertIn("no file is given", self.refused(good))

    def test_the_schema_refuses_what_the_program_refuses(self):
        good = {"format": "graze job", "version": 1, "files": ["a.wrl"]}
        self.assertEqual(job_violations(self.write("job.json", json.dumps(good))), [])
        for bad in ({"version": 2}, {"format": "graze"}, {"clearence": 1}, {"files": [{}]}, {"sets": {"a": [1]}}, {"between": [["a"]]},
                    {"files": [{"path": "a.wrl", "up": "x"}]}, {"fps": 0}, {"grouping": "all"}, {"time": "1"}):
            self.refused(good | bad)
            self.assertNotEqual(job_violations(self.folder / "job.json"), [], bad)

    def test_options_come_on_top(self):
        self.scene(ball("one"), ball("two", 2.5), name="a.wrl")
        job = self.write("job.json", json.dumps({"format": "graze job", "version": 1, "files": ["a.wrl"], "clearance": 0.1}))
        self.report("--job", job, code=NOTHING)
        self.report("--job", job, "--clearance", "0.6", code=FOUND)


class Baselines(CommandTest):
    def test_only_new_findings_count(self):
        path = self.scene(ball("one"), ball("two", 1.5))
        known = self.write("known.json", self.run_graze("check", path, "--json", code=FOUND).stdout)
        report = self.report(path, "--baseline", known, code=NOTHING)
        self.assertTrue(report["findings"][0]["known"])
        self.assertEqual(report["counts"]["new"], 0)
        self.scene(ball("one"), ball("two", 1.5), ball("three", 3))
        self.assertEqual([f["known"] for f in self.report(path, "--baseline", known, code=FOUND)["findings"]].count(False), 1)
        self.scene(ball("one"), ball("two", 1.4))  # deeper than before
        self.report(path, "--baseline", known, code=FOUND)
        self.scene(ball("one"), ball("two", 1.6))  # less deep
        self.report(path, "--baseline", known, code=NOTHING)

    def test_other_files_are_refused(self):
        path = self.scene(ball("one"))
        for text in ("{}", "[", '{"format": "graze findings", "version": 1, "findings": [{}]}'):
            self.assertIn("base.json", self.refusal("check", path, "--baseline", self.write("base.json", text)))
        self.assertIn("version", self.refusal("check", path, "--baseline", self.write("base.json", '{"format": "graze findings", "version": 2}')))


if __name__ == "__main__":
    main()
