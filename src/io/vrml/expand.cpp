// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/expand.h"

#include <algorithm>
#include <unordered_set>

#include "io/vrml/parser.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

// Interfaces of prototypes are searched from end to end.
constexpr std::size_t kMaxFields = 2000;

struct Definition {
  std::size_t offset;
  LiveId node;
};

/// Names of one file, Inline or instance of a prototype.
struct Scope {
  const Body& body;
  const Document& document;
  LiveId instance = kNone;  ///< whose interface IS means
  std::unordered_map<std::string_view, std::vector<Definition>> names = {};
};

struct Prototype {
  const ProtoText* text = nullptr;
  const Document* document = nullptr;
};

class Expander {
 public:
  Expander(Loader& loader, const ReadLimits& limits, Report& report)
      : loader_(loader), limits_(limits), max_depth_(std::min(limits.depth, kMaxDepth)), report_(report) {}

  Graph run(const Document& main) {
    open_files_.insert(&main);
    graph_.roots = body_of(main);
    return std::move(graph_);
  }

 private:
  static Place place(const Scope& scope, const TextPlace& p) {
    return {scope.document.name, p.line, p.column};
  }

  std::vector<LiveId> body_of(const Document& document) {
    Scope scope{document.body, document};
    return statements(scope);
  }

  // The nodes of a body, and its routes, whose ends are the latest definitions above them.
  std::vector<LiveId> statements(Scope& scope) {
    std::vector<LiveId> out;
    spend(scope, scope.body.routes.size());
    for (const NodeId id : scope.body.nodes)
      if (const LiveId node = live(scope, id); node != kNone) out.push_back(node);
    for (const RouteText& route : scope.body.routes) add_route(scope, route);
    return out;
  }

  [[gnu::noinline]] void add_route(Scope& scope, const RouteText& r) {
    const LiveId from = find(scope, r.from_node, r.place.offset), to = find(scope, r.to_node, r.place.offset);
    if (from == kNone || to == kNone) {
      const std::string text = "ROUTE names \"" + printable(from == kNone ? r.from_node : r.to_node, 40) +
                               "\", which is not defined";
      // Nobody misses what an unknown node would have been told, nor what a sensor of the user would have
      // said.
      const bool is_loss = to != kNone && may_move(graph_.nodes[to].kind);
      return is_loss ? report_.loss(text, place(scope, r.place)) : report_.note(text, place(scope, r.place));
    }
    graph_.routes.push_back({from, to, r.from_event, r.to_event, place(scope, r.place)});
  }

  // Whether events of a node move shapes, or pass through it to one that does.
  static bool may_move(NodeKind kind) {
    return kind == NodeKind::prototype || kind == NodeKind::transform || kind == NodeKind::switch_ ||
           kind == NodeKind::coordinate || kind == NodeKind::extrusion || kind >= NodeKind::position;
  }

  // The latest definition before a place in the text, else the first one after it.
  static LiveId find(const Scope& scope, std::string_view name, std::size_t offset) {
    const auto known = scope.names.find(name);
    if (known == scope.names.end()) return kNone;
    const auto& list = known->second;
    auto after = std::partition_point(list.begin(), list.end(),
                                      [&](const Definition& d) { return d.offset < offset; });
    return after == list.begin() ? list.front().node : (after - 1)->node;
  }

  // kNone for NULL and for what cannot be had.
  LiveId live(Scope& scope, NodeId id) {
    if (id == kNullNode) return kNone;
    const NodeText& text = scope.document.nodes[id];
    if (depth_ >= max_depth_) {
      spend(scope, 1);
      report_.loss("nodes nested more than " + std::to_string(max_depth_) + " deep left out",
                   place(scope, text.place));
      return kNone;
    }
    return text.type.empty() ? use(scope, text) : make(scope, text);
  }

  [[gnu::noinline]] LiveId use(const Scope& scope, const NodeText& text) {
    const auto known = scope.names.find(text.name);
    if (known == scope.names.end()) {
      report_.loss("USE of \"" + printable(text.name, 40) + "\", which is not defined above",
                   place(scope, text.place));
      return kNone;
    }
    const LiveId node = known->second.back().node;
    if (!graph_.nodes[node].is_unfinished) return node;
    report_.loss("\"" + printable(text.name, 40) + "\" contains itself", place(scope, text.place));
    return kNone;
  }

  [[gnu::noinline]] LiveId new_node(Scope& scope, const NodeText& text) {
    if (graph_.nodes.size() >= limits_.nodes)
      throw ReadFailure(
          ReadCode::limit,
          "prototypes and files expand to more than " + std::to_string(limits_.nodes) + " nodes",
          place(scope, text.place));
    const auto id = static_cast<LiveId>(graph_.nodes.size());
    LiveNode& node = graph_.nodes.emplace_back();
    node.type = text.type;
    node.name = text.name;
    node.document = &scope.document;
    node.place = text.place;
    if (!text.name.empty()) scope.names[text.name].push_back({text.place.offset, id});
    return id;
  }

