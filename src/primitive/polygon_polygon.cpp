// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/primitive/polygon_polygon.h"

#include <algorithm>

#include "primitive/ray_polygon.h"

namespace graze::inline GRAZE_ABI::primitive {
namespace {

Contact contact_of_edges(const Polygon& edges, const Polygon& region) {
  Contact contact = Contact::apart;
  any_edge(edges, [&](const Vec3d& a, const Vec3d& b) {
    contact = std::max(contact, hit_polygon(make_beam(a, b), region).contact);
    return contact == Contact::overlapping;
  });
  return contact;
}

}  // namespace

Verdict polygon_polygon(const Polygon& a, const Polygon& b) noexcept {
  const Contact contact = contact_of_edges(a, b);
  if (contact == Contact::overlapping) return {contact, Status::converged};
  return {std::max(contact, contact_of_edges(b, a)), Status::converged};
}

}  // namespace graze::inline GRAZE_ABI::primitive
