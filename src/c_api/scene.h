// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// What is behind handles of scenes and response tables.

#include <vector>

#include "graze/broad/tree_broad_phase.h"
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
void flush(SceneRecord& scene);

struct Response {
  DT_ResponseCallback callback = nullptr;
  DT_ResponseType type = DT_NO_RESPONSE;
  void* client_data = nullptr;
};
using Responses = std::vector<Response>;

/// Each unordered pair of classes has one list; responses of all levels are added to it.
struct TableRecord {
  static constexpr HandleKind kKind = HandleKind::table;
  std::uintptr_t number = 0;        // its handle
  Responses defaults;               // for classes to come
  std::vector<Responses> of_class;  // for classes to come
  std::vector<Responses> of_pair;   // see list_of()
  bool is_destroyed = false;        // by a callback, while a test runs

  [[nodiscard]] std::size_t class_count() const { return of_class.size(); }
  /// (a, b) and (b, a) have the same. Precondition: both classes exist.
  [[nodiscard]] static std::size_t list_of(DT_ResponseClass a, DT_ResponseClass b) {
    const std::size_t low = a < b ? a : b, high = a < b ? b : a;
    return high * (high + 1) / 2 + low;
  }
};

/// Null if the object has no class in the table.
[[nodiscard]] const ClassInTable* find_class(const ObjectRecord& object, const TableRecord& table);

/// Runs a list until one returns non-zero: then true. Reads it anew for every callback, which may change it.
/// Responses of types above `most` are left out; `called` is set if one was called.
struct ResponseCall {
  void* client1 = nullptr;
  void* client2 = nullptr;
  const DT_CollData* data = nullptr;
  DT_ResponseType most = DT_DEPTH_RESPONSE;
};
bool call_responses(const TableRecord& table, std::size_t list, const ResponseCall& call, bool& called);

}  // namespace graze::c_api
