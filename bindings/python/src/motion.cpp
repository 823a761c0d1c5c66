// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "columns.h"
#include "operands.h"
#include "pairs.h"
#include "rounds.h"

namespace graze_python {
namespace {

using namespace graze;

Path path_of(py::handle object, const char* name) {
  if (py::isinstance<Path>(object)) return object.cast<const Path&>();
  return Path(to_affine(object, name));
}

Path checked(Path path, const char* what) {
  if (!path.is_valid()) raise_value(std::string("Path.") + what + ": the placements do not go together");
  return path;
}

struct Mover {
  Shape shape;
  Path path;
  Real margin = 0;
};

// A shape and its path, or a Placed at rest.
Mover mover_of(py::handle object, py::handle path, const char* name, const char* path_name) {
  if (py::isinstance<Placed>(object)) {
    const Instance& instance = object.cast<const Placed&>().instance;
    if (path.is_none()) return {instance.shape, Path(instance.placement), instance.margin};
    return {instance.shape, path_of(path, path_name), instance.margin};
  }
  const PyShape& shape = to_shape(object, name);
  if (path.is_none()) return {shape.shape, Path(), 0};
  return {shape.shape, path_of(path, path_name), 0};
}

MotionSettings settings_of(double target, double time_tolerance) {
  MotionSettings settings;
  settings.target = not_negative(target, "target");
  settings.time_tolerance = not_negative(time_tolerance, "time_tolerance");
  return settings;
}

std::vector<Path> paths_of(const py::sequence& list, const char* name) {
  std::vector<Path> paths;
  for (const py::handle path : list) paths.push_back(path_of(path, name));
  return paths;
}

py::object impact_batch(py::handle a, const std::vector<Path>& paths_a, py::handle b,
                        const std::vector<Path>& paths_b, const MotionSettings& settings, unsigned threads,
                        const py::object& progress) {
  const Mover first = mover_of(a, py::none(), "a", "path_a"), second = mover_of(b, py::none(), "b", "path_b");
  const std::pair<const char*, std::size_t> counts[] = {{"path_a", paths_a.size()},
                                                        {"path_b", paths_b.size()}};
  const std::size_t rows = common_rows(counts);
  py::object result = py::cast(Arrays<TimeOfImpact>(rows));
  const Writer<TimeOfImpact> writer(result.cast<Arrays<TimeOfImpact>&>());
  Rounds rounds(rows, threads, progress);
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const TimeOfImpact found =
          time_of_impact(first.shape, paths_a[paths_a.size() == 1 ? 0 : i], first.margin, second.shape,
                         paths_b[paths_b.size() == 1 ? 0 : i], second.margin, settings);
      writer.put({&found, 1}, i);
    }
  });
  return result;
}

py::object impact(py::handle a, py::handle path_a, py::handle b, py::handle path_b, double target,
                  double time_tolerance, unsigned threads, const py::object& progress) {
  const MotionSettings settings = settings_of(target, time_tolerance);
  const auto is_paths = [](py::handle object) {
    return is_list(object) && py::len(object) > 0 &&
           py::isinstance<Path>(py::object(py::reinterpret_borrow<py::sequence>(object)[0]));
  };
  if (is_paths(path_a) || is_paths(path_b)) {
    const auto list = [&](py::handle object, const char* name) {
      return is_paths(object) ? paths_of(py::reinterpret_borrow<py::sequence>(object), name)
                              : std::vector<Path>{path_of(object, name)};
    };
    return impact_batch(a, list(path_a, "path_a"), b, list(path_b, "path_b"), settings, threads, progress);
  }
  const Mover first = mover_of(a, path_a, "a", "path_a"), second = mover_of(b, path_b, "b", "path_b");
  std::optional<TimeOfImpact> found;
  {
    const py::gil_scoped_release unlocked;
    found = time_of_impact(first.shape, first.path, first.margin, second.shape, second.path, second.margin,
                           settings);
  }
  if (found->status == Status::invalid_argument)
    raise_value("time_of_impact(): target or time_tolerance makes no sense, or a half-space on such a path");
  return py::cast(*found);
}

py::list intervals(py::handle a, py::handle path_a, py::handle b, py::handle path_b, double target,
                   double shortest_gap) {
  IntervalSettings settings;
  settings.motion.target = target;
  settings.shortest_gap = shortest_gap;
  const Mover first = mover_of(a, path_a, "a", "path_a"), second = mover_of(b, path_b, "b", "path_b");
  std::vector<ContactInterval> buffer(64);
  std::optional<ContactIntervals> found;
  {
    const py::gil_scoped_release unlocked;
    const auto ask = [&] {
      found = contact_intervals(first.shape, first.path, first.margin, second.shape, second.path,
                                second.margin, buffer, settings);
    };
    ask();
    if (found->found > buffer.size()) buffer.resize(found->found), ask();
  }
  if (found->status == Status::invalid_argument)
    raise_value("contact_intervals(): target or shortest_gap makes no sense");
  py::list out;
  for (const ContactInterval& interval : found->written) out.append(py::cast(interval));
  return out;
}

