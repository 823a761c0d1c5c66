// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The reader unpacks data that the encoders of Draco and meshoptimizer packed.

#include <cmath>

#include "io/gltf/support.h"

#ifdef GRAZE_HAS_DRACO
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#endif
#ifdef GRAZE_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace graze::io::test::gltf {
namespace {

#ifdef GRAZE_HAS_MESHOPT

/// Adds a view that is packed; its plain bytes are nowhere.
std::size_t packed_view(Gltf& g, const std::vector<unsigned char>& packed, const char* extension,
                        const Json& fields) {
  const std::size_t view = g.view(std::string(packed.begin(), packed.end()));
  Json& json = g.json["bufferViews"][view];
  json["extensions"][extension] = fields;
  json["extensions"][extension].update(
      {{"buffer", 0}, {"byteOffset", json["byteOffset"]}, {"byteLength", packed.size()}});
  json["buffer"] = 1;  // one without bytes
  json["byteOffset"] = 0;
  json["byteLength"] = fields["count"].get<std::size_t>() * fields["byteStride"].get<std::size_t>();
  return view;
}

std::string text_with_empty_buffer(const Gltf& g) {
  Json all = Json::parse(g.text());
  all["buffers"].push_back({{"byteLength", 1000}});
  return all.dump();
}

const std::vector<Vec3> kSquare{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0.5}};

