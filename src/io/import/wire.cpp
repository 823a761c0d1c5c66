// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/wire.h"

#include <cstring>

#include "io/import/valid.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

constexpr std::string_view kMagic = "graze import 1\n";

// Thrown and caught in this file.
struct Short {};

class Writer {
 public:
  std::string out{kMagic};

  void bytes(const void* at, std::size_t n) { out.append(static_cast<const char*>(at), n); }
  template <class T>
  void size(const T& list) {
    const auto n = static_cast<std::uint64_t>(list.size());
    bytes(&n, sizeof n);
  }
};

class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}

  void bytes(void* at, std::size_t n) {
    if (n > in_.size()) throw Short{};
    if (n > 0) std::memcpy(at, in_.data(), n);
    in_.remove_prefix(n);
  }
  // Entries of numbers take what they take here, others at least an eighth of it: no list is made much larger
  // than what is left of the bytes.
  template <class T>
  void size(T& list) {
    using Item = typename T::value_type;
    constexpr std::size_t least = std::is_trivially_copyable_v<Item> ? sizeof(Item) : sizeof(Item) / 8;
    std::uint64_t n = 0;
    bytes(&n, sizeof n);
    if (n > in_.size() / least) throw Short{};
    list.resize(static_cast<std::size_t>(n));
  }
  [[nodiscard]] bool is_done() const { return in_.empty(); }

 private:
  std::string_view in_;
};

// One text for both directions: a field is written, or read into its place.
template <class A, class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void field(A& a, T& x) { a.bytes(&x, sizeof x); }
template <class A>
void field(A& a, bool& x) {
  auto byte = static_cast<unsigned char>(x ? 1 : 0);
  a.bytes(&byte, 1);
  x = byte != 0;
}
template <class A>
void field(A& a, std::string& x) {
  a.size(x);
  a.bytes(x.data(), x.size());
}
template <class A, class T>
void field(A& a, std::vector<T>& x);

template <class A, class... T>
void fields(A& a, T&... x) {
  (field(a, x), ...);
}
template <class A>
void field(A& a, Vec3& v) {
  fields(a, v.x, v.y, v.z);
}
template <class A>
void field(A& a, Quat& q) {
  fields(a, q.x, q.y, q.z, q.w);
}
template <class A>
void field(A& a, LocalTransform& t) {
  fields(a, t.translation, t.rotation, t.scale, t.centre, t.scale_orientation);
  bool has_matrix = t.matrix.has_value();
  field(a, has_matrix);
  if (!has_matrix) return;
  if (!t.matrix) t.matrix.emplace();
  fields(a, t.matrix->linear.columns[0], t.matrix->linear.columns[1], t.matrix->linear.columns[2],
         t.matrix->translation);
}
template <class A>
void field(A& a, Node& n) {
  fields(a, n.name, n.type, n.parent, n.local, n.geometry);
}
template <class A>
void field(A& a, MeshData& m) {
  fields(a, m.points, m.corners, m.corners_of_loop);
}
template <class A>
void field(A& a, LineData& l) {
  fields(a, l.points, l.corners, l.corners_of_line);
}
template <class A>
void field(A& a, PointData& p) {
  fields(a, p.points, p.corners);
}

template <class Data, class A>
void field_as(A& a, Geometry& g) {
  if (!std::holds_alternative<Data>(g.data)) g.data.template emplace<Data>();
  field(a, std::get<Data>(g.data));
}
template <class A>
void field(A& a, Geometry& g) {
  field(a, g.name);
  unsigned char kind = std::holds_alternative<MeshData>(g.data)   ? 0
                       : std::holds_alternative<LineData>(g.data) ? 1
                                                                  : 2;
  field(a, kind);
  if (kind > 2) throw Short{};
  kind == 0 ? field_as<MeshData>(a, g) : kind == 1 ? field_as<LineData>(a, g) : field_as<PointData>(a, g);
}
template <class A>
void field(A& a, Clock& c) {
  fields(a, c.name, c.start, c.cycle, c.stop, c.is_loop, c.is_running, c.in_seconds);
}
template <class A>
void field(A& a, Track& t) {
  fields(a, t.name, t.interpolation, t.components, t.keys, t.values);
}
template <class A>
void field(A& a, Channel& c) {
  fields(a, c.clock, c.tracks, c.target, c.targets);
}
template <class A>
void field(A& a, Remark& r) {
  fields(a, r.text, r.is_loss);
}
template <class A, class T>
void field(A& a, std::vector<T>& x) {
  a.size(x);
  for (T& item : x) field(a, item);
}
template <class A>
void field(A& a, Answer& x) {
  SceneData& s = x.scene;
  fields(a, x.refusal, x.is_unsupported, x.remarks, s.format, s.metres_per_unit, s.up, s.nodes, s.geometries,
         s.clocks, s.tracks, s.channels);
}

}  // namespace

std::string to_bytes(const Answer& answer) {
  Writer writer;
  // Fields are only read from it.
  field(writer, const_cast<Answer&>(answer));
  return std::move(writer.out);
}

bool from_bytes(std::string_view bytes, Answer& answer) {
  if (!bytes.starts_with(kMagic)) return false;
  Reader reader(bytes.substr(kMagic.size()));
  try {
    field(reader, answer);
  } catch (const Short&) {
    return false;
  }
  return reader.is_done() && (!answer.refusal.empty() || is_valid(answer.scene));
}

}  // namespace graze::inline GRAZE_ABI::io::import
