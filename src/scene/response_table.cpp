// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/response_table.h"

#include <algorithm>
#include <iterator>

#include "base/reserve_all.h"
#include "scene/table_state.h"

namespace graze::inline GRAZE_ABI {
namespace {

std::uint64_t class_key_of(ObjectHandle object) {
  return std::uint64_t{object.slot()} | (std::uint64_t{object.owner()} << 32);
}

bool is_used(const Response& response) {
  return response.callback != nullptr && response.type != ResponseType::none;
}

// For one more.
void make_room(Responses& list) { reserve_all(list.size() + 1, list); }

void remove_first(Responses& list, std::uintptr_t id) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Response& r) { return id_of(r) == id; });
  if (at != list.end()) list.erase(at);
}

std::optional<Error> refuse_class(const TableState& table, ResponseClass response_class) {
  if (response_class < table.class_responses.size()) return std::nullopt;
  return Error{ErrorCode::index_out_of_range, "class: was not made by this table"};
}

// Of a table that was moved from: no classes, so that whatever names one is refused.
const TableState& read(const std::shared_ptr<TableState>& state) {
  static const TableState moved_from;
  return state != nullptr ? *state : moved_from;
}

// Every list of pairs with this class, once.
template <class F>
void for_lists_of(TableState& table, ResponseClass response_class, const F& change) {
  for (ResponseClass other = 0; other < table.class_responses.size(); ++other)
    change(table.pair_responses[index_of(response_class, other)]);
}

}  // namespace

const ResponseClass* find_class(const TableState& table, ObjectHandle object) {
  const auto found = table.classes.find(class_key_of(object));
  if (found == table.classes.end() || found->second.object != object) return nullptr;
  return &found->second.response_class;
}

ResponseTable::ResponseTable() { (void)add_class(); }
ResponseTable::~ResponseTable() = default;
ResponseTable::ResponseTable(ResponseTable&&) noexcept = default;
ResponseTable& ResponseTable::operator=(ResponseTable&&) noexcept = default;

ResponseClass ResponseTable::add_class() {
  if (state_ == nullptr) state_ = std::make_shared<TableState>();
  TableState& table = *state_;
  const auto made = static_cast<ResponseClass>(table.class_responses.size());
  std::vector<Responses> lists(made + 1, table.defaults);
  for (ResponseClass other = 0; other < made; ++other) {
    const Responses& of_other = table.class_responses[other];
    lists[other].insert(lists[other].end(), of_other.begin(), of_other.end());
  }
  reserve_all(table.class_responses.size() + 1, table.class_responses);
  reserve_all(table.pair_responses.size() + lists.size(), table.pair_responses);
  table.class_responses.emplace_back();  // nothing fails from here on
  std::move(lists.begin(), lists.end(), std::back_inserter(table.pair_responses));
  return made;
}

std::size_t ResponseTable::class_count() const { return read(state_).class_responses.size(); }

std::optional<Error> ResponseTable::set_class(ObjectHandle object, ResponseClass response_class) {
  if (!object) return Error{ErrorCode::index_out_of_range, "object: the handle is null"};
  if (const auto error = refuse_class(read(state_), response_class)) return error;
  state_->classes[class_key_of(object)] = {object, response_class};
  return std::nullopt;
}

void ResponseTable::clear_class(ObjectHandle object) {
  if (find_class(read(state_), object) != nullptr) state_->classes.erase(class_key_of(object));
}

std::optional<ResponseClass> ResponseTable::class_of(ObjectHandle object) const {
  const ResponseClass* found = find_class(read(state_), object);
  if (found == nullptr) return std::nullopt;
  return *found;
}

void ResponseTable::add_default(const Response& response) {
  if (!is_used(response)) return;
  if (state_ == nullptr) state_ = std::make_shared<TableState>();
  make_room(state_->defaults);
  for (Responses& list : state_->pair_responses) make_room(list);
  state_->defaults.push_back(response);
  for (Responses& list : state_->pair_responses) list.push_back(response);
}

std::optional<Error> ResponseTable::add_for_class(ResponseClass response_class, const Response& response) {
  if (const auto error = refuse_class(read(state_), response_class)) return error;
  if (!is_used(response)) return std::nullopt;
  make_room(state_->class_responses[response_class]);
  for_lists_of(*state_, response_class, make_room);
  state_->class_responses[response_class].push_back(response);
  for_lists_of(*state_, response_class, [&](Responses& list) { list.push_back(response); });
  return std::nullopt;
}

std::optional<Error> ResponseTable::add_for_pair(ResponseClass a, ResponseClass b, const Response& response) {
  for (const ResponseClass c : {a, b})
    if (const auto error = refuse_class(read(state_), c)) return error;
  if (is_used(response)) state_->pair_responses[index_of(a, b)].push_back(response);
  return std::nullopt;
}

void ResponseTable::remove_default(std::uintptr_t id) {
  if (state_ == nullptr) return;
  remove_first(state_->defaults, id);
  for (Responses& list : state_->pair_responses) remove_first(list, id);
}

std::optional<Error> ResponseTable::remove_for_class(ResponseClass response_class, std::uintptr_t id) {
  if (const auto error = refuse_class(read(state_), response_class)) return error;
  remove_first(state_->class_responses[response_class], id);
  for_lists_of(*state_, response_class, [&](Responses& list) { remove_first(list, id); });
  return std::nullopt;
}

std::optional<Error> ResponseTable::remove_for_pair(ResponseClass a, ResponseClass b, std::uintptr_t id) {
  for (const ResponseClass c : {a, b})
    if (const auto error = refuse_class(read(state_), c)) return error;
  remove_first(state_->pair_responses[index_of(a, b)], id);
  return std::nullopt;
}

std::span<const Response> ResponseTable::responses(ResponseClass a, ResponseClass b) const {
  if (a >= class_count() || b >= class_count()) return {};
  return state_->pair_responses[index_of(a, b)];
}

std::span<const Response> ResponseTable::responses(ObjectHandle a, ObjectHandle b) const {
  const ResponseClass *class_a = find_class(read(state_), a), *class_b = find_class(read(state_), b);
  if (class_a == nullptr || class_b == nullptr) return {};
  return responses(*class_a, *class_b);
}

}  // namespace graze::inline GRAZE_ABI
