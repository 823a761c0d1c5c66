# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The bundled scenes as data, with what must be found in each and why: see scenes/README.md. Lengths in metres, angles in
degrees, times in seconds."""
import math
from dataclasses import dataclass, field


@dataclass
class Shape:
    kind: str  # box: three edges; sphere: radius; cylinder, cone: radius, height, around y; mesh
    size: tuple = ()
    points: list = field(default_factory=list)
    faces: list = field(default_factory=list)
    later: list = field(default_factory=list)  # points at the end of the animation


@dataclass
class Node:
    name: str
    at: tuple = (0, 0, 0)
    turn: tuple = ((0, 0, 1), 0)
    shape: Shape = None
    children: list = field(default_factory=list)
    moves: list = field(default_factory=list)  # (time, translation)
    turns: list = field(default_factory=list)  # (time, angle) about turn_axis
    turn_axis: tuple = (0, 0, 1)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class Scene:
    name: str
    about: list
    nodes: list
    seconds: float = 0

    def all_nodes(self):
        return [n for node in self.nodes for n in node.walk()]


def box(*size):
    return Shape("box", size)


def sphere(radius):
    return Shape("sphere", (radius,))


def cylinder(radius, height):
    return Shape("cylinder", (radius, height))


def brick(low, high):
    """A box as a mesh: corner i has high in x where bit 0 of i is set, in y for bit 1, in z for bit 2."""
    points = [tuple((low, high)[i >> k & 1][k] for k in range(3)) for i in range(8)]
    faces = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return Shape("mesh", points=points, faces=faces)


def kinds():
    return Scene("kinds", [
        "One pair for every kind of finding.",
        "  gap_left, gap_right      balls of radius 1, centres 2.05 apart: 0.05 of clearance",
        "  flush_left, flush_right  cubes of edge 2, centres 2 apart: touching",
        "  deep_cube, deep_ball     cube of edge 2, ball of radius 1, centres 1.9 apart: penetration by 0.1",
        "  case, pearl              a ball of radius 0.5 in the middle of a cube of edge 2: containment",
        "  first, second            one cube twice: duplicate",
        "The pairs stand 5 above one another: nothing else is found.",
    ], [
        Node("gap_left", (0, 0, 0), shape=sphere(1)), Node("gap_right", (2.05, 0, 0), shape=sphere(1)),
        Node("flush_left", (0, 5, 0), shape=box(2, 2, 2)), Node("flush_right", (2, 5, 0), shape=box(2, 2, 2)),
        Node("deep_cube", (0, 10, 0), shape=box(2, 2, 2)), Node("deep_ball", (1.9, 10, 0), shape=sphere(1)),
        Node("case", (0, 15, 0), shape=box(2, 2, 2)), Node("pearl", (0, 15, 0), shape=sphere(0.5)),
        Node("first", (0, 20, 0), shape=box(2, 2, 2)), Node("second", (0, 20, 0), shape=box(2, 2, 2)),
    ])


def assembly():
    parts = [
        Node("plate", (0, 0, 0), shape=box(0.4, 0.02, 0.3)),
        Node("block_left", (-0.1, 0.06, 0), shape=box(0.1, 0.1, 0.1)),
        Node("spacer", (0, 0.06, 0), shape=box(0.1, 0.1, 0.1)),
        Node("block_right", (0.1, 0.05995, 0), shape=box(0.1, 0.1, 0.1)),
        Node("cover", (0, 0.115, 0), shape=brick((-0.15, -0.005, -0.05), (0.15, 0.005, 0.05))),
    ]
    return Scene("assembly", [
        "Parts that lie flush on each other, under a parent that is moved and turned, and one overlap of 50 um.",
        "The plate is 20 mm thick. Three cubes of 100 mm stand on it side by side; block_right sits 50 um too low.",
        "A cover, which is a mesh, lies on the cubes.",
        "  plate, block_right                        penetration by 50 um: 0.01 - (0.05995 - 0.05)",
        "  plate, block_left; plate, spacer          touching",
        "  block_left, spacer; spacer, block_right   touching, side by side",
        "  block_left, cover; spacer, cover          touching",
        "  block_right, cover                        50 um apart: found with --clearance 0.0001",
        "block_left and block_right are 100 mm apart, plate and cover, too.",
    ], [Node("assembly", (0.7, 0.2, -0.3), ((0, 0, 1), 30), children=[Node("fixture", (0, 0.5, 0), ((0, 1, 0), 20), children=parts)])])


def wheel(name, x, phase, direction, hub, pins, turns_from):
    """A disc around z with eight pins as teeth at radius 2.6, the first at `phase`; pins: other radii by number."""
    parts = [Node("", turn=((1, 0, 0), 90), shape=cylinder(hub, 0.4))]
    for k in range(8):
        angle, radius = math.radians(phase + 45 * k), pins.get(k, 2.6)
        at = (round(radius * math.cos(angle), 9) + 0.0, round(radius * math.sin(angle), 9) + 0.0, 0)
        parts.append(Node("", at, ((1, 0, 0), 90), cylinder(0.15, 0.4)))
    turns = [(t, direction * 45 * t) for t in turns_from]
    return Node(name, (x, 0, 0), children=parts, turns=turns)


def gear_train():
    quarters = (0, 2, 4, 6, 8)
    return Scene("gear_train", [
        "Three wheels with pins as teeth, 5.2 apart, that turn once in 8 s; one pin of the idler stands out too far.",
        "Its centre is 3.15 from the idler's axis instead of 2.6, its radius 0.15; at 2 s it points at the axis of the output",
        "wheel, whose disc has radius 2, and is 5.2 - 3.15 - 0.15 = 1.9 from it:",
        "  idler, output  penetration by 0.1 at 2 s. The distance d of the pin from the output's axis, at an angle a, is",
        "                 d^2 = 5.2^2 + 3.15^2 - 2 * 5.2 * 3.15 cos a; d = 2.15 where cos a = 32.34 / 32.76, a = 9.1847 degrees:",
        "                 from 2 - 9.1847 / 45 = 1.795896 s to 2.204104 s",
        "The disc of the drive has radius 1.5: the long pin passes it 0.4 away, at 6 s. Pins of neighbours stay 0.71 apart,",
        "and 0.45 where the long one is among them.",
    ], [
        wheel("drive", -5.2, 22.5, 1, 1.5, {}, quarters),
        wheel("idler", 0, 0, -1, 1.5, {2: 3.15}, quarters),
        wheel("output", 5.2, 22.5, 1, 2, {}, quarters),
    ], seconds=8)


def robot_cell():
    post_at = (round(2.25 * math.cos(math.radians(45)), 9), 0.5, round(-2.25 * math.sin(math.radians(45)), 9))
    arm = Node("arm", (0, 0.5, 0), turns=[(0, 0), (0.3, 90), (0.6, 90), (1.2, 0)], turn_axis=(0, 1, 0), children=[
        Node("link", (0.95, 0, 0), shape=box(1.9, 0.1, 0.1)), Node("tool", (2, 0, 0), shape=sphere(0.1))])
    return Scene("robot_cell", [
        "An arm that turns by 90 degrees in 0.3 s, about 10 degrees from one frame of 30 per second to the next, and back slowly.",
        "Its tool, a ball of radius 0.1, moves on a circle of radius 2; a post of radius 0.1 stands at radius 2.25, at 45 degrees:",
        "  tool, post  0.05 apart at 0.15 s, half way between two frames, and again at 0.9 s, which is a frame: found with",
        "              --clearance 0.1. At the frames next to 0.15 s they are sqrt(2^2 + 2.25^2 - 9 cos 5) - 0.2 = 0.1110 apart:",
        "              --frames-only --time 0:0.6 finds nothing.",
        "Link and tool, link and base are joined: the rules in robot_cell.rules take these pairs out. The fence is far away.",
    ], [
        Node("robot", children=[Node("base", (0, 0.2, 0), shape=cylinder(0.15, 0.4)), arm]),
        Node("cell", children=[Node("post", post_at, shape=cylinder(0.1, 1)), Node("fence", (0, 0.5, -3), shape=box(6, 1, 0.05))]),
    ], seconds=1.2)


def drape(x, z):
    """Height of the cloth at the end: over a ball of radius 1.15, but the middle, which is pressed down."""
    r2 = x * x + z * z
    if r2 == 0:
        return 0.95
    return round(math.sqrt(1.3225 - r2), 6) if r2 < 0.9 else round(0.65 - 0.9 * (math.sqrt(r2) - math.sqrt(0.9)), 6)


def cloth():
    steps = [i / 8 - 1 for i in range(17)]
    flat = [(x, 1.5, z) for z in steps for x in steps]
    end = [(x, drape(x, z), z) for x, _, z in flat]
    quads = [(a, a + 17, a + 18, a + 1) for j in range(16) for i in range(16) for a in [17 * j + i]]
    faces = [(t[0], t[k], t[k + 1]) for t in quads for k in (1, 2)]
    return Scene("cloth", [
        "A cloth, flat 1.5 above the middle of a ball of radius 1, is lowered on it: its vertices move straight down for one second,",
        "to places outside of the ball; but the one in the middle ends at 0.95, too low.",
        "  ball, cloth  penetration by 0.05 at 1 s, from 0.5 / 0.55 = 0.909091 s on",
        "Nothing else comes as near: at the end all other vertices are at least 0.1 outside.",
    ], [
        Node("ball", shape=sphere(1)),
        Node("cloth", shape=Shape("mesh", points=flat, faces=faces, later=end)),
    ], seconds=1)


def space_game():
    def flight(start, end):
        return [(0, start), (10, end)]

    def ship(name, start, end):
        nose = Node("", (1, 0, 0), ((0, 0, 1), -90), Shape("cone", (1, 2)))
        return Node(name, start, moves=flight(start, end), children=[Node("", shape=sphere(1)), nose])
    mines = [Node("mine_near", (0, 1.2, 0), shape=sphere(0.5)), Node("mine_swept", (6.3, -5, 0), shape=sphere(0.5)),
             Node("mine_far", (0, 8, 0), shape=sphere(0.5)),
             Node("mine_caught", (0, 0, 8), moves=flight((0, -5, 8), (0, 5, 8)), shape=sphere(0.5))]
    return Scene("space_game", [
        "The space game of van den Bergen's book: ships, a minesweeper and mines, on straight ways for ten seconds.",
        "Ships are balls of radius 1 with a cone of radius 1 and height 2 as nose, and fly at 2 along x; mines have radius 0.5.",
        "  ship, mine_near      penetration by 0.3 at 5 s: abreast, the centres are 1.2 apart, 1.5 less 1.2. It lasts while they",
        "                       are no more than 1.5 apart, 0.9 along the way: from 4.55 s to 5.45 s. The cone, whose line is",
        "                       x + 2 y = 2, is 0.5 from the mine at 4.64 s, when the ball touches already",
        "  mine_swept, sweeper  penetration by 0.2 from 4 s to 6 s: the ball's centre is 0.3 from the side of a box of 2 by 2 by 4.",
        "                       It begins where the edge is 0.5 from the centre, 0.4 ahead of the box: at 3.8 s, and ends at 6.2 s",
        "  mine_caught, net     penetration by 0.505 at 5 s: a ball at speed 1 through a plate 0.01 thick, which it touches",
        "                       from 4.495 s to 5.505 s. The plate is 8 wide: across it is the shortest way out",
        "  ship, wingman        side by side, 0.4 apart all the time: found with --clearance 0.5",
    ], [
        ship("ship", (-10, 0, 0), (10, 0, 0)), ship("wingman", (-10, 0, -2.4), (10, 0, -2.4)),
        Node("sweeper", (5, -5, -10), shape=box(2, 2, 4), moves=flight((5, -5, -10), (5, -5, 10))),
        Node("mines", children=mines), Node("net", (0, 0, 8), shape=box(8, 0.01, 8)),
    ], seconds=10)


def all_scenes():
    return [kinds(), assembly(), gear_train(), robot_cell(), cloth(), space_game()]
