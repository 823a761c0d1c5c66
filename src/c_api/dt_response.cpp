// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Response tables.
#include <algorithm>
#include <bit>

#include "records.h"

namespace graze::c_api {
namespace {

// How the library calls a caller's function, whose address is the response's id.
bool call_client(const Response& response, const Collision& collision) {
  const auto callback = std::bit_cast<DT_ResponseCallback>(response.id);
  DT_CollData data;
  store(collision.point_a, data.point1);
  store(collision.point_b, data.point2);
  store(collision.normal * -collision.depth, data.normal);  // for a, where the library speaks of b
  const DT_CollData* const told = collision.type == ResponseType::simple ? nullptr : &data;
  return callback(response.client_data, collision.user_a, collision.user_b, told) != DT_CONTINUE;
}

[[nodiscard]] std::uintptr_t id_of(DT_ResponseCallback callback) {
  return std::bit_cast<std::uintptr_t>(callback);
}

// Adds or removes by `change`, which gets the response and says what was wrong.
template <class Change>
void add_response(const char* function, DT_RespTableHandle table, DT_ResponseCallback callback,
                  DT_ResponseType type, void* client_data, Change&& change) {
  boundary(function, [&] {
    TableRecord* record = find<TableRecord>(table, "respTable");
    if (record == nullptr) return;
    if (callback == nullptr) return refuse("response", "null callback");
    if (type < DT_NO_RESPONSE || type > DT_DEPTH_RESPONSE) return refuse("type", "no such response type");
    const Response response{call_client, static_cast<ResponseType>(type), client_data, id_of(callback)};
    if (const std::optional<Error> error = change(record->lists, response)) refuse(*error);
  });
}
template <class Change>
void change_lists(const char* function, DT_RespTableHandle table, Change&& change) {
  boundary(function, [&] {
    TableRecord* record = find<TableRecord>(table, "respTable");
    if (record == nullptr) return;
    if (const std::optional<Error> error = change(record->lists)) refuse(*error);
  });
}

static_assert(int(ResponseType::none) == DT_NO_RESPONSE && int(ResponseType::simple) == DT_SIMPLE_RESPONSE &&
              int(ResponseType::witnessed) == DT_WITNESSED_RESPONSE &&
              int(ResponseType::depth) == DT_DEPTH_RESPONSE);

[[nodiscard]] bool are_alive(const Collision& collision) {
  const auto is_alive = [](ObjectHandle object) {
    return slots<ObjectRecord>().find(static_cast<std::uintptr_t>(object.bits)) != nullptr;
  };
  return is_alive(collision.object_a) && is_alive(collision.object_b);
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

void set_objects(const ObjectRecord& a, const ObjectRecord& b, Collision& collision) {
  collision.object_a.bits = a.handle;
  collision.object_b.bits = b.handle;
  collision.user_a = a.client;
  collision.user_b = b.client;
}

bool call_responses(const TableRecord& table, ResponseClass a, ResponseClass b, const Collision& collision,
                    bool& called) {
  for (std::size_t i = 0; !table.is_destroyed && i < table.lists.responses(a, b).size(); ++i) {
    const Response response = table.lists.responses(a, b)[i];
    if (collision.type == ResponseType::witnessed && response.type == ResponseType::depth) continue;
    if (called && !are_alive(collision)) return false;
    called = true;
    if (response.callback(response, collision)) return true;
  }
  return false;
}

}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_RespTableHandle DT_CreateRespTable(void) {
  return boundary("DT_CreateRespTable", DT_RespTableHandle{}, [&] {
    const auto table = std::make_shared<TableRecord>();
    const auto handle = new_handle<DT_RespTableHandle>(table);
    table->number = bits_of(handle);
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
    return table != nullptr ? table->lists.add_class() : DT_ResponseClass{0};
  });
}

void DT_SetResponseClass(DT_RespTableHandle respTable, DT_ObjectHandle object,
                         DT_ResponseClass responseClass) {
  boundary("DT_SetResponseClass", [&] {
    TableRecord* table = find<TableRecord>(respTable, "respTable");
    ObjectRecord* record = table != nullptr ? find<ObjectRecord>(object, "object") : nullptr;
    if (record == nullptr) return;
    if (responseClass >= table->lists.class_count())
      return refuse("responseClass", "no such class in this table");
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
    Collision collision;
    set_objects(*a, *b, collision);
    if (coll_data != nullptr) {  // passed on as it is
      collision.type = ResponseType::depth;
      collision.point_a = to_vec3(coll_data->point1);
      collision.point_b = to_vec3(coll_data->point2);
      collision.normal = -to_vec3(coll_data->normal);
      collision.depth = 1;
    }
    bool called = false;
    (void)call_responses(*table, class_a->response_class, class_b->response_class, collision, called);
  });
}

void DT_AddDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response, DT_ResponseType type,
                           void* client_data) {
  add_response("DT_AddDefaultResponse", respTable, response, type, client_data,
               [](ResponseTable& lists, const Response& added) {
                 lists.add_default(added);
                 return std::optional<Error>{};
               });
}

void DT_RemoveDefaultResponse(DT_RespTableHandle respTable, DT_ResponseCallback response) {
  change_lists("DT_RemoveDefaultResponse", respTable, [&](ResponseTable& lists) {
    lists.remove_default(id_of(response));
    return std::optional<Error>{};
  });
}

void DT_AddClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                         DT_ResponseCallback response, DT_ResponseType type, void* client_data) {
  add_response(
      "DT_AddClassResponse", respTable, response, type, client_data,
      [&](ResponseTable& lists, const Response& added) { return lists.add_for_class(responseClass, added); });
}

void DT_RemoveClassResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass,
                            DT_ResponseCallback response) {
  change_lists("DT_RemoveClassResponse", respTable,
               [&](ResponseTable& lists) { return lists.remove_for_class(responseClass, id_of(response)); });
}

void DT_AddPairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                        DT_ResponseClass responseClass2, DT_ResponseCallback response, DT_ResponseType type,
                        void* client_data) {
  add_response("DT_AddPairResponse", respTable, response, type, client_data,
               [&](ResponseTable& lists, const Response& added) {
                 return lists.add_for_pair(responseClass1, responseClass2, added);
               });
}

void DT_RemovePairResponse(DT_RespTableHandle respTable, DT_ResponseClass responseClass1,
                           DT_ResponseClass responseClass2, DT_ResponseCallback response) {
  change_lists("DT_RemovePairResponse", respTable, [&](ResponseTable& lists) {
    return lists.remove_for_pair(responseClass1, responseClass2, id_of(response));
  });
}
