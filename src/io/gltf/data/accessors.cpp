// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/accessors.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

enum ComponentType : std::uint32_t { i8 = 5120, u8, i16, u16, u32 = 5125, f32 };

std::size_t size_of(std::uint32_t type) {
  return type == i8 || type == u8 ? 1 : type == i16 || type == u16 ? 2 : type == u32 || type == f32 ? 4 : 0;
}

bool is_unsigned(std::uint32_t type) { return type == u8 || type == u16 || type == u32; }

std::uint32_t components_of(const std::string& type) {
  constexpr std::pair<std::string_view, std::uint32_t> kTypes[] = {
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  for (const auto& [name, n] : kTypes)
    if (name == type) return n;
  return 0;
}

template <class T>
T load(const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// glTF is little-endian, as the machines that Graze is built for.
double number_at(const unsigned char* from, std::uint32_t type, bool is_normalized) {
  const bool n = is_normalized;
  switch (type) {
    case i8:
      return n ? std::max(load<std::int8_t>(from) / 127.0, -1.0) : load<std::int8_t>(from);
    case u8:
      return n ? *from / 255.0 : *from;
    case i16:
      return n ? std::max(load<std::int16_t>(from) / 32767.0, -1.0) : load<std::int16_t>(from);
    case u16:
      return n ? load<std::uint16_t>(from) / 65535.0 : load<std::uint16_t>(from);
    case u32:
      return load<std::uint32_t>(from);
    default:
      return double{load<float>(from)};
  }
}

template <class T>
T value_at(const unsigned char* from, std::uint32_t type, bool is_normalized) {
  const double value = number_at(from, type, is_normalized);
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return static_cast<T>(value);  // of an unsigned type: exact
}

}  // namespace

// Sets where the elements are, when all of them are within the bufferView.
bool Accessors::place(const Object& where, Elements& e) {
  const std::uint32_t index = where.index("bufferView", buffers_.view_count());
  if (index == kNone) {
    messages_.loss(where.path() + " has no bufferView");
    return false;
  }
  const View* view = buffers_.view(index);
  if (view == nullptr) return false;
  const std::size_t size = size_of(e.type) * e.components, offset = where.whole("byteOffset").value_or(0);
  e.stride = view->stride == 0 ? size : view->stride;
  const std::size_t bytes = view->bytes.size();
  // The last element needs its size only, not the whole stride.
  const bool fits = e.count == 0 || (offset <= bytes && size <= bytes - offset &&
                                     (e.count - 1) <= (bytes - offset - size) / e.stride);
  if (!fits || e.stride < size) {
    messages_.loss(where.path() +
                   (fits ? " has elements larger than its bufferView's byteStride"
                         : " reaches beyond its bufferView of " + std::to_string(bytes) + " bytes"));
    return false;
  }
  if (e.count > 0) e.first = view->bytes.data() + offset;
  return true;
}

std::optional<Accessors::Elements> Accessors::find(const Object& accessor, std::uint32_t components) {
  Elements e;
  e.count = accessor.whole("count").value_or(0);
  const std::size_t type = accessor.whole("componentType").value_or(0);
  e.type = type <= f32 ? static_cast<std::uint32_t>(type) : 0;
  e.components = components_of(accessor.text("type"));
  if (size_of(e.type) == 0 || e.components != components) {
    messages_.loss(accessor.path() +
                   (e.components == components ? ".componentType is " + std::to_string(type)
                                               : ".type is \"" + printable(accessor.text("type"), 20) + '"') +
                   ", which is not one of those that can stand here");
    return std::nullopt;
  }
  if (accessor.find("bufferView") != nullptr && !place(accessor, e)) return std::nullopt;
  if (accessor.find("bufferView") == nullptr && !accessor.child("sparse"))
    messages_.note(accessor.path() + " has no bufferView: all of its numbers are zero");
  return e;
}

template <class T>
bool Accessors::read_sparse(const Object& accessor, const Elements& like, bool is_normalized,
                            std::vector<T>& out) {
  const Object sparse = accessor.child("sparse");
  if (!sparse) return true;
  const Object indices = sparse.child("indices"), values = sparse.child("values");
  Elements where, what = like;
  where.count = what.count = sparse.whole("count").value_or(0);
  where.components = 1;
  const std::size_t type = indices.whole("componentType").value_or(0);
  where.type = type <= f32 ? static_cast<std::uint32_t>(type) : 0;
  if (!is_unsigned(where.type)) {
    messages_.loss(indices.path() + ".componentType is not one of unsigned integers");
    return false;
  }
  if (!place(indices, where) || !place(values, what)) return false;
  budget_.take(where.count);
  const std::size_t size = size_of(like.type);
  for (std::size_t i = 0; i < where.count; ++i) {
    const auto at = value_at<std::uint32_t>(where.first + i * where.stride, where.type, false);
    if (at >= like.count) {
      messages_.loss(indices.path() + " names an element that is not there");
      return false;
    }
    for (std::size_t c = 0; c < like.components; ++c)
      out[std::size_t{at} * like.components + c] =
          value_at<T>(what.first + i * what.stride + c * size, like.type, is_normalized);
  }
  return true;
}

template <class T>
std::optional<std::vector<T>> Accessors::read(std::uint32_t index, std::uint32_t components) {
  const Object accessor = root_.at("accessors", index);
  const auto e = find(accessor, components);
  if (!e) return std::nullopt;
  if (!std::is_same_v<T, double> && !is_unsigned(e->type)) {
    messages_.loss(accessor.path() + " should hold unsigned integers");
    return std::nullopt;
  }
  budget_.take(e->count);
  const bool is_normalized = std::is_same_v<T, double> && accessor.boolean("normalized", false);
  std::vector<T> out(e->count * components);
  const std::size_t size = size_of(e->type);
  for (std::size_t i = 0; e->first != nullptr && i < e->count; ++i)
    for (std::size_t c = 0; c < components; ++c)
      out[i * components + c] = value_at<T>(e->first + i * e->stride + c * size, e->type, is_normalized);
  if (!read_sparse(accessor, *e, is_normalized, out)) return std::nullopt;
  return out;
}

std::optional<std::vector<double>> Accessors::numbers(std::uint32_t index, std::uint32_t components) {
  return read<double>(index, components);
}

std::optional<std::vector<std::uint32_t>> Accessors::integers(std::uint32_t index, std::uint32_t components) {
  return read<std::uint32_t>(index, components);
}

std::optional<std::vector<Vec3>> Accessors::points(std::uint32_t index) {
  const auto read = numbers(index, 3);
  if (!read) return std::nullopt;
  std::vector<Vec3> out;
  out.reserve(read->size() / 3);
  for (std::size_t i = 0; i + 2 < read->size(); i += 3)
    out.push_back({(*read)[i], (*read)[i + 1], (*read)[i + 2]});
  return out;
}

std::size_t Accessors::count(std::uint32_t index) {
  return root_.at("accessors", index).whole("count").value_or(0);
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
