// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// From a scene to rows and batches. Primitives share unit shapes; meshes used often enough are instanced, all others are merged,
// so that thousands of objects need few draw calls.

import { BufferAttribute, DynamicDrawUsage } from 'three';
import { InstancedBatch, MergedBatch, type Batch, type Kind, type Range, type Vertices } from './batches';
import type { Materials } from './materials';
import { center_of, radius_of } from './matrix';
import { deformed, type Moment } from './motion';
import { smooth_normals, with_normals, type DrawnMesh } from './normals';
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

interface Item {
  row: number;
  object: number;
}

/** Collects shapes of one kind for a merged batch. */
class Merger {
  private readonly pieces: { positions: Float32Array; normals: Int8Array | null; indices: Uint32Array; item: Item }[] =
    [];

  add(positions: Float32Array, normals: Int8Array | null, indices: Uint32Array, item: Item): void {
    this.pieces.push({ positions, normals, indices, item });
  }

  /** The batch, and where each piece went. */
  build(
    kind: Kind,
    materials: Materials,
    dynamic: boolean,
  ): { batch: Batch; v: Vertices & { index: BufferAttribute }; firsts: number[]; begins: number[] } | null {
    if (this.pieces.length === 0) return null;
    this.pieces.sort((a, b) => a.item.object - b.item.object);
    const points = this.pieces.reduce((n, p) => n + p.positions.length / 3, 0);
    const length = this.pieces.reduce((n, p) => n + p.indices.length, 0);
    const positions = new Float32Array(3 * points);
    const smooth = this.pieces[0].normals !== null;
    const normals = smooth ? new Int8Array(4 * points) : null;
    const rows = new Uint32Array(points);
    const index = new Uint32Array(length);
    const ranges: Range[] = [];
    const firsts: number[] = [];
    const begins: number[] = [];
    let first = 0;
    let begin = 0;
    for (const p of this.pieces) {
      positions.set(p.positions, 3 * first);
      if (normals && p.normals) normals.set(p.normals, 4 * first);
      rows.fill(p.item.row, first, first + p.positions.length / 3);
      for (let i = 0; i < p.indices.length; ++i) index[begin + i] = p.indices[i] + first;
      ranges.push({ object: p.item.object, begin, end: begin + p.indices.length });
      firsts.push(first);
      begins.push(begin);
      first += p.positions.length / 3;
      begin += p.indices.length;
    }
    const v = {
      kind,
      positions: new BufferAttribute(positions, 3),
      normals: normals ? new BufferAttribute(normals, 4, true) : null,
      index: new BufferAttribute(index, 1),
    };
    if (dynamic) {
      v.positions.setUsage(DynamicDrawUsage);
      v.normals?.setUsage(DynamicDrawUsage);
    }
    return { batch: new MergedBatch(v, new BufferAttribute(rows, 1), ranges, materials), v, firsts, begins };
  }
}

const vertices_of = (
  kind: Kind,
  m: { positions: Float32Array; normals: Int8Array | null; indices: Uint32Array | null },
): Vertices => ({
  kind,
  positions: new BufferAttribute(m.positions, 3),
  normals: m.normals ? new BufferAttribute(m.normals, 4, true) : null,
  index: m.indices ? new BufferAttribute(m.indices, 1) : null,
});

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
      this.merged.lines.add(g.positions, null, g.segments, this.add_row(i, null));
    } else if (g.kind === 'points') {
      this.merged.points.add(g.positions, null, counted(g.positions.length / 3), this.add_row(i, null));
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
      const round = unit === 'ball' || unit === 'dome' ? items.length * 2000 : items.length * 100;
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
      if (i < most_instanced && saved >= worth_instancing) this.instance(drawn, edges, items);
      else
        for (const item of items) {
          this.merged.triangles.add(drawn.positions, drawn.normals, drawn.indices, item);
          if (edges) this.merged.edges.add(edges.positions, null, edges.indices, item);
        }
    });
  }

  private instance(
    drawn: DrawnMesh,
    edges: { positions: Float32Array; indices: Uint32Array } | null,
    items: Item[],
  ): void {
    this.batches.push(new InstancedBatch(vertices_of('triangles', drawn), items, this.materials));
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
      merger.add(positions, smooth ? new Int8Array((4 * positions.length) / 3) : null, g.triangles, d.item);
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
