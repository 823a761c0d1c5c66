// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include <algorithm>
#include <filesystem>

#include "graze/check/check.h"
#include "graze/io/read_scene.h"
#include "objects.h"
#include "pairs.h"

namespace graze_python {
namespace {

using namespace graze;

// Scenes that were read, and their objects.
struct Model {
  std::vector<std::unique_ptr<io::SceneData>> scenes;
  std::vector<check::SceneUse> uses;
  std::vector<std::string> warnings;
  check::Objects objects;
  bool is_partial = false;
};

// Work that asks Python now and then whether to go on.
struct Asked {
  py::object progress;
  bool is_stopped = false;

  static bool report(void* context, Real fraction) {
    auto& asked = *static_cast<Asked*>(context);
    const py::gil_scoped_acquire locked;
    try {
      if (PyErr_CheckSignals() != 0) {
        PyErr_Clear();
        asked.is_stopped = true;
      } else if (!asked.progress.is_none()) {
        asked.is_stopped = asked.progress(fraction).is(py::bool_(false));
      }
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("progress");
      asked.is_stopped = true;
    }
    return !asked.is_stopped;
  }
  [[noreturn]] static void stop() {
    PyErr_SetString(PyExc_KeyboardInterrupt, "stopped");
    throw py::error_already_set();
  }
};

Real metres_of(const py::object& units) {
  if (units.is_none()) return 0;
  const Real metres =
      py::isinstance<py::str>(units) ? io::metres_from_text(units.cast<std::string>()) : units.cast<Real>();
  if (!(metres > 0))
    raise_value("units: expected such as 'mm' or a number of metres, got " + describe(units));
  return metres;
}

std::optional<io::UpAxis> up_of(const py::object& up) {
  if (up.is_none()) return std::nullopt;
  const auto name = up.cast<std::string>();
  if (name == "y") return io::UpAxis::y;
  if (name == "z") return io::UpAxis::z;
  raise_value("up: expected 'y' or 'z', got '" + name + "'");
}

check::Grouping grouping_of(const std::string& name) {
  if (name == "automatic") return check::Grouping::automatic;
  if (name == "groups") return check::Grouping::groups;
  if (name == "shapes") return check::Grouping::shapes;
  raise_value("grouping: expected 'automatic', 'groups' or 'shapes', got '" + name + "'");
}

// Names of objects of several files begin with that of their file, without its extension.
std::string prefix_of(const std::string& path, const std::vector<check::SceneUse>& before, bool is_single) {
  if (is_single) return {};
  const std::string stem = std::filesystem::path(path).stem().string();
  std::string name = stem;
  const auto is_taken = [&] {
    return std::any_of(before.begin(), before.end(),
                       [&](const check::SceneUse& use) { return use.prefix == name; });
  };
  for (int i = 2; is_taken(); ++i) name = stem + "[" + std::to_string(i) + "]";
  return name;
}

void read_file(Model& model, const std::string& path, const io::SceneOptions& options, bool is_single) {
  std::optional<io::SceneRead> read;
  {
    const py::gil_scoped_release unlocked;
    read = io::read_scene_file(path, options);
  }
  for (const io::ReadMessage& warning : read->warnings) model.warnings.push_back(io::to_string(warning));
  if (!*read) {
    const bool is_missing = read->code == io::ReadCode::unreadable;
    PyErr_SetString(is_missing ? PyExc_FileNotFoundError : PyExc_ValueError,
                    io::to_string(read->error).c_str());
    throw py::error_already_set();
  }
  model.is_partial |= read->code == io::ReadCode::partial;
  model.scenes.push_back(std::make_unique<io::SceneData>(std::move(*read->scene)));
  model.uses.push_back({model.scenes.back().get(),
                        path,
                        prefix_of(path, model.uses, is_single),
                        {},
                        options.metres_per_unit,
                        options.up});
}

// Objects where they are at the time.
void make_objects_at(Model& model, check::ObjectOptions options, Real time) {
  options.time = time;
  std::optional<Result<check::Objects>> made;
  {
    const py::gil_scoped_release unlocked;
    made = check::make_objects(model.uses, options);
  }
  model.objects = value_of(std::move(*made), "load()");
}

std::unique_ptr<Model> load(const py::args& paths, const py::object& units, const py::object& up,
                            const std::string& grouping, bool surface, Real time) {
  if (paths.empty()) raise_type("load() takes the path of a file, or of several");
  io::SceneOptions options;
  options.metres_per_unit = metres_of(units);
  options.up = up_of(up);
  check::ObjectOptions how;
  how.grouping = grouping_of(grouping);
  how.closed_are_solid = !surface;
  auto model = std::make_unique<Model>();
  const py::object as_path = py::module_::import("os").attr("fspath");
  for (const py::handle path : paths)
    read_file(*model, as_path(path).cast<std::string>(), options, paths.size() == 1);
  make_objects_at(*model, how, time);
  return model;
}

Interval time_range(const py::object& time, const Model& model) {
  if (time.is_none()) return check::animation_range(model.uses);
  if (PyTuple_Check(time.ptr()) || PyList_Check(time.ptr())) {
    const auto [begin, end] = time.cast<std::pair<Real, Real>>();
    if (!(begin <= end)) raise_value("time: ends before it begins");
    return {begin, end};
  }
  const Real moment = time.cast<Real>();
  return {moment, moment};
}

std::vector<check::NamePair> pairs_of(const py::object& list) {
  std::vector<check::NamePair> pairs;
  if (list.is_none()) return pairs;
  for (const py::handle pair : list) {
    const auto [a, b] = pair.cast<std::pair<std::string, std::string>>();
    pairs.push_back({a, b});
  }
  return pairs;
}

std::vector<check::ObjectSet> sets_of(const py::object& sets) {
  std::vector<check::ObjectSet> list;
  if (sets.is_none()) return list;
  for (const auto& [name, patterns] : sets.cast<py::dict>()) {
    if (py::isinstance<py::str>(patterns))
      list.push_back({name.cast<std::string>(), {patterns.cast<std::string>()}});
    else
      list.push_back({name.cast<std::string>(), patterns.cast<std::vector<std::string>>()});
  }
  return list;
}

// A report, and the names of the objects that its findings are about.
struct CheckReport {
  check::Report report;
  std::vector<std::string> names;
};

CheckReport run_check(Model& model, Real clearance, const py::object& tolerance, bool touching,
                      const py::object& sets, const py::object& between, const py::object& exclude,
                      const py::object& time, Real fps, bool frames_only, unsigned threads,
                      const py::object& progress) {
  check::Job job;
  job.clearance = clearance;
  if (!tolerance.is_none()) job.tolerance = tolerance.cast<Real>();
  job.want_touching = touching;
  job.sets = sets_of(sets);
  job.between = pairs_of(between);
  job.rules.allowed = pairs_of(exclude);
  const Interval range = time_range(time, model);
  const Real begin = range.is_empty() ? 0 : range.lower;
  if (begin != model.objects.options.time) make_objects_at(model, model.objects.options, begin);
  if (!range.is_empty() && range.upper > range.lower) job.time = range;
  job.fps = fps;
  job.between_frames = !frames_only;
  Asked asked{progress};
  job.progress = {&Asked::report, &asked};
  std::optional<Result<check::Report>> found;
  {
    const py::gil_scoped_release unlocked;
    ThreadPool pool(threads);
    job.executor = pool.executor();
    found = check::run(model.objects, job);
  }
  if (asked.is_stopped) Asked::stop();
  CheckReport made{value_of(std::move(*found), "check()"), {}};
  for (const check::Object& object : model.objects.list) made.names.push_back(object.name);
  return made;
}

py::dict finding_of(const CheckReport& made, const check::Finding& f) {
  py::list times;
  for (const check::TimeSpan& span : f.times) times.append(py::make_tuple(span.begin, span.end, span.worst));
  py::dict out;
  out["kind"] = check::to_string(f.kind);
  out["a"] = made.names[f.a];
  out["b"] = made.names[f.b];
  out["is_certain"] = f.is_certain;
  out["lower"] = f.lower;
  out["upper"] = f.upper;
  out["depth"] = f.depth();
  out["normal"] = to_array(f.normal);
  out["point_a"] = to_array(f.point_a);
  out["point_b"] = to_array(f.point_b);
  out["tolerance"] = f.tolerance;
  out["intersecting"] = f.intersecting;
  out["outer"] =
      f.kind == check::Kind::containment ? py::cast(made.names[f.b_is_outer ? f.b : f.a]) : py::none();
  out["time"] = f.time;
  out["times"] = times;
  return out;
}

py::dict report_of(const CheckReport& made) {
  py::list findings;
  for (const check::Finding& finding : made.report.findings) findings.append(finding_of(made, finding));
  py::dict counts;
  for (int k = 0; k < check::kKindCount; ++k)
    counts[check::to_string(static_cast<check::Kind>(k))] = made.report.counts[k];
  py::dict out;
  out["findings"] = findings;
  out["counts"] = counts;
  out["pairs"] = made.report.pairs;
  out["near_pairs"] = made.report.near_pairs;
  out["ruled_out"] = made.report.ruled_out;
  out["outcome"] = check::to_string(made.report.outcome);
  return out;
}

py::list objects_of(const Model& model) {
  py::list out;
  for (const check::Object& object : model.objects.list) {
    py::dict entry;
    entry["name"] = object.name;
    entry["shape"] = PyShape{object.shape};
    entry["pose"] = object.placement;
    entry["nature"] = check::to_string(object.nature);
    entry["file"] = model.uses[object.scene].file;
    entry["primitives"] = object.primitives;
    entry["is_moving"] = object.is_moving;
    entry["is_deforming"] = object.is_deforming;
    out.append(entry);
  }
  return out;
}

}  // namespace

void define_files(py::module_& module) {
  py::class_<Model>(module, "_Model")
      .def_static("load", &load, py::kw_only(), py::arg("units"), py::arg("up"), py::arg("grouping"),
                  py::arg("surface"), py::arg("time"))
      .def("objects", &objects_of)
      .def("warnings", [](const Model& model) { return model.warnings; })
      .def("is_partial", [](const Model& model) { return model.is_partial; })
      .def("metres_per_unit", [](const Model& model) { return model.objects.metres_per_unit; })
      .def("up", [](const Model& model) { return model.objects.up == io::UpAxis::y ? "y" : "z"; })
      .def("duration",
           [](const Model& model) {
             const Interval range = check::animation_range(model.uses);
             return range.is_empty() ? 0 : range.upper;
           })
      .def("check", [](Model& model, Real clearance, const py::object& tolerance, bool touching,
                       const py::object& sets, const py::object& between, const py::object& exclude,
                       const py::object& time, Real fps, bool frames_only, unsigned threads,
                       const py::object& progress) {
        return report_of(run_check(model, clearance, tolerance, touching, sets, between, exclude, time, fps,
                                   frames_only, threads, progress));
      });
}

}  // namespace graze_python
