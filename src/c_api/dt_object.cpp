// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Objects: creation, placement, margin, box.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>

#include "graze/math/quat.h"
#include "graze/shape/bounds.h"
#include "records.h"

namespace graze::c_api {

namespace {

constinit std::atomic<std::uint64_t> created_objects{0};

// A hash: differs where an object has moved, but for chance. A frame that sets all anew, to what it was,
// gives the number that was.
[[nodiscard]] std::uint64_t state_of(const Instance& instance, std::uint64_t version) {
  std::uint64_t state = version;
  const auto mix = [&](Real x) {  // plus zero: of both zeros
    state = (state ^ std::bit_cast<std::uint64_t>(double(x) + 0)) * 0x9e3779b97f4a7c15u;
  };
  for (const Vec3& v : {instance.placement.linear().columns[0], instance.placement.linear().columns[1],
                        instance.placement.linear().columns[2], instance.placement.translation()})
    for (int i = 0; i < 3; ++i) {
      mix(v[i]);
      state ^= state >> 32;
    }
  mix(instance.margin);
  return state | 1;
}

// The largest coordinates of a shape in its frame.
Vec3 reach_of(const Shape& shape) {
  const Aabb box = bounds(shape, Affine(), 0);
  Vec3 reach;
  for (int k = 0; k < 3; ++k) reach[k] = std::max(std::abs(box.lower[k]), std::abs(box.upper[k]));
  return reach;
}

// No point of the object, of the ball of its margin included, moves farther; rounded up.
double most_motion(const ObjectRecord& object, const Instance& to) {
  const Affine &before = object.instance.placement, &after = to.placement;
  double most =
      length(after.translation() - before.translation()) + std::abs(to.margin - object.instance.margin);
  for (int k = 0; k < 3; ++k)
    most += length(after.linear().columns[k] - before.linear().columns[k]) * object.reach[k];
  return most * (1 + 1e-12);
}

// False: refused, with nothing changed, as the result would be out of the range of numbers.
bool set_instance(ObjectRecord& object, Instance instance, const char* argument) {
  const Aabb box = bounds(instance);
  if (!is_finite(box.lower) || !is_finite(box.upper)) {
    refuse(argument, "the object would be too large");
    return false;
  }
  const double travel = object.travel + most_motion(object, instance);
  if (travel > object.travel) object.travel = std::nextafter(travel, std::numeric_limits<double>::infinity());
  object.instance = std::move(instance);
  object.box = box;
  object.state = state_of(object.instance, object.shape->version);
  update_scenes(object);
  return true;
}

// A map that does not flatten space, for one that does: columns that depend on the others leave them by a
// 2^-40th of the longest, or of 1 where all are zero. No float can tell.
Mat3 thickened(Mat3 m) {
  Real longest = 0;
  for (const Vec3& column : m.columns) longest = std::max(longest, length(column));
  const Real least = std::ldexp(longest > 0 ? longest : Real(1), -40);
  Vec3 across[3], rest[3] = {m.columns[0], m.columns[1], m.columns[2]};
  bool is_done[3] = {};
  for (int step = 0; step < 3; ++step) {
    int k = -1;  // the column that is left with the most
    for (int i = 0; i < 3; ++i)
      if (!is_done[i] && (k < 0 || length(rest[i]) > length(rest[k]))) k = i;
    if (!(length(rest[k]) > least)) {
      Vec3 axis;
      axis[step == 0 || std::abs(across[0].x) > Real(0.5) ? 1 : 0] = 1;
      rest[k] = step == 0 ? axis : cross(across[0], step == 1 ? axis : across[1]);
      m.columns[k] += normalized(rest[k]) * least;
    }
    across[step] = normalized(rest[k]);
    is_done[k] = true;
    for (Vec3& r : rest) r -= across[step] * dot(across[step], r);
  }
  return m;
}

void enter_shape(ObjectRecord& object) {
  object.place_in_shape = object.shape->objects.size();
  object.shape->objects.push_back(&object);
}

void leave_shape(ObjectRecord& object) {
  auto& objects = object.shape->objects;
  objects[object.place_in_shape] = objects.back();
  objects[object.place_in_shape]->place_in_shape = object.place_in_shape;
  objects.pop_back();
}

DT_ObjectHandle create_object(void* client, DT_ShapeHandle shape) {
  auto record = share<ShapeRecord>(shape, "shape");
  if (!record || find_closed(shape, "shape") == nullptr) return nullptr;
  auto object = std::make_shared<ObjectRecord>();
  object->client = client;
  object->number = created_objects.fetch_add(1, std::memory_order_relaxed);
  object->instance.shape = record->shape;
  object->box = bounds(object->instance);
  object->reach = reach_of(record->shape);
  object->shape = std::move(record);
  object->state = state_of(object->instance, object->shape->version);
  make_room(object->shape->objects);  // nothing throws after the handle is made
  ObjectRecord& created = *object;
  const auto handle = new_handle<DT_ObjectHandle>(std::move(object));
  created.handle = bits_of(handle);
  enter_shape(created);
  return handle;
}

// Refused, with nothing changed, where it is not finite. What flattens space is carried out, and said:
// programs that scale to nothing would otherwise meet the object where it was.
void place_object(ObjectRecord& object, const Mat3& linear, const Vec3& translation, const char* argument) {
  auto placement = make_affine(linear, translation);
  const bool is_flat = !placement && placement.error().code == ErrorCode::singular;
  if (is_flat) placement = make_affine(thickened(linear), translation);
  if (!placement) return refuse(argument, placement.error().message);
  if (!set_instance(object, {object.instance.shape, *placement, object.instance.margin}, argument)) return;
  object.linear = linear;
  if (is_flat) refuse(argument, "it flattens space; the object is flat");
}

template <class T>
void set_matrix(const char* function, DT_ObjectHandle handle, const T* m) {
  boundary(function, [&] {
    ObjectRecord* object = find<ObjectRecord>(handle, "object");
    if (object == nullptr) return;
    if (m == nullptr) return refuse("m", "null pointer");
    const auto column = [m](int i) { return Vec3(Real(m[4 * i]), Real(m[4 * i + 1]), Real(m[4 * i + 2])); };
    place_object(*object, {column(0), column(1), column(2)}, column(3), "m");
  });
}

template <class T>
void get_matrix(const char* function, DT_ObjectHandle handle, T* m) {
  boundary(function, [&] {
    const ObjectRecord* object = find<ObjectRecord>(handle, "object");
    if (object == nullptr) return;
    if (m == nullptr) return refuse("m", "null pointer");
    to_column_major(Affine(object->linear, object->instance.placement.translation()),
                    std::span<T, 16>(m, 16));
  });
}

}  // namespace

void update_objects(ShapeRecord& shape) {
  ++shape.version;
  for (ObjectRecord* object : shape.objects) {
    object->reach = reach_of(shape.shape);
    (void)set_instance(*object, {shape.shape, object->instance.placement, object->instance.margin},
                       "pointer");
  }
}

}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_ObjectHandle DT_CreateObject(void* client_object, DT_ShapeHandle shape) {
  return boundary("DT_CreateObject", DT_ObjectHandle{}, [&] { return create_object(client_object, shape); });
}

