// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "results.h"

#include <cstring>

#include "columns.h"

namespace graze_python {
namespace {

// Members of the IntEnums by their numbers; made once, kept as long as the interpreter.
using Members = std::vector<py::object>;
struct Enums {
  Members contact, status, hit, inside, clash;
};
Enums* enums = nullptr;

template <class E>
Members int_enum(py::module_& module, const char* name, std::initializer_list<E> values, const char* doc) {
  py::dict members;
  for (const E value : values) members[graze::to_string(value)] = static_cast<int>(value);
  py::object made = py::module_::import("enum").attr("IntEnum")(name, members, py::arg("module") = "graze");
  made.attr("__doc__") = doc;
  module.attr(name) = made;
  Members by_number;
  for (const E value : values) by_number.push_back(made(static_cast<int>(value)));
  return by_number;
}

template <class T>
T read(const void* result, const Column& column) {
  T value;
  std::memcpy(&value, static_cast<const char*>(result) + column.offset, sizeof(T));
  return value;
}

constexpr std::size_t kPoints = 4;

std::size_t bytes_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::real:
    case ColumnKind::point_real:
      return sizeof(double);
    case ColumnKind::point_vec3:
    case ColumnKind::vec3:
      return 3 * sizeof(double);
    case ColumnKind::int32:
    case ColumnKind::uint32:
      return 4;
    default:
      return 1;
  }
}

py::dtype scalar_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::real:
    case ColumnKind::point_real:
    case ColumnKind::point_vec3:
    case ColumnKind::vec3:
      return py::dtype::of<double>();
    case ColumnKind::int32:
      return py::dtype::of<std::int32_t>();
    case ColumnKind::uint32:
      return py::dtype::of<std::uint32_t>();
    case ColumnKind::flag:
      return py::dtype::of<bool>();
    default:
      return py::dtype::of<std::uint8_t>();
  }
}

bool is_vec3(ColumnKind kind) { return kind == ColumnKind::vec3 || kind == ColumnKind::point_vec3; }
bool is_point(ColumnKind kind) { return kind == ColumnKind::point_real || kind == ColumnKind::point_vec3; }

// The members of the four points.
py::object points_of(const void* result, const Column& column) {
  py::array out = make_column(column, 1);
  scatter(result, 0, 1, column, out.mutable_data(), 0);
  return out[py::int_(0)];
}

const Members& enum_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::contact:
      return enums->contact;
    case ColumnKind::status:
      return enums->status;
    case ColumnKind::hit:
      return enums->hit;
    case ColumnKind::inside:
      return enums->inside;
    default:
      return enums->clash;
  }
}

}  // namespace

void define_enums(py::module_& module) {
  using namespace graze;
  enums = new Enums{
      int_enum(module, "Contact", {Contact::apart, Contact::touching, Contact::overlapping},
               "How two closed sets meet; touching: the bounds include zero."),
      int_enum(module, "Status",
               {Status::converged, Status::bound_loose, Status::iteration_limit, Status::beyond_threshold,
                Status::unbounded, Status::invalid_argument, Status::unsupported},
               "How a query ended; the bounds of the answer hold in every case."),
      int_enum(module, "Hit", {Hit::miss, Hit::uncertain, Hit::hit},
               "Outcome of a cast; uncertain: rounding alone decides."),
      int_enum(module, "Inside", {Inside::no, Inside::uncertain, Inside::yes},
               "Whether one object lies wholly in another."),
      int_enum(module, "Clash",
               {Clash::clear, Clash::near, Clash::touching, Clash::overlapping, Clash::a_holds_b,
                Clash::b_holds_a, Clash::duplicate},
               "How two objects of a plan lie to each other.")};
}

py::object member_of(const void* result, const Column& column) {
  switch (column.kind) {
    case ColumnKind::real:
      return py::float_(read<double>(result, column));
    case ColumnKind::vec3:
      return to_array(read<Vec3>(result, column));
    case ColumnKind::point_real:
    case ColumnKind::point_vec3:
      return points_of(result, column);
    case ColumnKind::flag:
      return py::bool_(read<std::uint8_t>(result, column) != 0);
    case ColumnKind::int32:
      return py::int_(read<std::int32_t>(result, column));
    case ColumnKind::uint32:
      return py::int_(read<std::uint32_t>(result, column));
    default:
      return enum_of(column.kind).at(read<std::uint8_t>(result, column));
  }
}

