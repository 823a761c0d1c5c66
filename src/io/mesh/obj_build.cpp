// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <numeric>
#include <unordered_map>

#include "io/mesh/build.h"
#include "io/mesh/obj.h"

namespace graze::inline GRAZE_ABI::io::mesh {
namespace {

// Numbers the points of a shape in the order of their first use.
class Renumber {
 public:
  explicit Renumber(const std::vector<Vec3>& points)
      : points_(points), local_(points.size()), shape_(points.size(), kNone) {}

  void begin(std::vector<Vec3>& out) {
    ++current_;
    out_ = &out;
  }
  std::uint32_t operator()(std::uint32_t point) {
    if (shape_[point] != current_) {
      shape_[point] = current_;
      local_[point] = static_cast<std::uint32_t>(out_->size());
      out_->push_back(points_[point]);
    }
    return local_[point];
  }

 private:
  const std::vector<Vec3>& points_;
  std::vector<std::uint32_t> local_;
  std::vector<std::uint32_t> shape_;
  std::uint32_t current_ = kNone;
  std::vector<Vec3>* out_ = nullptr;
};

class Builder {
 public:
  Builder(const ObjText& obj, std::string_view file, std::size_t most_nodes, Report& report, SceneData& scene)
      : obj_(obj),
        file_(file),
        most_nodes_(most_nodes),
        report_(report),
        scene_(scene),
        renumber_(obj.points) {}

  void run() {
    if (obj_.elements.empty()) return build_cloud();
    place_elements();
    sort_elements();
    for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
      const std::uint32_t node = node_of_element_[order_[begin]];
      while (end < order_.size() && node_of_element_[order_[end]] == node) ++end;
      build_node(node, {order_.data() + begin, end - begin});
    }
  }

 private:
  // Vertices alone are a cloud of points.
  void build_cloud() {
    PointData cloud;
    for (const Vec3& p : obj_.points) {
      if (!is_usable_point(p)) {
        report_.loss("point that is not finite left out", {file_});
        continue;
      }
      cloud.corners.push_back(static_cast<std::uint32_t>(cloud.points.size()));
      cloud.points.push_back(p);
    }
    if (cloud.points.empty()) return;
    report_.note("neither faces nor lines: the vertices are taken as points", {file_});
    set_shape(scene_, node({}, "points", kNone, {file_, 1, 1}), std::move(cloud));
  }

  std::uint32_t node(std::string_view name, const char* type, std::uint32_t parent, const Place& place) {
    if (scene_.nodes.size() >= most_nodes_)
      throw ReadFailure(ReadCode::limit, "the scene has more than " + std::to_string(most_nodes_) + " nodes",
                        place);
    return add_node(scene_, name, type, parent, place);
  }

  // The node of a group, made with the first element that needs it.
  std::uint32_t node_of(const ObjGroup& g, const Place& place) {
    const ObjGroup used = obj_.has_groups ? ObjGroup{g.object, g.group, 0} : ObjGroup{0, 0, g.material};
    const std::uint32_t object =
        used.object == 0 ? kNone : known(objects_, used.object, used.object, "o", kNone, place);
    if (used.group == 0 && used.material == 0 && object != kNone) return object;
    if (used.group == 0 && used.material == 0) return known(rest_, 0, 0, "faces", kNone, place);
    const bool is_group = used.group != 0;
    const std::uint32_t name = is_group ? used.group : used.material;
    const std::uint64_t key = (std::uint64_t{used.object} << 32) | name;
    return known(groups_, key, name, is_group ? "g" : "usemtl", object, place);
  }

  using Nodes = std::unordered_map<std::uint64_t, std::uint32_t>;
  std::uint32_t known(Nodes& nodes, std::uint64_t key, std::uint32_t name, const char* type,
                      std::uint32_t parent, const Place& place) {
    const auto [found, is_new] = nodes.try_emplace(key, 0);
    if (is_new) found->second = node(obj_.names[name], type, parent, place);
    return found->second;
  }

