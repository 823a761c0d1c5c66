// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graze/math/vec3.h"
#include "io/gltf/data/buffers.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// Reads the accessors of a file: every component type, normalised or not, sparse or not.
class Accessors {
 public:
  Accessors(const Object& root, Buffers& buffers, Budget& budget, const Messages& messages)
      : root_(root),
        count_(root.size("accessors")),
        buffers_(buffers),
        budget_(budget),
        messages_(messages) {}

  [[nodiscard]] std::size_t size() const { return count_; }

  /// Numbers of an accessor with so many components, one element after the other; as they are, not finite
  /// ones included. Nothing, with a warning, where it is damaged or of another type.
  [[nodiscard]] std::optional<std::vector<double>> numbers(std::uint32_t index, std::uint32_t components);
  [[nodiscard]] std::optional<std::vector<Vec3>> points(std::uint32_t index);
  /// Numbers of an accessor of unsigned integers.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> integers(std::uint32_t index,
                                                                   std::uint32_t components);
  /// Number of elements, of which none is read; 0 where it is damaged.
  [[nodiscard]] std::size_t count(std::uint32_t index);
  [[nodiscard]] bool is_normalized(std::uint32_t index) {
    return root_.at("accessors", index).boolean("normalized", false);
  }

 private:
  // Elements in a bufferView that are known to be there; no bytes: all are zero.
  struct Elements {
    const unsigned char* first = nullptr;
    std::size_t stride = 0;
    std::size_t count = 0;
    std::uint32_t type = 0;  ///< componentType
    std::uint32_t components = 0;
  };
  template <class T>
  [[nodiscard]] std::optional<std::vector<T>> read(std::uint32_t index, std::uint32_t components);
  [[nodiscard]] std::optional<Elements> find(const Object& accessor, std::uint32_t components);
  [[nodiscard]] bool place(const Object& where, Elements& elements);
  template <class T>
  [[nodiscard]] bool read_sparse(const Object& accessor, const Elements& like, bool is_normalized,
                                 std::vector<T>& out);

  Object root_;
  std::size_t count_;
  Buffers& buffers_;
  Budget& budget_;
  const Messages& messages_;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
