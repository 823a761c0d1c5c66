// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdio>

#include "report.h"
#include "robot.h"

namespace command {
namespace {

constexpr std::size_t kShownRows = 200;  // beyond that a person asks for --verbose, --csv or --json

Colour colour_of(check::Kind kind) {
  switch (kind) {
    case check::Kind::penetration:
      return Colour::red;
    case check::Kind::containment:
    case check::Kind::duplicate:
      return Colour::magenta;
    case check::Kind::touching:
      return Colour::yellow;
    case check::Kind::clearance:
      return Colour::cyan;
  }
  return Colour::none;
}

std::string seconds_text(Real t) { return to_text(t, 6); }

std::string times_text(const check::Finding& finding) {
  std::string text;
  const std::size_t shown = std::min<std::size_t>(finding.times.size(), 3);
  for (std::size_t i = 0; i < shown; ++i) {
    const check::TimeSpan& span = finding.times[i];
    text += (i == 0 ? "" : ", ") + seconds_text(span.begin);
    if (span.end > span.begin) text += " to " + seconds_text(span.end);
  }
  if (finding.times.size() > shown) text += ", and " + std::to_string(finding.times.size() - shown) + " more";
  return text;
}

Table make_table(const Checked& checked, bool is_animated, bool is_verbose) {
  Table table;
  table.add_column("kind");
  table.add_column("object a");
  table.add_column("object b");
  table.add_column("depth or gap", Table::Align::right);
  if (is_animated) {
    const std::string unit = checked.loaded.robot ? "row" : "s";
    table.add_column("worst at " + unit, Table::Align::right);
    table.add_column("from " + unit + " to " + unit);
  }
  table.add_column("at");
  if (is_verbose) {
    table.add_column("normal");
    table.add_column("primitives", Table::Align::right);
    table.add_column("tolerance", Table::Align::right);
  }
  const auto& objects = checked.loaded.objects;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < checked.report.findings.size(); ++i) {
    if (checked.is_known[i] && !is_verbose) continue;
    if (!is_verbose && ++shown > kShownRows) break;
    const check::Finding& f = checked.report.findings[i];
    const std::string doubt = (f.is_certain ? "" : "?") + std::string(checked.is_known[i] ? " (known)" : "");
    const bool is_inside = f.kind == check::Kind::containment;
    const auto name = [&](std::uint32_t k, bool is_outer) {
      return printable(objects.list[k].name) + (is_inside ? is_outer ? " (outer)" : " (inner)" : "");
    };
    std::vector<Table::Cell> row = {{check::to_string(f.kind) + doubt, colour_of(f.kind)},
                                    {name(f.a, !f.b_is_outer)},
                                    {name(f.b, f.b_is_outer)},
                                    {amount_of(f, objects.metres_per_unit)}};
    if (is_animated) {
      row.push_back({seconds_text(f.time)});
      row.push_back({times_text(f)});
    }
    row.push_back({to_text(f.point_a)});
    if (is_verbose) {
      row.push_back({to_text(f.normal)});
      row.push_back({std::to_string(f.intersecting)});
      row.push_back({to_length(f.tolerance, objects.metres_per_unit)});
    }
    table.add_row(std::move(row));
  }
  return table;
}

/// Whether some scene is not as its file has it.
bool is_converted(const check::Objects& objects) {
  return std::any_of(objects.scenes.begin(), objects.scenes.end(), [&](const check::SceneSummary& scene) {
    return scene.scale != 1 || scene.is_turned || (scene.is_unit_assumed && objects.scenes.size() > 1);
  });
}

void print_units(const Checked& checked) {
  const check::Objects& objects = checked.loaded.objects;
  const std::string_view name = unit_name(objects.metres_per_unit);
  std::string unit = name.empty() ? to_text(objects.metres_per_unit, 9) + " m" : std::string(name);
  if (!(objects.metres_per_unit > 0)) unit = "not known";
  std::printf("Coordinates: unit %s, +%s up.", unit.c_str(), objects.up == io::UpAxis::y ? "y" : "z");
  for (const check::SceneSummary& scene : objects.scenes) {
    if (scene.scale != 1)
      std::printf(" %s is scaled by %s.", printable(scene.file).c_str(), to_text(scene.scale, 9).c_str());
    if (scene.is_unit_assumed && objects.scenes.size() > 1)
      std::printf(" The unit of %s is assumed.", printable(scene.file).c_str());
    if (scene.is_turned) std::printf(" %s is turned.", printable(scene.file).c_str());
  }
  std::printf("\n");
}

void print_rows(const Checked& checked) {
  const RobotCell& cell = *checked.loaded.robot;
  std::printf("%s of joint values%s.\n", counted(cell.report.rows, "row").c_str(),
              checked.request.job.between_frames ? ", and all that lies between them"
                                                 : ": what happens between them is not seen");
  if (cell.report.out_of_limits == 0) return;
  const check::LimitRow& first = cell.report.limit_rows[0];
  std::printf("%s outside of the joints' limits: %s is %s in row %llu, and so on.\n",
              counted(cell.report.out_of_limits, "value").c_str(),
              printable(cell.robot.joints[first.joint].name).c_str(), to_text(first.value, 6).c_str(),
              static_cast<unsigned long long>(first.row));
}

void print_motion(const Checked& checked) {
  const check::Job& job = checked.request.job;
  if (checked.loaded.robot) return print_rows(checked);
  if (job.time.is_empty()) {
    const graze::Interval& all = checked.loaded.animation.range;
    if (!all.is_empty())
      std::printf("Time: %s s alone, of an animation from %s s to %s s.\n",
                  to_text(checked.loaded.objects.options.time, 6).c_str(), to_text(all.lower, 6).c_str(),
                  to_text(all.upper, 6).c_str());
    return;
  }
  const auto& list = checked.loaded.objects.list;
  const bool deforms =
      std::any_of(list.begin(), list.end(), [](const check::Object& o) { return o.is_deforming; });
  const std::string samples = to_text(job.fps, 6) + (job.fps == 1 ? " sample" : " samples");
  std::printf("Time: %s s to %s s, ", to_text(job.time.lower, 6).c_str(), to_text(job.time.upper, 6).c_str());
  if (!job.between_frames)
    std::printf("at %s frames per second only: what happens between them is not seen.\n",
                to_text(job.fps, 6).c_str());
  else
    std::printf("without gaps%s.\n",
                deforms ? ("; what deforms is straight between " + samples + " per second").c_str() : "");
  if (!checked.request.time && !is_motion_whole(checked.request, checked.loaded))
    std::printf(
        "Cycles of the animation do not fit together: what they do after %s s was not looked at; see "
        "--time.\n",
        to_text(job.time.upper, 6).c_str());
}

/// "1 penetration, 2 touching"
std::string kinds_text(const Checked& checked) {
  std::string text;
  for (int k = check::kKindCount - 1; k >= 0; --k) {
    const std::size_t count = checked.report.counts[k];
    if (count == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
            check::to_string(static_cast<check::Kind>(k));
  }
  return text.empty() ? "nothing found" : text;
}

void print_summary(const Checked& checked, const Manner& manner) {
  const check::Report& report = checked.report;
  const std::size_t known = report.findings.size() - checked.new_count();
  const Colour colour = checked.new_count() > 0 ? Colour::red
                        : checked.is_whole()    ? Colour::green
                                                : Colour::yellow;
  std::string text = kinds_text(checked);
  if (!checked.request.baseline.empty())
    text += " (" + std::to_string(known) + " known, " + std::to_string(checked.new_count()) + " new)";
  std::printf("%s; %s, %s, %s.\n", manner.style(colour, text).c_str(),
              counted(checked.loaded.objects.list.size(), "object").c_str(),
              counted(report.pairs, "pair").c_str(), to_duration(checked.seconds).c_str());
  if (report.outcome == check::Outcome::cancelled)
    std::printf("Interrupted: %zu of %s were looked at; these are their findings.\n", report.done,
                counted(report.near_pairs, "pair of near objects").c_str());
  if (report.outcome == check::Outcome::limit)
    std::printf("There are more findings than were kept: see --max-findings.\n");
  if (checked.loaded.is_partial) std::printf("The input was read in part: see the warnings.\n");
  if (report.uncertain > 0)
    std::printf("%s marked ? may be of a milder kind: the bounds leave both.\n",
                counted(report.uncertain, "finding").c_str());
}

}  // namespace

std::size_t Checked::new_count() const {
  return static_cast<std::size_t>(std::count(is_known.begin(), is_known.end(), false));
}

std::string amount_of(const check::Finding& f, Real metres_per_unit) {
  if (f.kind == check::Kind::duplicate) return "";
  const Real gap = f.lower > 0 ? f.lower : f.upper > 0 && f.kind == check::Kind::clearance ? f.upper : 0;
  if (f.kind == check::Kind::touching) return "0";
  return to_length(f.kind == check::Kind::clearance ? gap : f.depth(), metres_per_unit);
}

void print_table(const Checked& checked, const Manner& manner) {
  if (manner.is_quiet) return;
  const bool is_animated = !checked.request.job.time.is_empty();
  const Table table = make_table(checked, is_animated, manner.is_verbose);
  if (!table.is_empty()) {
    table.print(manner.style);
    if (!manner.is_verbose && checked.new_count() > kShownRows)
      std::printf("... and %zu more: see --verbose, --csv or --json.\n", checked.new_count() - kShownRows);
  }
  if (!table.is_empty() || is_converted(checked.loaded.objects)) print_units(checked);
  print_motion(checked);
  print_summary(checked, manner);
}

}  // namespace command
