// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <tuple>

#include "check/objects/meter.h"
#include "check/objects/tasks.h"
#include "check/pairs/findings.h"
#include "check/robot/data.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

using Data = RobotCheck::Data;

constexpr std::size_t kBlockRows = 1024;  // that are read at once
constexpr std::size_t kTaskRows = 16;     // that a thread takes

// One run over the rows of a file.
class RobotRun {
 public:
  RobotRun(const Data& data, io::StateReader& states)
      : data_(data), states_(states), width_(states.width()), episodes_(data.pairs.size()) {
    report_.pairs = data.pairs.size();
  }

  RobotReport run() {
    const std::optional<std::uint64_t> rows = states_.row_count();
    WorkMeter meter(data_.job.job.progress, rows ? static_cast<double>(*rows) : kInfinity);
    rows_.resize((kBlockRows + 1) * width_);
    while (!meter.is_cancelled()) {
      const std::uint64_t first = states_.next_row();
      const std::size_t n = states_.read(std::span(rows_).subspan(width_, kBlockRows * width_));
      if (n == 0) break;
      ask(first, n);
      meter.add(static_cast<double>(n));
    }
    meter.finish();
    if (data_.job.between_rows) finish_motion();
    if (states_.failed()) report_.states_error = states_.error();
    if (meter.is_cancelled()) report_.outcome = Outcome::cancelled;
    sort_and_cut();
    return std::move(report_);
  }

 private:
  // Row i of the block; row 0 is the last one of the block before.
  [[nodiscard]] std::span<const Real> row(std::size_t i) const {
    return std::span(rows_).subspan(i * width_, width_);
  }

  void ask(std::uint64_t first, std::size_t n) {
    for (std::size_t i = 1; i <= n; ++i) list_limits(first + i - 1, row(i));
    if (data_.job.between_rows)
      ask_motion(first, n);
    else
      ask_rows(first, n);
    report_.rows += n;
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(n * width_), width_, rows_.begin());
    if (report_.findings.size() >= 2 * data_.job.job.limits.findings) sort_and_cut();
  }

  void ask_rows(std::uint64_t first, std::size_t n) {
    std::vector<std::vector<Finding>> found(n);
    run_blocks(n, [&](std::size_t i, RowSpace& space) { ask_row(data_, row(i + 1), space, found[i]); });
    for (std::size_t i = 0; i < n; ++i)
      for (Finding& f : found[i]) {
        const Real time = static_cast<Real>(first + i);
        f.time = time;
        f.times = {{time, time, time, true}};
        keep(std::move(f));
      }
  }

  // From the last row of the block before to its first, and so on.
  void ask_motion(std::uint64_t first, std::size_t n) {
    const std::size_t begin = report_.rows == 0 ? 1 : 0;
    std::vector<std::vector<PairRecord>> found(n);
    run_blocks(n - begin, [&](std::size_t k, RowSpace& space) {
      const std::size_t i = k + begin;
      ask_between(data_, row(i), row(i + 1), first + i - 1, space, found[i]);
    });
    std::vector<Finding> closed;
    for (std::size_t i = begin; i < n; ++i)
      for (PairRecord& record : found[i]) episodes_.add(std::move(record), closed);
    for (Finding& f : closed) keep(std::move(f));
    last_row_ = first + n - 1;
  }

  // A single row has no motion: the robot stands there.
  void finish_motion() {
    std::vector<Finding> closed;
    if (report_.rows == 1) {
      RowSpace space;
      std::vector<PairRecord> records;
      ask_between(data_, row(0), row(0), last_row_, space, records);
      for (PairRecord& record : records) {
        record.near.end = record.near.begin;
        for (TimeSpan& span : record.contact) span.end = span.begin;
        episodes_.add(std::move(record), closed);
      }
    }
    episodes_.finish(closed);
    for (Finding& f : closed) keep(std::move(f));
  }

  template <class Ask>
  void run_blocks(std::size_t n, const Ask& ask_one) {
    run_guarded(data_.job.job.executor, (n + kTaskRows - 1) / kTaskRows, [&](std::size_t task) {
      RowSpace space;
      for (std::size_t i = task * kTaskRows; i < std::min(n, (task + 1) * kTaskRows); ++i) ask_one(i, space);
    });
  }

  void list_limits(std::uint64_t index, std::span<const Real> q) {
    for (const io::LimitExcess& excess : io::out_of_limits(*data_.robot, q)) {
      ++report_.out_of_limits;
      if (report_.limit_rows.size() < data_.job.most_limit_rows)
        report_.limit_rows.push_back({index, excess.joint, excess.value});
    }
  }

  void keep(Finding finding) {
    ++report_.counts[static_cast<int>(finding.kind)];
    if (!finding.is_certain) ++report_.uncertain;
    report_.findings.push_back(std::move(finding));
  }

  void sort_and_cut() {
    const auto before = [](const Finding& x, const Finding& y) {
      return std::tuple(x.times[0].begin, x.a, x.b) < std::tuple(y.times[0].begin, y.a, y.b);
    };
    std::stable_sort(report_.findings.begin(), report_.findings.end(), before);
    if (report_.findings.size() <= data_.job.job.limits.findings) return;
    report_.findings.resize(data_.job.job.limits.findings);
    report_.outcome = Outcome::limit;
  }

  const Data& data_;
  io::StateReader& states_;
  std::size_t width_;
  Episodes episodes_;
  std::vector<Real> rows_;
  std::uint64_t last_row_ = 0;
  RobotReport report_;
};

}  // namespace

RobotCheck::RobotCheck(std::unique_ptr<Data> data) : data_(std::move(data)) {}
RobotCheck::RobotCheck(RobotCheck&& other) noexcept = default;
RobotCheck& RobotCheck::operator=(RobotCheck&& other) noexcept = default;
RobotCheck::~RobotCheck() = default;

const Objects& RobotCheck::objects() const noexcept {
  static const Objects kEmpty;
  return data_ ? data_->objects : kEmpty;
}
std::size_t RobotCheck::pairs() const noexcept { return data_ ? data_->pairs.size() : 0; }

std::vector<Affine> RobotCheck::placements(std::span<const Real> q) const {
  if (!data_) return {};
  std::vector<Pose> links;
  data_->place_links(q, links);
  std::vector<Affine> out;
  for (std::uint32_t i = 0; i < data_->parts.size(); ++i) out.push_back(data_->placement(i, links));
  return out;
}

std::vector<Finding> RobotCheck::check_one(std::span<const Real> q) const {
  if (!data_) return {};
  RowSpace space;
  std::vector<Finding> out;
  ask_row(*data_, q, space, out);
  return out;
}

RobotReport RobotCheck::run(io::StateReader& states) const {
  if (data_) return RobotRun(*data_, states).run();
  RobotReport nothing;
  nothing.states_error = io::ReadMessage{"no row was checked: the check was moved from", {}};
  return nothing;
}

}  // namespace graze::inline GRAZE_ABI::check
