// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/check/baseline.h"

#include "check/support.h"

namespace graze::check_tests {
namespace {

using check::Kind;
using check::KnownFinding;

// Two boxes of 1 m that overlap by 0.25 m.
TEST(CheckBaseline, AFindingIsKnownWhereAnEarlierOneWasAsBad) {
  const Scene scene = make_scene(
      "DEF a Shape { geometry Box { size 1 1 1 } }\n"
      "DEF b Transform { translation 0.75 0 0 children Shape { geometry Box { size 1 1 1 } } }");
  const check::Report report = run(scene);
  ASSERT_EQ(texts(scene, report), (Texts{"penetration a b"}));
  const auto is_known = [&](const KnownFinding& known) {
    return check::find_known(scene.objects, report, {&known, 1}) == std::vector<bool>{true};
  };
  EXPECT_TRUE(is_known({Kind::penetration, "a", "b", -0.25}));
  EXPECT_TRUE(is_known({Kind::penetration, "b", "a", -0.3}));
  EXPECT_TRUE(is_known({Kind::containment, "a", "b", -0.5}));
  EXPECT_FALSE(is_known({Kind::penetration, "a", "b", -0.2}));
  EXPECT_FALSE(is_known({Kind::touching, "a", "b", -0.25}));
  EXPECT_FALSE(is_known({Kind::penetration, "a", "c", -0.25}));
  EXPECT_EQ(check::find_known(scene.objects, report, {}), std::vector<bool>{false});
}

}  // namespace
}  // namespace graze::check_tests
