# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The data of pages (graze check --html), decoded and compared with placements and sizes that are known by hand. The page
itself is tested in a browser (web/)."""
import html
import json
import math
import os
import pty
import re
import signal
import struct
import subprocess
import unittest

from page_support import Page, image
from schema import violations
from support import FAILED, FOUND, GRAZE, HEADER, NOTHING, ROOT, SCENES, CommandTest, ball, main

HOLE = " -1 "


def faces(points, *loops):
    """An IndexedFaceSet of corners by number."""
    coordinates = ", ".join(" ".join(map(str, p)) for p in points)
    return (f"IndexedFaceSet {{ solid FALSE coord Coordinate {{ point [ {coordinates} ] }} "
            f"coordIndex [ {HOLE.join(' '.join(map(str, loop)) for loop in loops)} -1 ] }}")


def brick(lower, upper):
    corners = [[(lower, upper)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)]
    return faces(corners, (0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def placed(name, geometry, fields=""):
    return f"DEF {name} Transform {{ {fields} children Shape {{ geometry {geometry} }} }}\n"


class PageTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([GRAZE, "check", "nowhere.wrl", "--html", "x.html"], capture_output=True, text=True)
        if "built without its page" in done.stderr:
            raise unittest.SkipTest(done.stderr)

    def page(self, *words, code=FOUND):
        self.run_graze("check", *words, "--html", "page.html", code=code)
        page = Page(self.folder / "page.html")
        schema = json.loads((ROOT / "docs" / "view.schema.json").read_text())
        self.assertEqual(list(violations(page.view, schema)), [])
        return page

    def are_near(self, found, wanted, slack=1e-6):
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(found, wanted):
            self.assertAlmostEqual(a, b, delta=slack)


class Geometries(PageTest):
    def test_exact_shapes_have_their_sizes(self):
        page = self.page(self.scene(
            placed("box", "Box { size 1 2 3 }"), placed("ball", "Sphere { radius 0.5 }"),
            placed("tube", "Cylinder { radius 2 height 3 top FALSE }"), placed("hat", "Cone { bottomRadius 1 height 4 bottom FALSE }")))
        self.assertEqual(page.geometry_of("box"), {"kind": "box", "half_extents": [0.5, 1, 1.5]})
        self.assertEqual(page.geometry_of("ball"), {"kind": "sphere", "radius": 0.5})
        self.assertEqual(page.geometry_of("tube"), {"kind": "cylinder", "radius": 2, "height": 3, "side": True, "bottom": True, "top": False})
        self.assertEqual(page.geometry_of("hat"), {"kind": "cone", "radius": 1, "height": 4, "side": True, "bottom": False})

    def test_polygons_are_cut_into_triangles_of_their_area(self):
        corner = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0), (9, 9, 9)]  # an L of area 3; a point in no face
        page = self.page(self.scene(placed("ell", faces(corner, range(6)))), code=NOTHING)
        mesh = page.geometry_of("ell")
        points = page.rows(mesh["positions"], 3)
        self.assertEqual(points, [list(map(float, p)) for p in corner[:6]])
        triangles = page.rows(mesh["triangles"], 3)
        self.assertEqual(len(triangles), 4)
        area = lambda a, b, c: ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
        self.assertEqual(sum(area(*(points[i] for i in t)) for t in triangles), 3)
        self.assertEqual({frozenset(e) for e in page.rows(mesh["edges"], 2)}, {frozenset((i, (i + 1) % 6)) for i in range(6)})

    def test_edges_of_a_brick_are_its_twelve(self):
        page = self.page(self.scene(placed("brick", brick((0, 0, 0), (1, 2, 3)))), code=NOTHING)
        mesh = page.geometry_of("brick")
        points = page.rows(mesh["positions"], 3)
        edges = [[points[i] for i in e] for e in page.rows(mesh["edges"], 2)]
        self.assertEqual(len(edges), 12)
        self.assertEqual({sum(x != y for x, y in zip(*edge)) for edge in edges}, {1})  # along an axis: no diagonal

    def test_lines_and_points(self):
        points = "coord Coordinate { point [ 0 0 0, 5 5 5, 1 0 0, 1 2 0 ] }"
        page = self.page(self.scene(placed("wire", f"IndexedLineSet {{ {points} coordIndex [ 0 2 3 -1 ] }}"),
                                    placed("dots", "PointSet { coord Coordinate { point [ 2 0 0, 3 0 0 ] } }")), code=NOTHING)
        wire = page.geometry_of("wire")
        self.assertEqual((page.rows(wire["positions"], 3), page.rows(wire["segments"], 2)), ([[0, 0, 0], [1, 0, 0], [1, 2, 0]], [[0, 1], [1, 2]]))
        self.assertEqual(page.rows(page.geometry_of("dots")["positions"], 3), [[2, 0, 0], [3, 0, 0]])

    def test_what_is_used_twice_is_there_once(self):
        page = self.page(self.scene("DEF a Transform { children DEF s Shape { geometry " + brick((0, 0, 0), (1, 1, 1)) + " } }\n",
                                    "DEF b Transform { translation 5 0 0 children USE s }\n", ball("c", 20, 2), ball("d", 30, 2)), code=NOTHING)
        self.assertEqual([part["geometry"] for part in page.view["parts"]], [0, 0, 1, 1])
        self.assertEqual([m[3] for m in page.rows(page.view["matrices"], 12)], [0, 5, 20, 30])

    def test_far_from_the_origin_nothing_is_rounded_away(self):
        lower, upper = (1e7 + 0.25, 0, 0), (1e7 + 0.375, 1, 1)
        page = self.page(self.scene(placed("far", brick(lower, upper))), code=NOTHING)
        points = page.rows(page.geometry_of("far")["positions"], 3)
        world = [image(page.placement("far"), p) for p in points]
        self.assertEqual({p[0] for p in world}, {lower[0], upper[0]})

    def test_tapered_shapes_and_hulls_become_meshes(self):
        page = self.page(self.write("t.gltf", json.dumps({
            "asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
            "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "capsule", "capsule": {"height": 4, "radiusBottom": 2, "radiusTop": 1}}]}},
            "scenes": [{"nodes": [0]}], "scene": 0,
            "nodes": [{"name": "egg", "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]})), code=NOTHING)
        points = page.rows(page.geometry_of("egg")["positions"], 3)
        # Every point is on the ball of radius 2 around (0, -2, 0), or on that of radius 1 around (0, 2, 0).
        for p in points:
            from_bottom, from_top = math.dist(p, (0, -2, 0)), math.dist(p, (0, 2, 0))
            self.assertLess(min(abs(from_bottom - 2), abs(from_top - 1)), 1e-6)
            self.assertGreater(min(from_bottom - 2, from_top - 1), -1e-6)
        self.assertEqual((min(p[1] for p in points), max(p[1] for p in points)), (-4, 3))


class Placements(PageTest):
    def test_of_nested_turned_and_scaled_nodes(self):
        page = self.page(self.scene("Transform { translation 1 2 3 children DEF box Transform { rotation 0 0 1 1.5707963267948966 "
                                    "scale 2 1 1 children Shape { geometry Box { } } } }\n"), code=NOTHING)
        # A quarter turn about z: x goes to y, twice as long; y to -x.
        self.are_near(page.placement("box"), [0, -1, 0, 1, 2, 0, 0, 2, 0, 0, 1, 3], 1e-15)
        self.are_near(page.numbers(page.view["bounds"]), [0, 0, 2, 2, 4, 4], 1e-12)

    def test_parts_of_one_object(self):
        page = self.page(self.scene("DEF pair Transform { translation 10 0 0 children [ Shape { geometry Box { } } "
                                    "Transform { translation 0 3 0 children Shape { geometry Sphere { } } } ] }\n", ball("other")), code=NOTHING)
        self.assertEqual([[m[3], m[7], m[11]] for _, m in page.parts_of("pair")], [[10, 0, 0], [10, 3, 0]])

    def test_of_files_in_other_units_and_axes(self):
        first = self.scene(ball("one"), name="a.wrl")
        second = self.scene(placed("two", "Box { }", "translation 0 0 5"), name="b.wrl")
        job = {"format": "graze job", "version": 1, "files": [str(first), {"path": str(second), "units": "mm", "up": "z"}]}
        page = self.page("--job", self.write("job.json", json.dumps(job)), code=FOUND)
        # Millimetres with z up, in metres with y up: 5 mm along z are 0.005 m along y.
        self.are_near(page.placement("b/two"), [1e-3, 0, 0, 0, 0, 0, 1e-3, 5e-3, 0, -1e-3, 0, 0], 1e-15)
        self.assertEqual([o["file"] for o in page.view["objects"]], [0, 1])

    def test_what_is_flat_or_hidden_is_as_its_file_says(self):
        page = self.page(self.scene(placed("flat", "Box { }", "scale 1 0 1"), ball("other", 9)), code=NOTHING)
        self.assertEqual(page.placement("flat"), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])


def mover(name, geometry, *keys, field="translation", kind="Position", cycle=4):
    """A shape that goes from key to key, evenly over the cycle."""
    fractions = " ".join(str(i / (len(keys) - 1)) for i in range(len(keys)))
    return (placed(name, geometry) + f"DEF clock_{name} TimeSensor {{ cycleInterval {cycle} loop TRUE }} DEF way_{name} {kind}Interpolator "
            f"{{ key [ {fractions} ] keyValue [ {', '.join(keys)} ] }}\n"
            f"ROUTE clock_{name}.fraction_changed TO way_{name}.set_fraction\nROUTE way_{name}.value_changed TO {name}.set_{field}\n")


class Motions(PageTest):
    def test_tracks_are_where_things_are(self):
        quarter = "0 0 1 1.5707963267948966"
        path = self.scene(mover("car", "Box { }", "0 0 0", "8 0 0"), mover("wheel", "Box { }", "0 0 1 0", quarter, field="rotation", kind="Orientation"),
                          placed("wall", "Box { size 0.5 9 9 }", "translation 4.25 0 0"))
        page = self.page(path)
        self.are_near(page.placement("car", 2.0), [1, 0, 0, 4, 0, 1, 0, 0, 0, 0, 1, 0])
        c = math.cos(math.pi / 4)
        self.are_near(page.placement("wheel", 2.0), [c, -c, 0, 0, c, c, 0, 0, 0, 0, 1, 0])
        self.assertEqual(page.placement("wall")[3], 4.25)
        self.assertNotIn("track", page.parts_of("wall")[0][0])

    def test_times_are_frames_and_moments_of_findings(self):
        path = self.scene(mover("car", "Box { }", "0 0 0", "8 0 0"), placed("wall", "Box { size 0.5 9 9 }", "translation 4.25 0 0"))
        page = self.page(path, "--fps", "10")
        times = page.times()
        self.assertEqual(times, sorted(set(times)))
        for k in range(41):
            self.assertIn(k / 10, times)
        finding, = page.report["findings"]
        for span in finding["times"]:
            for moment in (span["begin"], span["worst"], span["end"], finding["worst"]):
                self.assertIn(moment, times)
        self.assertLessEqual(len(times), 41 + 3 * len(finding["times"]))

    def test_parts_of_what_moves_share_a_track(self):
        page = self.page(SCENES / "gear_train.wrl")
        wheel = page.parts_of("idler")
        self.assertEqual((len(wheel), len({part["track"] for part, _ in wheel}), len(page.view["tracks"])), (9, 1, 3))
        # Pin 2 of the idler is 3.15 from its axis, at 90 degrees, and turns backwards by 45 degrees in a second.
        (part, own), = [(p, m) for p, m in wheel if abs(m[7] - 3.15) < 1e-9]
        track = page.rows(page.view["tracks"][part["track"]]["matrices"], 12)
        self.are_near(image(track[page.times().index(2.0)], [own[3], own[7], own[11]]), [3.15, 0, 0])

    def test_one_moment_stands_still(self):
        page = self.page(self.scene(mover("car", "Box { }", "0 0 0", "8 0 0"), ball("other", 0, y=9)), "--time", "1", code=NOTHING)
        self.assertEqual((page.placement("car")[3], page.view["moment"]), (2, 1))
        self.assertEqual((page.view.get("times"), page.view["tracks"]), (None, []))

    def test_what_deforms_has_its_points_at_each_time(self):
        for extension in ("wrl", "gltf"):  # points from key to key; a morph target
            self.has_a_cloth_that_falls(self.page(SCENES / f"cloth.{extension}"))

    def has_a_cloth_that_falls(self, page):
        (part, own), = page.parts_of("cloth")
        shape, vertices = page.rows(page.view["shapes"][part["shape"]]["positions"], 3), 289
        times = page.times()
        self.assertEqual(len(shape), vertices * len(times))
        at = lambda time: shape[vertices * times.index(time):][:vertices]
        middle = [i for i, p in enumerate(at(0.0)) if p[0] == p[2] == 0]
        self.assertEqual(len(middle), 1)
        self.are_near(at(0.0)[middle[0]], [0, 1.5, 0])
        self.are_near(at(1.0)[middle[0]], [0, 0.95, 0])
        worst, = {f["worst"] for f in page.report["findings"]}
        self.are_near(at(worst)[middle[0]], [0, 1.5 - 0.55 * worst, 0])
        self.assertEqual(own, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])

    def test_too_many_moments_are_thinned_and_it_says_so(self):
        page = self.page(self.scene(mover("car", "Box { }", "0 0 0", "8 0 0"), ball("other", 5)), "--fps", "100000")
        times = page.times()
        self.assertLessEqual(len(times), 20000)
        self.assertEqual((times[0], times[-1]), (0, 4))
        self.assertTrue(any("of 400001 frames" in line for line in page.view["omitted"]), page.view["omitted"])
        self.assertIn(page.report["findings"][0]["worst"], times)

    def test_a_range_of_years_does_not_take_memory_for_its_frames(self):
        page = self.page(self.scene(mover("car", "Box { }", "0 0 0", "8 0 0", cycle=1e8), ball("other", 5)))
        self.assertLessEqual(len(page.times()), 20000)
        self.assertEqual((page.times()[0], page.times()[-1]), (0, 1e8))

    def test_frames_only(self):
        page = self.page(self.scene(mover("car", "Box { }", "0 0 0", "8 0 0"), ball("other", 5)), "--frames-only", "--fps", "2")
        self.assertEqual(page.times(), [k / 2 for k in range(9)])

    def test_robots_move_by_rows(self):
        box = "<collision><geometry><box size='1 1 1'/></geometry></collision>"
        self.write("r.urdf", f"<robot name='r'><link name='base'/><link name='car'>{box}</link><joint name='x' type='prismatic'>"
                   "<parent link='base'/><child link='car'/><axis xyz='1 0 0'/><limit lower='0' upper='20'/></joint></robot>")
        self.write("cell.wrl", HEADER + placed("wall", "Box { size 0.2 3 3 }", "translation 5 0 0"))
        for rows, middle in (("0\n10\n", 5), ("0\n10\n4\n", 5)):
            self.write("q.csv", rows)
            page = self.page("r.urdf", "cell.wrl", "--states", "q.csv")
            self.assertEqual(page.placement("r/car", 0.5)[3], middle)
            for f in page.report["findings"]:
                where = page.placement("r/car", f["worst"])[3]
                self.assertAlmostEqual(where, 10 * f["worst"] if f["worst"] <= 1 else 10 - 6 * (f["worst"] - 1), 5)
            self.assertEqual(page.times()[-1], len(rows.split()) - 1)


class Curves(PageTest):
    def test_of_two_bricks(self):
        """A column of 1 by 1 through the face x = 2 of a brick, from z = 0.25 on: it leaves through the top, z = 1."""
        page = self.page(self.scene(placed("brick", brick((0, 0, 0), (4, 4, 1))),
                                    placed("column", brick((1, 1, 0.25), (2, 2, 3)))))
        curve, = page.view["curves"]
        self.assertEqual(curve["finding"], 0)
        length = 0
        for x0, y0, z0, x1, y1, z1 in page.rows(curve["points"], 6):
            self.assertEqual((z0, z1), (1, 1))
            for x, y in ((x0, y0), (x1, y1)):
                self.assertTrue(x in (1, 2) or y in (1, 2))
            length += math.dist((x0, y0), (x1, y1))
        self.assertAlmostEqual(length, 4, delta=1e-6)  # around the column

    def test_are_drawn_where_things_are_at_the_worst_moment(self):
        page = self.page(self.scene(mover("lift", brick((1, 1, 0.25), (2, 2, 3)), "0 0 2", "0 0 0.5", "0 0 2"),
                                    placed("brick", brick((0, 0, 0), (4, 4, 1)))))
        finding, = page.report["findings"]
        curve, = page.view["curves"]
        self.assertEqual({z for row in page.rows(curve["points"], 6) for z in row[2::3]}, {1})
        self.assertAlmostEqual(finding["worst"], 2, delta=1e-3)


    def test_of_what_deforms_are_those_of_its_shape_then(self):
        """A sheet that sinks from z = 2 to 0.5 in four seconds, through the top of a brick at z = 1."""
        corners = [(-1, -1), (5, -1), (5, 5), (-1, 5)]
        ends = [", ".join(f"{x} {y} {z}" for x, y in corners) for z in (2, 0.5)]
        sheet = (f"DEF sheet Shape {{ geometry IndexedFaceSet {{ coord DEF points Coordinate {{ point [ {ends[0]} ] }} coordIndex [ 0 1 2 3 ] }} }}\n"
                 f"DEF clock TimeSensor {{ cycleInterval 4 loop TRUE }} DEF sink CoordinateInterpolator {{ key [ 0 1 ] keyValue [ {', '.join(ends)} ] }}\n"
                 "ROUTE clock.fraction_changed TO sink.set_fraction\nROUTE sink.value_changed TO points.set_point\n")
        page = self.page(self.scene(sheet, placed("brick", brick((0, 0, 0), (4, 4, 1)))))
        finding, = page.report["findings"]
        curve, = page.view["curves"]
        length = 0
        for x0, y0, z0, x1, y1, z1 in page.rows(curve["points"], 6):
            self.are_near((z0, z1), [2 - 1.5 * finding["worst"] / 4] * 2)
            length += math.dist((x0, y0), (x1, y1))
        self.assertAlmostEqual(length, 16, delta=1e-5)


class Texts(PageTest):
    HOSTILE = "a</script><script>alert(1)</script><!--\u2028&"

    def test_report_is_that_of_json(self):
        self.run_graze("check", SCENES / "kinds.wrl", "--json=a.json", "--html", "page.html", code=FOUND)
        page = Page(self.folder / "page.html")
        self.assertEqual(page.report_text, (self.folder / "a.json").read_text().strip())
        self.assertEqual(page.title, "4 findings: kinds.wrl")

    def test_names_cannot_end_a_script(self):
        plain = self.page(self.scene(ball("one"), ball("two", 1.5), name="plain.wrl"))
        path = self.write("<b>&.gltf", json.dumps({
            "asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
            "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]}},
            "scenes": [{"nodes": [0, 1]}], "scene": 0,
            "nodes": [{"name": name, "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}
                      for name in (self.HOSTILE, "b")]}))
        page = self.page(path)
        names = [o["name"] for o in page.view["objects"]]
        shown = self.HOSTILE.replace("\u2028", "\ufffd")
        self.assertEqual(sorted(names)[0], shown)
        self.assertIn(shown, (page.report["findings"][0]["a"], page.report["findings"][0]["b"]))
        for text in (page.report_text, page.view_text):
            self.assertFalse(re.search("[<\u2028\u2029]", text))
        self.assertEqual(page.text.lower().count("<script"), plain.text.lower().count("<script"))
        self.assertEqual(page.title, "1 finding: <b>&.gltf")
        self.assertIn(html.escape(page.title, quote=False), page.text)

    def test_command_line_can_be_typed_again(self):
        path = self.scene(ball("it's"), ball("two", 1.5), name="a b.wrl")
        page = self.page(path, "--exclude", "it's,no one")
        again = subprocess.run(["sh", "-c", page.view["command"].replace("graze ", f"'{GRAZE}' ", 1) + " --quiet"], cwd=self.folder, capture_output=True)
        self.assertEqual((again.returncode, again.stderr), (FOUND, b""))
        self.assertGreater(page.view["seconds"], 0)

    def test_baseline_marks_what_is_known(self):
        self.run_graze("check", SCENES / "kinds.wrl", "--json=old.json", code=FOUND)
        page = self.page(SCENES / "kinds.wrl", "--baseline", "old.json", code=NOTHING)
        self.assertEqual([f["known"] for f in page.report["findings"]], [True] * 4)
        self.assertEqual(page.title, "0 findings: kinds.wrl")


class Files(PageTest):
    def test_empty_scene(self):
        page = self.page(self.scene(), code=NOTHING)
        self.assertEqual((page.view["objects"], page.view["parts"], page.blob), ([], [], b""))

    def test_a_page_that_cannot_be_written_leaves_the_old_one(self):
        self.write("page.html", "old")
        self.run_graze("check", SCENES / "kinds.wrl", "--html", "page.html", code=FOUND)
        self.assertNotEqual((self.folder / "page.html").read_text(), "old")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["page.html"])
        self.assertIn("cannot write no/where.html", self.run_graze("check", SCENES / "kinds.wrl", "--html", "no/where.html", code=FAILED).stderr)
        self.assertIn("needs the name of a file", self.refusal("check", SCENES / "kinds.wrl", "--html="))

    def test_lists_no_more_findings_than_it_can_show_and_says_so(self):
        count = 320  # every two of them overlap: 51,040 pairs
        page = self.page(self.scene(*(ball(f"b{i}", i * 1e-4) for i in range(count))))
        self.assertEqual((len(page.report["findings"]), sum(page.report["counts"][kind] for kind in ("penetration", "touching", "duplicate", "containment"))),
                         (50000, count * (count - 1) // 2))
        self.assertTrue(any("50000 of 51040" in line for line in page.view["omitted"]), page.view["omitted"])

    def test_an_interrupted_check_has_its_page(self):
        path = self.scene(*(ball(f"b{i}", i * 1e-4) for i in range(4000)))
        master, slave = pty.openpty()
        process = subprocess.Popen([GRAZE, "check", str(path), "--html", "page.html", "--max-findings", "1000", "--threads", "1"],
                                   stdout=subprocess.DEVNULL, stderr=slave, text=True, cwd=self.folder)
        os.close(slave)
        shown = b""
        while b" left" not in shown:
            shown += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=100)
        os.close(master)
        page = Page(self.folder / "page.html")
        self.assertEqual((process.returncode, page.report["outcome"], len(page.report["findings"])), (FOUND, "cancelled", 1000))
        self.assertEqual(len(page.view["objects"]), 4000)

    def test_a_large_scene_gives_a_page_of_little_more_than_its_file(self):
        """A wavy sheet of 100,000 triangles with normals, as scanners and modellers write them: floats and indices."""
        n, parts = 224, []
        vertices = [(i / 10, math.sin(i * 0.37) * math.cos(j * 0.21), j / 10) for j in range(n) for i in range(n)]
        data = b"".join(struct.pack("<3f", *v) for v in vertices) + b"".join(struct.pack("<3f", 0, 1, 0) for _ in vertices)
        for j in range(n - 1):
            for i in range(n - 1):
                a = i + j * n
                parts.append(struct.pack("<6I", a, a + n, a + n + 1, a, a + n + 1, a + 1))
        indices = b"".join(parts)
        size = 12 * n * n
        scene = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "sheet"}],
                 "buffers": [{"byteLength": len(data + indices)}],
                 "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": size}, {"buffer": 0, "byteOffset": size, "byteLength": size},
                                 {"buffer": 0, "byteOffset": 2 * size, "byteLength": len(indices)}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": n * n, "type": "VEC3"},
                               {"bufferView": 1, "componentType": 5126, "count": n * n, "type": "VEC3"},
                               {"bufferView": 2, "componentType": 5125, "count": len(indices) // 4, "type": "SCALAR"}],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}]}
        text = json.dumps(scene).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data + indices), 0x4E4942) + data + indices
        path = self.write("sheet.glb", struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
        page = self.page(path, code=NOTHING)
        mesh = page.geometry_of("sheet")
        self.assertEqual(len(page.numbers(mesh["triangles"])), 6 * (n - 1) ** 2)
        self.assertEqual(page.numbers(mesh["positions"])[:6], list(struct.unpack("<6f", data[:24])))
        data_size = len(page.element("graze-data"))
        self.assertLess(data_size, path.stat().st_size)


class Without(CommandTest):
    def test_the_option_says_how_to_get_the_page(self):
        done = self.run_graze("check", SCENES / "kinds.wrl", "--html", "x.html", "--quiet")
        if done.returncode == FAILED:
            self.assertIn("install nodejs and npm", done.stderr)
        self.assertEqual((self.folder / "x.html").exists(), done.returncode != FAILED)


if __name__ == "__main__":
    main()
