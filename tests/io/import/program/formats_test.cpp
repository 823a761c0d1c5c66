// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <zlib.h>

#include "graze/io/read_scene.h"
#include "io/import/program/limits.h"
#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

const std::string kSingle = ": read by the library assimp, which keeps coordinates in single precision\n";

// A square of 2 x 3 in two materials, used twice; the second use moves, a turn of 90 degrees about z in two
// seconds.
std::string collada() {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="half" meter="0.5"/><up_axis>Z_UP</up_axis></asset>
 <library_geometries><geometry id="square" name="square"><mesh>
  <source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 3 0 0 3 0</float_array>
   <technique_common><accessor source="#pa" count="4" stride="3">
    <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles material="red" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  <triangles material="blue" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 3</p></triangles>
 </mesh></geometry></library_geometries>
 <library_animations><animation id="turn">
  <source id="t"><float_array id="ta" count="2">0 2</float_array><technique_common>
   <accessor source="#ta" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
  <source id="o"><float_array id="oa" count="2">0 90</float_array><technique_common>
   <accessor source="#oa" count="2" stride="1"><param name="ANGLE" type="float"/></accessor></technique_common></source>
  <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common>
   <accessor source="#ia" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
  <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/>
   <input semantic="INTERPOLATION" source="#i"/></sampler>
  <channel source="#s" target="b/rz.ANGLE"/></animation></library_animations>
 <library_visual_scenes><visual_scene id="scene">
  <node id="a" name="a"><instance_geometry url="#square"/></node>
  <node id="b" name="b"><translate>10 0 0</translate><rotate sid="rz">0 0 1 0</rotate><instance_geometry url="#square"/></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>)";
}

struct Member {
  std::string name;
  std::string text;
};

// A zip archive whose members are stored as they are.
std::string zip(const std::vector<Member>& members) {
  Bytes out, directory;
  for (const Member& m : members) {
    const auto crc = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(m.text.data()), static_cast<uInt>(m.text.size())));
    const auto size = static_cast<std::uint32_t>(m.text.size()),
               at = static_cast<std::uint32_t>(out.text.size());
    const auto length = static_cast<std::uint16_t>(m.name.size());
    out.text += "PK\x03\x04";
    out.put_all<std::uint16_t>({20, 0, 0, 0, 33}).put_all<std::uint32_t>({crc, size, size});
    out.put_all<std::uint16_t>({length, 0}).text += m.name + m.text;
    directory.text += "PK\x01\x02";
    directory.put_all<std::uint16_t>({20, 20, 0, 0, 0, 33}).put_all<std::uint32_t>({crc, size, size});
    directory.put_all<std::uint16_t>({length, 0, 0, 0, 0}).put_all<std::uint32_t>({0, at}).text += m.name;
  }
  const auto begin = static_cast<std::uint32_t>(out.text.size()),
             size = static_cast<std::uint32_t>(directory.text.size());
  const auto count = static_cast<std::uint16_t>(members.size());
  out.text += directory.text + "PK\x05\x06";
  return out.put_all<std::uint16_t>({0, 0, count, count})
      .put_all<std::uint32_t>({size, begin})
      .put<std::uint16_t>(0)
      .text;
}

std::string three_mf(const std::string& model) {
  return zip({{"[Content_Types].xml",
               "<?xml version=\"1.0\"?><Types "
               "xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
               "<Default Extension=\"rels\" "
               "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
               "<Default Extension=\"model\" "
               "ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>"
               "</Types>"},
              {"_rels/.rels",
               "<?xml version=\"1.0\"?><Relationships "
               "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "
               "Target=\"/3D/3dmodel.model\" Id=\"r\" "
               "Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>"},
              {"3D/3dmodel.model", model}});
}

#ifdef GRAZE_HAS_IMPORT

SceneData imported(const std::string& bytes, const std::string& name) {
  const SceneRead r = read_scene(bytes, name);
  EXPECT_EQ(messages(r), name + kSingle);
  EXPECT_EQ(r.code, ReadCode::complete);
  return r.scene.value_or(SceneData());
}

