// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <limits>

#include "columns.h"
#include "operands.h"
#include "pairs.h"
#include "rounds.h"

namespace graze_python {
namespace {

using namespace graze;

// Rows of three numbers each, or one row for all.
struct Rows {
  Doubles numbers;
  bool is_array = false;
  std::size_t count = 1;

  Rows(py::handle object, const char* name) : numbers(to_doubles(object, name)) {
    is_array = numbers.ndim() == 2;
    if (numbers.ndim() < 1 || numbers.ndim() > 2 || numbers.shape(numbers.ndim() - 1) != 3)
      raise_value(std::string(name) + ": expected three numbers or an (n, 3) array, got " +
                  describe(py::array::ensure(object)));
    if (is_array) count = static_cast<std::size_t>(numbers.shape(0));
    for (py::ssize_t i = 0; i < numbers.size(); ++i)
      if (!std::isfinite(numbers.data()[i]))
        raise_value(std::string(name) + (is_array ? "[" + std::to_string(i / 3) + "]" : "") +
                    ": NaN or infinity");
    data = numbers.data();
  }
  Vec3 operator[](std::size_t row) const {
    const double* at = data + (count == 1 ? 0 : 3 * row);
    return {at[0], at[1], at[2]};
  }

 private:
  const double* data;
};

struct Rays {
  Rows origins, directions;
  Doubles max_t;
  const double* max_data;
  std::size_t count;

  Rays(py::handle origin, py::handle direction, py::handle max)
      : origins(origin, "origin"), directions(direction, "direction"), max_t(Doubles::ensure(max)) {
    if (!max_t) {
      PyErr_Clear();
      raise_type("max_t: expected numbers, got " + describe(max));
    }
    if (max_t.ndim() > 1) raise_value("max_t: expected a number or one for each ray, got " + describe(max_t));
    max_data = max_t.data();
    for (py::ssize_t i = 0; i < max_t.size(); ++i)
      if (!(max_data[i] >= 0)) raise_value("max_t: below zero or NaN (element " + std::to_string(i) + ")");
    const std::pair<const char*, std::size_t> counts[] = {{"origin", origins.count},
                                                          {"direction", directions.count},
                                                          {"max_t", static_cast<std::size_t>(max_t.size())}};
    count = common_rows(counts);
  }
  [[nodiscard]] bool is_array() const { return origins.is_array || directions.is_array || max_t.ndim() == 1; }
  Ray operator[](std::size_t row) const {
    return {origins[row], directions[row], max_data[max_t.size() == 1 ? 0 : row]};
  }
};

Faces faces_of(const std::string& name) {
  if (name == "both") return Faces::both;
  if (name == "front") return Faces::front;
  if (name == "back") return Faces::back;
  raise_value("faces: expected 'both', 'front' or 'back', got '" + name + "'");
}

// Operand of a query about one object: Placed, or a shape and where it is.
Instance object_of(py::handle object, py::handle pose) {
  if (pose.is_none()) return Operand(object, "object").instance();
  return Operand(object, pose, "object", "pose").instance();
}

// One answer for each row of rays, `ask(rays, out)` some of them at a time.
template <class T, class Ask>
py::object each_ray(const Rays& rays, unsigned threads, const py::object& progress, const Ask& ask) {
  py::object result = py::cast(Arrays<T>(rays.count));
  const Writer<T> writer(result.cast<Arrays<T>&>());
  constexpr std::size_t kRays = 256;
  Rounds rounds(rays.count, threads, progress);
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    Ray some[kRays];
    std::vector<T> found(kRays);
    for (std::size_t i = begin; i < end; i += kRays) {
      const std::size_t count = std::min(kRays, end - i);
      for (std::size_t k = 0; k < count; ++k) some[k] = rays[i + k];
      ask(std::span<const Ray>(some, count), std::span(found).first(count));
      writer.put(std::span(found).first(count), i);
    }
  });
  return result;
}

py::object cast_rays(py::handle object, py::handle origin, py::handle direction, py::handle max_t,
                     py::handle pose, unsigned threads, const py::object& progress) {
  const Instance instance = object_of(object, pose);
  const Rays rays(origin, direction, max_t);
  if (!rays.is_array()) {
    std::optional<RayCast> cast;
    {
      const py::gil_scoped_release unlocked;
      cast = ray_cast(instance, rays[0]);
    }
    return py::cast(*cast);
  }
  return each_ray<RayCast>(rays, threads, progress, [&](std::span<const Ray> some, std::span<RayCast> out) {
    (void)ray_cast(instance, some, out);  // lengths and settings are right
  });
}

template <RayCast (*query)(const Instance&, const Ray&, Faces, const QuerySettings&)>
py::object hit_surface(py::handle object, py::handle origin, py::handle direction, py::handle max_t,
                       const std::string& faces, py::handle pose, unsigned threads,
                       const py::object& progress) {
  const Instance instance = object_of(object, pose);
  const Rays rays(origin, direction, max_t);
  const Faces seen = faces_of(faces);
  if (!rays.is_array()) return py::cast(query(instance, rays[0], seen, {}));
  return each_ray<RayCast>(rays, threads, progress, [&](std::span<const Ray> some, std::span<RayCast> out) {
    for (std::size_t i = 0; i < some.size(); ++i) out[i] = query(instance, some[i], seen, {});
  });
}

