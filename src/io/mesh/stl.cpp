// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/mesh/stl.h"

#include <utility>

#include "io/bytes.h"
#include "io/mesh/build.h"
#include "io/mesh/merge_points.h"
#include "io/mesh/scanner.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

constexpr std::size_t kHeader = 80;
constexpr std::size_t kBegin = kHeader + 4;
constexpr std::size_t kFacet = 50;

std::uint32_t facet_count(std::string_view bytes) {
  return load<std::uint32_t>(bytes.data() + kHeader, std::endian::little);
}

// Facets of one solid.
class Solid {
 public:
  explicit Solid(Report& report) : report_(report) {}

  void add(std::span<const Vec3> facet, const Place& place) {
    run_.clear();
    for (const Vec3& p : facet) {
      if (!is_usable_point(p)) {
        report_.loss("facet with a vertex that is not finite left out", place);
        return;
      }
      check_count(points_.size(), 1, "vertices", place);
      run_.push_back(points_.index_of(p));
    }
    add_face(run_, mesh_, place, report_);
  }
  [[nodiscard]] MeshData take() {
    mesh_.points = points_.take();
    return std::exchange(mesh_, {});
  }

 private:
  Report& report_;
  PointMerger points_;
  MeshData mesh_;
  std::vector<std::uint32_t> run_;
};

class TextReader {
 public:
  TextReader(std::string_view text, std::string_view file, std::size_t most_nodes, Report& report,
             SceneData& scene)
      : scanner_(text, file, false),
        most_nodes_(most_nodes),
        report_(report),
        scene_(scene),
        solid_(report) {}

  void run() {
    std::string_view word;
    for (word = scanner_.word_of_any_line(); !word.empty(); word = scanner_.word_of_any_line())
      statement(word);
    if (!facet_.empty())
      report_.loss("the file ends within a facet", scanner_.place());
    else if (is_open_)
      report_.note("\"endsolid\" is missing", scanner_.place());
    end_solid();
  }

 private:
  void statement(std::string_view word) {
    if (is_word(word, "vertex")) return vertex();
    if (is_word(word, "endloop")) return end_loop();
    if (is_word(word, "endfacet")) return end_loop();  // where the end of the loop is missing
    if (is_word(word, "facet") || is_word(word, "outer") || is_word(word, "loop")) return;
    if (is_word(word, "normal")) {  // the order of the vertices says where the front is
      for (int i = 0; i < 3; ++i) (void)scanner_.word();
    } else if (is_word(word, "solid")) {
      end_solid();
      is_open_ = true;
      place_ = scanner_.place();
      name_ = scanner_.rest_of_line();
    } else if (is_word(word, "endsolid") || is_word(word, "end")) {
      const std::string_view of = scanner_.word();  // some write "end loop" and "end facet"
      if (is_word(word, "end") && (is_word(of, "loop") || is_word(of, "facet"))) return end_loop();
      (void)scanner_.rest_of_line();
      end_solid();
    } else {
      report_.note("unexpected word \"" + printable(word, 40) + "\"", scanner_.place());
    }
  }

  void vertex() {
    const Place place = scanner_.place();
    if (facet_.empty()) facet_place_ = place;
    double v[3] = {};
    for (double& x : v) {
      if (to_number(scanner_.word_of_any_line(), x)) continue;
      is_damaged_ = true;
      report_.loss("facet with a vertex that is not three numbers left out", place);
      (void)scanner_.rest_of_line();
      break;
    }
    facet_.push_back({v[0], v[1], v[2]});
  }

  void end_loop() {
    if (!is_damaged_ && !facet_.empty()) solid_.add(facet_, facet_place_);
    facet_.clear();
    is_damaged_ = false;
  }

