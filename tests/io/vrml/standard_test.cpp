// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// ISO/IEC 14772-1, chapter 6: each of its 54 nodes, with each of its fields.

#include <set>

#include "io/vrml/support.h"

namespace graze::io::test {
namespace {

const std::string kLooks = R"(
DEF Look Appearance {
  material Material { ambientIntensity 0.2 diffuseColor 0.8 0.8 0.8 emissiveColor 0 0 0 shininess 0.2
                      specularColor 0 0 0 transparency 0 }
  texture ImageTexture { url ["a.png"] repeatS TRUE repeatT TRUE }
  textureTransform TextureTransform { center 0 0 rotation 0 scale 1 1 translation 0 0 }
}
Shape { appearance Appearance { texture DEF Film MovieTexture { loop FALSE speed 1 startTime 0 stopTime 0 url []
                                                       repeatS TRUE repeatT TRUE } } }
Shape { appearance Appearance { texture PixelTexture { image 1 2 3 0xFF0000 0x00FF00 repeatS TRUE repeatT TRUE } } }
Background { groundAngle [1.5] groundColor [0 0 0, 1 1 1] backUrl [] bottomUrl [] frontUrl [] leftUrl [] rightUrl []
             topUrl [] skyAngle [] skyColor [0 0 0] }
DirectionalLight { ambientIntensity 0 color 1 1 1 direction 0 0 -1 intensity 1 on TRUE }
PointLight { ambientIntensity 0 attenuation 1 0 0 color 1 1 1 intensity 1 location 0 0 0 on TRUE radius 100 }
SpotLight { ambientIntensity 0 attenuation 1 0 0 beamWidth 1.570796 color 1 1 1 cutOffAngle 0.785398 direction 0 0 -1
            intensity 1 location 0 0 0 on TRUE radius 100 }
Fog { color 1 1 1 fogType "LINEAR" visibilityRange 0 }
NavigationInfo { avatarSize [0.25, 1.6, 0.75] headlight TRUE speed 1 type ["WALK", "ANY"] visibilityLimit 0 }
DEF View Viewpoint { fieldOfView 0.785398 jump TRUE orientation 0 0 1 0 position 0 0 10 description "" }
WorldInfo { info [] title "" }
Sound { direction 0 0 1 intensity 1 location 0 0 0 maxBack 10 maxFront 10 minBack 1 minFront 1 priority 0
        source AudioClip { description "" loop FALSE pitch 1 startTime 0 stopTime 0 url [] } spatialize TRUE }
)";

const std::string kSensors = R"(
CylinderSensor { autoOffset TRUE diskAngle 0.262 enabled TRUE maxAngle -1 minAngle 0 offset 0 }
PlaneSensor { autoOffset TRUE enabled TRUE maxPosition -1 -1 minPosition 0 0 offset 0 0 0 }
ProximitySensor { center 0 0 0 size 0 0 0 enabled TRUE }
SphereSensor { autoOffset TRUE enabled TRUE offset 0 1 0 0 }
DEF Touch TouchSensor { enabled TRUE }
VisibilitySensor { center 0 0 0 enabled TRUE size 0 0 0 }
DEF Clock TimeSensor { cycleInterval 1 enabled TRUE loop FALSE startTime 0 stopTime 0 }
ColorInterpolator { key [0 1] keyValue [0 0 0, 1 1 1] }
CoordinateInterpolator { key [0 1] keyValue [0 0 0, 1 1 1] }
NormalInterpolator { key [0 1] keyValue [0 0 1, 0 1 0] }
OrientationInterpolator { key [0 1] keyValue [0 1 0 0, 0 1 0 1] }
PositionInterpolator { key [0 1] keyValue [0 0 0, 1 1 1] }
ScalarInterpolator { key [0 1] keyValue [0 1] }
Script { url ["javascript: function a() {}"] directOutput FALSE mustEvaluate FALSE
         field SFNode node USE View eventIn SFBool in eventOut SFTime out }
ROUTE Touch.touchTime TO Clock.set_startTime
ROUTE Touch.isActive TO View.set_bind
)";

