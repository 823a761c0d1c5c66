// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "broad/pairs/partition.h"
#include "broad/pairs/search.h"
#include "graze/broad/overlapping_pairs.h"
#include "tree/wide_node.h"

namespace graze::inline GRAZE_ABI {
namespace pruning {
namespace {

/// Cells are worked on in so many blocks of about equally many boxes, whatever the executor.
constexpr std::size_t kBlocks = 64;
/// Fewer boxes than this are one thread's work.
constexpr std::size_t kFewForThreads = 512;

/// Floats of one axis, in the order of the numbers: the numbers themselves or, of doubles, where they lie
/// between the bounds. Rounding never changes the order of two.
struct AxisMap {
  double half_lower = 0, scale = 1;

  static AxisMap between(Real lower, Real upper) {
    const double half = double(lower) * 0.5, extent = double(upper) * 0.5 - half;
    return {half, extent > 1e-300 ? 1 / extent : 1};
  }
  [[nodiscard]] float operator()(Real x) const {
    if constexpr (sizeof(Real) == sizeof(float)) {
      return static_cast<float>(x);
    } else {
      return static_cast<float>((double(x) * 0.5 - half_lower) * scale - 0.5);
    }
  }
};

/// Boxes as items whose axis 0 is kAxis.
template <int kAxis>
struct Reader {
  const SearchInput* input;
  AxisMap maps[3];

