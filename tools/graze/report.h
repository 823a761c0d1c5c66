// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <vector>

#include "graze/check/baseline.h"
#include "json_writer.h"
#include "load.h"

namespace command {

/// A check that was done, for the writers below.
struct Checked {
  const Loaded& loaded;
  const Request& request;
  const check::Report& report;
  std::vector<bool> is_known;  ///< findings that the baseline has; as long as the findings
  Real seconds = 0;
  /// Whether everything that was asked about was answered.
  [[nodiscard]] bool is_whole() const {
    return !loaded.is_partial && report.outcome == check::Outcome::complete;
  }
  [[nodiscard]] std::size_t new_count() const;
};

/// Findings of an earlier report, for check::find_known().
class Baseline {
 public:
  /// Reads a file that 'graze check --json' wrote; an empty path: nothing is known. Throws UserError.
  explicit Baseline(const std::string& path);
  /// Likewise, from the text of such a file; `path` is for messages.
  Baseline(const std::string& text, const std::string& path);
  /// For each finding whether it is known.
  [[nodiscard]] std::vector<bool> find_known(const check::Objects& objects,
                                             const check::Report& report) const;

 private:
  std::vector<check::KnownFinding> known_;
};

/// The table for people, and what goes under it.
void print_table(const Checked& checked, const Manner& manner);
/// docs/findings.schema.json describes it. An empty path is stdout; likewise below.
void write_json(const Checked& checked, const std::string& path);
/// Likewise into a larger document, with no more than the first `most` findings.
void write_findings(JsonWriter& json, const Checked& checked, std::size_t most);
void write_csv(const Checked& checked, const std::string& path);
/// A panel for each of the worst findings.
void write_svg(const Checked& checked, const std::string& path);
/// A page that shows the findings in 3D (tools/graze/page), in one file. `command_line`: what a reader types
/// to get it again.
void write_html(const Checked& checked, const std::string& command_line, const std::string& path);
/// Throws UserError where the program was built without the page.
void require_page();

/// "penetration by 3 mm", "0.2 m apart", ... and where nothing is known "touching".
[[nodiscard]] std::string amount_of(const check::Finding& finding, Real metres_per_unit);

}  // namespace command
