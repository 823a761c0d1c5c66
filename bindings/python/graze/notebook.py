# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""How results and objects show themselves in a notebook: as tables and as pictures."""
from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from . import _graze

_MOST_ROWS = 20


def _cell(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return escape(np.array2string(value, precision=6, separator=", "))
    return escape(f"{value:.9g}" if isinstance(value, float) else str(value))


def _arrays_html(arrays: Any) -> str:
    table = arrays.to_structured()
    names = table.dtype.names
    head = "".join(f"<th>{name}</th>" for name in ("", *names))
    rows = [
        f"<tr><th>{i}</th>" + "".join(f"<td>{_cell(table[i][name])}</td>" for name in names) + "</tr>"
        for i in range(min(len(table), _MOST_ROWS))
    ]
    more = f"<p>{len(table)} rows</p>" if len(table) > _MOST_ROWS else ""
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>{more}"


def _result_html(result: Any) -> str:
    names = [name for name, value in vars(type(result)).items() if isinstance(value, property)]
    rows = "".join(f"<tr><th>{name}</th><td>{_cell(getattr(result, name))}</td></tr>" for name in names)
    return f"<table>{rows}</table>"


def _shape_svg(shape: Any) -> str:
    return _graze.to_svg([_graze.Placed(shape)], width=240)


def _placed_svg(placed: Any) -> str:
    return _graze.to_svg([placed], width=240)


def show_in_notebooks() -> None:
    """Gives the compiled classes the methods that notebooks look for."""
    for name, kind in vars(_graze).items():
        if name.endswith("Arrays"):
            kind._repr_html_ = _arrays_html
            getattr(_graze, name[: -len("Arrays")])._repr_html_ = _result_html
    setattr(_graze.Shape, "_repr_svg_", _shape_svg)
    setattr(_graze.Placed, "_repr_svg_", _placed_svg)
