// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "operands.h"
#include "pairs.h"

namespace graze_python {
namespace {

using namespace graze;

// Points of all manifolds of a pair, a row each.
struct ManifoldRows {
  std::vector<std::uint32_t> manifold, piece_a, piece_b;
  std::vector<double> gap, normal, point_a, point_b;
  std::vector<std::uint64_t> id;
  std::uint32_t count = 0;

  static void add(std::vector<double>& column, const Vec3& v) {
    column.insert(column.end(), {v.x, v.y, v.z});
  }

  bool add(const ContactManifold& found) {
    for (const ContactPoint& point : found.set.span()) {
      manifold.push_back(count);
      piece_a.push_back(found.piece_a);
      piece_b.push_back(found.piece_b);
      gap.push_back(point.gap);
      id.push_back(id_of(name_of(found, point)));
      add(normal, found.set.normal);
      add(point_a, point.point_a);
      add(point_b, point.point_b);
    }
    ++count;
    return true;
  }
};

template <class T>
py::array column_of(const std::vector<T>& numbers, bool is_vectors = false) {
  py::array_t<T> flat(static_cast<py::ssize_t>(numbers.size()), numbers.data());
  if (!is_vectors) return flat;
  return flat.reshape({py::ssize_t(numbers.size() / 3), py::ssize_t(3)});
}

py::dict find_manifolds(py::handle a, py::handle b, double prediction) {
  const Operand first(a, "a"), second(b, "b");
  ContactSettings settings;
  settings.prediction = prediction;
  ManifoldRows rows;
  const bool is_pieces =
      is_complex(first.instance().shape.kind()) || is_complex(second.instance().shape.kind());
  Status status = Status::converged;
  {
    const py::gil_scoped_release unlocked;
    if (is_pieces) {
      status = visit_contact_manifolds(
          first.instance(), second.instance(), [&](const ContactManifold& found) { return rows.add(found); },
          settings);
    } else {
      ContactManifold only;
      only.set = contacts(first.instance(), second.instance(), settings);
      status = only.set.status;
      if (only.set.count > 0) rows.add(only);
    }
  }
  if (status == Status::invalid_argument) raise_value("contact_manifolds(): prediction makes no sense");
  py::dict out;
  out["manifold"] = column_of(rows.manifold);
  out["piece_a"] = column_of(rows.piece_a);
  out["piece_b"] = column_of(rows.piece_b);
  out["normal"] = column_of(rows.normal, true);
  out["point_a"] = column_of(rows.point_a, true);
  out["point_b"] = column_of(rows.point_b, true);
  out["gap"] = column_of(rows.gap);
  out["id"] = column_of(rows.id);
  return out;
}

}  // namespace

void define_manifolds(py::module_& module) { module.def("_contact_manifolds", &find_manifolds); }

}  // namespace graze_python
