// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/wires.h"

namespace graze::inline GRAZE_ABI::io::vrml {

Wires::Wires(const Graph& graph, Budget& budget) : graph_(graph), budget_(budget) {
  for (LiveId id = 0; id < graph.nodes.size(); ++id)
    for (const Alias& a : graph.nodes[id].aliases)
      aliases_[id][field_of_event(a.name)].push_back({a.node, field_of_event(a.field)});
  for (const LiveRoute& route : graph.routes) {
    const std::vector<Port> to = ends(route.to, route.to_event, route.place);
    for (const Port& from : ends(route.from, route.from_event, route.place)) {
      budget.take(to.size(), route.place);
      auto& wire = wires_[from.node][from.field];
      wire.insert(wire.end(), to.begin(), to.end());
    }
  }
}

// The events of nodes that an event of a prototype's interface is; of another node that event.
std::vector<Port> Wires::ends(LiveId node, std::string_view event, const Place& place) {
  std::vector<Port> open{{node, field_of_event(event)}}, out;
  while (!open.empty()) {
    const Port p = open.back();
    open.pop_back();
    if (graph_.nodes[p.node].kind != NodeKind::prototype) {
      out.push_back(p);
      continue;
    }
    const std::span<const Port> same = find(aliases_, p.node, p.field);
    budget_.take(same.size(), place);
    open.insert(open.end(), same.begin(), same.end());
  }
  return out;
}

std::span<const Port> Wires::find(const Ports& ports, LiveId node, std::string_view field) {
  const auto of_node = ports.find(node);
  if (of_node == ports.end()) return {};
  const auto known = of_node->second.find(field);
  return known == of_node->second.end() ? std::span<const Port>() : std::span<const Port>(known->second);
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
