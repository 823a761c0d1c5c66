// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/gltf/context.h"

namespace graze::inline GRAZE_ABI::io::gltf {

/// The samplers of one animation as tracks, each made once.
class Samplers {
 public:
  Samplers(Context& context, const Object& animation);

  /// A track of the scene for a target with so many numbers; kNone, with a warning, where it is damaged. The
  /// numbers of weights are single, those of a rotation are quaternions.
  [[nodiscard]] std::uint32_t track(std::uint32_t sampler, Target target, std::size_t components);
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  [[nodiscard]] std::uint32_t build(const Object& json, Target target, std::size_t components);
  [[nodiscard]] std::optional<std::vector<double>> values(const Object& json, Target target);

  Context& context_;
  Object animation_;
  std::size_t size_;
  std::map<std::tuple<std::uint32_t, bool, std::size_t>, std::uint32_t> known_;
};

}  // namespace graze::inline GRAZE_ABI::io::gltf
