// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/clip_ears.h"

#include <bit>
#include <utility>

#include "mesh/places.h"

// Ears are cut off round by round, every other one: fans of slivers are avoided. A corner that is no ear is
// not looked at again until one of its neighbours is cut off, or until nothing is left at the place that was
// found in its triangle.

namespace graze::inline GRAZE_ABI {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

// A set of numbers that knows the next one of its own: bits, and bits that tell where there are any.
class NumberSet {
 public:
  explicit NumberSet(std::size_t size) {
    do {
      size = size / 64 + 1;
      levels_.emplace_back(size);
    } while (size > 1);
  }
  void add(std::size_t i) {
    for (std::vector<std::uint64_t>& level : levels_) {
      level[i / 64] |= std::uint64_t{1} << (i % 64);
      i /= 64;
    }
  }
  void remove(std::size_t i) {
    for (std::vector<std::uint64_t>& level : levels_) {
      level[i / 64] &= ~(std::uint64_t{1} << (i % 64));
      if (level[i / 64] != 0) return;
      i /= 64;
    }
  }
  // The first one that is not below i, or kNone.
  [[nodiscard]] std::uint32_t next(std::size_t i) const {
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      if (i / 64 >= levels_[k].size()) return kNone;
      const std::uint64_t word = levels_[k][i / 64] >> (i % 64);
      if (word == 0) {
        i = i / 64 + 1;
        continue;
      }
      i += static_cast<std::size_t>(std::countr_zero(word));
      while (k > 0) {
        --k;
        i = i * 64 + static_cast<std::size_t>(std::countr_zero(levels_[k][i]));
      }
      return static_cast<std::uint32_t>(i);
    }
    return kNone;
  }

 private:
  std::vector<std::vector<std::uint64_t>> levels_;
};

std::vector<Planar> points_of(const FaceLoop& loop) {
  std::vector<Planar> points;
  points.reserve(loop.size());
  for (const FaceCorner& corner : loop) points.push_back(corner.at);
  return points;
}

class Clipper {
 public:
  Clipper(const FaceLoop& loop, std::vector<Pieces::Corners>& out)
      : loop_(loop),
        out_(out),
        obstacles_(points_of(loop)),
        candidates_(loop.size()),
        links_(loop.size()),
        waiting_(loop.size()),
        left_(static_cast<std::uint32_t>(loop.size())) {
    for (std::uint32_t i = 0; i < left_; ++i)
      links_[i] = {(i == 0 ? left_ : i) - 1, i + 1 == left_ ? 0 : i + 1};
    for (std::uint32_t i = 0; i < left_; ++i) {
      links_[i].is_convex = is_convex(i);
      if (links_[i].is_convex)
        candidates_.add(i);
      else
        obstacles_.add(i);
    }
  }

  // Whether only ears were cut off.
  bool run() {
    // Combs of 100,000 corners need 40 steps for each, loops at random 50, stars 280; a square spiral of
    // 50,000 needs 2300.
    constexpr std::size_t kStepsOfCorner = 4000;
    const std::size_t most_steps = kStepsOfCorner * loop_.size();
    bool is_proper = true;
    std::uint32_t at = 0;
    while (left_ > 3) {
      if (obstacles_.steps() > most_steps) return join_to_one();
      std::uint32_t ear = candidates_.next(at);
      if (ear == kNone) ear = candidates_.next(0);
      const bool is_stuck = ear == kNone;
      if (is_stuck) ear = at;
      if (!is_stuck && !is_ear(ear)) continue;
      is_proper = is_proper && !is_stuck;
      const std::uint32_t next = links_[ear].next;
      cut(ear);
      // Not its neighbour again at once, but at the end of a round.
      at = next < ear ? next : links_[next].next;
    }
    const std::uint32_t middle = links_[first_].next;
    append(first_, middle, links_[middle].next);
    return is_proper && links_[middle].is_convex;
  }

 private:
  struct Link {
    std::uint32_t before = 0, next = 0;
    std::uint32_t obstacle = kNone;  // place that was found in its triangle
    bool is_convex = false;
    bool is_cut = false;
  };

  [[nodiscard]] bool is_convex(std::uint32_t i) const {
    return orient2d(loop_[links_[i].before].at, loop_[i].at, loop_[links_[i].next].at) > 0;
  }
  // If any corner is in the way, so is one that is not convex. Others at the same places are ends of bridges.
  [[nodiscard]] bool is_ear(std::uint32_t i) {
    const std::optional<std::uint32_t> found = obstacles_.find(links_[i].before, i, links_[i].next);
    if (!found) return true;
    candidates_.remove(i);
    links_[i].obstacle = *found;
    waiting_[*found].push_back(i);
    return false;
  }
  void append(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    out_.push_back({loop_[a].vertex, loop_[b].vertex, loop_[c].vertex});
  }
  void cut(std::uint32_t i) {
    const auto [before, next] = std::pair(links_[i].before, links_[i].next);
    append(before, i, next);
    candidates_.remove(i);
    if (!links_[i].is_convex) clear(i);
    links_[i].is_cut = true;
    links_[before].next = next;
    links_[next].before = before;
    if (first_ == i) first_ = next;
    --left_;
    update(next);
    update(before);
  }
  // A corner with a new neighbour.
  void update(std::uint32_t i) {
    const bool was_convex = links_[i].is_convex;
    links_[i].is_convex = is_convex(i);
    links_[i].obstacle = kNone;
    if (links_[i].is_convex) {
      candidates_.add(i);
      if (!was_convex) clear(i);
    } else {
      candidates_.remove(i);
      if (was_convex) obstacles_.add(i);
    }
  }
  // A corner that is in nobody's way any more.
  void clear(std::uint32_t i) {
    if (!obstacles_.remove(i)) return;
    const std::uint32_t place = obstacles_.place(i);
    for (const std::uint32_t k : waiting_[place])
      if (!links_[k].is_cut && links_[k].is_convex && links_[k].obstacle == place) candidates_.add(k);
    waiting_[place].clear();
  }
  // The rest as a fan, which may overlap itself.
  bool join_to_one() {
    for (std::uint32_t i = links_[first_].next; links_[i].next != first_; i = links_[i].next)
      append(first_, i, links_[i].next);
    return false;
  }

  const FaceLoop& loop_;
  std::vector<Pieces::Corners>& out_;
  Places obstacles_;      // corners that are not convex
  NumberSet candidates_;  // convex corners of which no obstacle is known
  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // for each place, corners that wait for it to be free
  std::uint32_t left_, first_ = 0;
};

}  // namespace

bool clip_ears(const FaceLoop& loop, std::vector<Pieces::Corners>& out) { return Clipper(loop, out).run(); }

}  // namespace graze::inline GRAZE_ABI
