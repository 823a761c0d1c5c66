// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Stream output of the vocabulary, in a header of its own so that nobody pays for <ostream> unasked.

#include <ostream>

#include "graze/math/aabb.h"
#include "graze/math/affine.h"
#include "graze/math/interval.h"
#include "graze/math/obb.h"
#include "graze/math/plane.h"
#include "graze/math/ray.h"

namespace graze::inline GRAZE_ABI {

template <class T>
std::ostream& operator<<(std::ostream& out, const BasicVec3<T>& v) {
  return out << '(' << v.x << ", " << v.y << ", " << v.z << ')';
}
template <class T>
std::ostream& operator<<(std::ostream& out, const BasicMat3<T>& m) {
  return out << '[' << m.row(0) << ", " << m.row(1) << ", " << m.row(2) << ']';
}
inline std::ostream& operator<<(std::ostream& out, const Quat& q) {
  return out << '(' << q.x << ", " << q.y << ", " << q.z << "; " << q.w << ')';
}
inline std::ostream& operator<<(std::ostream& out, const Pose& p) {
  return out << "pose " << p.rotation << " + " << p.translation;
}
inline std::ostream& operator<<(std::ostream& out, const Affine& m) {
  return out << "affine " << m.linear() << " + " << m.translation();
}
inline std::ostream& operator<<(std::ostream& out, const Interval& i) {
  return out << '[' << i.lower << ", " << i.upper << ']';
}
inline std::ostream& operator<<(std::ostream& out, const Aabb& b) {
  return out << '[' << b.lower << " .. " << b.upper << ']';
}
inline std::ostream& operator<<(std::ostream& out, const Obb& b) {
  return out << "obb " << b.centre << " axes " << b.axes << " half " << b.half_extents;
}
inline std::ostream& operator<<(std::ostream& out, const Ray& r) {
  return out << "ray " << r.origin << " + t " << r.direction << ", t <= " << r.max_t;
}
inline std::ostream& operator<<(std::ostream& out, const Plane& p) {
  return out << "plane " << p.normal << " . p = " << p.offset;
}

}  // namespace graze::inline GRAZE_ABI
