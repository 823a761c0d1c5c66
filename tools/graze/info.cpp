// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "json_writer.h"
#include "load.h"

namespace command {
namespace {

constexpr std::size_t kShownRows = 20;

/// Most memory that the program has had, in bytes.
Real peak_memory() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<Real>(usage.ru_maxrss) * 1024;  // Linux counts in kB
}

struct Fact {
  const char* key;
  const char* text;
  std::size_t check::MeshFacts::*count;
};
constexpr Fact kFacts[] = {
    {"open_edges", "open edge", &check::MeshFacts::open_edges},
    {"non_manifold_edges", "edge of three or more faces", &check::MeshFacts::non_manifold_edges},
    {"flipped_edges", "edge of faces that are turned against each other", &check::MeshFacts::flipped_edges},
    {"turned", "triangle turned round", &check::MeshFacts::turned},
    {"degenerate", "triangle without area", &check::MeshFacts::degenerate},
    {"duplicate", "triangle that is there twice", &check::MeshFacts::duplicate},
    {"non_planar", "face that is not flat", &check::MeshFacts::non_planar},
    {"improper", "face that crosses itself or has no area", &check::MeshFacts::improper},
    {"dropped", "face with fewer than three corners", &check::MeshFacts::dropped},
    {"tessellated", "open side of a cylinder or cone, as 256 facets", &check::MeshFacts::tessellated},
};

std::string problems_of(const check::MeshFacts& facts) {
  std::string text;
  for (const Fact& fact : kFacts)
    if (facts.*fact.count > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(facts.*fact.count) + " × " + fact.text;
  return text;
}

void print_file(const Loaded& loaded, std::size_t i) {
  const FileReport& file = loaded.files[i];
  const io::SceneData& scene = *loaded.scenes[i];
  const check::SceneSummary& summary = loaded.objects.scenes[i];
  const Real metres = loaded.objects.uses[i].metres_per_unit > 0 ? loaded.objects.uses[i].metres_per_unit
                                                                 : scene.metres_per_unit;
  std::string unit = metres > 0 ? std::string(unit_name(metres)) : "not known";
  if (unit.empty()) unit = to_text(metres, 9) + " m";
  const io::UpAxis up = loaded.objects.uses[i].up.value_or(scene.up);
  std::printf("%s: %s, read %s; unit %s, +%s up\n", printable(file.path).c_str(),
              printable(scene.format).c_str(), io::to_string(file.code), unit.c_str(),
              up == io::UpAxis::y ? "y" : "z");
  std::printf("  %s in %s; %s, %zu of them in further uses\n", counted(summary.objects, "object").c_str(),
              counted(summary.nodes, "node").c_str(),
              counted(summary.geometries + summary.shared, "shape").c_str(), summary.shared);
  if (scene.files.size() > 1)
    std::printf("  %s that it refers to\n", counted(scene.files.size() - 1, "file").c_str());
  if (summary.excluded > 0)
    std::printf("  %s taken out of collisions by the file\n", counted(summary.excluded, "shape").c_str());
  if (summary.collapsed > 0)
    std::printf("  %s scaled to a point: left out\n", counted(summary.collapsed, "shape").c_str());
  if (summary.unusable > 0)
    std::printf("  %s without faces or with bad numbers: left out\n",
                counted(summary.unusable, "shape").c_str());
}

Table make_table(const check::Objects& objects, bool is_verbose) {
  Table table;
  table.add_column("object");
  table.add_column("is");
  table.add_column("primitives", Table::Align::right);
  table.add_column("from");
  table.add_column("to");
  table.add_column("remarks");
  std::size_t shown = 0;
  for (const check::Object& object : objects.list) {
    if (!is_verbose && ++shown > kShownRows) break;
    std::string remarks = object.is_deforming ? "deforms" : object.is_moving ? "moves" : "";
    const std::string problems = problems_of(object.facts);
    if (!problems.empty()) remarks += (remarks.empty() ? "" : "; ") + problems;
    table.add_row({{printable(object.name)},
                   {check::to_string(object.nature)},
                   {std::to_string(object.primitives)},
                   {to_text(object.bounds.lower)},
                   {to_text(object.bounds.upper)},
                   {remarks, problems.empty() ? Colour::none : Colour::yellow}});
  }
  return table;
}

graze::Aabb bounds_of(const std::vector<check::Object>& list) {
  graze::Aabb bounds;
  for (const check::Object& object : list) bounds = merge(bounds, object.bounds);
  return bounds;
}

void print_info(const Loaded& loaded, const Manner& manner) {
  if (manner.is_quiet) return;
  for (std::size_t i = 0; i < loaded.files.size(); ++i) print_file(loaded, i);
  const auto& list = loaded.objects.list;
  const graze::Interval& animation = loaded.animation.range;
  if (!animation.is_empty())
    std::printf("Animation: %s s to %s s%s; %zu objects move, %zu deform\n",
                to_text(animation.lower, 6).c_str(), to_text(animation.upper, 6).c_str(),
                loaded.animation.is_whole ? "" : ", and on: its cycles do not fit together",
                static_cast<std::size_t>(
                    std::count_if(list.begin(), list.end(), [](const auto& o) { return o.is_moving; })),
                static_cast<std::size_t>(
                    std::count_if(list.begin(), list.end(), [](const auto& o) { return o.is_deforming; })));
  if (!list.empty()) make_table(loaded.objects, manner.is_verbose).print(manner.style);
  if (!manner.is_verbose && list.size() > kShownRows)
    std::printf("... and %zu more: see --verbose or --json.\n", list.size() - kShownRows);
  check::MeshFacts all;
  std::size_t primitives = 0;
  for (const check::Object& object : list) {
    all += object.facts;
    primitives += object.primitives;
  }
  const graze::Aabb bounds = bounds_of(list);
  std::printf("%s, %s", counted(list.size(), "object").c_str(), counted(primitives, "primitive").c_str());
  if (!bounds.is_empty())
    std::printf(", from %s to %s", to_text(bounds.lower).c_str(), to_text(bounds.upper).c_str());
  const std::string problems = problems_of(all);
  std::printf("\nMeshes: %s\n", problems.empty() ? "no problems" : problems.c_str());
  std::printf("Read in %s, built in %s, at most %s of memory\n", to_duration(loaded.read_seconds).c_str(),
              to_duration(loaded.build_seconds).c_str(), to_bytes(peak_memory()).c_str());
}

void write_box(JsonWriter& json, const graze::Aabb& box) {
  if (box.is_empty())
    json.null("bounds");
  else
    json.open_object("bounds").vector("min", box.lower).vector("max", box.upper).close();
}

void write_files(JsonWriter& json, const Loaded& loaded) {
  json.open_array("files");
  for (std::size_t i = 0; i < loaded.files.size(); ++i) {
    const check::SceneSummary& summary = loaded.objects.scenes[i];
    json.open_object()
        .text("path", loaded.files[i].path)
        .text("format", loaded.objects.uses[i].scene->format)
        .text("read", io::to_string(loaded.files[i].code))
        .count("objects", summary.objects)
        .count("excluded", summary.excluded)
        .count("collapsed", summary.collapsed)
        .count("unusable", summary.unusable)
        .close();
  }
  json.close();
}

void write_info(const Loaded& loaded, const std::string& path) {
  Output out(path);
  JsonWriter json(out);
  const check::Objects& objects = loaded.objects;
  json.open_object().text("format", "graze info").count("version", 1).truth("partial", loaded.is_partial);
  json.open_object("unit")
      .number("metres", objects.metres_per_unit)
      .text("name", unit_name(objects.metres_per_unit))
      .close();
  json.text("up", objects.up == io::UpAxis::y ? "y" : "z");
  if (loaded.animation.range.is_empty())
    json.null("animation");
  else
    json.open_object("animation")
        .number("begin", loaded.animation.range.lower)
        .number("end", loaded.animation.range.upper)
        .truth("whole", loaded.animation.is_whole)
        .close();
  json.number("read_seconds", loaded.read_seconds)
      .number("build_seconds", loaded.build_seconds)
      .number("peak_bytes", peak_memory());
  write_files(json, loaded);
  write_box(json, bounds_of(objects.list));
  json.open_array("objects");
  for (const check::Object& object : objects.list) {
    json.open_object()
        .text("name", object.name)
        .text("nature", check::to_string(object.nature))
        .count("primitives", object.primitives);
    write_box(json, object.bounds);
    json.truth("moves", object.is_moving)
        .truth("deforms", object.is_deforming)
        .truth("mirrored", object.is_mirrored);
    json.number("tolerance", object.tolerance).open_object("problems");
    for (const Fact& fact : kFacts)
      if (object.facts.*fact.count > 0) json.count(fact.key, object.facts.*fact.count);
    json.close().close();
  }
  json.close().close();
  out.finish();
}

}  // namespace

int run_info(const Arguments& arguments) {
  Request request;
  add_options(arguments, arguments.operands(), request);
  const Manner manner(arguments);
  const Loaded loaded = load(request, manner);
  if (arguments.has("--json")) write_info(loaded, arguments.value("--json").value_or(""));
  if (!arguments.has("--json") || arguments.value("--json")) print_info(loaded, manner);
  return loaded.is_partial ? kNothingInPart : kNothing;
}

}  // namespace command
