// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;
constinit std::atomic<bool> may_fail{false};
constinit std::atomic<std::int64_t> asked{0}, first_failure{0}, last_failure{0};

}  // namespace

#if GRAZE_COUNTS_ALLOCATIONS
namespace {

bool fails() noexcept {
  ++count;
  if (!may_fail.load(std::memory_order_relaxed)) return false;
  const std::int64_t number = asked++;
  return number >= first_failure && number < last_failure;
}
void* counted(std::size_t bytes) noexcept {
  if (fails()) return nullptr;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* counted(std::size_t bytes, std::align_val_t alignment) noexcept {
  if (fails()) return nullptr;
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

void fail_allocations(std::int64_t first, std::int64_t failures) noexcept {
  asked = 0;
  first_failure = first;
  last_failure = first + failures;
  may_fail = true;
}

std::int64_t end_failures() noexcept {
  may_fail = false;
  return asked;
}

}  // namespace graze::test
