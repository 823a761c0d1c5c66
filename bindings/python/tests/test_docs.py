# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Code of docs/python.md runs as it stands, and the example of the package's doc string is true."""
import doctest
import subprocess
import sys
import xml.etree.ElementTree
import pathlib
import re

import numpy as np
import pytest

import graze

ROOT = pathlib.Path(__file__).resolve().parents[3]


def test_blocks_of_the_page(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.S)
    assert len(blocks) == 4
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)  # noqa: S102
    lines = capsys.readouterr().out.splitlines()
    # Half the edge and the radius are 1.5: of places 0, 5/999 ... 5 those below it overlap.
    assert "300 of 1000 overlap" in lines
    assert any(line.startswith("penetration idler output") for line in lines)


def test_doc_string_of_the_package():
    assert doctest.testmod(graze).failed == 0


@pytest.mark.parametrize("example", sorted((ROOT / "examples" / "python").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run_and_draw(example, tmp_path):
    assert len(example.read_text().splitlines()) <= 60
    picture = tmp_path / "picture.svg"
    done = subprocess.run([sys.executable, str(example), str(picture)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout and xml.etree.ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_notebooks_show_tables_and_pictures():
    box = graze.Box()
    rows = graze.distance(box, box, np.eye(4)[None].repeat(30, 0))
    assert rows._repr_html_().count("<tr>") == 21 and "30 rows" in rows._repr_html_()
    assert "<th>upper</th>" in graze.distance(box, box, (3, 0, 0))._repr_html_()
    assert box._repr_svg_().startswith("<svg") and graze.Placed(box)._repr_svg_().startswith("<svg")
    scene = graze.Scene()
    scene.add(box)
    assert scene._repr_svg_().startswith("<svg")
    with pytest.raises(TypeError, match="objects"):
        graze.to_svg([box])
