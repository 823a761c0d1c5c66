// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/moving/history.h"

#include <algorithm>
#include <utility>

namespace graze::inline GRAZE_ABI::check {
namespace {

// Of equal ones the first.
bool is_worse(const Finding& x, const Finding& y) {
  return x.kind != y.kind ? x.kind > y.kind : x.lower < y.lower;
}

}  // namespace

void History::add(Record record, Real gap) {
  if (record.is_contact != is_contact_) {
    if (is_contact_) return;
    spans_.clear();
    is_contact_ = true;
  }
  record.span.worst = record.finding.time;
  if (spans_.empty() || record.span.begin > spans_.back().span.end + gap) {
    spans_.push_back(std::move(record));
    return;
  }
  Record& last = spans_.back();
  last.span.end = std::max(last.span.end, record.span.end);
  last.span.is_certain = last.span.is_certain || record.span.is_certain;
  if (is_worse(record.finding, last.finding)) {
    last.span.worst = record.finding.time;
    last.finding = std::move(record.finding);
  }
}

Finding History::finding() const {
  const Record* worst = &spans_[0];
  for (const Record& record : spans_)
    if (is_worse(record.finding, worst->finding)) worst = &record;
  Finding out = worst->finding;
  for (const Record& record : spans_) out.times.push_back(record.span);
  return out;
}

}  // namespace graze::inline GRAZE_ABI::check
