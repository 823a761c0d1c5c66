// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "hull/build.h"

// Rounding the coordinates of a rotated box bends its faces by a few last digits. What contacts want is the
// face that was meant.

namespace graze::inline GRAZE_ABI {
namespace {

// Looking at all corners for every join would be quadratic for faces that grow without end, and a contact
// polygon of so many corners serves nobody.
constexpr std::uint32_t kMostCorners = 1024;

class Merger {
 public:
  Merger(const UnitVertices& unit, double tolerance, const HullTopology& topology)
      : unit_(unit),
        vertices_(unit.vertices),
        tolerance_(tolerance),
        t_(topology),
        parent_(topology.face_count()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  std::optional<JoinedFaces> run() {
    const std::vector<Candidate> candidates = find_candidates();
    if (candidates.empty()) return std::nullopt;
    const auto count = static_cast<std::uint32_t>(t_.origin.size());
    next_.resize(count);
    previous_.resize(count);
    for (std::uint32_t h = 0; h < count; ++h) {
      next_[h] = t_.next(h);
      previous_[next_[h]] = h;
    }
    mark_.assign(vertices_.size(), kNoIndex);
    size_.resize(t_.face_count());
    for (std::uint32_t f = 0; f < t_.face_count(); ++f) size_[f] = t_.first[f + 1] - t_.first[f];
    for (const Candidate& c : candidates) try_to_join(c.half_edge);
    if (joined_ == 0) return std::nullopt;
    return rebuild();
  }

 private:
  struct Candidate {
    double deviation;
    std::uint32_t half_edge;
    bool operator<(const Candidate& o) const {
      return deviation != o.deviation ? deviation < o.deviation : half_edge < o.half_edge;
    }
  };

  [[nodiscard]] double deviation(std::uint32_t f, std::uint32_t g) const {
    double largest = 0;
    for (const std::uint32_t v : t_.loop(g)) {
      largest = std::max(largest, t_.offsets[f] - dot(t_.normals[f], vertices_[v]));
      if (largest > tolerance_) break;
    }
    return largest;
  }

  // Edges between faces that are nearly in one plane, the flattest first.
  [[nodiscard]] std::vector<Candidate> find_candidates() const {
    std::vector<Candidate> candidates;
    for (std::uint32_t h = 0; h < t_.origin.size(); ++h) {
      const std::uint32_t back = t_.twin[h], f = t_.face[h], g = t_.face[back];
      // The two sides of something thinner than the tolerance are near each other, but face opposite ways.
      if (back < h || !(dot(t_.normals[f], t_.normals[g]) > 0)) continue;
      const double d = std::max(deviation(f, g), deviation(g, f));
      if (d <= tolerance_) candidates.push_back({d, h});
    }
    std::sort(candidates.begin(), candidates.end());
    return candidates;
  }

  std::uint32_t find(std::uint32_t f) {
    while (parent_[f] != f) f = parent_[f] = parent_[parent_[f]];
    return f;
  }

  void try_to_join(std::uint32_t h) {
    const std::uint32_t back = t_.twin[h], f = find(t_.face[h]), g = find(t_.face[back]);
    if (f == g || size_[f] + size_[g] > kMostCorners + 2 || !share_one_edge(h, back)) return;
    const std::uint32_t joint = splice(h, back);
    if (!is_flat_and_convex(joint, {next_[back], next_[h]})) {
      // Both half-edges still know their neighbours.
      for (const std::uint32_t e : {h, back}) {
        next_[previous_[e]] = e;
        previous_[next_[e]] = e;
      }
      return;
    }
    parent_[std::max(f, g)] = std::min(f, g);
    size_[std::min(f, g)] = size_[f] + size_[g] - 2;
    removed_.resize(t_.origin.size(), false);
    removed_[h] = removed_[back] = true;
    ++joined_;
  }

  // Two faces that meet elsewhere too would enclose something between them.
  bool share_one_edge(std::uint32_t h, std::uint32_t back) {
    std::uint32_t e = h;
    do mark_[t_.origin[e]] = h;
    while ((e = next_[e]) != h);
    int common = 0;
    e = back;
    do common += mark_[t_.origin[e]] == h;
    while ((e = next_[e]) != back);
    return common == 2;
  }

  std::uint32_t splice(std::uint32_t h, std::uint32_t back) {
    const auto connect = [this](std::uint32_t a, std::uint32_t b) {
      next_[a] = b;
      previous_[b] = a;
    };
    const std::uint32_t before = previous_[h], after = next_[h];
    connect(before, next_[back]);
    connect(previous_[back], after);
    return after;
  }

  [[nodiscard]] const Vec3d& at(std::uint32_t h) const { return vertices_[t_.origin[h]]; }

  // `corners`: half-edges that leave the two corners where the outlines were joined.
  [[nodiscard]] bool is_flat_and_convex(std::uint32_t from,
                                        const std::array<std::uint32_t, 2>& corners) const {
    Vec3d area;
    for (std::uint32_t e = next_[from]; next_[e] != from; e = next_[e])
      area += cross(at(e) - at(from), at(next_[e]) - at(from));
    const Vec3d n = normalized(area);
    double low = dot(n, at(from)), high = low;
    for (std::uint32_t e = next_[from]; e != from; e = next_[e]) {
      low = std::min(low, dot(n, at(e)));
      high = std::max(high, dot(n, at(e)));
    }
    if (high - low > tolerance_) return false;
    // A corner may lie inside the line of its neighbours by no more than the tolerance.
    return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t e) {
      const Vec3d a = at(previous_[e]), c = at(next_[e]), along = c - a;
      return dot(cross(at(e) - a, along), n) >= -tolerance_ * length(along);
    });
  }

