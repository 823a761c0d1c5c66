// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Response tables.
#include <algorithm>

#include "scene.h"

namespace graze::c_api {
namespace {

constexpr const char* kNoSuchClass = "no such class in this table";

[[nodiscard]] bool has_class(const TableRecord& table, DT_ResponseClass response_class,
                             const char* argument) {
  const bool exists = response_class < table.class_count();
  if (!exists) refuse(argument, kNoSuchClass);
  return exists;
}

// False also for DT_NO_RESPONSE, which is nothing to add and nothing wrong.
[[nodiscard]] bool is_response(const Response& response) {
  if (response.callback == nullptr) refuse("response", "null callback");
  const bool is_type = response.type >= DT_NO_RESPONSE && response.type <= DT_DEPTH_RESPONSE;
  if (!is_type) refuse("type", "no such response type");
  return response.callback != nullptr && is_type && response.type != DT_NO_RESPONSE;
}

void remove_first(Responses& list, DT_ResponseCallback callback) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Response& response) { return response.callback == callback; });
  if (found != list.end()) list.erase(found);
}

// The lists of all pairs with this class.
template <class Visit>
void for_each_list(TableRecord& table, DT_ResponseClass response_class, Visit&& visit) {
  for (DT_ResponseClass other = 0; other < table.class_count(); ++other)
    visit(table.of_pair[TableRecord::list_of(response_class, other)]);
}

// The lists of the new class start with the defaults, then those of the older class.
void add_class(TableRecord& table) {
  std::vector<Responses> lists;
  for (const Responses& older : table.of_class) {
    lists.push_back(table.defaults);
    lists.back().insert(lists.back().end(), older.begin(), older.end());
  }
  lists.push_back(table.defaults);
  table.of_pair.reserve(table.of_pair.size() + lists.size());
  table.of_class.emplace_back();
  for (Responses& list : lists) table.of_pair.push_back(std::move(list));
}

void set_class(ObjectRecord& object, const TableRecord& table, DT_ResponseClass response_class) {
  std::erase_if(object.classes,
                [](const ClassInTable& entry) { return slots<TableRecord>().find(entry.table) == nullptr; });
  for (ClassInTable& entry : object.classes) {
    if (entry.table != table.number) continue;
    entry.response_class = response_class;
    return;
  }
  object.classes.push_back({table.number, response_class});
}

}  // namespace

const ClassInTable* find_class(const ObjectRecord& object, const TableRecord& table) {
  for (const ClassInTable& entry : object.classes)
    if (entry.table == table.number) return &entry;
  return nullptr;
}

bool call_responses(const TableRecord& table, std::size_t list, const ResponseCall& call, bool& called) {
  for (std::size_t i = 0; !table.is_destroyed && i < table.of_pair[list].size(); ++i) {
    const Response response = table.of_pair[list][i];
    if (response.type > call.most) continue;
    called = true;
    if (response.callback(response.client_data, call.client1, call.client2, call.data) != DT_CONTINUE)
      return true;
  }
  return false;
}

}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_RespTableHandle DT_CreateRespTable(void) {
  return boundary("DT_CreateRespTable", DT_RespTableHandle{}, [&] {
    auto table = std::make_shared<TableRecord>();
    add_class(*table);
    TableRecord& created = *table;
    const auto handle = new_handle<DT_RespTableHandle>(std::move(table));
    created.number = bits_of(handle);
    return handle;
  });
}

void DT_DestroyRespTable(DT_RespTableHandle respTable) {
  boundary("DT_DestroyRespTable", [&] {
    if (const auto table = remove<TableRecord>(respTable, "respTable")) table->is_destroyed = true;
  });
}

DT_ResponseClass DT_GenResponseClass(DT_RespTableHandle respTable) {
  return boundary("DT_GenResponseClass", DT_ResponseClass{0}, [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    if (table == nullptr) return DT_ResponseClass{0};
    add_class(*table);
    return static_cast<DT_ResponseClass>(table->class_count() - 1);
  });
}

