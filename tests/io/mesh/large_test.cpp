// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/support.h"

namespace graze::io::test {
namespace {

constexpr int kMany = 40'000;

std::string repeat(const std::string& head, auto line) {
  std::string out = head;
  for (int i = 0; i < kMany; ++i) out += line(std::to_string(i));
  return out;
}

// Work that grows with the square of these numbers would take hours.
TEST(MeshFilesLarge, GroupsOfObjAreLinear) {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const SceneRead own =
      read_obj(repeat(points, [](const std::string& i) { return "g " + i + "\nf 1 2 3\n"; }), "f.obj");
  EXPECT_EQ(own.scene->nodes.size(), std::size_t{kMany});
  // Two groups that take turns are two shapes of all their faces.
  const SceneRead turns =
      read_obj(repeat(points,
                      [](const std::string& i) {
                        return (i.back() % 2 == 0 ? "o a\ng b\nf 1 2 3\n" : "o a\ng c\nf 1 3 2\n");
                      }),
               "f.obj");
  EXPECT_EQ(turns.scene->nodes.size(), 3u);
  EXPECT_EQ(shape<MeshData>(*turns.scene, 1).corners_of_loop.size(), std::size_t{kMany} / 2);
  EXPECT_EQ(shape<MeshData>(*turns.scene, 1).points.size(), 3u);
  // A long name that each group goes with is looked at once.
  const std::string name(1'000'000, 'x');
  const SceneRead named = read_obj(
      repeat(points + "o " + name + "\n", [](const std::string& i) { return "g " + i + "\nf 1 2 3\n"; }),
      "f.obj");
  EXPECT_EQ(named.scene->nodes.size(), std::size_t{kMany} + 1);
}

TEST(MeshFilesLarge, TroubleOnEveryLineIsLinear) {
  const SceneRead obj =
      read_obj(repeat("", [](const std::string& i) { return "x" + i + "\nf 1 2 " + i + "\n"; }), "f.obj");
  EXPECT_EQ(obj.warnings.size(), 201u);  // 200 kinds and the rest
  const SceneRead ply =
      read_ply("ply\nformat ascii 1.0\n" +
                   repeat("", [](const std::string& i) { return "element e" + i + " 1\nproperty int x\n"; }) +
                   "end_header\n",
               "f.ply");
  EXPECT_EQ(ply.code, ReadCode::partial);
}

TEST(MeshFilesLarge, SolidsOfStlAreLinear) {
  const SceneRead r = read_stl(repeat("",
                                      [](const std::string& i) {
                                        return "solid " + i +
                                               "\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 " +
                                               i + " 1\nendloop\nendfacet\nendsolid\n";
                                      }),
                               "f.stl");
  EXPECT_EQ(r.code, ReadCode::complete);
  EXPECT_EQ(r.scene->nodes.size(), std::size_t{kMany});
}

TEST(MeshFilesLarge, EqualVerticesOfOnePlaneAreFound) {
  // A strip of squares: each inner vertex is named six times. n squares have 2 (n + 1) vertices.
  Bytes out;
  out.text.assign(80, '\0');
  out.put(static_cast<std::uint32_t>(2 * kMany));
  for (int i = 0; i < kMany; ++i) {
    const auto a = static_cast<float>(i), b = static_cast<float>(i + 1);
    out.put_all({0.f, 0.f, 1.f, a, 0.f, 0.f, b, 0.f, 0.f, b, 1.f, 0.f}).put<std::uint16_t>(0);
    out.put_all({0.f, 0.f, 1.f, a, 0.f, 0.f, b, 1.f, 0.f, a, 1.f, 0.f}).put<std::uint16_t>(0);
  }
  const SceneData s = clean(read_stl(out.text, "f.stl"));
  EXPECT_EQ(only<MeshData>(s).points.size(), 2u * (kMany + 1));
  EXPECT_EQ(only<MeshData>(s).corners_of_loop.size(), 2u * kMany);
}

}  // namespace
}  // namespace graze::io::test
