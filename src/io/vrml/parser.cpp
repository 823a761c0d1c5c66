// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/parser.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

#include "io/text.h"
#include "io/vrml/header.h"
#include "io/vrml/nodes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

// After so many errors, and as many as there are nodes, the rest is most likely no VRML.
constexpr std::size_t kMaxErrors = 100;
constexpr NodeId kNoNode = kNullNode;
constexpr std::size_t kMostNameBytes = 200;  // of names with characters that end a name
constexpr std::string_view kEndsName = " \t,]}";

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
  [[nodiscard]] std::size_t errors() const { return errors_; }

 private:
  struct Nested {
    explicit Nested(Parser& p) : parser(p) { ++parser.depth_; }
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
    if (++errors_ >= std::max(kMaxErrors, document_.nodes.size()) && !is_over_) {
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

  [[nodiscard]] bool is_too_deep() const { return depth_ > max_depth_; }
  [[nodiscard]] bool is_opening() const {
    return token_.kind == TokenKind::open_brace || token_.kind == TokenKind::open_bracket;
  }
  [[nodiscard]] bool is_closing() const {
    return token_.kind == TokenKind::close_brace || token_.kind == TokenKind::close_bracket;
  }

  // Passes over nodes that are nested too deep, without recursion: all that stands between brackets, which
  // the token opens, and what follows in brackets.
  [[gnu::noinline]] void pass_over() {
    report_.loss("nodes nested more than " + std::to_string(max_depth_) + " deep left out",
                 place(token_.place));
    std::size_t open = 0;
    do {
      if (is_opening()) ++open;
      if (is_closing()) --open;
      advance();
    } while (token_.kind != TokenKind::end && (open > 0 || is_opening()));
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

  // The token of an end of a ROUTE: node.event.
  void advance_endpoint() {
    if (!advance_odd_name([](std::string_view rest) { return rest.starts_with('.'); })) return advance_name();
    const std::string_view name = token_.text;
    const TextPlace begin = token_.place;
    advance_name();  // the dot and the event, which are joined to the name again
    token_.text = {name.data(),
                   static_cast<std::size_t>(token_.text.data() + token_.text.size() - name.data())};
    token_.place = begin;
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
    advance_endpoint();
    if (!endpoint(r.from_node, r.from_event)) return;
    advance();
    if (!is_word("TO")) return missing("TO in a ROUTE");
    advance_endpoint();
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
    if (is_too_deep() && is_opening()) return pass_over();
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
      if (!advance_odd_name([](std::string_view rest) {
            return rest.empty() || kEndsName.find(rest[0]) != kEndsName.npos;
          }))
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
      advance_defined_name();
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

  // Names hold none of VRML's own characters, but exporters write those of files and parts as they are:
  // "DEF bolt #3 [M8] Transform {". The name is then all before the type.
  [[gnu::noinline]] void advance_defined_name() {
    if (is_plain_definition()) return advance_name();
    const std::string_view line = lexer_.line_ahead(kMostNameBytes);
    const std::size_t type = type_in(line);
    if (type == line.npos) return advance_name();
    const std::size_t bytes = line.find_last_not_of(" \t,", type - 1) + 1;
    token_ = lexer_.take_name(bytes);
    odd_names_.insert(token_.text);
    report_.note("a name holds characters that VRML keeps for itself", place(token_.place));
  }

  // NAME TYPE {, and TYPE { where the name is missing; what may be a comment, or a part of the name, is not
  // plain.
  [[nodiscard]] bool is_plain_definition() const {
    Lexer ahead = lexer_;
    if (ahead.line_ahead(1) == "#") return false;
    const Token first = ahead.next_name();
    if (first.kind != TokenKind::word || ahead.line_ahead(1) == "#") return false;
    const TokenKind second = ahead.next().kind;
    if (second == TokenKind::open_brace) return find_type(first.text) != nullptr;
    return second == TokenKind::word && ahead.next().kind == TokenKind::open_brace;
  }

  // Where the first type of the standard stands on a line that is not the first word and that a brace
  // follows, the only one that is open there.
  [[nodiscard]] static std::size_t type_in(std::string_view line) {
    for (std::size_t brace = line.find('{'); brace != line.npos; brace = line.find('{', brace + 1)) {
      const std::size_t last = brace == 0 ? line.npos : line.find_last_not_of(" \t", brace - 1);
      if (last == line.npos) continue;
      const std::size_t blank = line.find_last_of(" \t", last);
      const std::string_view name = line.substr(0, blank);
      const bool is_whole =
          std::count(name.begin(), name.end(), '{') == std::count(name.begin(), name.end(), '}');
      if (blank != line.npos && blank > 0 && is_whole &&
          find_type(line.substr(blank + 1, last - blank)) != nullptr)
        return blank + 1;
    }
    return line.npos;
  }

  // Takes the longest of the odd names that stands here, if what follows it may do so.
  template <class Follows>
  bool advance_odd_name(Follows may_follow) {
    if (odd_names_.empty()) return false;
    const std::string_view line = lexer_.line_ahead(kMostNameBytes);
    for (std::size_t n = line.size(); n > 0; --n) {
      if (!may_follow(line.substr(n)) || !odd_names_.contains(line.substr(0, n))) continue;
      token_ = lexer_.take_name(n);
      return true;
    }
    return false;
  }

  // Precondition: the token is the opening brace.
  NodeId node_body(NodeId id, Body& body) {
    if (is_too_deep()) return pass_over(), kNoNode;
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
      const bool is_null = is_word("NULL");
      const NodeId id = node(body);
      if (id != kNoNode || is_null) out.nodes.push_back(id);
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
  std::size_t errors_ = 0;
  bool is_over_ = false;
  std::unordered_set<std::string_view> odd_names_;
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
