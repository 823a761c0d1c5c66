// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/ask.h"

#include <algorithm>

#include "graze/motion/contact_intervals.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

Instance instance_at(const Mover& m, Real part) {
  if (m.deforming != nullptr)
    return part <= 0 ? m.deforming->at_begin() : part >= 1 ? m.deforming->at_end() : m.deforming->at(part);
  return {m.object->shape, m.path->path.placement(part), 0};
}

// Findings of two objects at moments of a segment.
class Looker {
 public:
  Looker(const Mover& a, const Mover& b, const Segment& segment, const Measures& measures)
      : a_(a), b_(b), segment_(segment), measures_(measures) {}

  [[nodiscard]] std::optional<Finding> look_at(Real part) const {
    const Instance a = instance_at(a_, part), b = instance_at(b_, part);
    if (!a.shape.is_valid() || !b.shape.is_valid()) return std::nullopt;
    std::optional<Finding> found = look(a, b, measures_);
    if (found) found->time = segment_.at(part);
    return found;
  }
  // A record of contact, or of being close, by what is seen at its worst moment. Where nothing is seen there,
  // they only came near.
  [[nodiscard]] Record record(Real begin, Real end, Real worst, bool is_contact, bool is_certain) const {
    Record out;
    out.span = {segment_.at(begin), segment_.at(end), segment_.at(worst), is_certain};
    out.is_contact = is_contact;
    if (std::optional<Finding> found = look_at(worst)) {
      out.finding = *found;
    } else {
      out.finding.kind = is_contact ? Kind::touching : Kind::clearance;
      out.finding.is_certain = false;
      out.finding.time = segment_.at(worst);
      out.finding.tolerance = measures_.tolerance;
    }
    return out;
  }

 private:
  const Mover &a_, &b_;
  const Segment& segment_;
  const Measures& measures_;
};

bool is_contact(const Finding& finding) { return finding.kind != Kind::clearance; }

// One moment.
void ask_still(const Looker& looker, const Segment& segment, std::vector<Record>& out) {
  std::optional<Finding> found = looker.look_at(0);
  if (!found) return;
  const bool touches = is_contact(*found);
  out.push_back({{segment.begin, segment.end, segment.begin, true}, touches, std::move(*found)});
}

// Intervals in which the two are no farther apart than the target; false: the motion was refused.
bool find_intervals(const Mover& a, const Mover& b, const Segment& segment, Real target,
                    std::vector<ContactInterval>& out) {
  IntervalSettings settings;
  settings.motion.target = target;
  // They may part for a millisecond and be taken for in contact.
  constexpr Real kShortestGap = 1e-3;
  settings.shortest_gap = std::clamp(kShortestGap / (segment.end - segment.begin), Real(1e-3), Real(1));
  out.resize(16);
  for (;;) {
    const ContactIntervals found =
        contact_intervals(a.object->shape, a.path->path, b.object->shape, b.path->path, out, settings);
    if (found.status == Status::invalid_argument || found.status == Status::unbounded) return false;
    if (found.found <= out.size()) {
      out.resize(found.found);
      return true;
    }
    out.resize(found.found);
  }
}

bool ask_rigid(const Mover& a, const Mover& b, const Segment& segment, const Measures& measures,
               const Looker& looker, std::vector<Record>& out) {
  std::vector<ContactInterval> intervals;
  if (!find_intervals(a, b, segment, measures.tolerance, intervals)) return false;
  const bool touches = !intervals.empty();
  if (!touches && measures.clearance > measures.tolerance &&
      !find_intervals(a, b, segment, measures.clearance, intervals))
    return false;
  for (const ContactInterval& i : intervals)
    out.push_back(looker.record(i.begin_lower, i.end_upper, i.worst_time, touches, i.hit == Hit::hit));
  return true;
}

std::optional<Real> contact_between(const Mover& a, const Mover& b, Real target, bool backwards) {
  if (a.deforming != nullptr && b.deforming != nullptr)
    return a.deforming->first_contact(*b.deforming, target, backwards);
  const Mover& soft = a.deforming != nullptr ? a : b;
  const Mover& rigid = a.deforming != nullptr ? b : a;
  return soft.deforming->first_contact(rigid.object->shape, rigid.path->path, target, backwards);
}

// Seen at both ends of the segment, and followed between them where they are apart at one.
void ask_deforming(const Mover& a, const Mover& b, const Measures& measures, const Segment& segment,
                   const Looker& looker, std::vector<Record>& out) {
  std::optional<Finding> at_begin = looker.look_at(0), at_end = looker.look_at(1);
  const bool begins = at_begin && is_contact(*at_begin), ends = at_end && is_contact(*at_end);
  Real first = 0, last = 1;
  bool touches = begins || ends;
  if (!begins || !ends) {
    const std::optional<Real> forth = begins ? Real(0) : contact_between(a, b, measures.tolerance, false);
    const std::optional<Real> back = ends ? Real(1) : contact_between(a, b, measures.tolerance, true);
    touches = touches || forth || back;
    first = forth.value_or(ends ? 1 : 0);
    last = std::max(first, back.value_or(begins ? 0 : 1));
  }
  if (touches) {
    Record record = looker.record(first, last, begins ? 0 : ends ? 1 : (first + last) / 2, true, true);
    if (begins && ends && at_end->lower < record.finding.lower) record.finding = *at_end;
    record.is_contact = true;
    out.push_back(std::move(record));
  } else if (at_begin || at_end) {
    const bool is_end = !at_begin || (at_end && at_end->lower < at_begin->lower);
    out.push_back({{at_begin ? segment.begin : segment.end, at_end ? segment.end : segment.begin, 0, true},
                   false,
                   is_end ? *at_end : *at_begin});
  }
}

}  // namespace

void ask(const Mover& a, const Mover& b, const Segment& segment, const Measures& measures,
         std::vector<Record>& out) {
  const Looker looker(a, b, segment, measures);
  if (segment.begin == segment.end) return ask_still(looker, segment, out);
  if (a.deforming != nullptr || b.deforming != nullptr)
    return ask_deforming(a, b, measures, segment, looker, out);
  if (ask_rigid(a, b, segment, measures, looker, out)) return;
  // A motion that cannot be followed is looked at where it begins and ends.
  for (const Real part : {Real(0), Real(1)})
    if (looker.look_at(part)) {
      out.push_back(looker.record(0, 1, part, true, false));
      return;
    }
}

}  // namespace graze::inline GRAZE_ABI::check
