// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// libFuzzer target: bytes, a numpy array whose header is damaged, or text put together from tokens, are
// refused in words or give rows of finite numbers, as many in blocks of one as in larger ones, and again
// after seek().

#include <string>

#include "graze/io/robot_states.h"
#include "scene_check.h"

namespace graze::io::test {
namespace {

constexpr const char* kTokens[] = {
    "0",  "1",  "-2.5", "1e3",  "1e400", "nan", "-inf", ",",         ";",
    " ",  "\n", "\r\n", "\t",   "#",     "a",   "b/x",  "\"",        "a,b/x",
    "\n", ",",  "0x1",  "time", "f",     ".",   "+",    "1,2,3,4\n", "a,b/x,b/y,b/theta\n"};

Robot make_robot() {
  const char* text =
      "<robot><link name='0'/><link name='1'/><link name='2'/><link name='3'/>"
      "<joint name='a' type='continuous'><parent link='0'/><child link='1'/></joint>"
      "<joint name='b' type='planar'><parent link='0'/><child link='2'/></joint>"
      "<joint name='f' type='fixed'><parent link='0'/><child link='3'/></joint></robot>";
  return read_urdf(text, "r.urdf").robot.value();
}

// Rows in blocks until the end or an error.
std::vector<Real> all_rows(StateReader& states, std::size_t block) {
  std::vector<Real> out, rows(block * states.width());
  while (const std::size_t n = states.read(rows)) {
    expect(n <= block, "more rows than there was room for");
    out.insert(out.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(n * states.width()));
  }
  return out;
}

void read_and_check(const std::string& bytes, const Robot& robot) {
  StatesRead one = read_states(bytes, "q", robot), many = read_states(bytes, "q", robot);
  if (!one) {
    expect(!one.error.text.empty() && one.code > ReadCode::partial, "a refusal without words");
    return;
  }
  const std::vector<Real> rows = all_rows(*one.states, 1);
  expect(rows == all_rows(*many.states, 5), "other rows in larger blocks");
  expect(one.states->failed() == many.states->failed(), "an error in one size of blocks only");
  for (const Real x : rows) expect(is_finite(x), "a number that is not finite");
  const std::size_t n = rows.size() / one.states->width();
  if (one.states->failed()) {
    expect(!one.states->error().text.empty(), "a failure without words");
    return;
  }
  if (const auto count = one.states->row_count()) expect(*count == n, "not as many rows as there should be");
  expect(one.states->next_row() == n, "rows are counted wrong");
  expect(one.states->seek(n / 2), "a row that is there cannot be sought");
  const std::vector<Real> rest = all_rows(*one.states, 3);
  expect(
      std::equal(rest.begin(), rest.end(), rows.begin() + static_cast<std::ptrdiff_t>(n / 2 * 4), rows.end()),
      "other rows after seek()");
  expect(!one.states->seek(n + 1), "a row beyond the end was found");
}

std::string npy(const std::uint8_t* data, std::size_t size) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), }";
  if (size > 3) header[data[0] % header.size()] = static_cast<char>(data[1]);
  if (size > 3 && data[2] % 4 == 0) header.resize(data[3] % header.size());
  std::string out = "\x93NUMPY\x01";
  out += '\0';
  out += static_cast<char>(header.size());
  out += '\0';
  return out + header + std::string(reinterpret_cast<const char*>(data), size);
}

}  // namespace
}  // namespace graze::io::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::io::test;
  static const graze::io::Robot robot = make_robot();
  if (size == 0) return 0;
  std::string bytes;
  if (data[0] % 4 == 0) {
    bytes.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  } else if (data[0] % 4 == 1) {
    bytes = npy(data + 1, size - 1);
  } else {
    for (std::size_t i = 1; i < size; ++i) bytes += kTokens[data[i] % std::size(kTokens)];
  }
  read_and_check(bytes, robot);
  return 0;
}
