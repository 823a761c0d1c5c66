// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <cstdio>
#include <numeric>

namespace chung_wang {

void Histogram::add(int k) {
  const auto i = static_cast<std::size_t>(k);
  if (i >= counts.size()) counts.resize(i + 1);
  ++counts[i];
}

std::uint64_t Histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

int Histogram::max() const { return counts.empty() ? 0 : static_cast<int>(counts.size()) - 1; }

double Histogram::within(int k) const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < counts.size() && i <= static_cast<std::size_t>(k); ++i) sum += counts[i];
  const std::uint64_t all = total();
  return all == 0 ? 0 : 100.0 * static_cast<double>(sum) / static_cast<double>(all);
}

void print_distribution(const std::vector<Measured>& measured) {
  std::printf("\n%% of tests done within k iterations\n\n");
  std::printf("| body | n | method | tests | k=1 | 2 | 3 | 4 | 6 | 10 | max | settled |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const char* which : {"apart", "all"})
    for (const Measured& m : measured)
      for (std::size_t i = 0; i < kMethodCount; ++i) {
        const Histogram& h = which[1] == 'p' ? m.apart[i] : m.all[i];
        std::printf("| %s, %s | %d | %s | %llu |", m.body.c_str(), which, m.vertices, kMethodNames[i],
                    static_cast<unsigned long long>(h.total()));
        for (const int k : {1, 2, 3, 4, 6, 10}) std::printf(" %.2f |", h.within(k));
        std::printf(" %d | %s |\n", h.max(), which[1] == 'p' ? "" : std::to_string(m.settled[i]).c_str());
      }
  std::printf(
      "\nPublished, Chung-Wang at n = 500: apart, more than 95 %% within 3 for all three bodies, "
      "ellipsoids\n");
  std::printf("more than 99 %% within 4; all tests, on average more than 80 %% within 3.\n");
}

void print_maxima(const std::vector<Measured>& measured) {
  std::printf("\nLargest k over all tests, colliding ones included\n\n");
  std::printf(
      "| body | n | tests | Chung-Wang | of these apart | ISA-GJK | of these apart "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const Measured& m : measured)
    std::printf("| %s | %d | %llu | %d | %d | %d | %d |\n", m.body.c_str(), m.vertices,
                static_cast<unsigned long long>(m.all[0].total()), m.all[kChungWang].max(),
                m.apart[kChungWang].max(), m.all[kIsaGjk].max(), m.apart[kIsaGjk].max());
  std::printf(
      "\nPublished, Chung-Wang for n = 10 to 1000: about 22 for ellipsoids, 20 to 40 for plates, 25 to 55 "
      "for rods.\n");
}

bool write_csv(const std::vector<Measured>& measured, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  std::fprintf(file, "body,vertices,method,k,apart,all\n");
  for (const Measured& m : measured)
    for (std::size_t i = 0; i < kMethodCount; ++i)
      for (std::size_t k = 1; k < m.all[i].counts.size(); ++k) {
        const std::uint64_t apart = k < m.apart[i].counts.size() ? m.apart[i].counts[k] : 0;
        if (m.all[i].counts[k] == 0) continue;
        std::fprintf(file, "%s,%d,%s,%zu,%llu,%llu\n", m.body.c_str(), m.vertices, kMethodNames[i], k,
                     static_cast<unsigned long long>(apart),
                     static_cast<unsigned long long>(m.all[i].counts[k]));
      }
  return std::fclose(file) == 0;
}

}  // namespace chung_wang
