// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/query/tree_front.h"

#include <new>

#include "query/pieces/front_walk.h"

namespace graze::inline GRAZE_ABI {

TreeFront::TreeFront() noexcept {
  static_assert(sizeof(FrontMemory) <= kBytes && alignof(FrontMemory) <= 8);
  ::new (static_cast<void*>(bytes_)) FrontMemory;
}
TreeFront::TreeFront(const TreeFront& other) noexcept {
  ::new (static_cast<void*>(bytes_)) FrontMemory(other.memory());
}
TreeFront& TreeFront::operator=(const TreeFront& other) noexcept {
  memory() = other.memory();
  return *this;
}
TreeFront::~TreeFront() { memory().~FrontMemory(); }

FrontMemory& TreeFront::memory() { return *std::launder(reinterpret_cast<FrontMemory*>(bytes_)); }
const FrontMemory& TreeFront::memory() const {
  return *std::launder(reinterpret_cast<const FrontMemory*>(bytes_));
}

std::uint32_t TreeFront::size() const { return memory().count; }

void TreeFront::clear() {
  FrontMemory& front = memory();
  front.sides[0] = front.sides[1] = {};
  front.count = 0;
}

}  // namespace graze::inline GRAZE_ABI
