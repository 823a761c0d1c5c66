# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Scenes that move: when, how deep at the worst moment, and what is printed about it."""
import csv
import io
import json
import math
import re

from formats import Formats
from schema import violations
from support import FOUND, HEADER, NOTHING, ROOT, SCENES, CommandTest, ball, finding_of, main, pairs_of


class Moving(Formats):
    def test_gear_train_jams_at_two_seconds(self):
        report = self.check("gear_train")
        self.assertEqual(pairs_of(report), {("idler", "output"): "penetration"})
        jam = report["findings"][0]
        self.is_depth(jam, 0.1, 1e-6)
        half = math.degrees(math.acos(32.34 / 32.76)) / 45
        self.is_span(jam, 2 - half, 2 + half)
        self.assertAlmostEqual(jam["worst"], 2, delta=1e-3)  # the depth is flat there: 1e-3 s are 2e-7 of it

    def test_gear_train_away_from_the_jam_is_free(self):
        self.check("gear_train", "--time", "2.3:8", code=NOTHING)

    def test_robot_comes_too_close_between_frames(self):
        rules = ["--rules", SCENES / "robot_cell.rules", "--clearance", "0.1"]
        report = self.check("robot_cell", *rules, "--time", "0:0.6")
        self.assertEqual(pairs_of(report), {("post", "tool"): "clearance"})
        near = report["findings"][0]
        self.assertAlmostEqual(near["separation"]["upper"], 0.05, delta=1e-6)
        self.assertAlmostEqual(near["worst"], 0.15, delta=1e-4)
        # 0.1 apart: 0.3^2 = 2^2 + 2.25^2 - 9 cos a, at 300 degrees per second
        half = math.degrees(math.acos((4 + 2.25 ** 2 - 0.09) / 9)) / 300
        self.is_span(near, 0.15 - half, 0.15 + half)
        self.check("robot_cell", *rules, "--time", "0:0.6", "--frames-only", code=NOTHING)
        self.assertEqual(len(self.check("robot_cell", *rules)["findings"][0]["times"]), 2)

    def test_cloth_cuts_the_ball_at_the_end(self):
        report = self.check("cloth")
        self.assertEqual(pairs_of(report), {("ball", "cloth"): "penetration"})
        cut = report["findings"][0]
        self.is_depth(cut, 0.05, 1e-6)
        self.is_span(cut, 0.5 / 0.55, 1)
        self.assertAlmostEqual(cut["worst"], 1, delta=1e-9)
        self.check("cloth", "--time", "0:0.9", code=NOTHING)

    def test_space_game(self):
        report = self.check("space_game")
        self.assertEqual(pairs_of(report), {("mine_near", "ship"): "penetration", ("mine_swept", "sweeper"): "penetration",
                                            ("mine_caught", "net"): "penetration"})
        near = finding_of(report, "ship", "mine_near")
        self.is_depth(near, 0.3, 1e-6)
        self.is_span(near, 4.55, 5.45)
        self.assertAlmostEqual(near["worst"], 5, delta=1e-3)
        swept = finding_of(report, "sweeper", "mine_swept")
        self.is_depth(swept, 0.2, 1e-6)
        self.is_span(swept, 3.8, 6.2)
        self.assertTrue(4 - 1e-6 <= swept["worst"] <= 6 + 1e-6)
        caught = finding_of(report, "mine_caught", "net")
        self.is_depth(caught, 0.505, 1e-6)
        self.is_span(caught, 4.495, 5.505)
        with_gap = self.check("space_game", "--clearance", "0.5")
        side = finding_of(with_gap, "ship", "wingman")
        self.assertAlmostEqual(side["separation"]["upper"], 0.4, delta=1e-6)
        self.is_span(side, 0, 10)


class Vrml(Moving, CommandTest):
    pass


class Gltf(Moving, CommandTest):
    extension = "gltf"