void DT_SetResponseClass(DT_RespTableHandle respTable, DT_ObjectHandle object,
                         DT_ResponseClass responseClass) {
  boundary("DT_SetResponseClass", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    ObjectRecord* record = table != nullptr ? find<ObjectRecord>(object, "object") : nullptr;
    if (record == nullptr || !has_class(*table, responseClass, "responseClass")) return;
    set_class(*record, *table, responseClass);
  });
}

void DT_ClearResponseClass(DT_RespTableHandle respTable, DT_ObjectHandle object) {
  boundary("DT_ClearResponseClass", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    ObjectRecord* record = table != nullptr ? find<ObjectRecord>(object, "object") : nullptr;
    if (record == nullptr) return;
    std::erase_if(record->classes, [&](const ClassInTable& entry) { return entry.table == table->number; });
  });
}

void DT_CallResponse(DT_RespTableHandle respTable, DT_ObjectHandle object1, DT_ObjectHandle object2,
                     const DT_CollData* coll_data) {
  boundary("DT_CallResponse", [&] {
    const auto table = share<TableRecord>(respTable, "respTable");
    const ObjectRecord* a = table ? find<ObjectRecord>(object1, "object1") : nullptr;
    const ObjectRecord* b = a != nullptr ? find<ObjectRecord>(object2, "object2") : nullptr;
    if (b == nullptr) return;
    const ClassInTable *class_a = find_class(*a, *table), *class_b = find_class(*b, *table);
    if (class_a == nullptr || class_b == nullptr) return;
    bool called = false;
    const std::size_t list = TableRecord::list_of(class_a->response_class, class_b->response_class);
    (void)call_responses(*table, list, {a->client, b->client, coll_data}, called);
  });
}

void DT_AddDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response, DT_ResponseType type,
                           void* client_data) {
  boundary("DT_AddDefaultResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    const Response added{response, type, client_data};
    if (table == nullptr || !is_response(added)) return;
    table->defaults.push_back(added);
    for (Responses& list : table->of_pair) list.push_back(added);
  });
}

void DT_RemoveDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response) {
  boundary("DT_RemoveDefaultResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    if (table == nullptr) return;
    remove_first(table->defaults, response);
    for (Responses& list : table->of_pair) remove_first(list, response);
  });
}

void DT_AddClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                         DT_ResponseCallback response, DT_ResponseType type, void* client_data) {
  boundary("DT_AddClassResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    const Response added{response, type, client_data};
    if (table == nullptr || !has_class(*table, responseClass, "responseClass") || !is_response(added)) return;
    table->of_class[responseClass].push_back(added);
    for_each_list(*table, responseClass, [&](Responses& list) { list.push_back(added); });
  });
}

void DT_RemoveClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                            DT_ResponseCallback response) {
  boundary("DT_RemoveClassResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    if (table == nullptr || !has_class(*table, responseClass, "responseClass")) return;
    remove_first(table->of_class[responseClass], response);
    for_each_list(*table, responseClass, [&](Responses& list) { remove_first(list, response); });
  });
}

void DT_AddPairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                        DT_ResponseClass responseClass2, DT_ResponseCallback response, DT_ResponseType type,
                        void* client_data) {
  boundary("DT_AddPairResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    const Response added{response, type, client_data};
    if (table == nullptr || !has_class(*table, responseClass1, "responseClass1") ||
        !has_class(*table, responseClass2, "responseClass2") || !is_response(added))
      return;
    table->of_pair[TableRecord::list_of(responseClass1, responseClass2)].push_back(added);
  });
}

void DT_RemovePairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                           DT_ResponseClass responseClass2, DT_ResponseCallback response) {
  boundary("DT_RemovePairResponse", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    if (table == nullptr || !has_class(*table, responseClass1, "responseClass1") ||
        !has_class(*table, responseClass2, "responseClass2"))
      return;
    remove_first(table->of_pair[TableRecord::list_of(responseClass1, responseClass2)], response);
  });
}
