// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hull/cells.h"

namespace graze::inline GRAZE_ABI {
namespace {

// A vertex may be farthest along a direction of a cell.
struct Entry {
  std::uint32_t cell, vertex;
};

// The entries of one vertex after another.
class EntryFinder {
 public:
  EntryFinder(std::span<const Vec3> vertices, const HullTopology& topology, double extent, std::uint32_t side)
      : vertices_(vertices), topology_(topology), slack_(0x1p-40 * extent), side_(side) {}

  void find(std::uint32_t vertex, std::vector<Entry>& out) const {
    Bounds of_normals;
    topology_.visit_edges(vertex,
                          [&](std::uint32_t h) { of_normals.add(topology_.normals[topology_.face[h]]); });
    for (std::uint32_t face = 0; face < 6; ++face) {
      Cells cells;
      if (!find_cells(vertex, of_normals, face, cells)) continue;
      const bool are_few = (cells.high[0] - cells.low[0] + 1) * (cells.high[1] - cells.low[1] + 1) <= 4;
      for (std::uint32_t i = cells.low[0]; i <= cells.high[0]; ++i)
        for (std::uint32_t j = cells.low[1]; j <= cells.high[1]; ++j)
          if (are_few || !is_left_out(vertex, face, i, j))
            out.push_back({(face * side_ + i) * side_ + j, vertex});
    }
  }

 private:
  struct Bounds {
    Vec3d low{1, 1, 1}, high{-1, -1, -1};

    void add(const Vec3d& n) {
      low = min(low, n);
      high = max(high, n);
    }
    [[nodiscard]] bool is_wide() const { return max_abs(high - low) > 0.5; }
  };
  // A rectangle on one side of the cube.
  struct Cells {
    std::uint32_t low[2], high[2];
  };

  // Seen from the origin, the cone of a vertex is a polygon on each side of the cube that it reaches, with
  // the normals of the faces around the vertex for corners. False: it does not reach that side.
  [[nodiscard]] bool find_cells(std::uint32_t vertex, const Bounds& of_normals, std::uint32_t face,
                                Cells& cells) const {
    constexpr double kInFront = 0.125;  // below, a normal is as good as beside the cube
    constexpr double kRoom = 1e-6;      // far beyond what rounding does to normals
    const int axis = static_cast<int>(face / 2), across[2] = {(axis + 1) % 3, (axis + 2) % 3};
    const double sign = face % 2 == 0 ? 1 : -1;
    const double ends[2] = {of_normals.low[axis] * sign, of_normals.high[axis] * sign};
    const double least = std::min(ends[0], ends[1]), most = std::max(ends[0], ends[1]);
    // Unit vectors on that side are at least 0.57 in front; of a cone that is not wide the normals are,
    // nearly.
    if (most < (of_normals.is_wide() ? -kRoom : 0.4)) return false;
    if (!(least > kInFront)) {
      cells = {{0, 0}, {side_ - 1, side_ - 1}};
      return true;
    }
    double low[2] = {2, 2}, high[2] = {-2, -2};
    topology_.visit_edges(vertex, [&](std::uint32_t h) {
      const Vec3d& n = topology_.normals[topology_.face[h]];
      const double scale = sign / n[axis];
      for (int k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], n[across[k]] * scale);
        high[k] = std::max(high[k], n[across[k]] * scale);
      }
    });
    for (int k = 0; k < 2; ++k) {
      if (low[k] > 1 + kRoom || high[k] < -1 - kRoom) return false;
      const auto place = [&](double x) {
        return static_cast<std::uint32_t>(std::clamp((x + 1) * 0.5 * side_, 0.0, side_ - 1.0));
      };
      cells.low[k] = place(low[k] - kRoom);
      cells.high[k] = place(high[k] + kRoom);
    }
    return true;
  }
  // Whether a neighbour is farther along all directions of a cell, which are positive sums of those to its
  // corners.
  [[nodiscard]] bool is_left_out(std::uint32_t vertex, std::uint32_t face, std::uint32_t i,
                                 std::uint32_t j) const {
    const int axis = static_cast<int>(face / 2);
    Vec3d corners[4];
    for (std::uint32_t k = 0; k < 4; ++k) {
      corners[k][axis] = face % 2 == 0 ? 1 : -1;
      corners[k][(axis + 1) % 3] = 2.0 * (i + (k & 1u)) / side_ - 1;
      corners[k][(axis + 2) % 3] = 2.0 * (j + (k >> 1)) / side_ - 1;
    }
    bool is_out = false;
    topology_.visit_edges(vertex, [&](std::uint32_t h) {
      const Vec3d e = Vec3d(vertices_[topology_.origin[topology_.twin[h]]]) - Vec3d(vertices_[vertex]);
      is_out = is_out || (dot(e, corners[0]) > slack_ && dot(e, corners[1]) > slack_ &&
                          dot(e, corners[2]) > slack_ && dot(e, corners[3]) > slack_);
    });
    return is_out;
  }

  std::span<const Vec3> vertices_;
  const HullTopology& topology_;
  double slack_;  // far beyond what rounding does
  std::uint32_t side_;
};

// By cell. False: one has none.
bool fill_cells(std::span<const Entry> entries, DirectionCells& cells) {
  std::vector<std::uint32_t> next(std::size_t{6} * cells.side * cells.side);
  for (const Entry& e : entries) ++next[e.cell];
  cells.first.reserve(next.size() + 1);
  cells.first.push_back(0);
  for (std::uint32_t& count : next) {
    if (count == 0) return false;
    cells.first.push_back(cells.first.back() + count);
    count = cells.first.end()[-2];
  }
  cells.names.resize(entries.size());
  for (const Entry& e : entries) cells.names[next[e.cell]++] = static_cast<std::uint16_t>(e.vertex);
  return true;
}

}  // namespace

std::unique_ptr<const DirectionCells> make_direction_cells(std::span<const Vec3> vertices,
                                                           const HullTopology& topology, double extent) {
  if (topology.face_count() <= 2 || vertices.size() > 0x10000) return nullptr;
  if (!(extent > 0x1p-400 && extent < 0x1p400)) return nullptr;
  constexpr double kVerticesPerCell = 5;  // about twice as many reach into it
  constexpr std::size_t kMostCells = 32;  // of a vertex, on average
  auto cells = std::make_unique<DirectionCells>();
  const auto count = static_cast<std::uint32_t>(vertices.size());
  cells->side = static_cast<std::uint32_t>(std::ceil(std::sqrt(count / (6 * kVerticesPerCell))));
  const EntryFinder finder(vertices, topology, extent, cells->side);
  std::vector<Entry> entries;
  entries.reserve(std::size_t{4} * count);
  for (std::uint32_t v = 0; v < count; ++v) {
    finder.find(v, entries);
    if (entries.size() > kMostCells * count) return nullptr;  // long cones side by side, as of a prism
  }
  if (!fill_cells(entries, *cells)) return nullptr;
  return cells;
}

}  // namespace graze::inline GRAZE_ABI
