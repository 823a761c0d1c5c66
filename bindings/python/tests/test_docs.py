# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Code of docs/python.md runs as it stands, and the example of the package's doc string is true."""
import doctest
import pathlib
import re

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
