// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/placements.h"
#include "graze/check/view.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Numbers the geometries of one scene in the order of their first use.
class Uses {
 public:
  Uses(const Objects& objects, std::uint32_t scene, std::vector<ViewUse>& out)
      : scene_(scene),
        out_(out),
        deforms_(io::deformed_geometries(*objects.uses[scene].scene)),
        index_(objects.uses[scene].scene->geometries.size(), kNone) {}

  [[nodiscard]] std::uint32_t find(std::uint32_t geometry) {
    if (index_[geometry] == kNone) {
      index_[geometry] = static_cast<std::uint32_t>(out_.size());
      out_.push_back({scene_, geometry, deforms_[geometry]});
    }
    return index_[geometry];
  }

 private:
  std::uint32_t scene_;
  std::vector<ViewUse>& out_;
  std::vector<bool> deforms_;
  std::vector<std::uint32_t> index_;
};

io::Placement in_object(const io::SceneData& scene, std::uint32_t part, std::uint32_t node) {
  io::Placement m;
  for (std::uint32_t i = part; i != node; i = scene.nodes[i].parent)
    m = io::to_placement(scene.nodes[i].local) * m;
  return m;
}

}  // namespace

ViewParts view_parts(const Objects& objects) {
  ViewParts out;
  std::uint32_t first = 0;
  const auto count = static_cast<std::uint32_t>(objects.list.size());
  while (first < count) {  // objects are in the order of their scenes
    const std::uint32_t index = objects.list[first].scene;
    const io::SceneData& scene = *objects.uses[index].scene;
    const std::vector<io::Placement> world = world_from_nodes(objects, index, objects.options.time);
    Uses uses(objects, index, out.uses);
    for (; first < count && objects.list[first].scene == index; ++first) {
      const Object& object = objects.list[first];
      for (const std::uint32_t part : object.parts) {
        const io::Placement own = object.is_flat ? world[part] : in_object(scene, part, object.node);
        out.parts.push_back({first, uses.find(scene.nodes[part].geometry), world[part], own});
      }
    }
  }
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
