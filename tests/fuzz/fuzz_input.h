// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Objects from the bytes that the fuzzer invents. Numbers are drawn so that coincidences are likely: a
// lattice of quarters, a few round values, and any bits at all.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "support/check_shape.h"
#include "support/generators.h"

namespace graze::test {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  int below(int n) { return byte() % n; }
  bool is_empty() const { return at_ >= size_; }

  /// Any Real, infinities and NaN among them.
  Real any() {
    std::uint8_t raw[sizeof(Real)];
    for (std::uint8_t& b : raw) b = byte();
    Real x = 0;
    std::memcpy(&x, raw, sizeof x);
    return x;
  }
  /// Of moderate size, often the same as others.
  double moderate() {
    switch (below(6)) {
      case 0:
        return 0;
      case 1:
        return double(int(byte()) - 128) / 4;
      case 2:
        return rounded(double(int(byte()) - 128) / 4 * (1 + (int(byte()) - 128) * double(kEpsilon)));
      case 3:
        return rounded(std::ldexp(double(int(byte()) - 128) / 128, below(41) - 20));
      default:
        return rounded((double(byte()) * 256 + double(byte())) / 8192 - 4);
    }
  }
  double positive() {
    const double x = std::abs(moderate());
    return x > 0 ? x : 1;
  }
  /// Not negative: shapes may be flat.
  double size() { return std::abs(moderate()); }
  V3d vector() {
    const double x = moderate(), y = moderate();
    return {x, y, moderate()};
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

inline CheckShape fuzz_shape(Bytes& bytes, int depth = 0) {
  const auto vertices = [&](int n) {
    std::vector<V3d> v;
    for (int i = 0; i < n; ++i) v.push_back(bytes.vector());
    return v;
  };
  switch (bytes.below(depth < 2 ? 18 : 14)) {
    case 0:
      return check_point(bytes.vector());
    case 1:
      return check_hull_of_points(ShapeKind::segment, vertices(2));
    case 2:
      return check_hull_of_points(ShapeKind::triangle, vertices(3));
    case 3:
      return check_hull_of_points(ShapeKind::tetrahedron, vertices(4));
    case 4:
      return check_hull_of_points(ShapeKind::polytope, vertices(4 + bytes.below(12)));
    case 5:
    case 6:
      return check_sized(ShapeKind::box, {bytes.size(), bytes.size(), bytes.size()});
    case 7:
      return check_sized(ShapeKind::sphere, {bytes.size()});
    case 8:
      return check_sized(ShapeKind::ellipsoid, {bytes.size(), bytes.size(), bytes.size()});
    case 9:
      return check_sized(ShapeKind::capsule, {bytes.size(), bytes.size()});
    case 10:
      return check_sized(ShapeKind::tapered_capsule, {bytes.size(), bytes.size(), bytes.size()});
    case 11:
      return check_sized(ShapeKind::cylinder, {bytes.size(), bytes.size()});
    case 12:
      return check_sized(ShapeKind::cone, {bytes.size(), bytes.size()});
    case 13:
      return check_sized(ShapeKind::tapered_cylinder, {bytes.size(), bytes.size(), bytes.size()});
    case 14: {
      CheckShape a = fuzz_shape(bytes, depth + 1);
      return check_sum(std::move(a), fuzz_shape(bytes, depth + 1));
    }
    case 15: {
      CheckShape a = fuzz_shape(bytes, depth + 1);
      return check_hull(std::move(a), fuzz_shape(bytes, depth + 1));
    }
    case 16:
      return check_expanded(fuzz_shape(bytes, depth + 1), bytes.size());
    default: {
      const V3d x = bytes.vector(), y = bytes.vector(), z = bytes.vector();
      return check_affine_image(fuzz_shape(bytes, depth + 1), Mapd(x, y, z, bytes.vector()));
    }
  }
}

/// A turn that floats hold exactly or not, a scale, or any matrix.
inline Mapd fuzz_linear(Bytes& bytes) {
  Random random(bytes.byte());
  switch (bytes.below(4)) {
    case 0:
      return {};
    case 1:
      return {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}};
    case 2:
      return rounded(random_rotation(random));
    default:
      return random_linear(random);
  }
}

inline CheckInstance fuzz_instance(Bytes& bytes) {
  CheckInstance i;
  i.placement = fuzz_linear(bytes);
  i.placement.translation = bytes.vector();
  i.margin = bytes.below(3) == 0 ? bytes.size() : 0;
  i.shape = fuzz_shape(bytes);
  return i;
}

/// Changes a file: any byte, or four of them to a number near a limit, as counts, offsets and ids have them;
/// a byte is added, or the file ends there.
inline void damage(Bytes& bytes, std::vector<std::byte>& file) {
  const int high = bytes.byte();
  const std::size_t at = std::size_t(high * 256 + bytes.byte()) % file.size();
  const int kind = bytes.below(6);
  if (kind == 0) {
    file.resize(at);
  } else if (kind == 1) {
    file.insert(file.begin() + std::ptrdiff_t(at), std::byte{bytes.byte()});
  } else if (kind == 2 && at % 4 == 0 && at + 4 <= file.size()) {
    const std::uint32_t limits[] = {0, 0x7fffffff, 0x80000000, 0xffffffff}, limit = limits[bytes.below(4)];
    const std::uint32_t value = limit + std::uint32_t(bytes.below(3)) - 1;
    std::memcpy(file.data() + at, &value, sizeof value);
  } else {
    file[at] = std::byte{bytes.byte()};
  }
}

/// A failure where there is no pair to replay.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// The fuzzer keeps the input of a crash; this is one that says why.
[[noreturn]] inline void fuzz_failure(const std::string& what, const CheckPair& pair) {
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), replay(pair).c_str());
  std::abort();
}

}  // namespace graze::test
