// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: animated scenes put together from tokens of VRML become objects, and a check of them over
// a time that it finds itself has findings that name them, in order, with bounds that hold. Jobs, rules and
// baselines, as bytes or from tokens, are taken or refused in words.

#include <algorithm>
#include <string>

#include "graze/io/vrml.h"
#include "report.h"
#include "scene_check.h"

namespace graze::check::test {
namespace {

using io::test::expect;

// No open cones and cylinders: two of them in one place take seconds.
constexpr const char* kScene[] = {
    "DEF A Transform { ",
    "DEF B Transform { ",
    "Transform { ",
    "Group { ",
    "children [ ",
    "children ",
    "translation ",
    "rotation ",
    "scale ",
    "center ",
    "scaleOrientation ",
    "] } ",
    "} ",
    "USE A ",
    "USE B ",
    "Shape { geometry Box { } } ",
    "Shape { geometry Box { size 1 2 3 } } ",
    "Shape { geometry Sphere { } } ",
    "Shape { geometry Cylinder { } } ",
    "Shape { geometry Cone { } } ",
    "Shape { geometry IndexedFaceSet { coord DEF P Coordinate { point [ ",
    "] } coordIndex [ ",
    "] } } ",
    "Shape { geometry IndexedLineSet { coord Coordinate { point [ 0 0 0 1 1 1 ] } "
    "coordIndex [ 0 1 ] } } ",
    "Shape { geometry PointSet { coord USE P } } ",
    "Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [ 0 1 0 2 ] } } ",
    "0 0 0 1 0 0 0 1 0 0 0 1 ",
    "0 2 1 -1 0 1 3 -1 1 2 3 -1 2 0 3 -1 ",
    "0 1 2 3 1 ",
    "0 0 0 ",
    "1 0 0 ",
    "0 1 0 0.7 ",
    "0 0 1 1.5707963 ",
    "-1 1 1 ",
    "0.5 0 1e-9 ",
    "1e15 0 3 ",
    "0.1 ",
    "2 ",
    "1 ",
    "0 ",
    "-1 ",
    "DEF C TimeSensor { loop TRUE cycleInterval 2 } ",
    "DEF D TimeSensor { loop TRUE cycleInterval 0.7 } ",
    "DEF E PositionInterpolator { key [ 0 0.3 0.3 1 ] keyValue [ 0 0 0 1 1 1 2 0 0 0 0 0 ] } ",
    "DEF F OrientationInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 1 0 0 1 0 3 1 0 0 1 ] } ",
    "DEF G CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 0 1 0 0 0 1 0 0 1 1 "
    "0 2 0 1 0 0 0 1 ] } ",
    "ROUTE C.fraction_changed TO E.set_fraction ",
    "ROUTE D.fraction_changed TO F.set_fraction ",
    "ROUTE D.fraction_changed TO E.set_fraction ",
    "ROUTE C.fraction_changed TO G.set_fraction ",
    "ROUTE E.value_changed TO A.set_translation ",
    "ROUTE E.value_changed TO B.set_scale ",
    "ROUTE E.value_changed TO B.set_translation ",
    "ROUTE F.value_changed TO A.set_rotation ",
    "ROUTE F.value_changed TO B.set_rotation ",
    "ROUTE G.value_changed TO P.point "};

constexpr const char* kText[] = {
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "0",
    "1",
    "-1",
    "0.5",
    "1e400",
    "true",
    "false",
    "null",
    "\"a\"",
    "*",
    "\n",
    "{\"format\":\"graze job\",\"version\":1,",
    "{\"format\":\"graze findings\",\"version\":1,\"findings\":[",
    "{\"kind\":\"touching\",\"a\":\"A\",\"b\":\"B\",\"separation\":{\"lower\":-1}}",
    "\"sets\":{\"a\":[\"*\"]}",
    "\"between\":[[\"a\",\"a\"]]",
    "\"clearance\":\"2mm\"",
    "\"clearance\":",
    "\"time\":[0,1]",
    "\"time\":",
    "\"files\":[{\"path\":\"a\",\"translation\":[0,0,2],\"rotation\":{\"axis\":[0,1,0],\"degrees\":90}}]",
    "\"motion\":[{\"time\":0}]",
    "\"exclude\":[[\"A\",\"*\"]]",
    "\"exclude_adjacent\":true",
    "\"fps\":3",
    "\"frames_only\":true",
    "\"tolerance\":0",
    "\"touching\":false",
    "\"max_findings\":1",
    "\"surface\":true",
    "\"grouping\":\"shapes\"",
    "\"units\":\"mm\"",
    "a,b\n",
    "#",
    "\\,",
    "\xff"};

void expect_sound(const Objects& objects, const Job& job, const Report& report) {
  std::size_t counted = 0;
  for (const std::size_t count : report.counts) counted += count;
  expect(counted >= report.findings.size(), "more findings than are counted");
  expect(report.findings.size() <= job.limits.findings, "more findings than the limit");
  for (const Finding& f : report.findings) {
    expect(f.a < f.b && f.b < objects.list.size(), "a finding of no two objects");
    expect(f.lower <= f.upper, "bounds that are crossed");
    expect(f.depth() >= 0, "a depth below zero");
    for (std::size_t i = 0; i < f.times.size(); ++i) {
      expect(f.times[i].begin <= f.times[i].end, "a span that ends before it begins");
      expect(i == 0 || f.times[i - 1].end <= f.times[i].end, "spans that are not in order");
    }
  }
}

void check_scene(const std::string& text, command::Request& request) {
  io::VrmlOptions options;
  options.limits.nodes = 200;
  options.limits.points = 2000;
  const io::SceneRead read = io::read_vrml("#VRML V2.0 utf8\n" + text, "main.wrl", options);
  if (!read) return;
  const SceneUse use{&*read.scene, "main.wrl", "", {}, 0, {}};
  const Result<Objects> objects = make_objects({&use, 1}, request.objects);
  if (!objects) return;
  for (const Object& object : objects->list)
    expect(object.shape.is_valid() && !object.name.empty(), "an object without shape or name");
  Job& job = request.job;
  const Animation animation = animation_of({&use, 1});
  expect(animation.range.is_empty() || animation.range.lower < animation.range.upper,
         "a range of one moment");
  job.time = animation.range.is_empty() ? Interval() : Interval{0, std::min(animation.range.upper, Real(1))};
  job.fps = std::min(job.fps, Real(4));
  job.limits.pairs = 6;
  job.limits.findings = std::min(job.limits.findings, std::size_t{20});
  job.limits.objects = 6;
  job.limits.moments = 24;
  if (job.rules.adjacent && job.time.is_empty()) job.rules.adjacent = false;
  if (const Result<Report> report = run(*objects, job)) expect_sound(*objects, job, *report);
}

template <class Take>
void expect_taken_or_refused(const Take& take) {
  try {
    take();
  } catch (const command::UserError& error) {
    expect(std::string_view(error.what()).size() > 3, "a refusal without words");
  }
}

std::string from(std::span<const char* const> tokens, std::span<const std::uint8_t> data) {
  std::string text;
  for (const std::uint8_t byte : data) text += tokens[byte % tokens.size()];
  return text;
}

}  // namespace
}  // namespace graze::check::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::check::test;
  if (size < 2) return 0;
  const std::span<const std::uint8_t> rest(data + 2, size - 2);
  command::Request request;
  if (data[0] % 3 == 0) {
    const std::string text = data[1] % 4 == 0 ? std::string(rest.begin(), rest.end()) : from(kText, rest);
    if (text.find('/') != std::string::npos) return 0;  // a path to anywhere
    expect_taken_or_refused([&] { static_cast<void>(command::parse_rules(text, "rules")); });
    expect_taken_or_refused([&] { static_cast<void>(command::Baseline(text, "baseline")); });
    expect_taken_or_refused([&] {
      command::add_job(text, "/nowhere/job.json", request);
      check_scene(
          "DEF A Transform { children Shape { geometry Box { } } } DEF B Shape { geometry Sphere { } }",
          request);
    });
    return 0;
  }
  request.objects.grouping = graze::check::Grouping(data[1] % 3);
  request.objects.closed_are_solid = data[1] % 4 != 0;
  request.job.clearance = data[1] % 5 == 0 ? 0.1 : 0;
  request.job.between_frames = data[1] % 7 != 0;
  check_scene(from(kScene, rest), request);
  return 0;
}