/// A square of two triangles with packed positions and indices.
Gltf packed_square(const char* extension) {
  Gltf g;
  std::vector<float> numbers;
  for (const Vec3& p : kSquare) numbers.insert(numbers.end(), {float(p.x), float(p.y), float(p.z)});
  std::vector<unsigned char> vertices(meshopt_encodeVertexBufferBound(4, 12));
  vertices.resize(meshopt_encodeVertexBuffer(vertices.data(), vertices.size(), numbers.data(), 4, 12));
  const std::vector<unsigned> corners{0, 1, 2, 0, 2, 3};
  std::vector<unsigned char> indices(meshopt_encodeIndexBufferBound(6, 4));
  indices.resize(meshopt_encodeIndexBuffer(indices.data(), indices.size(), corners.data(), 6));
  const std::size_t v =
      packed_view(g, vertices, extension, {{"count", 4}, {"byteStride", 12}, {"mode", "ATTRIBUTES"}});
  const std::size_t i =
      packed_view(g, indices, extension, {{"count", 6}, {"byteStride", 2}, {"mode", "TRIANGLES"}});
  g.json["accessors"] = {{{"bufferView", v}, {"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
                         {{"bufferView", i}, {"componentType", 5123}, {"count", 6}, {"type", "SCALAR"}}};
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", 0}}}, {"indices", 1}})}});
  g.json["extensionsRequired"] = Json::array({extension});
  return g;
}

TEST(GltfCompressed, MeshoptAttributesAndTriangles) {
  for (const char* extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const auto mesh = data_of<MeshData>(scene_of(text_with_empty_buffer(packed_square(extension))), 0);
    EXPECT_EQ(mesh.points, kSquare);
    // The codec may turn the corners of a triangle.
    ASSERT_EQ(mesh.corners.size(), 6u);
    std::multiset<std::uint32_t> corners(mesh.corners.begin(), mesh.corners.end());
    EXPECT_EQ(corners, (std::multiset<std::uint32_t>{0, 0, 1, 2, 2, 3}));
  }
}

TEST(GltfCompressed, MeshoptExponentsAndIndexSequences) {
  Gltf g;
  // 24 bits of mantissa, 8 of exponent: 3 * 2^-1, -5 * 2^2, and so on.
  const auto number = [](int mantissa, int exponent) {
    return (static_cast<unsigned>(exponent) << 24) | (static_cast<unsigned>(mantissa) & 0xffffffu);
  };
  const std::vector<unsigned> numbers{number(3, -1), number(-5, 2), number(7, 0), number(1, 0), number(0, 0),
                                      number(0, 0),  number(0, 0),  number(1, 3), number(0, 0)};
  std::vector<unsigned char> vertices(meshopt_encodeVertexBufferBound(3, 12));
  vertices.resize(meshopt_encodeVertexBuffer(vertices.data(), vertices.size(), numbers.data(), 3, 12));
  const std::vector<unsigned> corners{2, 0, 1};
  std::vector<unsigned char> indices(meshopt_encodeIndexSequenceBound(3, 3));
  indices.resize(meshopt_encodeIndexSequence(indices.data(), indices.size(), corners.data(), 3));
  const std::size_t v =
      packed_view(g, vertices, "EXT_meshopt_compression",
                  {{"count", 3}, {"byteStride", 12}, {"mode", "ATTRIBUTES"}, {"filter", "EXPONENTIAL"}});
  const std::size_t i = packed_view(g, indices, "EXT_meshopt_compression",
                                    {{"count", 3}, {"byteStride", 4}, {"mode", "INDICES"}});
  g.json["accessors"] = {{{"bufferView", v}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}},
                         {{"bufferView", i}, {"componentType", 5125}, {"count", 3}, {"type", "SCALAR"}}};
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", 0}}}, {"indices", 1}})}});
  const auto mesh = data_of<MeshData>(scene_of(text_with_empty_buffer(g)), 0);
  EXPECT_EQ(mesh.points, (std::vector<Vec3>{{1.5, -20, 7}, {1, 0, 0}, {0, 8, 0}}));
  EXPECT_EQ(mesh.corners, (std::vector<std::uint32_t>{2, 0, 1}));
}

TEST(GltfCompressed, MeshoptThatIsDamaged) {
  const auto said = [](const Json& changes) {
    Gltf g = packed_square("EXT_meshopt_compression");
    g.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"].update(changes);
    return messages(read_gltf(text_with_empty_buffer(g), "t"));
  };
  const std::string path = "t: bufferViews[0].extensions.EXT_meshopt_compression";
  const std::string end = "t: meshes[0].primitives[0] is left out [loss]\n";
  EXPECT_EQ(said({{"byteLength", 10}}), path + " cannot be decoded [loss]\n" + end);
  EXPECT_EQ(said({{"mode", "OTHER"}}), path + " cannot be decoded [loss]\n" + end);
  EXPECT_EQ(said({{"byteStride", 13}}), path + " cannot be decoded [loss]\n" + end);
  EXPECT_EQ(said({{"byteStride", 1000}}), path + " has sizes that it cannot have [loss]\n" + end);
  EXPECT_EQ(said({{"count", 1e14}}), path + " has sizes that it cannot have [loss]\n" + end);
  EXPECT_NE(said({{"byteLength", 100000}}).find(path + " reaches beyond its buffer"), std::string::npos);
}

/// A view of packed vertices of so many bytes each.
template <class T>
std::size_t packed_vertices(Gltf& g, const std::vector<T>& numbers, std::size_t stride, const char* filter) {
  const std::size_t count = numbers.size() * sizeof(T) / stride;
  std::vector<unsigned char> packed(meshopt_encodeVertexBufferBound(count, stride));
  packed.resize(meshopt_encodeVertexBuffer(packed.data(), packed.size(), numbers.data(), count, stride));
  return packed_view(g, packed, "EXT_meshopt_compression",
                     {{"count", count}, {"byteStride", stride}, {"mode", "ATTRIBUTES"}, {"filter", filter}});
}

// The filters by the specification of EXT_meshopt_compression: of a quaternion the three smaller components
// times the root of two, and in the fourth place the unit with the index of the largest in its low bits.
TEST(GltfCompressed, MeshoptFiltersOfAnimations) {
  Gltf g;
  g.node({{"mesh", g.triangle()}, {"name", "part"}});
  // Identity (w is the largest: places are x, y, z) and a quarter about y: y = w = sqrt(1/2).
  const std::size_t turns =
      packed_vertices(g, std::vector<std::int16_t>{0, 0, 0, 0x7fff, 0, 0x7fff, 0, 0x7fff}, 8, "QUATERNION");
  // (0, 0, 0) and (3 * 2^-1, -5 * 2^2, 7): mantissas of 24 bits below exponents of 8.
  const auto number = [](int mantissa, int exponent) {
    return (static_cast<unsigned>(exponent) << 24) | (static_cast<unsigned>(mantissa) & 0xffffffu);
  };
  const std::size_t moves = packed_vertices(
      g, std::vector<unsigned>{0, 0, 0, number(3, -1), number(-5, 2), number(7, 0)}, 12, "EXPONENTIAL");
  const std::size_t keys = g.add<float>({0, 1});
  Json& accessors = g.json["accessors"];
  accessors.push_back(
      {{"bufferView", turns}, {"componentType", 5122}, {"normalized", true}, {"count", 2}, {"type", "VEC4"}});
  accessors.push_back({{"bufferView", moves}, {"componentType", 5126}, {"count", 2}, {"type", "VEC3"}});
  const std::size_t last = accessors.size() - 1;
  g.json["animations"] = {
      {{"samplers", {{{"input", keys}, {"output", last - 1}}, {{"input", keys}, {"output", last}}}},
       {"channels",
        {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}},
         {{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}}}}}};
  const SceneData scene = scene_of(text_with_empty_buffer(g));
  expect_near(point_of(scene, "part", {1, 0, 0}, 0), {1, 0, 0});
  expect_near(point_of(scene, "part", {1, 0, 0}, 1), {1.5, -20, 6});
  const double h = std::sqrt(0.5);  // an eighth of a turn half way
  expect_near(point_of(scene, "part", {1, 0, 0}, 0.5), {0.75 + h, -10, 3.5 - h}, 1e-12);
}

