# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Bundled scenes in each of their formats."""
from support import FOUND, SCENES


class Formats:
    """Every test below runs on VRML and on glTF: numbers of glTF's buffers have 24 bits."""
    extension = "wrl"
    slack = 1e-9  # of lengths near 1: rounding of decimal numbers and of the queries

    def check(self, name, *options, code=FOUND):
        return self.report(SCENES / f"{name}.{self.extension}", *options, code=code)

    def is_depth(self, finding, depth, slack=None):
        slack = slack or self.slack
        self.assertAlmostEqual(finding["depth"], depth, delta=slack)
        self.assertLessEqual(finding["separation"]["lower"], -depth + slack)

    def is_span(self, finding, begin, end, slack=1e-5):
        self.assertEqual(len(finding["times"]), 1, finding["times"])
        self.assertAlmostEqual(finding["times"][0]["begin"], begin, delta=slack)
        self.assertAlmostEqual(finding["times"][0]["end"], end, delta=slack)
