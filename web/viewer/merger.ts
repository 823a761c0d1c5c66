// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Many shapes in one buffer: drawn by few calls, each vertex with the row of its piece.

import { BufferAttribute, DynamicDrawUsage } from 'three';
import { MergedBatch, type Batch, type Kind, type Range, type Vertices } from './batches';
import type { Materials } from './materials';

export interface Item {
  row: number;
  object: number;
}

export interface Piece {
  positions: Float32Array;
  normals: Int8Array | null;
  indices: Uint32Array;
  /** Fewer triangles, for moving pictures. */
  coarse?: Uint32Array;
}

/** Collects shapes of one kind for a merged batch. */
export class Merger {
  private readonly pieces: (Piece & { item: Item })[] = [];

  add(piece: Piece, item: Item): void {
    this.pieces.push({ ...piece, item });
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
    const coarsens = this.pieces[0].coarse !== undefined;
    const full = this.pieces.reduce((n, p) => n + p.indices.length, 0);
    const length = this.pieces.reduce((n, p) => n + (p.coarse?.length ?? 0), full);
    const positions = new Float32Array(3 * points);
    const smooth = this.pieces[0].normals !== null;
    const normals = smooth ? new Int8Array(4 * points) : null;
    const rows = new Uint32Array(points);
    const index = new Uint32Array(length);
    const ranges: Range[] = [];
    const coarse_ranges: Range[] = [];
    const firsts: number[] = [];
    const begins: number[] = [];
    let first = 0;
    let begin = 0;
    let coarse_begin = full;
    for (const p of this.pieces) {
      positions.set(p.positions, 3 * first);
      if (normals && p.normals) normals.set(p.normals, 4 * first);
      rows.fill(p.item.row, first, first + p.positions.length / 3);
      for (let i = 0; i < p.indices.length; ++i) index[begin + i] = p.indices[i] + first;
      ranges.push({ object: p.item.object, begin, end: begin + p.indices.length });
      const { coarse = [] } = p;
      for (let i = 0; i < coarse.length; ++i) index[coarse_begin + i] = coarse[i] + first;
      coarse_ranges.push({ object: p.item.object, begin: coarse_begin, end: (coarse_begin += coarse.length) });
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
    return {
      batch: new MergedBatch(v, new BufferAttribute(rows, 1), ranges, coarsens ? coarse_ranges : null, materials),
      v,
      firsts,
      begins,
    };
  }
}
