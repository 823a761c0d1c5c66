// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/mesh/mesh_file.h"

#include <cstring>
#include <limits>

#include "mesh/assemble.h"
#include "mesh/checksum.h"
#include "mesh/read_arrays.h"
#include "tree/tree_topology.h"

namespace graze::inline GRAZE_ABI {
namespace {

constexpr char kMagic[8] = {'G', 'R', 'A', 'Z', 'E', 'M', 'S', 'H'};
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::size_t kAlignment = 64;

enum SectionKind : std::uint32_t { kVertices, kTriangles, kNodes, kOrder, kSectionCount };
constexpr std::uint32_t kElementSize[kSectionCount] = {3 * sizeof(Real), 12, sizeof(TopologyNode), 4};

struct Section {
  std::uint32_t kind = 0;
  std::uint32_t element_size = 0;
  std::uint64_t offset = 0;  // from the beginning of the file
  std::uint64_t count = 0;   // elements
};

struct Header {
  char magic[8] = {};
  std::uint32_t version = kMeshFileVersion;
  std::uint32_t byte_order = kByteOrder;
  std::uint64_t file_size = 0;
  std::uint64_t checksum = 0;  // of all bytes but these eight
  std::uint32_t real_size = sizeof(Real);
  std::uint8_t layout = 0;
  std::uint8_t is_solid = 0;
  std::uint8_t has_hull = 0;
  std::uint8_t unused = 0;
  double built_cost = 0;
  Section sections[kSectionCount];
};
static_assert(sizeof(Header) == 144);

std::uint64_t checksum_of(std::span<const std::byte> file) {
  constexpr std::size_t kAt = offsetof(Header, checksum);
  return fnv1a(file.subspan(kAt + 8), fnv1a(file.first(kAt)));
}

std::size_t aligned(std::size_t n) { return (n + kAlignment - 1) / kAlignment * kAlignment; }

// Where everything goes; counts are set.
void place_sections(Header& header) {
  std::size_t at = sizeof(Header);
  for (std::uint32_t i = 0; i < kSectionCount; ++i) {
    Section& section = header.sections[i];
    section.kind = i;
    section.element_size = kElementSize[i];
    section.offset = at = aligned(at);
    at += section.count * section.element_size;
  }
  header.file_size = at;
}

// Elements one after the other, to where a section is.
template <class Element>
void put(std::vector<std::byte>& file, const Section& section, std::size_t i, const Element& element) {
  std::memcpy(file.data() + section.offset + i * sizeof element, &element, sizeof element);
}

Error damaged(const char* message, std::size_t position = 0) {
  return {ErrorCode::damaged, message, position};
}

std::optional<Error> check_header(const Header& header, std::span<const std::byte> bytes) {
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) return damaged("file: holds no mesh of Graze");
  if (header.byte_order != kByteOrder)
    return Error{ErrorCode::unsupported, "file: written on a machine of another byte order"};
  if (header.version != kMeshFileVersion)
    return Error{ErrorCode::unsupported, "file: of another version", header.version};
  if (header.real_size != sizeof(Real))
    return Error{ErrorCode::unsupported, "file: of the other precision", header.real_size};
  if (header.file_size != bytes.size()) return damaged("file: cut short, or too long", bytes.size());
  if (header.checksum != checksum_of(bytes)) return damaged("file: the checksum is wrong");
  if (header.layout > std::uint8_t(MeshLayout::borrowed) || header.is_solid > 1 ||
      header.has_hull > header.is_solid ||
      !(header.built_cost >= 0 && header.built_cost <= double(std::numeric_limits<Real>::max())))
    return damaged("file: a setting is out of range");
  return std::nullopt;
}

// In order, aligned, within the file and apart from each other.
std::optional<Error> check_sections(const Header& header) {
  std::uint64_t end = sizeof(Header);
  for (std::uint32_t i = 0; i < kSectionCount; ++i) {
    const Section& section = header.sections[i];
    if (section.kind != i || section.element_size != kElementSize[i])
      return damaged("file: a section is of another kind", i);
    if (section.offset % kAlignment != 0 || section.offset < end || section.offset > header.file_size)
      return damaged("file: a section is out of place", i);
    if (section.count > (header.file_size - section.offset) / section.element_size)
      return damaged("file: a section is too large", i);
    end = section.offset + section.count * section.element_size;
  }
  return std::nullopt;
}

std::span<const std::byte> bytes_of(std::span<const std::byte> file, const Section& section) {
  return file.subspan(section.offset, section.count * section.element_size);
}

Result<TriangleMesh> load(std::span<const std::byte> bytes, MeshLayout layout, const Header& header) {
  const auto section = [&](SectionKind kind) { return bytes_of(bytes, header.sections[kind]); };
  const BorrowedArrays arrays{
      {section(kVertices).data(), header.sections[kVertices].count, 0, VertexArray{}.scalar},
      {section(kTriangles).data(), 3 * header.sections[kTriangles].count, IndexArray::Scalar::uint32}};
  auto plain = read_triangles(arrays);
  if (!plain) return plain.error();
  // Whether a solid is convex takes longer to find out than all the rest.
  const Convexity convexity = header.has_hull != 0 ? Convexity::unknown : Convexity::not_convex;
  const auto pieces = make_pieces(*std::move(plain), arrays, {layout, header.is_solid != 0, convexity});
  if (pieces->hull.is_valid() != (header.has_hull != 0))
    return damaged("file: a solid is said to be convex, but is not");
  auto tree =
      make_tree({section(kNodes), section(kOrder), static_cast<Real>(header.built_cost)}, pieces->boxes());
  if (!tree) return tree.error();
  pieces->set_tree(*std::move(tree));
  return MeshAccess::make(pieces);
}

Result<Header> read_header(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof header) return damaged("file: too short for a header", bytes.size());
  std::memcpy(&header, bytes.data(), sizeof header);
  if (const auto bad = check_header(header, bytes)) return *bad;
  if (const auto bad = check_sections(header)) return *bad;
  return header;
}

}  // namespace

