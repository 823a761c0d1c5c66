// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include "columns.h"
#include "graze/scene/debug_draw.h"
#include "objects.h"
#include "operands.h"
#include "pairs.h"

namespace graze_python {
namespace {

using namespace graze;

using HandleArray = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;

void require(const std::optional<Error>& error, const char* argument) {
  if (error) raise_error(*error, argument);
}

// A world with one scene, which is all that Python offers: handles are the numbers of the world.
struct PyScene {
  World world;
  std::unique_ptr<ThreadPool> pool;
  std::optional<Scene> scene;

  PyScene(bool contacts, Real prediction, bool distances, Real threshold, unsigned threads, bool record) {
    if (record) require(start_recording(world), "record");
    SceneSettings settings;
    settings.with_contacts = contacts;
    settings.prediction = not_negative(prediction, "prediction");
    settings.with_distances = distances;
    settings.threshold = not_negative(threshold, "threshold");
    if (threads != 1) {
      pool = std::make_unique<ThreadPool>(threads);
      settings.executor = pool->executor();
    }
    scene.emplace(world, settings);
  }
};

std::uint64_t add(PyScene& held, const Placed& placed, std::uint32_t category, std::uint32_t mask,
                  bool is_fixed, bool is_sensor) {
  Object object;
  object.instance = placed.instance;
  object.filter = {category, mask};
  object.mobility = is_fixed ? ProxyMobility::fixed : ProxyMobility::moving;
  object.is_sensor = is_sensor;
  const ObjectHandle handle = value_of(held.world.create(object), "object");
  require(held.scene->add(handle), "object");
  return handle.bits;
}

const Object& find(const PyScene& held, std::uint64_t handle) {
  const Object* const found = held.world.find({handle});
  if (found == nullptr) raise_value("handle: " + std::to_string(handle) + " is of no object of this scene");
  return *found;
}

void move(PyScene& held, py::handle handles, py::handle poses) {
  if (PyLong_Check(handles.ptr()) != 0) {
    require(held.world.set_placement({handles.cast<std::uint64_t>()}, to_affine(poses, "pose")), "handle");
    return;
  }
  const HandleArray list = HandleArray::ensure(handles);
  if (!list || list.ndim() != 1) {
    PyErr_Clear();
    raise_type("handles: expected a handle or an array of them, got " + describe(handles));
  }
  const Poses rows(poses, "poses");
  const std::pair<const char*, std::size_t> counts[] = {{"handles", static_cast<std::size_t>(list.size())},
                                                        {"poses", rows.size()}};
  const std::size_t count = list.size() == 0 ? 0 : common_rows(counts);
  if (count != static_cast<std::size_t>(list.size())) raise_value("handles: one for several poses");
  std::vector<ObjectHandle> names(count);
  std::vector<Affine> placements(count);
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = {list.data()[i]};
    placements[i] = rows[i];
    if (!placements[i].is_valid()) rows.raise_row(i);
  }
  if (const auto error = held.world.set_placements(names, placements))
    raise_value("handles[" + std::to_string(error->position) + "]: " + error->message);
}

template <class T, class Values>
py::array_t<T> array_of(const Values& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

// Columns of vectors, as they grow.
struct Vectors {
  std::vector<double> numbers;
  void add(const Vec3& v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
  [[nodiscard]] py::array take() const {
    return array_of<double>(numbers).reshape({py::ssize_t(numbers.size() / 3), py::ssize_t(3)});
  }
};

py::dict contacts_of(std::span<const ScenePair> pairs) {
  std::vector<std::uint32_t> row;
  std::vector<double> gap;
  std::vector<std::uint64_t> id;
  Vectors normal, point_a, point_b;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (const ContactManifold& manifold : pairs[i].contacts)
      for (const ContactPoint& point : manifold.set.span()) {
        row.push_back(static_cast<std::uint32_t>(i));
        gap.push_back(point.gap);
        id.push_back(id_of(name_of(manifold, point)));
        normal.add(manifold.set.normal);
        point_a.add(point.point_a);
        point_b.add(point.point_b);
      }
  py::dict out;
  out["pair"] = array_of<std::uint32_t>(row);
  out["gap"] = array_of<double>(gap);
  out["id"] = array_of<std::uint64_t>(id);
  out["normal"] = normal.take();
  out["point_a"] = point_a.take();
  out["point_b"] = point_b.take();
  return out;
}

py::dict distances_of(std::span<const ScenePair> pairs) {
  std::vector<std::uint32_t> row;
  std::vector<double> lower, upper;
  Vectors point_a, point_b;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].distance == nullptr) continue;
    row.push_back(static_cast<std::uint32_t>(i));
    lower.push_back(pairs[i].distance->lower);
    upper.push_back(pairs[i].distance->upper);
    point_a.add(pairs[i].distance->point_a);
    point_b.add(pairs[i].distance->point_b);
  }
  py::dict out;
  out["pair"] = array_of<std::uint32_t>(row);
  out["lower"] = array_of<double>(lower);
  out["upper"] = array_of<double>(upper);
  out["point_a"] = point_a.take();
  out["point_b"] = point_b.take();
  return out;
}