const std::string kShapes = R"(
Shape { appearance USE Look geometry Box { size 2 2 2 } }
Shape { geometry Cone { bottomRadius 1 height 2 side TRUE bottom TRUE } }
Shape { geometry Cylinder { bottom TRUE height 2 radius 1 side TRUE top TRUE } }
Shape { geometry Sphere { radius 1 } }
Shape { geometry ElevationGrid {
  color Color { color [1 0 0, 1 0 0, 1 0 0, 1 0 0] } normal Normal { vector [0 1 0, 0 1 0, 0 1 0, 0 1 0] }
  texCoord TextureCoordinate { point [0 0, 1 0, 0 1, 1 1] } height [0 0 0 0] ccw TRUE colorPerVertex TRUE
  creaseAngle 0 normalPerVertex TRUE solid TRUE xDimension 2 xSpacing 1 zDimension 2 zSpacing 1 } }
Shape { geometry Extrusion { beginCap TRUE ccw TRUE convex TRUE creaseAngle 0
  crossSection [1 1, 1 -1, -1 -1, -1 1, 1 1] endCap TRUE orientation 0 0 1 0 scale 1 1 solid TRUE
  spine [0 0 0, 0 1 0] } }
Shape { geometry IndexedFaceSet { color NULL coord DEF Points Coordinate { point [0 0 0, 1 0 0, 0 1 0] }
  normal NULL texCoord NULL ccw TRUE colorIndex [] colorPerVertex TRUE convex TRUE coordIndex [0 1 2 -1]
  creaseAngle 0 normalIndex [] normalPerVertex TRUE solid TRUE texCoordIndex [] } }
Shape { geometry IndexedLineSet { color NULL coord USE Points colorIndex [] colorPerVertex TRUE coordIndex [0 1 -1] } }
Shape { geometry PointSet { color NULL coord USE Points } }
Shape { geometry Text { string ["a"] length [0] maxExtent 0 fontStyle FontStyle { family ["SERIF"] horizontal TRUE
  justify ["BEGIN"] language "" leftToRight TRUE size 1 spacing 1 style "PLAIN" topToBottom TRUE } } }
)";

std::string groups(const std::string& children) {
  const std::string all = " bboxCenter 0 0 0 bboxSize -1 -1 -1 children [ " + children + " ] }\n";
  return "Anchor { description \"\" parameter [] url []" + all + "Billboard { axisOfRotation 0 1 0" + all +
         "Collision { collide TRUE proxy NULL" + all + "Group {" + all +
         "Transform { center 0 0 0 rotation 0 0 1 0 scale 1 1 1 scaleOrientation 0 0 1 0 translation 0 0 0" +
         all +
         "Inline { url [] bboxCenter 0 0 0 bboxSize -1 -1 -1 }\n"
         "LOD { level [ " +
         children +
         " ] center 0 0 0 range [] }\n"
         "Switch { choice [ " +
         children + " ] whichChoice 0 }\n";
}

// The words that a brace follows.
std::set<std::string> types_in(const std::string& text) {
  std::set<std::string> out;
  for (std::size_t brace = text.find(" {"); brace != text.npos; brace = text.find(" {", brace + 1)) {
    const std::size_t begin = text.find_last_of(" \n", brace - 1) + 1;
    const std::string word = text.substr(begin, brace - begin);
    if (word.find('(') == word.npos) out.insert(word);
  }
  return out;
}

TEST(VrmlStandard, EveryNodeWithEveryFieldIsKnown) {
  const std::string text = kLooks + kSensors + kShapes + groups("Shape { geometry Sphere { radius 1 } }");
  EXPECT_EQ(types_in(text).size(), 54u);
  const SceneRead read = read_text(text);
  EXPECT_EQ(read.code, ReadCode::complete);
  std::string said = messages(read);
  for (const char* expected : {"Text has no geometry that could collide\n",
                               "Billboard turns with the viewer: it stands unturned\n"}) {
    const std::size_t at = said.find(expected);
    ASSERT_NE(at, said.npos) << said;
    const std::size_t begin = at == 0 ? 0 : said.rfind('\n', at) + 1;
    said.erase(begin, at + std::string(expected).size() - begin);
  }
  EXPECT_EQ(said, "");
  // Nine shapes with geometry, and one in each of seven groups.
  EXPECT_EQ(read.scene->geometries.size(), 16u);
}

}  // namespace
}  // namespace graze::io::test
