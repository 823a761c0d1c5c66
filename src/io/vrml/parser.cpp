// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/parser.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "io/text.h"
#include "io/vrml/header.h"
#include "io/vrml/nodes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

// After so many errors the rest is most likely no VRML.
constexpr int kMaxErrors = 100;
constexpr NodeId kNoNode = 0xffffffff;

class Parser {
 public:
  Parser(Document& document, const ReadLimits& limits, Report& report)
      : document_(document),
        report_(report),
        lexer_(document.text),
        max_depth_(std::min(limits.depth, kMaxDepth)),
        max_nodes_(limits.nodes) {}

  void run() {
    advance();
    while (token_.kind != TokenKind::end) statement(document_.body);
  }
  [[nodiscard]] int errors() const { return errors_; }

 private:
  struct Nested {
    explicit Nested(Parser& p) : parser(p) {
      if (++parser.depth_ > parser.max_depth_)
        throw ReadFailure(ReadCode::limit,
                          "nodes are nested more than " + std::to_string(parser.max_depth_) + " deep",
                          parser.place(parser.token_.place));
    }
    ~Nested() { --parser.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    Parser& parser;
  };

  [[nodiscard]] Place place(const TextPlace& p) const { return {document_.name, p.line, p.column}; }
  void advance() { token_ = is_over_ ? Token() : lexer_.next(); }
  void advance_name() { token_ = is_over_ ? Token() : lexer_.next_name(); }
  [[nodiscard]] bool is_word(std::string_view word) const {
    return token_.kind == TokenKind::word && token_.text == word;
  }

  // Reports the token that was met, and leaves it to whoever called.
  [[gnu::noinline]] void missing(const char* wanted) {
    const bool is_end = token_.kind == TokenKind::end;
    if (!is_over_)
      report_.loss(std::string("syntax: expected ") + wanted + ", found " +
                       (is_end ? "the end of the file" : "\"" + printable(token_.text, 40) + "\""),
                   place(token_.place));
    if (++errors_ >= kMaxErrors && !is_over_) {
      report_.loss("syntax: too many errors; the rest of the file was left out", place(token_.place));
      is_over_ = true;
      token_ = Token();
    }
  }
  void skip(const char* wanted) {
    missing(wanted);
    advance();
  }

  // Consumes a token of a kind if it is there; else reports.
  bool expect(TokenKind kind, const char* wanted) {
    if (token_.kind == kind) {
      advance();
      return true;
    }
    missing(wanted);
    return false;
  }

  // ROUTE, PROTO and EXTERNPROTO, which stand wherever nodes and fields do.
  bool declaration(Body& body) {
    if (is_word("ROUTE")) {
      route(body);
    } else if (is_word("PROTO") || is_word("EXTERNPROTO")) {
      proto(body);
    } else {
      return false;
    }
    return true;
  }

  void statement(Body& body) {
    if (declaration(body)) return;
    if (token_.kind != TokenKind::word) return skip("a node");
    const NodeId id = node(body);
    if (id != kNoNode) body.nodes.push_back(id);
  }

  bool endpoint(std::string_view& node_name, std::string_view& event) {
    const std::size_t dot = token_.text.rfind('.');
    if (token_.kind != TokenKind::word || dot == std::string_view::npos || dot == 0 ||
        dot + 1 == token_.text.size()) {
      missing("node.event in a ROUTE");
      return false;
    }
    node_name = token_.text.substr(0, dot);
    event = token_.text.substr(dot + 1);
    return true;
  }

  [[gnu::noinline]] void route(Body& body) {
    RouteText r;
    r.place = token_.place;
    advance_name();
    if (!endpoint(r.from_node, r.from_event)) return;
    advance();
    if (!is_word("TO")) return missing("TO in a ROUTE");
    advance_name();
    if (!endpoint(r.to_node, r.to_event)) return;
    advance();
    body.routes.push_back(r);
  }

