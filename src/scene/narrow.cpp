// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "graze/query/contact.h"
#include "graze/query/intersects.h"
#include "scene/scene_state.h"

namespace graze::inline GRAZE_ABI {
namespace {

// Spheres, capsules and boxes have closed forms, which need no help from the last frame.
bool has_closed_form(const Object& object) {
  const ShapeKind kind = object.instance.shape.kind();
  return kind == ShapeKind::sphere || kind == ShapeKind::capsule || kind == ShapeKind::box ||
         kind == ShapeKind::half_space;
}

bool is_complex(const Object& object) { return is_complex(object.instance.shape.kind()); }

void find_convex_contacts(const Object& a, const Object& b, ContactSettings settings, PairRecord& record) {
  if (!has_closed_form(a) || !has_closed_form(b)) {
    if (record.contact_cache == nullptr) record.contact_cache = std::make_unique<ContactCache>();
    settings.cache = record.contact_cache.get();
  }
  const ContactSet set = contacts(a.instance, b.instance, settings);
  record.contact = set.contact;
  if (set.count > 0) record.contacts.push_back({kNoPiece, kNoPiece, kNoPiece, kNoPiece, set});
}

void find_manifolds(const Object& a, const Object& b, const ContactSettings& settings, PairRecord& record) {
  const auto add = [&](const ContactManifold& manifold) {
    record.contacts.push_back(manifold);
    return true;
  };
  (void)visit_contact_manifolds(a.instance, b.instance, add, settings);
  const auto pieces = [](const ContactManifold& m) {
    return std::array{m.piece_a, m.piece_b, m.leaf_a, m.leaf_b};
  };
  std::stable_sort(record.contacts.begin(), record.contacts.end(),
                   [&](const ContactManifold& x, const ContactManifold& y) { return pieces(x) < pieces(y); });
}

// Whether the contact of the pair is known now.
bool find_contacts(const Object& a, const Object& b, const SceneSettings& settings, Workspace& workspace,
                   PairRecord& record) {
  const ContactSettings contact_settings{.prediction = settings.prediction,
                                         .relative_error = settings.relative_error,
                                         .max_iterations = settings.max_iterations,
                                         .workspace = &workspace};
  const bool is_convex = !is_complex(a) && !is_complex(b);
  if (is_convex) find_convex_contacts(a, b, contact_settings, record);
  if (!is_convex) find_manifolds(a, b, contact_settings, record);
  return is_convex;
}

}  // namespace

void ask(const Object& a, const Object& b, const SceneSettings& settings, PairRecord& record) {
  Workspace workspace;
  QuerySettings query{.relative_error = settings.relative_error,
                      .max_iterations = settings.max_iterations,
                      .cache = &record.cache,
                      .workspace = &workspace,
                      .threshold = kInfinity};
  record.contacts.clear();
  record.distance.reset();
  const bool is_known =
      settings.with_contacts && !record.has_sensor && find_contacts(a, b, settings, workspace, record);
  if (settings.with_distances && !record.has_sensor) {
    query.threshold = settings.threshold;
    const Distance d = distance(a.instance, b.instance, query);
    if (d.status != Status::beyond_threshold) record.distance = std::make_unique<Distance>(d);
    if (!is_known) record.contact = d.contact;
  } else if (!is_known) {
    record.contact = intersects(a.instance, b.instance, query).contact;
  }
}

}  // namespace graze::inline GRAZE_ABI
