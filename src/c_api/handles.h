// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// A C handle is a number in the guise of a pointer: kind, generation and slot. It is looked up and never
// followed, so handles that are null, dead, of another kind or simply wrong are found out. On 64 bits the
// kind sits where addresses have zeros: no real pointer looks like a handle.

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "boundary.h"

namespace graze::c_api {

enum class HandleKind : std::uint8_t { shape = 1, vertex_base, object, scene, table, bp_scene, bp_proxy };

struct HandleParts {
  static constexpr bool kIsWide = sizeof(std::uintptr_t) == 8;
  static constexpr int kSlotBits = kIsWide ? 26 : 18;
  static constexpr int kGenerationBits = kIsWide ? 22 : 10;
  static constexpr std::uint32_t kMaxGeneration = (1u << kGenerationBits) - 1;
  // Above the kind, on 64 bits, a mark that no address of user space has.
  static constexpr std::uintptr_t kMark = kIsWide ? 0x5d0 : 1;

  std::uint32_t slot = 0, generation = 0;

  [[nodiscard]] static constexpr std::uintptr_t mark_of(HandleKind kind) {
    return kMark << (kIsWide ? 4 : 3) | std::uintptr_t(kind);
  }
  [[nodiscard]] std::uintptr_t pack(HandleKind kind) const {
    return mark_of(kind) << (kSlotBits + kGenerationBits) | std::uintptr_t{generation} << kSlotBits | slot;
  }
  /// Generation 0, which no live slot has, for what is not a handle of this kind.
  [[nodiscard]] static HandleParts unpack(std::uintptr_t bits, HandleKind kind) {
    if (bits >> (kSlotBits + kGenerationBits) != mark_of(kind)) return {};
    const auto below = static_cast<std::uint64_t>(bits);
    return {static_cast<std::uint32_t>(below & ((1u << kSlotBits) - 1)),
            static_cast<std::uint32_t>(below >> kSlotBits) & kMaxGeneration};
  }
};

/// All records of one kind. Slots are never freed and never move, so lookups need no lock; a slot whose
/// generations are used up is not used again, so no dead handle ever comes back to life.
template <class Record>
class Slots {
 public:
  [[nodiscard]] std::uintptr_t add(std::shared_ptr<Record> record) {
    const std::lock_guard lock(mutex_);
    const bool is_reused = first_free_ != kNone;
    if (!is_reused && count_ == (1u << HandleParts::kSlotBits)) throw std::bad_alloc();
    const std::uint32_t index = is_reused ? first_free_ : count_;
    Slot& slot = grow_to(index);
    if (is_reused) {
      first_free_ = slot.next_free;
    } else {
      ++count_;
    }
    slot.record = std::move(record);
    slot.live.store(++slot.generation, std::memory_order_release);
    return HandleParts{index, slot.generation}.pack(Record::kKind);
  }

  [[nodiscard]] Record* find(std::uintptr_t handle) const noexcept {
    const Slot* slot = find_slot(handle);
    return slot != nullptr ? slot->record.get() : nullptr;
  }
  [[nodiscard]] std::shared_ptr<Record> share(std::uintptr_t handle) const noexcept {
    const Slot* slot = find_slot(handle);
    return slot != nullptr ? slot->record : nullptr;
  }

  /// The handle is dead from now on.
  std::shared_ptr<Record> remove(std::uintptr_t handle) {
    const std::lock_guard lock(mutex_);
    Slot* slot = find_slot(handle);
    if (slot == nullptr) return nullptr;
    slot->live.store(0, std::memory_order_release);
    if (slot->generation < HandleParts::kMaxGeneration)
      slot->next_free = std::exchange(first_free_, HandleParts::unpack(handle, Record::kKind).slot);
    return std::move(slot->record);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u, kFirstChunk = 64;
  struct Slot {
    std::shared_ptr<Record> record;
    std::uint32_t generation = 0;
    std::uint32_t next_free = kNone;
    std::atomic<std::uint32_t> live{0};  // the generation, or 0
  };

  // Chunk c has kFirstChunk << c slots.
  [[nodiscard]] static int chunk_of(std::uint32_t index) {
    return int(std::bit_width(index / kFirstChunk + 1)) - 1;
  }
  [[nodiscard]] static std::uint32_t offset_in(int chunk, std::uint32_t index) {
    return index - ((1u << chunk) - 1) * kFirstChunk;
  }
  [[nodiscard]] Slot& grow_to(std::uint32_t index) {
    const int chunk = chunk_of(index);
    Slot* slots = chunks_[std::size_t(chunk)].load(std::memory_order_relaxed);
    if (slots == nullptr) {
      slots = new Slot[std::size_t{kFirstChunk} << chunk];
      chunks_[std::size_t(chunk)].store(slots, std::memory_order_release);
    }
    return slots[offset_in(chunk, index)];
  }
  [[nodiscard]] Slot* find_slot(std::uintptr_t handle) const noexcept {
    const HandleParts parts = HandleParts::unpack(handle, Record::kKind);
    if (parts.generation == 0) return nullptr;
    const int chunk = chunk_of(parts.slot);
    Slot* slots = chunks_[std::size_t(chunk)].load(std::memory_order_acquire);
    if (slots == nullptr) return nullptr;
    Slot& slot = slots[offset_in(chunk, parts.slot)];
    return slot.live.load(std::memory_order_acquire) == parts.generation ? &slot : nullptr;
  }

  std::array<std::atomic<Slot*>, 32> chunks_{};
  std::mutex mutex_;
  std::uint32_t first_free_ = kNone;
  std::uint32_t count_ = 0;
};

/// Made at the first use, before main if need be, and never destroyed: static destructors of the program may
/// still call.
template <class Record>
[[nodiscard]] Slots<Record>& slots() {
  static auto* const all = new Slots<Record>;
  return *all;
}

template <class Handle>
[[nodiscard]] std::uintptr_t bits_of(Handle handle) {
  return std::bit_cast<std::uintptr_t>(handle);
}

template <class Handle, class Record>
[[nodiscard]] Handle new_handle(std::shared_ptr<Record> record) {
  return std::bit_cast<Handle>(slots<Record>().add(std::move(record)));
}

/// Null, and an error that names the argument, for a handle that is null, dead or no handle of this kind.
template <class Record, class Handle>
[[nodiscard]] Record* find(Handle handle, const char* argument) {
  Record* const record = slots<Record>().find(bits_of(handle));
  if (record == nullptr) refuse(argument, handle == nullptr ? "null handle" : "dead or foreign handle");
  return record;
}
template <class Record, class Handle>
[[nodiscard]] std::shared_ptr<Record> share(Handle handle, const char* argument) {
  if (find<Record>(handle, argument) == nullptr) return nullptr;
  return slots<Record>().share(bits_of(handle));
}
/// Null is allowed, as for delete: nothing is removed and nothing is wrong.
template <class Record, class Handle>
std::shared_ptr<Record> remove(Handle handle, const char* argument) {
  if (handle == nullptr || find<Record>(handle, argument) == nullptr) return nullptr;
  return slots<Record>().remove(bits_of(handle));
}

}  // namespace graze::c_api