void DT_DestroyObject(DT_ObjectHandle object) {
  boundary("DT_DestroyObject", [&] {
    const auto record = remove<ObjectRecord>(object, "object");
    if (!record) return;
    leave_scenes(*record);
    leave_shape(*record);
  });
}

void DT_SetPosition(DT_ObjectHandle object, const DT_Vector3 position) {
  boundary("DT_SetPosition", [&] {
    ObjectRecord* record = find<ObjectRecord>(object, "object");
    if (record == nullptr || !is_usable(position, 3, "position")) return;
    place_object(*record, record->linear, to_vec3(position), "position");
  });
}

void DT_SetOrientation(DT_ObjectHandle object, const DT_Quaternion orientation) {
  boundary("DT_SetOrientation", [&] {
    ObjectRecord* record = find<ObjectRecord>(object, "object");
    if (record == nullptr || !is_usable(orientation, 4, "orientation")) return;
    const Quat q{orientation[0], orientation[1], orientation[2], orientation[3]};
    if (q == Quat{0, 0, 0, 0}) return refuse("orientation", "zero quaternion");
    place_object(*record, to_matrix(q), record->instance.placement.translation(), "orientation");
  });
}

void DT_SetScaling(DT_ObjectHandle object, const DT_Vector3 scaling) {
  boundary("DT_SetScaling", [&] {
    ObjectRecord* record = find<ObjectRecord>(object, "object");
    if (record == nullptr || !is_usable(scaling, 3, "scaling")) return;
    const Mat3 scaled = record->linear * Mat3::diagonal(scaling[0], scaling[1], scaling[2]);
    place_object(*record, scaled, record->instance.placement.translation(), "scaling");
  });
}

void DT_SetMargin(DT_ObjectHandle object, DT_Scalar margin) {
  boundary("DT_SetMargin", [&] {
    ObjectRecord* record = find<ObjectRecord>(object, "object");
    if (record == nullptr || !is_usable(&margin, 1, "margin")) return;
    const Real grown = margin > 0 ? Real(margin) : Real(0);  // negative: none, as in the original's queries
    (void)set_instance(*record, {record->instance.shape, record->instance.placement, grown}, "margin");
  });
}

void DT_SetMatrixf(DT_ObjectHandle object, const float* m) { set_matrix("DT_SetMatrixf", object, m); }
void DT_SetMatrixd(DT_ObjectHandle object, const double* m) { set_matrix("DT_SetMatrixd", object, m); }
void DT_GetMatrixf(DT_ObjectHandle object, float* m) { get_matrix("DT_GetMatrixf", object, m); }
void DT_GetMatrixd(DT_ObjectHandle object, double* m) { get_matrix("DT_GetMatrixd", object, m); }

void DT_GetBBox(DT_ObjectHandle object, DT_Vector3 min, DT_Vector3 max) {
  boundary("DT_GetBBox", [&] {
    const ObjectRecord* record = find<ObjectRecord>(object, "object");
    if (record == nullptr) return;
    store(record->box.lower, min);
    store(record->box.upper, max);
  });
}
