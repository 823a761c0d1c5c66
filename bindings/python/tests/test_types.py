# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The stub names what the compiled module has, and nothing else; mypy finds no fault in package and examples."""
import ast
import pathlib
import subprocess
import sys

import pytest

import graze
from graze import _graze

PACKAGE = pathlib.Path(graze.__file__).parent


def public(names):
    # Methods of notebooks are added by notebook.py.
    return {name for name in names if not name.startswith(("__", "_repr_"))}


def stub_names(body):
    found = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(node.target.id)
    return found


def test_stub_and_module_have_the_names_of_each_other():
    tree = ast.parse((PACKAGE / "_graze.pyi").read_text())
    assert public(stub_names(tree.body)) == public(vars(_graze))
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or any(base.id == "IntEnum" for base in node.bases):
            continue
        assert public(stub_names(node.body)) == public(vars(getattr(_graze, node.name))), node.name


def test_everything_public_says_what_it_is():
    for name in public(dir(graze)):
        value = getattr(graze, name)
        if callable(value) and getattr(value, "__module__", "").startswith(("graze", "builtins")):
            assert (value.__doc__ or "").strip(), name


def test_mypy_strict():
    pytest.importorskip("mypy", reason="mypy is not installed")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "-p", "graze"],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
