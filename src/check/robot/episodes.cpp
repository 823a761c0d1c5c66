// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/robot/data.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Twice the time tolerance of motions.
constexpr Real kGap = 2e-9;

// Whether a span goes on with the next one. Far from row 0 times are rounded by more than the gap.
bool goes_on(const TimeSpan& span, const TimeSpan& next) {
  return next.begin <= span.end + std::max(kGap, 2 * kEpsilon * std::abs(span.end));
}

// Whether x is a worse moment than y.
bool is_worse(const Finding& x, const Finding& y) {
  if (x.kind != y.kind) return x.kind > y.kind;
  return x.lower < y.lower;
}

}  // namespace

void Episodes::add(PairRecord record, std::vector<Finding>& out) {
  std::optional<PairRecord>& open = open_[record.pair];
  if (!open) {
    open = std::move(record);
    return;
  }
  if (!goes_on(open->near, record.near)) {
    close(*open, out);
    open = std::move(record);
    return;
  }
  open->near.end = std::max(open->near.end, record.near.end);
  open->near.is_certain = open->near.is_certain || record.near.is_certain;
  const bool takes_over = is_worse(record.finding, open->finding);
  for (const TimeSpan& span : record.contact) {
    if (!open->contact.empty() && goes_on(open->contact.back(), span)) {
      TimeSpan& last = open->contact.back();
      last.end = std::max(last.end, span.end);
      last.is_certain = last.is_certain || span.is_certain;
      if (takes_over) last.worst = span.worst;
    } else {
      open->contact.push_back(span);
    }
  }
  if (takes_over) {
    open->near.worst = record.near.worst;
    open->finding = std::move(record.finding);
  }
}

void Episodes::close(PairRecord& record, std::vector<Finding>& out) {
  record.finding.times = std::move(record.contact);
  if (record.finding.times.empty()) record.finding.times.push_back(record.near);
  out.push_back(std::move(record.finding));
}

void Episodes::finish(std::vector<Finding>& out) {
  for (std::optional<PairRecord>& open : open_)
    if (open) close(*open, out);
  open_.clear();
}

}  // namespace graze::inline GRAZE_ABI::check
