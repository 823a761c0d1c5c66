// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/check/robot.h"

#include <pybind11/stl.h>

#include "graze/io/read_scene.h"
#include "graze/io/robot.h"
#include "objects.h"
#include "pairs.h"
#include "rounds.h"

namespace graze_python {
namespace {

using namespace graze;

// Two objects of which at least one is a link, and that may not touch.
struct AskedPair {
  std::uint32_t a = 0, b = 0;            // objects
  std::uint32_t link_a = 0, link_b = 0;  // io::kNone: no link
};

// The nearest pair of a configuration.
struct Nearest {
  Real lower = kInfinity, upper = kInfinity;
  std::uint32_t pair = 0;
  Vec3 normal, point_a, point_b;
};

struct PyRobot {
  std::unique_ptr<io::Robot> robot;
  std::vector<std::unique_ptr<io::SceneData>> scenes;
  std::optional<check::RobotCheck> checks;
  std::vector<AskedPair> pairs;
  std::vector<std::string> warnings;
};

[[noreturn]] void raise_read(io::ReadCode code, const io::ReadMessage& error) {
  PyErr_SetString(code == io::ReadCode::unreadable ? PyExc_FileNotFoundError : PyExc_ValueError,
                  io::to_string(error).c_str());
  throw py::error_already_set();
}

void keep_warnings(PyRobot& held, const std::vector<io::ReadMessage>& warnings) {
  for (const io::ReadMessage& warning : warnings) held.warnings.push_back(io::to_string(warning));
}

void read_robot(PyRobot& held, const std::string& urdf, const std::string& srdf,
                const std::vector<std::string>& roots, bool visuals) {
  io::UrdfOptions options;
  options.roots = roots;
  options.visuals = visuals ? io::Visuals::where_missing : io::Visuals::never;
  io::RobotRead read = io::read_urdf_file(urdf, options);
  keep_warnings(held, read.warnings);
  if (!read) raise_read(read.code, read.error);
  held.robot = std::make_unique<io::Robot>(std::move(*read.robot));
  if (srdf.empty()) return;
  const io::SrdfRead allowed = io::read_srdf_file(srdf, *held.robot);
  keep_warnings(held, allowed.warnings);
  if (!allowed) raise_read(allowed.code, allowed.error);
}

std::vector<AskedPair> pairs_of(const io::Robot& robot, const check::Objects& objects) {
  std::vector<AskedPair> pairs;
  const auto link_of = [&](const check::Object& object) {
    return object.scene == 0 ? io::find_link(robot, object.name) : io::kNone;
  };
  const auto count = static_cast<std::uint32_t>(objects.list.size());
  for (std::uint32_t a = 0; a < count; ++a)
    for (std::uint32_t b = a + 1; b < count; ++b) {
      const std::uint32_t link_a = link_of(objects.list[a]), link_b = link_of(objects.list[b]);
      if (link_a == io::kNone && link_b == io::kNone) continue;
      if (link_a != io::kNone && link_b != io::kNone && io::is_allowed(robot, link_a, link_b)) continue;
      pairs.push_back({a, b, link_a, link_b});
    }
  return pairs;
}

std::unique_ptr<PyRobot> make_robot(const std::string& urdf, const std::string& srdf,
                                    const std::vector<std::string>& others,
                                    const std::vector<std::string>& roots, bool visuals) {
  auto held = std::make_unique<PyRobot>();
  read_robot(*held, urdf, srdf, roots, visuals);
  std::vector<check::SceneUse> uses;
  for (const std::string& path : others) {
    io::SceneRead read = io::read_scene_file(path);
    keep_warnings(*held, read.warnings);
    if (!read) raise_read(read.code, read.error);
    held->scenes.push_back(std::make_unique<io::SceneData>(std::move(*read.scene)));
    uses.push_back({held->scenes.back().get(), path, {}, {}, 0, {}});
  }
  held->checks.emplace(value_of(check::RobotCheck::make(*held->robot, uses, {}), "robot"));
  held->pairs = pairs_of(*held->robot, held->checks->objects());
  return held;
}

// Configurations: (n, dof), or (dof,) as one row.
struct States {
  Doubles numbers;
  std::size_t rows = 1, width = 0;
  bool is_array = false;

