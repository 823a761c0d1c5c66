# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Files and checks: the bundled scenes, whose findings scenes/README.md derives, and a file of each format."""
import pathlib

import numpy as np
import pytest

import graze

SCENES = pathlib.Path(__file__).resolve().parents[3] / "scenes"


def test_gears_meet_by_a_tenth_at_two_seconds():
    model = graze.load(SCENES / "gear_train.wrl")
    assert len(model) == 3 and model.duration == pytest.approx(8) and model.up == "y"
    report = graze.check(model)
    (finding,) = report
    assert (finding.kind, finding.a, finding.b) == ("penetration", "idler", "output")
    assert finding.depth == pytest.approx(0.1, abs=1e-3) and finding.time == pytest.approx(2, abs=0.01)
    ((begin, end, worst),) = finding.times
    assert begin < 2 < end and worst == finding.time
    assert report.counts["penetration"] == 1 and report.is_complete
    assert "idler" in report._repr_html_() and "idler" in model._repr_html_()


def test_objects_are_operands_of_queries():
    model = graze.load(SCENES / "gear_train.wrl", time=2)
    found = graze.separation(model["idler"].placed, model["output"].placed)
    assert found.lower == pytest.approx(-0.1, abs=1e-3)
    assert not graze.check(model, time=0).findings


def test_sets_exclusions_and_clearance(tmp_path):
    lines = ["solid three"]
    cube = np.array([[x, y, z] for x in (0.0, 1) for y in (0.0, 1) for z in (0.0, 1)])
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
             [1, 5, 7], [1, 7, 3]]  # fmt: skip
    paths = []
    for name, x in (("a", 0.0), ("b", 0.5), ("c", 1.75)):
        path = tmp_path / f"{name}.obj"
        lines = [f"v {p[0] + x} {p[1]} {p[2]}" for p in cube] + ["f " + " ".join(str(i + 1) for i in f) for f in faces]
        path.write_text("\n".join(lines) + "\n")
        paths.append(path)
    report = graze.check(*paths, clearance=0.5)
    assert [(f.kind, f.a[0], f.b[0]) for f in report] == [("penetration", "a", "b"), ("clearance", "b", "c")]
    assert report[0].depth == pytest.approx(0.5) and report[1].lower == pytest.approx(0.25)
    assert len(graze.check(*paths, clearance=0.5, exclude=[("a*", "b*")])) == 1
    assert len(graze.check(*paths, sets={"first": "a*", "last": ["c*"]}, between=[("first", "last")])) == 0
    with pytest.raises(KeyboardInterrupt):
        graze.check(*paths, progress=lambda share: False)


def test_what_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.wrl"):
        graze.load(tmp_path / "nothing.wrl")
    bad = tmp_path / "bad.wrl"
    bad.write_bytes(b"PK\x03\x04 not a scene")
    with pytest.raises(ValueError, match="bad.wrl"):
        graze.load(bad)
    with pytest.raises(ValueError, match="units"):
        graze.load(SCENES / "cloth.wrl", units="elephants")
    with pytest.raises(ValueError, match="clearance"):
        graze.check(SCENES / "kinds.wrl", clearance=-1)
    with pytest.raises(TypeError):
        graze.load()
