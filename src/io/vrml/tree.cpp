// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "io/vrml/build.h"
#include "io/vrml/parser.h"
#include "io/vrml/shapes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

struct Item {
  LiveId node = kNone;
  std::uint32_t parent = kNone;
  std::uint32_t depth = 0;
  bool is_excluded = false;
};

class Tree {
 public:
  Tree(const Graph& graph, const VrmlOptions& options, Budget& budget, Report& report, SceneData& scene)
      : graph_(graph), options_(options), budget_(budget), report_(report), scene_(scene) {}

  // Depth first in the order of the file; with a list of its own, since what USE shares may be deeper than
  // the text.
  Places run() {
    push(graph_.roots, kNone, 0, false);
    while (!items_.empty()) {
      const Item item = items_.back();
      items_.pop_back();
      visit(item);
    }
    return std::move(places_);
  }

 private:
  void push(std::span<const LiveId> nodes, std::uint32_t parent, std::uint32_t depth, bool is_excluded) {
    for (std::size_t i = nodes.size(); i-- > 0;) items_.push_back({nodes[i], parent, depth, is_excluded});
  }

  // Children of a node that stands at `index` in the scene.
  void push_below(const Item& item, const LiveNode& node, std::span<const LiveId> children,
                  std::uint32_t index) {
    const std::size_t most = std::min(options_.limits.depth, kMaxDepth);
    if (item.depth + 1 < most) return push(children, index, item.depth + 1, scene_.nodes[index].is_excluded);
    if (!children.empty())
      report_.loss("nodes nested more than " + std::to_string(most) + " deep left out", node.where());
  }

  void visit(const Item& item) {
    const LiveId id = graph_.resolved(item.node);
    if (id == kNone) return;
    const LiveNode& node = graph_.nodes[id];
    switch (node.kind) {
      case NodeKind::transform:
      case NodeKind::group:
      case NodeKind::inline_:
      case NodeKind::billboard:
        return visit_group(item, id, node.nodes("children"));
      case NodeKind::switch_:
        return visit_group(item, id, chosen(node));
      case NodeKind::lod:
        return visit_group(item, id,
                           node.nodes("level").first(std::min<std::size_t>(1, node.nodes("level").size())));
      case NodeKind::collision:
        return visit_collision(item, id);
      case NodeKind::shape:
        return visit_shape(item, id);
      case NodeKind::box:
      case NodeKind::cone:
      case NodeKind::cylinder:
      case NodeKind::sphere:
      case NodeKind::face_set:
      case NodeKind::grid:
      case NodeKind::extrusion:
        return report_.loss(printable(node.type, 40) + " outside of a Shape left out", node.where());
      default:
        return;
    }
  }

  std::span<const LiveId> chosen(const LiveNode& node) {
    const double which = Fields(node, report_).number("whichChoice", -1);
    const std::span<const LiveId> choice = node.nodes("choice");
    if (!(which >= 0 && which < static_cast<double>(choice.size()))) return {};
    return choice.subspan(static_cast<std::size_t>(which), 1);
  }

  std::uint32_t add(const Item& item, LiveId id, bool is_excluded) {
    const LiveNode &use = graph_.nodes[item.node], &node = graph_.nodes[id];
    if (scene_.nodes.size() >= options_.limits.nodes)
      throw ReadFailure(ReadCode::limit,
                        "USE expands to more than " + std::to_string(options_.limits.nodes) + " nodes",
                        use.where());
    Node& out = scene_.nodes.emplace_back();
    out.name = printable(use.name.empty() ? node.name : use.name, 200);
    out.type = printable(use.type, 200);
    out.parent = item.parent;
    out.is_excluded = is_excluded;
    out.place = {use.document->index, use.place.line, use.place.column};
    const auto index = static_cast<std::uint32_t>(scene_.nodes.size() - 1);
    places_.nodes[id].push_back(index);
    return index;
  }

  void visit_group(const Item& item, LiveId id, std::span<const LiveId> children) {
    const LiveNode& node = graph_.nodes[id];
    const std::uint32_t index = add(item, id, item.is_excluded);
    if (node.kind == NodeKind::billboard)
      report_.note("Billboard turns with the viewer: it stands unturned", node.where());
    if (node.kind == NodeKind::transform) scene_.nodes[index].local = local_of(node);
    push_below(item, node, children, index);
  }

  LocalTransform local_of(const LiveNode& node) {
    const Fields f(node, report_);
    LocalTransform local;
    local.translation = f.vec3("translation", {});
    local.rotation = f.rotation("rotation");
    local.scale = f.vec3("scale", {1, 1, 1});
    local.centre = f.vec3("center", {});
    local.scale_orientation = f.rotation("scaleOrientation");
    const Vec3& s = local.scale;
    if (!(s.x > 0 && s.y > 0 && s.z > 0)) report_.note("Transform.scale is not above zero", f.place("scale"));
    return local;
  }

  void visit_collision(const Item& item, LiveId id) {
    const LiveNode& node = graph_.nodes[id];
    const bool is_used = options_.use_collision_nodes;
    const bool is_excluded = item.is_excluded || (is_used && !Fields(node, report_).boolean("collide", true));
    const std::span<const LiveId> proxy = node.nodes("proxy");
    const bool has_proxy = is_used && !is_excluded && !proxy.empty() && proxy[0] != kNone;
    const std::uint32_t index = add(item, id, is_excluded);
    push_below(item, node, has_proxy ? proxy : node.nodes("children"), index);
  }

  void visit_shape(const Item& item, LiveId id) {
    const LiveNode& node = graph_.nodes[id];
    const std::uint32_t index = add(item, id, item.is_excluded);
    const std::span<const LiveId> geometry = node.nodes("geometry");
    const LiveId shape = geometry.empty() ? kNone : graph_.resolved(geometry.back());
    if (shape != kNone) scene_.nodes[index].geometry = geometry_of(geometry.back(), shape);
  }

  // Index of a geometry, read when it is met first; kNone where there is none.
  std::uint32_t geometry_of(LiveId use, LiveId id) {
    const auto [known, is_new] = geometries_.try_emplace(id, kNone);
    if (!is_new) return known->second;
    std::optional<ReadShape> shape = read_shape(graph_, id, budget_, report_);
    if (!shape) return kNone;
    const auto index = static_cast<std::uint32_t>(scene_.geometries.size());
    const LiveNode& node = graph_.nodes[id];
    Geometry& out = scene_.geometries.emplace_back(std::move(shape->geometry));
    out.name = printable(graph_.nodes[use].name.empty() ? node.name : graph_.nodes[use].name, 200);
    out.place = {node.document->index, node.place.line, node.place.column};
    if (shape->extrusion) {
      std::get<MeshData>(out.data).extrusion = static_cast<std::uint32_t>(scene_.extrusions.size());
      scene_.extrusions.push_back(std::move(*shape->extrusion));
    }
    places_.geometries[id].push_back(index);
    if (shape->coordinate != kNone) places_.geometries[shape->coordinate].push_back(index);
    return known->second = index;
  }

  const Graph& graph_;
  const VrmlOptions& options_;
  Budget& budget_;
  Report& report_;
  SceneData& scene_;
  std::vector<Item> items_;
  Places places_;
  std::unordered_map<LiveId, std::uint32_t> geometries_;
};

}  // namespace

Places build_tree(const Graph& graph, const VrmlOptions& options, Budget& budget, Report& report,
                  SceneData& scene) {
  return Tree(graph, options, budget, report, scene).run();
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
