// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "io/vrml/lexer.h"

// A VRML file as it is written: before names are looked up and prototypes expanded.
namespace graze::inline GRAZE_ABI::io::vrml {

using NodeId = std::uint32_t;

/// NULL in a list of nodes, where it takes a place: the choices of a Switch and the levels of a LOD are
/// counted.
inline constexpr NodeId kNullNode = 0xffffffff;

/// Value of a field. Without its node's definition its type is not known, but its shape is: at most one of
/// the lists has entries, or `is_name` says which field of the prototype it is.
struct Value {
  std::vector<double> numbers;  ///< TRUE and FALSE as 1 and 0
  std::vector<std::string> strings;
  std::vector<NodeId> nodes;  ///< of the Document, or kNullNode
  std::string_view is_name;
};

struct FieldText {
  std::string_view name;
  Value value;
  TextPlace place;
};

enum class Access : std::uint8_t { event_in, event_out, field, exposed_field };

/// A line of the interface of a PROTO or Script.
struct InterfaceText {
  Access access = Access::field;
  FieldText field;
};

struct NodeText {
  std::string_view type;  ///< empty: USE of `name`
  std::string_view name;
  std::vector<FieldText> fields;
  std::vector<InterfaceText> interface;  ///< of a Script
  TextPlace place;
};

struct RouteText {
  std::string_view from_node, from_event, to_node, to_event;
  TextPlace place;
};

struct ProtoText;

/// Statements of a file or of the body of a PROTO: one scope of names.
struct Body {
  std::vector<NodeId> nodes;
  std::vector<RouteText> routes;
  std::vector<std::unique_ptr<ProtoText>> protos;
  const Body* outer = nullptr;
};

struct ProtoText {
  std::string_view name;
  std::vector<InterfaceText> interface;
  Body body;
  std::vector<std::string> urls;  ///< of an EXTERNPROTO
  bool is_extern = false;
  TextPlace place;
};

/// One file. Names are views of its text.
struct Document {
  std::string name;
  std::string text;
  std::uint32_t index = 0;  ///< SceneData::files
  std::size_t depth = 0;    ///< how many files refer to one another on the way here
  std::deque<NodeText> nodes;
  Body body;
};

}  // namespace graze::inline GRAZE_ABI::io::vrml
