// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <pthread.h>

#include "io/gzipped.h"
#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kHeader = "#VRML V2.0 utf8\n";
const std::string kBox = "Shape { geometry Box {} }";

SceneRead read(const std::string& bytes, const VrmlOptions& options = {}) {
  return read_vrml(bytes, "f.wrl", options);
}

TEST(VrmlHeader, OddOnesAreReadWithAWarning) {
  EXPECT_EQ(messages(read("#VRML V2.0 utf8" + std::string("\r\n") + kBox)), "");
  EXPECT_EQ(messages(read("#VRML V2.0 utf8 made by x\n" + kBox)), "");
  EXPECT_EQ(messages(read("#VRML    V2.0\tutf8\n" + kBox)),
            "f.wrl:1:1: the header is not written as \"#VRML V2.0 utf8\"\n");
  EXPECT_EQ(messages(read("# made by x\n\n#VRML V2.0 utf8\n" + kBox)),
            "f.wrl:3:1: the header is not on the first line\n");
  EXPECT_EQ(messages(read(kBox)), "f.wrl:1:1: the header \"#VRML V2.0 utf8\" is missing\n");
  EXPECT_EQ(messages(read("\xEF\xBB\xBF" + kHeader + kBox)),
            "f.wrl:1:1: a byte order mark stands before the header\n");
  EXPECT_EQ(read(kBox).scene->geometries.size(), 1u);
}

TEST(VrmlHeader, OtherFormatsAreRefusedByName) {
  for (const char* text :
       {"#VRML V1.0 ascii\nSeparator {}", "\n  #VRML V1.0 ascii\n", "#X3D V3.0 utf8\n",
        "<?xml version=\"1.0\"?><X3D>", "<X3D>", "#Inventor V2.1 ascii\n", "<html>", "glTF\x02"}) {
    const SceneRead r = read(text);
    EXPECT_EQ(r.code, ReadCode::unsupported) << text;
    EXPECT_FALSE(r);
  }
  EXPECT_EQ(
      messages(read("#VRML V1.0 ascii\n")),
      "error: f.wrl:1:1: this is VRML 1.0, which is not read: convert it to VRML97 (#VRML V2.0 utf8)\n");
  EXPECT_EQ(messages(read("#X3D V3.0 utf8\n")),
            "error: f.wrl:1:1: this is X3D, which is not read: export VRML97 (#VRML V2.0 utf8) or glTF\n");
}

TEST(VrmlHeader, WhatIsNoVrmlAtAllIsAnError) {
  EXPECT_EQ(read("").code, ReadCode::damaged);
  EXPECT_EQ(read("\x89PNG\r\n\x1a\n{{[[").error.text, "this is not VRML97: no node was found");
  EXPECT_EQ(read(kHeader).code, ReadCode::complete);  // a scene of nothing
  EXPECT_EQ(read(kHeader + "}}}").code, ReadCode::damaged);
}

TEST(VrmlGzip, IsInflatedWhateverTheName) {
  EXPECT_EQ(messages(read(gzipped(kHeader + kBox))), "");
  // Two members are one text; what follows the last is ignored.
  EXPECT_EQ(read(gzipped(kHeader) + gzipped(kBox) + "junk").scene->geometries.size(), 1u);
}

TEST(VrmlGzip, DamagedOrEndlessIsAnError) {
  const std::string bytes = gzipped(kHeader + kBox);
  for (std::size_t n = 2; n < bytes.size(); ++n)
    EXPECT_EQ(messages(read(bytes.substr(0, n))), "error: f.wrl: the gzip data is damaged or cut short\n");
  std::string changed = bytes;
  changed[bytes.size() - 6] ^= 1;  // in the checksum
  EXPECT_EQ(read(changed).code, ReadCode::damaged);
  VrmlOptions options;
  options.limits.file_bytes = 100000;
  const SceneRead bomb = read(gzipped(kHeader + std::string(5000000, ' ')), options);
  EXPECT_EQ(bomb.code, ReadCode::limit);
  EXPECT_EQ(bomb.error.text, "the file, inflated, is larger than 100000 bytes");
  EXPECT_EQ(read(kHeader + std::string(100000, ' '), options).code, ReadCode::limit);
}

TEST(VrmlLexer, CommasAndCommentsAreBlanksAndStringsAreNot) {
  const SceneRead r =
      read(kHeader + "WorldInfo { title \"# no \\\" comment \\\\\" info [\"a\nb\",\"c\"] } # DEF } {\r" +
           kBox + "# end");
  EXPECT_EQ(messages(r), "");
  EXPECT_EQ(r.scene->nodes[0].place.line, 4u);  // one line end in the string, a lone CR after the comment
}

