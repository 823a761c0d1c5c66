// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "plot.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace chung_wang {
namespace {

constexpr double kWidth = 400, kHeight = 300, kLeft = 60, kTop = 56, kGap = 90;

/// One panel: a frame, its axes, and lines in data coordinates.
class Panel {
 public:
  Panel(std::FILE* file, int column, const char* title, const char* x_name, const char* y_name)
      : file_(file), left_(kLeft + column * (kWidth + kGap)) {
    out("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='none' stroke='#444'/>\n", left_, kTop,
        kWidth, kHeight);
    text(left_ + kWidth / 2, kTop - 16, "middle", title, 15);
    text(left_ + kWidth / 2, kTop + kHeight + 38, "middle", x_name, 13);
    out("<text transform='translate(%.1f %.1f) rotate(-90)' text-anchor='middle' font-size='13'>%s</text>\n",
        left_ - 42, kTop + kHeight / 2, y_name);
  }
  void set_range(double x0, double x1, double y0, double y1, bool is_logarithmic) {
    x0_ = x0, x1_ = x1, y0_ = y0, y1_ = y1, is_logarithmic_ = is_logarithmic;
  }
  void tick_x(double x, const char* label) {
    out("<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='#ddd'/>\n", px(x), px(x), kTop,
        kTop + kHeight);
    text(px(x), kTop + kHeight + 17, "middle", label, 12);
  }
  void tick_y(double y, const char* label) {
    out("<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='#ddd'/>\n", left_, left_ + kWidth, py(y),
        py(y));
    text(left_ - 7, py(y) + 4, "end", label, 12);
  }
  /// Wide and pale: what others reported.
  void trend(std::pair<double, double> from, std::pair<double, double> to, const char* colour) {
    out("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='9' stroke-opacity='0.2'/>\n",
        px(from.first), py(from.second), px(to.first), py(to.second), colour);
  }
  void line(const std::vector<std::pair<double, double>>& points, const char* colour, bool is_dashed) {
    out("<polyline fill='none' stroke='%s' stroke-width='2'%s points='", colour,
        is_dashed ? " stroke-dasharray='6 4'" : "");
    for (const auto& [x, y] : points) out("%.1f,%.1f ", px(x), py(y));
    out("'/>\n");
    for (const auto& [x, y] : points)
      out("<circle cx='%.1f' cy='%.1f' r='2.5' fill='%s'/>\n", px(x), py(y), colour);
  }
  void text(double x, double y, const char* anchor, const char* words, int size) {
    out("<text x='%.1f' y='%.1f' text-anchor='%s' font-size='%d'>%s</text>\n", x, y, anchor, size, words);
  }

 private:
  [[gnu::format(printf, 2, 3)]] void out(const char* pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    std::vfprintf(file_, pattern, arguments);
    va_end(arguments);
  }
  [[nodiscard]] double px(double x) const {
    const double t = is_logarithmic_ ? std::log(x / x0_) / std::log(x1_ / x0_) : (x - x0_) / (x1_ - x0_);
    return left_ + kWidth * t;
  }
  [[nodiscard]] double py(double y) const { return kTop + kHeight * (1 - (y - y0_) / (y1_ - y0_)); }