  LiveId make(Scope& scope, const NodeText& text) {
    const LiveId id = new_node(scope, text);
    ++depth_;
    const Prototype proto = find_proto(scope, text);
    const NodeType* type = proto.text == nullptr ? find_type(text.type) : nullptr;
    if (type != nullptr) graph_.nodes[id].kind = type->kind;
    add_fields(scope, text, type, id);
    if (proto.text != nullptr) {
      instantiate(proto, id);
    } else if (type == nullptr) {
      unknown(scope, text);
    } else if (type->kind == NodeKind::inline_) {
      include(id);
    }
    graph_.nodes[id].is_unfinished = false;
    --depth_;
    return id;
  }

  [[gnu::noinline]] void unknown(const Scope& scope, const NodeText& text) {
    // An EXTERNPROTO that could not be read has had its warning.
    if (!unresolved_.contains(text.type))
      report_.loss("unknown node " + printable(text.type, 40) + " left out", place(scope, text.place));
  }

  void add_fields(Scope& scope, const NodeText& text, const NodeType* type, LiveId id) {
    for (const FieldText& f : first_of(text.fields, scope, text.place)) {
      if (type != nullptr && !has_field(*type, f.name)) unknown_field(scope, text, f);
      add_field(scope, f, type, id);
    }
    // Lines of a Script's interface can be routed to, and hold nodes with names.
    for (const InterfaceText& line : first_of(text.interface, scope, text.place))
      add_field(scope, line.field, nullptr, id);
  }

  // As many fields or lines of an interface as are read of one node.
  template <class T>
  std::span<const T> first_of(const std::vector<T>& list, const Scope& scope, const TextPlace& at) {
    if (list.size() > kMaxFields)
      report_.loss("fields of one node behind the first " + std::to_string(kMaxFields) + " left out",
                   place(scope, at));
    return {list.data(), std::min(list.size(), kMaxFields)};
  }

  [[gnu::noinline]] void unknown_field(const Scope& scope, const NodeText& text, const FieldText& f) {
    if (!f.name.starts_with("set_") && !f.name.ends_with("_changed") && f.value.is_name.empty())
      report_.note(printable(text.type, 40) + " has no field \"" + printable(f.name, 40) + "\"",
                   place(scope, f.place));
  }

  // A node of the standard keeps the fields that it has, of those repeated the last; other nodes keep all.
  void add_field(Scope& scope, const FieldText& f, const NodeType* type, LiveId id) {
    spend(scope, 1);
    LiveField field;
    field.name = f.name;
    field.place = f.place;
    field.document = &scope.document;
    if (!f.value.is_name.empty()) {
      if (!link(scope, f, id, field)) return;
    } else {
      field.value = &f.value;
      spend(scope, f.value.nodes.size());
      for (const NodeId node : f.value.nodes) field.nodes.push_back(live(scope, node));
    }
    store(std::move(field), type, graph_.nodes[id].fields);
  }

  [[gnu::noinline]] static void store(LiveField&& field, const NodeType* type,
                                      std::vector<LiveField>& fields) {
    if (type != nullptr && type->kind != NodeKind::script) {
      if (!has_field(*type, field.name)) return;
      for (LiveField& f : fields) {
        if (f.name != field.name) continue;
        f = std::move(field);
        return;
      }
    }
    fields.push_back(std::move(field));
  }

  // `x IS y`: the value of the instance's y, and events of y are those of x. False where y has no value.
  [[gnu::noinline]] bool link(const Scope& scope, const FieldText& f, LiveId id, LiveField& field) {
    if (scope.instance == kNone) {
      report_.loss("IS outside of a PROTO", place(scope, f.place));
      return false;
    }
    LiveNode& instance = graph_.nodes[scope.instance];
    spend(scope, instance.fields.size() / 100);
    instance.aliases.push_back({f.value.is_name, id, f.name});
    const LiveField* value = instance.find(f.value.is_name);
    if (value == nullptr) return false;
    field = *value;
    field.name = f.name;
    return true;
  }

  // The latest prototype of that name above a place in the text, else the first below it.
  const ProtoText* find_in(const Body& body, std::string_view name, std::size_t offset) {
    const auto [index, is_new] = protos_.try_emplace(&body);
    if (is_new)
      for (const auto& proto : body.protos) index->second[proto->name].push_back(proto.get());
    const auto known = index->second.find(name);
    if (known == index->second.end()) return nullptr;
    const auto& list = known->second;
    auto after = std::partition_point(list.begin(), list.end(),
                                      [&](const ProtoText* p) { return p->place.offset < offset; });
    return after == list.begin() ? list.front() : *(after - 1);
  }