// All hits of all rays, by ray and then by parameter: numbers of the rays, and the casts.
py::tuple hit_all(py::handle object, py::handle origin, py::handle direction, py::handle max_t,
                  const std::string& faces, py::handle pose) {
  const Instance instance = object_of(object, pose);
  const Rays rays(origin, direction, max_t);
  const Faces seen = faces_of(faces);
  std::vector<RayCast> all, buffer(64);
  std::vector<std::uint32_t> numbers;
  Rounds rounds(rays.count, 1, py::none());
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      RayHits hits = all_ray_hits(instance, rays[i], buffer, seen);
      if (hits.found > buffer.size()) {
        buffer.resize(hits.found);
        hits = all_ray_hits(instance, rays[i], buffer, seen);
      }
      all.insert(all.end(), hits.written.begin(), hits.written.end());
      numbers.insert(numbers.end(), hits.written.size(), static_cast<std::uint32_t>(i));
    }
  });
  return py::make_tuple(py::array_t<std::uint32_t>(py::ssize_t(numbers.size()), numbers.data()),
                        arrays_of<RayCast>(all));
}

py::object cast_shape(py::handle a, py::handle translation, py::handle b, double relative_error) {
  const Operand moving(a, "a"), resting(b, "b");
  const Vec3 way = to_vec3(translation, "translation");
  QuerySettings settings;
  settings.relative_error = relative_error;
  std::optional<ShapeCast> cast;
  {
    const py::gil_scoped_release unlocked;
    cast = shape_cast(moving.instance(), way, resting.instance(), settings);
  }
  if (cast->status == Status::invalid_argument) raise_value("shape_cast(): a setting makes no sense");
  return py::cast(*cast);
}

py::object point_distances(py::handle object, py::handle points, py::handle pose, unsigned threads,
                           const py::object& progress) {
  const Instance instance = object_of(object, pose);
  if (Rows(points, "points").is_array == false)
    return py::cast(point_distance(instance, to_vec3(points, "points")));
  // A point is a ray that goes nowhere.
  const Rays rays(points, to_array(Vec3{1, 0, 0}), py::float_(0.0));
  return each_ray<Distance>(rays, threads, progress, [&](std::span<const Ray> some, std::span<Distance> out) {
    for (std::size_t i = 0; i < some.size(); ++i) out[i] = point_distance(instance, some[i].origin);
  });
}

py::object point_locations(const py::module_& module, py::handle object, py::handle points, py::handle pose) {
  const Instance instance = object_of(object, pose);
  const Rows rows(points, "points");
  if (!rows.is_array)
    return module.attr("Contact")(static_cast<int>(point_location(instance, rows[0]).contact));
  py::array_t<std::uint8_t> out{py::ssize_t(rows.count)};
  std::uint8_t* at = out.mutable_data();
  Rounds rounds(rows.count, 1, py::none());
  rounds.run([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      at[i] = static_cast<std::uint8_t>(point_location(instance, rows[i]).contact);
  });
  return out;
}

}  // namespace

void define_casts(py::module_& module) {
  const py::float_ infinity(std::numeric_limits<double>::infinity());
  const auto object = py::arg("object"), origin = py::arg("origin"), direction = py::arg("direction");
  const auto max_t = py::arg("max_t") = infinity;
  const auto pose = py::arg("pose") = py::none(), progress = py::arg("progress") = py::none();
  const auto threads = py::arg("threads") = 1, faces = py::arg("faces") = "both";
  module.def("ray_cast", &cast_rays, object, origin, direction, max_t, py::kw_only(), pose, threads, progress,
             "First point of a ray in a shape, or of (n, 3) rays; directions need not be unit. Starting "
             "inside a solid "
             "is a hit at zero.");
  module.def("first_ray_hit", &hit_surface<first_ray_hit>, object, origin, direction, max_t, py::kw_only(),
             faces, pose, threads, progress,
             "First point of rays on the surfaces of a shape, seeing 'both' sides, 'front' (corners run "
             "counterclockwise) or 'back'; starting inside is no hit.");
  module.def("any_ray_hit", &hit_surface<any_ray_hit>, object, origin, direction, max_t, py::kw_only(), faces,
             pose, threads, progress,
             "Any point of rays on the surfaces of a shape: for shadows and lines of sight.");
  module.def(
      "all_ray_hits", &hit_all, object, origin, direction, max_t, py::kw_only(), faces, pose,
      "Every piece that rays meet: numbers of rays, and a RayCastArrays, by ray and then by parameter.");
  module.def(
      "shape_cast", &cast_shape, py::arg("a"), py::arg("translation"), py::arg("b"), py::kw_only(),
      py::arg("relative_error") = QuerySettings{}.relative_error,
      "First contact of a, moving by a translation, with b at rest; both Placed, or shapes in one frame.");
  module.def("point_distance", &point_distances, object, py::arg("points"), py::kw_only(), pose, threads,
             progress,
             "Distance of a point, or of (n, 3) points, from an object; zero inside. The point is b.");
  module.def(
      "point_location",
      [module](py::handle o, py::handle p, py::handle where) { return point_locations(module, o, p, where); },
      object, py::arg("points"), py::kw_only(), pose,
      "Where a point is, or (n, 3) points: Contact.apart is outside, overlapping inside.");
}

}  // namespace graze_python
