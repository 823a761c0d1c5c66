// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "graze/scene/debug_draw.h"
#include "json_writer.h"
#include "report.h"

namespace command {
namespace {

constexpr std::size_t kPanels = 12;
constexpr std::size_t kMaxTriangles = 4000;  // of one object in one panel: beyond, its box is drawn
constexpr std::size_t kColumns = 3;
constexpr Real kWidth = 400, kHeight = 300, kCaption = 44;

/// Parallel projection with the normal of the finding in the plane of the picture: a gap has its true length
/// there.
struct View {
  Vec3 right, up, towards, centre;
  Real scale = 1;  // pixels per length

  [[nodiscard]] Real x(const Vec3& p) const { return kWidth / 2 + scale * dot(p - centre, right); }
  [[nodiscard]] Real y(const Vec3& p) const { return kHeight / 2 - scale * dot(p - centre, up); }
};

/// Smallest box around both witnesses that shows the smaller object whole.
View choose_view(const check::Finding& f, const graze::Aabb& a, const graze::Aabb& b) {
  const Vec3 usual = normalized(Vec3{0.45, 0.4, 1});
  const bool has_normal = dot(f.normal, f.normal) > 0.5;
  const Vec3 across = usual - f.normal * dot(usual, f.normal);
  View view;
  view.towards = has_normal && dot(across, across) > 1e-3 ? normalized(across) : usual;
  const Vec3 high = std::abs(view.towards.y) < 0.99 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  view.right = normalized(cross(high, view.towards));
  view.up = cross(view.towards, view.right);
  view.centre = (f.point_a + f.point_b) * 0.5;
  const auto reach = [&](const graze::Aabb& box) {
    return std::max(length(box.lower - view.centre), length(box.upper - view.centre));
  };
  const Real seen = std::max(std::min(reach(a), reach(b)), 2 * length(f.point_b - f.point_a));
  view.scale = seen > 0 && std::isfinite(seen) ? 0.45 * kHeight / seen : 1;
  return view;
}

std::string pixel(Real value) {
  std::array<char, 32> text{};
  const Real bounded = std::clamp(value, Real{-1e5}, Real{1e5});
  return {text.data(),
          std::to_chars(text.data(), text.data() + text.size(), bounded, std::chars_format::fixed, 1).ptr};
}

std::string at(const View& view, const Vec3& p) { return pixel(view.x(p)) + " " + pixel(view.y(p)); }

struct Face {
  graze::DrawTriangle triangle;
  bool is_of_b = false;
};

bool is_in_window(const View& view, const graze::DrawTriangle& t) {
  const auto [left, right] = std::minmax({view.x(t.a), view.x(t.b), view.x(t.c)});
  const auto [top, bottom] = std::minmax({view.y(t.a), view.y(t.b), view.y(t.c)});
  return left <= kWidth && right >= 0 && top <= kHeight && bottom >= 0;
}

void add_faces(const check::Object& object, const View& view, bool is_of_b, std::vector<Face>& faces) {
  graze::DrawSettings settings;
  settings.with_boxes = settings.with_contacts = false;
  graze::Drawing drawing;
  draw(instance_of(object), drawing.visitor(), settings);
  std::vector<Face> own;
  for (const graze::DrawTriangle& t : drawing.triangles)
    if (is_in_window(view, t)) own.push_back({t, is_of_b});
  if (own.size() > kMaxTriangles) {
    drawing = {};
    const Vec3 half = (object.bounds.upper - object.bounds.lower) * 0.5;
    draw({graze::Box{half}, graze::Affine{(object.bounds.lower + object.bounds.upper) * 0.5}, 0},
         drawing.visitor(), settings);
    own.clear();
    for (const graze::DrawTriangle& t : drawing.triangles) own.push_back({t, is_of_b});
  }
  faces.insert(faces.end(), own.begin(), own.end());
}

/// Faces that are seen edge-on are fainter: that makes round things look round.
std::string opacity_of(const graze::DrawTriangle& t, const View& view) {
  const Vec3 normal = cross(t.b - t.a, t.c - t.a);
  const Real size = length(normal);
  return to_text(0.2 + (size > 0 ? 0.3 * std::abs(dot(normal, view.towards)) / size : 0), 2);
}

void write_panel(Output& out, const check::Objects& objects, const check::Finding& f,
                 const std::string& moment) {
  const check::Object &a = objects.list[f.a], &b = objects.list[f.b];
  const View view = choose_view(f, a.bounds, b.bounds);
  std::vector<Face> faces;
  add_faces(a, view, false, faces);
  add_faces(b, view, true, faces);
  const auto height = [&](const Face& face) {
    return dot(face.triangle.a + face.triangle.b + face.triangle.c, view.towards);
  };
  std::stable_sort(faces.begin(), faces.end(),
                   [&](const Face& s, const Face& t) { return height(s) < height(t); });
  out.write("<g transform=\"translate(0 " + pixel(kCaption) + ")\" clip-path=\"url(#panel)\">\n");
  out.write("<rect width=\"" + pixel(kWidth) + "\" height=\"" + pixel(kHeight) +
            "\" fill=\"#f8f8f8\" stroke=\"#ccc\"/>\n");
  for (const Face& face : faces)
    out.write("<path d=\"M" + at(view, face.triangle.a) + "L" + at(view, face.triangle.b) + "L" +
              at(view, face.triangle.c) + "Z\" fill=\"" + (face.is_of_b ? "#dd8833" : "#3377bb") +
              "\" fill-opacity=\"" + opacity_of(face.triangle, view) + "\"/>\n");
  out.write("<path d=\"M" + at(view, f.point_a) + "L" + at(view, f.point_b) +
            "\" stroke=\"#cc0000\" stroke-width=\"2\"/>\n");
  for (const Vec3& p : {f.point_a, f.point_b})
    out.write("<circle cx=\"" + pixel(view.x(p)) + "\" cy=\"" + pixel(view.y(p)) +
              "\" r=\"3\" fill=\"none\" stroke=\"#cc0000\"/>\n");
  out.write("</g>\n");
  const std::string amount =
      f.kind == check::Kind::touching ? "" : " " + amount_of(f, objects.metres_per_unit);
  out.write("<text y=\"16\">" + (check::to_string(f.kind) + amount) + moment + "</text>\n");
  out.write("<text y=\"34\"><tspan fill=\"#3377bb\">" + markup_text(a.name) +
            "</tspan>, <tspan fill=\"#bb6611\">" + markup_text(b.name) + "</tspan></text>\n");
}

}  // namespace

void write_svg(const Checked& checked, const std::string& path) {
  Output out(path);
  std::vector<const check::Finding*> shown;
  for (std::size_t i = 0; i < checked.report.findings.size() && shown.size() < kPanels; ++i)
    if (!checked.is_known[i]) shown.push_back(&checked.report.findings[i]);
  const auto columns = std::clamp<std::size_t>(shown.size(), 1, kColumns);
  const Real stride_x = kWidth + 20, stride_y = kHeight + kCaption + 20;
  const auto rows = static_cast<Real>((shown.size() + columns - 1) / columns);
  out.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
            pixel(static_cast<Real>(columns) * stride_x + 20) + "\" height=\"" + pixel(rows * stride_y + 60) +
            "\" font-family=\"sans-serif\" font-size=\"14\">\n");
  out.write("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<clipPath id=\"panel\"><rect width=\"" +
            pixel(kWidth) + "\" height=\"" + pixel(kHeight) + "\"/></clipPath>\n");
  out.write(
      "<text x=\"20\" y=\"30\" font-size=\"18\">" + counted(checked.new_count(), "finding") +
      (checked.new_count() > shown.size() ? "; the worst " + std::to_string(shown.size()) : std::string()) +
      "</text>\n");
  const bool is_animated = !checked.request.job.time.is_empty();
  std::optional<check::Objects> moved;  // at the moment of the last panel
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Real time = shown[i]->time;
    if (is_animated && (!moved || moved->options.time != time)) moved = objects_at(checked.loaded, time);
    const Real x = 20 + static_cast<Real>(i % columns) * stride_x,
               y = 50 + static_cast<Real>(i / columns) * stride_y;
    out.write("<g transform=\"translate(" + pixel(x) + " " + pixel(y) + ")\">\n");
    const std::string at = to_text(time, 6),
                      moment = checked.loaded.robot ? " at row " + at : " at " + at + " s";
    write_panel(out, moved ? *moved : checked.loaded.objects, *shown[i], is_animated ? moment : "");
    out.write("</g>\n");
  }
  out.write("</svg>\n");
  out.finish();
}

}  // namespace command
