// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "columns.h"
#include "operands.h"
#include "rounds.h"

// Queries about pairs. Two, three or four positional arguments:
//   query(a, b)                   two Placed, or shapes in one frame
//   query(a, b, pose)             b in the frame of a
//   query(a, pose_a, b, pose_b)   both in the world
// Arrays of placements and lists of shapes make it a batch.

namespace graze_python {

using graze::BatchSettings;
using graze::BatchStatistics;
using graze::ClashSettings;
using graze::ContactBatchSettings;
using graze::ContactSettings;
using graze::Instance;
using graze::PairBatch;
using graze::QuerySettings;
using graze::Result;
using graze::Status;

struct Options {
  QuerySettings settings;
  ContactSettings contacts;
  ClashSettings clash;
  unsigned threads = 1;
  py::object cache, out, progress = py::none(), index_a, index_b;
};

/// Keyword arguments of a query beside those of all.
enum class Extra : std::uint8_t { none, threshold, directions, prediction, clash };

template <class T>
struct PairQuery {
  const char* name;
  Extra extra;
  T (*ask)(const Instance& a, const Instance& b, const Options& options);
  /// In lanes; null: pair by pair.
  Result<BatchStatistics> (*ask_batch)(const PairBatch& batch, std::span<T> out, const Options& options);
};

/// Reads the keyword arguments of a query.
void read_options(const Call& call, Extra extra, Options& options);

// Whether the interpreter's lock is given up: it costs as much as a query of two boxes.
inline bool is_long(const Instance& a, const Instance& b) {
  return is_complex(a.shape.kind()) || is_complex(b.shape.kind());
}

template <class T>
T ask_single(const PairQuery<T>& query, const Instance& a, const Instance& b, const Options& options) {
  T result;
  if (is_long(a, b)) {
    const py::gil_scoped_release unlocked;
    result = query.ask(a, b, options);
  } else {
    result = query.ask(a, b, options);
  }
  if (result.status == Status::invalid_argument)
    raise_value(std::string(query.name) + "(): a setting makes no sense");
  return result;
}

// Rows that a worker asks about at once, small enough to stay in the cache.
inline constexpr std::size_t kChunk = 128;

template <class T>
struct Chunk {
  std::vector<Affine> world_from_a{kChunk}, world_from_b{kChunk};
  std::vector<std::uint32_t> shape_a = std::vector<std::uint32_t>(kChunk), shape_b = shape_a;
  std::vector<T> results{kChunk};
};

// What the workers of a batch read and write.
template <class T>
struct Batch {
  const PairQuery<T>& query;
  const Side& a;
  const Side& b;
  const Options& options;
  std::vector<graze::Shape> shapes;
  const Writer<T>& writer;
  std::atomic<std::size_t> bad_a = SIZE_MAX, bad_b = SIZE_MAX;
  std::atomic<bool> is_refused = false;

  // Placements and shapes of one side for some rows; of a side with one placement they are there already.
  static void place(const Side& side, std::size_t begin, std::size_t count, std::uint32_t offset,
                    std::vector<Affine>& placements, std::vector<std::uint32_t>& numbers,
                    std::atomic<std::size_t>& bad) {
    for (std::size_t i = 0; i < count; ++i) numbers[i] = offset + side.shape_of(begin + i);
    if (!side.poses().is_array()) return;
    for (std::size_t i = 0; i < count; ++i) {
      placements[i] = side.poses()[begin + i];
      if (!placements[i].is_valid()) bad = std::min(bad.load(), begin + i);
    }
  }

  void place(Chunk<T>& chunk, std::size_t begin, std::size_t count) {
    const auto offset = static_cast<std::uint32_t>(a.shapes().size());
    place(a, begin, count, 0, chunk.world_from_a, chunk.shape_a, bad_a);
    place(b, begin, count, offset, chunk.world_from_b, chunk.shape_b, bad_b);
  }

