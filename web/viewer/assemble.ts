// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// From a scene to rows and batches. Primitives share unit shapes; meshes used often enough are instanced, all others are merged,
// so that thousands of objects need few draw calls.

import { BufferAttribute } from 'three';
import { InstancedBatch, type Batch, type Kind, type Vertices } from './batches';
import { coarse_indices } from './coarse';
import type { Materials } from './materials';
import { center_of, radius_of } from './matrix';
import { Merger, type Item, type Piece } from './merger';
import { deformed, type Moment } from './motion';
import { smooth_normals, with_normals } from './normals';
import { pieces_of, unit_shape, type UnitName } from './primitives';
import type { Row } from './rows';
import type { Box, MeshGeometry, Scene } from './scene';

const most_instanced = 24; // meshes; the rest is merged: bounds the number of draw calls
const worth_instancing = 3000; // triangles saved
const smooth_limit = 30000; // triangles of a deforming mesh up to which its normals are smooth

export interface Assembly {
  rows: Row[];
  batches: Batch[];
  /** Moves the points of deforming parts; null where there are none. */
  deform: ((at: Moment) => void) | null;
  object_of_row: number[];
  triangles: number;
}

/** Vertices of an instanced shape, the coarser drawing behind the other in one index. */
function vertices_of(kind: Kind, m: Omit<Piece, 'indices'> & { indices: Uint32Array | null }): Vertices {
  let index = m.indices;
  if (index && m.coarse) {
    const full = index;
    index = new Uint32Array(full.length + m.coarse.length);
    index.set(full);
    index.set(m.coarse, full.length);
  }
  return {
    kind,
    positions: new BufferAttribute(m.positions, 3),
    normals: m.normals ? new BufferAttribute(m.normals, 4, true) : null,
    index: index ? new BufferAttribute(index, 1) : null,
    ...(m.coarse && m.indices && { coarse_from: m.indices.length }),
  };
}

/** Points that lines use, and lines between them. */
function used_points(positions: Float32Array, pairs: Uint32Array): { positions: Float32Array; indices: Uint32Array } {
  const renamed = new Map<number, number>();
  const out: number[] = [];
  const indices = pairs.map((p) => {
    let to = renamed.get(p);
    if (to === undefined) {
      to = out.length / 3;
      renamed.set(p, to);
      out.push(positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]);
    }
    return to;
  });
  return { positions: new Float32Array(out), indices };
}

const counted = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);

export class Assembler {
  private readonly rows: Row[] = [];
  private readonly object_of_row: number[] = [];
  private readonly batches: Batch[] = [];
  private readonly units = new Map<UnitName, Item[]>();
  private readonly mesh_users = new Map<number, Item[]>();
  private readonly deforming: { part: number; item: Item }[] = [];
  private readonly merged: Record<Kind, Merger> = {
    triangles: new Merger(),
    edges: new Merger(),
    lines: new Merger(),
    points: new Merger(),
  };
  private triangles = 0;

  constructor(
    private readonly scene: Scene,
    private readonly materials: Materials,
    private readonly bounds: Box,
    private readonly coarse_share: number | null,
  ) {}

  assemble(): Assembly {
    this.scene.parts.forEach((_, i) => this.add_part(i));
    this.add_units();
    this.add_meshes();
    const deform = this.add_deforming();
    for (const kind of ['triangles', 'edges', 'lines', 'points'] as const) {
      const built = this.merged[kind].build(kind, this.materials, false);
      if (built) this.batches.push(built.batch);
    }
    const { rows, batches, object_of_row, triangles } = this;
    return { rows, batches, deform, object_of_row, triangles };
  }

  private add_row(part: number, local: number[] | null): Item {
    const object = this.scene.parts[part].object;
    this.object_of_row.push(object);
    return { row: this.rows.push({ part, local }) - 1, object };
  }

  private add_part(i: number): void {
    const part = this.scene.parts[i];
    const g = this.scene.geometries[part.geometry];
    if (g.kind === 'mesh') {
      const item = this.add_row(i, null);
      if (part.shape !== undefined) this.deforming.push({ part: i, item });
      else {
        const users = this.mesh_users.get(part.geometry);
        if (users) users.push(item);
        else this.mesh_users.set(part.geometry, [item]);
      }
    } else if (g.kind === 'lines') {
      this.merged.lines.add({ positions: g.positions, normals: null, indices: g.segments }, this.add_row(i, null));
    } else if (g.kind === 'points') {
      this.merged.points.add(
        { positions: g.positions, normals: null, indices: counted(g.positions.length / 3) },
        this.add_row(i, null),
      );
    } else {
      const reach = 1.5 * radius_of(this.bounds) || 1;
      for (const piece of pieces_of(g, reach, center_of(this.bounds))) {
        const list = this.units.get(piece.unit) ?? [];
        list.push(this.add_row(i, piece.matrix));
        this.units.set(piece.unit, list);
      }
    }
  }