void define_paths(py::module_& module) {
  py::class_<Path>(
      module, "Path",
      "How an object moves from time 0 to time 1. Angular velocities are in radians, of any number of "
      "turns.")
      .def(py::init([](py::handle pose) { return Path(to_affine(pose, "pose")); }), py::arg("pose"),
           "At rest.")
      .def_static(
          "linear",
          [](py::handle from, py::handle translation) {
            return checked(Path::linear(to_affine(from, "start"), to_vec3(translation, "translation")),
                           "linear");
          },
          py::arg("start"), py::arg("translation"), "Along a straight line without turning.")
      .def_static(
          "turning",
          [](py::handle from, py::handle velocity, py::handle angular, py::handle centre) {
            return checked(Path::turning(to_affine(from, "start"), to_vec3(velocity, "velocity"),
                                         to_vec3(angular, "angular_velocity"),
                                         centre.is_none() ? Vec3{} : to_vec3(centre, "local_centre")),
                           "turning");
          },
          py::arg("start"), py::arg("velocity"), py::arg("angular_velocity"),
          py::arg("local_centre") = py::none(),
          "Turns about a local point while that moves along a straight line; both velocities are of the "
          "world.")
      .def_static(
          "screw",
          [](py::handle from, py::handle point, py::handle axis, double angle, double advance) {
            return checked(Path::screw(to_affine(from, "start"), to_vec3(point, "point"),
                                       to_vec3(axis, "axis"), angle, advance),
                           "screw");
          },
          py::arg("start"), py::arg("point"), py::arg("axis"), py::arg("angle"), py::arg("advance") = 0.0,
          "Turns about a line of the world while it moves along that line.")
      .def_static(
          "slerp",
          [](py::handle from, py::handle to) {
            return checked(Path::slerp(to_affine(from, "start"), to_affine(to, "end")), "slerp");
          },
          py::arg("start"), py::arg("end"), "From one rigid placement to another, turning the shorter way.")
      .def(
          "placement",
          [](const Path& path, Real time) {
            if (!(time >= 0 && time <= 1)) raise_value("time: not in [0, 1]");
            return path.placement(time);
          },
          py::arg("time"), "Where the object is at a time in [0, 1].");
}

}  // namespace

void define_motion(py::module_& module) {
  define_paths(module);
  py::class_<ContactInterval>(module, "ContactInterval", "A time of contact, from its begin to its end.")
      .def_property_readonly(
          "is_certain", [](const ContactInterval& i) { return i.hit == Hit::hit; },
          "False: contact cannot be told from a graze.")
      .def_readonly("begin_lower", &ContactInterval::begin_lower, "Apart before.")
      .def_readonly("begin_upper", &ContactInterval::begin_upper, "In contact then, if it is certain.")
      .def_readonly("end_lower", &ContactInterval::end_lower, "In contact then, if it is certain.")
      .def_readonly("end_upper", &ContactInterval::end_upper, "Apart afterwards.")
      .def_readonly("worst_time", &ContactInterval::worst_time, "The moment of the least separation found.")
      .def_readonly("worst", &ContactInterval::worst, "The Separation at that moment.")
      .def_readonly("worst_bound", &ContactInterval::worst_bound,
                    "The separation is never less in the interval.");
  const auto target = py::arg("target") = 0.0;
  module.def("time_of_impact", &impact, py::arg("a"), py::arg("path_a"), py::arg("b"), py::arg("path_b"),
             py::kw_only(), target, py::arg("time_tolerance") = MotionSettings{}.time_tolerance,
             py::arg("threads") = 1, py::arg("progress") = py::none(),
             "First time in [0, 1] at which two objects meet on their paths, or come as close as `target`. "
             "Nothing is "
             "sampled. Lists of paths ask about many motions at once.");
  module.def("contact_intervals", &intervals, py::arg("a"), py::arg("path_a"), py::arg("b"),
             py::arg("path_b"), py::kw_only(), target,
             py::arg("shortest_gap") = IntervalSettings{}.shortest_gap,
             "All times in [0, 1] at which two objects are in contact, or closer than `target`.");
}

}  // namespace graze_python