TEST(VrmlLexer, NumbersAreReadInAllTheirForms) {
  const SceneRead r = read(kHeader +
                           "Shape { geometry IndexedFaceSet { coord Coordinate { point [+1 -.5 1. , 1e1 0x10 "
                           "2E-1, 1e-999 0 0] } coordIndex [0x0 +1 2 -1] } }");
  ASSERT_EQ(messages(r), "");
  const auto& p = only<MeshData>(*r.scene).points;
  EXPECT_EQ(p[0], Vec3(1, -0.5, 1));
  EXPECT_EQ(p[1], Vec3(10, 16, 0.2));
  EXPECT_EQ(p[2], Vec3(0, 0, 0));
}

TEST(VrmlLexer, NamesMayBeOdd) {
  const SceneRead r =
      read(kHeader +
           "DEF 3d-a+b Transform { } DEF C TimeSensor { loop TRUE } DEF P PositionInterpolator { key 0 "
           "keyValue 1 2 3 }"
           "ROUTE C.fraction_changed TO P.set_fraction ROUTE P.value_changed TO 3d-a+b.set_translation");
  EXPECT_EQ(messages(r), "");
  expect_near(point_of(*r.scene, "3d-a+b", {}, 0.5), {1, 2, 3});
}

TEST(VrmlLexer, NamesMayHoldWhatNoNameMay) {
  for (const std::string name : {"bolt#3", "#3", "a [M8]", "\"x\"", "a{b}", "my part", "a,b", "a.b #c"}) {
    const SceneRead r =
        read(kHeader + "Group { children [ DEF " + name + " Transform { translation 0 5 0\nchildren " + kBox +
             " } USE " + name +
             "\n] }\nDEF C TimeSensor { loop TRUE } DEF P PositionInterpolator { key [0 1] keyValue "
             "[0 0 0 0 0 8] } ROUTE C.fraction_changed TO P.set_fraction ROUTE P.value_changed TO " +
             name + ".set_translation");
    EXPECT_EQ(messages(r), "f.wrl:2:24: a name holds characters that VRML keeps for itself\n") << name;
    ASSERT_EQ(r.scene->geometries.size(), 1u) << name;
    EXPECT_EQ(r.scene->nodes[1].name, name);
    EXPECT_EQ(r.scene->nodes.size(), 5u) << name;
    expect_box(box_of(*r.scene, 0.5), {-1, -1, 3}, {1, 1, 5});
  }
  // A comment behind DEF is none of a name, and no name is made of two definitions.
  const SceneRead r =
      read(kHeader + "DEF # comment\nA Group { children [ DEF B Group { } DEF C Group { } ] }");
  EXPECT_EQ(messages(r), "");
  EXPECT_EQ(r.scene->nodes[1].name, "B");
}

TEST(VrmlLexer, BytesThatAreNotUtf8AreReplacedInMessagesAndNames) {
  const SceneRead r = read(kHeader + "DEF a\xE4z Transform { } X\xFFY { }");
  EXPECT_EQ(r.scene->nodes[0].name, "a?z");
  EXPECT_NE(messages(r).find("unknown node X?Y left out"), std::string::npos);
}

TEST(VrmlParser, UnknownNodesAndFieldsAreSkipped) {
  const SceneRead r =
      read(kHeader +
           "NurbsSurface { order 3 knots [0 1 2] inner Foo { a [ Bar { } ] b TRUE } name \"x\" }\n"
           "Transform { glow TRUE translation 1 0 0 children " +
           kBox + " }\nNurbsSurface { }");
  EXPECT_EQ(r.code, ReadCode::partial);
  EXPECT_EQ(messages(r),
            "f.wrl:2:54: unknown node Bar left out [loss]\n"
            "f.wrl:2:44: unknown node Foo left out [loss]\n"
            "f.wrl:2:1: unknown node NurbsSurface left out (2 times) [loss]\n"
            "f.wrl:3:13: Transform has no field \"glow\"\n");
  expect_box(box_of(*r.scene), {0, -1, -1}, {2, 1, 1});
}

TEST(VrmlParser, TheLastOfARepeatedFieldCounts) {
  const SceneRead r = read(kHeader + "Shape { geometry Sphere { radius 1 radius 2 } }");
  EXPECT_EQ(only<SphereData>(*r.scene).radius, 2);
}

TEST(VrmlParser, LowerCaseTruthAndSingleValuesWithoutBracketsAreRead) {
  const SceneRead r = read(kHeader + "Collision { collide false children Group { children " + kBox + " } }");
  EXPECT_EQ(messages(r), "");
  EXPECT_TRUE(r.scene->nodes[0].is_excluded);
}

