// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/draco.h"

#ifdef GRAZE_HAS_DRACO
#include <draco/compression/decode.h>
#endif

namespace graze::inline GRAZE_ABI::io::gltf {

#ifdef GRAZE_HAS_DRACO

struct DracoMesh::Inside {
  std::unique_ptr<draco::Mesh> mesh;
};

namespace {

// Largest value of an integer type; 0 of types that are not normalised.
double largest(draco::DataType type) {
  switch (type) {
    case draco::DT_INT8:
      return 127;
    case draco::DT_UINT8:
      return 255;
    case draco::DT_INT16:
      return 32767;
    case draco::DT_UINT16:
      return 65535;
    default:
      return 0;
  }
}

// Numbers as stored: only conversions to floating point apply Draco's own flag for normalised values.
template <class T>
bool convert(const draco::PointAttribute& from, draco::AttributeValueIndex at, std::uint32_t components,
             double* out) {
  T values[16] = {};
  if (!from.ConvertValue<T>(at, static_cast<std::int8_t>(components), values)) return false;
  for (std::uint32_t c = 0; c < components; ++c) out[c] = double(values[c]);
  return true;
}

}  // namespace

bool has_draco() { return true; }

std::vector<std::uint32_t> DracoMesh::corners() const {
  std::vector<std::uint32_t> out;
  const draco::Mesh& mesh = *inside_->mesh;
  out.reserve(std::size_t{mesh.num_faces()} * 3);
  for (std::uint32_t f = 0; f < mesh.num_faces(); ++f)
    for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(f))) out.push_back(corner.value());
  return out;
}

std::size_t DracoMesh::vertices() const { return inside_->mesh->num_points(); }

std::optional<std::vector<double>> DracoMesh::numbers(std::uint32_t id, std::uint32_t components,
                                                      bool is_normalized) const {
  const draco::PointAttribute* from = inside_->mesh->GetAttributeByUniqueId(id);
  if (from == nullptr || from->num_components() < static_cast<int>(components) || components > 16)
    return std::nullopt;
  const bool is_float = from->data_type() == draco::DT_FLOAT32 || from->data_type() == draco::DT_FLOAT64;
  const double divisor = is_normalized ? largest(from->data_type()) : 0;
  std::vector<double> out(vertices() * components);
  for (std::uint32_t i = 0; i < vertices(); ++i) {
    const draco::AttributeValueIndex at = from->mapped_index(draco::PointIndex(i));
    double* to = out.data() + std::size_t{i} * components;
    if (at.value() >= from->size()) return std::nullopt;
    if (!(is_float ? convert<float>(*from, at, components, to)
                   : convert<std::int64_t>(*from, at, components, to)))
      return std::nullopt;
    if (divisor > 0)
      for (std::uint32_t c = 0; c < components; ++c) to[c] = std::max(to[c] / divisor, -1.0);
  }
  return out;
}

std::optional<DracoMesh> decode_draco(std::span<const unsigned char> bytes) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  draco::Decoder decoder;
  auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok() || decoded.value() == nullptr) return std::nullopt;
  DracoMesh out;
  out.inside_ = std::make_unique<DracoMesh::Inside>();
  out.inside_->mesh = std::move(decoded).value();
  return out;
}

#else

struct DracoMesh::Inside {};
bool has_draco() { return false; }
std::vector<std::uint32_t> DracoMesh::corners() const { return {}; }
std::size_t DracoMesh::vertices() const { return 0; }
std::optional<std::vector<double>> DracoMesh::numbers(std::uint32_t, std::uint32_t, bool) const {
  return std::nullopt;
}
std::optional<DracoMesh> decode_draco(std::span<const unsigned char>) { return std::nullopt; }

#endif

DracoMesh::DracoMesh() = default;
DracoMesh::~DracoMesh() = default;
DracoMesh::DracoMesh(DracoMesh&&) noexcept = default;
DracoMesh& DracoMesh::operator=(DracoMesh&&) noexcept = default;

}  // namespace graze::inline GRAZE_ABI::io::gltf