  void ask(Chunk<T>& chunk, std::size_t begin, std::size_t count) {
    place(chunk, begin, count);
    const std::span<T> out(chunk.results.data(), count);
    if (query.ask_batch != nullptr && a.margin() == 0 && b.margin() == 0) {
      const PairBatch pairs{shapes,
                            std::span(chunk.shape_a).first(count),
                            std::span(chunk.shape_b).first(count),
                            std::span(chunk.world_from_a).first(count),
                            std::span(chunk.world_from_b).first(count),
                            {},
                            {}};
      if (!query.ask_batch(pairs, out, options)) is_refused = true;
    } else {
      for (std::size_t i = 0; i < count; ++i)
        out[i] = query.ask({shapes[chunk.shape_a[i]], chunk.world_from_a[i], a.margin()},
                           {shapes[chunk.shape_b[i]], chunk.world_from_b[i], b.margin()}, options);
    }
    writer.put(out, begin);
  }
};

template <class T>
py::object arrays_for(const Options& options, std::size_t rows) {
  if (!options.out || options.out.is_none()) return py::cast(Arrays<T>(rows));
  if (!py::isinstance<Arrays<T>>(options.out))
    raise_type("out: expected what a batch of this query returned, got " + describe(options.out));
  if (options.out.cast<const Arrays<T>&>().rows != rows)
    raise_value("out: has " + std::to_string(options.out.cast<const Arrays<T>&>().rows) +
                " rows, and the batch " + std::to_string(rows));
  return options.out;
}

template <class T>
py::object ask_many(const PairQuery<T>& query, const Side& a, const Side& b, const Options& options) {
  const std::pair<const char*, std::size_t> counts[] = {{"a", a.rows()}, {"b", b.rows()}};
  const std::size_t rows = common_rows(counts);
  const py::object result = arrays_for<T>(options, rows);
  const Writer<T> writer(result.cast<Arrays<T>&>());
  Batch<T> batch{query, a, b, options, a.shapes(), writer};
  batch.shapes.insert(batch.shapes.end(), b.shapes().begin(), b.shapes().end());
  Rounds rounds(rows, options.threads, options.progress);
  std::vector<Chunk<T>> chunks(rounds.workers());
  for (Chunk<T>& chunk : chunks) {
    if (!a.poses().is_array()) chunk.world_from_a.assign(kChunk, a.poses()[0]);
    if (!b.poses().is_array()) chunk.world_from_b.assign(kChunk, b.poses()[0]);
  }
  rounds.run([&](std::size_t worker, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += kChunk) batch.ask(chunks[worker], i, std::min(kChunk, end - i));
  });
  if (batch.bad_a != SIZE_MAX) a.poses().raise_row(batch.bad_a);
  if (batch.bad_b != SIZE_MAX) b.poses().raise_row(batch.bad_b);
  if (batch.is_refused) raise_value(std::string(query.name) + "(): a setting makes no sense");
  return result;
}

template <class T>
py::object answer(const PairQuery<T>& query, const Call& call) {
  Options options;
  if (!call.keywords.empty()) read_options(call, query.extra, options);
  const auto& arguments = call.positional;
  const std::size_t n = arguments.size();
  if (n < 2 || n > 4)
    raise_type(std::string(query.name) + "() takes (a, b), (a, b, pose of b in a) or (a, pose_a, b, pose_b)");
  const py::handle a = arguments[0], b = arguments[n == 4 ? 2 : 1];
  const py::handle pose_a = n == 4 ? arguments[1] : nullptr, pose_b = n == 2 ? nullptr : arguments[n - 1];
  const char* const name_b = n == 3 ? "pose" : "pose_b";
  const bool is_batch = is_list(a) || is_list(b) || (n == 4 && is_pose_array(pose_a)) ||
                        (n > 2 && is_pose_array(pose_b)) || options.index_a || options.index_b;
  if (is_batch)
    return ask_many(query, Side(a, pose_a, options.index_a, "a", "pose_a", "index_a"),
                    Side(b, pose_b, options.index_b, "b", name_b, "index_b"), options);
  if (n == 2)
    return py::cast(ask_single(query, Operand(a, "a").instance(), Operand(b, "b").instance(), options));
  if (n == 3) {
    const Operand first(a, "a");
    if (py::isinstance<Placed>(a)) raise_type("a: expected a shape, because a placement follows; got Placed");
    return py::cast(ask_single(query, first.instance(), Operand(b, pose_b, "b", name_b).instance(), options));
  }
  return py::cast(ask_single(query, Operand(a, pose_a, "a", "pose_a").instance(),
                             Operand(b, pose_b, "b", name_b).instance(), options));
}

/// A query as a function of Python's fast call.
template <const auto& query>
PyObject* call_pair(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  return guarded([&] { return answer(query, Call(query.name, arguments, count, names)); });
}

/// Its entry in a table of methods.
template <const auto& query>
PyMethodDef method(const char* doc) {
  return {query.name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_pair<query>)),
          METH_FASTCALL | METH_KEYWORDS, doc};
}

}  // namespace graze_python