TEST(Imported, ColladaComesInMetres) {
  const SceneData s = imported(collada(), "a.dae");
  EXPECT_EQ(s.format, "COLLADA");
  EXPECT_EQ(s.metres_per_unit, 1);
  EXPECT_EQ(s.up, UpAxis::z);
  // Units of half a metre.
  expect_near(point_of(s, "a", {2, 3, 0}), {1, 1.5, 0}, 1e-6);
  // Two materials make one shape, and both uses share it; its four points are four again.
  ASSERT_EQ(s.geometries.size(), 1u);
  EXPECT_EQ(s.nodes[node_named(s, "a")].geometry, s.nodes[node_named(s, "b")].geometry);
  const auto& mesh = shape<MeshData>(s, node_named(s, "a"));
  EXPECT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(mesh.corners_of_loop, (Indices{3, 3}));
}

TEST(Imported, ColladaNodesMove) {
  const SceneData s = imported(collada(), "a.dae");
  ASSERT_EQ(s.clocks.size(), 1u);
  EXPECT_NEAR(s.clocks[0].cycle, 2, 1e-6);
  // At the end (2, 0, 0) has turned to (0, 2, 0), in the middle by 45 degrees; b stands at (10, 0, 0).
  expect_near(point_of(s, "b", {2, 0, 0}, 0), {6, 0, 0}, 1e-6);
  expect_near(point_of(s, "b", {2, 0, 0}, 1), {5 + std::sqrt(0.5), std::sqrt(0.5), 0}, 1e-6);
  expect_near(point_of(s, "b", {2, 0, 0}, 1.9999999), {5, 1, 0}, 1e-6);
}

TEST(Imported, ColladaWithXUpIsTurnedToYUp) {
  std::string text = collada();
  text.replace(text.find("Z_UP"), 4, "X_UP");
  const SceneData s = imported(text, "a.dae");
  EXPECT_EQ(s.up, UpAxis::y);
  // x, which was up, is y; y is -x, so that z stays.
  expect_near(point_of(s, "a", {2, 3, 0}), {-1.5, 1, 0}, 1e-6);
  text.replace(text.find("X_UP"), 4, "Y_UP");
  EXPECT_EQ(imported(text, "a.dae").up, UpAxis::y);
  expect_near(point_of(imported(text, "a.dae"), "a", {2, 3, 0}), {1, 1.5, 0}, 1e-6);
}

TEST(Imported, A3mfHasAUnit) {
  const auto model = [](const std::string& unit) {
    return three_mf(
        "<?xml version=\"1.0\"?><model " + unit +
        " xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>"
        "<object id=\"1\" name=\"part\" type=\"model\"><mesh><vertices>"
        "<vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" "
        "z=\"0\"/>"
        "<vertex x=\"0\" y=\"0\" z=\"1\"/></vertices><triangles>"
        "<triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"
        "<triangle v1=\"1\" v2=\"2\" v3=\"3\"/><triangle v1=\"2\" v2=\"0\" v3=\"3\"/></triangles></mesh>"
        "</object></resources><build><item objectid=\"1\"/></build></model>");
  };
  EXPECT_EQ(format_of(model(""), "x"), "3MF");
  const SceneData s = imported(model("unit=\"inch\""), "a.3mf");
  EXPECT_EQ(s.metres_per_unit, 0.0254);
  EXPECT_EQ(s.up, UpAxis::z);
  ASSERT_EQ(s.geometries.size(), 1u);
  EXPECT_EQ(std::get<MeshData>(s.geometries[0].data).corners_of_loop.size(), 4u);
  expect_box(box_of(s), {0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(imported(model(""), "a.3mf").metres_per_unit, 0.001);
  const std::string material = "xmlns:m='http://schemas.microsoft.com/3dmanufacturing/material/2015/02'";
  EXPECT_EQ(imported(model("\n unit='meter'\n requiredextensions='m' " + material), "a.3mf").metres_per_unit,
            1);
  const SceneRead r = read_scene(
      model("requiredextensions=\"m p\" xmlns:p=\"http://x/production/2015/06\" " + material), "a.3mf");
  EXPECT_EQ(r.code, ReadCode::unsupported);
  EXPECT_EQ(r.error.text, "the file requires the extension http://x/production/2015/06, which is not read");
  EXPECT_EQ(read_scene(model("requiredextensions=\"q\""), "a.3mf").error.text,
            "the file requires the extension q, which is not read");
}

TEST(Imported, OffKeepsItsPolygons) {
  const SceneData s = imported("OFF\n4 1 0\n0 0 0\n2 0 0\n2 3 0\n0 3 0\n4 0 1 2 3\n", "a.off");
  EXPECT_EQ(s.metres_per_unit, 0);
  EXPECT_EQ(only<MeshData>(s).corners_of_loop, (Indices{4}));
  EXPECT_EQ(only<MeshData>(s).points, (Points{{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}}));
}

TEST(Imported, FbxTellsUnitAndAxis) {
  const std::string text = R"(; FBX 7.3.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7300
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UpAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",2.54
	}
}
Objects:  {
	Geometry: 1, "Geometry::g", "Mesh" {
		Vertices: *12 {
			a: 0,0,0,2,0,0,2,3,0,0,3,0
		}
		PolygonVertexIndex: *4 {
			a: 0,1,2,-4
		}
	}
	Model: 2, "Model::part", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",5,0,0
		}
	}
}
Connections:  {
	C: "OO",2,0
	C: "OO",1,2
}
)";
  EXPECT_EQ(format_of(text, ""), "FBX");
  const SceneData s = imported(text, "a.fbx");
  EXPECT_NEAR(s.metres_per_unit, 0.0254, 1e-8);
  EXPECT_EQ(s.up, UpAxis::z);
  EXPECT_EQ(only<MeshData>(s).corners_of_loop, (Indices{4}));
  expect_box(box_of(s), {5, 0, 0}, {7, 3, 0}, 1e-6);
  EXPECT_EQ(path_of(s, node_named(s, "part")).substr(0, 8), "RootNode");
}

