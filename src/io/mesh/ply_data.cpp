// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <limits>

#include "io/bytes.h"
#include "io/mesh/build.h"
#include "io/mesh/ply.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

// IEEE 754 binary16.
double half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? kInfinity : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

// Thrown where the data ends or is no number; what was read before it stays.
struct DataEnd {};

// The numbers behind the header, one after the other.
class Values {
 public:
  Values(const PlyHeader& header, std::string_view bytes, std::string_view file)
      : is_text_(header.layout == PlyLayout::text),
        order_(header.layout == PlyLayout::big ? std::endian::big : std::endian::little),
        bytes_(bytes),
        at_(header.end),
        file_(file),
        scanner_(bytes.substr(header.end), file, false),
        lines_(header.lines) {}

  [[nodiscard]] double next(PlyType type) {
    if (is_text_) return next_word();
    if (type == PlyType::other) throw DataEnd{};
    if (bytes_.size() - at_ < size_of(type)) throw DataEnd{};
    const char* at = bytes_.data() + at_;
    at_ += size_of(type);
    switch (type) {
      case PlyType::int8:
        return load<std::int8_t>(at, order_);
      case PlyType::uint8:
        return load<std::uint8_t>(at, order_);
      case PlyType::int16:
        return load<std::int16_t>(at, order_);
      case PlyType::uint16:
        return load<std::uint16_t>(at, order_);
      case PlyType::int32:
        return load<std::int32_t>(at, order_);
      case PlyType::uint32:
        return load<std::uint32_t>(at, order_);
      case PlyType::int64:
        return static_cast<double>(load<std::int64_t>(at, order_));
      case PlyType::uint64:
        return static_cast<double>(load<std::uint64_t>(at, order_));
      case PlyType::float16:
        return half(load<std::uint16_t>(at, order_));
      case PlyType::other:
        break;
      case PlyType::float32:
        return static_cast<double>(load<float>(at, order_));
      case PlyType::float64:
        return load<double>(at, order_);
    }
    throw DataEnd{};
  }

  // Passes over a value that nobody needs, in text whatever it is.
  void skip(PlyType type) {
    if (!is_text_)
      (void)next(type);
    else if (scanner_.word_of_any_line().empty())
      throw DataEnd{};
  }

  // Number of entries of a list.
  [[nodiscard]] std::uint64_t next_count(PlyType type) {
    const double count = next(type);
    if (!(count >= 0 && count <= 4294967295.0)) throw DataEnd{};
    return static_cast<std::uint64_t>(count);
  }

  /// Of the last number: a line in text.
  [[nodiscard]] Place place() const {
    if (!is_text_) return {file_};
    const Place p = scanner_.place();
    return {file_, p.line + lines_, p.column};
  }
  [[nodiscard]] std::size_t offset() const { return is_text_ ? at_ + scanner_.offset() : at_; }
  [[nodiscard]] std::size_t bytes_left() const { return bytes_.size() - offset(); }

 private:
  double next_word() {
    double x = 0;
    if (!to_number(scanner_.word_of_any_line(), x)) throw DataEnd{};
    return x;
  }

  bool is_text_;
  std::endian order_;
  std::string_view bytes_;
  std::size_t at_;
  std::string_view file_;
  Scanner scanner_;
  std::uint32_t lines_;
};

// The use of a property.
enum class Role : std::uint8_t { none, x, y, z, corners, first, second };

class DataReader {
 public:
  DataReader(const PlyHeader& header, std::string_view bytes, std::string_view file, Report& report)
      : header_(header), values_(header, bytes, file), file_(file), report_(report) {}

  void run(SceneData& scene) {
    std::uint64_t row = 0;
    const PlyElement* current = nullptr;
    try {
      for (const PlyElement& e : header_.elements) {
        current = &e;
        for (row = 0; row < e.count && !e.properties.empty(); ++row) read_row(e, row);
      }
    } catch (const DataEnd&) {
      report_.loss("the data ends early, or is damaged, at byte " + std::to_string(values_.offset()) + ": " +
                       std::to_string(row) + " of " + std::to_string(current->count) + " rows of \"" +
                       current->name + "\" are read",
                   values_.place());
    }
    build(scene);
  }