  [[nodiscard]] JoinedFaces rebuild() {
    HullTopology joined;
    std::vector<std::uint32_t> placed(t_.origin.size(), kNoIndex), faces;
    std::vector<std::uint32_t> sources;
    joined.first.push_back(0);
    std::vector<bool> is_done(t_.face_count(), false);
    for (std::uint32_t seed = 0; seed < t_.origin.size(); ++seed) {
      const std::uint32_t f = find(t_.face[seed]);
      if (removed_[seed] || is_done[f]) continue;
      is_done[f] = true;
      std::uint32_t h = seed;
      do {
        placed[h] = static_cast<std::uint32_t>(sources.size());
        sources.push_back(h);
        joined.origin.push_back(t_.origin[h]);
        joined.face.push_back(static_cast<std::uint32_t>(joined.first.size()) - 1);
      } while ((h = next_[h]) != seed);
      joined.first.push_back(static_cast<std::uint32_t>(sources.size()));
      faces.push_back(f);
    }
    joined.outgoing.resize(t_.outgoing.size());
    for (std::uint32_t e = 0; e < sources.size(); ++e) {
      joined.twin.push_back(placed[t_.twin[sources[e]]]);
      joined.outgoing[joined.origin[e]] = e;
    }
    set_planes(unit_, joined);
    for (std::uint32_t f = 0; f < joined.face_count(); ++f) {
      if (size_[faces[f]] != t_.first[faces[f] + 1] - t_.first[faces[f]]) raise(f, joined);
    }
    JoinedFaces result{std::move(joined), std::vector<std::uint32_t>(t_.face_count())};
    std::vector<std::uint32_t> number(t_.face_count());
    for (std::uint32_t f = 0; f < faces.size(); ++f) number[faces[f]] = f;
    for (std::uint32_t f = 0; f < t_.face_count(); ++f) result.face_of[f] = number[find(f)];
    return result;
  }

  // A vertex of a neighbouring face may stick out above the common plane: the offset is raised to it.
  void raise(std::uint32_t f, HullTopology& joined) const {
    const Vec3d& n = joined.normals[f];
    double low = joined.offsets[f];
    for (const std::uint32_t v : joined.loop(f)) {
      low = std::min(low, dot(n, vertices_[v]));
      joined.offsets[f] = std::max(joined.offsets[f], climb(v, n));
    }
    joined.tolerance = std::max(joined.tolerance, joined.offsets[f] - low);
  }

  // Along the edges of the exact faces.
  [[nodiscard]] double climb(std::uint32_t v, const Vec3d& n) const {
    double height = dot(n, vertices_[v]);
    for (std::uint32_t start = t_.outgoing[v], h = start;;) {
      const std::uint32_t other = t_.origin[t_.twin[h]];
      if (const double there = dot(n, vertices_[other]); there > height) {
        height = there;
        start = h = t_.outgoing[other];
      } else if (h = t_.next(t_.twin[h]); h == start) {
        return height;
      }
    }
  }

  const UnitVertices& unit_;
  std::span<const Vec3d> vertices_;
  double tolerance_;
  const HullTopology& t_;
  std::vector<std::uint32_t> parent_, size_;    // per face; a joined face is known by its lowest number
  std::vector<std::uint32_t> next_, previous_;  // per half-edge, of the outlines as joined so far
  std::vector<std::uint32_t> mark_;             // per vertex
  std::vector<bool> removed_;                   // per half-edge
  std::uint32_t joined_ = 0;
};

}  // namespace

std::optional<JoinedFaces> merge_faces(const UnitVertices& unit, double tolerance,
                                       const HullTopology& topology) {
  return Merger(unit, tolerance, topology).run();
}

}  // namespace graze::inline GRAZE_ABI
