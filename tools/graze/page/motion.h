// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>

#include "graze/check/view.h"
#include "report.h"

namespace command {

/// Where the objects of an animated check, or of rows of a robot, are at the moments that the page has.
class Motion {
 public:
  /// Nothing moves where the check is of one moment.
  explicit Motion(const Checked& checked);

  /// Objects that move.
  [[nodiscard]] const std::vector<std::uint32_t>& objects() const { return objects_; }
  /// Chooses the moments, rising: frames, and begin, worst and end of findings, as many as fit into
  /// `most_bytes` where each takes `bytes`. Adds a line to `omitted` where some do not.
  void choose_times(std::size_t bytes, std::size_t most_bytes, std::vector<std::string>& omitted);
  [[nodiscard]] const std::vector<Real>& times() const { return times_; }
  /// Places the objects that move at all times.
  void sample();
  /// World placements of an object that moves, by its place in objects(), at all times; after sample().
  [[nodiscard]] const std::vector<io::Placement>& placements(std::size_t mover) const {
    return placements_[mover];
  }
  [[nodiscard]] std::vector<float> positions(const check::ViewUse& use, const check::ViewGeometry& geometry,
                                             Real time);
  /// An object as an operand of queries at one of the times; of a check of one moment as it is.
  [[nodiscard]] std::optional<graze::Instance> instance(std::uint32_t object, Real time);
  [[nodiscard]] bool is_animated() const { return is_animated_; }

 private:
  [[nodiscard]] Real frame_rate() const;
  [[nodiscard]] Real frame_count() const;
  [[nodiscard]] std::vector<Real> frames(std::size_t most) const;
  [[nodiscard]] std::vector<Real> moments_of_findings(std::size_t most) const;

  const Checked& checked_;
  bool is_animated_ = false;
  std::vector<std::uint32_t> objects_;
  std::vector<std::uint32_t> mover_;  // of each object: its place in objects_
  std::vector<Real> times_;
  std::vector<std::vector<io::Placement>> placements_;
  check::ViewMotion scenes_;
};

}  // namespace command
