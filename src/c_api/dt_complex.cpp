// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Vertex bases, and the definition of complex shapes and polytopes by a sequence of calls: from vertex arrays
// and numbers of vertices to shapes.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "SOLID/SOLID.h"
#include "graze/mesh/compound.h"
#include "graze/shape/hull_builder.h"
#include "records.h"

namespace graze::c_api {
namespace {

using FloatPoints = std::vector<BasicVec3<float>>;

constexpr Error kUnknownVertex{ErrorCode::index_out_of_range, "a vertex number that was not given", 0};
constexpr Error kNotFinite{ErrorCode::not_finite, "a vertex is NaN or infinite", 0};

// The vertices `numbers` of the base's array, as they are now.
FloatPoints read_vertices(const VertexBase& base, const void* pointer, std::span<const DT_Index> numbers) {
  FloatPoints points(numbers.size());
  const auto* const bytes = static_cast<const std::byte*>(pointer);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    float v[3];
    std::memcpy(v, bytes + std::size_t{numbers[i]} * base.stride, sizeof v);
    points[i] = {v[0], v[1], v[2]};
  }
  return points;
}

bool are_finite(const FloatPoints& points) {
  return std::all_of(points.begin(), points.end(), [](const BasicVec3<float>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  });
}

template <class Visit>
void for_each_piece(const Soup& soup, Visit&& visit) {
  std::size_t begin = 0;
  for (const std::size_t end : soup.ends) {
    visit(std::span<const DT_Index>(soup.indices).subspan(begin, end - begin));
    begin = end;
  }
}

[[nodiscard]] bool is_all_triangles(const Soup& soup) {
  bool are_all = true;
  for_each_piece(soup, [&](std::span<const DT_Index> piece) { are_all = are_all && piece.size() == 3; });
  return are_all;
}

Result<Shape> make_piece(const FloatPoints& points, std::span<const DT_Index> piece) {
  std::vector<Vec3> corners;
  for (const DT_Index i : piece) corners.emplace_back(points[i]);
  return make_hull(corners);
}

// Triangles become one mesh, which the others stand beside.
Result<Shape> make_mixed(const FloatPoints& points, const Soup& soup) {
  std::vector<Shape> parts;
  std::vector<DT_Index> triangles;
  std::optional<Error> error;
  for_each_piece(soup, [&](std::span<const DT_Index> piece) {
    if (piece.size() == 3) {
      triangles.insert(triangles.end(), piece.begin(), piece.end());
      return;
    }
    auto part = make_piece(points, piece);
    if (part) {
      parts.push_back(*std::move(part));
    } else {
      error = part.error();
    }
  });
  if (error) return *error;
  if (!triangles.empty()) {
    const auto mesh = make_triangle_mesh(make_vertex_array(points), make_index_array(triangles));
    if (!mesh) return mesh.error();
    parts.push_back(mesh->shape());
  }
  return make_compound(parts);
}

// Positions in record.used instead of numbers in an array: only vertices that are used are read.
void number_vertices(ShapeRecord& record, const Soup& soup) {
  record.used = soup.indices;
  std::sort(record.used.begin(), record.used.end());
  record.used.erase(std::unique(record.used.begin(), record.used.end()), record.used.end());
  record.soup = soup;
  for (DT_Index& i : record.soup.indices) {
    const auto place = std::lower_bound(record.used.begin(), record.used.end(), i);
    i = static_cast<DT_Index>(place - record.used.begin());
  }
}

[[nodiscard]] bool are_below(std::span<const DT_Index> numbers, std::size_t count) {
  return std::all_of(numbers.begin(), numbers.end(), [&](DT_Index i) { return i < count; });
}

// Where the vertices come from: the caller's array, or the points given by value. False: a number is wrong.
[[nodiscard]] bool gather(const ShapeRecord& record, const Definition& definition,
                          std::span<const DT_Index> numbers, FloatPoints& out) {
  if (record.base) {
    out = read_vertices(*record.base, record.base->pointer, numbers);
    return true;
  }
  if (!are_below(numbers, definition.points.size())) return false;
  for (const DT_Index i : numbers) out.push_back(definition.points[i]);
  return true;
}

std::optional<Error> build_shape(ShapeRecord& record, const FloatPoints& points) {
  if (!is_all_triangles(record.soup)) {
    const auto made = make_mixed(points, record.soup);
    if (!made) return made.error();
    record.shape = *made;
    return {};
  }
  const auto made = make_triangle_mesh(make_vertex_array(points), make_index_array(record.soup.indices));
  if (!made) return made.error();
  record.mesh = *made;
  record.shape = made->shape();
  return {};
}

// Closes a definition: the record gets its shape, or the error is returned and it stays without.
std::optional<Error> close_complex(ShapeRecord& record, const Definition& definition) {
  if (definition.soup.ends.empty()) return Error{ErrorCode::empty, "a complex shape without pieces", 0};
  number_vertices(record, definition.soup);
  FloatPoints points;
  if (!gather(record, definition, record.used, points)) return kUnknownVertex;
  if (!are_finite(points)) return kNotFinite;
  return build_shape(record, points);
}

std::optional<Error> close_polytope(ShapeRecord& record, const Definition& definition) {
  FloatPoints points;
  if (!gather(record, definition, definition.pending, points)) return kUnknownVertex;
  if (points.empty()) return Error{ErrorCode::empty, "a polytope without vertices", 0};
  const std::vector<Vec3> corners(points.begin(), points.end());
  const auto made = make_hull(corners);
  if (!made) return made.error();
  record.shape = *made;
  record.base.reset();  // the hull is a copy
  return {};
}

// Which definitions are open in this thread; one of each kind at most. Handles, not pointers: a shape may be
// deleted while it is open.
struct OpenShapes {
  DT_ShapeHandle complex_shape = nullptr, polytope = nullptr;
  bool is_polytope_current = false;  // where vertices go when both are open: the one opened last
};
thread_local constinit OpenShapes open_shapes{};

constexpr std::size_t kMostVertices = std::size_t{1} << 28;  // of a piece
constexpr std::size_t kMerged = 20;  // an equal vertex among so many of the last ones is not stored again

// Null if the shape was deleted meanwhile.
[[nodiscard]] ShapeRecord* find_open(DT_ShapeHandle& handle) {
  ShapeRecord* record = slots<ShapeRecord>().find(bits_of(handle));
  if (record == nullptr) handle = nullptr;
  return record;
}

[[nodiscard]] ShapeRecord* find_current() {
  ShapeRecord* complex_shape = find_open(open_shapes.complex_shape);
  ShapeRecord* polytope = find_open(open_shapes.polytope);
  ShapeRecord* preferred = open_shapes.is_polytope_current ? polytope : complex_shape;
  ShapeRecord* current = preferred != nullptr ? preferred : polytope != nullptr ? polytope : complex_shape;
  if (current == nullptr) refuse("", "no complex shape or polytope is being defined");
  return current;
}

[[nodiscard]] DT_ShapeHandle open(DT_VertexBaseHandle vertex_base, bool is_polytope) {
  DT_ShapeHandle& handle = is_polytope ? open_shapes.polytope : open_shapes.complex_shape;
  if (find_open(handle) != nullptr) {
    refuse("", "a shape of this kind is being defined; this is its handle");
    return handle;
  }
  auto record = std::make_shared<ShapeRecord>();
  if (vertex_base != nullptr) {
    record->base = share<VertexBase>(vertex_base, "vertexBase");
    if (!record->base) return nullptr;
    if (record->base->pointer == nullptr) record->base.reset();  // vertices by value
  }
  record->open = std::make_unique<Definition>();
  record->open->is_polytope = is_polytope;
  handle = new_handle<DT_ShapeHandle>(std::move(record));
  open_shapes.is_polytope_current = is_polytope;
  return handle;
}

// Where memory runs out, the definition stays open and may be closed again.
template <class Close>
void close(DT_ShapeHandle& handle, Close&& close_definition) {
  const std::shared_ptr<ShapeRecord> record = slots<ShapeRecord>().share(bits_of(handle));
  if (record && record->open)
    if (const auto error = close_definition(*record, *record->open)) refuse(*error);
  handle = nullptr;
  if (record) record->open.reset();
}

// A later DT_ChangeVertexBase finds the shape in the list of its base. Shapes that are gone make room.
void make_room_at_base(const std::shared_ptr<ShapeRecord>& record) {
  if (!record || !record->base) return;
  auto& shapes = record->base->shapes;
  if (shapes.size() == shapes.capacity())
    std::erase_if(shapes, [](const std::weak_ptr<ShapeRecord>& shape) { return shape.expired(); });
  make_room(shapes);
}
void register_at_base(const std::shared_ptr<ShapeRecord>& record) {
  if (record && record->base && record->shape.is_valid()) record->base->shapes.push_back(record);
}

[[nodiscard]] DT_Index number_of(FloatPoints& points, const BasicVec3<float>& p) {
  const std::size_t recent = std::min(points.size(), kMerged);
  const auto from = points.end() - static_cast<std::ptrdiff_t>(recent);
  const auto equal = std::find(from, points.end(), p);
  const auto number = static_cast<DT_Index>(equal - points.begin());
  if (equal == points.end()) points.push_back(p);
  return number;
}

void add_piece(Definition& definition, std::span<const DT_Index> numbers) {
  Soup& soup = definition.soup;
  make_room(soup.ends);
  soup.indices.insert(soup.indices.end(), numbers.begin(), numbers.end());
  soup.ends.push_back(soup.indices.size());
}

// Several vertices at once: of a polytope, or a piece.
void add_vertices(Definition& definition, std::span<const DT_Index> numbers) {
  if (definition.is_polytope) {
    definition.pending.insert(definition.pending.end(), numbers.begin(), numbers.end());
  } else {
    add_piece(definition, numbers);
  }
}

[[nodiscard]] bool is_usable_count(std::size_t count) {
  if (count == 0) refuse("count", "zero");
  if (count > kMostVertices) refuse("count", "more than 2^28 vertices");
  return count > 0 && count <= kMostVertices;
}

// A shape at the new positions of its vertices: a mesh is refitted, which needs no memory, anything else was
// built anew.
struct Refit {
  std::shared_ptr<ShapeRecord> record;
  FloatPoints points;
  Shape rebuilt;

