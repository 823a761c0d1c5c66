// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// From where a finding is understood best: across its normal, near enough to see it, far enough to see what it is part of.

import { grow, radius_of } from '../viewer/matrix';
import { no_marks, type Box, type Curve, type Marks, type Vector } from '../viewer/scene';
import type { View } from '../viewer/camera';
import type { Viewer } from '../viewer/viewer';
import type { Words } from './format';
import { amount } from './format';
import type { Finding } from './types';

const is_point = (p: (number | null)[]): p is number[] => p.every((x) => x !== null && Number.isFinite(x));

/** Middle of the two points; null where the report has none. */
export function contact_point(f: Finding): Vector | null {
  const points = [f.point_a, f.point_b].filter(is_point);
  if (points.length === 0) return null;
  return [0, 1, 2].map((k) => points.reduce((s, p) => s + p[k], 0) / points.length) as Vector;
}

/** Arrow that parts the two, or the gap between them, with its length. */
export function marks_of(f: Finding, words: Words, curve: Curve | null): Marks {
  if (!is_point(f.point_a) || !is_point(f.point_b)) return { ...no_marks, curve };
  const [a, b] = [[...f.point_a] as Vector, [...f.point_b] as Vector];
  if (f.kind === 'clearance') return { points: [a, b], arrow: { from: a, to: b, head: false, label: words.length(amount(f)) }, curve };
  if (f.kind === 'duplicate') return { points: [], arrow: null, curve };
  if (!(f.depth !== null && f.depth > 0) || f.kind === 'touching' || !is_point(f.normal)) return { points: [a, b], arrow: null, curve };
  const to = b.map((x, k) => x + Number(f.normal[k]) * f.depth!) as Vector;
  return { points: [b], arrow: { from: b, to, head: true, label: words.length(f.depth) }, curve };
}

/** The view of a finding; `objects` are those of its two that can be drawn. */
export function view_of(f: Finding, viewer: Viewer, objects: number[]): View {
  const boxes = objects.map((object) => viewer.box_of([object]));
  const smallest = Math.min(...boxes.map(radius_of), radius_of(viewer.everything)) || 1;
  const both = radius_of(viewer.box_of(objects));
  const target = contact_point(f) ?? viewer.view_of(viewer.box_of(objects)).target;
  // What overlaps fills a third of the picture, or the depth a twentieth, unless hardly anything of the objects would be seen.
  const wanted = 3 * Math.min(contact_radius(f), f.kind === 'duplicate' ? Infinity : 7 * amount(f));
  const radius = Math.min(Math.max(wanted, 0.35 * smallest), 1.1 * both);
  return { target, distance: viewer.camera.distance_for(radius), ...direction(f, viewer) };
}

function contact_radius(f: Finding): number {
  const { min, max } = f.bounds;
  if (!is_point(min) || !is_point(max)) return amount(f);
  const box: Box = { min: [...min] as Vector, max: [...max] as Vector };
  for (const p of [f.point_a, f.point_b]) if (is_point(p)) grow(box, p);
  return radius_of(box);
}

/** Near the present direction, but with the normal across the picture, and neither from below nor from the zenith. */
function direction(f: Finding, viewer: Viewer): { azimuth: number; elevation: number } {
  const { camera } = viewer;
  const present = camera.destination;
  if (!is_point(f.normal)) return { azimuth: present.azimuth, elevation: present.elevation };
  const n = f.normal;
  let best = { azimuth: present.azimuth, elevation: present.elevation };
  let least = Infinity;
  for (const elevation of [0.2, 0.35, 0.5, 0.7])
    for (let i = 0; i < 24; ++i) {
      const azimuth = present.azimuth + ((i - 12) * Math.PI) / 12;
      const back = camera.axes({ ...present, azimuth, elevation })[2];
      const along = Math.abs(back[0] * n[0] + back[1] * n[1] + back[2] * n[2]);
      const cost = 3 * Math.max(0, along - 0.25) + 0.25 * Math.abs(i - 12) / 12 + 0.5 * Math.abs(elevation - 0.4);
      if (cost < least) {
        least = cost;
        best = { azimuth, elevation };
      }
    }
  return best;
}