py::dict update(PyScene& held) {
  std::optional<Error> error;
  {
    const py::gil_scoped_release unlocked;
    error = held.scene->update();
  }
  require(error, "update()");
  const std::span<const ScenePair> pairs = held.scene->pairs();
  std::vector<std::uint64_t> a, b;
  std::vector<std::uint8_t> contact, phase, sensor;
  for (const ScenePair& pair : pairs) {
    a.push_back(pair.a.bits);
    b.push_back(pair.b.bits);
    contact.push_back(static_cast<std::uint8_t>(pair.contact));
    phase.push_back(static_cast<std::uint8_t>(pair.phase));
    sensor.push_back(pair.has_sensor ? 1 : 0);
  }
  py::dict out;
  out["a"] = array_of<std::uint64_t>(a);
  out["b"] = array_of<std::uint64_t>(b);
  out["contact"] = array_of<std::uint8_t>(contact);
  out["phase"] = array_of<std::uint8_t>(phase);
  out["is_sensor"] = array_of<std::uint8_t>(sensor).attr("astype")(py::dtype::of<bool>());
  out["contacts"] = contacts_of(pairs);
  out["distances"] = distances_of(pairs);
  return out;
}

// Results and whose they are: (handles, arrays).
template <class T>
py::tuple with_handles(const std::vector<std::uint64_t>& handles, const std::vector<T>& results) {
  return py::make_tuple(array_of<std::uint64_t>(handles), arrays_of<T>(results));
}

py::tuple cast_rays(const PyScene& held, py::handle origins, py::handle directions, double max_t,
                    std::uint32_t mask) {
  const Doubles from = to_doubles(origins, "origin"), along = to_doubles(directions, "direction");
  const auto is_rows = [](const Doubles& d) { return d.ndim() == 2 && d.shape(1) == 3; };
  if (!is_rows(from) || !is_rows(along) || from.shape(0) != along.shape(0))
    raise_value("origin, direction: expected (n, 3) arrays of one length, got " +
                describe(py::array::ensure(origins)) + " and " + describe(py::array::ensure(directions)));
  std::vector<Ray> rays(static_cast<std::size_t>(from.shape(0)));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const double* o = from.data() + 3 * i;
    const double* d = along.data() + 3 * i;
    rays[i] = {{o[0], o[1], o[2]}, {d[0], d[1], d[2]}, max_t};
    if (!is_finite(rays[i].origin) || !is_finite(rays[i].direction) || !(max_t >= 0))
      raise_value("origin, direction, max_t: NaN, infinity or negative (ray " + std::to_string(i) + ")");
  }
  SceneQuery query;
  query.filter.mask = mask;
  std::vector<SceneRayHit> hits(rays.size());
  {
    const py::gil_scoped_release unlocked;
    (void)held.scene->ray_casts(rays, hits, query, held.pool ? held.pool->executor() : Executor{});
  }
  std::vector<std::uint64_t> handles;
  std::vector<RayCast> casts;
  for (const SceneRayHit& hit : hits) handles.push_back(hit.object.bits), casts.push_back(hit.cast);
  return with_handles(handles, casts);
}

py::object cast_shape(const PyScene& held, const Placed& moving, py::handle translation, std::uint32_t mask) {
  SceneQuery query;
  query.filter.mask = mask;
  const Vec3 way = to_vec3(translation, "translation");
  std::optional<SceneShapeHit> hit;
  {
    const py::gil_scoped_release unlocked;
    hit = held.scene->shape_cast(moving.instance, way, query);
  }
  return py::make_tuple(hit->object.bits, hit->cast);
}

py::array_t<std::uint64_t> overlaps(const PyScene& held, const Placed& probe, std::uint32_t mask) {
  SceneQuery query;
  query.filter.mask = mask;
  std::vector<ObjectHandle> found(held.scene->size());
  const auto hits = held.scene->overlaps(probe.instance, found, query);
  std::vector<std::uint64_t> handles;
  for (const ObjectHandle handle : hits.written) handles.push_back(handle.bits);
  return array_of<std::uint64_t>(handles);
}

