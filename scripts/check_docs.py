#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Every public function has a doc comment (///) of its own, second overloads and batches included: it is what an editor
shows to somebody who points at a call. And none gives an error, a result or a status that may be dropped in silence."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUNCTION = re.compile(r"\s{0,2}(?:\[\[nodiscard\]\]|GRAZE_API|std::optional<|void |bool |explicit )[^=]*\(")
NOT_FUNCTIONS = re.compile(r"\s*(?:return|if|for|while|using|switch|case)\b|[^(]*\(\*")


def undocumented(path):
    lines, is_detail, is_private = path.read_text().splitlines(), False, False
    for number, line in enumerate(lines, 1):
        if line.startswith("namespace"):
            is_detail = "detail" in line
        elif line.startswith("}"):
            is_detail = is_private = False
        elif re.match(r" (private|protected):", line):
            is_private = True
        elif line == " public:":
            is_private = False
        elif not is_detail and not is_private and FUNCTION.match(line) and not NOT_FUNCTIONS.match(line):
            above = number - 2
            while lines[above].lstrip().startswith(("template", "requires")):
                above -= 1
            if not lines[above].lstrip().startswith("///") and "///<" not in line:
                yield number, line.strip()


# Types whose every function warns: class [[nodiscard]] Result, enum class [[nodiscard]] Status.
DROPPABLE = re.compile(r"\s*(?:GRAZE_API |static |friend |virtual )*std::optional<Error>(?: GRAZE_API)? \w+\(")
NEVER_DROPPED = {"base/result.h": "class [[nodiscard]] Result", "base/status.h": "enum class [[nodiscard]] Status"}


def droppable():
    for path in sorted((ROOT / "include" / "graze").rglob("*.h")):
        where = path.relative_to(ROOT / "include" / "graze")
        if NEVER_DROPPED.get(str(where), "") not in path.read_text():
            yield f"include/graze/{where}: is not {NEVER_DROPPED[str(where)]}"
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if DROPPABLE.match(line):
                yield f"include/graze/{where}:{number}: an error without [[nodiscard]]: {line.strip()[:80]}"


def main():
    found = list(droppable())
    found += [f"include/{p.relative_to(ROOT / 'include')}:{n}: no doc comment: {text[:80]}"
             for p in sorted((ROOT / "include" / "graze").rglob("*.h")) for n, text in undocumented(p)]
    print("\n".join(found), end="\n" if found else "")
    if found:
        sys.exit(f"docs: {len(found)} public functions without a doc comment or [[nodiscard]]")
    print("docs: every public function has a doc comment, and errors cannot be dropped")


if __name__ == "__main__":
    main()