  void place_elements() {
    std::vector<std::uint32_t> node_of_group(obj_.groups.size(), kNone);
    corners_before_.reserve(obj_.elements.size());
    node_of_element_.reserve(obj_.elements.size());
    std::size_t corners = 0;
    for (const ObjElement& e : obj_.elements) {
      std::uint32_t& n = node_of_group[e.group];
      if (n == kNone) n = node_of(obj_.groups[e.group], {file_, e.line, 1});
      node_of_element_.push_back(n);
      corners_before_.push_back(corners);
      corners += e.corners;
    }
  }

  // Elements of one node stand together, in the order of the file.
  void sort_elements() {
    std::vector<std::size_t> begin(scene_.nodes.size() + 1);
    for (const std::uint32_t n : node_of_element_) ++begin[n + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    order_.resize(node_of_element_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[begin[node_of_element_[i]]++] = i;
  }

  // Corners of an element in the points of the shape; false where one of them is no point.
  bool take(std::size_t element) {
    const ObjElement& e = obj_.elements[element];
    const Place place{file_, e.line, 1};
    const std::span<const std::uint32_t> corners(obj_.corners.data() + corners_before_[element], e.corners);
    const char* what = e.kind == ObjKind::face ? "face" : e.kind == ObjKind::line ? "line" : "points";
    for (const std::uint32_t c : corners) {
      const bool is_there = c < obj_.points.size();
      if (is_there && is_usable_point(obj_.points[c])) continue;
      report_.loss(std::string(what) + (is_there ? " with a vertex that is not finite left out"
                                                 : " with an index that is no vertex left out"),
                   place);
      return false;
    }
    run_.clear();
    for (const std::uint32_t c : corners) run_.push_back(renumber_(c));
    return true;
  }

  // The shape of those of the elements that are of a kind: `add` gets the corners of each in run_.
  template <class Data, class Add>
  Data shape(ObjKind kind, std::span<const std::size_t> elements, Add add) {
    Data data;
    renumber_.begin(data.points);
    for (const std::size_t i : elements)
      if (obj_.elements[i].kind == kind && take(i)) add(data, obj_.elements[i]);
    return data;
  }

  void build_node(std::uint32_t group, std::span<const std::size_t> elements) {
    const Place place{file_, obj_.elements[elements[0]].line, 1};
    set_shape(scene_, group, shape<MeshData>(ObjKind::face, elements, [&](MeshData& m, const ObjElement& e) {
                add_face(run_, m, {file_, e.line, 1}, report_);
              }));
    auto lines = shape<LineData>(ObjKind::line, elements, [&](LineData& l, const ObjElement&) {
      drop_repeats(run_, false);
      if (run_.size() < 2) return;
      l.corners.insert(l.corners.end(), run_.begin(), run_.end());
      l.corners_of_line.push_back(static_cast<std::uint32_t>(run_.size()));
    });
    if (!lines.corners.empty()) set_shape(scene_, node({}, "lines", group, place), std::move(lines));
    auto points = shape<PointData>(ObjKind::points, elements, [&](PointData& p, const ObjElement&) {
      p.corners.insert(p.corners.end(), run_.begin(), run_.end());
    });
    if (!points.corners.empty()) set_shape(scene_, node({}, "points", group, place), std::move(points));
  }

  const ObjText& obj_;
  std::string_view file_;
  std::size_t most_nodes_;
  Report& report_;
  SceneData& scene_;
  Renumber renumber_;
  Nodes objects_, groups_, rest_;
  std::vector<std::uint32_t> node_of_element_;
  std::vector<std::size_t> corners_before_;
  std::vector<std::size_t> order_;
  std::vector<std::uint32_t> run_;
};

}  // namespace

void build_obj(const ObjText& obj, std::string_view file, std::size_t most_nodes, Report& report,
               SceneData& scene) {
  Builder(obj, file, most_nodes, report, scene).run();
}

}  // namespace graze::inline GRAZE_ABI::io::mesh
