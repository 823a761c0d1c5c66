// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

SceneRead read(const std::string& bytes) { return read_stl(bytes, "f.stl"); }

std::string facet(const std::string& a, const std::string& b, const std::string& c) {
  return "facet normal 0 0 1\nouter loop\nvertex " + a + "\nvertex " + b + "\nvertex " + c +
         "\nendloop\nendfacet\n";
}
// A square of two facets.
const std::string kFacets = facet("0 0 0", "2 0 0", "2 3 0") + facet("0 0 0", "2 3 0", "-0 3 0");

Bytes binary(const std::string& header, std::uint32_t count) {
  Bytes out;
  out.text = header + std::string(80 - header.size(), '\0');
  return out.put(count);
}
void put_facet(Bytes& out, std::initializer_list<float> corners) {
  out.put_all({0.f, 0.f, 1.f}).put_all(corners).put<std::uint16_t>(0xFFFF);
}
std::string binary_square(const std::string& header, std::uint32_t count = 2) {
  Bytes out = binary(header, count);
  put_facet(out, {0, 0, 0, 2, 0, 0, 2, 3, 0});
  put_facet(out, {0, 0, 0, 2, 3, 0, -0.f, 3, 0});
  return out.text;
}

void expect_square(const MeshData& m) {
  EXPECT_EQ(m.points, (Points{{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}}));
  EXPECT_EQ(m.corners, (Indices{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(m.corners_of_loop, (Indices{3, 3}));
}

TEST(Stl, TextAndBinaryAreOneSquare) {
  const SceneData text = clean(read("solid my part\n" + kFacets + "endsolid my part\n"));
  EXPECT_EQ(text.format, "STL");
  EXPECT_EQ(text.metres_per_unit, 0);
  EXPECT_EQ(text.up, UpAxis::z);
  EXPECT_EQ(tree_of(text), "my part solid *\n");
  expect_square(only<MeshData>(text));
  const SceneData binary = clean(read(binary_square("made by x")));
  EXPECT_EQ(tree_of(binary), "solid solid *\n");
  expect_square(only<MeshData>(binary));
}

TEST(Stl, ABinaryHeaderMaySaySolid) {
  expect_square(only<MeshData>(clean(read(binary_square("solid part")))));
  expect_square(only<MeshData>(clean(read(binary_square("solid a\nfacet normal")))));
  expect_square(only<MeshData>(clean(read(binary_square("\n solid\nendsolid\n")))));
}

TEST(Stl, TextMayBeUntidy) {
  expect_square(only<MeshData>(clean(read("  SOLID\r\n" + kFacets + "EndSolid"))));
  std::string upper = "solid a\n" + kFacets + "endsolid";
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  expect_square(only<MeshData>(clean(read(upper))));
  std::string blanks = "solid a\r" + kFacets + "end solid a";
  for (char& c : blanks) c = c == '\n' ? '\r' : c == ' ' ? '\t' : c;
  expect_square(only<MeshData>(clean(read(blanks))));
  expect_square(only<MeshData>(clean(read("\xEF\xBB\xBFsolid\n" + kFacets + "endsolid"))));
}

TEST(Stl, TextMayLackItsFirstWordAndTheEndsOfLoops) {
  const auto without = [](std::string text, const std::string& word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word)) text.erase(at, word.size());
    return text;
  };
  expect_square(only<MeshData>(*read("# made by hand\n" + kFacets).scene));
  expect_square(only<MeshData>(*read(kFacets).scene));
  expect_square(only<MeshData>(clean(read("solid\n" + without(kFacets, "endloop") + "endsolid"))));
  std::string spaced = kFacets;
  for (const char* word : {"endloop", "endfacet"})
    for (std::size_t at = spaced.find(word); at != spaced.npos; at = spaced.find(word))
      spaced.insert(at + 3, " ");
  expect_square(only<MeshData>(clean(read("solid\n" + spaced + "end solid"))));
}

TEST(Stl, NumbersMayHaveCommasAndZerosFillTheEnd) {
  std::string facets = kFacets;
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"2 3 0", "2,0 3.0D+00 0,0e0"}, {"-0 3 0", "-0 30d-1 0"}})
    for (std::size_t at = facets.find(from); at != facets.npos; at = facets.find(from))
      facets.replace(at, from.size(), to);
  expect_square(only<MeshData>(clean(read("solid\n" + facets + "endsolid\n" + std::string(100, '\0')))));
  EXPECT_NE(messages(read("solid\n" + facet("1,2,3 0 0", "1 0 0", "0 1 0") + "endsolid")).find("[loss]"),
            std::string::npos);
}