std::vector<std::byte> save_mesh(const TriangleMesh& mesh) {
  if (mesh.pieces() == nullptr) return {};
  const Pieces& pieces = *mesh.pieces();
  const TriangleStore& store = pieces.store;
  const std::vector<TopologyNode> nodes = topology_of(pieces.tree);
  const std::span<const std::uint32_t> order = pieces.tree.order();
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.layout = std::uint8_t(store.layout());
  header.is_solid = pieces.is_solid ? 1 : 0;
  header.has_hull = pieces.hull.is_valid() ? 1 : 0;
  header.built_cost = double(pieces.tree.built_cost());
  const std::size_t counts[kSectionCount] = {store.vertex_count(), store.triangle_count(), nodes.size(),
                                             order.size()};
  for (std::uint32_t i = 0; i < kSectionCount; ++i) header.sections[i].count = counts[i];
  place_sections(header);
  std::vector<std::byte> file(header.file_size);
  for (std::size_t i = 0; i < store.vertex_count(); ++i)
    put(file, header.sections[kVertices], i, store.vertex(static_cast<std::uint32_t>(i)));
  for (std::uint32_t i = 0; i < store.triangle_count(); ++i)
    put(file, header.sections[kTriangles], i, store.corners(i));
  for (std::size_t i = 0; i < nodes.size(); ++i) put(file, header.sections[kNodes], i, nodes[i]);
  for (std::size_t i = 0; i < order.size(); ++i) put(file, header.sections[kOrder], i, order[i]);
  std::memcpy(file.data(), &header, sizeof header);
  header.checksum = checksum_of(file);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

Result<TriangleMesh> load_mesh(std::span<const std::byte> bytes) {
  const auto header = read_header(bytes);
  if (!header) return header.error();
  const auto saved = MeshLayout(header->layout);
  return load(bytes, saved == MeshLayout::borrowed ? MeshLayout::fast : saved, *header);
}

Result<TriangleMesh> load_mesh_in_place(std::span<const std::byte> bytes) {
  const auto header = read_header(bytes);
  if (!header) return header.error();
  return load(bytes, MeshLayout::borrowed, *header);
}

}  // namespace graze::inline GRAZE_ABI