py::tuple nearest(const PyScene& held, const Placed& probe, std::size_t count, double max_distance,
                  std::uint32_t mask) {
  SceneQuery query;
  query.filter.mask = mask;
  std::vector<SceneNeighbour> found(std::min(count, held.scene->size()));
  SceneNeighbours hits;
  {
    const py::gil_scoped_release unlocked;
    hits = held.scene->nearest(probe.instance, found, max_distance, query);
  }
  if (hits.status == Status::invalid_argument) raise_value("max_distance: below zero or NaN");
  std::vector<std::uint64_t> handles;
  std::vector<Distance> distances;
  for (const SceneNeighbour& hit : hits.written)
    handles.push_back(hit.object.bits), distances.push_back(hit.distance);
  return with_handles(handles, distances);
}

py::tuple advance(PyScene& held, bool with_starts, double target) {
  AdvanceSettings settings;
  settings.with_starts = with_starts;
  settings.motion.target = target;
  std::optional<Error> error;
  {
    const py::gil_scoped_release unlocked;
    error = held.scene->advance(settings);
  }
  require(error, "advance()");
  std::vector<std::uint64_t> a, b;
  std::vector<TimeOfImpact> impacts;
  for (const SceneImpact& impact : held.scene->impacts())
    a.push_back(impact.a.bits), b.push_back(impact.b.bits), impacts.push_back(impact.impact);
  const py::tuple of_a = with_handles(a, impacts);
  return py::make_tuple(of_a[0], array_of<std::uint64_t>(b), of_a[1]);
}

std::string picture_of(const PyScene& held, int width, int directions) {
  DrawSettings settings;
  settings.with_boxes = false;
  settings.directions = directions;
  SvgSettings picture;
  picture.width = width;
  Drawing drawing;
  draw(*held.scene, held.world, drawing.visitor(), settings);
  return to_svg(drawing, picture);
}

py::bytes log_of(const PyScene& held) {
  const auto log = value_of(recording(held.world), "recording()");
  return py::bytes(reinterpret_cast<const char*>(log.data()), log.size());
}

py::dict replay(const py::bytes& log) {
  const std::string_view bytes = log;
  std::optional<Result<ReplayReport>> report;
  {
    const py::gil_scoped_release unlocked;
    report = replay_calls(std::as_bytes(std::span(bytes)));
  }
  if (!*report)
    raise_value(std::string("log: ") + report->error().message + " (byte " +
                std::to_string(report->error().position) + ")");
  py::dict out;
  out["calls"] = (*report)->calls;
  out["updates"] = (*report)->updates;
  out["advances"] = (*report)->advances;
  out["different"] = (*report)->different;
  return out;
}

}  // namespace

void define_scene(py::module_& module) {
  py::class_<PyScene>(module, "_Scene")
      .def(py::init<bool, Real, bool, Real, unsigned, bool>())
      .def("add", &add)
      .def("remove",
           [](PyScene& held, std::uint64_t handle) { require(held.world.destroy({handle}), "handle"); })
      .def("move", &move)
      .def("set_motion", [](PyScene& held, std::uint64_t handle,
                            const Path& path) { require(held.scene->set_motion({handle}, path), "handle"); })
      .def("pose",
           [](const PyScene& held, std::uint64_t handle) { return find(held, handle).instance.placement; })
      .def("shape_changed",
           [](PyScene& held, std::uint64_t handle) { require(held.world.shape_changed({handle}), "handle"); })
      .def("ignore", [](PyScene& held, std::uint64_t a,
                        std::uint64_t b) { require(held.scene->ignore({a}, {b}), "handle"); })
      .def("unignore", [](PyScene& held, std::uint64_t a,
                          std::uint64_t b) { require(held.scene->unignore({a}, {b}), "handle"); })
      .def("size", [](const PyScene& held) { return held.scene->size(); })
      .def("update", &update)
      .def("refresh", [](PyScene& held) { require(held.scene->refresh(), "refresh()"); })
      .def("advance", &advance)
      .def("ray_cast", &cast_rays)
      .def("shape_cast", &cast_shape)
      .def("overlaps", &overlaps)
      .def("nearest", &nearest)
      .def("svg", &picture_of)
      .def("recording", &log_of);
  module.def("replay", &replay, py::arg("log"),
             "Makes the calls of a recording again: how many there were, and how many answered other bytes.");
}

}  // namespace graze_python
