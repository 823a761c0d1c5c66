// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::inline GRAZE_ABI {

/// One byte in the log, followed by its arguments.
enum class Call : std::uint8_t {
  define_shape,
  create,
  destroy,
  set_placement,
  set_shape,
  set_margin,
  set_filter,
  make_scene,
  drop_scene,
  add,
  remove,
  ignore,
  unignore,
  refresh,
  update,
  set_motion,
  advance,
  speculate,
};
inline constexpr std::uint8_t kCallCount = std::uint8_t(Call::speculate) + 1;
/// Of a time of impact: damaged logs must not keep the reader busy for days.
inline constexpr int kMostLogIterations = MotionSettings{}.max_iterations;
inline constexpr char kLogHead[8] = {'G', 'r', 'a', 'z', 'e', '2', 's', sizeof(Real) == 4 ? 'f' : 'd'};

/// Log of a world that is being recorded. One for which memory ran out is of no use and says so; the calls
/// that were to be written do not fail because of it.
struct CallLog {
  std::vector<std::byte> bytes;
  std::unordered_map<std::string, std::uint32_t> shapes;  // numbers, by the bytes of their views
  std::vector<Shape> kept;                                // so that no block is another shape's later
  std::uint32_t scene_count = 0;
  std::optional<Error> error;
  bool has_no_memory = false;

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
  }
  void put(const Vec3& v) { write(v.x, v.y, v.z); }
  void put(const Affine& m) {
    for (const Vec3& column : m.linear().columns) put(column);
    put(m.translation());
  }
  /// Motions of the caller are functions, which cannot be written.
  void put(const Path& path);
  void put(const AdvanceSettings& settings) {
    const MotionSettings& m = settings.motion;
    if (m.max_iterations > kMostLogIterations && !error)
      error = Error{ErrorCode::unsupported, "max_iterations: more than a recording may have"};
    write(settings.selection, settings.with_starts, m.time_tolerance, m.distance_tolerance, m.target,
          m.max_iterations);
  }
  template <class... T>
  void write(const T&... values) {
    attempt([&] { (put(values), ...); });
  }
  template <class F>
  void attempt(const F& append) {
    if (has_no_memory) return;
    try {
      append();
    } catch (const std::bad_alloc&) {
      has_no_memory = true;
      error = Error{ErrorCode::unsupported, "world: memory for its recording ran out"};
    }
  }
};

/// Reads a log; what is not there is zero, and `is_good` false from then on.
struct LogReader {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  bool is_good = true;

  template <class T>
  T get() {
    T value{};
    if (bytes.size() - position < sizeof(T)) {
      is_good = false;
      position = bytes.size();
      return value;
    }
    std::memcpy(&value, bytes.data() + position, sizeof(T));
    position += sizeof(T);
    return value;
  }
  Vec3 get_vector() {
    const Real x = get<Real>(), y = get<Real>(), z = get<Real>();
    return {x, y, z};
  }
  Affine get_affine() {
    Mat3 linear;
    for (Vec3& column : linear.columns) column = get_vector();
    const Vec3 translation = get_vector();
    return {linear, translation};
  }
  Path get_path();
  AdvanceSettings get_advance_settings() {
    AdvanceSettings settings;
    settings.selection = get<ImpactSelection>();
    settings.with_starts = get<std::uint8_t>() != 0;
    settings.motion.time_tolerance = get<Real>();
    settings.motion.distance_tolerance = get<Real>();
    settings.motion.target = get<Real>();
    settings.motion.max_iterations = get<int>();
    is_good = is_good && settings.motion.max_iterations <= kMostLogIterations;
    return settings;
  }
  /// A number of things of which each takes so many bytes at least: no log can make the reader allocate more
  /// than its own size.
  std::uint32_t get_count(std::size_t bytes_each) {
    const auto count = get<std::uint32_t>();
    if (count <= (bytes.size() - position) / bytes_each) return count;
    is_good = false;
    return 0;
  }
};

/// The number of a shape in the log; written there when it is new.
[[nodiscard]] std::uint32_t log_shape(CallLog& log, const Shape& shape);
/// It has changed, and is new to the log again.
void forget_shape(CallLog& log, const Shape& shape);
/// Invalid if the log is not good.
[[nodiscard]] Shape read_shape(LogReader& log, int depth = 0);
/// Of all bytes of the results of an update.
[[nodiscard]] std::uint64_t checksum(std::span<const ScenePair> pairs);
/// Of all bytes of the results of an advance.
[[nodiscard]] std::uint64_t checksum(std::span<const SceneImpact> impacts);
/// Of all bytes of the results of a speculation.
[[nodiscard]] std::uint64_t checksum(std::span<const SpeculativePair> pairs);

}  // namespace graze::inline GRAZE_ABI
