// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "graze/io/read_scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "graze/io/mesh_files.h"
#include "io/gzipped.h"
#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kVrml = "#VRML V2.0 utf8\nShape { geometry Box {} }";

TEST(ReadScene, FindsVrmlByContentAndByExtension) {
  EXPECT_EQ(messages(read_scene(kVrml, "a.wrl")), "");
  EXPECT_EQ(read_scene(kVrml, "a.wrl").scene->format, "VRML97");
  EXPECT_EQ(messages(read_scene(kVrml, "a")), "");
  EXPECT_EQ(messages(read_scene("Shape { geometry Box {} }", "dir.x/A.WRL")),
            "dir.x/A.WRL:1:1: the header \"#VRML V2.0 utf8\" is missing\n");
  EXPECT_EQ(format_of(kVrml, "a.obj"), "VRML97");
  EXPECT_EQ(format_of("", "a.wrl.gz"), "VRML97");
  EXPECT_EQ(format_of("\xEF\xBB\xBF# c\n #VRML V2.0", "a"), "VRML97");
  EXPECT_EQ(format_of("", "wrl"), "");
}

TEST(ReadScene, AWrongExtensionIsAWarning) {
  EXPECT_EQ(messages(read_scene(kVrml, "a.pdf")),
            "a.pdf: the name says PDF, but the file is VRML97 and read so\n");
  EXPECT_EQ(read_scene(kVrml, "a.pdf").code, ReadCode::complete);
}

TEST(ReadScene, FindsMeshFilesWithoutTheirNames) {
  std::string binary_stl(84 + 50, '\0');
  binary_stl.replace(0, 5, "solid");
  binary_stl[80] = 1;
  const std::string text_stl = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n";
  const std::string ply = "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n";
  const std::string obj = "# made by x\n\nmtllib a.mtl\no a\nv 0 0 0\n";
  EXPECT_EQ(format_of(binary_stl, "a.obj"), "STL");
  EXPECT_EQ(format_of(text_stl, ""), "STL");
  EXPECT_EQ(format_of(ply, "a.stl"), "PLY");
  EXPECT_EQ(format_of(obj, "a.ply"), "OBJ");
  EXPECT_EQ(format_of("v hello\n", ""), "");
  EXPECT_EQ(format_of("f 1 2 3\n", ""), "");
  EXPECT_EQ(format_of("some text\nv 0 0 0\n", ""), "");
  EXPECT_EQ(format_of("solid ground\n", ""), "");
  EXPECT_EQ(format_of("solid ground\n", "a.stl"), "STL");
  EXPECT_EQ(read_scene(obj + "v 1 0 0\nv 0 1 0\nf 1 2 3", "a").scene->format, "OBJ");
  EXPECT_EQ(read_scene(text_stl, "a").scene->format, "STL");
  EXPECT_EQ(read_scene(ply, "a").scene->format, "PLY");
}

TEST(ReadScene, FindsGltfByContent) {
  const std::string text = " { \"nodes\": [{}], \"asset\": {\"version\": \"2.0\"} }";
  EXPECT_EQ(format_of(text, "a.obj"), "glTF");
  EXPECT_EQ(format_of("glTF", ""), "glTF");
  EXPECT_EQ(format_of("{}", ""), "");
  EXPECT_EQ(format_of("{}", "a.glb"), "glTF");
  EXPECT_EQ(read_scene(text, "a").scene->nodes.size(), 1u);
}

TEST(ReadScene, InflatesEveryFormat) {
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const SceneRead read = read_scene(gzipped(obj), "a.obj.gz");
  EXPECT_EQ(messages(read), "");
  EXPECT_EQ(read.scene->geometries.size(), 1u);
  EXPECT_EQ(read_obj(gzipped(obj), "a.obj.gz").scene->geometries.size(), 1u);
}

