# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""What the tests of the command share: running it, scenes written on the spot, reports as data. GRAZE is the program."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from schema import violations

ROOT = Path(__file__).resolve().parent.parent.parent
SCENES = ROOT / "scenes"
GRAZE = os.environ.get("GRAZE", str(ROOT / "build" / "release" / "graze"))
NOTHING, FOUND, FAILED, NOTHING_IN_PART = range(4)
HEADER = "#VRML V2.0 utf8\n"


def ball(name, x=0, radius=1, y=0):
    return f"DEF {name} Transform {{ translation {x} {y} 0 children Shape {{ geometry Sphere {{ radius {radius} }} }} }}\n"


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_graze(self, *words, code=None, env=None, text=True):
        """The finished process; its exit code is tested where one is expected."""
        done = subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=text, timeout=120, cwd=self.folder,
                              env={**os.environ, "NO_COLOR": "", **(env or {})})
        if "--job" in words and done.returncode != FAILED:  # what the program takes is what the schema says
            self.assertEqual(job_violations(self.folder / words[words.index("--job") + 1]), [])
        if code is not None:
            self.assertEqual(done.returncode, code, f"graze {words}\n{done.stdout}\n{done.stderr}")
        return done

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text) if isinstance(text, bytes) else path.write_text(text)
        return path

    def scene(self, *nodes, name="scene.wrl"):
        return self.write(name, HEADER + "".join(nodes))

    def report(self, *words, code=None):
        return json.loads(self.run_graze("check", *words, "--json", code=code).stdout)

    def refusal(self, *words):
        """What the program says where it cannot do what it was asked for: nothing on stdout, one line on stderr."""
        done = self.run_graze(*words, code=FAILED)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("graze: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr[len("graze: "):-1]


def job_violations(path):
    return list(violations(json.loads(path.read_text()), json.loads((ROOT / "docs" / "job.schema.json").read_text())))


def short(name):
    return name.split("/")[-1]


def pairs_of(report):
    """Kind of each finding by its two names, without their groups."""
    return {tuple(sorted((short(f["a"]), short(f["b"])))): f["kind"] for f in report["findings"]}


def finding_of(report, a, b):
    found = [f for f in report["findings"] if {short(f["a"]), short(f["b"])} == {a, b}]
    assert len(found) == 1, f"{len(found)} findings of {a} and {b}"
    return found[0]


def main():
    unittest.main(verbosity=1)
