// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Rays at polytopes in lanes: the planes of all faces, taken back to the shape's own frame, cut the ray down.
// [Ericson05 §5.3.8] What that proposes is proved as in kernel/ray/lanes-inl.h.

#if defined(GRAZE_KERNEL_RAY_HULL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_KERNEL_RAY_HULL_INL
#undef GRAZE_KERNEL_RAY_HULL_INL
#else
#define GRAZE_KERNEL_RAY_HULL_INL
#endif

#include <limits>

#include "kernel/ray/lanes-inl.h"

GRAZE_LANES_BEGIN

/// The plane of a face in the frame of its shape: unit normal, outward.
template <class F>
struct FacePlaneLanes {
  LaneVec<F> normal;
  F offset;
};

/// Where the line passes planes, each moved outward by more than rounding may matter: before `enter` and
/// beyond `leave` it is certainly outside.
template <class F, class M>
struct CutLanes {
  F enter, leave;
  F room;           // of the ray's origin below the nearest plane
  M is_beside;      // of a plane that it runs along
  LaneVec<F> face;  // that it enters by
  F offset;
};

template <class F, class M, class FaceAt>
GRAZE_LANE void cut_ray(const LaneVec<F>& start, const LaneVec<F>& speed, F reach, std::uint32_t faces,
                        const FaceAt& face_at, CutLanes<F, M>& cut) {
  const F zero(0), infinity(std::numeric_limits<double>::infinity());
  cut.enter = -infinity;
  cut.leave = cut.room = infinity;
  cut.is_beside = zero < zero;
  cut.face = {zero, zero, zero};
  cut.offset = zero;
  for (std::uint32_t i = 0; i < faces; ++i) {
    const FacePlaneLanes<F> plane = face_at(i);
    const F along = dot(plane.normal, speed), below = plane.offset - dot(plane.normal, start);
    const F height = below + reach, way = height / along;
    cut.room = lane_min(cut.room, below);
    const auto is_inward = along<zero, is_outward = along> zero;
    const auto is_later = both(is_inward, way > cut.enter);
    cut.enter = select(is_later, way, cut.enter);
    cut.face = select(is_later, plane.normal, cut.face);
    cut.offset = select(is_later, plane.offset, cut.offset);
    cut.leave = select(both(is_outward, way < cut.leave), way, cut.leave);
    cut.is_beside = either(cut.is_beside, except(height < zero, either(is_inward, is_outward)));
  }
}

/// Polytopes without a margin. `face_at` gives a FacePlaneLanes; lanes that have fewer faces repeat one.
template <class F, class M, class FaceAt>
GRAZE_LANE auto cast_at_hull(const CoreLanes<F>& core, RayTaskLanes<F, M> task, std::uint32_t faces,
                             const FaceAt& face_at) {
  const F zero(0), one(1), epsilon(kDoubleEpsilon), extent = core.half.x;
  RayAnswerLanes<F, M> out;
  // Normals are rounded, and turned by a placement that is rounded once more.
  task.error = F(2) * task.error;
  task.accepted = lane_max(task.accepted, F(16) * task.error);
  const BoxRayLanes<F> frame = box_ray(core, task.u);
  const F rounding = F(16) * epsilon * extent;
  const F least = core.scale * (one - core.defect) * (one - F(8) * epsilon);
  const LaneVec<F> start = frame.local(-task.c);
  const LaneVec<F> speed{frame.along[0] / frame.determinant, frame.along[1] / frame.determinant,
                         frame.along[2] / frame.determinant};
  CutLanes<F, M> cut;
  cut_ray(start, speed, F(2) * task.error / least + rounding, faces, face_at, cut);
  // The placement itself measures what its inverse lost, as for boxes.
  const auto is_room = [&](F room, const LaneVec<F>& at, const LaneVec<F>& p) {
    const LaneVec<F> off = (frame.linear * at + task.c) - p;
    return (room - rounding) * least > lane_sqrt(dot(off, off)) + task.error;
  };
  const auto is_deep = [&](const LaneVec<F>& p) {
    const LaneVec<F> at = frame.local(p - task.c);
    F room(std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < faces; ++i) {
      const FacePlaneLanes<F> plane = face_at(i);
      room = lane_min(room, plane.offset - dot(plane.normal, at));
    }
    return is_room(room, at, p);
  };
  const auto is_past = either(cut.enter > lane_min(cut.leave, task.limit), cut.leave < zero);
  const auto is_missed = either(is_past, cut.is_beside);
  const auto is_inside = is_room(cut.room, start, {zero, zero, zero});
  auto is_proposed = except(is_missed, is_missed), is_hit = is_proposed;
  out.lower = out.upper = out.estimate = zero;
  out.normal = {zero, zero, zero};
  if (!is_all(either(is_missed, is_inside))) {
    F cosine;
    const LaneVec<F> outward =
        (frame.rows[0] * cut.face.x + frame.rows[1] * cut.face.y + frame.rows[2] * cut.face.z) *
        with_sign_of(one, frame.determinant);
    const LaneVec<F> n = outward / lane_sqrt(dot(outward, outward));
    const LaneVec<F> on_plane = frame.linear * (cut.face * cut.offset) + task.c;
    is_proposed = set_plane(task, n, dot(n, on_plane), out, cosine);
    is_hit = set_upper(task, is_proposed, cosine, is_deep, out);
  }
  settle(task, is_missed, is_inside, is_proposed, is_hit, out);
  return out;
}

GRAZE_LANES_END

#endif
