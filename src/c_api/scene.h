// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Scenes and response tables behind handles of the C API.

#include <vector>

#include "graze/broad/tree_broad_phase.h"
#include "graze/scene/response_table.h"
#include "records.h"

namespace graze::c_api {

/// Two objects whose boxes overlap, and what the last test learned about them.
struct BoxPair {
  ProxyPair proxies;
  PairCache cache;
};

struct SceneRecord {
  static constexpr HandleKind kKind = HandleKind::scene;
  TreeBroadPhase broad;
  std::vector<ObjectRecord*> objects;  // by proxy; null where there is none
  std::vector<BoxPair> pairs;          // as of the last flush, sorted
  std::uint64_t changes = 0;           // how often `pairs` changed
  bool is_destroyed = false;           // by a callback, while a test runs
};

/// Brings `pairs` up to date.
void flush_pairs(SceneRecord& scene);

struct TableRecord {
  static constexpr HandleKind kKind = HandleKind::table;
  std::uintptr_t number = 0;  // its handle
  ResponseTable lists;        // of pairs of classes; which object has which class is known to the objects
  bool is_destroyed = false;  // by a callback, while a test runs
};

/// Null if the object has no class in the table.
[[nodiscard]] const ClassInTable* find_class(const ObjectRecord& object, const TableRecord& table);

/// Who meets; the handles are ours.
void set_objects(const ObjectRecord& a, const ObjectRecord& b, Collision& collision);

/// Runs the list of two classes until one returns non-zero: then true. Reads it anew for every callback,
/// which may change it. Of a collision that is only witnessed, depth responses are not told. `called` is set
/// if one was called.
bool call_responses(const TableRecord& table, ResponseClass a, ResponseClass b, const Collision& collision,
                    bool& called);

}  // namespace graze::c_api