  [[nodiscard]] bool has(std::size_t i) const { return input->has(i); }
  Item operator()(std::size_t i) const {
    const Aabb& box = input->boxes[i];
    const Vec3 &l = box.lower, &u = box.upper;
    constexpr int k1 = (kAxis + 1) % 3, k2 = (kAxis + 2) % 3;
    const bool is_fixed = !input->kinds.empty() && input->kinds[i] == BoxKind::fixed;
    return {{maps[0](l[kAxis]), maps[1](l[k1]), maps[2](l[k2])},
            {maps[0](u[kAxis]), maps[1](u[k1]), maps[2](u[k2])},
            static_cast<std::uint32_t>(i),
            is_fixed ? kFixed : 0};
  }
};

/// Of boxes that are there, evenly spread over their numbers.
struct SampledBoxes {
  std::uint32_t ids[kMostSamples];
  std::size_t count = 0;
};
SampledBoxes take_sample(const SearchInput& input) {
  SampledBoxes out;
  const std::size_t n = input.boxes.size();  // a look at 64 of 1000 takes as long as a tenth of the search
  const std::size_t wanted = std::min(n, n < 4000    ? kMostSamples / 4
                                         : n < 20000 ? kMostSamples / 2
                                                     : kMostSamples);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t id = n * i / wanted;
    if (input.has(id)) out.ids[out.count++] = static_cast<std::uint32_t>(id);
  }
  return out;
}

/// The axis along which boxes are shortest for the room there is.
int axis_to_sweep(const SearchInput& input, const SampledBoxes& sample) {
  int best = 0;
  double least = 0;
  for (int k = 0; k < 3; ++k) {
    double low = double(kInfinity), high = -low, sum = 0;
    for (std::size_t i = 0; i < sample.count; ++i) {
      const Aabb& box = input.boxes[sample.ids[i]];
      low = std::min(low, double(box.lower[k]));
      high = std::max(high, double(box.upper[k]));
      sum += double(box.upper[k]) * 0.5 - double(box.lower[k]) * 0.5;
    }
    const double extent = high * 0.5 - low * 0.5;
    const double share = extent > 0 ? sum / extent : double(sample.count);
    if (k > 0 && !(share < least)) continue;
    best = k;
    least = share;
  }
  return best;
}

/// Blocks of whole cells, each of about equally many items.
std::vector<std::size_t> make_blocks(const Partition& cells) {
  const std::size_t count = cells.starts.size() - 1, items = cells.starts.back();
  std::vector<std::size_t> ends;
  for (std::size_t c = 0; c < count; ++c)
    if (cells.starts[c + 1] * kBlocks >= items * (ends.size() + 1)) ends.push_back(c + 1);
  if (ends.empty() || ends.back() != count) ends.push_back(count);
  return ends;
}

/// Pairs of all cells, in the order of the cells, by blocks of them on the executor.
void find_in_blocks(const CellContext& context, const GridPlan& plan, PairBufferData& data,
                    const Executor& executor) {
  const std::vector<std::size_t> ends = make_blocks(data.cells);
  data.scratch.resize(std::max(data.scratch.size(), ends.size()));
  data.blocks.resize(std::max(data.blocks.size(), ends.size()));
  auto work = [&](std::size_t b) {
    data.blocks[b].count = 0;
    find_pairs_in_cells(context, data.cells, plan, {b == 0 ? 0 : ends[b - 1], ends[b]}, {}, data.scratch[b],
                        data.blocks[b]);
  };
  run_tasks(executor, ends.size(), work);
  std::vector<std::size_t> places{data.found.count};
  for (std::size_t b = 0; b < ends.size(); ++b) places.push_back(places.back() + data.blocks[b].count);
  ProxyPair* const pairs = data.found.pairs.reserve(places.back(), data.found.count);
  auto copy = [&](std::size_t b) {
    std::copy_n(data.blocks[b].pairs.data(), data.blocks[b].count, pairs + places[b]);
  };
  run_tasks(executor, ends.size(), copy);
  data.found.count = places.back();
}

template <int kAxis>
void search_along(const SearchInput& input, const SampledBoxes& sampled, PairBufferData& data,
                  const Executor& executor) {
  Reader<kAxis> read{&input, {}};
  if constexpr (sizeof(Real) != sizeof(float)) {
    Aabb bounds;
    for (std::size_t i = 0; i < input.boxes.size(); ++i)
      if (input.has(i)) bounds = merge(bounds, input.boxes[i]);
    for (int k = 0; k < 3; ++k)
      read.maps[k] = AxisMap::between(bounds.lower[(kAxis + k) % 3], bounds.upper[(kAxis + k) % 3]);
  }
  const std::size_t n = input.boxes.size();
  Item sample[kMostSamples];
  for (std::size_t i = 0; i < sampled.count; ++i) sample[i] = read(sampled.ids[i]);
  const GridPlan plan = plan_grid({sample, sampled.count}, n, {}, WithoutGrid::place_and_sweep);
  const bool is_threaded = n >= kFewForThreads && executor.run != nullptr && executor.concurrency > 1;
  divide(data.cells, plan, n, is_threaded ? executor.concurrency : 1, executor, read);
  const CellContext context{input.boxes, best_sweep()};
  data.scratch.resize(std::max<std::size_t>(data.scratch.size(), 1));
  find_large_pairs(context, data.cells, data.scratch[0], data.found);
  if (is_threaded) return find_in_blocks(context, plan, data, executor);
  find_pairs_in_cells(context, data.cells, plan, {0, plan.cell_count()}, {}, data.scratch[0], data.found);
}

}  // namespace

void find_pairs(const SearchInput& input, PairBufferData& data, const OverlapSettings& settings) {
  data.found.count = 0;
  const SampledBoxes sample = take_sample(input);
  const int axis = axis_to_sweep(input, sample);
  constexpr decltype(&search_along<0>) kSearches[] = {search_along<0>, search_along<1>, search_along<2>};
  kSearches[axis](input, sample, data, settings.executor);
  if (settings.order == PairOrder::sorted) sort_pairs(data, input.boxes.size(), settings.executor);
}

std::size_t memory_bytes(const PairBufferData& data) {
  std::size_t sum = data.found.pairs.memory_bytes() + data.cells.memory_bytes() + heap_bytes(data.counts) +
                    data.spare.memory_bytes();
  for (const CellScratch& scratch : data.scratch) sum += scratch.memory_bytes();
  for (const PairList& block : data.blocks) sum += block.pairs.memory_bytes();
  return sum;
}

namespace {

/// Without naming the box that is not: lower <= upper fails with NaN, and an infinite side is below or above
/// all numbers.
bool are_good_boxes(std::span<const Aabb> boxes) {
  bool is_ordered = true;
  Real low = 0, high = 0;
  for (const Aabb& box : boxes) {
    const Vec3 &l = box.lower, &u = box.upper;
    is_ordered &= l.x <= u.x && l.y <= u.y && l.z <= u.z;
    low = std::min({low, l.x, l.y, l.z});
    high = std::max({high, u.x, u.y, u.z});
  }
  return is_ordered && low > -kInfinity && high < kInfinity;
}

}  // namespace
}  // namespace pruning

PairBuffer::PairBuffer() noexcept = default;
PairBuffer::~PairBuffer() = default;
PairBuffer::PairBuffer(PairBuffer&& other) noexcept = default;
PairBuffer& PairBuffer::operator=(PairBuffer&& other) noexcept = default;

std::span<const ProxyPair> PairBuffer::pairs() const noexcept {
  if (!data_) return {};
  return {data_->found.pairs.data(), data_->found.count};
}

std::size_t PairBuffer::memory_bytes() const noexcept {
  return data_ ? sizeof(PairBufferData) + pruning::memory_bytes(*data_) : 0;
}

std::optional<Error> overlapping_pairs(std::span<const Aabb> boxes, PairBuffer& out,
                                       const OverlapSettings& settings) {
  constexpr std::size_t kMost = 0x7fffffff;
  PairBufferData& data = PairBufferAccess::data(out);
  data.found.count = 0;
  if (boxes.size() > kMost)
    return Error{ErrorCode::index_out_of_range, "overlapping_pairs: more than 2^31 - 1 boxes", kMost};
  if (!pruning::are_good_boxes(boxes))
    if (const auto error = check_boxes(boxes, 0, boxes.size())) return error;
  pruning::find_pairs({boxes}, data, settings);
  return {};
}

}  // namespace graze::inline GRAZE_ABI