  /** Fewer steps around where there are many round shapes: about a million triangles for all of them. */
  private add_units(): void {
    for (const [unit, items] of this.units) {
      const once = (unit === 'ball' || unit === 'dome' ? 2000 : 100) * (this.coarse_share === null ? 1 : 8);
      const round = items.length * once;
      const steps = round < 200_000 ? 128 : round < 1_000_000 ? 64 : round < 10_000_000 ? 32 : 16;
      const shape = unit_shape(unit, steps);
      this.triangles += (shape.indices.length / 3) * items.length;
      this.batches.push(new InstancedBatch(vertices_of('triangles', shape), items, this.materials));
      if (shape.edges.length === 0) continue;
      const edges = { positions: shape.edges, normals: null, indices: null };
      this.batches.push(new InstancedBatch(vertices_of('edges', edges), items, this.materials));
    }
  }

  private add_meshes(): void {
    const uses = [...this.mesh_users].map(([geometry, items]) => {
      const g = this.scene.geometries[geometry] as MeshGeometry;
      return { g, items, saved: (items.length - 1) * (g.triangles.length / 3) };
    });
    uses.sort((a, b) => b.saved - a.saved);
    uses.forEach(({ g, items, saved }, i) => {
      const drawn = with_normals(g.positions, g.triangles);
      this.triangles += (drawn.indices.length / 3) * items.length;
      const edges = g.edges ? used_points(g.positions, g.edges) : null;
      const share = this.coarse_share;
      const piece: Piece =
        share === null ? drawn : { ...drawn, coarse: coarse_indices(drawn.positions, drawn.indices, share) };
      if (i < most_instanced && saved >= worth_instancing) this.instance(piece, edges, items);
      else
        for (const item of items) {
          this.merged.triangles.add(piece, item);
          if (edges) this.merged.edges.add({ ...edges, normals: null }, item);
        }
    });
  }

  private instance(piece: Piece, edges: { positions: Float32Array; indices: Uint32Array } | null, items: Item[]): void {
    this.batches.push(new InstancedBatch(vertices_of('triangles', piece), items, this.materials));
    if (edges)
      this.batches.push(new InstancedBatch(vertices_of('edges', { ...edges, normals: null }), items, this.materials));
  }

  /** One batch for all that deforms: its points are written anew for every moment. */
  private add_deforming(): ((at: Moment) => void) | null {
    if (this.deforming.length === 0) return null;
    const { scene } = this;
    const mesh_of = (part: number): MeshGeometry => scene.geometries[scene.parts[part].geometry] as MeshGeometry;
    const list = this.deforming.slice().sort((a, b) => a.item.object - b.item.object);
    const total = list.reduce((n, d) => n + mesh_of(d.part).triangles.length / 3, 0);
    this.triangles += total;
    const smooth = total <= smooth_limit;
    const merger = new Merger();
    for (const d of list) {
      const g = mesh_of(d.part);
      const positions =
        g.positions.length > 0
          ? g.positions
          : scene.shapes[scene.parts[d.part].shape!].slice(0, this.points_of(d.part) * 3);
      const normals = smooth ? new Int8Array((4 * positions.length) / 3) : null;
      merger.add({ positions, normals, indices: g.triangles }, d.item);
    }
    const built = merger.build('triangles', this.materials, true)!;
    this.batches.push(built.batch);
    const positions = built.v.positions.array as Float32Array;
    const normals = built.v.normals ? (built.v.normals.array as Int8Array) : null;
    const index = built.v.index.array as Uint32Array;
    return (at) => {
      list.forEach((d, i) => {
        const count = this.points_of(d.part);
        deformed(scene.shapes[scene.parts[d.part].shape!], at, 3 * count, positions, 3 * built.firsts[i]);
        const begin = built.begins[i];
        const end = begin + mesh_of(d.part).triangles.length;
        if (normals) smooth_normals(positions, built.firsts[i], count, index, begin, end, normals);
      });
      built.v.positions.needsUpdate = true;
      if (built.v.normals) built.v.normals.needsUpdate = true;
    };
  }

  private points_of(part: number): number {
    return this.scene.shapes[this.scene.parts[part].shape!].length / 3 / Math.max(1, this.scene.times.length);
  }
}
