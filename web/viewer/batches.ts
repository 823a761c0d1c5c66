// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Draw calls. What is used often is instanced, the rest is merged into one buffer; each batch draws its solid and its faded
// objects apart, and leaves hidden ones out, without touching vertices.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  Mesh,
  Points,
  type Object3D,
} from 'three';
import type { MaterialName, Materials } from './materials';

export type Way = 'solid' | 'faded' | 'hidden';
export type Kind = 'triangles' | 'edges' | 'lines' | 'points';

/** Vertices shared by all ways of drawing a batch. */
export interface Vertices {
  kind: Kind;
  positions: BufferAttribute;
  normals: BufferAttribute | null;
  index: BufferAttribute | null;
  /** Where in the index a coarser drawing of all of it begins; absent: there is none. */
  coarse_from?: number;
}

/** Whether solid and faded objects are drawn coarsely. */
export type Coarse = Record<'solid' | 'faded', boolean>;

export interface Batch {
  readonly objects: Object3D[];
  /** Draws each object as it is asked; coarsely, where it can and may. */
  arrange(way_of: (object: number) => Way, coarse: Coarse): void;
}

export const depth_order = 3;
export const faded_order = 4;

/** In which order: solid, their edges, the ground (2), depth of faded ones, faded ones, their edges. */
function passes(v: Vertices, way: 'solid' | 'faded'): { material: MaterialName; order: number }[] {
  const smooth = v.normals !== null;
  if (v.kind !== 'triangles') {
    const plain = { edges: 'edges', lines: 'lines', points: 'points' } as const;
    return way === 'solid'
      ? [{ material: plain[v.kind], order: 1 }]
      : [{ material: `ghost-${plain[v.kind]}`, order: 5 }];
  }
  if (way === 'solid') return [{ material: smooth ? 'solid' : 'solid-flat', order: 0 }];
  return [
    { material: 'depth', order: depth_order },
    { material: smooth ? 'ghost' : 'ghost-flat', order: faded_order },
  ];
}

function drawables(geometry: BufferGeometry, v: Vertices, way: 'solid' | 'faded', materials: Materials): Object3D[] {
  return passes(v, way).map(({ material, order }) => {
    const list = [materials.get(material)];
    const object =
      v.kind === 'triangles'
        ? new Mesh(geometry, list)
        : v.kind === 'points'
          ? new Points(geometry, list)
          : new LineSegments(geometry, list);
    object.frustumCulled = false;
    object.matrixAutoUpdate = false;
    object.renderOrder = order;
    object.userData.kind = v.kind;
    return object;
  });
}

function set_vertices(geometry: BufferGeometry, v: Vertices): void {
  geometry.setAttribute('position', v.positions);
  if (v.normals) geometry.setAttribute('normal', v.normals);
  if (v.index) geometry.setIndex(v.index);
}

/** One shape at many places. */
export class InstancedBatch implements Batch {
  readonly objects: Object3D[] = [];
  private readonly ways: {
    way: 'solid' | 'faded';
    geometry: InstancedBufferGeometry;
    rows: InstancedBufferAttribute;
    objects: Object3D[];
  }[];

  constructor(
    private readonly v: Vertices,
    private readonly items: { row: number; object: number }[],
    materials: Materials,
  ) {
    this.ways = (['solid', 'faded'] as const).map((way) => {
      const geometry = new InstancedBufferGeometry();
      set_vertices(geometry, v);
      const rows = new InstancedBufferAttribute(new Uint32Array(items.length), 1);
      geometry.setAttribute('row', rows);
      const objects = drawables(geometry, v, way, materials);
      this.objects.push(...objects);
      return { way, geometry, rows, objects };
    });
  }

  arrange(way_of: (object: number) => Way, coarse: Coarse): void {
    const { index, positions, coarse_from } = this.v;
    const length = index ? index.count : positions.count;
    const middle = coarse_from ?? length;
    for (const { way, geometry, rows, objects } of this.ways) {
      geometry.clearGroups();
      if (coarse[way] && coarse_from !== undefined) geometry.addGroup(coarse_from, length - coarse_from, 0);
      else geometry.addGroup(0, middle, 0);
      let count = 0;
      for (const item of this.items) if (way_of(item.object) === way) rows.array[count++] = item.row;
      rows.needsUpdate = true;
      geometry.instanceCount = count;
      for (const object of objects) object.visible = count > 0;
    }
  }
}

/** A piece of a merged buffer: a range of its index. */
export interface Range {
  object: number;
  begin: number;
  end: number;
}

const few = 4; // ranges that are drawn one by one rather than gathered in an index of their own

/** Many shapes in one buffer, each vertex with its row. */
export class MergedBatch implements Batch {
  readonly objects: Object3D[] = [];
  private readonly ways: { way: 'solid' | 'faded'; geometry: BufferGeometry; objects: Object3D[] }[];
  private readonly gathered = new Map<Way, BufferAttribute>();

  constructor(
    private readonly v: Vertices & { index: BufferAttribute },
    rows: BufferAttribute,
    private readonly ranges: Range[],
    private readonly coarse_ranges: Range[] | null,
    materials: Materials,
  ) {
    this.ways = (['solid', 'faded'] as const).map((way) => {
      const geometry = new BufferGeometry();
      set_vertices(geometry, v);
      geometry.setAttribute('row', rows);
      const objects = drawables(geometry, v, way, materials);
      this.objects.push(...objects);
      return { way, geometry, objects };
    });
  }

  arrange(way_of: (object: number) => Way, coarse: Coarse): void {
    for (const { way, geometry, objects } of this.ways) {
      const joined: Range[] = [];
      for (const range of (coarse[way] && this.coarse_ranges) || this.ranges) {
        if (way_of(range.object) !== way) continue;
        const last = joined[joined.length - 1];
        if (last && last.end === range.begin) last.end = range.end;
        else joined.push({ ...range });
      }
      geometry.clearGroups();
      if (joined.length <= few) {
        geometry.setIndex(this.v.index);
        for (const range of joined) geometry.addGroup(range.begin, range.end - range.begin, 0);
      } else {
        geometry.setIndex(this.gather(way, joined));
        geometry.addGroup(
          0,
          joined.reduce((n, range) => n + range.end - range.begin, 0),
          0,
        );
      }
      for (const object of objects) object.visible = joined.length > 0;
    }
  }

  private gather(way: Way, joined: Range[]): BufferAttribute {
    let index = this.gathered.get(way);
    if (!index) {
      index = new BufferAttribute(new Uint32Array(this.v.index.count), 1).setUsage(DynamicDrawUsage);
      this.gathered.set(way, index);
    }
    const all = this.v.index.array as Uint32Array;
    let count = 0;
    for (const range of joined) {
      (index.array as Uint32Array).set(all.subarray(range.begin, range.end), count);
      count += range.end - range.begin;
    }
    index.needsUpdate = true;
    return index;
  }
}