  [[gnu::noinline]] void proto(Body& body) {
    const Nested nested(*this);
    auto p = std::make_unique<ProtoText>();
    p->place = token_.place;
    p->is_extern = token_.text == "EXTERNPROTO";
    p->body.outer = &body;
    advance_name();
    if (token_.kind != TokenKind::word) return missing("the name of a PROTO");
    p->name = token_.text;
    advance();
    if (expect(TokenKind::open_bracket, "[ of an interface")) interface(p->interface, p->body);
    if (p->is_extern) {
      FieldText urls;
      value(urls.value, p->body);
      p->urls = std::move(urls.value.strings);
    } else if (expect(TokenKind::open_brace, "{ of the body of a PROTO")) {
      while (token_.kind != TokenKind::end && token_.kind != TokenKind::close_brace) statement(p->body);
      (void)expect(TokenKind::close_brace, "} after the body of a PROTO");
    }
    body.protos.push_back(std::move(p));
  }

  [[nodiscard]] std::optional<Access> access() const {
    if (is_word("eventIn")) return Access::event_in;
    if (is_word("eventOut")) return Access::event_out;
    if (is_word("field")) return Access::field;
    if (is_word("exposedField")) return Access::exposed_field;
    return std::nullopt;
  }

  void interface(std::vector<InterfaceText>& out, Body& body) {
    while (token_.kind != TokenKind::end && token_.kind != TokenKind::close_bracket) {
      if (access())
        interface_line(out, body);
      else
        skip("a line of an interface");
    }
    (void)expect(TokenKind::close_bracket, "] after an interface");
  }

  void interface_line(std::vector<InterfaceText>& out, Body& body) {
    InterfaceText line;
    line.access = *access();
    line.field.place = token_.place;
    advance();  // to the type, which the value shows
    if (token_.kind != TokenKind::word) return missing("the type of a field");
    advance_name();
    if (token_.kind != TokenKind::word) return missing("the name of a field");
    line.field.name = token_.text;
    advance();
    const bool is_event = line.access == Access::event_in || line.access == Access::event_out;
    const bool has_value = is_event ? is_word("IS")
                                    : !access() && token_.kind != TokenKind::close_bracket &&
                                          token_.kind != TokenKind::close_brace;
    if (has_value) value(line.field.value, body);
    out.push_back(std::move(line));
  }

  // A node statement, USE included; kNoNode where there is none.
  NodeId node(Body& body) {
    const Nested nested(*this);
    const TextPlace begin = token_.place;
    std::string_view name;
    if (is_word("USE")) {
      advance_name();
      if (token_.kind != TokenKind::word) {
        missing("a name after USE");
        return kNoNode;
      }
      name = token_.text;
      advance();
      return add_node({}, name, begin);
    }
    if (is_word("DEF")) {
      advance_name();
      name = token_.kind == TokenKind::word ? token_.text : std::string_view();
      if (name.empty()) {
        missing("a name after DEF");
        return kNoNode;
      }
      advance();
      if (token_.kind == TokenKind::open_brace) {
        report_.note("a name is missing after DEF", place(begin));
        return node_body(add_node(name, {}, begin), body);
      }
    }
    if (is_word("NULL")) {
      advance();
      return kNoNode;
    }
    const std::string_view type = token_.text;
    if (token_.kind != TokenKind::word) {
      missing("the type of a node");
      return kNoNode;
    }
    advance();
    if (token_.kind != TokenKind::open_brace) {
      missing("{ after the type of a node");
      return kNoNode;
    }
    return node_body(add_node(type, name, begin), body);
  }

  NodeId add_node(std::string_view type, std::string_view name, const TextPlace& at) {
    if (document_.nodes.size() >= max_nodes_)
      throw ReadFailure(ReadCode::limit, "more than " + std::to_string(max_nodes_) + " nodes", place(at));
    NodeText text;
    text.type = type;
    text.name = name;
    text.place = at;
    document_.nodes.push_back(std::move(text));
    return static_cast<NodeId>(document_.nodes.size() - 1);
  }

