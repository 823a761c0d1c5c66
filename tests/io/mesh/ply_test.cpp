// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

SceneRead read(const std::string& bytes) { return read_ply(bytes, "f.ply"); }

std::string header(const std::string& elements, const std::string& format = "ascii") {
  return "ply\nformat " + format + " 1.0\ncomment by hand\n" + elements + "end_header\n";
}
std::string vertices(int n) {
  return "element vertex " + std::to_string(n) +
         "\nproperty double x\nproperty double y\nproperty double z\n";
}
std::string faces(int n, const std::string& name = "vertex_indices") {
  return "element face " + std::to_string(n) + "\nproperty list uchar int " + name + "\n";
}
const std::string kSquare = "0 0 0\n2 0 0\n2 3 0\n0 3 0\n";
const Points kSquarePoints{{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}};

TEST(Ply, ReadsTextWithPolygons) {
  const SceneData s = clean(read(header(vertices(4) + faces(2)) + kSquare + "4 0 1 2 3\n3 0 2 1\n"));
  EXPECT_EQ(s.format, "PLY");
  EXPECT_EQ(s.metres_per_unit, 0);
  EXPECT_EQ(s.up, UpAxis::z);
  EXPECT_EQ(tree_of(s), "faces faces *\n");
  const auto& m = only<MeshData>(s);
  EXPECT_EQ(m.points, kSquarePoints);
  EXPECT_EQ(m.corners, (Indices{0, 1, 2, 3, 0, 2, 1}));
  EXPECT_EQ(m.corners_of_loop, (Indices{4, 3}));
  const std::string old = header(vertices(4) + faces(1, "vertex_index")) + kSquare + "3 0 1 2";
  EXPECT_EQ(only<MeshData>(clean(read(old))).corners, (Indices{0, 1, 2}));
}

// Every type, properties in another order, lists and elements that nobody asked for.
const std::string kOdd =
    "element camera 2\nproperty float64 f\nproperty list uint16 int8 names\n"
    "element face 1\nproperty uchar red\nproperty list float uint32 vertex_indices\nproperty list int32 "
    "float t\n"
    "element vertex 3\nproperty uint8 a\nproperty list ushort short nx\nproperty int z\nproperty char y\n"
    "property float32 x\nproperty int16 s\n";

template <class Put>
void put_odd(Put put) {
  put(1.5), put(std::uint16_t{2}), put(std::int8_t{-1}), put(std::int8_t{7});
  put(2.5), put(std::uint16_t{0});
  put(std::uint8_t{200}), put(3.f), put(std::uint32_t{2}), put(std::uint32_t{1}), put(std::uint32_t{0});
  put(std::int32_t{1}), put(0.25f);
  for (int i = 0; i < 3; ++i) {
    put(static_cast<std::uint8_t>(250 + i)), put(std::uint16_t{1}), put(std::int16_t{-300});
    put(static_cast<std::int32_t>(100000 * i)), put(static_cast<std::int8_t>(-i * i)),
        put(static_cast<float>(i) * 0.5f);
    put(std::int16_t{-2});
  }
}

void expect_odd(const SceneRead& r) {
  EXPECT_EQ(messages(r), "f.ply: element \"camera\" skipped\n");
  const auto& m = only<MeshData>(*r.scene);
  EXPECT_EQ(m.points, (Points{{0, 0, 0}, {0.5, -1, 100000}, {1, -4, 200000}}));
  EXPECT_EQ(m.corners, (Indices{2, 1, 0}));
}

TEST(Ply, AnyOrderAndTypeInTextAndBothByteOrders) {
  std::string text;
  put_odd([&](auto v) { text += std::to_string(v) + " "; });
  expect_odd(read(header(kOdd) + text));
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Bytes bytes(order);
    put_odd([&](auto v) { bytes.put(v); });
    expect_odd(
        read(header(kOdd, order == std::endian::little ? "binary_little_endian" : "binary_big_endian") +
             bytes.text));
  }
}

TEST(Ply, NumbersAreDoubles) {
  const SceneData s =
      clean(read(header(vertices(3) + faces(1)) + "512345.00005 0 0\n512345.0001 0 0\n0 1 0\n3 0 1 2\n"));
  EXPECT_EQ(only<MeshData>(s).points[0].x, 512345.00005);
  EXPECT_EQ(only<MeshData>(s).points[1].x, 512345.0001);
}

