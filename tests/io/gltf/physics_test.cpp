// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/support.h"

namespace graze::io::test::gltf {
namespace {

/// A file with one collider of KHR_physics_rigid_bodies for each shape, on nodes "0", "1" and so on.
Gltf khr(const Json& shapes) {
  Gltf g;
  g.json["extensions"]["KHR_implicit_shapes"]["shapes"] = shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    g.node({{"name", std::to_string(i)},
            {"extensions", {{"KHR_physics_rigid_bodies", {{"collider", {{"geometry", {{"shape", i}}}}}}}}}});
  return g;
}
Gltf omi(const Json& shapes) {
  Gltf g;
  g.json["extensions"]["OMI_physics_shape"]["shapes"] = shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    g.node({{"name", std::to_string(i)},
            {"extensions", {{"OMI_physics_body", {{"collider", {{"shape", i}}}}}}}});
  return g;
}

TEST(GltfPhysics, ShapesStayExact) {
  const SceneData s = scene_of(
      khr({{{"type", "box"}, {"box", {{"size", {2, 4, 6}}}}},
           {{"type", "sphere"}, {"sphere", {{"radius", 3}}}},
           {{"type", "capsule"}, {"capsule", {{"height", 4}, {"radiusBottom", 1}, {"radiusTop", 1}}}},
           {{"type", "capsule"}, {"capsule", {{"height", 4}, {"radiusBottom", 1}, {"radiusTop", 2}}}},
           {{"type", "cylinder"}, {"cylinder", {{"height", 4}, {"radiusBottom", 1}, {"radiusTop", 1}}}},
           {{"type", "cylinder"}, {"cylinder", {{"height", 4}, {"radiusBottom", 1}, {"radiusTop", 0}}}},
           {{"type", "cylinder"}, {"cylinder", {{"height", 4}, {"radiusBottom", 0}, {"radiusTop", 3}}}}}));
  EXPECT_EQ(data_of<BoxData>(s, 0).half_extents, Vec3(1, 2, 3));
  EXPECT_EQ(data_of<SphereData>(s, 1).radius, 3);
  EXPECT_EQ(data_of<CapsuleData>(s, 2).radius, 1);
  EXPECT_EQ(data_of<CapsuleData>(s, 2).half_height, 2);
  EXPECT_EQ(data_of<TaperedCapsuleData>(s, 3).bottom_radius, 1);
  EXPECT_EQ(data_of<TaperedCapsuleData>(s, 3).top_radius, 2);
  EXPECT_EQ(data_of<TaperedCapsuleData>(s, 3).half_height, 2);
  EXPECT_EQ(data_of<CylinderData>(s, 4).radius, 1);
  EXPECT_EQ(data_of<CylinderData>(s, 4).half_height, 2);
  EXPECT_EQ(data_of<ConeData>(s, 5).radius, 1);
  EXPECT_EQ(data_of<ConeData>(s, 5).half_height, 2);
  EXPECT_EQ(data_of<TaperedCylinderData>(s, 6).bottom_radius, 0);
  EXPECT_EQ(data_of<TaperedCylinderData>(s, 6).top_radius, 3);
}

TEST(GltfPhysics, DefaultsDifferBetweenTheFamilies) {
  const Json shapes = {
      {{"type", "box"}}, {{"type", "sphere"}}, {{"type", "capsule"}}, {{"type", "cylinder"}}};
  const SceneData k = scene_of(khr(shapes)), o = scene_of(omi(shapes));
  for (const SceneData& s : {k, o}) {
    EXPECT_EQ(data_of<BoxData>(s, 0).half_extents, Vec3(0.5, 0.5, 0.5));
    EXPECT_EQ(data_of<SphereData>(s, 1).radius, 0.5);
  }
  EXPECT_EQ(data_of<CapsuleData>(k, 2).radius, 0.25);
  EXPECT_EQ(data_of<CapsuleData>(k, 2).half_height, 0.25);
  EXPECT_EQ(data_of<CapsuleData>(o, 2).radius, 0.5);
  EXPECT_EQ(data_of<CapsuleData>(o, 2).half_height, 0.5);
  EXPECT_EQ(data_of<CylinderData>(k, 3).half_height, 0.25);
  EXPECT_EQ(data_of<CylinderData>(o, 3).half_height, 1);
  EXPECT_EQ(data_of<CylinderData>(o, 3).radius, 0.5);
}

TEST(GltfPhysics, Planes) {
  const SceneData s =
      scene_of(khr({{{"type", "plane"}}, {{"type", "plane"}, {"plane", {{"sizeX", 2}, {"sizeZ", 6}}}}}));
  data_of<HalfSpaceData>(s, 0);
  const auto mesh = data_of<MeshData>(s, 1);
  EXPECT_EQ(mesh.points, (std::vector<Vec3>{{-1, 0, -3}, {-1, 0, 3}, {1, 0, 3}, {1, 0, -3}}));
  // Its front is up: the first edges turn about +y.
  EXPECT_GT(cross(mesh.points[1] - mesh.points[0], mesh.points[2] - mesh.points[1]).y, 0);
  EXPECT_EQ(messages_of(khr({{{"type", "plane"}, {"plane", {{"doubleSided", true}}}}})),
            "test.gltf: extensions.KHR_implicit_shapes.shapes[0]: a shape of type \"plane\" with these sizes "
            "is not "
            "read [loss]\n");
}

TEST(GltfPhysics, ShapesWithoutSize) {
  const auto is_lost = [](const Json& shape) {
    return messages_of(khr(Json::array({shape}))).find("with these sizes is not read [loss]") !=
           std::string::npos;
  };
  EXPECT_TRUE(is_lost({{"type", "box"}, {"box", {{"size", {1, 0, 1}}}}}));
  EXPECT_TRUE(is_lost({{"type", "sphere"}, {"sphere", {{"radius", -1}}}}));
  EXPECT_TRUE(is_lost({{"type", "capsule"}, {"capsule", {{"radiusTop", 0}, {"radiusBottom", 0}}}}));
  EXPECT_TRUE(is_lost({{"type", "cylinder"}, {"cylinder", {{"height", 0}}}}));
  EXPECT_TRUE(is_lost({{"type", "torus"}}));
  EXPECT_TRUE(is_lost(Json::object()));
}

TEST(GltfPhysics, WhereThereAreCollidersMeshesAreExcluded) {
  Gltf g = khr({{{"type", "box"}}});
  const std::size_t mesh = g.triangle();
  g.json["nodes"][0]["mesh"] = mesh;
  g.node({{"name", "decoration"}, {"mesh", mesh}});
  const SceneData scene = scene_of(g);
  EXPECT_FALSE(scene.nodes[node_at(scene, "0/collider")].is_excluded);
  EXPECT_TRUE(scene.nodes[node_at(scene, "0/mesh")].is_excluded);
  EXPECT_TRUE(scene.nodes[node_at(scene, "decoration/mesh")].is_excluded);
  EXPECT_FALSE(scene.nodes[node_at(scene, "0")].is_excluded);
  GltfOptions options;
  options.use_colliders = false;
  const SceneData meshes = scene_of(g, options);
  EXPECT_EQ(meshes.nodes.size(), 2u);
  EXPECT_FALSE(meshes.nodes[0].is_excluded);
  EXPECT_EQ(meshes.nodes[0].geometry, 0u);
}

TEST(GltfPhysics, ShapesIgnoreTheSignOfTheScale) {
  Gltf g = khr({{{"type", "cylinder"}, {"cylinder", {{"radiusTop", 0}}}}});
  g.json["nodes"][0]["scale"] = {1, -2, 3};
  const SceneData scene = scene_of(g);
  // The apex stays up.
  expect_near(point_of(scene, "0/collider", {0, 0.25, 0}), {0, 0.5, 0}, 0);
}

TEST(GltfPhysics, FirstDraftsNameTheShapeDirectly) {
  Gltf g = khr({{{"type", "sphere"}}});
  g.json["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"] = {{"shape", 0}};
  data_of<SphereData>(scene_of(g), 0);
}

Json khr_collider(const Json& geometry) {
  return {{"KHR_physics_rigid_bodies", {{"collider", {{"geometry", geometry}}}}}};
}

TEST(GltfPhysics, CollidersMadeOfTheMeshesOfANode) {
  Gltf g;
  const std::size_t mesh = g.triangle();
  g.node({{"name", "body"}, {"translation", {10, 0, 0}}, {"extensions", khr_collider({{"node", 1}})}});
  // A helper outside of the scene; its own placement does not count, those below it do.
  g.node({{"name", "helper"}, {"mesh", mesh}, {"translation", {0, 0, 99}}, {"children", {2}}});
  g.node({{"name", "more"}, {"mesh", mesh}, {"translation", {0, 5, 0}}});
  g.json["scenes"] = {{{"nodes", {0}}}};
  const SceneData scene = scene_of(g);
  EXPECT_EQ(points_of(scene, "body/collider")[1], Vec3(11, 0, 0));
  EXPECT_EQ(points_of(scene, "body/collider/more")[1], Vec3(11, 5, 0));
  EXPECT_EQ(scene.geometries.size(), 1u);
  EXPECT_FALSE(data_of<MeshData>(scene, 0).is_hull);
}

TEST(GltfPhysics, HullsOfOneMeshAndOfSeveral) {
  Gltf g;
  const std::size_t mesh = g.triangle();
  g.node(
      {{"name", "one"}, {"mesh", mesh}, {"extensions", khr_collider({{"node", 0}, {"convexHull", true}})}});
  g.node({{"name", "two"}, {"extensions", khr_collider({{"node", 2}, {"convexHull", true}})}});
  g.node({{"name", "helper"}, {"mesh", mesh}, {"children", {3}}});
  g.node({{"mesh", mesh}, {"translation", {0, 0, 5}}, {"scale", {2, 2, 2}}});
  g.json["scenes"] = {{{"nodes", {0, 1}}}};
  const SceneData scene = scene_of(g);
  const std::uint32_t one = scene.nodes[node_at(scene, "one/collider")].geometry;
  EXPECT_TRUE(data_of<MeshData>(scene, one).is_hull);
  EXPECT_EQ(data_of<MeshData>(scene, one).points.size(), 3u);
  EXPECT_FALSE(data_of<MeshData>(scene, scene.nodes[node_at(scene, "one/mesh")].geometry).is_hull);
  const auto two = data_of<MeshData>(scene, scene.nodes[node_at(scene, "two/collider")].geometry);
  EXPECT_TRUE(two.is_hull);
  EXPECT_EQ(two.points,
            (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {2, 0, 5}, {0, 2, 5}}));
  EXPECT_EQ(two.corners, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(GltfPhysics, MeshShapesOfOmi) {
  Gltf g = omi(
      {{{"type", "convex"}, {"convex", {{"mesh", 0}}}}, {{"type", "trimesh"}, {"trimesh", {{"mesh", 0}}}}});
  g.triangle();
  const SceneData scene = scene_of(g);
  EXPECT_TRUE(data_of<MeshData>(scene, 0).is_hull);
  EXPECT_FALSE(data_of<MeshData>(scene, 1).is_hull);
  EXPECT_EQ(scene.nodes[node_at(scene, "0/collider")].geometry, 0u);
  EXPECT_EQ(scene.nodes[node_at(scene, "1/collider")].geometry, 1u);
}

TEST(GltfPhysics, SkinsAndMorphsOfColliderMeshes) {
  Gltf g;
  const std::size_t position = g.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  const std::size_t target = g.add<float>({0, 0, 0, 0, 0, 2, 0, 0, 0}, "VEC3");
  g.mesh({{"attributes", {{"POSITION", position}}}, {"targets", {{{"POSITION", target}}}}});
  g.node({{"name", "a"}, {"mesh", 0}, {"extensions", khr_collider({{"node", 0}})}});
  g.json["animations"] = {
      {{"samplers", {{{"input", g.add<float>({0, 2})}, {"output", g.add<float>({0, 1})}}}},
       {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}}};
  const SceneData scene = scene_of(g);
  EXPECT_EQ(points_of(scene, "a/collider", 1)[1], Vec3(1, 0, 1));
}

TEST(GltfPhysics, MotionsBeginBodies) {
  Gltf g = khr({{{"type", "box"}}, {{"type", "box"}}, {{"type", "box"}}});
  g.json["nodes"][0]["children"] = {1};
  g.json["nodes"][1]["children"] = {2};
  for (const std::size_t i : {0u, 2u})
    g.json["nodes"][i]["extensions"]["KHR_physics_rigid_bodies"]["motion"] = {{"mass", 1}};
  const SceneData scene = scene_of(g);
  const std::vector<std::uint32_t> bodies = bodies_of(scene);
  const std::uint32_t first = node_at(scene, "0"), third = node_at(scene, "0/1/2");
  EXPECT_EQ(bodies[node_at(scene, "0/collider")], first);
  EXPECT_EQ(bodies[node_at(scene, "0/1/collider")], first);
  EXPECT_EQ(bodies[node_at(scene, "0/1/2/collider")], third);
}

TEST(GltfPhysics, Triggers) {
  Gltf g = khr({{{"type", "box"}}});
  Json& body = g.json["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"];
  body["trigger"] = body["collider"];
  const SceneData scene = scene_of(g);
  const Node& trigger = scene.nodes[node_at(scene, "0/trigger")];
  EXPECT_TRUE(trigger.is_trigger);
  EXPECT_TRUE(trigger.is_excluded);
  EXPECT_FALSE(scene.nodes[node_at(scene, "0/collider")].is_trigger);
  // A trigger alone declares no collider: meshes stay what collides.
  body.erase("collider");
  g.json["nodes"][0]["mesh"] = g.triangle();
  const SceneData alone = scene_of(g);
  EXPECT_NE(alone.nodes[node_at(alone, "0")].geometry, kNone);
  EXPECT_FALSE(alone.nodes[node_at(alone, "0")].is_excluded);
}

TEST(GltfPhysics, Filters) {
  Gltf g = khr({{{"type", "box"}}, {{"type", "box"}}, {{"type", "box"}}});
  g.json["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"] = {
      {{"collisionSystems", {"ghost"}}, {"notCollideWithSystems", {"wall"}}},
      {{"collisionSystems", {"wall"}}, {"collideWithSystems", {"wall", "ghost"}}}};
  for (const std::size_t i : {0u, 1u})
    g.json["nodes"][i]["extensions"]["KHR_physics_rigid_bodies"]["collider"]["collisionFilter"] = i;
  const SceneData scene = scene_of(g);
  ASSERT_EQ(scene.filters.size(), 2u);
  EXPECT_EQ(scene.nodes[node_at(scene, "0/collider")].filter, 0u);
  EXPECT_EQ(scene.nodes[node_at(scene, "1/collider")].filter, 1u);
  EXPECT_EQ(scene.nodes[node_at(scene, "2/collider")].filter, kNone);
  EXPECT_FALSE(may_collide(scene.filters[0], scene.filters[1]));
  EXPECT_TRUE(may_collide(scene.filters[0], scene.filters[0]));
  EXPECT_TRUE(may_collide(scene.filters[1], scene.filters[1]));
}

TEST(GltfPhysics, JointedBodiesMayTouch) {
  for (const char* family : {"KHR_physics_rigid_bodies", "OMI_physics_joint"}) {
    Gltf g = khr({{{"type", "box"}}, {{"type", "box"}}, {{"type", "box"}}});
    g.json["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["motion"] = {{"mass", 1}};
    g.json["nodes"][0]["children"] = {3};
    const auto joint = [&](const Json& fields) {
      return std::string(family) == "OMI_physics_joint" ? fields : Json{{"joint", fields}};
    };
    // A joint below the first body, to a collider without a body; and one that lets both collide.
    g.node({{"name", "hinge"}, {"extensions", {{family, joint({{"connectedNode", 1}, {"joint", 0}})}}}});
    g.node({{"extensions", {{family, joint({{"connectedNode", 2}, {"enableCollision", true}})}}}});
    const SceneData scene = scene_of(g);
    ASSERT_EQ(scene.allowed_pairs.size(), 1u);
    EXPECT_EQ(scene.allowed_pairs[0].a, node_at(scene, "0"));
    EXPECT_EQ(scene.allowed_pairs[0].b, node_at(scene, "1"));
    EXPECT_EQ(scene.allowed_pairs[0].reason, "joint");
    EXPECT_TRUE(scene.nodes[node_at(scene, "1")].is_body);
    EXPECT_FALSE(scene.nodes[node_at(scene, "2")].is_body);
  }
}

TEST(GltfPhysics, ArchivedCollidersAreSaid) {
  Gltf g;
  g.node({{"extensions", {{"OMI_collider", {{"collider", 0}}}}}});
  EXPECT_EQ(messages_of(g),
            "test.gltf: OMI_collider is archived and not read: OMI_physics_body took its place [loss]\n");
}

TEST(GltfPhysics, DamagedColliders) {
  Gltf g = khr({{{"type", "box"}}});
  Json& collider = g.json["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"];
  const std::string path = "test.gltf: nodes[0].extensions.KHR_physics_rigid_bodies.collider";
  collider = {{"geometry", {{"shape", 4}}}};
  EXPECT_EQ(messages_of(g), path + ".geometry.shape is 4, but there are 1 [loss]\n");
  collider = Json::object();
  EXPECT_EQ(messages_of(g), path + " has no geometry [loss]\n");
  collider = {{"geometry", {{"node", 9}}}};
  EXPECT_EQ(messages_of(g),
            path + ".geometry.node is 9, but there are 1 [loss]\n" + path + " has no geometry [loss]\n");
}

}  // namespace
}  // namespace graze::io::test::gltf
