// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "pairs.h"
#include "rounds.h"

namespace graze_python {
namespace {

py::array_t<std::uint32_t> find_pairs(py::handle boxes, unsigned threads) {
  const Doubles numbers = to_doubles(boxes, "boxes");
  if (numbers.ndim() != 3 || numbers.shape(1) != 2 || numbers.shape(2) != 3)
    raise_value("boxes: expected an (n, 2, 3) array of lower and upper corners, got " +
                describe(py::array::ensure(boxes)));
  static_assert(sizeof(graze::Aabb) == 6 * sizeof(double), "boxes are read where they are");
  const std::span list(reinterpret_cast<const graze::Aabb*>(numbers.data()),
                       static_cast<std::size_t>(numbers.shape(0)));
  graze::PairBuffer buffer;
  std::optional<graze::Error> error;
  {
    const py::gil_scoped_release unlocked;
    std::optional<graze::ThreadPool> pool;
    graze::OverlapSettings settings;
    if (threads != 1) settings.executor = pool.emplace(threads).executor();
    error = graze::overlapping_pairs(list, buffer, settings);
  }
  if (error) raise_value(std::string("boxes[") + std::to_string(error->position) + "]: " + error->message);
  const auto found = buffer.pairs();
  py::array_t<std::uint32_t> out({py::ssize_t(found.size()), py::ssize_t(2)});
  std::uint32_t* at = out.mutable_data();
  for (const auto& pair : found) *at++ = pair.a, *at++ = pair.b;
  return out;
}

}  // namespace

void define_boxes(py::module_& module) {
  module.def("overlapping_pairs", &find_pairs, py::arg("boxes"), py::kw_only(), py::arg("threads") = 1,
             "All pairs of boxes that overlap or touch: (n, 2, 3) lower and upper corners give (m, 2) "
             "numbers, a < b, "
             "sorted.");
}

}  // namespace graze_python
