// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/names.h"

#include "check/support.h"

namespace graze::check_tests {
namespace {

Texts names(const Scene& scene) {
  Texts out;
  for (const check::Object& object : scene.objects.list) out.push_back(object.name);
  return out;
}

const std::string kShape = "Shape { geometry Sphere { } } ";

TEST(CheckNames, PatternsMatchWholeNames) {
  const auto matches = check::matches;
  EXPECT_TRUE(matches("arm/*", "arm/gripper[2]"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("a*b*c", "a/b/b/x/c"));
  EXPECT_FALSE(matches("a*b*c", "a/b/b/x/d"));
  EXPECT_FALSE(matches("arm", "arm/gripper"));
  EXPECT_FALSE(matches("ARM*", "arm"));
  EXPECT_TRUE(matches("p?pe", "pipe"));
  EXPECT_FALSE(matches("p?pe", "ppe"));
  EXPECT_TRUE(matches("bolt[1-3]", "bolt2"));
  EXPECT_FALSE(matches("bolt[!1-3]", "bolt2"));
  EXPECT_TRUE(matches("bolt[!1-3]", "bolt7"));
  EXPECT_TRUE(matches("x[]a]", "x]"));
  EXPECT_TRUE(matches("bolt\\[2\\]", "bolt[2]"));
  EXPECT_FALSE(matches("bolt[2]", "bolt[2]"));  // the set of '2'
  EXPECT_TRUE(matches("open[", "open["));
  EXPECT_TRUE(matches("end\\", "end\\"));
  EXPECT_TRUE(matches(std::string(50, '*') + "b", std::string(5000, 'a') + "b"));
}

TEST(CheckNames, ShapesBelongToTheNearestNamedGroup) {
  const Scene scene = make_scene("DEF arm Transform { children [ " + kShape + kShape +
                                 "DEF gripper Group { children " + kShape + "} ] } " + kShape);
  EXPECT_EQ(names(scene), (Texts{"arm", "arm/gripper", "Shape"}));
  EXPECT_EQ(scene.objects.list[0].parts.size(), 2u);
}

TEST(CheckNames, RepeatedNamesAreNumberedAndWhatIsBelowThemFollows) {
  const Scene scene = make_scene("DEF wheel Transform { children DEF bolt " + kShape +
                                 "} Transform { children USE wheel } DEF x " + kShape + "DEF x " + kShape);
  EXPECT_EQ(names(scene), (Texts{"wheel/bolt", "wheel[2]/bolt", "x", "x[2]"}));
}

TEST(CheckNames, ASceneThatIsOneGroupFallsIntoItsShapes) {
  const std::string body = "DEF all Group { children [ " + kShape + kShape + "] }";
  EXPECT_EQ(names(make_scene(body)), (Texts{"all/Shape", "all/Shape[2]"}));
  check::ObjectOptions options;
  options.grouping = check::Grouping::groups;
  EXPECT_EQ(names(make_scene(body, options)), (Texts{"all"}));
  options.grouping = check::Grouping::shapes;
  EXPECT_EQ(names(make_scene("DEF a Group { children [ " + kShape + kShape + "] } " + kShape, options)),
            (Texts{"a/Shape", "a/Shape[2]", "Shape"}));
}

TEST(CheckNames, TwoFilesKeepNamesApartAndPrefixesStandBefore) {
  const auto data = read("DEF a " + kShape);
  const check::SceneUse uses[3] = {{data.get(), "1.wrl", "", {}, 0, {}},
                                   {data.get(), "2.wrl", "", {}, 0, {}},
                                   {data.get(), "3.wrl", "site", {}, 0, {}}};
  const Result<check::Objects> made = check::make_objects(uses);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->list.size(), 3u);
  EXPECT_EQ(made->list[0].name, "a");
  EXPECT_EQ(made->list[1].name, "a[2]");
  EXPECT_EQ(made->list[2].name, "site/a");
  EXPECT_EQ(made->list[2].scene, 2u);
}

TEST(CheckNames, HostileNamesBecomeReadable) {
  EXPECT_EQ(check::readable("a\x1b[31mb\n"), "a?[31mb?");
  EXPECT_EQ(check::readable("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"), "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(check::readable("\xff\xc3"), "??");
  EXPECT_EQ(check::readable("\xc0\xaf"), "??");       // too long for '/'
  EXPECT_EQ(check::readable("\xed\xa0\x80"), "???");  // half of a pair
  EXPECT_EQ(check::readable("\xc2\x9b"), "?");        // control sequence introducer
  EXPECT_LE(check::readable(std::string(100000, 'x')).size(), 200u);
}

// Six faces, each a shape, under one group are one closed box.
TEST(CheckNames, ShapesOfOneFaceUnderOneGroupAreOneObject) {
  const char* const faces[6] = {"0 3 2 1", "4 5 6 7", "0 1 5 4", "1 2 6 5", "2 3 7 6", "3 0 4 7"};
  std::string body = "Group { children [ ";
  for (const char* face : faces)
    body +=
        "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0, 0 0 1, 1 0 "
        "1, "
        "1 1 1, 0 1 1 ] } coordIndex [ " +
        std::string(face) + " ] } } ";
  body +=
      "] } DEF ball Transform { translation 0.5 0.5 0.5 children Shape { geometry Sphere { radius 0.1 } } }";
  const Scene scene = make_scene(body);
  ASSERT_EQ(scene.objects.list.size(), 2u);
  EXPECT_EQ(scene.objects.list[0].nature, check::Nature::solid);
  EXPECT_EQ(scene.objects.list[0].parts.size(), 6u);
  EXPECT_EQ(scene.objects.list[0].primitives, 12u);
  EXPECT_EQ(texts(scene, run(scene)), (Texts{"containment " + scene.objects.list[0].name + " ball"}));
}

}  // namespace
}  // namespace graze::check_tests
