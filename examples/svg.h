// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/graze.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

// Draws pairs of shapes as a grid of panels in an SVG file. All that it reads of a shape is its support
// mapping.

namespace svg {

using graze::Real;
using graze::Vec3;

struct Point2 {
  double x = 0, y = 0;
};

[[gnu::format(printf, 1, 2)]] inline std::string format(const char* pattern, ...) {
  std::array<char, 512> text{};
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text.data(), text.size(), pattern, arguments);
  va_end(arguments);
  return text.data();
}

inline std::string text(const Vec3& v) {
  const auto tidy = [](Real x) { return std::round(double(x) * 1e4) / 1e4 + 0.0; };  // no minus zero
  return format("(%.4f, %.4f, %.4f)", tidy(v.x), tidy(v.y), tidy(v.z));
}

/// The value that matters, in words, and its bounds.
inline std::string caption(const graze::Separation& s) {
  const char* contact = to_string(s.contact);
  if (s.contact == graze::Contact::apart) return format("%s, distance %.6f", contact, double(s.upper));
  return s.contact == graze::Contact::overlapping ? format("%s, depth %.6f", contact, double(-s.lower))
                                                  : contact;
}
inline std::string details(const graze::Separation& s) {
  const bool is_depth = s.contact == graze::Contact::overlapping;
  const Real lower = is_depth ? -s.upper : s.lower, upper = is_depth ? -s.lower : s.upper;
  const char* pattern =
      s.contact == graze::Contact::touching ? "separation in [%.1e, %.1e], %s" : "in [%.8g, %.8g], %s";
  return format(pattern, double(lower), double(upper), to_string(s.status));
}

/// Orthographic, with the normal in the picture plane: a gap and a depth are then seen at their true length.
struct View {
  Vec3 right{1, 0, 0}, up{0, 1, 0}, towards{0, 0, 1};

  explicit View(const Vec3& normal) {
    const Vec3 usual = normalized(Vec3{Real(0.7), Real(0.5), 1});
    towards = normalized(usual - normal * dot(usual, normal));
    right = normalized(cross(up, towards));
    up = cross(towards, right);
  }
  [[nodiscard]] Point2 operator()(const Vec3& p) const { return {double(dot(p, right)), double(dot(p, up))}; }
};

/// Farthest point of the placed and grown shape.
inline Vec3 support_of(const graze::Instance& i, const Vec3& d) {
  const Vec3 local = transpose_times(i.placement.linear(), d);
  return i.placement * graze::support(i.shape, local) + normalized(d) * i.margin;
}

/// Support points for directions that circle around the line of sight. With tilt 0 they lie in the picture
/// plane and give the outline; tilted towards the viewer they run along the edges and bulges of the near
/// side.
inline std::vector<Point2> contour(const graze::Instance& instance, const View& view, double tilt) {
  std::vector<Point2> points;
  constexpr int kDirections = 720;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / kDirections;
    const Vec3 in_plane = view.right * Real(std::cos(angle)) + view.up * Real(std::sin(angle));
    const Point2 p =
        view(support_of(instance, in_plane * Real(std::cos(tilt)) + view.towards * Real(std::sin(tilt))));
    const bool is_new = points.empty() || std::hypot(p.x - points.back().x, p.y - points.back().y) > 0.01;
    if (is_new) points.push_back(p);
  }
  return points;
}

