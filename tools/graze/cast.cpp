// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "commands.h"
#include "graze/query/ray_cast.h"
#include "json_writer.h"
#include "load.h"

namespace command {
namespace {

struct ObjectHit {
  std::uint32_t object = 0;
  graze::RayCast cast;
};

/// First points of all objects that are hit, nearest first; ties by object.
std::vector<ObjectHit> cast_at_all(const check::Objects& objects, const graze::Ray& ray) {
  std::vector<ObjectHit> hits;
  for (std::uint32_t i = 0; i < objects.list.size(); ++i) {
    const graze::RayCast cast = ray_cast(instance_of(objects.list[i]), ray);
    if (cast) hits.push_back({i, cast});
  }
  std::stable_sort(hits.begin(), hits.end(), [](const ObjectHit& a, const ObjectHit& b) {
    return a.cast.parameter < b.cast.parameter;
  });
  return hits;
}

void print_hits(const check::Objects& objects, const std::vector<ObjectHit>& hits, const Manner& manner) {
  if (manner.is_quiet) return;
  if (hits.empty()) {
    std::printf("The ray hits nothing; %s.\n", counted(objects.list.size(), "object").c_str());
    return;
  }
  Table table;
  table.add_column("object");
  table.add_column("distance", Table::Align::right);
  table.add_column("point");
  table.add_column("normal");
  table.add_column("remark");
  for (const ObjectHit& hit : hits) {
    const char* remark = hit.cast.starts_inside                  ? "begins inside"
                         : hit.cast.hit == graze::Hit::uncertain ? "grazes"
                                                                 : "";
    table.add_row({{printable(objects.list[hit.object].name)},
                   {to_length(hit.cast.parameter, objects.metres_per_unit), Colour::green},
                   {to_text(hit.cast.point, 6)},
                   {to_text(hit.cast.normal)},
                   {remark, Colour::yellow}});
  }
  table.print(manner.style);
}

void write_hits(const check::Objects& objects, const graze::Ray& ray, const std::vector<ObjectHit>& hits,
                bool is_partial, const std::string& path) {
  Output out(path);
  JsonWriter json(out);
  json.open_object().text("format", "graze cast").count("version", 1).truth("partial", is_partial);
  json.open_object("unit")
      .number("metres", objects.metres_per_unit)
      .text("name", unit_name(objects.metres_per_unit))
      .close();
  json.vector("origin", ray.origin).vector("direction", ray.direction).open_array("hits");
  for (const ObjectHit& hit : hits) {
    json.open_object()
        .text("object", objects.list[hit.object].name)
        .truth("certain", hit.cast.hit == graze::Hit::hit);
    json.number("distance", hit.cast.parameter)
        .number("lower", hit.cast.lower)
        .number("upper", hit.cast.upper);
    json.vector("point", hit.cast.point)
        .vector("normal", hit.cast.normal)
        .truth("starts_inside", hit.cast.starts_inside)
        .close();
  }
  json.close().close();
  out.finish();
}

}  // namespace

int run_cast(const Arguments& arguments) {
  const std::vector<std::string>& operands = arguments.operands();
  if (operands.size() < 3) throw UserError("cast needs a file and a ray: graze cast FILE ORIGIN DIRECTION");
  graze::Ray ray;
  ray.origin = parse_vector(operands[operands.size() - 2], "the origin");
  ray.direction = parse_vector(operands.back(), "the direction");
  if (!(dot(ray.direction, ray.direction) > 0)) throw UserError("the direction has no length");
  ray.direction = normalized(ray.direction);
  Request request;
  add_options(arguments, std::span(operands).first(operands.size() - 2), request);
  if (request.time && request.time->upper > request.time->lower)
    throw UserError("option '--time': a cast is at one moment");
  const Manner manner(arguments);
  const Loaded loaded = load(request, manner);
  ray.max_t = graze::kInfinity;
  if (const auto text = arguments.value("--max-distance")) {
    request.clearance = parse_length(*text, "option '--max-distance'");
    solve_lengths(request, loaded.objects.metres_per_unit);
    ray.max_t = request.job.clearance;
  }
  std::vector<ObjectHit> hits = cast_at_all(loaded.objects, ray);
  if (!arguments.has("--all") && hits.size() > 1) hits.resize(1);
  if (arguments.has("--json"))
    write_hits(loaded.objects, ray, hits, loaded.is_partial, arguments.value("--json").value_or(""));
  if (!arguments.has("--json") || arguments.value("--json")) print_hits(loaded.objects, hits, manner);
  if (!hits.empty()) return kFound;
  return loaded.is_partial ? kNothingInPart : kNothing;
}

}  // namespace command
