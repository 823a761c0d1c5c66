#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""Writes the bundled scenes: each description in bundled_scenes.py as VRML97 and as glTF.

make_scenes.py [FOLDER]: default scenes/. `make_scenes.py --check` says whether the files there are what it would write.
VRML97 has decimal numbers; glTF has them in its JSON for sizes and placements, and 32-bit floats in its buffers for vertices
and keys. Both formats have metres and +y up.
"""
import base64
import json
import math
import struct
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import bundled_scenes  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


def number(x):
    """Shortest of up to ten digits; no minus zero."""
    text = f"{x:.10g}"
    return "0" if text == "-0" else text


def vector(v):
    return " ".join(number(x) for x in v)


# VRML97: nodes as lists of lines.

def indented(lines):
    return ["  " + line for line in lines]


def vrml_mesh(mesh, name):
    points = [vector(p) for p in mesh.points]
    rows = [", ".join(points[i:i + 6]) + "," for i in range(0, len(points), 6)]
    faces = [" ".join(map(str, face)) + " -1" for face in mesh.faces]
    runs = [", ".join(faces[i:i + 8]) + "," for i in range(0, len(faces), 8)]
    define = f"DEF {name}_points " if mesh.later else ""
    return (["geometry IndexedFaceSet {", f"  coord {define}Coordinate {{ point ["] + indented(indented(rows)) + ["  ] }", "  coordIndex ["]
            + indented(indented(runs)) + ["  ]", "}"])


def vrml_shape(node):
    kind, size = node.shape.kind, node.shape.size
    if kind == "mesh":
        return ["Shape {"] + indented(vrml_mesh(node.shape, node.name)) + ["}"]
    fields = {"box": "Box {{ size {} }}", "sphere": "Sphere {{ radius {} }}", "cylinder": "Cylinder {{ radius {} height {} }}",
              "cone": "Cone {{ bottomRadius {} height {} }}"}[kind]
    values = [vector(size)] if kind == "box" else [number(x) for x in size]
    return [f"Shape {{ geometry {fields.format(*values)} }}"]


def vrml_node(node):
    head = f"DEF {node.name} Transform {{" if node.name else "Transform {"
    lines = []
    if any(node.at):
        lines.append(f"translation {vector(node.at)}")
    if node.turn[1]:
        lines.append(f"rotation {vector(node.turn[0])} {number(math.radians(node.turn[1]))}")
    inner = vrml_shape(node) if node.shape else []
    for child in node.children:
        inner += vrml_node(child)
    return [head] + indented(lines + ["children ["] + indented(inner) + ["]"]) + ["}"]


def vrml_track(scene, node, kind, goal, keys, values):
    name = f"{node.name}_{goal}"
    fractions = " ".join(number(t / scene.seconds) for t in keys)
    return [f"DEF {name} {kind} {{", f"  key [{fractions}]", "  keyValue ["] + indented(indented([v + "," for v in values])) + [
        "  ]", "}", f"ROUTE clock.fraction_changed TO {name}.set_fraction",
        f"ROUTE {name}.value_changed TO {node.name}{'_points' if goal == 'point' else ''}.set_{goal}"]


def vrml_motion(scene):
    lines = []
    for node in scene.all_nodes():
        if node.moves:
            lines += vrml_track(scene, node, "PositionInterpolator", "translation", [t for t, _ in node.moves],
                                [vector(p) for _, p in node.moves])
        if node.turns:
            lines += vrml_track(scene, node, "OrientationInterpolator", "rotation", [t for t, _ in node.turns],
                                [vector(node.turn_axis) + " " + number(math.radians(a)) for _, a in node.turns])
        if node.shape and node.shape.later:
            both = [", ".join(vector(p) for p in points) for points in (node.shape.points, node.shape.later)]
            lines += vrml_track(scene, node, "CoordinateInterpolator", "point", [0, scene.seconds], both)
    if lines:
        lines = [f"DEF clock TimeSensor {{ cycleInterval {number(scene.seconds)} loop TRUE }}"] + lines
    return lines


def to_vrml(scene):
    lines = ["#VRML V2.0 utf8", "#"] + [("# " + line).rstrip() for line in scene.about]
    lines += ["#", "# Written by scripts/make_scenes.py. SPDX-License-Identifier: MIT", ""]
    for node in scene.nodes:
        lines += vrml_node(node)
    return "\n".join(lines + vrml_motion(scene)) + "\n"


# glTF 2.0: exact shapes are colliders of KHR_physics_rigid_bodies, meshes are colliders that name their own node.

class Gltf:
    def __init__(self, scene):
        self.scene = scene
        self.bytes = b""
        self.views, self.accessors, self.meshes, self.shapes, self.nodes = [], [], [], [], []
        self.channels, self.samplers = [], []

    def accessor(self, rows, kind, with_bounds=False):
        flat = [x for row in rows for x in row]
        is_index = kind == "INDEX"
        data = struct.pack(f"<{len(flat)}{'H' if is_index else 'f'}", *flat)
        data += b"\0" * (-len(data) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        entry = {"bufferView": len(self.views) - 1, "componentType": 5123 if is_index else 5126, "count": len(rows),
                 "type": "SCALAR" if is_index else kind}
        if with_bounds:
            as_float = [struct.unpack("<%df" % len(r), struct.pack("<%df" % len(r), *r)) for r in rows]
            entry |= {"min": [min(c) for c in zip(*as_float)], "max": [max(c) for c in zip(*as_float)]}
        self.accessors.append(entry)
        return len(self.accessors) - 1

    def mesh(self, shape):
        corners = [[i] for face in shape.faces for k in range(1, len(face) - 1) for i in (face[0], face[k], face[k + 1])]
        part = {"attributes": {"POSITION": self.accessor(shape.points, "VEC3", True)}, "indices": self.accessor(corners, "INDEX")}
        mesh = {"primitives": [part]}
        if shape.later:
            moved = [[b - a for a, b in zip(p, q)] for p, q in zip(shape.points, shape.later)]
            part["targets"] = [{"POSITION": self.accessor(moved, "VEC3", True)}]
            mesh["weights"] = [0]
        self.meshes.append(mesh)
        return len(self.meshes) - 1

    def collider(self, node, own):
        kind, size = node.shape.kind, node.shape.size
        if kind == "mesh":
            return {"node": own}
        fields = {"box": lambda: {"size": list(size)}, "sphere": lambda: {"radius": size[0]},
                  "cylinder": lambda: {"radiusBottom": size[0], "radiusTop": size[0], "height": size[1]},
                  "cone": lambda: {"radiusBottom": size[0], "radiusTop": 0, "height": size[1]}}[kind]()
        kind = "cylinder" if kind == "cone" else kind
        self.shapes.append({"type": kind, kind: fields})
        return {"shape": len(self.shapes) - 1}

    def node(self, node):
        own = len(self.nodes)
        entry = {}
        self.nodes.append(entry)
        if node.name:
            entry["name"] = node.name
        if any(node.at):
            entry["translation"] = list(node.at)
        if node.turn[1]:
            entry["rotation"] = quaternion(*node.turn)
        if node.shape:
            if node.shape.kind == "mesh":
                entry["mesh"] = self.mesh(node.shape)
            entry["extensions"] = {"KHR_physics_rigid_bodies": {"collider": {"geometry": self.collider(node, own)}}}
        children = [self.node(child) for child in node.children]
        if children:
            entry["children"] = children
        self.animate(node, own)
        return own

    def animate(self, node, own):
        def channel(path, times, rows, kind):
            keys = self.accessor([[t] for t in times], "SCALAR", True)
            self.samplers.append({"input": keys, "output": self.accessor(rows, kind)})
            self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": own, "path": path}})
        if node.moves:
            channel("translation", [t for t, _ in node.moves], [p for _, p in node.moves], "VEC3")
        if node.turns:
            channel("rotation", [t for t, _ in node.turns], [quaternion(node.turn_axis, a) for _, a in node.turns], "VEC4")
        if node.shape and node.shape.later:
            channel("weights", [0, self.scene.seconds], [[0], [1]], "SCALAR")

    def document(self):
        roots = [self.node(node) for node in self.scene.nodes]
        extensions = ["KHR_physics_rigid_bodies"] + (["KHR_implicit_shapes"] if self.shapes else [])
        document = {"asset": {"extras": {"about": self.scene.about}, "version": "2.0",
                              "generator": "scripts/make_scenes.py of Graze. SPDX-License-Identifier: MIT"},
                    "extensionsUsed": sorted(extensions), "scene": 0, "scenes": [{"nodes": roots}], "nodes": self.nodes}
        if self.shapes:
            document["extensions"] = {"KHR_implicit_shapes": {"shapes": self.shapes}}
        if self.meshes:
            document["meshes"] = self.meshes
        if self.channels:
            document["animations"] = [{"name": "clock", "channels": self.channels, "samplers": self.samplers}]
        if self.bytes:
            document |= {"accessors": self.accessors, "bufferViews": self.views, "buffers": [
                {"byteLength": len(self.bytes),
                 "uri": "data:application/octet-stream;base64," + base64.b64encode(self.bytes).decode()}]}
        return document


def quaternion(axis, degrees):
    half = math.radians(degrees) / 2
    return [round(x * math.sin(half), 15) + 0.0 for x in axis] + [round(math.cos(half), 15) + 0.0]


def compact(value, indent=0):
    """JSON with one line for each small value, so that differences can be read."""
    flat = json.dumps(value)
    if len(flat) < 120 or not isinstance(value, (dict, list)) or (isinstance(value, list) and value
                                                                and not isinstance(value[0], (dict, list, str))):
        return flat
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{pad}{json.dumps(k)}: {compact(v, indent + 1)}" for k, v in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + compact(v, indent + 1) for v in value) + "\n" + " " * indent + "]"


def write_all(folder):
    for scene in bundled_scenes.all_scenes():
        (folder / f"{scene.name}.wrl").write_text(to_vrml(scene))
        (folder / f"{scene.name}.gltf").write_text(compact(Gltf(scene).document()) + "\n")


def main():
    if sys.argv[1:] != ["--check"]:
        folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "scenes"
        return write_all(folder)
    with tempfile.TemporaryDirectory() as made:
        write_all(Path(made))
        old = [p.name for p in sorted(Path(made).iterdir())
               if not (ROOT / "scenes" / p.name).exists() or (ROOT / "scenes" / p.name).read_bytes() != p.read_bytes()]
    if old:
        sys.exit("scenes: not what scripts/make_scenes.py writes: " + ", ".join(old))
    print("scenes: ok")


if __name__ == "__main__":
    main()
