// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Normals for drawing: points are divided where faces meet at a crease, so that round things look round and edges sharp.

const crease = Math.cos((35 * Math.PI) / 180);

export interface DrawnMesh {
  positions: Float32Array;
  /** 4 signed bytes per point. */
  normals: Int8Array;
  indices: Uint32Array;
}

/** Unit normals of triangles, and their areas (twice) as weights; 4 numbers each. */
function face_normals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const faces = new Float32Array((triangles.length / 3) * 4);
  for (let t = 0, f = 0; t < triangles.length; t += 3, f += 4) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const area = Math.sqrt(x * x + y * y + z * z);
    const scale = area > 0 ? 1 / area : 0;
    faces[f] = x * scale;
    faces[f + 1] = y * scale;
    faces[f + 2] = z * scale;
    faces[f + 3] = area;
  }
  return faces;
}

/** Which corners (positions in `triangles`) use each point: starts and a list. */
function corners_of_points(triangles: Uint32Array, points: number): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(points + 1);
  for (let i = 0; i < triangles.length; ++i) ++starts[triangles[i] + 1];
  for (let p = 0; p < points; ++p) starts[p + 1] += starts[p];
  const next = starts.slice();
  const corners = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; ++i) corners[next[triangles[i]]++] = i;
  return { starts, corners };
}

/** Divides points at creases. */
export function with_normals(positions: Float32Array, triangles: Uint32Array): DrawnMesh {
  const points = positions.length / 3;
  const faces = face_normals(positions, triangles);
  const { starts, corners } = corners_of_points(triangles, points);
  const indices = new Uint32Array(triangles.length);
  const sources: number[] = [];
  const packed: number[] = []; // 3 signed bytes in one number, for comparison
  for (let p = 0; p < points; ++p) {
    const first = sources.length;
    for (let i = starts[p]; i < starts[p + 1]; ++i) {
      const own = 4 * Math.floor(corners[i] / 3);
      let x = 0;
      let y = 0;
      let z = 0;
      for (let j = starts[p]; j < starts[p + 1]; ++j) {
        const f = 4 * Math.floor(corners[j] / 3);
        if (faces[own] * faces[f] + faces[own + 1] * faces[f + 1] + faces[own + 2] * faces[f + 2] < crease) continue;
        x += faces[f + 3] * faces[f];
        y += faces[f + 3] * faces[f + 1];
        z += faces[f + 3] * faces[f + 2];
      }
      const scale = 127 / (Math.sqrt(x * x + y * y + z * z) || 1);
      const key =
        (Math.round(x * scale) & 255) | ((Math.round(y * scale) & 255) << 8) | ((Math.round(z * scale) & 255) << 16);
      let found = first;
      while (found < sources.length && packed[found] !== key) ++found;
      if (found === sources.length) {
        sources.push(p);
        packed.push(key);
      }
      indices[corners[i]] = found;
    }
  }
  return gather(positions, indices, sources, packed);
}

function gather(positions: Float32Array, indices: Uint32Array, sources: number[], packed: number[]): DrawnMesh {
  const out = new Float32Array(3 * sources.length);
  const normals = new Int8Array(4 * sources.length);
  for (let i = 0; i < sources.length; ++i) {
    const p = 3 * sources[i];
    out[3 * i] = positions[p];
    out[3 * i + 1] = positions[p + 1];
    out[3 * i + 2] = positions[p + 2];
    normals[4 * i] = packed[i];
    normals[4 * i + 1] = packed[i] >> 8;
    normals[4 * i + 2] = packed[i] >> 16;
  }
  return { positions: out, normals, indices };
}

/** Smooth normals of points from `first` on, for meshes that deform: 4 signed bytes each, written into `normals`. */
export function smooth_normals(
  positions: Float32Array,
  first: number,
  count: number,
  indices: Uint32Array,
  begin: number,
  end: number,
  normals: Int8Array,
): void {
  const sums = new Float32Array(3 * count);
  for (let t = begin; t < end; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    for (const corner of [a, b, c]) {
      const s = corner - 3 * first;
      sums[s] += x;
      sums[s + 1] += y;
      sums[s + 2] += z;
    }
  }
  for (let i = 0; i < count; ++i) {
    const scale = 127 / (Math.hypot(sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]) || 1);
    for (let k = 0; k < 3; ++k) normals[4 * (first + i) + k] = Math.round(sums[3 * i + k] * scale);
  }
}