class Picture {
 public:
  /// A panel with two instances, their witnesses and normal, a common point if there is one, and the answer.
  void add(const std::string& name_a, const graze::Instance& a, const std::string& name_b,
           const graze::Instance& b, const graze::Separation& s, const graze::CommonPoint& common) {
    const double left = kMargin + (count_ % kColumns) * (kWidth + kMargin);
    const double top = kHead + (count_ / kColumns) * (kHeight + kMargin);
    ++count_;
    const View view(s.normal);
    fit(contour(a, view, 0), contour(b, view, 0), left, top);
    put("<rect x='%.1f' y='%.1f' width='%g' height='%g' rx='8' fill='#fafafa' stroke='#d8d8d8'/>\n", left,
        top, kWidth, kHeight);
    text(left + 16, top + 28, 16,
         format("<tspan fill='%s' font-weight='bold'>%s</tspan> (a) and <tspan fill='%s' "
                "font-weight='bold'>%s</tspan> (b)",
                kDarkA, name_a.c_str(), kDarkB, name_b.c_str()));
    body(a, view, kColourA, kDarkA, "");
    body(b, view, kColourB, kDarkB, "stroke-dasharray='7 3'");
    const Point2 from = place(view(s.point_a)), to = place(view(s.point_b));
    letter(a, b, view, "a", kDarkA);
    letter(b, a, view, "b", kDarkB);
    arrow(s.upper > 0 ? to : from, view(s.normal));
    put("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#111' stroke-width='2.2'/>\n", from.x, from.y,
        to.x, to.y);
    dot_at(from, kDarkA);
    dot_at(to, kDarkB);
    if (common) cross_at(place(view(common.point)));
    scale_bar(left, top);
    text(left + 16, top + kHeight - 38, 15,
         format("<tspan font-weight='bold'>%s</tspan>", caption(s).c_str()));
    text(left + 16, top + kHeight - 17, 13, format("<tspan fill='#555'>%s</tspan>", details(s).c_str()));
  }

  /// False when the file cannot be written.
  [[nodiscard]] bool write(const std::string& path, const std::string& title) {
    const int rows = (count_ + kColumns - 1) / kColumns;
    const double width = kMargin + kColumns * (kWidth + kMargin);
    const double bottom = kHead + rows * (kHeight + kMargin), height = bottom + 44;
    const std::string panels = std::exchange(text_, {});
    put("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g' width='%g' height='%g' "
        "font-family='Helvetica, Arial, DejaVu Sans, sans-serif'>\n<rect width='100%%' height='100%%' "
        "fill='white'/>\n",
        width, height, width, height);
    text(kMargin, 36, 22, "<tspan font-weight='bold'>" + title + "</tspan>");
    text_ += panels;
    legend(bottom + 14);
    std::ofstream file(path);
    file << text_ << "</svg>\n";
    file.close();
    return bool(file);
  }

 private:
  static constexpr int kColumns = 3;
  static constexpr double kWidth = 330, kHeight = 372, kMargin = 20, kHead = 58;
  static constexpr double kPlotTop = 56, kPlotHeight = 224, kPlotSide = 36;
  // Blue and orange of Okabe and Ito: told apart with any colour vision, and by line style in black and
  // white.
  static constexpr const char *kColourA = "#56b4e9", *kDarkA = "#00598c";
  static constexpr const char *kColourB = "#f0b23c", *kDarkB = "#9a5b00";

  template <class... Args>
  void put(const char* pattern, Args... args) {
    std::array<char, 640> line{};
    std::snprintf(line.data(), line.size(), pattern, args...);
    text_ += line.data();
  }
  void text(double x, double y, double size, const std::string& content) {
    text_ +=
        format("<text x='%.1f' y='%.1f' font-size='%g' fill='#111'>", x, y, size) + content + "</text>\n";
  }