TEST(VrmlParser, AFileThatIsCutShortGivesWhatIsThere) {
  const SceneRead r = read(kHeader + kBox + "\nTransform { translation 0 5 0 children [ " + kBox);
  EXPECT_EQ(r.code, ReadCode::partial);
  EXPECT_EQ(messages(r),
            "f.wrl:3:67: syntax: ] is missing after a list [loss]\n"
            "f.wrl:3:67: syntax: expected } after a node, found the end of the file [loss]\n");
  expect_box(box_of(*r.scene), {-1, -1, -1}, {1, 6, 1});
  EXPECT_EQ(messages(read(kHeader + "WorldInfo { title \"abc")),
            "f.wrl:2:19: syntax: the file ends inside of a string [loss]\n"
            "f.wrl:2:23: syntax: expected } after a node, found the end of the file [loss]\n");
}

TEST(VrmlParser, GoesOnAfterAnError) {
  const SceneRead r =
      read(kHeader + "}\n" + kBox + "\nTransform { url images/wood.png scale 2 2 2 children " + kBox +
           " }\nDEF Group { }");
  EXPECT_EQ(messages(r),
            "f.wrl:2:1: syntax: expected a node, found \"}\" [loss]\n"
            "f.wrl:4:33: syntax: expected { after the type of a node, found \"scale\" [loss]\n"
            "f.wrl:5:1: a name is missing after DEF\n"
            "f.wrl:4:13: Transform has no field \"url\"\n");
  EXPECT_EQ(r.scene->geometries.size(), 2u);
  expect_box(box_of(*r.scene), {-2, -2, -2}, {2, 2, 2});
}

TEST(VrmlParser, EveryKindOfErrorHasItsWords) {
  const auto first = [](const std::string& text) {
    const SceneRead r = read(kHeader + kBox + text);
    EXPECT_EQ(r.code, ReadCode::partial) << text;
    return r.warnings.empty() ? std::string() : r.warnings[0].text;
  };
  EXPECT_EQ(first("ROUTE a TO b.c"), "syntax: expected node.event in a ROUTE, found \"a\"");
  EXPECT_EQ(first("ROUTE a.b to c.d"), "syntax: expected TO in a ROUTE, found \"to\"");
  EXPECT_EQ(first("PROTO { }"), "syntax: expected the name of a PROTO, found \"{\"");
  EXPECT_EQ(first("PROTO A { }"), "syntax: expected [ of an interface, found \"{\"");
  EXPECT_EQ(first("PROTO A [ x ] { }"), "syntax: expected a line of an interface, found \"x\"");
  EXPECT_EQ(first("PROTO A [ field SFFloat x 3"),
            "syntax: expected ] after an interface, found the end of the file");
  EXPECT_EQ(first("PROTO A [ ] Group {}"), "syntax: expected { of the body of a PROTO, found \"Group\"");
  EXPECT_EQ(first("PROTO A [ ] { Group {}"),
            "syntax: expected } after the body of a PROTO, found the end of the file");
  EXPECT_EQ(first("Group { 7 }"), "syntax: expected a field, found \"7\"");
  EXPECT_EQ(first("Group { children }"), "syntax: expected a value, found \"}\"");
  EXPECT_EQ(first("Group { children [ { ] }"), "syntax: expected a value or ], found \"{\"");
  EXPECT_EQ(first("USE"), "syntax: expected a name after USE, found the end of the file");
  EXPECT_EQ(first("DEF"), "syntax: expected a name after DEF, found the end of the file");
  EXPECT_EQ(first("DEF A 5"), "syntax: expected the type of a node, found \"5\"");
  EXPECT_EQ(first("Group { x IS }"), "syntax: expected a name after IS, found \"}\"");
}

TEST(VrmlParser, StopsAfterAHundredErrors) {
  std::string text = kHeader + kBox;
  for (int i = 0; i < 1000; ++i) text += " ]";
  const SceneRead r = read(text + kBox);
  EXPECT_EQ(messages(r),
            "f.wrl:2:27: syntax: expected a node, found \"]\" (100 times) [loss]\n"
            "f.wrl:2:225: syntax: too many errors; the rest of the file was left out [loss]\n");
  EXPECT_EQ(r.scene->geometries.size(), 1u);
}