  States(const PyRobot& held, py::handle q)
      : numbers(to_doubles(q, "q")), width(held.robot->variables.size()) {
    is_array = numbers.ndim() == 2;
    if (numbers.ndim() < 1 || numbers.ndim() > 2 || std::size_t(numbers.shape(numbers.ndim() - 1)) != width)
      raise_value("q: expected " + std::to_string(width) + " numbers or an (n, " + std::to_string(width) +
                  ") array, got " + describe(py::array::ensure(q)));
    if (is_array) rows = static_cast<std::size_t>(numbers.shape(0));
    data = numbers.data();
    for (std::size_t i = 0; i < rows; ++i)
      if (!io::are_values(*held.robot, (*this)[i]))
        raise_value("q" + (is_array ? "[" + std::to_string(i) + "]" : std::string()) +
                    ": NaN, infinity, or a quaternion of length zero");
  }
  std::span<const Real> operator[](std::size_t row) const { return {data + row * width, width}; }

 private:
  const double* data = nullptr;
};

py::object in_collision(const PyRobot& held, py::handle q, unsigned threads, const py::object& progress) {
  const States states(held, q);
  py::array_t<bool> out(static_cast<py::ssize_t>(states.rows));
  bool* const at = out.mutable_data();
  Rounds rounds(states.rows, threads, progress);
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) at[i] = held.checks->is_in_contact(states[i]);
  });
  if (!states.is_array) return py::bool_(at[0]);
  return out;
}

Real box_gap(const Aabb& a, const Aabb& b) {
  const Vec3 apart = max(max(a.lower - b.upper, b.lower - a.upper), Vec3{});
  return length(apart);
}

Nearest nearest_of(const PyRobot& held, std::span<const Real> q) {
  const std::vector<Affine> placements = held.checks->placements(q);
  const std::vector<check::Object>& objects = held.checks->objects().list;
  std::vector<Instance> instances;
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    instances.push_back({objects[i].shape, placements[i], 0});
    boxes.push_back(bounds(instances.back()));
  }
  Nearest best;
  for (std::uint32_t k = 0; k < held.pairs.size(); ++k) {
    const AskedPair& pair = held.pairs[k];
    if (box_gap(boxes[pair.a], boxes[pair.b]) > std::max(best.upper, Real(0))) continue;
    QuerySettings settings;
    settings.threshold = std::max(best.upper, Real(0));
    const Distance apart = distance(instances[pair.a], instances[pair.b], settings);
    if (apart.status == Status::beyond_threshold) continue;
    if (apart.contact == Contact::apart) {
      if (apart.upper < best.upper)
        best = {apart.lower, apart.upper, k, apart.normal, apart.point_a, apart.point_b};
      continue;
    }
    const Separation deep = separation(instances[pair.a], instances[pair.b]);
    if (deep.upper < best.upper) best = {deep.lower, deep.upper, k, deep.normal, deep.point_a, deep.point_b};
  }
  return best;
}

// Derivative of the distance by each variable: how fast the two witness points part along the normal.
void add_gradient(const PyRobot& held, std::span<const Real> q, const Nearest& nearest, double* out) {
  const io::Robot& robot = *held.robot;
  const AskedPair& pair = held.pairs[nearest.pair];
  const std::vector<Pose> links = io::world_from_link(robot, q);
  std::vector<Vec3> columns(robot.variables.size());
  const auto add = [&](std::uint32_t link, const Vec3& point, Real sign) {
    if (link == io::kNone) return;
    io::point_jacobian(robot, q, links, link, point, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) out[i] += sign * dot(nearest.normal, columns[i]);
  };
  std::fill(out, out + columns.size(), 0.0);
  add(pair.link_b, nearest.point_b, 1);
  add(pair.link_a, nearest.point_a, -1);
}

