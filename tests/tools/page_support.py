# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""A page of graze check --html as data: its three documents, and the arrays of its blob."""
import base64
import html
import json
import re
import struct
import zlib

SIZES = {"f32": (4, "f"), "f64": (8, "d"), "u32": (4, "I")}


class Page:
    def __init__(self, path):
        self.text = path.read_text()
        self.report_text, self.view_text = self.element("graze-report"), self.element("graze-view")
        self.report, self.view = json.loads(self.report_text), json.loads(self.view_text)
        self.blob = zlib.decompress(base64.b64decode(self.element("graze-data"), validate=True))
        self.title = html.unescape(re.search(r"<title>(.*?)</title>", self.text, re.S).group(1))

    def element(self, name):
        """Text between the tags of an element, of which there must be one."""
        found = re.findall(rf'<script [^>]*id="{name}">(.*?)</script>', self.text, re.S)
        assert len(found) == 1, f"{len(found)} elements {name}"
        return found[0].strip()

    def numbers(self, buffer):
        entry = self.view["buffers"][buffer]
        size, code = SIZES[entry["type"]]
        count, raw = entry["count"], self.blob[entry["offset"]:entry["offset"] + entry["count"] * size]
        assert entry["offset"] % 8 == 0 and len(raw) == count * size
        if entry["coding"] in ("planes", "delta"):
            raw = bytes(b for number in zip(*(raw[k * count:(k + 1) * count] for k in range(size))) for b in number)
        numbers = list(struct.unpack(f"<{count}{code}", raw))
        if entry["coding"] == "delta":
            for i in range(1, count):
                numbers[i] = (numbers[i] + numbers[i - 1]) & 0xffffffff
        return numbers

    def rows(self, buffer, width):
        numbers = self.numbers(buffer)
        assert len(numbers) % width == 0
        return [numbers[i:i + width] for i in range(0, len(numbers), width)]

    def object(self, name):
        names = [o["name"] for o in self.view["objects"]]
        assert names.count(name) == 1, f"{name} in {names}"
        return names.index(name)

    def parts_of(self, name):
        """(part, its matrix) of an object."""
        index, matrices = self.object(name), self.rows(self.view["matrices"], 12)
        return [(part, matrices[i]) for i, part in enumerate(self.view["parts"]) if part["object"] == index]

    def geometry_of(self, name):
        (part, _), = self.parts_of(name)
        return self.view["geometries"][part["geometry"]]

    def placement(self, name, time=None):
        """World from the only part of an object, at a sampled time."""
        (part, own), = self.parts_of(name)
        if "track" not in part:
            return own
        track = self.rows(self.view["tracks"][part["track"]]["matrices"], 12)
        return product(track[self.times().index(time)], own)

    def times(self):
        return self.numbers(self.view["times"])


def product(a, b):
    """Of two placements, row by row."""
    out = []
    for i in range(3):
        out += [sum(a[4 * i + k] * b[4 * k + j] for k in range(3)) + (a[4 * i + 3] if j == 3 else 0) for j in range(4)]
    return out


def image(m, p):
    return [sum(m[4 * i + k] * p[k] for k in range(3)) + m[4 * i + 3] for i in range(3)]