// A mistake that an exporter makes once in every shape ends no file.
TEST(VrmlParser, GoesOnWhereThereAreMoreNodesThanErrors) {
  std::string text = kHeader;
  for (int i = 0; i < 300; ++i)
    text +=
        "Shape { appearance Appearance { texture ImageTexture { url images/wood.png } } geometry Box {} }\n";
  const SceneRead r = read(text);
  EXPECT_EQ(messages(r),
            "f.wrl:2:76: syntax: expected { after the type of a node, found \"}\" (300 times) [loss]\n");
  EXPECT_EQ(r.scene->geometries.size(), 300u);
}

TEST(VrmlReport, NamesTwoHundredKindsOfTroubleAndCountsTheRest) {
  std::string text = kHeader + "Group { ";
  for (int i = 0; i < 500; ++i) text += "f" + std::to_string(i) + " 1 ";
  const SceneRead r = read(text + "}");
  EXPECT_EQ(r.warnings.size(), 201u);
  EXPECT_EQ(r.warnings.back().text, "further warnings of other kinds");
  EXPECT_EQ(r.warnings.back().count, 300u);
}

std::string nested(int depth, const std::string& open, const std::string& close) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  for (int i = 0; i < depth; ++i) text += close;
  return kHeader + text;
}

// Frames of sanitizers and of code that is not optimised are many times as large.
constexpr std::size_t kPromised = 256 * 1024;
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kStack = 32 * kPromised;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr std::size_t kStack = 32 * kPromised;
#else
constexpr std::size_t kStack = kPromised;
#endif
#else
constexpr std::size_t kStack = kPromised;
#endif

