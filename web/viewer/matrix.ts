// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Row-major 3 x 4 matrices in double precision, and blending of two of them.

import type { Box, Matrix, Vector } from './scene';

export const identity: number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** a * b, into `out` (which may be neither). */
export function multiply(a: Matrix, b: Matrix, out: number[] = new Array<number>(12)): number[] {
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; ++c) out[r + c] = a[r] * b[c] + a[r + 1] * b[c + 4] + a[r + 2] * b[c + 8];
    out[r + 3] += a[r + 3];
  }
  return out;
}

export function transform(m: Matrix, x: number, y: number, z: number): Vector {
  return [
    m[0] * x + m[1] * y + m[2] * z + m[3],
    m[4] * x + m[5] * y + m[6] * z + m[7],
    m[8] * x + m[9] * y + m[10] * z + m[11],
  ];
}

/** A matrix split into a turn and the rest: linear = turn * rest. */
interface Split {
  turn: number[]; // x, y, z, w
  rest: number[]; // 3 x 3, by rows
}

/** Blends in the plane of two unit quaternions at constant speed, the short way. */
function slerp(a: number[], b: number[], s: number): number[] {
  let d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = d < 0 ? -1 : 1;
  d *= sign;
  let wa = 1 - s;
  let wb = s;
  if (d < 1 - 1e-9) {
    const angle = Math.acos(d);
    wa = Math.sin((1 - s) * angle) / Math.sin(angle);
    wb = Math.sin(s * angle) / Math.sin(angle);
  }
  wb *= sign;
  const q = [wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]];
  const length = Math.hypot(q[0], q[1], q[2], q[3]) || 1;
  return q.map((x) => x / length);
}

function rotation_of(q: number[]): number[] {
  const [x, y, z, w] = q;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

function quaternion_of(r: number[]): number[] {
  const trace = r[0] + r[4] + r[8];
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [(r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s, s / 4];
  }
  const i = r[0] >= r[4] && r[0] >= r[8] ? 0 : r[4] >= r[8] ? 1 : 2;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const s = 2 * Math.sqrt(Math.max(1e-300, 1 + r[4 * i] - r[4 * j] - r[4 * k]));
  const q = [0, 0, 0, (r[3 * k + j] - r[3 * j + k]) / s];
  q[i] = s / 4;
  q[j] = (r[3 * j + i] + r[3 * i + j]) / s;
  q[k] = (r[3 * k + i] + r[3 * i + k]) / s;
  return q;
}

/** Turn by Gram and Schmidt of the columns; mirrors, scale and shear are the rest. Columns without length: no turn. */
function split(m: Matrix, at: number): Split {
  let [ax, ay, az] = [m[at], m[at + 4], m[at + 8]];
  let [bx, by, bz] = [m[at + 1], m[at + 5], m[at + 9]];
  const la = Math.hypot(ax, ay, az);
  if (la > 0) [ax, ay, az] = [ax / la, ay / la, az / la];
  const d = ax * bx + ay * by + az * bz;
  [bx, by, bz] = [bx - d * ax, by - d * ay, bz - d * az];
  const lb = Math.hypot(bx, by, bz);
  if (!(la > 0 && lb > 0)) return { turn: [0, 0, 0, 1], rest: linear(m, at) };
  [bx, by, bz] = [bx / lb, by / lb, bz / lb];
  const r = [ax, bx, ay * bz - az * by, ay, by, az * bx - ax * bz, az, bz, ax * by - ay * bx];
  const turn = quaternion_of(r);
  return { turn, rest: product3(transpose3(rotation_of(turn)), linear(m, at)) };
}

const linear = (m: Matrix, at: number): number[] => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[at + i]);
const transpose3 = (m: number[]): number[] => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

function product3(a: number[], b: number[]): number[] {
  const out = new Array<number>(9);
  for (let r = 0; r < 9; r += 3)
    for (let c = 0; c < 3; ++c) out[r + c] = a[r] * b[c] + a[r + 1] * b[c + 3] + a[r + 2] * b[c + 6];
  return out;
}

/** Matrix at the fraction s between the two that begin at `i` and `j` of `all`: exact at both ends. */
export function blend(all: Matrix, i: number, j: number, s: number, out: number[]): number[] {
  const from = s >= 1 ? j : i;
  let equal = true;
  for (let k = 0; k < 12 && equal; ++k) equal = (k & 3) === 3 || all[i + k] === all[j + k];
  if (s <= 0 || s >= 1 || equal) {
    for (let k = 0; k < 12; ++k) out[k] = all[from + k];
  } else {
    const a = split(all, i);
    const b = split(all, j);
    const rest = a.rest.map((x, k) => x + s * (b.rest[k] - x));
    const m = product3(rotation_of(slerp(a.turn, b.turn, s)), rest);
    for (let k = 0; k < 9; ++k) out[k + Math.floor(k / 3)] = m[k];
  }
  for (let k = 3; k < 12; k += 4) out[k] = s >= 1 ? all[j + k] : all[i + k] + s * (all[j + k] - all[i + k]);
  return out;
}

export const empty_box = (): Box => ({ min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] });
export const is_empty = (box: Box): boolean => !(box.min[0] <= box.max[0]);

export function grow(box: Box, p: ArrayLike<number>): void {
  for (let k = 0; k < 3; ++k) {
    box.min[k] = Math.min(box.min[k], p[k]);
    box.max[k] = Math.max(box.max[k], p[k]);
  }
}

/** Grows `box` by the placed corners of `local`. */
export function grow_by(box: Box, m: Matrix, local: Box): void {
  if (is_empty(local)) return;
  for (let i = 0; i < 8; ++i) {
    const corner = [0, 1, 2].map((k) => ((i >> k) & 1 ? local.max : local.min)[k]);
    grow(box, transform(m, corner[0], corner[1], corner[2]));
  }
}

export const center_of = (box: Box): Vector => [0, 1, 2].map((k) => (box.min[k] + box.max[k]) / 2) as Vector;
export const radius_of = (box: Box): number =>
  is_empty(box) ? 0 : Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]) / 2;
