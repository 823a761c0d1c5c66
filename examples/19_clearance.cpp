// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// The sweep of a robot's arm, its shoulder and its elbow turning at once: contact_intervals() says when each
// link is closer than a clearance to each obstacle, and how close at worst. Draws the sweep and its intervals
// as clearance.svg in the folder that is its argument.

#include <graze/graze.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "sheet.h"

using namespace graze;

namespace {

constexpr Real kUpper = 1, kLower = Real(0.8), kRadius = Real(0.08), kClearance = Real(0.1);

// Angles at time 0, and how far they turn until time 1; seen from above, counterclockwise.
struct Sweep {
  Real shoulder = Real(-0.4), elbow = Real(1.9), shoulder_turn = Real(2.4), elbow_turn = Real(-2.2);
  [[nodiscard]] Vec3 joint(Real t) const {
    const Real angle = shoulder + shoulder_turn * t;
    return {kUpper * std::cos(angle), kUpper * std::sin(angle), 0};
  }
  [[nodiscard]] Real forearm_angle(Real t) const {
    return shoulder + elbow + (shoulder_turn + elbow_turn) * t;
  }
};

// The forearm's motion is of two turns, which no path has a formula for.
Pose forearm_pose(const void* context, Real t) {
  const auto& sweep = *static_cast<const Sweep*>(context);
  return Pose(rotation_about({0, 0, 1}, sweep.forearm_angle(t)), sweep.joint(t));
}

struct Body {
  const char* name;
  Shape shape;
  Path path;
  Real margin;
};
struct Row {
  std::string name;
  std::vector<ContactInterval> near, touching;
};

std::vector<ContactInterval> ask(const Body& a, const Body& b, Real clearance) {
  std::vector<ContactInterval> intervals(8);
  IntervalSettings settings;
  settings.motion.target = clearance;
  settings.motion.time_tolerance = Real(1e-4);  // poses of the caller are rounded to Real
  const ContactIntervals r =
      contact_intervals(a.shape, a.path, a.margin, b.shape, b.path, b.margin, intervals, settings);
  intervals.resize(r.written.size());
  return intervals;
}

// x to the right and y up in world units, from above.
struct View {
  double left = 240, bottom = 370, unit = 150;
  [[nodiscard]] double x(double v) const { return left + v * unit; }
  [[nodiscard]] double y(double v) const { return bottom - v * unit; }
};

bool draw(const std::string& file, const Sweep& sweep, const std::vector<Row>& rows) {
  Sheet sheet(960, 460);
  const View view;
  sheet.text(20, 30, 18, "The sweep of an arm, from above");
  constexpr int kPoses = 60;
  for (int i = 1; i <= kPoses + 1; ++i) {  // the first and the last on top
    const Real t = Real(i > kPoses ? 0 : i) / kPoses;
    const Vec3 joint = sweep.joint(t);
    const Vec3 hand =
        joint + Vec3{std::cos(sweep.forearm_angle(t)), std::sin(sweep.forearm_angle(t)), 0} * kLower;
    const double width = 2 * double(kRadius) * view.unit;
    const char* const colour = i > kPoses ? "#9fb4cf" : i == kPoses ? "#46658f" : "#e3eaf3";
    sheet.line(view.x(0), view.y(0), view.x(double(joint.x)), view.y(double(joint.y)), colour, width);
    sheet.line(view.x(double(joint.x)), view.y(double(joint.y)), view.x(double(hand.x)),
               view.y(double(hand.y)), colour, width);
  }
  sheet.circle(view.x(1.3), view.y(0.8), 0.2 * view.unit, "#8a6d3b");
  sheet.text(view.x(1.3), view.y(0.8) + 5, 13, "pillar", "middle");
  sheet.box(view.x(-0.25), view.y(2.05), 0.5 * view.unit, 0.3 * view.unit, "#6b8a3b");
  sheet.text(view.x(0), view.y(1.9) + 5, 13, "crate", "middle");

  const double left = 640, right = 930, top = 90, step = 80;
  sheet.text(left, 30, 18, "Closer than 0.1, and in contact");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top + step * double(i);
    sheet.text(left, y - 10, 13, rows[i].name);
    sheet.box(left, y, right - left, 16, "#edf1f5");
    const auto bar = [&](const ContactInterval& x, const char* colour) {
      sheet.box(left + (right - left) * double(x.begin_lower), y,
                (right - left) * double(x.end_upper - x.begin_lower), 16, colour);
    };
    for (const ContactInterval& x : rows[i].near) bar(x, "#f0b94a");
    for (const ContactInterval& x : rows[i].touching) bar(x, "#c0202a");
    for (const ContactInterval& x : rows[i].near) {
      const double at = left + (right - left) * double(x.worst_time);
      sheet.line(at, y - 3, at, y + 19, "#222", 1.5);
      char words[64];
      std::snprintf(words, sizeof words, "%.3f", double(x.worst.upper));
      sheet.text(at, y + 33, 12, words, "middle");
    }
  }
  sheet.text(left, top + step * double(rows.size()) - 10, 12, "time 0");
  sheet.text(right, top + step * double(rows.size()) - 10, 12, "time 1", "end");
  return sheet.write(file);
}

}  // namespace

int main(int argc, char** argv) {
  const Sweep sweep;
  // No point is faster than both joints at full reach, nor accelerated more than they can together.
  const Real whole = sweep.shoulder_turn + sweep.elbow_turn;
  const OwnMotion forearm{&forearm_pose, &sweep,
                          std::abs(sweep.shoulder_turn) * kUpper + std::abs(whole) * kLower,
                          sweep.shoulder_turn * sweep.shoulder_turn * kUpper + whole * whole * kLower};
  const Affine start(rotation_about({0, 0, 1}, sweep.shoulder), {0, 0, 0});
  const Body links[] = {
      {"upper arm", Segment{{0, 0, 0}, {kUpper, 0, 0}},
       Path::turning(start, {0, 0, 0}, {0, 0, sweep.shoulder_turn}), kRadius},
      {"forearm", Segment{{0, 0, 0}, {kLower, 0, 0}}, Path::own(forearm), kRadius},
  };
  const Body obstacles[] = {
      {"pillar", Cylinder{Real(0.2), 1},
       Affine(rotation_about({1, 0, 0}, Real(1.5707963)), {Real(1.3), Real(0.8), 0}), 0},
      {"crate", Box{{Real(0.25), Real(0.15), Real(0.3)}}, Affine(Vec3{0, Real(1.9), 0}), 0},
  };
  std::vector<Row> rows;
  for (const Body& link : links)
    for (const Body& obstacle : obstacles) {
      rows.push_back({std::string(link.name) + " and " + obstacle.name, ask(link, obstacle, kClearance),
                      ask(link, obstacle, 0)});
      const Row& row = rows.back();
      std::printf("%s: %zu times closer than %g\n", row.name.c_str(), row.near.size(), double(kClearance));
      for (const ContactInterval& x : row.near)
        std::printf("  from %.4f to %.4f, at worst %.4f at %.3f, and no less than %.4f\n",
                    double(x.begin_lower), double(x.end_upper), double(x.worst.upper), double(x.worst_time),
                    double(x.worst_bound));
      for (const ContactInterval& x : row.touching)
        std::printf("  in contact from %.4f to %.4f\n", double(x.begin_lower), double(x.end_upper));
    }
  if (argc > 1 && !draw(std::string(argv[1]) + "/clearance.svg", sweep, rows)) {
    std::fprintf(stderr, "cannot write to %s\n", argv[1]);
    return 1;
  }
  return rows[0].near.empty() && !rows[2].near.empty() ? 0 : 1;
}
