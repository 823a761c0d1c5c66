// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <charconv>
#include <limits>
#include <unordered_map>

#include "io/mesh/build.h"
#include "io/mesh/obj.h"
#include "io/mesh/scanner.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Statements without geometry, or for how it looks.
constexpr std::string_view kIgnored[] = {
    "vt",       "vn",       "vp",        "s",          "mtllib",    "usemap", "maplib", "lod",  "bevel",
    "c_interp", "d_interp", "d_texture", "shadow_obj", "trace_obj", "mg",     "ctech",  "stech"};
// Of curves and surfaces; only those that make one are a loss.
constexpr std::string_view kFreeForm[] = {"cstype", "deg",  "bmat", "step", "parm", "trim",
                                          "hole",   "scrv", "sp",   "end",  "con",  "curv2"};
constexpr std::string_view kSurfaces[] = {"curv", "surf", "bzp", "bsp", "cdc", "cdp", "res"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&list)[N]) {
  for (const std::string_view w : list)
    if (w == word) return true;
  return false;
}

bool is_statement(std::string_view word) {
  constexpr std::string_view own[] = {"v", "f", "fo", "l", "p", "o", "g", "usemtl"};
  return is_one_of(word, own) || is_one_of(word, kIgnored) || is_one_of(word, kFreeForm) ||
         is_one_of(word, kSurfaces);
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file, Report& report)
      : scanner_(text, file, true), report_(report) {}

  ObjText run() {
    (void)name_of("");
    do {
      const std::string_view word = scanner_.word();
      const char small = word.empty() ? ' ' : lower(word[0]);
      if (!word.empty()) statement(word.size() == 1 ? std::string_view(&small, 1) : word, scanner_.place());
    } while (scanner_.next_line());
    return std::move(out_);
  }

 private:
  void statement(std::string_view word, const Place& place) {
    if (word == "v") return vertex(place);
    if (word == "f" || word == "fo") return element(ObjKind::face, place);
    if (word == "l") return element(ObjKind::line, place);
    if (word == "p") return element(ObjKind::points, place);
    if (word == "o") return begin_group(current_.object);
    if (word == "g") return begin_group(current_.group);
    if (word == "usemtl") {
      current_.material = name_of(scanner_.rest_of_line());
      is_new_group_ = true;
    } else if (is_one_of(word, kSurfaces)) {
      report_.loss("free-form curves and surfaces are not read", place);
    } else if (word == "call" || word == "csh") {
      report_.loss("statement \"" + std::string(word) + "\" is not followed", place);
    } else if (!is_one_of(word, kIgnored) && !is_one_of(word, kFreeForm)) {
      report_.note("unknown statement \"" + printable(word, 40) + "\" skipped", place);
    }
  }

  // Weights of rational curves and colours may follow the three numbers.
  void vertex(const Place& place) {
    double v[3] = {kNan, kNan, kNan};
    bool is_whole = true;
    for (double& x : v) is_whole = is_whole && to_number(scanner_.word(), x);
    if (!is_whole) {
      v[0] = kNan;
      report_.note("vertex that is not three numbers", place);
    }
    check_count(out_.points.size(), 1, "vertices", place);
    out_.points.push_back({v[0], v[1], v[2]});
  }

  void element(ObjKind kind, const Place& place) {
    const std::size_t begin = out_.corners.size();
    for (std::string_view word = scanner_.word(); !word.empty(); word = scanner_.word()) {
      check_count(out_.corners.size(), 1, "corners", place);
      out_.corners.push_back(corner(word));
    }
    const std::size_t count = out_.corners.size() - begin;
    if (count == 0) {
      report_.note("face, line or point without corners left out", place);
      return;
    }
    out_.elements.push_back({kind, group_index(), static_cast<std::uint32_t>(count), place.line});
  }

  // "7", "7/1", "7/1/2", "7//2"; -1 is the last vertex so far. kNone where it names none.
  [[nodiscard]] std::uint32_t corner(std::string_view word) const {
    const std::string_view digits = word.substr(0, word.find('/'));
    std::int64_t i = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), i);
    if (end.ec != std::errc() || end.ptr != digits.data() + digits.size() || i == 0) return kNone;
    const std::int64_t index = i > 0 ? i - 1 : static_cast<std::int64_t>(out_.points.size()) + i;
    return index >= 0 && index < kNone ? static_cast<std::uint32_t>(index) : kNone;
  }

  std::uint32_t name_of(std::string_view text) {
    const auto [known, is_new] =
        names_.try_emplace(std::string(text), static_cast<std::uint32_t>(out_.names.size()));
    if (is_new) out_.names.emplace_back(text);
    return known->second;
  }

  void begin_group(std::uint32_t& which) {
    which = name_of(scanner_.rest_of_line());
    // Groups are parts of an object: those of the one before end with it.
    if (&which == &current_.object) current_.group = 0;
    out_.has_groups = out_.has_groups || which != 0;
    is_new_group_ = true;
  }

  std::uint32_t group_index() {
    if (!is_new_group_) return group_;
    is_new_group_ = false;
    const auto [known, is_new] =
        groups_.try_emplace(current_, static_cast<std::uint32_t>(out_.groups.size()));
    if (is_new) out_.groups.push_back(current_);
    return group_ = known->second;
  }

  struct Hash {
    std::size_t operator()(const ObjGroup& g) const {
      std::uint64_t h = g.object;
      for (const std::uint32_t part : {g.group, g.material}) h = (h ^ (h >> 29)) * 0x9E3779B97F4A7C15u + part;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };

  Scanner scanner_;
  Report& report_;
  ObjText out_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::unordered_map<ObjGroup, std::uint32_t, Hash> groups_;
  ObjGroup current_;
  std::uint32_t group_ = 0;
  bool is_new_group_ = true;
};

}  // namespace

bool is_obj_text(std::string_view bytes) {
  constexpr std::size_t head = 4096;
  const bool is_cut = bytes.size() > head;
  if (is_cut) bytes = bytes.substr(0, bytes.find_last_of("\r\n", head));
  Scanner scanner(bytes, {}, true);
  bool has_vertex = false;
  do {
    const std::string_view word = scanner.word();
    if (word.empty()) continue;
    if (!is_statement(word)) return false;
    double x = 0;
    if (word == "v" && !to_number(scanner.word(), x)) return false;
    has_vertex = has_vertex || word == "v";
  } while (scanner.next_line());
  return has_vertex;
}

ObjText parse_obj(std::string_view text, std::string_view file, Report& report) {
  return Parser(text, file, report).run();
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
