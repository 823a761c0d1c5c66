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

const tried = 8; // directions that are looked at
const enough = 0.06; // part of the picture that each of the two should fill

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
  if (f.kind === 'clearance')
    return { points: [a, b], arrow: { from: a, to: b, head: false, label: words.length(amount(f)) }, curve };
  if (f.kind === 'duplicate') return { points: [], arrow: null, curve };
  if (!(f.depth !== null && f.depth > 0) || f.kind === 'touching' || !is_point(f.normal))
    return { points: [a, b], arrow: null, curve };
  const to = b.map((x, k) => x + Number(f.normal[k]) * f.depth!) as Vector;
  return { points: [b], arrow: { from: b, to, head: true, label: words.length(f.depth) }, curve };
}

/** The view of a finding; `objects` are those of its two that can be drawn. */
export function view_of(f: Finding, viewer: Viewer, objects: number[]): View {
  const sizes = [...objects.map((object) => viewer.box_of([object])), viewer.everything]
    .map(radius_of)
    .filter((radius) => radius > 0);
  const smallest = sizes.length > 0 ? Math.min(...sizes) : 1;
  const both = radius_of(viewer.box_of(objects));
  const target = contact_point(f) ?? viewer.view_of(viewer.box_of(objects)).target;
  // The overlap fills a third of the picture, or the depth a twentieth, unless hardly anything of the objects would be seen.
  const wanted = 3 * Math.min(contact_radius(f), f.kind === 'duplicate' ? Infinity : 7 * amount(f));
  const radius = Math.min(Math.max(wanted, 0.6 * smallest), 1.1 * both);
  const at = { ...viewer.camera.destination, target, distance: viewer.camera.distance_for(radius) };
  const ways = directions(f, viewer);
  if (objects.length < 2 || ways.length < 2) return { ...at, ...ways[0] };
  return best_seen(
    viewer,
    objects,
    ways.map((way) => ({ ...at, azimuth: way.azimuth, elevation: way.elevation, cost: way.cost })),
  );
}

/** Of some views the one that shows a good part of both objects, and costs little. */
function best_seen(viewer: Viewer, objects: number[], views: (View & { cost: number })[]): View {
  let best = views[0];
  let least = Infinity;
  for (const view of views) {
    const shares = viewer.shares(view, objects[0], objects[1]);
    if (shares === null) break;
    const cost = view.cost + 2 * (1 - Math.min(1, Math.min(...shares) / enough));
    if (cost < least) [best, least] = [view, cost];
  }
  const { target, distance, azimuth, elevation } = best;
  return { target, distance, azimuth, elevation };
}

function contact_radius(f: Finding): number {
  const { min, max } = f.bounds;
  if (!is_point(min) || !is_point(max)) return amount(f);
  const box: Box = { min: [...min] as Vector, max: [...max] as Vector };
  for (const p of [f.point_a, f.point_b]) if (is_point(p)) grow(box, p);
  return radius_of(box);
}

interface Way {
  azimuth: number;
  elevation: number;
  cost: number;
}

/** Near the present direction, but with the normal across the picture, rather from above than from below; the best first. */
function directions(f: Finding, viewer: Viewer): Way[] {
  const { camera } = viewer;
  const present = camera.destination;
  const n = f.normal;
  const all: Way[] = [];
  for (const elevation of [0.15, 0.4, 0.7, -0.35])
    for (let i = -11; i <= 12; ++i) {
      const azimuth = present.azimuth + (i * Math.PI) / 12;
      const back = camera.axes({ ...present, azimuth, elevation })[2];
      const along = is_point(n) ? Math.abs(back[0] * n[0] + back[1] * n[1] + back[2] * n[2]) : 0;
      all.push({
        azimuth,
        elevation,
        cost: 3 * Math.max(0, along - 0.25) + Math.abs(i) / 48 + 0.7 * Math.abs(elevation - 0.4),
      });
    }
  all.sort((a, b) => a.cost - b.cost);
  // Some that differ.
  const chosen: Way[] = [];
  for (const way of all)
    if (
      chosen.length < tried &&
      chosen.every(
        (c) => Math.abs(Math.sin((c.azimuth - way.azimuth) / 2)) > 0.4 || Math.abs(c.elevation - way.elevation) > 0.5,
      )
    )
      chosen.push(way);
  return chosen;
}
