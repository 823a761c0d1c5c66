// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include "graze/io/geometry.h"
#include "graze/math/quat.h"

namespace graze::inline GRAZE_ABI::io {
namespace {

// Spines bent by less than this (radians) count as straight: files hold single precision.
constexpr Real kStraight = Real(1e-6);

// Unit vector along v, or zero where v is too short beside `size` to have a direction.
Vec3 direction(const Vec3& v, Real size) {
  const Real n = length(v);
  return n > size ? v / n : Vec3();
}

bool is_zero(const Vec3& v) { return v == Vec3(); }

// Undefined entries take the value of the one before; at the start that of the first one defined.
void fill(std::vector<Vec3>& v) {
  const auto first = std::find_if_not(v.begin(), v.end(), is_zero);
  if (first == v.end()) return;
  std::fill(v.begin(), first, *first);
  for (std::size_t i = 1; i < v.size(); ++i)
    if (is_zero(v[i])) v[i] = v[i - 1];
}

// The rotation that takes +y to a unit vector by the shortest way.
Mat3 from_up(const Vec3& d) {
  const Vec3 axis{d.z, 0, -d.x};  // cross(y, d)
  if (is_zero(axis)) return d.y < 0 ? Mat3{Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, -1}} : Mat3();
  return to_matrix(rotation_about(axis, std::atan2(length(axis), d.y)));
}

Vec3 bend(const Vec3& before, const Vec3& at, const Vec3& after) {
  const Vec3 a = after - at, b = before - at;
  return direction(cross(a, b), kStraight * length(a) * length(b));
}

// Frames of a spine without coincident neighbours: the spine-aligned cross-section planes of the standard.
std::vector<Mat3> frames(const std::vector<Vec3>& s) {
  const std::size_t n = s.size();
  if (n < 2) return std::vector<Mat3>(n);
  const bool is_closed = n > 3 && s.front() == s.back();
  std::vector<Vec3> y(n), z(n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_end = i == 0 || i + 1 == n;
    const Vec3& before = i > 0 ? s[i - 1] : is_closed ? s[n - 2] : s[0];
    const Vec3& after = i + 1 < n ? s[i + 1] : is_closed ? s[1] : s[n - 1];
    y[i] = direction(after - before, 0);
    if (!is_end || is_closed) z[i] = bend(before, s[i], after);
  }
  fill(y);
  fill(z);
  if (is_zero(z[0])) return std::vector<Mat3>(n, from_up(direction(s[1] - s[0], 0)));
  std::vector<Mat3> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && dot(z[i], z[i - 1]) < 0) z[i] = -z[i];
    out.push_back(Mat3{direction(cross(y[i], z[i]), 0), y[i], z[i]});
  }
  return out;
}

Mat3 turn(const Extrusion::Turn& t) {
  return is_zero(t.axis) || t.angle == 0 ? Mat3() : to_matrix(rotation_about(t.axis, t.angle));
}

void add_face(MeshData& mesh, std::initializer_list<std::size_t> corners) {
  for (const std::size_t c : corners) mesh.corners.push_back(static_cast<std::uint32_t>(c));
  mesh.corners_of_loop.push_back(static_cast<std::uint32_t>(corners.size()));
}

// A cap over the section that begins at vertex `first`.
void add_cap(MeshData& mesh, std::size_t first, std::size_t count, bool is_reversed) {
  if (count < 3) return;
  for (std::size_t k = 0; k < count; ++k)
    mesh.corners.push_back(static_cast<std::uint32_t>(first + (is_reversed ? count - 1 - k : k)));
  mesh.corners_of_loop.push_back(static_cast<std::uint32_t>(count));
}

}  // namespace

std::vector<Vec3> extrusion_points(const Extrusion& e) {
  std::vector<Vec3> distinct, out;
  std::vector<std::size_t> place;  // of each spine point among the distinct ones
  for (const Vec3& p : e.spine) {
    if (distinct.empty() || !(distinct.back() == p)) distinct.push_back(p);
    place.push_back(distinct.size() - 1);
  }
  const std::vector<Mat3> planes = frames(distinct);
  out.reserve(e.spine.size() * e.section.size());
  for (std::size_t i = 0; i < e.spine.size(); ++i) {
    const Mat3 frame = planes[place[i]] * turn(e.rotation[i]);
    for (const Extrusion::Vec2& c : e.section)
      out.push_back(e.spine[i] + frame * Vec3{c.x * e.scale[i].x, 0, c.z * e.scale[i].z});
  }
  return out;
}

MeshData extrusion_mesh(const Extrusion& e) {
  MeshData mesh;
  const std::size_t rows = e.spine.size(), n = e.section.size();
  if (rows == 0 || n == 0) return mesh;
  mesh.points = extrusion_points(e);
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const std::size_t a = i * n + k, b = a + 1, c = b + n, d = a + n;
      e.is_ccw ? add_face(mesh, {a, b, c, d}) : add_face(mesh, {d, c, b, a});
    }
  }
  const Extrusion::Vec2 &first = e.section.front(), &last = e.section.back();
  const std::size_t count = n > 1 && first.x == last.x && first.z == last.z ? n - 1 : n;
  if (e.has_begin_cap) add_cap(mesh, 0, count, e.is_ccw);
  if (e.has_end_cap) add_cap(mesh, (rows - 1) * n, count, !e.is_ccw);
  return mesh;
}

}  // namespace graze::inline GRAZE_ABI::io
