// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <string>

/// An SVG file that grows mark by mark, in pixels from the upper left corner.
class Sheet {
 public:
  Sheet(double width, double height) {
    add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g' width='%g' height='%g' font-family="
        "'Helvetica, Arial, DejaVu Sans, sans-serif'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
        width, height, width, height);
  }
  void line(double x0, double y0, double x1, double y1, const char* colour, double width = 1) {
    add("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='%g' "
        "stroke-linecap='round'/>\n",
        x0, y0, x1, y1, colour, width);
  }
  void circle(double x, double y, double radius, const char* colour) {
    add("<circle cx='%.1f' cy='%.1f' r='%.2f' fill='%s'/>\n", x, y, radius, colour);
  }
  void box(double x, double y, double width, double height, const char* colour) {
    add("<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' fill='%s'/>\n", x, y, width, height, colour);
  }
  void text(double x, double y, int size, const std::string& words, const char* anchor = "start") {
    add("<text x='%.1f' y='%.1f' font-size='%d' fill='#222' text-anchor='%s'>", x, y, size, anchor);
    text_ += words + "</text>\n";
  }
  [[nodiscard]] bool write(const std::string& file) const {
    std::ofstream out(file);
    out << text_ << "</svg>\n";
    return static_cast<bool>(out.flush());
  }

 private:
  [[gnu::format(printf, 2, 3)]] void add(const char* pattern, ...) {
    std::array<char, 512> mark{};
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(mark.data(), mark.size(), pattern, arguments);
    va_end(arguments);
    text_ += mark.data();
  }
  std::string text_;
};
