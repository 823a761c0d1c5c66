// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, statements of text put together, or facets behind a binary header are read as
// what check_read asks of a scene.

#include "graze/io/mesh_files.h"
#include "graze/io/read_scene.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

constexpr const char* kTokens[] = {
    "solid ",
    "solid a\n",
    "endsolid\n",
    "endsolid a\n",
    "facet ",
    "normal ",
    "normal 0 0 1\n",
    "outer loop\n",
    "endloop\n",
    "endfacet\n",
    "vertex ",
    "vertex 0 0 0\n",
    "vertex 1 0 0\n",
    "vertex 0 1 0\n",
    "vertex -0 1e-9 1\n",
    "vertex nan 0 0\n",
    "vertex 1e99 0 0\n",
    "vertex 1 2\n",
    "0 ",
    "x ",
    "\n",
    "\r",
    " ",
    "foo ",
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"};

// Facets of the bytes; the count is right in three cases of four.
std::string binary(const std::uint8_t* data, std::size_t size) {
  std::string out(80, data[0] % 2 == 0 ? 's' : '\0');
  const std::size_t facets = (size - 1) / 50;
  const auto count = static_cast<unsigned char>(data[0] % 4 == 0 ? data[0] / 4 : facets);
  out += {static_cast<char>(count), 0, 0, 0};
  return out.append(reinterpret_cast<const char*>(data + 1), size - 1);
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io;
  if (size < 2) return 0;
  std::string text;
  if (data[0] % 4 == 0)
    text.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  else if (data[0] % 4 == 1)
    text = test::binary(data + 1, size - 1);
  else
    for (std::size_t i = 1; i < size; ++i) text += test::kTokens[data[i] % std::size(test::kTokens)];
  (void)format_of(text, "");
  test::check_read([&] { return read_stl(text, "main.stl"); });
  return 0;
}