  // Fields and routes cost time without being nodes; a field that IS another also a look at the interface.
  void spend(const Scope& scope, std::size_t steps) {
    work_ += steps;
    if (work_ / 8 > limits_.nodes)
      throw ReadFailure(ReadCode::limit,
                        "prototypes and files expand to more than 8 fields and routes for each of " +
                            std::to_string(limits_.nodes) + " nodes",
                        {scope.document.name, 0, 0});
  }

  // Prototype that a type means where it stands; nothing where it is no prototype, or an external one that
  // cannot be read.
  Prototype find_proto(const Scope& scope, const NodeText& text) {
    for (const Body* body = &scope.body; body != nullptr; body = body->outer) {
      const ProtoText* proto = find_in(*body, text.type, text.place.offset);
      if (proto != nullptr)
        return proto->is_extern ? external(*proto, scope.document) : Prototype{proto, &scope.document};
    }
    return {};
  }

  [[gnu::noinline]] Prototype external(const ProtoText& first, const Document& where) {
    const auto known = externals_.find(&first);
    if (known != externals_.end()) return known->second;
    Prototype found{&first, &where};
    // Each step opens a file that is one deeper, or one known already: a ring of these has no more steps than
    // there are files.
    for (std::size_t steps = 0; found.text != nullptr && found.text->is_extern; ++steps) {
      const Place at{found.document->name, found.text->place.line, found.text->place.column};
      const std::string what = "EXTERNPROTO " + printable(first.name, 40);
      std::string_view name;
      const Document* d = steps > limits_.file_depth
                              ? nullptr
                              : loader_.open(found.text->urls, *found.document, at, what, name);
      const ProtoText* next = nullptr;
      if (d != nullptr)
        for (const auto& proto : d->body.protos)
          if (next == nullptr && (name.empty() || proto->name == name)) next = proto.get();
      if (next == nullptr && (d != nullptr || found.text->urls.empty() || steps > limits_.file_depth))
        report_.loss(what + " is not in the file that it names", at);
      found = {next, d};
    }
    if (found.text == nullptr) unresolved_.insert(first.name);
    return externals_[&first] = found;
  }

  [[gnu::noinline]] void instantiate(const Prototype& proto, LiveId id) {
    LiveNode& instance = graph_.nodes[id];
    instance.kind = NodeKind::prototype;
    if (!open_protos_.insert(proto.text).second)
      return report_.loss("PROTO " + printable(proto.text->name, 40) + " contains itself", instance.where());
    Scope scope{proto.text->body, *proto.document, id};
    const std::span<const InterfaceText> lines = first_of(proto.text->interface, scope, proto.text->place);
    spend(scope, lines.size() * (lines.size() + graph_.nodes[id].fields.size()) / 100);
    for (const InterfaceText& line : lines) {
      const bool is_value = line.access == Access::field || line.access == Access::exposed_field;
      if (is_value && graph_.nodes[id].find(line.field.name) == nullptr)
        add_field(scope, line.field, nullptr, id);
    }
    const std::vector<LiveId> nodes = statements(scope);
    if (!nodes.empty()) graph_.nodes[id].first = nodes.front();
    open_protos_.erase(proto.text);
  }

  // Nodes of the file that an Inline names, as its children.
  [[gnu::noinline]] void include(LiveId id) {
    const LiveField* url = graph_.nodes[id].find("url");
    if (url == nullptr || url->value == nullptr) return;
    const Place at{url->document->name, url->place.line, url->place.column};
    std::string_view fragment;
    const Document* d = loader_.open(url->value->strings, *url->document, at, "Inline", fragment);
    if (d == nullptr) return;
    if (!open_files_.insert(d).second)
      return report_.loss("Inline: " + printable(d->name) + " contains itself", at);
    LiveField children;
    children.name = "children";
    children.nodes = body_of(*d);
    graph_.nodes[id].fields.push_back(std::move(children));
    open_files_.erase(d);
  }

  Loader& loader_;
  const ReadLimits& limits_;
  std::size_t max_depth_;
  Report& report_;
  Graph graph_;
  std::size_t depth_ = 0;
  std::unordered_set<const Document*> open_files_;
  std::unordered_set<const ProtoText*> open_protos_;
  std::unordered_map<const ProtoText*, Prototype> externals_;
  std::unordered_set<std::string_view> unresolved_;
  std::unordered_map<const Body*, std::unordered_map<std::string_view, std::vector<const ProtoText*>>>
      protos_;
  std::size_t work_ = 0;
};

}  // namespace

Graph expand(const Document& main, Loader& loader, const ReadLimits& limits, Report& report) {
  return Expander(loader, limits, report).run(main);
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
