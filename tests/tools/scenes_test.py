# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The bundled scenes have the findings that scripts/bundled_scenes.py derives, in both formats."""
import subprocess
import sys

from formats import Formats
from support import FOUND, ROOT, SCENES, CommandTest, finding_of, main, pairs_of, short

MICROMETRE = 1e-6


class Stills(Formats):
    def test_kinds_are_told_apart(self):
        report = self.check("kinds", "--clearance", "0.1")
        self.assertEqual(pairs_of(report), {
            ("gap_left", "gap_right"): "clearance", ("flush_left", "flush_right"): "touching",
            ("deep_ball", "deep_cube"): "penetration", ("case", "pearl"): "containment", ("first", "second"): "duplicate"})
        gap = finding_of(report, "gap_left", "gap_right")["separation"]
        self.assertLessEqual(gap["lower"], 0.05 + self.slack)
        self.assertAlmostEqual(gap["upper"], 0.05, delta=self.slack)
        self.is_depth(finding_of(report, "deep_cube", "deep_ball"), 0.1)
        inside = finding_of(report, "case", "pearl")
        self.is_depth(inside, 1.5)  # half the edge and the radius
        self.assertTrue(inside[inside["outer"]].endswith("case"))
        self.assertEqual(report["pairs"]["all"], 45)
        self.assertTrue(all(f["certain"] for f in report["findings"]))

    def test_without_clearance_the_gap_is_no_finding(self):
        self.assertNotIn(("gap_left", "gap_right"), pairs_of(self.check("kinds")))

    def test_assembly_has_one_overlap_of_50_um_and_six_flush_pairs(self):
        report = self.check("assembly")
        self.assertEqual(pairs_of(report), {
            ("block_right", "plate"): "penetration", ("block_left", "plate"): "touching", ("plate", "spacer"): "touching",
            ("block_left", "spacer"): "touching", ("block_right", "spacer"): "touching", ("block_left", "cover"): "touching",
            ("cover", "spacer"): "touching"})
        self.is_depth(finding_of(report, "plate", "block_right"), 50 * MICROMETRE, 0.1 * MICROMETRE)

    def test_assembly_has_a_gap_of_50_um(self):
        gap = finding_of(self.check("assembly", "--clearance", "0.1mm"), "block_right", "cover")
        self.assertEqual(gap["kind"], "clearance")
        self.assertAlmostEqual(gap["separation"]["upper"], 50 * MICROMETRE, delta=0.1 * MICROMETRE)

    def test_tolerance_above_the_overlap_makes_it_touching(self):
        report = self.check("assembly", "--tolerance", "0.06mm")
        self.assertEqual(set(pairs_of(report).values()), {"touching"})
        report = self.check("assembly", "--tolerance", "0.04mm", "--no-touching")
        self.assertEqual(pairs_of(report), {("block_right", "plate"): "penetration"})

class Vrml(Stills, CommandTest):
    pass


class Gltf(Stills, CommandTest):
    extension = "gltf"


class BothFormats(CommandTest):
    """Same pairs, same kinds, in the same order; numbers as far as 24 bits of glTF's buffers carry."""

    def test_have_equal_findings(self):
        for name, options in (("kinds", ["--clearance", "0.1"]), ("assembly", ["--clearance", "0.1mm"]), ("gear_train", []), ("cloth", []),
                              ("robot_cell", ["--clearance", "0.1"]), ("space_game", ["--clearance", "0.5"])):
            vrml, gltf = (self.report(SCENES / f"{name}.{end}", *options, code=FOUND) for end in ("wrl", "gltf"))
            keys = [sorted((f["kind"], f["a"], f["b"], f["certain"], f["outer"]) for f in r["findings"]) for r in (vrml, gltf)]
            self.assertEqual(keys[0], keys[1])
            for f in vrml["findings"]:
                g = finding_of(gltf, short(f["a"]), short(f["b"]))
                for part in ("lower", "upper"):
                    self.assertAlmostEqual(f["separation"][part], g["separation"][part], delta=1e-6)
                self.assertEqual(len(f["times"]), len(g["times"]))
                for s, t in zip(f["times"], g["times"]):
                    self.assertAlmostEqual(s["begin"], t["begin"], delta=1e-5)
                    self.assertAlmostEqual(s["end"], t["end"], delta=1e-5)


class SceneFiles(CommandTest):
    def test_are_what_their_script_writes(self):
        done = subprocess.run([sys.executable, ROOT / "scripts" / "make_scenes.py", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    main()
