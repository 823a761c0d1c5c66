// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Where parts are at a moment. Between two sampled moments translations go straight and turns at constant speed.

import { blend, identity, multiply } from './matrix';
import type { Part, Scene } from './scene';

export interface Moment {
  before: number;
  after: number;
  fraction: number;
}

/** The sampled moments around `time`, clamped to the first and the last. */
export function moment_at(times: Float64Array, time: number): Moment {
  const last = times.length - 1;
  if (last < 1 || time <= times[0]) return { before: 0, after: 0, fraction: 0 };
  if (time >= times[last]) return { before: last, after: last, fraction: 0 };
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { before: low, after: high, fraction: (time - times[low]) / (times[high] - times[low]) };
}

const carrier = new Array<number>(12).fill(0);

/** World from part at a moment. The answer is `out`, or the part's own matrix where it stands still. */
export function placement(scene: Scene, part: Part, at: Moment, out: number[]): ArrayLike<number> {
  const own = part.matrix ?? identity;
  if (part.track === undefined) return own;
  return multiply(blend(scene.tracks[part.track], 12 * at.before, 12 * at.after, at.fraction, carrier), own, out);
}

/** Points of a deforming part at a moment, written into `out` from `offset` on. */
export function deformed(shape: Float32Array, at: Moment, count: number, out: Float32Array, offset: number): void {
  const a = at.before * count;
  const b = at.after * count;
  if (at.fraction === 0) {
    out.set(shape.subarray(a, a + count), offset);
    return;
  }
  for (let i = 0; i < count; ++i) out[offset + i] = shape[a + i] + at.fraction * (shape[b + i] - shape[a + i]);
}