  [[nodiscard]] bool is_mesh() const { return record->mesh.triangle_count() > 0; }
};

// All shapes of a base, read again; all or none.
void refit_shapes(VertexBase& base, const void* pointer) {
  std::vector<Refit> refits;
  for (const auto& weak : base.shapes) {
    auto shape = weak.lock();
    if (!shape) continue;
    Refit& refit = refits.emplace_back();
    refit.points = read_vertices(base, pointer, shape->used);
    refit.record = std::move(shape);
    if (!are_finite(refit.points)) return refuse("pointer", "a vertex is NaN or infinite");
    if (refit.is_mesh()) continue;
    const auto made = make_mixed(refit.points, refit.record->soup);
    if (!made) return refuse(made.error());
    refit.rebuilt = *made;
  }
  base.pointer = pointer;
  for (const Refit& refit : refits) {
    if (!refit.is_mesh()) refit.record->shape = refit.rebuilt;
    if (refit.is_mesh())
      if (const auto error = refit.record->mesh.refit(make_vertex_array(refit.points))) refuse(*error);
    update_objects(*refit.record);
  }
}

}  // namespace
}  // namespace graze::c_api

using namespace graze;
using namespace graze::c_api;

DT_VertexBaseHandle DT_NewVertexBase(const void* pointer, DT_Size stride) {
  return boundary("DT_NewVertexBase", DT_VertexBaseHandle{}, [&]() -> DT_VertexBaseHandle {
    if (stride != 0 && stride < 3 * sizeof(float)) {
      refuse("stride", "smaller than a vertex");
      return nullptr;
    }
    auto base = std::make_shared<VertexBase>();
    base->pointer = pointer;
    base->stride = stride != 0 ? stride : 3 * sizeof(float);
    return new_handle<DT_VertexBaseHandle>(std::move(base));
  });
}

