// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Memory for the rationals of tests: every number takes two blocks and gives them back at once, and where a
// sanitizer watches malloc that is most of what an exact test does. Blocks go to lists by size instead, one
// set per thread.

#include <gmp.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace {

constexpr std::size_t kStep = 16, kLists = 64;  // larger blocks are left to malloc

struct Block {
  Block* next;
};

struct FreeBlocks {
  Block* first[kLists] = {};
  bool is_open = true;  // globals may outlive the lists of their thread

  ~FreeBlocks() {
    is_open = false;
    for (Block* block : first)
      while (block) std::free(std::exchange(block, block->next));
  }
};

thread_local FreeBlocks free_blocks;

std::size_t list_of(std::size_t bytes) { return (bytes + kStep - 1) / kStep; }

void* allocate(std::size_t bytes) {
  const std::size_t list = list_of(bytes);
  if (list >= kLists || !free_blocks.is_open || !free_blocks.first[list]) return std::malloc(list * kStep);
  return std::exchange(free_blocks.first[list], free_blocks.first[list]->next);
}

void release(void* memory, std::size_t bytes) {
  const std::size_t list = list_of(bytes);
  if (list >= kLists || !free_blocks.is_open) return std::free(memory);
  free_blocks.first[list] = new (memory) Block{free_blocks.first[list]};
}

void* reallocate(void* memory, std::size_t old_bytes, std::size_t bytes) {
  if (list_of(old_bytes) == list_of(bytes)) return memory;
  void* const moved = allocate(bytes);
  std::memcpy(moved, memory, std::min(old_bytes, bytes));
  release(memory, old_bytes);
  return moved;
}

// Before the first rational: what malloc gave may be shorter than its list says.
[[gnu::constructor(101)]] void use_free_blocks() { mp_set_memory_functions(allocate, reallocate, release); }

}  // namespace
