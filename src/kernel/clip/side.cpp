// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "kernel/clip/side-inl.h"

namespace graze::inline GRAZE_ABI::primitive {
void grow_segment(ClipSide& side, double facing, double ball) {
  const Vec3d e{side.x[1] - side.x[0], side.y[1] - side.y[0], side.z[1] - side.z[0]};
  const Vec3d shift =
      ball > 0 ? normalized(Vec3d{0, 0, facing} - e * (facing * e.z / dot(e, e))) * ball : Vec3d{};
  for (int i = 0; i < 2; ++i) {
    side.x[i] += shift.x;
    side.y[i] += shift.y;
    side.z[i] += shift.z;
  }
}

namespace {

// Replaces a tilted polygon by its flattest edge at the deepest corner, moved back by the old ball and grown
// by the new one.
void make_edge(ClipSide& side, double facing, double ball) {
  const auto corner = [&](int i) { return one_lane::LaneVec<double>{side.x[i], side.y[i], side.z[i]}; };
  const int deepest = static_cast<int>(side.deepest), last = side.count - 1;
  const auto edge = one_lane::flattest_edge<double>(corner(deepest == 0 ? last : deepest - 1),
                                                    corner(deepest), corner(deepest + 1), side.deepest, last);
  const int index = static_cast<int>(edge.index);
  const Feature name = side.edge(index);
  const std::uint32_t names[2] = {side.corners[index], side.corners[index + 1]};
  const one_lane::LaneVec<double> ends[2] = {edge.segment.from, edge.segment.to};
  for (int i = 0; i < 2; ++i) {
    side.x[i] = ends[i].x - side.sx;
    side.y[i] = ends[i].y - side.sy;
    side.z[i] = ends[i].z - side.sz;
    side.corners[i] = names[i];
  }
  side.kind = ClipSide::Kind::segment;
  side.count = 2;
  side.face = name;
  grow_segment(side, facing, ball);
}

}  // namespace

void find_edges(ClipSide& a, double ball_a, ClipSide& b, double ball_b) {
  const auto is_tilted = [](const ClipSide& s) {
    return s.kind == ClipSide::Kind::polygon && s.facing < kFlatFace;
  };
  const auto is_line = [](const ClipSide& s) { return s.kind == ClipSide::Kind::segment; };
  if (!(is_tilted(a) || is_line(a)) || !(is_tilted(b) || is_line(b))) return;
  if (is_tilted(a)) make_edge(a, 1, ball_a);
  if (is_tilted(b)) make_edge(b, -1, ball_b);
}

void make_basis(const Vec3d& n, Vec3d& u, Vec3d& v) { one_lane::make_basis<double>(n, u, v); }

}  // namespace graze::inline GRAZE_ABI::primitive
