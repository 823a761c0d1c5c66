// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/nodes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

using enum NodeKind;

#define GRAZE_GROUP " children bboxCenter bboxSize "
#define GRAZE_LIGHT " ambientIntensity color intensity on "
constexpr NodeType kTypes[] = {
    {"Anchor", group, GRAZE_GROUP "description parameter url "},
    {"Appearance", ignored, " material texture textureTransform "},
    {"AudioClip", ignored, " description loop pitch startTime stopTime url "},
    {"Background", ignored,
     " groundAngle groundColor backUrl bottomUrl frontUrl leftUrl rightUrl topUrl skyAngle skyColor "},
    {"Billboard", billboard, GRAZE_GROUP "axisOfRotation "},
    {"Box", box, " size "},
    {"Collision", collision, GRAZE_GROUP "collide proxy "},
    {"Color", ignored, " color "},
    {"ColorInterpolator", ignored, " key keyValue "},
    {"Cone", cone, " bottomRadius height side bottom "},
    {"Coordinate", coordinate, " point "},
    {"CoordinateInterpolator", coordinates, " key keyValue "},
    {"Cylinder", cylinder, " bottom height radius side top "},
    {"CylinderSensor", ignored, " autoOffset diskAngle enabled maxAngle minAngle offset "},
    {"DirectionalLight", ignored, GRAZE_LIGHT "direction "},
    {"ElevationGrid", grid,
     " color normal texCoord height ccw colorPerVertex creaseAngle normalPerVertex solid xDimension xSpacing "
     "zDimension "
     "zSpacing "},
    {"Extrusion", extrusion,
     " beginCap ccw convex creaseAngle crossSection endCap orientation scale solid spine "},
    {"Fog", ignored, " color fogType visibilityRange "},
    {"FontStyle", ignored, " family horizontal justify language leftToRight size spacing style topToBottom "},
    {"Group", group, GRAZE_GROUP},
    {"ImageTexture", ignored, " url repeatS repeatT "},
    {"IndexedFaceSet", face_set,
     " color coord normal texCoord ccw colorIndex colorPerVertex convex coordIndex creaseAngle normalIndex "
     "normalPerVertex "
     "solid texCoordIndex "},
    {"IndexedLineSet", line_set, " color coord colorIndex colorPerVertex coordIndex "},
    {"Inline", inline_, " url bboxCenter bboxSize "},
    {"LOD", lod, " level center range "},
    {"Material", ignored,
     " ambientIntensity diffuseColor emissiveColor shininess specularColor transparency "},
    {"MovieTexture", ignored, " loop speed startTime stopTime url repeatS repeatT "},
    {"NavigationInfo", ignored, " avatarSize headlight speed type visibilityLimit "},
    {"Normal", ignored, " vector "},
    {"NormalInterpolator", ignored, " key keyValue "},
    {"OrientationInterpolator", orientation, " key keyValue "},
    {"PixelTexture", ignored, " image repeatS repeatT "},
    {"PlaneSensor", ignored, " autoOffset enabled maxPosition minPosition offset "},
    {"PointLight", ignored, GRAZE_LIGHT "attenuation location radius "},
    {"PointSet", point_set, " color coord "},
    {"PositionInterpolator", position, " key keyValue "},
    {"ProximitySensor", ignored, " center size enabled "},
    {"ScalarInterpolator", scalar, " key keyValue "},
    {"Script", script, " url directOutput mustEvaluate "},
    {"Shape", shape, " appearance geometry "},
    {"Sound", ignored,
     " direction intensity location maxBack maxFront minBack minFront priority source spatialize "},
    {"Sphere", sphere, " radius "},
    {"SphereSensor", ignored, " autoOffset enabled offset "},
    {"SpotLight", ignored, GRAZE_LIGHT "attenuation beamWidth cutOffAngle direction location radius "},
    {"Switch", switch_, " choice whichChoice "},
    {"Text", text, " string fontStyle length maxExtent "},
    {"TextureCoordinate", ignored, " point "},
    {"TextureTransform", ignored, " center rotation scale translation "},
    {"TimeSensor", clock, " cycleInterval enabled loop startTime stopTime "},
    {"TouchSensor", ignored, " enabled "},
    {"Transform", transform, GRAZE_GROUP "center rotation scale scaleOrientation translation "},
    {"Viewpoint", ignored, " fieldOfView jump orientation position description "},
    {"VisibilitySensor", ignored, " center enabled size "},
    {"WorldInfo", ignored, " info title "},
};
#undef GRAZE_GROUP
#undef GRAZE_LIGHT

}  // namespace

const NodeType* find_type(std::string_view name) noexcept {
  for (const NodeType& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

bool has_field(const NodeType& type, std::string_view field) noexcept {
  for (std::size_t at = type.fields.find(field); at != std::string_view::npos;
       at = type.fields.find(field, at + 1))
    if (at > 0 && type.fields[at - 1] == ' ' && type.fields[at + field.size()] == ' ') return true;
  return false;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
