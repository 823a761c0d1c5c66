// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <algorithm>

namespace truth {
namespace {

/// A figure in at most seven columns.
std::string short_number(double x) {
  if (x == 0) return "0";
  if (x >= 1e299) return "inf";
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", x);
  return text;
}

void print_errors(std::FILE* out, int charged, const Samples& per_size, const Samples& per_value) {
  std::fprintf(out, " | %5d %7s %7s %7s %7s", charged, short_number(per_size.quantile(0.99)).c_str(),
               short_number(per_size.largest()).c_str(), short_number(per_value.quantile(0.99)).c_str(),
               short_number(per_value.largest()).c_str());
}

void print_row(std::FILE* out, const std::string& name, const Tally& t) {
  std::fprintf(out, "%-16s %5d %5d | %4d %4d %4d", name.c_str(), t.cases, t.in_band,
               t[Charge::wrong_distance], t[Charge::wrong_common_point], t[Charge::wrong_depth]);
  print_errors(out, t[Charge::distance_off], t[Measure::distance_per_size], t[Measure::distance_per_value]);
  print_errors(out, t[Charge::depth_off], t[Measure::depth_per_size], t[Measure::depth_per_value]);
  std::fprintf(out, " | %5d %7s %7s %7s", t[Charge::bad_witness],
               short_number(t[Measure::distance_witness].largest()).c_str(),
               short_number(t[Measure::common_witness].largest()).c_str(),
               short_number(t[Measure::depth_witness].largest()).c_str());
  std::fprintf(out, " | %5d %7s", t[Charge::not_separating],
               short_number(t[Measure::overlap_left].largest()).c_str());
  std::fprintf(out, " | %3d %3d %3d | %4d %4d %4d\n", t[Charge::crash], t[Charge::hang], t[Charge::nan],
               t[Charge::bounds], t[Charge::order], t[Charge::extra]);
}

void print_ray_row(std::FILE* out, const std::string& name, const Tally& t) {
  const Samples &parameter = t[Measure::ray_parameter], &normal = t[Measure::ray_normal];
  std::fprintf(out, "%-16s %5d %5d | %4d | %5d %7s %7s %7s %7s | %3d %3d %3d | %4d %4d\n", name.c_str(),
               t.cases, t.in_band, t[Charge::wrong_ray], t[Charge::bad_ray],
               short_number(parameter.quantile(0.99)).c_str(), short_number(parameter.largest()).c_str(),
               short_number(normal.quantile(0.99)).c_str(), short_number(normal.largest()).c_str(),
               t[Charge::crash], t[Charge::hang], t[Charge::nan], t[Charge::bounds], t[Charge::extra]);
}

}  // namespace

void print_offences(std::FILE* out, const Evaluation& evaluation) {
  for (const Offence& o : evaluation.offences) {
    std::fprintf(out, "  case %d %s: %s got %.9g truth %.17g\n", o.id, o.category.c_str(), o.what.c_str(),
                 o.got, o.truth);
  }
}

void print_table(std::FILE* out, const Evaluation& evaluation, const Bars& bars) {
  std::fprintf(out, "# %s: accuracy %g, band %g of the scale, witnesses %g\n", kTitle, bars.accuracy,
               bars.band, bars.witness_accuracy);
  std::fprintf(out, "%-16s %5s %5s | %4s %4s %4s | %5s %7s %7s %7s %7s | %5s %7s %7s %7s %7s", "category",
               "cases", "inbnd", "bDst", "bCom", "bPen", "dBad", "d/siz99", "d/sizMx", "d/val99", "d/valMx",
               "pBad", "p/siz99", "p/sizMx", "p/val99", "p/valMx");
  std::fprintf(out, " | %5s %7s %7s %7s | %5s %7s | %3s %3s %3s | %4s %4s %4s\n", "wBad", "wDstMx", "wComMx",
               "wPenMx", "noSep", "sepMx", "crs", "hng", "nan", "bnds", "ordr", "extr");
  const auto is_ray = [](const CategoryTally& c) { return c.category.starts_with("ray-"); };
  for (const CategoryTally& c : evaluation.categories)
    if (!is_ray(c)) print_row(out, c.category, c.tally);
  print_row(out, "ALL", evaluation.all);
  if (std::none_of(evaluation.categories.begin(), evaluation.categories.end(), is_ray)) return;
  std::fprintf(out, "%-16s %5s %5s | %4s | %5s %7s %7s %7s %7s | %3s %3s %3s | %4s %4s\n", "rays", "cases",
               "inbnd", "bRay", "rBad", "par99", "parMx", "nrm99", "nrmMx", "crs", "hng", "nan", "bnds",
               "extr");
  for (const CategoryTally& c : evaluation.categories)
    if (is_ray(c)) print_ray_row(out, c.category, c.tally);
}

void print_summary(std::FILE* out, const Evaluation& evaluation, double seconds) {
  const Tally& t = evaluation.all;
  std::fprintf(out, "EXTRA bounds=%d order=%d extra=%d\n", t[Charge::bounds], t[Charge::order],
               t[Charge::extra]);
  std::fprintf(out, "SUMMARY %s cases=%d boolErr(dist/common/pen/ray)=%d/%d/%d/%d ", kTitle, t.cases,
               t[Charge::wrong_distance], t[Charge::wrong_common_point], t[Charge::wrong_depth],
               t[Charge::wrong_ray]);
  std::fprintf(out,
               "outOfTol(dist/depth)=%d/%d gross(dist/depth)=%d/%d badWitness=%d notSeparating=%d badRay=%d ",
               t[Charge::distance_off], t[Charge::depth_off], t[Charge::gross_distance],
               t[Charge::gross_depth], t[Charge::bad_witness], t[Charge::not_separating], t[Charge::bad_ray]);
  std::fprintf(out,
               "crash=%d hang=%d nan=%d medianUs(dist/common/depth)=%.2f/%.2f/%.2f time=%.2fs rayUs=%.2f\n",
               t[Charge::crash], t[Charge::hang], t[Charge::nan], t[Measure::distance_time].quantile(0.5),
               t[Measure::common_time].quantile(0.5), t[Measure::depth_time].quantile(0.5), seconds,
               t[Measure::ray_time].quantile(0.5));
}

bool is_clean(const Evaluation& evaluation) {
  const auto& charges = evaluation.all.charges;
  return std::all_of(charges.begin(), charges.end(), [](int n) { return n == 0; });
}

}  // namespace truth
