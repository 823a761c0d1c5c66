// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "allocation_counter.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;

}  // namespace

#if GRAZE_COUNTS_ALLOCATIONS
namespace {

void* counted(std::size_t bytes) noexcept {
  ++count;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* counted(std::size_t bytes, std::align_val_t alignment) noexcept {
  ++count;
  const auto a = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(a, (bytes + a - 1) / a * a);
}
void* checked(void* p) {
  if (!p) throw std::bad_alloc();
  return p;
}

}  // namespace

void* operator new(std::size_t bytes) { return checked(counted(bytes)); }
void* operator new[](std::size_t bytes) { return checked(counted(bytes)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t a) { return checked(counted(bytes, a)); }
void* operator new[](std::size_t bytes, std::align_val_t a) { return checked(counted(bytes, a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#endif

namespace graze::test {

std::uint64_t allocation_count() noexcept { return count; }

}  // namespace graze::test
