// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Round and square primitives from a few unit shapes, each placed by a matrix: all boxes of a scene are one draw call, and a
// capsule is a tube with two half balls. Round ones are fine enough that their outline looks smooth.

import type { DrawnMesh } from './normals';
import type { Geometry } from './scene';

export type UnitName = 'box' | 'ball' | 'dome' | 'tube' | 'disc' | 'cone' | 'plane';

/** A unit shape and where it stands in the frame of its part. */
export interface Placed {
  unit: UnitName;
  matrix: number[];
}

export interface UnitShape extends DrawnMesh {
  /** Points of edge lines, two for each. */
  edges: Float32Array;
}

/** Matrix that scales, then shifts along y. */
const scaled = (x: number, y: number, z: number, shift = 0): number[] => [x, 0, 0, 0, 0, y, 0, shift, 0, 0, z, 0];

/** Unit shapes that make up a primitive; empty for meshes, lines and points. `reach`: how far a half-space is drawn. */
export function pieces_of(g: Geometry, reach: number, center: ArrayLike<number>): Placed[] {
  switch (g.kind) {
    case 'box':
      return [{ unit: 'box', matrix: scaled(g.half_extents[0], g.half_extents[1], g.half_extents[2]) }];
    case 'sphere':
      return [{ unit: 'ball', matrix: scaled(g.radius, g.radius, g.radius) }];
    case 'capsule':
      return [
        { unit: 'tube', matrix: scaled(g.radius, g.height, g.radius) },
        { unit: 'dome', matrix: scaled(g.radius, g.radius, g.radius, g.height / 2) },
        { unit: 'dome', matrix: scaled(g.radius, -g.radius, g.radius, -g.height / 2) },
      ];
    case 'cylinder':
      return [
        ...(g.side ? [{ unit: 'tube' as const, matrix: scaled(g.radius, g.height, g.radius) }] : []),
        ...(g.top ? [{ unit: 'disc' as const, matrix: scaled(g.radius, 1, g.radius, g.height / 2) }] : []),
        ...(g.bottom ? [{ unit: 'disc' as const, matrix: scaled(g.radius, -1, g.radius, -g.height / 2) }] : []),
      ];
    case 'cone':
      return [
        ...(g.side ? [{ unit: 'cone' as const, matrix: scaled(g.radius, g.height, g.radius) }] : []),
        ...(g.bottom ? [{ unit: 'disc' as const, matrix: scaled(g.radius, -1, g.radius, -g.height / 2) }] : []),
      ];
    case 'halfspace':
      return [{ unit: 'plane', matrix: plane_matrix(g.normal, g.offset, reach, center) }];
    default:
      return [];
  }
}

/** Unit square (in x and z) put onto dot(normal, p) = offset, near `center`. */
function plane_matrix(normal: number[], offset: number, reach: number, center: ArrayLike<number>): number[] {
  const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
  const n = normal.map((x) => x / length);
  const least = [0, 1, 2].reduce((i, k) => (Math.abs(n[k]) < Math.abs(n[i]) ? k : i), 0);
  const axis = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const u = [n[1] * axis[2] - n[2] * axis[1], n[2] * axis[0] - n[0] * axis[2], n[0] * axis[1] - n[1] * axis[0]];
  const lu = Math.hypot(u[0], u[1], u[2]);
  const v = [0, 1, 2].map((k) => (u[(k + 1) % 3] * n[(k + 2) % 3] - u[(k + 2) % 3] * n[(k + 1) % 3]) / lu);
  const height = offset / length - (n[0] * center[0] + n[1] * center[1] + n[2] * center[2]);
  return [0, 1, 2].flatMap((k) => [(u[k] / lu) * reach, n[k], v[k] * reach, center[k] + height * n[k]]);
}

class Builder {
  positions: number[] = [];
  normals: number[] = [];
  indices: number[] = [];
  edges: number[] = [];

  point(p: number[], n: number[]): number {
    this.positions.push(...p);
    const l = Math.hypot(n[0], n[1], n[2]);
    this.normals.push(...n.map((x) => Math.round((127 * x) / l)), 0);
    return this.positions.length / 3 - 1;
  }

