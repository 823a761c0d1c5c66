// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "gjk/epa.h"

// The growing polytope of EPA: a triangulated convex surface with neighbours, and a heap of its facets by
// distance.

namespace graze::inline GRAZE_ABI::gjk {

struct Facet {
  Vec3d normal;       // unit, outward
  double offset = 0;  // of the plane: normal · w
  double key = 0;  // by which the heap orders: distance of the facet from the origin; negative if the origin
                   // is outside
  Vec3d cross;     // normal before it was made unit: the fast orientation test
  double cross_error = 0;  // what rounding may do to cross · (w - vertex), per unit of |w - vertex|
  std::uint32_t vertices[3] = {};
  std::uint32_t neighbours[3] = {};  // across the edge from vertices[i] to vertices[i + 1]
  std::uint8_t back[3] = {};         // which edge of the neighbour that is
  bool is_alive = false;
  bool is_queued = false;  // on the heap
};

class Hull {
 public:
  /// Without a workspace the scratch below is all there is; with one it grows.
  explicit Hull(Workspace* workspace) : workspace_(workspace) {}

  /// Starts from four vertices that span a volume.
  void start(const DifferenceVertex (&corners)[4]);
  /// Grows by a vertex that `from` sees. False when there is no room (the hull is then unchanged).
  [[nodiscard]] bool insert(const DifferenceVertex& vertex, std::uint32_t from);
  /// Nearest facet, taken off the heap; false when none is left.
  [[nodiscard]] bool pop(std::uint32_t& facet);
  /// Any live facet that sees the vertex strictly, or false.
  [[nodiscard]] bool find_visible(const DifferenceVertex& vertex, std::uint32_t& facet) const;

  [[nodiscard]] const Facet& facet(std::uint32_t i) const { return facets_[i]; }
  [[nodiscard]] const DifferenceVertex& vertex(std::uint32_t i) const { return vertices_[i]; }
  /// No room for another vertex, and no workspace to find it in.
  [[nodiscard]] bool is_full() const { return vertex_count_ == capacity_; }
  [[nodiscard]] std::uint32_t vertex_count() const { return vertex_count_; }
  /// Distance of a facet's triangle, not its plane, from the origin.
  [[nodiscard]] double distance_of(const Facet& facet) const;
  /// Puts a popped facet back with another key.
  void push_again(std::uint32_t facet, double key);

 private:
  struct HeapEntry {
    double key;
    std::uint32_t facet;
  };
  struct Later {  // heap order: nearest first, ties to the older facet
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
      return a.key > b.key || (a.key == b.key && a.facet > b.facet);
    }
  };
  struct Edge {
    std::uint32_t facet;
    std::uint32_t edge;
  };
  // Most pairs need fewer than 40 vertices; stack frames stay below 64 KiB.
  static constexpr std::uint32_t kLocalVertices = 128;
  static constexpr std::uint32_t kLocalFacets = 2 * kLocalVertices;

  [[nodiscard]] bool sees(const Facet& facet, const Vec3d& w) const;
  [[nodiscard]] bool reserve();
  [[nodiscard]] bool mark_visible(const Vec3d& w, std::uint32_t from);
  std::uint32_t add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k);
  void link(std::uint32_t f, std::uint32_t edge, std::uint32_t g, std::uint32_t other);
  void push(std::uint32_t facet);

  Workspace* workspace_;
  alignas(16) unsigned char local_[kLocalVertices * sizeof(DifferenceVertex) +
                                   kLocalFacets * (sizeof(Facet) + 2 * sizeof(Edge)) +
                                   2 * kLocalFacets * sizeof(HeapEntry) + kLocalFacets * 4];
  DifferenceVertex* vertices_ = nullptr;
  Facet* facets_ = nullptr;
  HeapEntry* heap_ = nullptr;
  Edge* edges_ = nullptr;          // horizon, then the stack that finds it
  std::uint32_t* free_ = nullptr;  // facets to be used again
  std::uint32_t capacity_ = 0;     // in vertices; facets: twice as many
  std::uint32_t vertex_count_ = 0, facet_count_ = 0, heap_count_ = 0, free_count_ = 0, horizon_count_ = 0;
};

}  // namespace graze::inline GRAZE_ABI::gjk
