// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: saved meshes with bytes changed, cut out or added are refused, or give a mesh that
// answers without NaN and can be saved and loaded again. In half of the cases the checksum is made to fit, so
// that what is checked behind it is reached.

#include "fuzz_input.h"
#include "graze/mesh/mesh_file.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/ray_cast.h"
#include "mesh/mesh_file_edit.h"
#include "mesh/mesh_models.h"

namespace graze::test {
namespace {

MeshFile saved(int which) {
  const MeshModel model = which % 2 == 0 ? torus_model(9, 5) : cube_model();
  const MeshLayout layout = which % 3 == 0 ? MeshLayout::compact : MeshLayout::fast;
  return {save_mesh(build(model, {.is_solid = which < 3, .layout = layout}).value())};
}

void check_answers(const TriangleMesh& mesh) {
  const Instance a{mesh.shape(), Affine(), 0}, ball{Shape(Sphere{1}), Affine(Vec3{1, 0, 0}), 0};
  const Distance d = distance(a, ball);
  expect(d.lower == d.lower && d.upper == d.upper, "a distance is NaN");
  const Distance self = distance(a, Instance{mesh.shape(), Affine(Vec3{0, 3, 1}), 0});
  expect(self.lower == self.lower, "a distance to itself is NaN");
  expect(intersects(a, ball).contact == intersects(ball, a).contact, "(a, b) is not (b, a)");
  const RayCast r = ray_cast(a, Ray{{0, 9, 0}, {1, -1, 0}, kInfinity});
  expect(r.parameter == r.parameter, "a ray parameter is NaN");
  (void)contains(mesh, {1, 0, 0});
  const auto again = load_mesh(save_mesh(mesh));
  expect(again.has_value(), "what was loaded cannot be loaded again");
  expect(again->bounds() == mesh.bounds(), "what was loaded again is another mesh");
}

void check_file(std::span<const std::byte> file) {
  const auto mesh = load_mesh(file), in_place = load_mesh_in_place(file);
  expect(mesh.has_value() == in_place.has_value(), "in place, another verdict");
  if (!mesh) {
    expect(mesh.error().message[0] != '\0', "a refusal without words");
    return;
  }
  check_answers(*mesh);
  check_answers(*in_place);
}

}  // namespace
}  // namespace graze::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::test;
  Bytes bytes(data, size);
  MeshFile file;
  if (bytes.below(8) == 0) {
    for (; size > 1; --size) file.bytes.push_back(std::byte{bytes.byte()});
  } else {
    file = saved(bytes.below(6));
    const bool is_fixed = bytes.below(2) == 0;
    for (int i = 1 + bytes.below(6); i > 0 && !file.bytes.empty(); --i) damage(bytes, file.bytes);
    if (is_fixed && file.bytes.size() >= MeshFile::kTable) {
      file.put(MeshFile::kSize, std::uint64_t{file.bytes.size()});
      file.fix_checksum();
    }
  }
  check_file(file.bytes);
  return 0;
}