void DT_DeleteVertexBase(DT_VertexBaseHandle vertexBase) {
  boundary("DT_DeleteVertexBase", [&] { (void)remove<VertexBase>(vertexBase, "vertexBase"); });
}

void DT_ChangeVertexBase(DT_VertexBaseHandle vertexBase, const void* pointer) {
  boundary("DT_ChangeVertexBase", [&] {
    VertexBase* base = find<VertexBase>(vertexBase, "vertexBase");
    if (base == nullptr) return;
    if (pointer == nullptr) return refuse("pointer", "null pointer");
    refit_shapes(*base, pointer);
  });
}

DT_ShapeHandle DT_NewComplexShape(DT_VertexBaseHandle vertexBase) {
  return boundary("DT_NewComplexShape", DT_ShapeHandle{}, [&] { return open(vertexBase, false); });
}

void DT_EndComplexShape(void) {
  boundary("DT_EndComplexShape", [&] {
    const auto record = slots<ShapeRecord>().share(bits_of(open_shapes.complex_shape));
    make_room_at_base(record);
    close(open_shapes.complex_shape, [](ShapeRecord& shape, const Definition& definition) {
      if (!definition.pending.empty()) refuse("", "vertices after the last DT_End were left out");
      return close_complex(shape, definition);
    });
    register_at_base(record);
  });
}