  // Precondition: the token is the opening brace.
  NodeId node_body(NodeId id, Body& body) {
    advance();
    while (token_.kind != TokenKind::end && token_.kind != TokenKind::close_brace) {
      if (declaration(body)) continue;
      if (access()) {
        interface_line(document_.nodes[id].interface, body);
      } else if (token_.kind == TokenKind::word) {
        field(id, body);
      } else {
        skip("a field");
      }
    }
    if (token_.kind == TokenKind::end)
      missing("} after a node");
    else
      advance();
    return id;
  }

  void field(NodeId id, Body& body) {
    std::vector<FieldText>& fields = document_.nodes[id].fields;
    const std::size_t i = fields.size();
    fields.emplace_back();
    fields[i].name = token_.text;
    fields[i].place = token_.place;
    advance();
    value(fields[i].value, body);
  }

  // Numbers, strings or truth values without brackets, as many as follow.
  bool scalars(Value& out) {
    const std::size_t before = out.numbers.size() + out.strings.size();
    for (;; advance()) {
      if (token_.kind == TokenKind::number) {
        out.numbers.push_back(token_.number);
      } else if (token_.kind == TokenKind::string) {
        if (token_.is_open) report_.loss("syntax: the file ends inside of a string", place(token_.place));
        out.strings.push_back(unescaped(token_.text));
      } else if (is_word("TRUE") || is_word("true") || is_word("FALSE") || is_word("false")) {
        out.numbers.push_back(token_.text[0] == 'T' || token_.text[0] == 't' ? 1 : 0);
      } else if (token_.kind == TokenKind::word && is_not_finite_word(token_.text)) {
        out.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
      } else {
        return out.numbers.size() + out.strings.size() > before;
      }
    }
  }

  void value(Value& out, Body& body) {
    if (token_.kind == TokenKind::open_bracket) {
      advance();
      return list(out, body);
    }
    if (scalars(out)) return;
    if (is_word("IS")) {
      advance_name();
      if (token_.kind != TokenKind::word) return missing("a name after IS");
      out.is_name = token_.text;
      return advance();
    }
    if (token_.kind != TokenKind::word) return missing("a value");
    const NodeId id = node(body);
    if (id != kNoNode) out.nodes.push_back(id);
  }

  void list(Value& out, Body& body) {
    while (token_.kind != TokenKind::close_bracket) {
      if (token_.kind == TokenKind::end || token_.kind == TokenKind::close_brace) {
        report_.loss("syntax: ] is missing after a list", place(token_.place));
        ++errors_;
        return;
      }
      if (scalars(out) || declaration(body)) continue;
      if (token_.kind != TokenKind::word) {
        skip("a value or ]");
        continue;
      }
      const NodeId id = node(body);
      if (id != kNoNode) out.nodes.push_back(id);
    }
    advance();
  }

  Document& document_;
  Report& report_;
  Lexer lexer_;
  Token token_;
  std::size_t max_depth_;
  std::size_t max_nodes_;
  std::size_t depth_ = 0;
  int errors_ = 0;
  bool is_over_ = false;
};

}  // namespace

void parse(Document& document, const ReadLimits& limits, Report& report) {
  const bool has_header = check_header(document.text, document.name, report);
  Parser parser(document, limits, report);
  parser.run();
  const bool is_known = !document.body.protos.empty() ||
                        std::any_of(document.nodes.begin(), document.nodes.end(),
                                    [](const NodeText& node) { return find_type(node.type) != nullptr; });
  const bool has_trouble = parser.errors() > 0 || document.nodes.empty();
  if (!is_known && (has_header ? parser.errors() > 0 && document.nodes.empty() : has_trouble))
    throw ReadFailure(ReadCode::damaged, "this is not VRML97: no node was found", {document.name, 1, 1});
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