// Unit vectors on an octahedron, unfolded: x and y of the unit 127; z is what is left of it.
TEST(GltfCompressed, MeshoptFilterOfUnitVectors) {
  Gltf g;
  const std::size_t view = packed_vertices(
      g, std::vector<std::int8_t>{127, 0, 127, 0, 0, -127, 127, 0, 0, 0, 127, 0, 127, 127, 127, 0}, 4,
      "OCTAHEDRAL");
  g.json["bufferViews"][view]["byteStride"] = 4;
  g.json["accessors"] = {
      {{"bufferView", view}, {"componentType", 5120}, {"normalized", true}, {"count", 4}, {"type", "VEC3"}}};
  g.node({{"mesh", g.mesh({{"attributes", {{"POSITION", 0}}}, {"mode", 5}})}});
  const auto mesh = data_of<MeshData>(scene_of(text_with_empty_buffer(g)), 0);
  EXPECT_EQ(mesh.points, (std::vector<Vec3>{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}));
}

#endif

#ifdef GRAZE_HAS_DRACO

/// A file with a mesh of two triangles in Draco, not quantised; a vertex for each corner.
Gltf draco_square(std::string& packed) {
  const float corners[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 0, 0}, {1, 2, 0}, {0, 2, 0.5f}};
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2);
  const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  for (int f = 0; f < 2; ++f)
    builder.SetAttributeValuesForFace(position, draco::FaceIndex(std::uint32_t(f)), corners[3 * f],
                                      corners[3 * f + 1], corners[3 * f + 2]);
  const auto mesh = builder.Finalize();
  draco::Encoder encoder;
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  packed.assign(buffer.data(), buffer.size());
  Gltf g;
  const std::size_t view = g.view(packed);
  const auto id = mesh->GetNamedAttribute(draco::GeometryAttribute::POSITION)->unique_id();
  g.json["accessors"] = {{{"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
                         {{"componentType", 5123}, {"count", 6}, {"type", "SCALAR"}}};
  g.node({{"name", "d"},
          {"mesh", g.mesh({{"attributes", {{"POSITION", 0}}},
                           {"indices", 1},
                           {"extensions",
                            {{"KHR_draco_mesh_compression",
                              {{"bufferView", view}, {"attributes", {{"POSITION", id}}}}}}}})}});
  g.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
  return g;
}

TEST(GltfCompressed, Draco) {
  std::string packed;
  const auto mesh = data_of<MeshData>(scene_of(draco_square(packed)), 0);
  ASSERT_EQ(mesh.corners_of_loop, (std::vector<std::uint32_t>{3, 3}));
  // Draco may order vertices and triangles anew, and keeps which way triangles turn.
  std::set<std::array<double, 3>> points;
  Vec3 area;
  for (const std::uint32_t c : mesh.corners)
    points.insert({mesh.points[c].x, mesh.points[c].y, mesh.points[c].z});
  for (std::size_t f = 0; f < 6; f += 3) {
    const Vec3 &a = mesh.points[mesh.corners[f]], &b = mesh.points[mesh.corners[f + 1]],
               &c = mesh.points[mesh.corners[f + 2]];
    area += cross(b - a, c - a);
  }
  EXPECT_EQ(points, (std::set<std::array<double, 3>>{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0.5}}));
  // Twice the areas: (0,0,2), and (1,2,0) x (0,2,0.5) = (1,-0.5,2).
  EXPECT_EQ(area, Vec3(1, -0.5, 4));
}

