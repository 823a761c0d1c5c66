// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check/pairs/look.h"
#include "check/robot/data.h"
#include "graze/motion/contact_intervals.h"
#include "graze/query/separation.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

using Data = RobotCheck::Data;

// Of meshes in contact every look costs a penetration, and a plan has many rows. No contact is missed by the
// first; links that part for less than a hundredth of the way between two rows may count as in contact.
constexpr Real kShortestGap = 0.01;
constexpr Real kDepthTolerance = 0.01;

// A pair on its way from one row to the next.
class PairMotion {
 public:
  PairMotion(const Data& data, const RobotPair& pair, std::span<const Real> from, std::span<const Real> to,
             std::uint64_t row)
      : data_(data), pair_(pair), from_(from), to_(to), row_(static_cast<Real>(row)) {
    const std::uint32_t link_a = data.parts[pair.a].link, link_b = data.parts[pair.b].link;
    std::size_t common = 0;  // joints above both: they move neither against the other
    if (link_a != kNone && link_b != kNone) {
      const auto &chain_a = data.chains[link_a], &chain_b = data.chains[link_b];
      common = static_cast<std::size_t>(
          std::mismatch(chain_a.begin(), chain_a.end(), chain_b.begin(), chain_b.end()).first -
          chain_a.begin());
      frame_ = Pose();
    } else {
      frame_ = data.job.world_from_robot;
    }
    set(pair.a, common, a_);
    set(pair.b, common, b_);
  }

  void ask(std::size_t index, RowSpace& space, std::vector<PairRecord>& out) {
    const Real reach = data_.reach(pair_), touch = data_.job.job.want_touching ? pair_.tolerance : 0;
    for (const ContactInterval& x : intervals(std::max(data_.job.job.clearance, touch))) {
      PairRecord record;
      record.pair = index;
      record.near = span_of(x);
      record.finding = finding_at(x, space);
      if (reach <= touch) {
        record.contact.push_back(record.near);
      } else if (x.worst_bound <= touch) {
        for (const ContactInterval& y : intervals(touch))
          if (y.begin_lower <= x.end_upper && y.end_upper >= x.begin_lower)
            record.contact.push_back(span_of(y));
      }
      out.push_back(std::move(record));
    }
  }

 private:
  struct Side {
    const Shape* shape = nullptr;
    LinkSweep sweep;
    Path path;
    Real margin = 0;  // what rounding may hide
  };

  void set(std::uint32_t object, std::size_t common, Side& side) const {
    const RobotPart& part = data_.parts[object];
    side.shape = &data_.objects.list[object].shape;
    if (part.link == kNone) {
      side.path = data_.objects.list[object].placement;
      return;
    }
    const std::span<const std::uint32_t> chain = data_.chains[part.link];
    side.sweep.set(*data_.robot, chain.subspan(common), frame_, from_, to_);
    side.path = side.sweep.path(part.link_from_object, part.reach);
    side.margin = side.sweep.error(part.reach);
  }

  // All intervals; one of the whole way, uncertain, where the paths are refused.
  std::vector<ContactInterval> intervals(Real target) {
    IntervalSettings settings;
    settings.motion.target = target;
    settings.shortest_gap = kShortestGap;
    settings.depth_tolerance = kDepthTolerance;
    std::vector<ContactInterval> out(4);
    for (;;) {
      const ContactIntervals r =
          contact_intervals(*a_.shape, a_.path, a_.margin, *b_.shape, b_.path, b_.margin, out, settings);
      if (r.status == Status::invalid_argument || r.status == Status::unbounded) {
        out.assign(1, ContactInterval());
        out[0].end_lower = out[0].end_upper = 1;
        out[0].worst_bound = -kInfinity;
        return out;
      }
      if (r.found <= out.size()) {
        out.resize(r.found);
        return out;
      }
      out.resize(r.found);
    }
  }

  TimeSpan span_of(const ContactInterval& x) const {
    return {row_ + x.begin_lower, row_ + x.end_upper, row_ + x.worst_time, x.hit == Hit::hit};
  }

  // The finding of the pair at the worst moment of an interval, in the world.
  Finding finding_at(const ContactInterval& x, RowSpace& space) const {
    const Job& job = data_.job.job;
    space.q.resize(from_.size());
    io::interpolate(*data_.robot, from_, to_, x.worst_time, space.q);
    data_.place_links(space.q, space.links);
    const Instance a{*a_.shape, data_.placement(pair_.a, space.links), 0},
        b{*b_.shape, data_.placement(pair_.b, space.links), 0};
    const Measures measures{pair_.tolerance, job.clearance, job.want_touching, job.want_counts};
    std::optional<Finding> found = look(a, b, measures);
    if (!found) {
      // Clear by a rounding at that moment, or a graze.
      const Separation s = separation(a, b);
      found.emplace();
      found->kind = s.lower > pair_.tolerance ? Kind::clearance : Kind::touching;
      found->is_certain = false;
      found->lower = s.lower, found->upper = s.upper;
      found->normal = s.normal;
      found->point_a = s.point_a, found->point_b = s.point_b;
      found->tolerance = pair_.tolerance;
      found->bounds = merge(merge(Aabb(), s.point_a), s.point_b);
    }
    found->a = pair_.a;
    found->b = pair_.b;
    found->time = row_ + x.worst_time;
    return std::move(*found);
  }

  const Data& data_;
  const RobotPair& pair_;
  std::span<const Real> from_, to_;
  Real row_;
  Pose frame_;
  Side a_, b_;
};

// Boxes that hold each object on all of its way: where it is half-way, and how far it gets from there.
void sweep_boxes(const Data& data, std::span<const Real> from, std::span<const Real> to, RowSpace& space) {
  space.sweeps.resize(data.robot->links.size());
  for (std::uint32_t i = 0; i < data.robot->links.size(); ++i)
    space.sweeps[i].set(*data.robot, data.chains[i], data.job.world_from_robot, from, to);
  space.boxes.clear();
  for (const RobotPart& part : data.parts) {
    if (part.link == kNone) {
      space.boxes.push_back(part.box);
      continue;
    }
    const LinkSweep& sweep = space.sweeps[part.link];
    const Real way = sweep.bounds(part.reach).speed / 2 + sweep.error(part.reach);
    space.boxes.push_back(grown_box(moved_box(sweep.at(Real(0.5)), part.box), way));
  }
}

}  // namespace

void ask_between(const Data& data, std::span<const Real> from, std::span<const Real> to, std::uint64_t row,
                 RowSpace& space, std::vector<PairRecord>& out) {
  sweep_boxes(data, from, to, space);
  for (std::size_t i = 0; i < data.pairs.size(); ++i) {
    const RobotPair& pair = data.pairs[i];
    if (overlaps(grown_box(space.boxes[pair.a], data.reach(pair)), space.boxes[pair.b]))
      PairMotion(data, pair, from, to, row).ask(i, space, out);
  }
}

}  // namespace graze::inline GRAZE_ABI::check