TEST(Stl, SeveralSolidsAreSeveralNodes) {
  const SceneData s = clean(read("solid a\n" + kFacets + "endsolid a\nsolid\nendsolid\nsolid b\n" +
                                 facet("5 0 0", "6 0 0", "5 1 0") + "endsolid b\n"));
  EXPECT_EQ(tree_of(s), "a solid *\nb solid *\n");
  EXPECT_EQ(shape<MeshData>(s, 1).points, (Points{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}));
  EXPECT_EQ(s.nodes[1].place.line, 19u);
}

TEST(Stl, OnlyEqualVerticesAreMerged) {
  const SceneData s = clean(read("solid\n" + facet("0.1 0 0", "1 0 0", "0 1 0") +
                                 facet("0.10000000000000002 0 0", "1 0 0", "0 1 1e-300") + "endsolid\n"));
  EXPECT_EQ(only<MeshData>(s).points.size(), 5u);
  EXPECT_EQ(only<MeshData>(s).corners, (Indices{0, 1, 2, 3, 1, 4}));
}

TEST(Stl, PolygonsArePolygons) {
  const SceneData s =
      clean(read("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 "
                 "1 0\nendloop\nendfacet\n"
                 "endsolid\n"));
  EXPECT_EQ(only<MeshData>(s).corners_of_loop, (Indices{4}));
}

TEST(Stl, AnEmptySolidIsNoError) {
  EXPECT_EQ(messages(read("solid a\nendsolid a\n")), "f.stl: the file has no geometry\n");
  EXPECT_EQ(messages(read(binary("x", 0).text)), "f.stl: the file has no geometry\n");
}

TEST(Stl, DamagedTextGivesWhatIsThere) {
  EXPECT_EQ(messages(read("solid\n" + kFacets)), "f.stl:16:1: \"endsolid\" is missing\n");
  const SceneRead cut = read("solid\n" + kFacets + "facet normal 0 0 1\nouter loop\nvertex 1 2 3\n");
  EXPECT_EQ(messages(cut), "f.stl:19:1: the file ends within a facet [loss]\n");
  EXPECT_EQ(cut.code, ReadCode::partial);
  expect_square(only<MeshData>(*cut.scene));
  const SceneRead odd =
      read("solid\nfoo\n" + facet("0 0 x", "1 0 0", "1 1 0") + facet("nan 0 0", "1 0 0", "1 1 0") + kFacets +
           facet("0 0 0", "0 0 0", "1 1 0") + "endsolid");
  EXPECT_EQ(messages(odd),
            "f.stl:2:1: unexpected word \"foo\"\n"
            "f.stl:5:1: facet with a vertex that is not three numbers left out [loss]\n"
            "f.stl:12:1: facet with a vertex that is not finite left out [loss]\n"
            "f.stl:33:1: face of fewer than three points left out\n");
  EXPECT_EQ(only<MeshData>(*odd.scene).corners_of_loop, (Indices{3, 3}));
}

TEST(Stl, DamagedBinaryGivesWhatIsThere) {
  const std::string whole = binary_square("x");
  const SceneRead cut = read(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(messages(cut), "f.stl: the file ends early, at byte 183: 1 of 2 facets are there [loss]\n");
  EXPECT_EQ(only<MeshData>(*cut.scene).corners, (Indices{0, 1, 2}));
  EXPECT_EQ(messages(read(binary_square("x", 0xFFFFFFFF))),
            "f.stl: the file ends early, at byte 184: 2 of 4294967295 facets are there [loss]\n");
  const SceneRead uncounted = read(binary_square("x", 0));
  EXPECT_EQ(messages(uncounted), "f.stl: the file says that it has no facets, but 2 are there and read\n");
  expect_square(only<MeshData>(*uncounted.scene));
  const SceneRead longer = read(whole + "tail");
  EXPECT_EQ(messages(longer), "f.stl: bytes behind the last facet are not read\n");
  expect_square(only<MeshData>(*longer.scene));
  Bytes bad = binary("x", 1);
  put_facet(bad, {0, 0, 0, 1, 0, 0, std::numeric_limits<float>::infinity(), 3, 0});
  EXPECT_EQ(
      messages(read(bad.text)),
      "f.stl: facet with a vertex that is not finite left out [loss]\nf.stl: the file has no geometry\n");
}

TEST(Stl, OtherBytesAreRefused) {
  EXPECT_EQ(messages(read("hello")), "error: f.stl: neither \"solid\" nor a binary header of 84 bytes\n");
  EXPECT_EQ(read("").code, ReadCode::damaged);
}

TEST(Stl, LimitsAreKept) {
  ReadLimits limits;
  limits.nodes = 1;
  const std::string two = "solid a\n" + kFacets + "endsolid\nsolid b\n" + kFacets + "endsolid\n";
  EXPECT_EQ(read_stl(two, "f.stl", limits).error.text, "the scene has more than 1 nodes");
  limits.file_bytes = 100;
  EXPECT_EQ(read_stl(two, "f.stl", limits).code, ReadCode::limit);
}

}  // namespace
}  // namespace graze::io::test
