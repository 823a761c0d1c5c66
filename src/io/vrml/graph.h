// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <span>

#include "io/report.h"
#include "io/vrml/nodes.h"
#include "io/vrml/syntax.h"

// The nodes of a scene as they run: prototypes expanded, files in files read, names resolved.
namespace graze::inline GRAZE_ABI::io::vrml {

using LiveId = std::uint32_t;

/// A field that has a value. Numbers and strings stay where they were parsed; nodes are those of the graph.
struct LiveField {
  std::string_view name;
  const Value* value = nullptr;
  const Document* document = nullptr;  ///< where the value stands: urls are relative to it
  std::vector<LiveId> nodes;           ///< kNone for NULL and for what could not be had
  TextPlace place;
};

/// A line of a prototype's interface that is a field or event of a node of its body.
struct Alias {
  std::string_view name;
  LiveId node = kNone;
  std::string_view field;
};

struct LiveNode {
  NodeKind kind = NodeKind::unknown;
  std::string_view type;
  std::string_view name;
  const Document* document = nullptr;
  TextPlace place;
  bool is_unfinished = true;  ///< its fields are being expanded
  std::vector<LiveField> fields;
  LiveId first = kNone;        ///< of a prototype: the first node of the body, which it stands for
  std::vector<Alias> aliases;  ///< of a prototype

  [[nodiscard]] Place where() const { return {document->name, place.line, place.column}; }
  [[nodiscard]] const LiveField* find(std::string_view field) const {
    for (std::size_t i = fields.size(); i-- > 0;)  // of one that was repeated the last
      if (fields[i].name == field) return &fields[i];
    return nullptr;
  }
  /// Numbers of a field; empty where it is not given.
  [[nodiscard]] std::span<const double> numbers(std::string_view field) const {
    const LiveField* f = find(field);
    return f != nullptr && f->value != nullptr ? std::span<const double>(f->value->numbers)
                                               : std::span<const double>();
  }
  [[nodiscard]] std::span<const LiveId> nodes(std::string_view field) const {
    const LiveField* f = find(field);
    return f != nullptr ? std::span<const LiveId>(f->nodes) : std::span<const LiveId>();
  }
};

struct LiveRoute {
  LiveId from = kNone, to = kNone;
  std::string_view from_event, to_event;
  Place place;
};

struct Graph {
  std::deque<LiveNode> nodes;
  std::vector<LiveRoute> routes;
  std::vector<LiveId> roots;

  /// The node that a node is: of a prototype the first of its body, and so on; kNone where there is none.
  [[nodiscard]] LiveId resolved(LiveId id) const {
    while (id != kNone && nodes[id].kind == NodeKind::prototype) id = nodes[id].first;
    return id;
  }
};

/// A field without the "set_" and "_changed" of its events.
[[nodiscard]] inline std::string_view field_of_event(std::string_view event) {
  if (event.starts_with("set_")) event.remove_prefix(4);
  if (event.ends_with("_changed")) event.remove_suffix(8);
  return event;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
