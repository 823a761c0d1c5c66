// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "report.h"
#include "robot.h"

namespace command {
namespace {

void write_files(JsonWriter& json, const Loaded& loaded) {
  json.open_array("files");
  for (std::size_t i = 0; i < loaded.files.size(); ++i) {
    const FileReport& file = loaded.files[i];
    const check::SceneSummary& scene = loaded.objects.scenes[i];
    json.open_object()
        .text("path", file.path)
        .text("format", loaded.objects.uses[i].scene->format)
        .text("read", io::to_string(file.code));
    json.count("objects", scene.objects)
        .number("scale", scene.scale)
        .truth("unit_assumed", scene.is_unit_assumed);
    json.truth("turned", scene.is_turned).count("excluded", scene.excluded).count("unusable", scene.unusable);
    json.open_array("warnings");
    for (const io::ReadMessage& w : file.warnings) {
      json.open_object()
          .text("text", w.text)
          .text("file", w.file)
          .count("line", w.line)
          .count("column", w.column);
      json.count("count", w.count).truth("loss", w.is_loss).close();
    }
    json.close().close();
  }
  json.close();
}

void write_settings(JsonWriter& json, const Checked& checked) {
  const check::Job& job = checked.request.job;
  const check::Objects& objects = checked.loaded.objects;
  json.open_object("settings").number("clearance", job.clearance);
  if (job.tolerance)
    json.number("tolerance", *job.tolerance);
  else
    json.null("tolerance");
  json.truth("touching", job.want_touching).truth("surface", !objects.options.closed_are_solid);
  if (job.time.is_empty()) {
    json.null("time");
  } else {
    json.open_object("time").number("begin", job.time.lower).number("end", job.time.upper);
    json.number("fps", job.fps).truth("between_frames", job.between_frames);
    json.truth("whole", is_motion_whole(checked.request, checked.loaded));
    json.text("unit", checked.loaded.robot ? "row" : "s").close();
  }
  json.close();
}

/// How many rows were checked, and what is wrong with some of them.
void write_robot(JsonWriter& json, const RobotCell& cell) {
  json.open_object("robot").text("states", cell.states).count("rows", cell.report.rows);
  if (cell.report.states_error)
    json.text("error", io::to_string(*cell.report.states_error));
  else
    json.null("error");
  json.count("out_of_limits", cell.report.out_of_limits).open_array("limits");
  for (const check::LimitRow& row : cell.report.limit_rows)
    json.open_object()
        .count("row", row.row)
        .text("joint", cell.robot.joints[row.joint].name)
        .number("value", row.value)
        .close();
  json.close().close();
}

void write_finding(JsonWriter& json, const check::Finding& f, const check::Objects& objects, bool is_known,
                   bool is_animated) {
  json.open_object()
      .text("kind", check::to_string(f.kind))
      .truth("certain", f.is_certain)
      .truth("known", is_known);
  json.text("a", objects.list[f.a].name).text("b", objects.list[f.b].name);
  if (f.kind == check::Kind::containment)
    json.text("outer", f.b_is_outer ? "b" : "a");
  else
    json.null("outer");
  json.open_object("separation").number("lower", f.lower).number("upper", f.upper).close();
  json.number("depth", f.depth()).number("tolerance", f.tolerance).count("intersecting", f.intersecting);
  json.vector("normal", f.normal).vector("point_a", f.point_a).vector("point_b", f.point_b);
  json.open_object("bounds").vector("min", f.bounds.lower).vector("max", f.bounds.upper).close();
  if (!is_animated) {
    json.null("worst").open_array("times").close().close();
    return;
  }
  json.number("worst", f.time).open_array("times");
  for (const check::TimeSpan& span : f.times)
    json.open_object()
        .number("begin", span.begin)
        .number("end", span.end)
        .number("worst", span.worst)
        .truth("certain", span.is_certain)
        .close();
  json.close().close();
}

/// Quoted where it must be, by RFC 4180.
std::string csv_text(std::string_view text) {
  const std::string clean = printable(text);
  if (clean.find_first_of(",\"") == std::string::npos) return clean;
  std::string quoted = "\"";
  for (const char c : clean) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void write_json(const Checked& checked, const std::string& path) {
  Output out(path);
  JsonWriter json(out);
  write_findings(json, checked, checked.report.findings.size());
  out.finish();
}

void write_findings(JsonWriter& json, const Checked& checked, std::size_t most) {
  const check::Report& report = checked.report;
  const check::Objects& objects = checked.loaded.objects;
  json.open_object()
      .text("format", "graze findings")
      .count("version", 1)
      .text("program", "graze " + version_text());
  json.text("outcome", check::to_string(report.outcome)).truth("partial", !checked.is_whole());
  json.open_object("unit")
      .number("metres", objects.metres_per_unit)
      .text("name", unit_name(objects.metres_per_unit))
      .close();
  json.text("up", objects.up == io::UpAxis::y ? "y" : "z");
  write_settings(json, checked);
  write_files(json, checked.loaded);
  if (checked.loaded.robot) write_robot(json, *checked.loaded.robot);
  json.count("objects", objects.list.size());
  json.open_object("pairs").count("all", report.pairs).count("ruled_out", report.ruled_out);
  json.count("near", report.near_pairs).count("done", report.done).close();
  json.open_object("counts");
  for (int k = check::kKindCount - 1; k >= 0; --k)
    json.count(check::to_string(static_cast<check::Kind>(k)), report.counts[k]);
  json.count("uncertain", report.uncertain).count("new", checked.new_count()).close();
  json.open_array("findings");
  const bool is_animated = !checked.request.job.time.is_empty();
  for (std::size_t i = 0; i < std::min(most, report.findings.size()); ++i)
    write_finding(json, report.findings[i], objects, checked.is_known[i], is_animated);
  json.close().close();
}

void write_csv(const Checked& checked, const std::string& path) {
  const check::Objects& objects = checked.loaded.objects;
  Output out(path);
  out.write(
      "kind,certain,known,a,b,separation_lower,separation_upper,normal_x,normal_y,normal_z,"
      "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,intersecting,worst,begin,end,spans\n");
  for (std::size_t i = 0; i < checked.report.findings.size(); ++i) {
    const check::Finding& f = checked.report.findings[i];
    const auto vector = [](const Vec3& v) {
      return to_exact_text(v.x) + "," + to_exact_text(v.y) + "," + to_exact_text(v.z) + ",";
    };
    std::string row = std::string(check::to_string(f.kind)) + (f.is_certain ? ",true," : ",false,") +
                      (checked.is_known[i] ? "true," : "false,") + csv_text(objects.list[f.a].name) + "," +
                      csv_text(objects.list[f.b].name) + "," + to_exact_text(f.lower) + "," +
                      to_exact_text(f.upper) + ",";
    row += vector(f.normal) + vector(f.point_a) + vector(f.point_b) + std::to_string(f.intersecting) + ",";
    if (f.times.empty())
      row += ",,,0";
    else
      row += to_exact_text(f.time) + "," + to_exact_text(f.times.front().begin) + "," +
             to_exact_text(f.times.back().end) + "," + std::to_string(f.times.size());
    out.write(row + "\n");
  }
  out.finish();
}

}  // namespace command