 private:
  void read_row(const PlyElement& e, std::uint64_t row) {
    if (row == 0) begin_element(e);
    for (std::size_t i = 0; i < e.properties.size(); ++i) {
      const PlyProperty& p = e.properties[i];
      if (p.count_type) {
        read_list(p, roles_[i]);
        continue;
      }
      if (roles_[i] == Role::none) {
        values_.skip(p.type);
        continue;
      }
      const double value = values_.next(p.type);
      switch (roles_[i]) {
        case Role::x:
        case Role::y:
        case Role::z:
          vertex_[static_cast<int>(roles_[i]) - static_cast<int>(Role::x)] = value;
          break;
        case Role::first:
        case Role::second:
          (roles_[i] == Role::first ? edge_.first : edge_.second) = value;
          break;
        case Role::corners:
        case Role::none:
          break;
      }
    }
    end_row();
  }

  enum class Kind : std::uint8_t { other, vertex, face, strips, edge };

  void begin_element(const PlyElement& e) {
    kind_ = e.name == "vertex"      ? Kind::vertex
            : e.name == "face"      ? Kind::face
            : e.name == "tristrips" ? Kind::strips
            : e.name == "edge"      ? Kind::edge
                                    : Kind::other;
    roles_.clear();
    for (const PlyProperty& p : e.properties) roles_.push_back(role_of(p));
    const auto lacks = [&](Role r) { return std::find(roles_.begin(), roles_.end(), r) == roles_.end(); };
    if (kind_ == Kind::vertex && (lacks(Role::x) || lacks(Role::y) || lacks(Role::z)))
      throw ReadFailure(ReadCode::damaged, "the vertices have not all of x, y and z", {file_});
    if ((kind_ == Kind::face || kind_ == Kind::strips) && lacks(Role::corners)) {
      report_.loss("element \"" + e.name + "\" has no list vertex_indices and is skipped", {file_});
      kind_ = Kind::other;
    }
    if (kind_ == Kind::edge && (lacks(Role::first) || lacks(Role::second))) kind_ = Kind::other;
    if (kind_ == Kind::other) report_.note("element \"" + e.name + "\" skipped", {file_});
    has_faces_ = has_faces_ || kind_ == Kind::face || kind_ == Kind::strips;
    has_edges_ = has_edges_ || kind_ == Kind::edge;
  }

  [[nodiscard]] Role role_of(const PlyProperty& p) const {
    const auto is = [&](std::string_view name) { return is_word(p.name, name); };
    const bool is_face = kind_ == Kind::face || kind_ == Kind::strips;
    if (p.count_type)
      return is_face && (is("vertex_indices") || is("vertex_index")) ? Role::corners : Role::none;
    if (kind_ == Kind::vertex) return is("x") ? Role::x : is("y") ? Role::y : is("z") ? Role::z : Role::none;
    if (kind_ == Kind::edge) return is("vertex1") ? Role::first : is("vertex2") ? Role::second : Role::none;
    return Role::none;
  }

  void read_list(const PlyProperty& p, Role role) {
    if (role == Role::corners) list_.clear();
    for (std::uint64_t n = values_.next_count(*p.count_type); n > 0; --n) {
      if (role == Role::corners)
        list_.push_back(values_.next(p.type));
      else
        values_.skip(p.type);
    }
  }

  // -1, which ends a strip, is kNone as whatever else names no vertex.
  static std::uint32_t index_of(double value) {
    return value >= 0 && value < static_cast<double>(kNone) ? static_cast<std::uint32_t>(value) : kNone;
  }

  void end_row() {
    const Place place = values_.place();
    switch (kind_) {
      case Kind::vertex:
        check_count(points_.size(), 1, "vertices", place);
        points_.push_back({vertex_[0], vertex_[1], vertex_[2]});
        break;
      case Kind::face:
        run_.clear();
        for (const double v : list_) run_.push_back(index_of(v));
        add_polygon(place);
        break;
      case Kind::strips:
        add_strips(place);
        break;
      case Kind::edge:
        check_count(edges_.corners.size(), 2, "corners", place);
        edges_.corners.push_back(index_of(edge_.first));
        edges_.corners.push_back(index_of(edge_.second));
        break;
      case Kind::other:
        break;
    }
  }

