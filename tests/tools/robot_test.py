# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Robots in the command: rows of joint values, what lies between them, allowed pairs, limits."""
import struct
import unittest

from support import FOUND, HEADER, NOTHING, NOTHING_IN_PART, CommandTest

BOX = "<collision><geometry><box size='1 1 1'/></geometry></collision>"
# A car that slides along x from 0 to 20.
SLIDER = f"""<robot name='r'><link name='base'/><link name='car'>{BOX}</link>
<joint name='x' type='prismatic'><parent link='base'/><child link='car'/><axis xyz='1 0 0'/>
<limit lower='0' upper='20'/></joint></robot>"""
# A wall of 0.2 across x at 5; the car meets it from 4.4 to 5.6.
WALL = HEADER + "Transform { translation 5 0 0 children DEF wall Shape { geometry Box { size 0.2 3 3 } } }\n"


def chain(count):
    """Boxes that turn about one another's centres: neighbours are adjacent, all others overlap."""
    links = "".join(f"<link name='l{i}'>{BOX}</link>" for i in range(count))
    joints = "".join(f"<joint name='j{i}' type='continuous'><parent link='l{i - 1}'/><child link='l{i}'/></joint>"
                     for i in range(1, count))
    return f"<robot name='r'>{links}{joints}</robot>"


class Robots(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("r.urdf", SLIDER)
        self.write("cell.wrl", WALL)

    def test_what_lies_between_rows_is_found_and_told_by_rows(self):
        self.write("q.csv", "x\n0\n10\n")
        report = self.report("r.urdf", "cell.wrl", "--states", "q.csv", code=FOUND)
        finding, = report["findings"]
        self.assertEqual((finding["kind"], finding["a"], finding["b"]), ("penetration", "r/car", "cell/wall"))
        span, = finding["times"]
        self.assertAlmostEqual(span["begin"], 0.44, 6)
        self.assertAlmostEqual(span["end"], 0.56, 6)
        self.assertAlmostEqual(finding["depth"], 0.6, 2)
        self.assertEqual(report["settings"]["time"]["unit"], "row")
        self.assertEqual(report["robot"], {"states": "q.csv", "rows": 2, "error": None, "out_of_limits": 0, "limits": []})
        self.assertEqual(report["up"], "z")
        table = self.run_graze("check", "r.urdf", "cell.wrl", "--states", "q.csv", code=FOUND).stdout
        self.assertIn("from row to row", table)
        self.assertIn("2 rows of joint values, and all that lies between them.", table)

    def test_rows_alone_are_looked_at_when_asked(self):
        self.write("q.csv", "0\n10\n")
        self.report("r.urdf", "cell.wrl", "--states", "q.csv", "--frames-only", code=NOTHING)
        self.write("q.csv", "0\n5\n10\n4.5\n")
        report = self.report("r.urdf", "cell.wrl", "--states", "q.csv", "--frames-only", code=FOUND)
        self.assertEqual([f["worst"] for f in report["findings"]], [1, 3])
        self.assertAlmostEqual(report["findings"][1]["depth"], 0.1)

    def test_numpy_arrays_are_states(self):
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }"
        header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
        self.write("q.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header + struct.pack("<dd", 0, 10))
        report = self.report("r.urdf", "cell.wrl", "--states", "q.npy", code=FOUND)
        self.assertAlmostEqual(report["findings"][0]["times"][0]["begin"], 0.44, 6)

    def test_pictures_have_the_robot_where_it_is(self):
        self.write("q.csv", "0\n10\n")
        picture = self.run_graze("check", "r.urdf", "cell.wrl", "--states", "q.csv", "--svg", code=FOUND).stdout
        self.assertIn(" at row 0.5", picture)

    def test_srdf_lets_links_touch(self):
        self.write("c.urdf", chain(3))
        self.write("c.csv", "0.3 0.2\n")
        report = self.report("c.urdf", "--states", "c.csv", code=FOUND)
        self.assertEqual([(f["a"], f["b"]) for f in report["findings"]], [("l0", "l2")])
        self.write("c.srdf", "<robot name='r'><disable_collisions link1='l0' link2='l2' reason='Never'/></robot>")
        self.report("c.urdf", "--states", "c.csv", "--srdf", "c.srdf", code=NOTHING)
        # Without states as well: all variables are zero, and the boxes in one place.
        self.report("c.urdf", code=FOUND)
        self.report("c.urdf", "--srdf", "c.srdf", code=NOTHING)

    def test_the_distance_of_adjacent_links_is_told(self):
        self.write("c.urdf", chain(2))
        self.report("c.urdf", code=NOTHING)
        self.assertIn("l1", self.run_graze("distance", "c.urdf", "l0", "l1", code=FOUND).stdout)

    def test_a_job_file_names_states(self):
        self.write("q.csv", "0\n10\n")
        self.write("job.json", '{"format": "graze job", "version": 1, "files": ["r.urdf", {"path": "cell.wrl"}], '
                               '"states": "q.csv", "frames_only": false}')
        self.report("--job", "job.json", code=FOUND)

    def test_values_out_of_limits_are_told(self):
        self.write("q.csv", "0\n-1\n")
        report = self.report("r.urdf", "--states", "q.csv", code=NOTHING)
        self.assertEqual(report["robot"]["limits"], [{"row": 1, "joint": "x", "value": -1}])
        table = self.run_graze("check", "r.urdf", "--states", "q.csv").stdout
        self.assertIn("1 value outside of the joints' limits: x is -1 in row 1", table)

    def test_a_bad_row_makes_the_check_partial(self):
        self.write("q.csv", "0\n1\nnan\n")
        done = self.run_graze("check", "r.urdf", "cell.wrl", "--states", "q.csv", code=NOTHING_IN_PART)
        self.assertIn("q.csv:3:1: variable \"x\" is not a finite number", done.stderr)

    def test_what_makes_no_sense_is_refused(self):
        self.write("q.csv", "0\n")
        self.assertIn("no file is a URDF", self.refusal("check", "cell.wrl", "--states", "q.csv"))
        self.assertIn("there are two", self.refusal("check", "r.urdf", "r.urdf", "--states", "q.csv"))
        self.assertIn("no such file", self.refusal("check", "r.urdf", "--states", "none.csv"))
        self.assertIn("--time is for animations", self.refusal("check", "r.urdf", "--states", "q.csv", "--time", "1"))
        self.write("q.csv", "0 1\n")
        done = self.run_graze("check", "r.urdf", "--states", "q.csv", code=NOTHING_IN_PART)
        self.assertIn("q.csv:1:1: the line has 2 columns, 1 are needed", done.stderr)
        self.write("bad.urdf", "<robot><link name='a'/><link name='a'/></robot>")
        self.assertIn("bad.urdf:1:24: link \"a\" is defined twice", self.refusal("check", "bad.urdf", "--states", "q.csv"))
        self.assertIn("states", self.refusal("distance", "r.urdf", "*", "*", "--states", "q.csv"))


if __name__ == "__main__":
    unittest.main()