class Output(CommandTest):
    def table(self, *words):
        """Lines of the table with the time that it took masked."""
        text = self.run_graze(*words, code=FOUND).stdout
        return re.sub(r", [\d.]+ (us|ms|s)\.$", ", TIME.", text, flags=re.M).splitlines()

    def test_of_the_gear_train(self):
        self.assertEqual(self.table("check", SCENES / "gear_train.wrl"),
                         (ROOT / "tests" / "tools" / "gear_train.txt").read_text().splitlines())

    def test_one_moment_is_said_to_be_that(self):
        text = self.run_graze("check", SCENES / "gear_train.wrl", "--time", "3", code=NOTHING).stdout
        self.assertIn("Time: 3 s alone, of an animation from 0 s to 8 s.\n", text)

    def test_csv_of_moving_scenes_has_times(self):
        row, = csv.DictReader(io.StringIO(self.run_graze("check", SCENES / "gear_train.wrl", "--csv", code=FOUND).stdout))
        self.assertAlmostEqual(float(row["worst"]), 2, delta=1e-3)
        self.assertEqual(row["spans"], "1")

    def test_distance_over_time(self):
        data = json.loads(self.run_graze("distance", SCENES / "robot_cell.wrl", "*/tool", "*/post", "--time", "0:0.6", "--json").stdout)
        self.assertAlmostEqual(data["findings"][0]["separation"]["upper"], 0.05, delta=1e-6)
        self.assertAlmostEqual(data["findings"][0]["worst"], 0.15, delta=1e-4)

    def test_job_file_of_the_robot_cell(self):
        report = self.report("--job", SCENES / "robot_cell.json", code=FOUND)
        self.assertEqual(pairs_of(report), {("post", "tool"): "clearance"})
        self.assertEqual(report["settings"]["clearance"], 0.1)


    def test_json_is_as_its_schema_says(self):
        schema = json.loads((ROOT / "docs" / "findings.schema.json").read_text())
        for name in ("gear_train", "cloth", "space_game"):
            self.assertEqual(list(violations(self.report(SCENES / f"{name}.wrl", code=FOUND), schema)), [])

    def test_threads_do_not_matter(self):
        for name in ("gear_train", "cloth", "space_game"):
            reports = {self.run_graze("check", SCENES / f"{name}.wrl", "--json", "--threads", n).stdout for n in (1, 4)}
            self.assertEqual(len(reports), 1)

    def test_svg_shows_the_worst_moment(self):
        text = self.run_graze("check", SCENES / "cloth.wrl", "--svg", code=FOUND).stdout
        self.assertIn("penetration 50 mm at 1 s", text)


class Motions(CommandTest):
    def test_a_job_moves_files(self):
        """A ball of radius 1 goes from x = 5 to x = 1 between 1 s and 3 s, towards one at the origin: they touch at x = 2."""
        self.scene(ball("one"), name="a.wrl")
        self.scene(ball("two"), name="b.wrl")
        job = self.write("job.json", json.dumps({"format": "graze job", "version": 1, "files": ["a.wrl", {"path": "b.wrl", "motion": [
            {"time": 1, "translation": [5, 0, 0]}, {"time": 3, "translation": [1, 0, 0]}]}]}))
        hit, = self.report("--job", job, code=FOUND)["findings"]
        self.assertEqual((hit["a"], hit["b"]), ("a/one", "b/two"))
        self.assertAlmostEqual(hit["times"][0]["begin"], 2.5, delta=1e-5)
        self.assertAlmostEqual(hit["depth"], 1, delta=1e-9)

    def test_turning(self):
        """A ball at (2, 0, 0) turns by 90 degrees about z: at 45 degrees it meets one at radius 3.9, 0.1 deep."""
        at = 3.9 * math.sqrt(0.5)
        self.scene(ball("one", at, 1, at), name="a.wrl")
        self.scene(ball("two", 2), name="b.wrl")
        job = self.write("job.json", json.dumps({"format": "graze job", "version": 1, "files": ["a.wrl", {"path": "b.wrl", "motion": [
            {"time": 0}, {"time": 1, "rotation": {"axis": [0, 0, 1], "degrees": 90}}]}]}))
        hit, = self.report("--job", job, code=FOUND)["findings"]
        self.assertAlmostEqual(hit["depth"], 0.1, delta=1e-6)
        self.assertAlmostEqual(hit["worst"], 0.5, delta=1e-3)