/// A skinned triangle in Draco: positions of so many bits, joints and weights as numbers of their types. The
/// second corner follows joint b by three quarters (191 of 255), which rises by 8 in 4 seconds.
Gltf draco_skin(int bits) {
  const float corners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 1.3f, 0}};
  const std::uint16_t joints[3][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}};
  const std::uint8_t weights[3][4] = {{255, 0, 0, 0}, {191, 64, 0, 0}, {255, 0, 0, 0}};
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(1);
  const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int joint = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT16);
  const int weight = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8);
  const draco::FaceIndex face(0);
  builder.SetAttributeValuesForFace(position, face, corners[0], corners[1], corners[2]);
  builder.SetAttributeValuesForFace(joint, face, joints[0], joints[1], joints[2]);
  builder.SetAttributeValuesForFace(weight, face, weights[0], weights[1], weights[2]);
  const auto mesh = builder.Finalize();
  draco::Encoder encoder;
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, bits);
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  Gltf g;
  g.node({{"name", "a"}});
  g.node({{"name", "b"}});
  const std::size_t view = g.view(std::string(buffer.data(), buffer.size()));
  const std::size_t keys = g.add<float>({0, 4}), rise = g.add<float>({0, 0, 0, 0, 0, 8}, "VEC3");
  Json& accessors = g.json["accessors"];
  accessors.push_back({{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
  accessors.push_back({{"componentType", 5123}, {"count", 3}, {"type", "VEC4"}});
  accessors.push_back({{"componentType", 5121}, {"normalized", true}, {"count", 3}, {"type", "VEC4"}});
  const auto id = [&](int i) { return mesh->attribute(i)->unique_id(); };
  g.mesh({{"attributes", {{"POSITION", 2}, {"JOINTS_0", 3}, {"WEIGHTS_0", 4}}},
          {"extensions",
           {{"KHR_draco_mesh_compression",
             {{"bufferView", view},
              {"attributes",
               {{"POSITION", id(position)}, {"JOINTS_0", id(joint)}, {"WEIGHTS_0", id(weight)}}}}}}}});
  g.json["skins"] = {{{"joints", {0, 1}}}};
  g.node({{"name", "skin"}, {"mesh", 0}, {"skin", 0}});
  g.json["animations"] = {
      {{"samplers", {{{"input", keys}, {"output", rise}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}}}};
  return g;
}

TEST(GltfCompressed, DracoWithQuantisedPositionsJointsAndNormalisedWeights) {
  for (const int bits : {8, 14}) {
    // Draco may order vertices anew: the corner at x = 4 is the one that moves.
    const std::vector<Vec3> points = points_of(scene_of(draco_skin(bits)), "skin/mesh", 2);
    ASSERT_EQ(points.size(), 3u);
    const double step = 4.0 / ((1 << bits) - 1);  // the largest extent is cut into that many steps
    for (const Vec3& p : points) {
      const Vec3 at = p.x > 2 ? Vec3(4, 0, 4 * 191.0 / 255) : p.y > 0.5 ? Vec3(0, 1.3, 0) : Vec3();
      expect_near(p, at, 0.51 * step);
      EXPECT_NEAR(p.z, at.z, 1e-6);
    }
  }
}

TEST(GltfCompressed, DracoThatIsDamaged) {
  std::string packed;
  Gltf g = draco_square(packed);
  g.bytes.resize(packed.size() / 2);
  g.json["bufferViews"][0]["byteLength"] = g.bytes.size();
  EXPECT_EQ(
      messages_of(g),
      "test.gltf: meshes[0].primitives[0].extensions.KHR_draco_mesh_compression cannot be decoded [loss]\n"
      "test.gltf: meshes[0].primitives[0] is left out [loss]\n");
  // Where the file has the numbers as they are, too, nothing is missing.
  Gltf plain = g;
  plain.json["accessors"][0]["bufferView"] =
      plain.view(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0.5f});
  plain.json["accessors"][1]["bufferView"] = plain.view(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3});
  const SceneRead read = read_gltf(plain.text(), "t");
  EXPECT_EQ(read.code, ReadCode::complete) << messages(read);
  EXPECT_EQ(data_of<MeshData>(*read.scene, 0).points[3], Vec3(0, 2, 0.5));
  EXPECT_EQ(data_of<MeshData>(*read.scene, 0).corners, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  g = draco_square(packed);
  g.json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"]["attributes"]["POSITION"] =
      9;
  EXPECT_EQ(messages_of(g),
            "test.gltf: meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.attributes.POSITION is "
            "not in the "
            "compressed data [loss]\n"
            "test.gltf: meshes[0].primitives[0] is left out [loss]\n");
}

#endif

TEST(GltfCompressed, RequiredExtensionsAreRefusedWhereTheyAreNotBuilt) {
  Gltf g;
  g.json["extensionsRequired"] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression"};
#if defined(GRAZE_HAS_DRACO) && defined(GRAZE_HAS_MESHOPT)
  EXPECT_EQ(messages_of(g), "");
#else
  EXPECT_NE(messages_of(g).find("it requires what is not supported"), std::string::npos);
#endif
}

}  // namespace
}  // namespace graze::io::test::gltf
