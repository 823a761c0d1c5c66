// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Which boxes overlap: a broad phase reports every begin and end of an overlap once, and answers queries.

#include <cstdio>
#include <vector>

#include "graze/broad/sweep_and_prune.h"
#include "graze/broad/tree_broad_phase.h"

using namespace graze;

namespace {

Aabb cube(Real x, Real y, Real z) { return {{x, y, z}, {x + 1, y + 1, z + 1}}; }

// Written once for all broad phases.
template <BroadPhase B>
std::size_t run(B& broad, bool prints) {
  // A floor that does not move, and a row of cubes above it; sensors (category 2) see cubes, but not the
  // floor.
  const ProxyFilter solid{1, 7}, sensor{2, 1}, ground{4, 1}, solids_only{1, 1};
  std::vector<ProxyInput> inputs = {{{{-50, -1, -50}, {50, 0, 50}}, ground, ProxyMobility::fixed}};
  for (int i = 0; i < 8; ++i) inputs.push_back({cube(Real(1.5) * Real(i), 2, 0), solid});
  inputs.push_back({{{0, -1, 0}, {2, 3, 2}}, sensor});
  std::vector<ProxyId> ids(inputs.size());
  if (const auto error = broad.create(inputs, ids)) return std::printf("%s\n", error->message), 0;

  // They fall, one after the other, until they lie on the floor: touching counts.
  std::size_t events = 0;
  for (int frame = 0; frame < 12; ++frame) {
    for (int i = 1; i <= 8; ++i) {
      const Aabb box = broad.box(ids[std::size_t(i)]);
      if (frame >= i && box.lower.y > 0)
        if (broad.move(ids[std::size_t(i)], cube(box.lower.x, box.lower.y - Real(0.5), 0))) return 0;
    }
    broad.flush([&](const PairEvent& event) {
      ++events;
      if (prints && event.pair.a != ids[0])
        std::printf("frame %2d: %u and %u %s\n", frame, event.pair.a, event.pair.b,
                    event.change == PairChange::begin ? "begin" : "end");
    });
  }

  // The first box that a ray meets; an exact test of what is in the box would return its own t.
  ProxyId first = kNoProxy;
  broad.ray_cast({{-5, Real(0.5), Real(0.5)}, {1, 0, 0}}, solids_only, [&](ProxyId id, Real t, Real) {
    first = id;
    return t;
  });
  NearProxy near[2];
  const std::size_t count = broad.nearest({Real(4.4), 3, 0}, solids_only, near);
  if (prints)
    std::printf("the ray meets %u first; nearest of %zu: %u at %.3f\n", first, count, near[0].id,
                double(near[0].squared_distance));
  return first == ids[1] && count == 2 ? events : 0;
}

}  // namespace

int main() {
  TreeBroadPhase tree;
  SweepAndPrune sweep;
  const std::size_t events = run(tree, true);
  std::printf("%zu events; sweep and prune reports the same\n", events);

  // Bad boxes are refused by name, and nothing changes.
  const auto refused = tree.create({{{1, 0, 0}, {0, 1, 1}}});
  std::printf("Inverted: %s\n", refused.error().message);
  return events > 0 && run(sweep, false) == events && !refused ? 0 : 1;
}