// Reads on a thread with the smallest stack that is promised.
SceneRead read_on_small_stack(const std::string& text) {
  struct Job {
    const std::string& text;
    SceneRead result;
  } job{text, {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread{};
  const auto run = [](void* j) -> void* {
    static_cast<Job*>(j)->result = read(static_cast<Job*>(j)->text);
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, &job), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return std::move(job.result);
}

TEST(VrmlLimits, DeepNestingFitsASmallStackAndWhatIsDeeperIsLeftOut) {
  EXPECT_EQ(read_on_small_stack(nested(200, "Group { children [ ", "] } ")).code, ReadCode::complete);
  EXPECT_EQ(
      read_on_small_stack(nested(100, "PROTO A [ field SFNode n Group { children [ ", "] } ] { }")).code,
      ReadCode::complete);
  for (const char* open :
       {"Group { children [ ", "Foo { a ", "PROTO A [] { ", "PROTO A [ field SFNode n A { "}) {
    const SceneRead r = read_on_small_stack(kHeader + kBox + nested(100000, open, "").substr(kHeader.size()));
    EXPECT_EQ(r.code, ReadCode::partial) << open;
    EXPECT_NE(messages(r).find("nodes nested more than 200 deep left out [loss]"), std::string::npos) << open;
    EXPECT_EQ(r.scene->geometries.size(), 1u);
  }
  // By prototypes and by USE the scene is deeper than its text.
  std::string protos = kHeader + "PROTO P0 [] { Group {} } ", uses = kHeader + "DEF N0 Group {} ";
  for (int i = 1; i < 300; ++i) {
    const std::string one = std::to_string(i), below = std::to_string(i - 1);
    protos += "PROTO P" + one + " [] { Group { children P" + below + " {} } } ";
    uses += "DEF N" + one + " Group { children USE N" + below + " } ";
  }
  EXPECT_EQ(read_on_small_stack(protos + "P90 {}").code, ReadCode::complete);
  for (const std::string& text : {protos + "P299 {}", uses}) {
    const SceneRead r = read_on_small_stack(text + kBox);
    EXPECT_EQ(r.code, ReadCode::partial);
    EXPECT_NE(messages(r).find("nodes nested more than 200 deep left out"), std::string::npos);
    EXPECT_EQ(r.scene->geometries.size(), 1u);
  }
}

TEST(VrmlLimits, WhatStandsBehindNodesThatAreTooDeepIsRead) {
  const std::string open = "Transform { translation 1 0 0 children [ ", close = kBox + " ] } ";
  const SceneRead r =
      read(nested(250, open, close) + "Transform { translation -5 0 0 children " + kBox + " }");
  // A Transform, the Shape in the 200th, and the Box of the Shape in the 199th are 201 deep; 41 bytes open
  // one.
  EXPECT_EQ(messages(r), "f.wrl:2:8211: nodes nested more than 200 deep left out (3 times) [loss]\n");
  expect_box(box_of(*r.scene), {-6, -1, -1}, {199, 1, 1});
}

// As many instances of a long list of children as the text has room for would be billions of nodes.
TEST(VrmlLimits, SharedNodesInPrototypesAreCounted) {
  std::string uses, instances;
  for (int i = 0; i < 3000; ++i) uses += "USE A ", instances += "P {} ";
  VrmlOptions options;
  options.limits.nodes = 100000;
  const SceneRead r = read(
      kHeader + "PROTO P [] { Group { children [ DEF A Group {} " + uses + " ] } } " + instances, options);
  EXPECT_EQ(r.code, ReadCode::limit);
  EXPECT_NE(r.error.text.find("more than 8 fields"), std::string::npos) << r.error.text;
}

// With anything quadratic in them these would take minutes: the time limit of the test is what fails.
TEST(VrmlLimits, LongListsTakeLinearTime) {
  constexpr int kMany = 100000;
  const auto repeat = [](auto piece) {
    std::string text = kHeader;
    for (int i = 0; i < kMany; ++i) text += piece(std::to_string(i));
    return text;
  };
  const std::string digits = repeat([](const std::string&) { return "1-1"; });
  EXPECT_EQ(read(kHeader + kBox + "Foo { x [ " + digits.substr(kHeader.size()) + " ] }").code,
            ReadCode::partial);
  const SceneRead names =
      read(repeat([](const std::string&) { return "DEF A Group {} ROUTE A.x TO A.y\n"; }));
  EXPECT_EQ(names.scene->nodes.size(), std::size_t{kMany});
  const SceneRead chain = read(repeat([](const std::string& i) {
    return (i == "0" ? "DEF A Transform {} DEF C TimeSensor { loop TRUE } ROUTE C.fraction_changed TO A.f0\n"
                     : "") +
           ("ROUTE A.f" + i + " TO A.f" + std::to_string(std::stoi(i) + 1) + "\n");
  }));
  EXPECT_EQ(chain.scene->nodes.size(), 1u);
  const SceneRead protos =
      read(repeat([](const std::string& i) { return "PROTO P" + i + " [] { Group {} } P" + i + " {}\n"; }));
  EXPECT_EQ(protos.scene->nodes.size(), std::size_t{kMany});
  EXPECT_EQ(read(repeat([](const std::string& i) { return "USE A" + i + " \"" + i; })).code,
            ReadCode::partial);
}

TEST(VrmlLimits, FieldsOfOneNodeAreLeftOutBeyondTwoThousand) {
  std::string many;
  for (int i = 0; i < 2001; ++i) many += "f" + std::to_string(i) + " 1 ";
  const SceneRead node = read(kHeader + "Foo { " + many + "} " + kBox);
  EXPECT_EQ(messages(node).substr(0, 73),
            "f.wrl:2:1: fields of one node behind the first 2000 left out [loss]\nf.wrl");
  EXPECT_EQ(node.scene->geometries.size(), 1u);
  std::string lines;
  for (int i = 0; i < 2001; ++i) lines += "field SFFloat f" + std::to_string(i) + " 1 ";
  const SceneRead proto = read(kHeader + "PROTO P [ " + lines + "] { " + kBox + " } P {}");
  EXPECT_EQ(messages(proto), "f.wrl:2:1: fields of one node behind the first 2000 left out [loss]\n");
  EXPECT_EQ(proto.scene->geometries.size(), 1u);
}

TEST(VrmlLimits, SharedNodesThatDoubleAreRefused) {
  std::string text = kHeader + "DEF N0 Group {} ";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "USE N" + std::to_string(i - 1) + " ";
    text += "DEF N" + std::to_string(i) + " Group { children [ " + below + below + "] } ";
  }
  VrmlOptions options;
  options.limits.nodes = 10000;
  EXPECT_EQ(read(text, options).error.text, "USE expands to more than 10000 nodes");
}

TEST(VrmlLimits, FilesDepthAndBytesAreCounted) {
  MemoryFiles files;
  for (int i = 0; i < 40; ++i)
    files.files["f" + std::to_string(i)] =
        kHeader + "Inline { url \"f" + std::to_string(i + 1) + "\" }" + std::string(1000, ' ');
  VrmlOptions options;
  options.files = &files;
  EXPECT_EQ(messages(read(kHeader + kBox + "Inline { url \"f0\" }", options)),
            "f19:2:10: Inline not read: f20: files are nested more than 20 deep [loss]\n");
  options.limits.file_depth = 100;
  options.limits.files = 30;
  EXPECT_EQ(read(kHeader + "Inline { url \"f0\" }", options).error.text, "more than 30 files");
  options.limits.files = 100;
  options.limits.total_bytes = 10000;
  EXPECT_EQ(read(kHeader + "Inline { url \"f0\" }", options).error.text, "the files are too large together");
}

}  // namespace
}  // namespace graze::io::test