  void end_solid() {
    facet_.clear();
    is_damaged_ = false;
    MeshData mesh = solid_.take();
    if (!mesh.corners.empty()) {
      if (scene_.nodes.size() >= most_nodes_)
        throw ReadFailure(ReadCode::limit,
                          "the scene has more than " + std::to_string(most_nodes_) + " nodes", place_);
      set_shape(scene_, add_node(scene_, name_, "solid", kNone, place_), std::move(mesh));
    }
    is_open_ = false;
    name_ = {};
  }

  Scanner scanner_;
  std::size_t most_nodes_;
  Report& report_;
  SceneData& scene_;
  Solid solid_;
  std::vector<Vec3> facet_;
  std::string_view name_;
  Place place_;
  Place facet_place_;
  bool is_open_ = false;
  bool is_damaged_ = false;
};

// How many facets there are in bytes that may not be as many as the file says.
std::size_t whole_facets(std::string_view bytes, std::string_view file, Report& report) {
  const std::size_t said = facet_count(bytes), there = (bytes.size() - kBegin) / kFacet;
  const std::string number = std::to_string(there);
  if (said > there) {
    report.loss("the file ends early, at byte " + std::to_string(bytes.size()) + ": " + number + " of " +
                    std::to_string(said) + " facets are there",
                {file});
    return there;
  }
  if (said == 0 && there > 0) {  // written as a stream, and the count never filled in
    report.note("the file says that it has no facets, but " + number + " are there and read", {file});
    return there;
  }
  if (bytes.size() > kBegin + said * kFacet) report.note("bytes behind the last facet are not read", {file});
  return said;
}

// The first bytes of text; none where they are no text. Zeros may fill the end of the file.
std::string_view text_head(std::string_view bytes) {
  bytes = without_mark(bytes);
  const std::size_t zero = bytes.substr(0, 4096).find('\0');
  if (zero == bytes.npos) return bytes.substr(0, 4096);
  return bytes.find_first_not_of('\0', zero) == bytes.npos ? bytes.substr(0, zero) : std::string_view();
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= kBegin && bytes.size() == kBegin + std::uint64_t{facet_count(bytes)} * kFacet;
}

bool is_text_stl(std::string_view bytes) {
  const std::string_view head = text_head(bytes);
  Scanner scanner(head, {}, false);
  if (!is_word(scanner.word_of_any_line(), "solid")) return false;
  // Words of its name are passed over.
  while (scanner.next_line())
    for (std::string_view word = scanner.word(); !word.empty(); word = scanner.word())
      if (is_word(word, "facet") || is_word(word, "endsolid")) return true;
  return false;
}

bool has_text_facets(std::string_view bytes) {
  const std::string_view head = text_head(bytes);
  Scanner scanner(head, {}, false);
  bool has_facet = false;
  for (std::string_view word = scanner.word_of_any_line(); !word.empty(); word = scanner.word_of_any_line()) {
    if (has_facet && is_word(word, "vertex")) return true;
    has_facet = has_facet || is_word(word, "facet");
  }
  return false;
}

void read_stl_text(std::string_view text, std::string_view file, std::size_t most_nodes, Report& report,
                   SceneData& scene) {
  TextReader(text, file, most_nodes, report, scene).run();
}

void read_stl_binary(std::string_view bytes, std::string_view file, Report& report, SceneData& scene) {
  if (bytes.size() < kBegin)
    throw ReadFailure(ReadCode::damaged, "neither \"solid\" nor a binary header of 84 bytes", {file});
  const std::size_t count = whole_facets(bytes, file, report);
  Solid solid(report);
  for (std::size_t i = 0; i < count; ++i) {
    const char* at =
        bytes.data() + kBegin + i * kFacet + 12;  // behind the normal; two bytes of attributes follow
    Vec3 facet[3];
    for (Vec3& p : facet)
      for (int axis = 0; axis < 3; ++axis, at += 4)
        p[axis] = static_cast<double>(load<float>(at, std::endian::little));
    solid.add(facet, {file});
  }
  MeshData mesh = solid.take();
  if (!mesh.corners.empty()) set_shape(scene, add_node(scene, {}, "solid", kNone, {file}), std::move(mesh));
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
