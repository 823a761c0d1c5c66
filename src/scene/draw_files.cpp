// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "base/names.h"
#include "graze/scene/debug_draw.h"

namespace graze::inline GRAZE_ABI {
namespace {

[[gnu::format(printf, 2, 3)]] void append_text(std::string& text, const char* pattern, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(line, sizeof line, pattern, arguments);
  va_end(arguments);
  text += line;
}

// To the right, down, and away from the eye.
struct Screen {
  Vec3 right, down, away;
  Vec3 operator*(const Vec3& p) const { return {dot(right, p), dot(down, p), dot(away, p)}; }
};

Screen make_screen(const SvgSettings& settings) {
  const Vec3 away = normalized(settings.view);
  Vec3 right = cross(away, settings.up);
  if (!(dot(right, right) > 0)) right = cross(away, Vec3{1, 0, 0});  // looks straight up or down
  if (!(dot(right, right) > 0)) right = {0, 0, 1};
  right = normalized(right);
  return {right, cross(away, right), away};
}

template <class F>
void for_each_point(const Drawing& drawing, const F& use) {
  for (const DrawTriangle& t : drawing.triangles) use(t.a), use(t.b), use(t.c);
  for (const DrawLine& l : drawing.lines) use(l.a), use(l.b);
}

// By DrawLayer.
constexpr const char* kColours[] = {"#335577", "#bbbbbb", "#cc2222", "#229944"};
constexpr const char* kGroups[] = {"shapes", "boxes", "contacts", "trees"};

}  // namespace

DrawVisitor Drawing::visitor() {
  return {this, [](void* self, const DrawLine& line) { static_cast<Drawing*>(self)->lines.push_back(line); },
          [](void* self, const DrawTriangle& t) { static_cast<Drawing*>(self)->triangles.push_back(t); }};
}

std::string to_svg(const Drawing& drawing, const SvgSettings& settings) {
  const Screen screen = make_screen(settings);
  Aabb seen;
  for_each_point(drawing, [&](const Vec3& p) { seen = merge(seen, screen * p); });
  if (seen.is_empty()) seen = {{}, {1, 1, 1}};
  const Vec3 size = seen.upper - seen.lower;
  const double scale = 0.9 * settings.width / std::max(double(std::max(size.x, size.y)), 1e-30);
  const double border = 0.05 * settings.width;
  const auto x = [&](const Vec3& p) {
    return border + scale * (double((screen * p).x) - double(seen.lower.x));
  };
  const auto y = [&](const Vec3& p) {
    return border + scale * (double((screen * p).y) - double(seen.lower.y));
  };

  std::string text;
  append_text(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\">\n",
              2 * border + scale * double(size.x), 2 * border + scale * double(size.y));
  std::vector<DrawTriangle> triangles = drawing.triangles;
  const auto depth = [&](const DrawTriangle& t) { return (screen * (t.a + t.b + t.c)).z; };
  std::stable_sort(triangles.begin(), triangles.end(),
                   [&](const DrawTriangle& s, const DrawTriangle& t) { return depth(s) > depth(t); });
  for (const DrawTriangle& t : triangles)
    append_text(text, "<path d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\" fill=\"#88aacc\" fill-opacity=\"0.5\"/>\n",
                x(t.a), y(t.a), x(t.b), y(t.b), x(t.c), y(t.c));
  for (const DrawLine& l : drawing.lines)
    append_text(text, "<path d=\"M%.2f %.2fL%.2f %.2f\" stroke=\"%s\" stroke-width=\"%s\"/>\n", x(l.a),
                y(l.a), x(l.b), y(l.b), enum_name(kColours, l.layer),
                l.layer == DrawLayer::contact ? "2" : "0.5");
  return text + "</svg>\n";
}

std::string to_obj(const Drawing& drawing) {
  std::string text = "# made by Graze\n";
  for_each_point(drawing, [&](const Vec3& p) {
    append_text(text, "v %.17g %.17g %.17g\n", double(p.x), double(p.y), double(p.z));
  });
  for (const DrawLayer layer : {DrawLayer::shape, DrawLayer::box, DrawLayer::contact, DrawLayer::tree}) {
    append_text(text, "g %s\n", enum_name(kGroups, layer));
    std::size_t next = 1;  // vertices count from one, and come in the order in which they are used
    for (const DrawTriangle& t : drawing.triangles) {
      if (t.layer == layer) append_text(text, "f %zu %zu %zu\n", next, next + 1, next + 2);
      next += 3;
    }
    for (const DrawLine& l : drawing.lines) {
      if (l.layer == layer) append_text(text, "l %zu %zu\n", next, next + 1);
      next += 2;
    }
  }
  return text;
}

}  // namespace graze::inline GRAZE_ABI