// Chunks: a number, a length with both, the data.
std::string chunk(std::uint16_t id, const std::string& data) {
  Bytes out;
  out.put(id).put(static_cast<std::uint32_t>(6 + data.size()));
  return out.text + data;
}

TEST(Imported, A3dsIsBroughtToYUp) {
  Bytes points, faces;
  points.put<std::uint16_t>(3).put_all({0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f, 3.f, 0.f});
  faces.put_all<std::uint16_t>({1, 0, 1, 2, 0});
  const std::string mesh = chunk(0x4100, chunk(0x4110, points.text) + chunk(0x4120, faces.text));
  const std::string file = chunk(0x4D4D, chunk(0x3D3D, chunk(0x4000, std::string("part\0", 5) + mesh)));
  const SceneData s = imported(file, "a.3ds");
  EXPECT_EQ(s.up, UpAxis::y);
  expect_box(box_of(s), {0, 0, -3}, {2, 0, 0}, 1e-6);
}

TEST(Imported, FilesThatAssimpRefusesAreErrors) {
  const SceneRead r = read_scene("<COLLADA", "a.dae");
  EXPECT_EQ(r.code, ReadCode::damaged);
  EXPECT_TRUE(r.error.text.starts_with("COLLADA could not be read by assimp: ")) << r.error.text;
  EXPECT_EQ(read_scene("", "a.fbx").code, ReadCode::damaged);
  EXPECT_EQ(read_scene("; FBX 7.3.0 project file\n", "a").code, ReadCode::damaged);
  // Some of its readers say nothing.
  EXPECT_EQ(read_scene(zip({{"3D/3dmodel.model", "<model"}}), "a.3mf").code, ReadCode::partial);
}

TEST(Imported, MemoryIsLimited) {
  SceneOptions options;
  options.import_memory = std::size_t{1} << 20;  // less than the program has when it begins
  const SceneRead r = read_scene(collada(), "a.dae", options);
  EXPECT_EQ(r.code, import::kIsSanitized ? ReadCode::complete : ReadCode::limit) << to_string(r.error);
}

#else

TEST(Imported, WithoutAssimpTheMessageSaysSo) {
  EXPECT_EQ(
      read_scene(collada(), "a.dae").error.text,
      "COLLADA is read by the program graze_import, which is not there: build Graze with the library assimp "
      "(libassimp-dev), or export glTF (.glb)");
  EXPECT_EQ(read_scene(three_mf("<model"), "a").code, ReadCode::unsupported);
}

#endif

}  // namespace
}  // namespace graze::io::test