  /** Quads between rows of points that follow one another. */
  strips(rows: number, columns: number, first: number): void {
    for (let r = 0; r + 1 < rows; ++r)
      for (let c = 0; c + 1 < columns; ++c) {
        const i = first + r * columns + c;
        this.indices.push(i, i + columns, i + 1, i + 1, i + columns, i + columns + 1);
      }
  }

  circle(y: number, steps: number): void {
    for (let i = 0; i < steps; ++i)
      for (const k of [i, i + 1]) {
        const a = (2 * Math.PI * k) / steps;
        this.edges.push(Math.cos(a), y, Math.sin(a));
      }
  }

  shape(): UnitShape {
    return {
      positions: new Float32Array(this.positions),
      normals: new Int8Array(this.normals),
      indices: new Uint32Array(this.indices),
      edges: new Float32Array(this.edges),
    };
  }
}

function box(): UnitShape {
  const b = new Builder();
  for (let k = 0; k < 3; ++k)
    for (const s of [-1, 1]) {
      const n = [0, 0, 0];
      n[k] = s;
      const corner = (u: number, v: number): number => {
        const p = n.slice();
        p[(k + 1) % 3] = u;
        p[(k + 2) % 3] = v;
        return b.point(p, n);
      };
      const [p0, p1, p2, p3] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      if (s > 0) b.indices.push(p0, p1, p2, p0, p2, p3);
      else b.indices.push(p0, p2, p1, p0, p3, p2);
    }
  for (let k = 0; k < 3; ++k)
    for (const [u, v] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ])
      for (const w of [-1, 1]) {
        const p = [0, 0, 0];
        [p[k], p[(k + 1) % 3], p[(k + 2) % 3]] = [w, u, v];
        b.edges.push(...p);
      }
  return b.shape();
}

/** Part of a ball of radius 1 from the pole +y down to `down` radians. */
function ball(steps: number, down: number): UnitShape {
  const b = new Builder();
  const rows = Math.max(4, Math.round((steps * down) / (2 * Math.PI)));
  for (let r = 0; r <= rows; ++r)
    for (let c = 0; c <= steps; ++c) {
      const polar = (down * r) / rows;
      const a = (2 * Math.PI * c) / steps;
      const p = [Math.sin(polar) * Math.sin(a), Math.cos(polar), Math.sin(polar) * Math.cos(a)];
      b.point(p, p);
    }
  b.strips(rows + 1, steps + 1, 0);
  return b.shape();
}

/** Side from radius `top` at y = 1/2 to radius 1 at y = -1/2. */
function side(steps: number, top: number): UnitShape {
  const b = new Builder();
  for (const [y, radius] of [
    [0.5, top],
    [-0.5, 1],
  ])
    for (let c = 0; c <= steps; ++c) {
      const a = (2 * Math.PI * c) / steps;
      b.point([radius * Math.sin(a), y, radius * Math.cos(a)], [Math.sin(a), 1 - top, Math.cos(a)]);
    }
  b.strips(2, steps + 1, 0);
  return b.shape();
}

function disc(steps: number): UnitShape {
  const b = new Builder();
  const center = b.point([0, 0, 0], [0, 1, 0]);
  for (let c = 0; c <= steps; ++c) {
    const a = (2 * Math.PI * c) / steps;
    b.point([Math.sin(a), 0, Math.cos(a)], [0, 1, 0]);
    if (c > 0) b.indices.push(center, center + c, center + c + 1);
  }
  b.circle(0, steps);
  return b.shape();
}

function plane(): UnitShape {
  const b = new Builder();
  for (const [x, z] of [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ])
    b.point([x, 0, z], [0, 1, 0]);
  b.indices.push(0, 1, 2, 0, 2, 3);
  for (const i of [0, 1, 1, 2, 2, 3, 3, 0]) b.edges.push(b.positions[3 * i], 0, b.positions[3 * i + 2]);
  return b.shape();
}

/** `steps`: points around a full circle. 128 keep a circle within 0.03 % of its radius. */
export function unit_shape(name: UnitName, steps: number): UnitShape {
  switch (name) {
    case 'box':
      return box();
    case 'ball':
      return ball(steps, Math.PI);
    case 'dome':
      return ball(steps, Math.PI / 2);
    case 'tube':
      return side(steps, 1);
    case 'cone':
      return side(steps, 0);
    case 'disc':
      return disc(steps);
    case 'plane':
      return plane();
  }
}
