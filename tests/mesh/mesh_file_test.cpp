// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/mesh_file.h"

#include <cstring>
#include <limits>
#include <string>

#include "mesh/checksum.h"
#include "mesh_answers.h"
#include "mesh_boxes.h"
#include "mesh_file_edit.h"
#include "tree/tree_topology.h"

namespace graze::test {
namespace {

void expect_refused(const MeshFile& file, const std::string& part, std::size_t position,
                    ErrorCode code = ErrorCode::damaged) {
  const auto mesh = load_mesh(file.bytes);
  ASSERT_FALSE(mesh.has_value()) << part;
  EXPECT_NE(std::string(mesh.error().message).find(part), std::string::npos) << mesh.error().message;
  EXPECT_EQ(mesh.error().position, position) << part;
  EXPECT_EQ(mesh.error().code, code) << part;
  EXPECT_FALSE(load_mesh_in_place(file.bytes).has_value()) << part;
}

void expect_same_mesh(const TriangleMesh& a, const TriangleMesh& b) {
  EXPECT_EQ(a.triangle_count(), b.triangle_count());
  EXPECT_EQ(a.vertex_count(), b.vertex_count());
  EXPECT_EQ(a.is_solid(), b.is_solid());
  EXPECT_EQ(a.wear(), b.wear());
  EXPECT_EQ(boxes_of(a), boxes_of(b));
  EXPECT_EQ(a.pieces()->parts, b.pieces()->parts);
  EXPECT_EQ(a.pieces()->tree.depth(), b.pieces()->tree.depth());
  EXPECT_EQ(save_mesh(a).size(), save_mesh(b).size());
  expect_same(ask(a.shape(), 4, 3), ask(b.shape(), 4, 3));
}

TEST(MeshFile, AnswersAsTheMeshThatWasSaved) {
  Random random{6};
  const MeshModel torus = torus_model(20, 12, 2, 0.75), soup = random_soup(random, 60), cube = cube_model();
  for (const MeshModel* model : {&torus, &soup, &cube})
    for (const MeshLayout layout : {MeshLayout::fast, MeshLayout::compact, MeshLayout::borrowed}) {
      const auto mesh = build(*model, {.is_solid = model != &soup, .layout = layout});
      ASSERT_TRUE(mesh);
      const std::vector<std::byte> file = save_mesh(*mesh);
      const auto loaded = load_mesh(file);
      ASSERT_TRUE(loaded) << loaded.error().message;
      EXPECT_EQ(loaded->layout(), layout == MeshLayout::borrowed ? MeshLayout::fast : layout);
      expect_same_mesh(*loaded, *mesh);
      const auto in_place = load_mesh_in_place(file);
      ASSERT_TRUE(in_place) << in_place.error().message;
      EXPECT_EQ(in_place->layout(), MeshLayout::borrowed);
      expect_same_mesh(*in_place, *mesh);
      EXPECT_LE(in_place->memory_bytes(), mesh->memory_bytes());
      EXPECT_EQ(save_mesh(*loaded) == file, layout != MeshLayout::borrowed) << "but for the layout";
    }
}

TEST(MeshFile, KeepsWhatRefittingHasDone) {
  MeshModel model = torus_model(20, 12, 2, 0.75);
  TriangleMesh mesh = build(model).value();
  Random random{1};
  for (Vec3& v : model.vertices) v += real(random.in_cube() * 0.5);
  ASSERT_FALSE(mesh.refit(model.vertex_array()));
  EXPECT_GT(mesh.wear(), 1);
  TriangleMesh loaded = load_mesh(save_mesh(mesh)).value();
  expect_same_mesh(loaded, mesh);
  model.vertices[5] = {9, 9, 9};
  ASSERT_FALSE(mesh.refit(model.vertex_array(), 5, 1));
  ASSERT_FALSE(loaded.refit(model.vertex_array(), 5, 1));
  expect_same_mesh(loaded, mesh);
}

TEST(MeshFile, OfNoTrianglesIsEmpty) {
  EXPECT_TRUE(save_mesh(TriangleMesh()).empty());
  const auto nothing = load_mesh({});
  ASSERT_FALSE(nothing);
  EXPECT_STREQ(nothing.error().message, "file: too short for a header");
}

TEST(MeshFile, HasAlignedSectionsAndNeedsNoAlignment) {
  const MeshFile file{save_mesh(build(torus_model(9, 7)).value())};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(file.offset(i) % 64, 0u);
  std::vector<std::byte> shifted(file.bytes.size() + 1);
  std::memcpy(shifted.data() + 1, file.bytes.data(), file.bytes.size());
  const auto mesh = load_mesh_in_place(std::span(shifted).subspan(1));
  ASSERT_TRUE(mesh);
  expect_same_mesh(*mesh, build(torus_model(9, 7)).value());
}

TEST(MeshFile, CutShortOrLongerIsRefused) {
  MeshFile file{save_mesh(build(cube_model()).value())};
  for (std::size_t size = 0; size < file.bytes.size(); ++size)
    EXPECT_FALSE(load_mesh(std::span(file.bytes).first(size))) << size;
  file.bytes.push_back({});
  expect_refused(file, "cut short", file.bytes.size());
}

TEST(MeshFile, WithAnyByteChangedIsRefused) {
  const MeshFile file{save_mesh(build(cube_model()).value())};
  MeshFile changed = file;
  for (std::size_t i = 0; i < file.bytes.size(); ++i) {
    for (const int bit : {0, 7}) {
      changed.bytes[i] ^= std::byte(1 << bit);
      EXPECT_FALSE(load_mesh(changed.bytes)) << i;
      changed.bytes[i] = file.bytes[i];
    }
  }
  changed.bytes[file.offset(0)] ^= std::byte{1};
  expect_refused(changed, "checksum", 0);
}

TEST(MeshFile, ChecksumIsFnv1a) {
  const auto of = [](const char* text) { return fnv1a(std::as_bytes(std::span(text, std::strlen(text)))); };
  EXPECT_EQ(of(""), 0xcbf29ce484222325u);  // published values
  EXPECT_EQ(of("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(of("foobar"), 0x85944171f73967e8u);
}

// One edit, a checksum that fits it, and what must be found.
TEST(MeshFile, IsCheckedBehindTheChecksum) {
  const MeshFile good{save_mesh(build(torus_model(16, 9)).value())};  // 288 triangles, 144 vertices
  const auto edited = [&](std::size_t at, auto value) {
    MeshFile file = good;
    file.put(at, value);
    file.fix_checksum();
    return file;
  };
  const std::size_t vertices = good.offset(0), triangles = good.offset(1), order = good.offset(3);
  expect_refused(edited(0, 'X'), "no mesh", 0);
  expect_refused(edited(8, std::uint32_t{2}), "version", 2, ErrorCode::unsupported);
  expect_refused(edited(12, std::uint32_t{0x04030201}), "byte order", 0, ErrorCode::unsupported);
  expect_refused(edited(32, std::uint32_t{12 - sizeof(Real)}), "precision", 12 - sizeof(Real),
                 ErrorCode::unsupported);
  expect_refused(edited(36, std::uint8_t{3}), "setting", 0);
  expect_refused(edited(37, std::uint8_t{2}), "setting", 0);
  expect_refused(edited(38, std::uint8_t{1}), "setting", 0);  // a hull of what is not solid
  expect_refused(edited(40, -1.0), "setting", 0);
  expect_refused(edited(40, std::numeric_limits<double>::quiet_NaN()), "setting", 0);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::size_t entry = MeshFile::kTable + 24 * i;
    expect_refused(edited(entry, std::uint32_t{7}), "another kind", i);
    expect_refused(edited(entry + 4, std::uint32_t{0}), "another kind", i);
    expect_refused(edited(entry + 8, good.offset(int(i)) + 1), "out of place", i);
    expect_refused(edited(entry + 8, std::uint64_t{0}), "out of place", i);
    expect_refused(edited(entry + 8, ~std::uint64_t{63}), "out of place", i);
    expect_refused(edited(entry + 16, ~std::uint64_t{0} / 12), "too large", i);
  }
  expect_refused(edited(MeshFile::kTable + 16, std::uint64_t{0}), "vertices: is empty", 0, ErrorCode::empty);
  expect_refused(edited(triangles + 4 * 100, std::uint32_t{144}), "triangles: an index", 100,
                 ErrorCode::index_out_of_range);
  expect_refused(edited(vertices + 50 * 3 * sizeof(Real), std::numeric_limits<Real>::infinity()),
                 "vertices: ", 50, ErrorCode::not_finite);
  expect_refused(edited(order, std::uint32_t{288}), "id is out of range", 0);
  expect_refused(edited(order + 4 * 287, good.get<std::uint32_t>(order)), "id comes twice", 287);
  expect_refused(edited(MeshFile::kTable + 3 * 24 + 16, std::uint64_t{287}), "as many ids", 287);
}

TEST(MeshFile, SaidToBeConvexMustBe) {
  MeshFile file{save_mesh(build(torus_model(8, 8), {.is_solid = true}).value())};
  file.put(38, std::uint8_t{1});
  file.fix_checksum();
  expect_refused(file, "said to be convex", 0);
}

// The tree of a file, node by node.
struct Topology {
  std::vector<TopologyNode> nodes;
  std::vector<std::uint32_t> order;

  [[nodiscard]] Result<AabbTree> tree() const {
    return make_tree({std::as_bytes(std::span(nodes)), std::as_bytes(std::span(order)), 1},
                     std::vector<Aabb>(order.size(), Aabb{{}, {1, 1, 1}}));
  }
};

// Every node has the next one and a leaf of one id.
Topology chain(std::uint32_t length) {
  Topology t;
  for (std::uint32_t n = 0; n < length; ++n) {
    TopologyNode node;
    node.first_node = n + 1;
    node.first_id = n;
    node.inner_count = n + 1 < length ? 1 : 0;
    node.child_count = std::uint8_t(node.inner_count + 1);
    node.ids_end[node.inner_count] = 1;
    t.nodes.push_back(node);
    t.order.push_back(n);
  }
  return t;
}

TEST(TreeTopology, MakesTheTreeAgain) {
  EXPECT_EQ(chain(1).tree()->depth(), 1);
  const auto tree = chain(32).tree();
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->depth(), 32);
  EXPECT_EQ(tree->size(), 32u);
  EXPECT_EQ(tree->bounds(), (Aabb{{}, {1, 1, 1}}));
  EXPECT_EQ(topology_of(*tree).size(), 32u);
  EXPECT_EQ(make_tree({}, {})->size(), 0u);
}

TEST(TreeTopology, IsRefusedWhereItIsNoTree) {
  const auto expect_bad = [](const char* part, std::size_t position, auto edit) {
    Topology t = chain(20);
    edit(t);
    const auto tree = t.tree();
    ASSERT_FALSE(tree.has_value()) << part;
    EXPECT_NE(std::string(tree.error().message).find(part), std::string::npos) << tree.error().message;
    EXPECT_EQ(tree.error().position, position) << part;
  };
  expect_bad("too deep", 32, [](Topology& t) { t = chain(33); });
  expect_bad("no nodes", 0, [](Topology& t) { t.nodes.clear(); });
  expect_bad("number of children", 3, [](Topology& t) { t.nodes[3].child_count = 0; });
  expect_bad("number of children", 3, [](Topology& t) { t.nodes[3].child_count = 9; });
  expect_bad("number of children", 3, [](Topology& t) { t.nodes[3].inner_count = 3; });
  expect_bad("out of range", 3, [](Topology& t) { t.nodes[3].first_node = 3; });  // itself
  expect_bad("out of range", 3, [](Topology& t) { t.nodes[3].first_node = 1; });  // a cycle
  expect_bad("out of range", 3, [](Topology& t) { t.nodes[3].first_node = 20; });
  expect_bad("out of range", 3, [](Topology& t) { t.nodes[3].first_node = 0xffffffff; });
  expect_bad("no parent", 4, [](Topology& t) { t.nodes[3].first_node = 5; });
  expect_bad("two parents", 5, [](Topology& t) {
    t.nodes[3].inner_count = 2;
    t.nodes[3].child_count = 3;
    t.nodes[3].ids_end[1] = 0;
    t.nodes[3].ids_end[2] = 1;
  });
  expect_bad("leaf is empty", 3, [](Topology& t) { t.nodes[3].ids_end[1] = 0; });
  expect_bad("too large", 3, [](Topology& t) { t.nodes[3].ids_end[1] = 17; });
  expect_bad("leaf", 3, [](Topology& t) { t.nodes[3].ids_end[0] = 1; });  // of an inner child
  expect_bad("ids of a node", 3, [](Topology& t) { t.nodes[3].first_id = 20; });
  expect_bad("ids of a node", 3, [](Topology& t) { t.nodes[3].first_id = 0xffffffff; });
  expect_bad("twice", 4, [](Topology& t) { t.nodes[3].first_id = 4; });
  expect_bad("twice", 7, [](Topology& t) { t.order[7] = 6; });
  expect_bad("an id is out of range", 7, [](Topology& t) { t.order[7] = 20; });
  expect_bad("missing", 20, [](Topology& t) { t.order.push_back(20); });
}

TEST(MeshFile, MutatedIsRefusedOrAnswers) {
  Random random{77};
  const MeshFile good{save_mesh(build(torus_model(12, 6, 2, 0.75), {.is_solid = true}).value())};
  int loaded = 0;
  constexpr int kRounds = 400;
  for (int i = 0; i < kRounds; ++i) {
    MeshFile file = good;
    for (int edits = 1 + random.below(3); edits > 0; --edits)
      file.bytes[std::size_t(random.below(int(file.bytes.size())))] = std::byte(random.below(256));
    file.fix_checksum();
    const auto mesh = load_mesh(file.bytes);
    if (!mesh) continue;
    ++loaded;
    if (loaded > 12) continue;
    const MeshAnswers answers = ask(mesh->shape(), 1, 1);
    for (const double x : answers.all) ASSERT_EQ(x, x) << "NaN";
  }
  EXPECT_GT(loaded, 20) << "vertices that are merely elsewhere";
  EXPECT_LT(loaded, kRounds - 100);
}

}  // namespace
}  // namespace graze::test