class Samples(CommandTest):
    """A small triangle turns by 90 degrees in a second, 2 from the axis, and counts as deforming. In one sample it goes along the chord,
    whose middle is at (1, 1): a ball there with radius 0.1 is 0.48 away from the arc."""

    def scene_of_a_flag(self):
        return self.scene(
            ball("post", 1.025, 0.1, 1.025), "DEF arm Transform { children Transform { translation 2 0 0 children DEF flag Shape { geometry "
            "IndexedFaceSet { coord DEF points Coordinate { point [ 0 0 0, 0.01 0 0, 0 0 0.01 ] } coordIndex [ 0 1 2 ] } } } }\n"
            "DEF clock TimeSensor { loop TRUE }\nDEF turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1.5707963 ] }\n"
            "DEF wave CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0.01 0 0, 0 0 0.01, 0 0 0, 0.01 0 0, 0 0 0.01 ] }\n"
            "ROUTE clock.fraction_changed TO turn.set_fraction\nROUTE turn.value_changed TO arm.set_rotation\n"
            "ROUTE clock.fraction_changed TO wave.set_fraction\nROUTE wave.value_changed TO points.point\n")

    def test_of_what_deforms_are_as_many_as_asked_for(self):
        path = self.scene_of_a_flag()
        one = self.run_graze("check", path, "--fps", "1", code=FOUND).stdout
        self.assertIn("Time: 0 s to 1 s, without gaps; what deforms is straight between 1 sample per second.\n", one)
        many = self.run_graze("check", path, code=NOTHING).stdout
        self.assertIn("what deforms is straight between 30 samples per second.\n", many)
        self.assertEqual(self.report(path, "--fps", "1", code=FOUND)["settings"]["time"]["fps"], 1)

    def test_alone_are_said_to_be_that(self):
        frames = self.run_graze("check", self.scene_of_a_flag(), "--fps", "7.5", "--frames-only", code=NOTHING).stdout
        self.assertIn("Time: 0 s to 1 s, at 7.5 frames per second only: what happens between them is not seen.\n", frames)
        rigid = self.run_graze("check", SCENES / "gear_train.wrl", "--fps", "7", code=FOUND).stdout
        self.assertIn("Time: 0 s to 8 s, without gaps.\n", rigid)


def loop(name, seconds, values):
    """A TimeSensor and an interpolator that drive the translation of a node."""
    return (f"DEF clock_{name} TimeSensor {{ loop TRUE cycleInterval {seconds} }}\n"
            f"DEF way_{name} PositionInterpolator {{ key [ 0 0.5 1 ] keyValue [ {values} ] }}\n"
            f"ROUTE clock_{name}.fraction_changed TO way_{name}.set_fraction\nROUTE way_{name}.value_changed TO {name}.set_translation\n")


class Cycles(CommandTest):
    def moving(self, *seconds):
        return self.scene(*(ball(f"b{i}", 10 * i) for i in range(len(seconds))),
                          *(loop(f"b{i}", s, f"{10 * i} 0 0, {10 * i} 5 0, {10 * i} 0 0") for i, s in enumerate(seconds)))

    def test_that_fit_together_are_followed_until_they_do(self):
        path = self.moving(3, 4)
        time = self.report(path, code=NOTHING)["settings"]["time"]
        self.assertEqual((time["begin"], time["end"], time["whole"]), (0, 12, True))
        self.assertFalse(self.report(path, "--time", "0:11", code=NOTHING)["settings"]["time"]["whole"])
        self.assertTrue(self.report(path, "--time", "0:13", code=NOTHING)["settings"]["time"]["whole"])
        self.assertNotIn("Cycles", self.run_graze("check", path).stdout)

    def test_that_do_not_are_said_to(self):
        path = self.moving(3, 3.1415926)
        report = self.report(path, code=NOTHING)
        self.assertEqual(list(violations(report, json.loads((ROOT / "docs" / "findings.schema.json").read_text()))), [])
        self.assertEqual((report["settings"]["time"]["end"], report["settings"]["time"]["whole"]), (3.1415926, False))
        sentence = "Cycles of the animation do not fit together: what they do after 3.14159 s was not looked at; see --time."
        self.assertIn(sentence, self.run_graze("check", path).stdout)
        self.assertNotIn("Cycles", self.run_graze("check", path, "--time", "0:5").stdout)
        info = json.loads(self.run_graze("info", path, "--json", code=NOTHING).stdout)
        self.assertEqual(info["animation"], {"begin": 0, "end": 3.1415926, "whole": False})
        self.assertIn("Animation: 0 s to 3.14159 s, and on: its cycles do not fit together; 2 objects move",
                      self.run_graze("info", path).stdout)


class Triggers(CommandTest):
    def test_waiting_animations_start_on_request(self):
        moving = self.scene(ball("one"), ball("two", 5), "DEF wait TimeSensor { cycleInterval 1 }\n"
                            "DEF way PositionInterpolator { key [0 1] keyValue [5 0 0, 1 0 0] }\n"
                            "ROUTE wait.fraction_changed TO way.set_fraction\nROUTE way.value_changed TO two.set_translation\n")
        self.report(moving, code=NOTHING)
        for option in (["--trigger", "wait"], ["--trigger-all"]):
            found = finding_of(self.report(moving, *option, code=FOUND), "one", "two")
            self.assertAlmostEqual(found["times"][0]["begin"], 0.75, delta=1e-5)  # 5 - 4 t = 2


if __name__ == "__main__":
    main()