py::array make_column(const Column& column, std::size_t rows) {
  const auto n = static_cast<py::ssize_t>(rows);
  std::vector<py::ssize_t> shape{n};
  if (is_point(column.kind)) shape.push_back(kPoints);
  if (is_vec3(column.kind)) shape.push_back(3);
  return py::array(scalar_of(column.kind), shape);
}

void scatter(const void* results, std::size_t size, std::size_t count, const Column& column, void* out,
             std::size_t first) {
  const std::size_t bytes = bytes_of(column.kind);
  const char* from = static_cast<const char*>(results) + column.offset;
  if (is_point(column.kind)) {
    char* point = static_cast<char*>(out) + first * bytes * kPoints;
    for (std::size_t i = 0; i < count * kPoints; ++i)
      std::memcpy(point + i * bytes, from + i / kPoints * size + i % kPoints * sizeof(graze::ContactPoint),
                  bytes);
    return;
  }
  char* to = static_cast<char*>(out) + first * bytes;
  // Constant sizes become loads and stores.
  if (bytes == 8)
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * 8, from + i * size, 8);
  else if (bytes == 24)
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * 24, from + i * size, 24);
  else if (bytes == 4)
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * 4, from + i * size, 4);
  else
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i * size];
}

std::string repr_of(const char* name, std::span<const Column> columns, const void* result) {
  std::string text = std::string(name) + "(";
  for (const Column& column : columns) {
    if (&column != columns.data()) text += ", ";
    const py::object value = member_of(result, column);
    text += std::string(column.name) + "=";
    if (is_vec3(column.kind) || is_point(column.kind))
      text += py::repr(value.attr("tolist")()).cast<std::string>();
    else if (column.kind >= ColumnKind::contact)
      text += py::str(value.attr("name")).cast<std::string>();
    else
      text += py::repr(value).cast<std::string>();
  }
  return text + ")";
}

py::dtype dtype_of(std::span<const Column> columns) {
  py::list fields;
  for (const Column& column : columns) {
    const py::array row = make_column(column, 1);
    fields.append(py::make_tuple(column.name, row.dtype(), row[py::int_(0)].attr("shape")));
  }
  return py::dtype::from_args(fields);
}

namespace {

// A member of a result; of contact sets only the points that there are.
template <class T>
py::object attribute(const T& result, const Column& column) {
  const py::object value = member_of(&result, column);
  if constexpr (std::is_same_v<T, graze::ContactSet>)
    if (is_point(column.kind)) return value[py::slice(0, result.count, 1)];
  return value;
}

template <class T>
void define_single(py::module_& module) {
  py::class_<T> made(module, Described<T>::name, Described<T>::doc);
  for (const Column& column : Described<T>::columns())
    made.def_property_readonly(
        column.name, [&column](const T& result) { return attribute(result, column); }, column.doc);
  made.def("__repr__",
           [](const T& result) { return repr_of(Described<T>::name, Described<T>::columns(), &result); });
  if constexpr (std::is_same_v<T, graze::ContactSet>)
    made.def("__len__", [](const T& result) { return result.count; });
  if constexpr (requires(const T& result) { bool(result); })
    made.def("__bool__", [](const T& result) { return bool(result); });
}

template <class T>
py::array to_structured(const Arrays<T>& arrays) {
  py::array out(dtype_of(Described<T>::columns()), std::vector<py::ssize_t>{py::ssize_t(arrays.rows)});
  const auto columns = Described<T>::columns();
  for (std::size_t i = 0; i < columns.size(); ++i) out[py::str(columns[i].name)] = arrays.columns[i];
  return out;
}

template <class T>
void define_arrays(py::module_& module) {
  const std::string name = std::string(Described<T>::name) + "Arrays";
  const std::string doc = std::string(Described<T>::doc) + " One row for each pair of a batch.";
  py::class_<Arrays<T>> made(module, name.c_str(), doc.c_str());
  const auto columns = Described<T>::columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    made.def_property_readonly(
        columns[i].name, [i](const Arrays<T>& arrays) { return arrays.columns[i]; }, columns[i].doc);
  made.def("__len__", [](const Arrays<T>& arrays) { return arrays.rows; });
  made.def("to_structured", &to_structured<T>, "All columns in one structured array, a copy.");
  made.def("__repr__", [name](const Arrays<T>& arrays) {
    return "<graze." + name + " of " + std::to_string(arrays.rows) + " rows>";
  });
}

}  // namespace

void define_results(py::module_& module) {
  for_each_result([&]<class T>() {
    define_single<T>(module);
    define_arrays<T>(module);
  });
}

}  // namespace graze_python
