// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/base/workspace.h"

#include <new>
#include <utility>

namespace graze::inline GRAZE_ABI {

void* Workspace::grow(std::size_t bytes) noexcept {
  if (bytes > capacity_) {
    std::unique_ptr<std::byte[]> larger(new (std::nothrow) std::byte[bytes]);
    if (larger == nullptr) return nullptr;
    previous_ = std::exchange(storage_, std::move(larger));
    capacity_ = bytes;
  }
  return storage_.get();
}

}  // namespace graze::inline GRAZE_ABI
