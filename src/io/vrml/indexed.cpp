// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "io/faces.h"
#include "io/vrml/shapes.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

// Runs of indices into a list of points, each ended by a negative number or by the end of the list.
class Runs {
 public:
  Runs(std::span<const double> indices, const std::vector<bool>& is_point)
      : indices_(indices), is_point_(is_point) {}

  enum class Fault : std::uint8_t { none, out_of_range, not_finite };

  /// False when there is none left. `run` is cut where it holds a fault.
  bool next(std::vector<std::uint32_t>& run, Fault& fault) {
    run.clear();
    fault = Fault::none;
    if (at_ >= indices_.size()) return false;
    for (; at_ < indices_.size() && !is_end(indices_[at_]); ++at_) {
      const double i = indices_[at_];
      if (fault != Fault::none) continue;
      if (!(i < static_cast<double>(is_point_.size())))
        fault = Fault::out_of_range;
      else if (!is_point_[static_cast<std::size_t>(i)])
        fault = Fault::not_finite;
      else
        run.push_back(static_cast<std::uint32_t>(i));
    }
    ++at_;
    return true;
  }

 private:
  // Below zero, also where that was written as a number without a sign.
  static bool is_end(double i) { return i < 0 || i == 4294967295.0; }

  std::span<const double> indices_;
  const std::vector<bool>& is_point_;
  std::size_t at_ = 0;
};

void report_fault(Runs::Fault fault, const char* what, const LiveNode& node, Report& report) {
  if (fault == Runs::Fault::out_of_range)
    report.loss(std::string(what) + " with an index beyond its points left out", node.where());
  if (fault == Runs::Fault::not_finite)
    report.loss(std::string(what) + " with a point that is not finite left out", node.where());
}

MeshData read_faces(const LiveNode& node, const std::vector<bool>& is_point, Report& report) {
  MeshData mesh;
  const bool is_ccw = Fields(node, report).boolean("ccw", true);
  Runs runs(node.numbers("coordIndex"), is_point);
  std::vector<std::uint32_t> run;
  Runs::Fault fault{};
  while (runs.next(run, fault)) {
    if (fault != Runs::Fault::none) {
      report_fault(fault, "face", node, report);
      continue;
    }
    if (run.empty()) continue;
    drop_repeats(run, true);
    if (!has_three_distinct(run)) {
      report.note("face of fewer than three points left out", node.where());
      continue;
    }
    if (!is_ccw) std::reverse(run.begin(), run.end());
    mesh.corners.insert(mesh.corners.end(), run.begin(), run.end());
    mesh.corners_of_loop.push_back(static_cast<std::uint32_t>(run.size()));
  }
  return mesh;
}

LineData read_lines(const LiveNode& node, const std::vector<bool>& is_point, Report& report) {
  LineData lines;
  Runs runs(node.numbers("coordIndex"), is_point);
  std::vector<std::uint32_t> run;
  Runs::Fault fault{};
  while (runs.next(run, fault)) {
    report_fault(fault, "line", node, report);
    if (fault != Runs::Fault::none) continue;
    drop_repeats(run, false);
    if (run.size() < 2) continue;
    lines.corners.insert(lines.corners.end(), run.begin(), run.end());
    lines.corners_of_line.push_back(static_cast<std::uint32_t>(run.size()));
  }
  return lines;
}

PointData read_points(const LiveNode& node, const std::vector<bool>& is_point, Report& report) {
  PointData out;
  for (std::size_t i = 0; i < is_point.size(); ++i) {
    if (is_point[i])
      out.corners.push_back(static_cast<std::uint32_t>(i));
    else
      report_fault(Runs::Fault::not_finite, "point", node, report);
  }
  return out;
}

}  // namespace

std::optional<ReadShape> read_indexed(const Graph& graph, LiveId id, Budget& budget, Report& report) {
  const LiveNode& node = graph.nodes[id];
  ReadShape out;
  const auto coord = node.nodes("coord");
  out.coordinate = coord.empty() ? kNone : graph.resolved(coord.back());
  if (out.coordinate == kNone || graph.nodes[out.coordinate].kind != NodeKind::coordinate) {
    const bool is_empty = coord.empty() && node.numbers("coordIndex").empty();
    const std::string text = printable(node.type, 40) + " without a Coordinate left out";
    is_empty ? report.note(text, node.where()) : report.loss(text, node.where());
    return std::nullopt;
  }
  budget.take(graph.nodes[out.coordinate].numbers("point").size() / 3 + node.numbers("coordIndex").size(),
              node.where());
  std::vector<Vec3> points = Fields(graph.nodes[out.coordinate], report).points("point");
  std::vector<bool> is_point(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    is_point[i] = is_usable(points[i].x) && is_usable(points[i].y) && is_usable(points[i].z);
    if (!is_point[i]) points[i] = {};  // no corner names it
  }
  const auto fill = [&](auto data) {
    data.points = std::move(points);
    const bool is_empty = data.corners.empty();
    if (is_empty) report.note(printable(node.type, 40) + " without geometry left out", node.where());
    out.geometry.data = std::move(data);
    return is_empty ? std::nullopt : std::optional<ReadShape>(std::move(out));
  };
  if (node.kind == NodeKind::line_set) return fill(read_lines(node, is_point, report));
  if (node.kind == NodeKind::point_set) return fill(read_points(node, is_point, report));
  return fill(read_faces(node, is_point, report));
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