  void fit(const std::vector<Point2>& a, const std::vector<Point2>& b, double left, double top) {
    Point2 low{1e30, 1e30}, high{-1e30, -1e30};
    for (const auto* points : {&a, &b})
      for (const Point2& p : *points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
    zoom_ = std::min((kWidth - 2 * kPlotSide) / (high.x - low.x), kPlotHeight / (high.y - low.y));
    origin_ = {left + kWidth / 2 - zoom_ * (low.x + high.x) / 2,
               top + kPlotTop + kPlotHeight / 2 + zoom_ * (low.y + high.y) / 2};
  }
  [[nodiscard]] Point2 place(const Point2& p) const {
    return {origin_.x + zoom_ * p.x, origin_.y - zoom_ * p.y};
  }

  void path(const std::vector<Point2>& points, const std::string& attributes) {
    text_ += "<path d='";
    char command = 'M';
    for (const Point2& point : points) {
      const Point2 p = place(point);
      put("%c%.1f %.1f", command, p.x, p.y);
      command = 'L';
    }
    text_ += "Z' " + attributes + "/>\n";
  }
  void body(const graze::Instance& i, const View& view, const char* light, const char* dark,
            const char* style) {
    path(contour(i, view, 0), format("fill='%s' fill-opacity='0.38'", light));
    for (const double degrees : {15.0, 30.0, 45.0, 60.0, 75.0})
      path(contour(i, view, degrees * std::numbers::pi / 180),
           format("fill='white' fill-opacity='0.13' stroke='%s' stroke-width='0.7' stroke-opacity='0.3'",
                  dark));
    if (i.margin > 0)
      path(contour({i.shape, i.placement, 0}, view, 0),
           format("fill='none' stroke='%s' stroke-width='1.2' stroke-dasharray='1.5 3'", dark));
    path(contour(i, view, 0),
         format("fill='none' stroke='%s' stroke-width='2' stroke-linejoin='round' %s", dark, style));
  }

  // Beside the outline, on the side turned away from the other shape.
  void letter(const graze::Instance& i, const graze::Instance& other, const View& view, const char* name,
              const char* colour) {
    Vec3 away = view.right * Real(0.8) + view.up * Real(0.6);
    const Vec3 between = i.placement.translation() - other.placement.translation();
    const Point2 flat = view(between);
    if (std::hypot(flat.x, flat.y) > 0.2)
      away = normalized(view.right * Real(flat.x) + view.up * Real(flat.y));
    const Point2 direction = view(away), edge = place(view(support_of(i, away)));
    put("<text x='%.1f' y='%.1f' font-size='16' font-style='italic' font-weight='bold' text-anchor='middle' "
        "fill='%s'>%s</text>\n",
        edge.x + 13 * direction.x, edge.y - 13 * direction.y + 5, colour, name);
  }
  void arrow(const Point2& from, const Point2& direction) {
    const double x = direction.x, y = -direction.y, length = 40;
    const Point2 tip{from.x + length * x, from.y + length * y}, neck{tip.x - 10 * x, tip.y - 10 * y};
    put("<path d='M%.1f %.1fL%.1f %.1f' stroke='#111' stroke-width='1.6' stroke-dasharray='2 3'/>\n", from.x,
        from.y, neck.x, neck.y);
    put("<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1fZ' fill='#111'/>\n", tip.x, tip.y, neck.x - 4.5 * y,
        neck.y + 4.5 * x, neck.x + 4.5 * y, neck.y - 4.5 * x);
  }
  void dot_at(const Point2& p, const char* colour) {
    put("<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s' stroke='white' stroke-width='1.4'/>\n", p.x, p.y,
        colour);
  }
  void cross_at(const Point2& p) {
    for (const char* style : {"stroke='white' stroke-width='5'", "stroke='#111' stroke-width='2.2'"})
      put("<path d='M%.1f %.1fl10 10m0 -10l-10 10' fill='none' stroke-linecap='round' %s/>\n", p.x - 5,
          p.y - 5, style);
  }
  void scale_bar(double left, double top) {
    const double x = left + kWidth - 16, y = top + kHeight - 66;
    put("<path d='M%.1f %.1fv-6m0 3h%.1fm0 -3v6' stroke='#888' fill='none'/>\n", x - zoom_, y, zoom_);
    put("<text x='%.1f' y='%.1f' font-size='11' fill='#666' text-anchor='end'>1 unit</text>\n", x - zoom_ - 7,
        y + 1);
  }
  void legend(double y) {
    dot_at({kMargin + 12, y}, kDarkA);
    dot_at({kMargin + 26, y}, kDarkB);
    text(kMargin + 38, y + 5, 13, "witness points, joined by the distance or the depth");
    arrow({kMargin + 460, y}, {1, 0});
    text(kMargin + 508, y + 5, 13, "normal, from a to b");
    cross_at({kMargin + 690, y});
    text(kMargin + 703, y + 5, 13, "a point of both");
    put("<path d='M%.1f %.1fh30' stroke='%s' stroke-width='1.2' stroke-dasharray='1.5 3'/>\n", kMargin + 850,
        y, kDarkB);
    text(kMargin + 888, y + 5, 13, "without its margin");
  }

  std::string text_;
  int count_ = 0;
  double zoom_ = 1;
  Point2 origin_;
};

}  // namespace svg
