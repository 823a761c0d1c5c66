// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, or statements of OBJ put together, are read as what check_read asks of a scene.

#include "graze/io/mesh_files.h"
#include "graze/io/read_scene.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

constexpr const char* kTokens[] = {"v ",
                                   "v 0 0 0\n",
                                   "v 1 0 0\n",
                                   "v 0 1 0\n",
                                   "v 1 1 1 0.5\n",
                                   "v nan 0 0\n",
                                   "v 1e300 0 0\n",
                                   "v 1 2\n",
                                   "f ",
                                   "f 1 2 3\n",
                                   "f -1 -2 -3\n",
                                   "f 1 2 3 4 5\n",
                                   "f 1/1 2/2 3/3\n",
                                   "f 1//2 2//2 3//3\n",
                                   "l 1 2 3\n",
                                   "p 1 2\n",
                                   "l ",
                                   "p ",
                                   "o a\n",
                                   "o b\n",
                                   "o\n",
                                   "g a\n",
                                   "g a b\n",
                                   "g\n",
                                   "usemtl a\n",
                                   "usemtl b\n",
                                   "mtllib c\n",
                                   "s 1\n",
                                   "vt 0 0\n",
                                   "vn 0 0 1\n",
                                   "curv 1 2\n",
                                   "call a\n",
                                   "foo\n",
                                   "#",
                                   "\\\n",
                                   "\n",
                                   "\r",
                                   " ",
                                   "/",
                                   "1 ",
                                   "-1 ",
                                   "7 ",
                                   "0 ",
                                   "99999999999999999999 ",
                                   "x ",
                                   "-"};

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io;
  if (size == 0) return 0;
  std::string text;
  if (data[0] % 4 == 0)
    text.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  else
    for (std::size_t i = 1; i < size; ++i) text += test::kTokens[data[i] % std::size(test::kTokens)];
  (void)format_of(text, "");
  test::check_read([&] { return read_obj(text, "main.obj"); });
  return 0;
}
