// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Where parts and objects are, for looking at them.

import { empty_box, grow, grow_by, is_empty } from './matrix';
import { moment_at, placement } from './motion';
import type { Box, Geometry, Scene } from './scene';

function positions_box(positions: ArrayLike<number>): Box {
  const box = empty_box();
  for (let i = 0; i + 2 < positions.length; i += 3)
    for (let k = 0; k < 3; ++k) {
      if (positions[i + k] < box.min[k]) box.min[k] = positions[i + k];
      if (positions[i + k] > box.max[k]) box.max[k] = positions[i + k];
    }
  return box;
}

const symmetric = (x: number, y: number, z: number): Box => ({ min: [-x, -y, -z], max: [x, y, z] });

/** Bounds in the shape's own frame; empty for what has no end. */
export function local_bounds(g: Geometry): Box {
  switch (g.kind) {
    case 'box':
      return symmetric(g.half_extents[0], g.half_extents[1], g.half_extents[2]);
    case 'sphere':
      return symmetric(g.radius, g.radius, g.radius);
    case 'cylinder':
    case 'cone':
      return symmetric(g.radius, g.height / 2, g.radius);
    case 'capsule':
      return symmetric(g.radius, g.height / 2 + g.radius, g.radius);
    case 'halfspace':
      return empty_box();
    default:
      return positions_box(g.positions);
  }
}

/** Bounds of objects at any time, from bounds of their parts that are computed once. */
export class Bounds {
  private readonly parts: Box[];
  private readonly parts_of: number[][];

  constructor(private readonly scene: Scene) {
    const boxes = scene.geometries.map(local_bounds);
    const shapes = scene.shapes.map(positions_box);
    this.parts = scene.parts.map((part) => (part.shape === undefined ? boxes[part.geometry] : shapes[part.shape]));
    this.parts_of = scene.objects.map(() => []);
    scene.parts.forEach((part, i) => this.parts_of[part.object].push(i));
  }

  of_object(object: number, time: number): Box {
    const box = empty_box();
    const at = moment_at(this.scene.times, time);
    for (const i of this.parts_of[object])
      grow_by(box, placement(this.scene, this.scene.parts[i], at, new Array<number>(12)), this.parts[i]);
    return box;
  }

  /** World from the first part of an object. */
  placement_of(object: number, time: number): number[] | null {
    const first = this.parts_of[object]?.[0];
    if (first === undefined) return null;
    return Array.from(
      placement(this.scene, this.scene.parts[first], moment_at(this.scene.times, time), new Array<number>(12)),
    );
  }

  /** All objects over all time, from some sampled moments. */
  of_all(): Box {
    const box = empty_box();
    const { times } = this.scene;
    const samples = Math.min(times.length, 24);
    const m = new Array<number>(12);
    this.scene.parts.forEach((part, i) => {
      const moves = part.track !== undefined;
      for (let s = 0; s < (moves ? samples : 1); ++s) {
        const time = samples > 1 ? times[Math.round((s * (times.length - 1)) / (samples - 1))] : 0;
        grow_by(box, placement(this.scene, part, moment_at(times, time), m), this.parts[i]);
      }
    });
    if (is_empty(box))
      for (const p of [
        [-1, -1, -1],
        [1, 1, 1],
      ])
        grow(box, p);
    return box;
  }
}