  void add_polygon(const Place& place) {
    add_face(run_, mesh_, place, report_);
    // Vertices may stand behind the faces, so that indices are checked at the end; a line is enough by then.
    if (face_lines_.size() < mesh_.corners_of_loop.size()) face_lines_.push_back(place.line);
  }

  // Triangles of strips, every second one turned; those of repeated corners join strips and are no faces.
  void add_strips(const Place& place) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < list_.size(); ++i) {
      if (list_[i] < 0) {
        begin = i + 1;
        continue;
      }
      if (i < begin + 2) continue;
      const bool is_odd = ((i - begin) & 1) != 0;
      run_ = {index_of(list_[i - 2]), index_of(list_[i - 1]), index_of(list_[i])};
      if (is_odd) std::swap(run_[0], run_[1]);
      if (has_three_distinct(run_)) add_polygon(place);
    }
  }

  // Drops faces whose corners are no finite vertices.
  void check_faces() {
    MeshData kept;
    std::size_t at = 0;
    for (std::size_t face = 0; face < mesh_.corners_of_loop.size(); ++face) {
      const std::uint32_t n = mesh_.corners_of_loop[face];
      const auto begin = mesh_.corners.begin() + static_cast<std::ptrdiff_t>(at);
      at += n;
      if (!are_points({&*begin, n}, "face", face_lines_[face])) continue;
      kept.corners.insert(kept.corners.end(), begin, begin + n);
      kept.corners_of_loop.push_back(n);
    }
    mesh_ = std::move(kept);
  }

  bool are_points(std::span<const std::uint32_t> corners, const char* what, std::uint32_t line) {
    for (const std::uint32_t c : corners) {
      const bool is_there = c < points_.size();
      if (is_there && is_usable_point(points_[c])) continue;
      report_.loss(std::string(what) + (is_there ? " with a vertex that is not finite left out"
                                                 : " with an index that is no vertex left out"),
                   {file_, line, line > 0 ? 1u : 0u});
      return false;
    }
    return true;
  }

  void check_edges() {
    LineData kept;
    for (std::size_t i = 0; i + 1 < edges_.corners.size(); i += 2) {
      const std::uint32_t ends[] = {edges_.corners[i], edges_.corners[i + 1]};
      if (!are_points(ends, "edge", 0) || ends[0] == ends[1]) continue;
      kept.corners.insert(kept.corners.end(), ends, ends + 2);
      kept.corners_of_line.push_back(2);
    }
    edges_ = std::move(kept);
  }

  // A shape on all points; those that no corner names need only be finite.
  template <class Data>
  void add_shape(SceneData& scene, const char* type, Data data, std::vector<Vec3> points) {
    if (data.corners.empty()) return;
    for (Vec3& p : points)
      if (!is_usable_point(p)) p = {};
    data.points = std::move(points);
    set_shape(scene, add_node(scene, {}, type, kNone, {file_}), std::move(data));
  }

  void build(SceneData& scene) {
    check_faces();
    check_edges();
    if (has_faces_ || has_edges_) {
      if (has_edges_) add_shape(scene, "edges", std::move(edges_), points_);
      add_shape(scene, "faces", std::move(mesh_), std::move(points_));
      return;
    }
    PointData cloud;
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      const std::uint32_t corner[] = {i};
      if (are_points(corner, "point", 0)) cloud.corners.push_back(i);
    }
    add_shape(scene, "points", std::move(cloud), std::move(points_));
  }

  const PlyHeader& header_;
  Values values_;
  std::string_view file_;
  Report& report_;
  Kind kind_ = Kind::other;
  std::vector<Role> roles_;
  bool has_faces_ = false;
  bool has_edges_ = false;
  double vertex_[3] = {};
  std::pair<double, double> edge_;
  std::vector<double> list_;
  std::vector<std::uint32_t> run_;
  std::vector<Vec3> points_;
  MeshData mesh_;
  std::vector<std::uint32_t> face_lines_;
  LineData edges_;
};

}  // namespace

void read_ply_data(const PlyHeader& header, std::string_view bytes, std::string_view file, Report& report,
                   SceneData& scene) {
  DataReader(header, bytes, file, report).run(scene);
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
