// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sweep/endpoints.h"

#include "broad/table/proxies.h"

namespace graze::inline GRAZE_ABI {

// Where the endpoints are, and how many intervals each of them stabs.
void Endpoints::renumber(int k) {
  std::uint32_t stabbing = 0;
  for (std::size_t i = 0; i < axes_[k].size(); ++i) {
    Endpoint& endpoint = axes_[k][i];
    places_[endpoint.ref] = static_cast<std::uint32_t>(i);
    endpoint.stabbing = stabbing;
    stabbing = endpoint.is_upper() ? stabbing - 1 : stabbing + 1;
  }
}

void Endpoints::insert_boxes(std::span<const Box> boxes) {
  ProxyId most = 0;
  for (const Box& box : boxes) most = std::max(most, box.id);
  if (places_.size() < 6 * (std::size_t{most} + 1)) places_.resize(6 * (std::size_t{most} + 1));
  for (int k = 0; k < 3; ++k) {
    std::vector<Endpoint>& axis = axes_[k];
    const auto old = static_cast<std::ptrdiff_t>(axis.size());
    for (const Box& box : boxes) {
      const std::uint32_t ref = 6 * box.id + 2 * static_cast<std::uint32_t>(k);
      axis.push_back({box.box.lower[k], ref});
      axis.push_back({box.box.upper[k], ref + 1});
    }
    std::sort(axis.begin() + old, axis.end());
    std::inplace_merge(axis.begin(), axis.begin() + old, axis.end());
    renumber(k);
  }
}

Aabb Endpoints::box_of(ProxyId id) const {
  Aabb out;
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t ref = 6 * id + 2 * static_cast<std::uint32_t>(k);
    out.lower[k] = axes_[k][places_[ref]].value;
    out.upper[k] = axes_[k][places_[ref + 1]].value;
  }
  return out;
}

std::size_t Endpoints::memory_bytes() const { return heap_bytes(axes_[0], axes_[1], axes_[2], places_); }

std::uint32_t Endpoints::find_endpoint(int k, double value) const {
  const auto is_before = [](const Endpoint& e, double v) {
    return double(e.value) < v || (double(e.value) == v && !e.is_upper());
  };
  return static_cast<std::uint32_t>(std::lower_bound(axes_[k].begin(), axes_[k].end(), value, is_before) -
                                    axes_[k].begin());
}

// Whether two boxes overlap on the two other axes, by the order of their sides.
bool Endpoints::overlap_beside(int k, ProxyId a, ProxyId b) const {
  for (int j = 0; j < 3; ++j) {
    if (j == k) continue;
    const std::uint32_t *of_a = &places_[6 * a + 2 * static_cast<std::uint32_t>(j)],
                        *of_b = &places_[6 * b + 2 * static_cast<std::uint32_t>(j)];
    if (of_a[0] > of_b[1] || of_b[0] > of_a[1]) return false;
  }
  return true;
}

void Endpoints::add_pair(int k, const Endpoint& moved, const Endpoint& passed,
                         std::vector<ProxyPair>& pairs) const {
  if (moved.is_upper() != passed.is_upper() && overlap_beside(k, moved.id(), passed.id()))
    pairs.push_back({moved.id(), passed.id()});
}

bool Endpoints::is_far(ProxyId id, const Aabb& box) const {
  constexpr std::uint32_t kFar =
      512;  // endpoints; comparing with the neighbours at both places costs about that
  if (overlaps(box, box_of(id))) return false;
  std::uint32_t passed = 0;
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t from = places_[6 * id + 2 * static_cast<std::uint32_t>(k)];
    const std::uint32_t to = find_endpoint(k, double(box.lower[k]));
    passed += from < to ? to - from : from - to;
  }
  return passed > kFar;
}

// An endpoint passes its neighbours that it is beyond now. Of two that change places, the left one takes over
// the stabbing number of the place; the other gains it on its left, which counts up for a lower side and down
// for an upper one.
template <bool kIsUp>
std::size_t Endpoints::move_endpoint(int k, std::uint32_t at, std::vector<ProxyPair>* pairs) {
  std::vector<Endpoint>& axis = axes_[k];
  const std::uint32_t from = at;
  Endpoint moved = axis[at];
  while (kIsUp ? at + 1 < axis.size() && axis[at + 1] < moved : at > 0 && moved < axis[at - 1]) {
    const std::uint32_t next = kIsUp ? at + 1 : at - 1;
    Endpoint& passed = axis[at] = axis[next];
    places_[passed.ref] = at;
    Endpoint &left = kIsUp ? passed : moved, &right = kIsUp ? moved : passed;
    left.stabbing = right.stabbing;
    right.stabbing = left.is_upper() ? left.stabbing - 1 : left.stabbing + 1;
    if (pairs != nullptr) add_pair(k, moved, passed, *pairs);
    at = next;
  }
  axis[at] = moved;
  places_[moved.ref] = at;
  return kIsUp ? at - from : from - at;
}

std::size_t Endpoints::move_side(int k, std::uint32_t ref, Real value, std::vector<ProxyPair>* pairs) {
  Endpoint& endpoint = axes_[k][places_[ref]];
  const Real before = endpoint.value;
  endpoint.value = value;
  if (value < before) return move_endpoint<false>(k, places_[ref], pairs);
  return value > before ? move_endpoint<true>(k, places_[ref], pairs) : 0;
}

std::size_t Endpoints::move_sides(ProxyId id, const Aabb& box, std::vector<ProxyPair>* pairs) {
  std::size_t passed = 0;
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t lower = 6 * id + 2 * static_cast<std::uint32_t>(k);
    // The side in front goes first: a box never turns inside out.
    const bool is_upper_first = box.upper[k] >= axes_[k][places_[lower + 1]].value;
    if (is_upper_first) passed += move_side(k, lower + 1, box.upper[k], pairs);
    passed += move_side(k, lower, box.lower[k], pairs);
    if (!is_upper_first) passed += move_side(k, lower + 1, box.upper[k], pairs);
  }
  return passed;
}

}  // namespace graze::inline GRAZE_ABI
