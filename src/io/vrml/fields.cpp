// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/vrml/fields.h"

#include <algorithm>
#include <cmath>

namespace graze::inline GRAZE_ABI::io::vrml {

Quat to_quat(std::span<const double, 4> v) {
  const Vec3 axis{v[0], v[1], v[2]};
  return axis == Vec3() || v[3] == 0 ? Quat() : rotation_about(axis, v[3]);
}

Place Fields::place(std::string_view field) const {
  const LiveField* f = node_.find(field);
  return f == nullptr ? node_.where() : Place{f->document->name, f->place.line, f->place.column};
}

std::string Fields::label(std::string_view field) const {
  return printable(node_.type, 40) + "." + printable(field, 40);
}

// The numbers of a field that has all of them; else none.
std::span<const double> Fields::checked(std::string_view field, std::size_t count) const {
  const LiveField* f = node_.find(field);
  if (f == nullptr || f->value == nullptr) return {};
  const std::span<const double> v = f->value->numbers;
  if (v.size() < count) {
    report_.loss(label(field) + " has " + std::to_string(v.size()) + " numbers of " + std::to_string(count),
                 place(field));
    return {};
  }
  if (v.size() > count)
    report_.note(label(field) + " has more than " + std::to_string(count) + " numbers", place(field));
  if (!std::all_of(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(count), is_usable)) {
    report_.loss(label(field) + " is not finite", place(field));
    return {};
  }
  return v.first(count);
}

double Fields::number(std::string_view field, double otherwise) const {
  const auto v = checked(field, 1);
  return v.empty() ? otherwise : v[0];
}

bool Fields::boolean(std::string_view field, bool otherwise) const {
  const auto v = checked(field, 1);
  return v.empty() ? otherwise : v[0] != 0;
}

Vec3 Fields::vec3(std::string_view field, const Vec3& otherwise) const {
  const auto v = checked(field, 3);
  return v.empty() ? otherwise : Vec3{v[0], v[1], v[2]};
}

Quat Fields::rotation(std::string_view field) const {
  const auto v = checked(field, 4);
  if (v.empty()) return {};
  const double n = length(Vec3{v[0], v[1], v[2]});
  if (n == 0 && v[3] != 0)
    report_.note(label(field) + ": the axis is zero, taken for no rotation", place(field));
  if (n != 0 && std::abs(n - 1) > 1e-3)
    report_.note(label(field) + ": the axis is not of unit length", place(field));
  return to_quat(v.first<4>());
}

double Fields::size(std::string_view field, double otherwise) const {
  const double x = number(field, otherwise);
  if (x < 0) report_.note(label(field) + " is negative: its absolute value is used", place(field));
  return std::abs(x);
}

std::vector<Vec3> Fields::points(std::string_view field) const {
  const std::span<const double> v = node_.numbers(field);
  if (v.size() % 3 != 0) report_.note(label(field) + " is no whole number of points", place(field));
  std::vector<Vec3> out;
  out.reserve(v.size() / 3);
  for (std::size_t i = 0; i + 2 < v.size(); i += 3) out.push_back({v[i], v[i + 1], v[i + 2]});
  return out;
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
