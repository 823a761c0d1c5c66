// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Makes the viewer's scene of the page's data.

import type { Curve, Geometry, Scene, Vector } from '../viewer/scene';
import { decode, type Numbers } from './data';
import type { PackedGeometry, ViewInfo } from './types';

/** Throws where the data contradict themselves. */
export function make_scene(
  view: ViewInfo,
  up: 'y' | 'z',
  blob: ArrayBuffer,
): { scene: Scene; curves: Map<number, Curve> } {
  const decoded = new Map<number, Numbers>();
  const numbers = (b: number | undefined): Numbers => {
    if (b === undefined || !view.buffers[b]) throw new Error(`no buffer ${b}`);
    let found = decoded.get(b);
    if (!found) decoded.set(b, (found = decode(blob, view.buffers[b])));
    return found;
  };
  const geometry = (g: PackedGeometry): Geometry => {
    if (g.kind === 'mesh') {
      const edges = g.edges === undefined ? {} : { edges: numbers(g.edges) as Uint32Array };
      const positions = g.positions === undefined ? new Float32Array(0) : (numbers(g.positions) as Float32Array);
      return { kind: 'mesh', positions, triangles: numbers(g.triangles) as Uint32Array, ...edges };
    }
    if (g.kind === 'lines')
      return {
        kind: 'lines',
        positions: numbers(g.positions) as Float32Array,
        segments: numbers(g.segments) as Uint32Array,
      };
    if (g.kind === 'points') return { kind: 'points', positions: numbers(g.positions) as Float32Array };
    return g as unknown as Geometry;
  };
  const matrices = view.matrices === undefined ? null : (numbers(view.matrices) as Float64Array);
  const scene: Scene = {
    up,
    geometries: view.geometries.map(geometry),
    objects: view.objects.map(({ name, nature }) => ({ name, is_solid: nature === undefined || nature === 'solid' })),
    parts: view.parts.map((part, i) => ({
      ...part,
      ...(matrices && { matrix: matrices.subarray(12 * i, 12 * i + 12) }),
    })),
    times: view.times === undefined ? new Float64Array(0) : (numbers(view.times) as Float64Array),
    tracks: (view.tracks ?? []).map((t) => numbers(t.matrices) as Float64Array),
    shapes: (view.shapes ?? []).map((s) => numbers(s.positions) as Float32Array),
  };
  const curves = new Map(
    (view.curves ?? []).map((c) => [
      c.finding,
      { points: numbers(c.points) as Float32Array, origin: (c.origin ?? [0, 0, 0]) as Vector },
    ]),
  );
  return { scene, curves };
}
