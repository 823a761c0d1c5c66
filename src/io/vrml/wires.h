// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "io/vrml/budget.h"
#include "io/vrml/graph.h"

namespace graze::inline GRAZE_ABI::io::vrml {

/// A field of a node that is no prototype, as the source or target of events.
struct Port {
  LiveId node = kNone;
  std::string_view field;
};

/// Routes between nodes, through the interfaces of prototypes, by the field without the names of its events.
class Wires {
 public:
  /// Throws ReadFailure where prototypes multiply the routes beyond the budget.
  Wires(const Graph& graph, Budget& budget);

  /// Where events of a node's field go.
  [[nodiscard]] std::span<const Port> targets(LiveId node, std::string_view field) const {
    return find(wires_, node, field);
  }

 private:
  using Ports = std::unordered_map<LiveId, std::unordered_map<std::string_view, std::vector<Port>>>;

  [[nodiscard]] static std::span<const Port> find(const Ports& ports, LiveId node, std::string_view field);
  std::vector<Port> ends(LiveId node, std::string_view event, const Place& place);

  const Graph& graph_;
  Budget& budget_;
  Ports wires_;
  Ports aliases_;
};

}  // namespace graze::inline GRAZE_ABI::io::vrml
