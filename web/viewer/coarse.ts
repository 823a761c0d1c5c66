// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Fewer triangles between the points of a mesh, for drawing in software while the view moves: points in one cell of a grid become
// one of them, and triangles that shrink to nothing go (Rossignac and Borrel, 1993).

/** Indices of about `share` of the triangles; all of them where that is most. */
export function coarse_indices(positions: Float32Array, indices: Uint32Array, share: number): Uint32Array {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    const k = i % 3;
    if (positions[i] < min[k]) min[k] = positions[i];
    if (positions[i] > max[k]) max[k] = positions[i];
  }
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  // A surface across n by n cells has about 2 n n triangles.
  const cells = Math.max(3, Math.round(Math.sqrt((share * indices.length) / 6)));
  const scale = size > 0 ? cells / size : 0;
  const chosen = new Map<number, number>();
  const kept = new Uint32Array(positions.length / 3);
  for (let p = 0; p < kept.length; ++p) {
    const x = Math.floor((positions[3 * p] - min[0]) * scale);
    const y = Math.floor((positions[3 * p + 1] - min[1]) * scale);
    const z = Math.floor((positions[3 * p + 2] - min[2]) * scale);
    const cell = x + (cells + 1) * (y + (cells + 1) * z);
    const first = chosen.get(cell);
    if (first === undefined) chosen.set(cell, p);
    kept[p] = first ?? p;
  }
  const out = new Uint32Array(indices.length);
  let count = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = kept[indices[t]];
    const b = kept[indices[t + 1]];
    const c = kept[indices[t + 2]];
    if (a === b || b === c || c === a) continue;
    out[count++] = a;
    out[count++] = b;
    out[count++] = c;
  }
  return out.slice(0, count);
}
