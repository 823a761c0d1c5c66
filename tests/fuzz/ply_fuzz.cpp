// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or a header put together from its lines and data behind it, are read as what
// check_read asks of a scene.

#include "graze/io/mesh_files.h"
#include "graze/io/read_scene.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

constexpr const char* kFormats[] = {"format ascii 1.0\n", "format binary_little_endian 1.0\n",
                                    "format binary_big_endian 1.0\n"};
constexpr const char* kLines[] = {"element vertex 3\n",
                                  "element vertex 99999999999\n",
                                  "element face 2\n",
                                  "element face 1\n",
                                  "element tristrips 1\n",
                                  "element edge 2\n",
                                  "element foo 2\n",
                                  "property float x\n",
                                  "property double y\n",
                                  "property uchar z\n",
                                  "property char x\n",
                                  "property short y\n",
                                  "property int z\n",
                                  "property list uchar int vertex_indices\n",
                                  "property list char uchar vertex_indices\n",
                                  "property list uint short vertex_index\n",
                                  "property list float double foo\n",
                                  "property int vertex1\n",
                                  "property uchar vertex2\n",
                                  "property ushort foo\n",
                                  "comment a\n",
                                  ("element vertex 3\nproperty uchar x\nproperty char y\nproperty uchar z\n"
                                   "element face 2\nproperty list uchar char vertex_indices\n")};
constexpr const char* kWords[] = {"0 ",   "1 ",    "2 ", "3 ", "-1 ", "0.5 ",
                                  "nan ", "1e99 ", "\n", "4 ", "x ",  "3 0 1 2\n"};

// The first half of the bytes are lines of the header, the rest is data.
std::string file_of(const std::uint8_t* data, std::size_t size) {
  const unsigned format = data[0] % 3;
  std::string text = std::string("ply\n") + kFormats[format];
  std::size_t i = 1;
  for (; i < size / 2 && data[i] != 0xFF; ++i) text += kLines[data[i] % std::size(kLines)];
  text += "end_header\n";
  for (; i < size; ++i) {
    if (format == 0)
      text += kWords[data[i] % std::size(kWords)];
    else
      text += static_cast<char>(data[i]);
  }
  return text;
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io;
  if (size < 2) return 0;
  const bool is_raw = data[0] % 8 == 0;
  const std::string text = is_raw ? std::string(reinterpret_cast<const char*>(data + 1), size - 1)
                                  : test::file_of(data + 1, size - 1);
  (void)format_of(text, "");
  test::check_read([&] { return read_ply(text, "main.ply"); });
  return 0;
}
