// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>

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

// Contacts of the wholes. False: they are not convex, and have contacts by pieces only.
bool find_whole_contacts(const Object& a, const Object& b, ContactSettings settings, PairRecord& record) {
  const bool is_cached = !is_complex(a) && !is_complex(b) && !(has_closed_form(a) && has_closed_form(b));
  if (is_cached && record.contact_cache == nullptr) record.contact_cache = std::make_unique<ContactCache>();
  settings.cache = is_cached ? record.contact_cache.get() : nullptr;
  const ContactSet set = contacts(a.instance, b.instance, settings);
  if (set.status == Status::unsupported) return false;
  record.contact = set.contact;
  if (set.count > 0) record.contacts.push_back({{}, set});
  return true;
}

void find_piece_contacts(const Object& a, const Object& b, const ContactSettings& settings,
                         PairRecord& record) {
  const auto add = [&](const PieceNumbers& pieces, const ContactSet& set) {
    record.contacts.push_back({pieces, set});
    return true;
  };
  (void)visit_piece_contacts(a.instance, b.instance, add, settings);
  std::stable_sort(record.contacts.begin(), record.contacts.end(),
                   [](const PieceContacts& x, const PieceContacts& y) {
                     return x.pieces.a != y.pieces.a ? x.pieces.a < y.pieces.a : x.pieces.b < y.pieces.b;
                   });
}

// Whether the contact of the pair is known now.
bool find_contacts(const Object& a, const Object& b, const SceneSettings& settings, Workspace& workspace,
                   PairRecord& record) {
  const ContactSettings contact_settings{.prediction = settings.prediction,
                                         .relative_error = settings.relative_error,
                                         .max_iterations = settings.max_iterations,
                                         .cache = nullptr,
                                         .workspace = &workspace};
  if (find_whole_contacts(a, b, contact_settings, record)) return true;
  find_piece_contacts(a, b, contact_settings, record);
  return false;
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