py::dict distances(const PyRobot& held, py::handle q, unsigned threads, const py::object& progress) {
  if (held.pairs.empty()) raise_value("distance(): there are no two objects that may not touch");
  const States states(held, q);
  const auto rows = static_cast<py::ssize_t>(states.rows), width = static_cast<py::ssize_t>(states.width);
  py::array_t<double> lower(rows), upper(rows), gradient({rows, width}), normal({rows, py::ssize_t(3)}),
      point_a({rows, py::ssize_t(3)}), point_b({rows, py::ssize_t(3)});
  py::array_t<std::uint32_t> a(rows), b(rows);
  double* const to[] = {lower.mutable_data(),  upper.mutable_data(),   gradient.mutable_data(),
                        normal.mutable_data(), point_a.mutable_data(), point_b.mutable_data()};
  std::uint32_t* const names[] = {a.mutable_data(), b.mutable_data()};
  Rounds rounds(states.rows, threads, progress);
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Nearest nearest = nearest_of(held, states[i]);
      to[0][i] = nearest.lower, to[1][i] = nearest.upper;
      add_gradient(held, states[i], nearest, to[2] + i * states.width);
      const Vec3* const vectors[] = {&nearest.normal, &nearest.point_a, &nearest.point_b};
      for (int v = 0; v < 3; ++v)
        for (int k = 0; k < 3; ++k) to[3 + v][3 * i + std::size_t(k)] = (*vectors[v])[k];
      names[0][i] = held.pairs[nearest.pair].a, names[1][i] = held.pairs[nearest.pair].b;
    }
  });
  py::dict out;
  out["lower"] = lower, out["upper"] = upper, out["gradient"] = gradient, out["normal"] = normal;
  out["point_a"] = point_a, out["point_b"] = point_b, out["a"] = a, out["b"] = b;
  return out;
}

py::array placements_of(const PyRobot& held, py::handle q) {
  const States states(held, q);
  if (states.is_array) raise_value("q: one configuration is expected, got " + describe(py::array::ensure(q)));
  const std::vector<Affine> placements = held.checks->placements(states[0]);
  py::array_t<double> out({py::ssize_t(placements.size()), py::ssize_t(4), py::ssize_t(4)});
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const py::array_t<double> one = to_array(placements[i]);
    std::copy(one.data(), one.data() + 16, out.mutable_data(py::ssize_t(i), 0, 0));
  }
  return out;
}

py::list variables_of(const PyRobot& held) {
  py::list out;
  for (const io::Variable& variable : held.robot->variables)
    out.append(py::make_tuple(variable.name, variable.lower, variable.upper));
  return out;
}

py::list names_of(const PyRobot& held) {
  py::list out;
  for (const check::Object& object : held.checks->objects().list) out.append(object.name);
  return out;
}

py::list pair_names(const PyRobot& held) {
  const std::vector<check::Object>& objects = held.checks->objects().list;
  py::list out;
  for (const AskedPair& pair : held.pairs)
    out.append(py::make_tuple(objects[pair.a].name, objects[pair.b].name));
  return out;
}

}  // namespace

void define_robot(py::module_& module) {
  py::class_<PyRobot>(module, "_Robot")
      .def_static("load", &make_robot)
      .def("variables", &variables_of)
      .def("objects", &names_of)
      .def("pairs", &pair_names)
      .def("warnings", [](const PyRobot& held) { return held.warnings; })
      .def("neutral",
           [](const PyRobot& held) {
             const std::vector<Real> q = io::neutral_values(*held.robot);
             return py::array_t<double>(py::ssize_t(q.size()), q.data());
           })
      .def("placements", &placements_of)
      .def("in_collision", &in_collision)
      .def("distance", &distances);
}

}  // namespace graze_python