DT_ShapeHandle DT_NewPolytope(DT_VertexBaseHandle vertexBase) {
  return boundary("DT_NewPolytope", DT_ShapeHandle{}, [&] { return open(vertexBase, true); });
}

void DT_EndPolytope(void) {
  boundary("DT_EndPolytope", [&] { close(open_shapes.polytope, close_polytope); });
}

void DT_Begin(void) {}  // as in the original: pieces are made by DT_End

void DT_End(void) {
  boundary("DT_End", [&] {
    ShapeRecord* record = find_current();
    if (record == nullptr || record->open->is_polytope) return;
    Definition& definition = *record->open;
    if (definition.pending.empty()) return refuse("", "a piece without vertices");
    add_piece(definition, definition.pending);
    definition.pending.clear();
  });
}

void DT_Vertex(const DT_Vector3 vertex) {
  boundary("DT_Vertex", [&] {
    ShapeRecord* record = find_current();
    if (record == nullptr || !is_usable(vertex, 3, "vertex")) return;
    if (record->base) return refuse("", "the shape has a vertex base: give numbers of its vertices");
    Definition& definition = *record->open;
    definition.pending.push_back(number_of(definition.points, {vertex[0], vertex[1], vertex[2]}));
  });
}

void DT_VertexIndex(DT_Index index) {
  boundary("DT_VertexIndex", [&] {
    if (ShapeRecord* record = find_current()) record->open->pending.push_back(index);
  });
}

void DT_VertexIndices(DT_Count count, const DT_Index* indices) {
  boundary("DT_VertexIndices", [&] {
    ShapeRecord* record = find_current();
    if (record == nullptr || !is_usable_count(count)) return;
    if (indices == nullptr) return refuse("indices", "null pointer");
    add_vertices(*record->open, {indices, count});
  });
}

void DT_VertexRange(DT_Index first, DT_Count count) {
  boundary("DT_VertexRange", [&] {
    ShapeRecord* record = find_current();
    if (record == nullptr || !is_usable_count(count)) return;
    if (count - 1 > std::numeric_limits<DT_Index>::max() - first)
      return refuse("count", "goes beyond the largest vertex number");
    std::vector<DT_Index> numbers(count);
    for (DT_Index i = 0; i < count; ++i) numbers[i] = first + i;
    add_vertices(*record->open, numbers);
  });
}
