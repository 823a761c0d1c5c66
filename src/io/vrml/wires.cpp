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
      for (const Port& t : to) wires_[from.node].push_back({from.field, t});
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
    const auto of_node = aliases_.find(p.node);
    if (of_node == aliases_.end()) continue;
    const auto known = of_node->second.find(p.field);
    if (known == of_node->second.end()) continue;
    budget_.take(known->second.size(), place);
    open.insert(open.end(), known->second.begin(), known->second.end());
  }
  return out;
}

void Wires::targets(LiveId node, std::string_view field, std::vector<Port>& out) const {
  const auto known = wires_.find(node);
  if (known == wires_.end()) return;
  for (const Wire& w : known->second)
    if (w.field == field) out.push_back(w.to);
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