TEST(Ply, LineEndsOfTheHeaderAreLineEnds) {
  Bytes data;
  // The first byte of the data is a line feed: 10.
  data.put<std::uint8_t>(10).put_all<std::uint8_t>({0, 0, 20, 0, 0, 10, 20, 0});
  const std::string unix_header = header(
      "element vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\n", "binary_little_endian");
  for (const char* line_end : {"\n", "\r\n", "\r"}) {
    std::string head;
    for (const char c : unix_header) head += c == '\n' ? line_end : std::string(1, c);
    EXPECT_EQ(only<PointData>(clean(read(head + data.text))).points,
              (Points{{10, 0, 0}, {20, 0, 0}, {10, 20, 0}}));
  }
  // Some programs end the last line alone in CR LF.
  std::string mixed = unix_header;
  mixed.insert(mixed.size() - 1, "\r");
  EXPECT_EQ(only<PointData>(clean(read(mixed + data.text))).points[0], Vec3(10, 0, 0));
}

TEST(Ply, StripsAreTrianglesWithOneFront) {
  const SceneData s =
      clean(read(header(vertices(4) + "element tristrips 1\nproperty list int int vertex_indices\n") +
                 "0 0 0\n1 0 0\n0 1 0\n1 1 0\n"
                 "14 0 1 2 3 -1 0 1 2 2 3 -1 1 3 2\n"));
  // (0,1,2), (1,2,3) turned; after the break (0,1,2), two of no area, then (2,2,3) is none; (1,3,2).
  EXPECT_EQ(only<MeshData>(s).corners, (Indices{0, 1, 2, 2, 1, 3, 0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(only<MeshData>(s).corners_of_loop, (Indices{3, 3, 3, 3}));
}

TEST(Ply, WithoutFacesThePointsCount) {
  const SceneData s = clean(read(header(vertices(4)) + kSquare));
  EXPECT_EQ(tree_of(s), "points points *\n");
  EXPECT_EQ(only<PointData>(s).points, kSquarePoints);
  EXPECT_EQ(only<PointData>(s).corners, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(only<PointData>(clean(read(header(vertices(4) + faces(0)) + kSquare))).points.size(), 4u);
}

TEST(Ply, EdgesAreLines) {
  const SceneData s = clean(
      read(header(vertices(4) + faces(1) + "element edge 2\nproperty int vertex1\nproperty int vertex2\n") +
           kSquare + "3 0 1 2\n0 1\n2 3\n"));
  EXPECT_EQ(tree_of(s), "edges edges *\nfaces faces *\n");
  EXPECT_EQ(shape<LineData>(s, 0).corners, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(shape<LineData>(s, 0).corners_of_line, (Indices{2, 2}));
}

TEST(Ply, WhatIsWrongIsLeftOutWithItsLine) {
  const SceneRead r = read(header(vertices(4) + faces(5)) + "0 0 0\n2 0 0\n2 3 0\nnan 3 0\n" +
                           "3 0 1 2\n3 0 1 4\n3 0 -1 2\n3 0 1 3\n3 1 1 2\n");
  EXPECT_EQ(messages(r),
            "f.ply:19:7: face of fewer than three points left out\n"
            "f.ply:16:1: face with an index that is no vertex left out (2 times) [loss]\n"
            "f.ply:18:1: face with a vertex that is not finite left out [loss]\n");
  EXPECT_EQ(only<MeshData>(*r.scene).corners, (Indices{0, 1, 2}));
}

TEST(Ply, DataThatEndsEarlyGivesWhatIsThere) {
  const std::string head = header(vertices(4) + faces(3));
  const SceneRead text = read(head + kSquare + "3 0 1 2\n3 0 2");
  EXPECT_EQ(messages(text), "f.ply:16:6: the data ends early, or is damaged, at byte " +
                                std::to_string(head.size() + kSquare.size() + 13) +
                                ": 1 of 3 rows of \"face\" are read [loss]\n");
  EXPECT_EQ(only<MeshData>(*text.scene).corners, (Indices{0, 1, 2}));
  const SceneRead word = read(head + "0 0 0\n2 x 0\n");
  EXPECT_EQ(word.warnings[0].line, 12u);
  EXPECT_EQ(word.warnings[0].column, 3u);
  EXPECT_EQ(word.code, ReadCode::partial);
  Bytes bytes;
  bytes.put_all({0., 0., 0., 1., 0., 0.});
  const std::string binary_head = header(vertices(99), "binary_little_endian");
  const SceneRead cut = read(binary_head + bytes.text.substr(0, 47));
  EXPECT_EQ(messages(cut), "f.ply: the data ends early, or is damaged, at byte " +
                               std::to_string(binary_head.size() + 40) +
                               ": 1 of 99 rows of \"vertex\" are read [loss]\n");
  EXPECT_EQ(only<PointData>(*cut.scene).points, (Points{{0, 0, 0}}));
}

TEST(Ply, CountsThatAreTooLargeCostNothing) {
  const std::string huge = "18446744073709551615";
  EXPECT_EQ(read(header("element none " + huge + "\nelement vertex " + huge +
                        "\nproperty float x\nproperty float y\nproperty float z\n"))
                .code,
            ReadCode::partial);
  Bytes bytes;
  bytes.put_all({0., 0., 0.}).put(std::uint32_t{0xFFFFFFFF});
  const SceneRead r = read(header(vertices(1) + "element face 1\nproperty list uint int vertex_indices\n",
                                  "binary_little_endian") +
                           bytes.text);
  EXPECT_EQ(r.code, ReadCode::partial);
}

TEST(Ply, HeadersThatSayTooLittleAreRefused) {
  const struct {
    std::string bytes;
    const char* message;
  } cases[] = {
      {"", "f.ply:1:1: the first line is not \"ply\""},
      {"plyx\n", "f.ply:1:1: the first line is not \"ply\""},
      {"ply\nformat ascii 1.0\n", "f.ply:3:1: header: \"end_header\" is missing"},
      {"ply\nend_header\n", "f.ply:2:1: header: the line \"format\" is missing"},
      {"ply\nformat text 1.0\nend_header\n", "f.ply:2:1: header: unknown format \"text\""},
      {header("element vertex\n"), "f.ply:4:1: header: element \"vertex\" without a count"},
      {header("element vertex -1\n"), "f.ply:4:1: header: element \"vertex\" without a count"},
      {header("property int x\n"), "f.ply:4:1: header: a property before the first element"},
      {header("element vertex 1\nproperty float x\nproperty float y\n") + "1 2",
       "f.ply: the vertices have not all of x, y and z"},
  };
  for (const auto& c : cases) {
    const SceneRead r = read(c.bytes);
    EXPECT_EQ(r.code, ReadCode::damaged) << c.message;
    EXPECT_EQ(to_string(r.error), c.message);
  }
}

TEST(Ply, TypesThatNobodyNeedsAreNoReasonToRefuse) {
  const std::string odd =
      "property string label\nproperty Float x\nproperty float Y\nproperty double z\nproperty int64 id\n";
  const SceneRead text = read(header("element vertex 2\n" + odd) + "a 1 2 3 9\nb 4 5 6 inf\n");
  EXPECT_EQ(messages(text), "f.ply:5:1: unknown type \"string\" in the header\n");
  EXPECT_EQ(only<PointData>(*text.scene).points, (Points{{1, 2, 3}, {4, 5, 6}}));
  // 64 and 16 bits: 0x3E00 is 1.5, 0xC000 is -2, 0x0001 is 2^-24.
  Bytes bytes;
  bytes.put(std::int64_t{-1})
      .put(std::uint16_t{0x3E00})
      .put(std::uint16_t{0xC000})
      .put(std::uint16_t{0x0001});
  const SceneData small = clean(
      read(header("element vertex 1\nproperty int64 id\nproperty half x\nproperty half y\nproperty half z\n",
                  "binary_little_endian") +
           bytes.text));
  EXPECT_EQ(only<PointData>(small).points, (Points{{1.5, -2, 0x1p-24}}));
  // In bytes nobody knows where a value of an unknown type ends; what stands before it is read.
  Bytes whole;
  whole.put_all({1.0f, 2.0f, 3.0f}).put(std::uint32_t{7});
  const SceneRead cut = read(header("element vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                                    "element extra 1\nproperty string s\n",
                                    "binary_little_endian") +
                             whole.text);
  EXPECT_EQ(cut.code, ReadCode::partial);
  EXPECT_EQ(only<PointData>(*cut.scene).points, (Points{{1, 2, 3}}));
}

TEST(Ply, OddHeadersAreReadWithAWarning) {
  const SceneRead r = read("ply\r\nformat ascii 2.0\nobj_info a\n\nfoo bar\n" + vertices(1) +
                           "element face 1\nproperty float v\nend_header  \n1 2 3\n4\n");
  EXPECT_EQ(messages(r),
            "f.ply:2:1: the version of the format is not 1.0\n"
            "f.ply:5:1: unknown line \"foo\" in the header skipped\n"
            "f.ply: element \"face\" has no list vertex_indices and is skipped [loss]\n"
            "f.ply: element \"face\" skipped\n");
  EXPECT_EQ(only<PointData>(*r.scene).points, (Points{{1, 2, 3}}));
}

}  // namespace
}  // namespace graze::io::test