  std::FILE* file_;
  double left_;
  double x0_ = 0, x1_ = 1, y0_ = 0, y1_ = 1;
  bool is_logarithmic_ = false;
};

const char* colour_of(const std::string& body) {
  return body == "rod" ? "#c0392b" : body == "plate" ? "#2471a3" : "#1e8449";
}

void draw_distribution(Panel panel, const std::vector<Measured>& measured, bool is_apart_only) {
  double lowest = 100;
  const auto of = [&](const Measured& m, std::size_t i) -> const Histogram& {
    return is_apart_only ? m.apart[i] : m.all[i];
  };
  for (const Measured& m : measured)
    for (std::size_t i = 0; i < kMethodCount; ++i) lowest = std::min(lowest, of(m, i).within(1));
  const double floor_of = std::max(0.0, std::floor(lowest / 10) * 10);
  panel.set_range(1, 10, floor_of, 100, false);
  for (int k = 1; k <= 10; ++k) panel.tick_x(k, std::to_string(k).c_str());
  const double step = floor_of >= 80 ? 5 : 10;
  for (double y = floor_of; y <= 100; y += step) panel.tick_y(y, std::to_string(int(y)).c_str());
  if (is_apart_only) panel.trend({3, 95}, {10, 95}, "#888");
  for (const Measured& m : measured)
    for (std::size_t i = 0; i < kMethodCount; ++i) {
      std::vector<std::pair<double, double>> points;
      for (int k = 1; k <= 10; ++k) points.emplace_back(k, of(m, i).within(k));
      panel.line(points, colour_of(m.body), i == kIsaGjk);
    }
}

void draw_maxima(Panel panel, const std::vector<Measured>& measured) {
  int largest = 60, most = 100, least = 1000;
  for (const Measured& m : measured) {
    largest = std::max({largest, m.all[0].max(), m.all[1].max()});
    most = std::max(most, m.vertices);
    least = std::min(least, m.vertices);
  }
  const int top = (largest + 19) / 20 * 20;
  panel.set_range(least, most, 0, top, true);
  panel.trend({least, 22}, {most, 22}, colour_of("ellipsoid"));
  panel.trend({least, 20}, {most, 40}, colour_of("plate"));
  panel.trend({least, 25}, {most, 55}, colour_of("rod"));
  for (const int n : {10, 20, 50, 100, 200, 500, 1000})
    if (n >= least && n <= most) panel.tick_x(n, std::to_string(n).c_str());
  for (int y = 0; y <= top; y += 20) panel.tick_y(y, std::to_string(y).c_str());
  for (const char* body : {"ellipsoid", "rod", "plate"})
    for (std::size_t i = 0; i < kMethodCount; ++i) {
      std::vector<std::pair<double, double>> points;
      for (const Measured& m : measured)
        if (m.body == body) points.emplace_back(m.vertices, m.all[i].max());
      panel.line(points, colour_of(body), i == kIsaGjk);
    }
}

void draw_legend(std::FILE* file) {
  const double y = kTop + kHeight + 68;
  double x = kLeft;
  for (const char* body : {"ellipsoid", "rod", "plate"})
    for (std::size_t i = 0; i < kMethodCount; ++i) {
      std::fprintf(file, "<line x1='%.1f' x2='%.1f' y1='%.1f' y2='%.1f' stroke='%s' stroke-width='2'%s/>\n",
                   x, x + 34, y - 4, y - 4, colour_of(body), i == kIsaGjk ? " stroke-dasharray='6 4'" : "");
      std::fprintf(file, "<text x='%.1f' y='%.1f' font-size='13'>%s, %s</text>\n", x + 40, y, body,
                   kMethodNames[i]);
      x += 212;
    }
  std::fprintf(file,
               "<text x='%.1f' y='%.1f' font-size='12' fill='#444'>Pale: as published for Chung-Wang. Left, "
               "more than 95 %% from the third step on; right, the maxima (ellipsoids about 22, plates 20 to "
               "40, rods 25 to 55).</text>\n",
               kLeft, y + 24);
}

}  // namespace

bool write_plot(const std::vector<Measured>& at_500, const std::vector<Measured>& by_vertices,
                const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const double width = kLeft + 3 * (kWidth + kGap) - kGap + 30, height = kTop + kHeight + 110;
  std::fprintf(
      file,
      "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' font-family='sans-serif'>\n"
      "<rect width='100%%' height='100%%' fill='white'/>\n",
      width, height);
  draw_distribution(Panel(file, 0, "Pairs that are apart", "iterations k", "% of tests done within k"),
                    at_500, true);
  draw_distribution(Panel(file, 1, "All pairs", "iterations k", "% of tests done within k"), at_500, false);
  draw_maxima(Panel(file, 2, "Largest k of all tests", "vertices n", "largest k"), by_vertices);
  draw_legend(file);
  std::fprintf(file, "</svg>\n");
  return std::fclose(file) == 0;
}

}  // namespace chung_wang