TEST(ReadScene, WhatIsNotReadIsRefusedByName) {
  const struct {
    const char *bytes, *name, *error;
  } cases[] = {
      {"#X3D V3.0 utf8\n", "a.x3dv",
       "this is X3D, which is not read: export VRML97 (#VRML V2.0 utf8) or glTF"},
      {"<?xml version=\"1.0\"?>\n<!-- <x> --><!DOCTYPE X3D PUBLIC \"a\">\n<X3D profile='a'>", "a.wrl",
       "this is X3D, which is not read: export VRML97 (#VRML V2.0 utf8) or glTF"},
      {"#VRML V1.0 ascii\n", "a.wrl",
       "this is VRML 1.0, which is not read: convert it to VRML97 (#VRML V2.0 utf8)"},
      {"#Inventor V2.1 ascii\n", "a",
       "this is Open Inventor, which is not read: convert it to VRML97 (#VRML V2.0 utf8)"},
      {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));", "a.obj",
       "this is STEP, which is not read: convert it to a mesh first: FreeCAD and CAD Assistant write glTF, "
       "VRML97, "
       "OBJ and STL"},
      {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));", "a.stp",
       "this is IFC, which is not read: convert it first: \"IfcConvert model.ifc model.glb\" of "
       "IfcOpenShell, or "
       "Blender with Bonsai, writes glTF"},
      {"PK\x03\x04 nothing known", "a.3mf.zip",
       "this is a zip archive, which is not read: unpack it and name the scene file in it"},
      {"%PDF-1.7", "a", "this is PDF, which is not read: ask for the model that it was made of"},
      {"<!DOCTYPE html>\n<html>", "a.glb",
       "this is HTML, which is not read: this may be the page of a download that failed"},
      {"<foo><X3D/></foo>", "a.xml", "this is XML with the root <foo>, which is not read"},
  };
  for (const auto& c : cases) {
    const SceneRead read = read_scene(c.bytes, c.name);
    EXPECT_EQ(read.code, ReadCode::unsupported) << c.error;
    EXPECT_EQ(read.error.text, c.error);
    EXPECT_EQ(read.error.file, c.name);
  }
  const SceneRead unknown = read_scene("hello", "a.txt");
  EXPECT_EQ(unknown.code, ReadCode::unsupported);
  EXPECT_TRUE(unknown.error.text.starts_with(
      "neither its content nor its name tells of a format that is read: VRML"));
  EXPECT_EQ(read_scene("", "").code, ReadCode::unsupported);
  EXPECT_EQ(read_scene("\x1F\x8B", "a.wrl").error.text, "the gzip data is damaged or cut short");
}

TEST(ReadScene, OverridesUnitAndAxis) {
  SceneOptions options;
  options.metres_per_unit = 0.001;
  options.up = UpAxis::z;
  const SceneRead read = read_scene(kVrml, "a.wrl", options);
  EXPECT_EQ(read.scene->metres_per_unit, 0.001);
  EXPECT_EQ(read.scene->up, UpAxis::z);
  EXPECT_EQ(read_scene(kVrml, "a.wrl").scene->metres_per_unit, 1);
}

TEST(ReadScene, FilesReferToTheirFolderAndToTheRoot) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "graze_read_scene";
  fs::create_directories(root / "sub");
  std::ofstream(root / "sub" / "main.wrl") << "#VRML V2.0 utf8\nInline { url \"../part.wrl\" }";
  std::ofstream(root / "part.wrl") << kVrml;
  const std::string path = (root / "sub" / "main.wrl").string();
  EXPECT_EQ(read_scene_file(path).code, ReadCode::partial);
  SceneOptions options;
  options.root = root.string();
  const SceneRead read = read_scene_file(path, options);
  EXPECT_EQ(messages(read), "");
  EXPECT_EQ(read.scene->geometries.size(), 1u);
  EXPECT_EQ(read_scene_file((root / "none.wrl").string()).code, ReadCode::unreadable);
  options.limits.file_bytes = 10;
  EXPECT_EQ(read_scene_file(path, options).code, ReadCode::limit);
  fs::remove_all(root);
}

TEST(Units, HaveNames) {
  EXPECT_EQ(metres_from_text("mm"), 0.001);
  EXPECT_EQ(metres_from_text("in"), 0.0254);
  EXPECT_EQ(metres_from_text("ft"), 0.3048);
  EXPECT_EQ(metres_from_text("2.5"), 2.5);
  for (const char* text : {"", "0", "-1", "mmm", "1m", "inf", "nan", "1e999"})
    EXPECT_EQ(metres_from_text(text), 0) << text;
}

}  // namespace
}  // namespace graze::io::test
