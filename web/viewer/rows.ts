// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Table of all drawn pieces, read by the shaders: a placement and a colour per row. Placements are kept in double and given to the
// card relative to an origin near the eye, so that small things far from the world's origin stay sharp.

import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import { multiply } from './matrix';
import { moment_at, placement, type Moment } from './motion';
import type { Scene, Vector } from './scene';

const texels = 4; // of a row: three of the matrix, one of the colour
const columns = 256; // rows side by side in the texture

export interface Row {
  part: number;
  /** Part from piece; null: they are one frame. */
  local: number[] | null;
}

export class RowTable {
  readonly texture: DataTexture;
  private readonly data: Float32Array;
  private readonly moving: number[] = [];
  private readonly world: number[] = new Array<number>(12).fill(0);
  private readonly product: number[] = new Array<number>(12).fill(0);
  origin: Vector = [0, 0, 0];

  constructor(
    private readonly scene: Scene,
    readonly rows: Row[],
  ) {
    const height = Math.max(1, Math.ceil(rows.length / columns));
    this.data = new Float32Array(columns * texels * height * 4);
    this.texture = new DataTexture(this.data, columns * texels, height, RGBAFormat, FloatType);
    this.texture.minFilter = NearestFilter;
    this.texture.magFilter = NearestFilter;
    rows.forEach((row, i) => {
      if (scene.parts[row.part].track !== undefined) this.moving.push(i);
    });
  }

  get has_motion(): boolean {
    return this.moving.length > 0;
  }

  /** Placements at a moment; all of them where the origin is new. */
  place(time: number, all: boolean): void {
    const at = moment_at(this.scene.times, time);
    if (all) for (let i = 0; i < this.rows.length; ++i) this.write(i, at);
    else for (const i of this.moving) this.write(i, at);
    this.texture.needsUpdate = true;
  }

  private write(i: number, at: Moment): void {
    const row = this.rows[i];
    const part = placement(this.scene, this.scene.parts[row.part], at, this.world);
    const m = row.local ? multiply(part, row.local, this.product) : part;
    const to = i * texels * 4;
    for (let k = 0; k < 12; ++k) this.data[to + k] = (k & 3) === 3 ? m[k] - this.origin[k >> 2] : m[k];
  }

  /** Colours as 0 to 1. `extra` of what is faded: how opaque; else with which kind of solids a section cuts it: 0, with none. */
  paint(i: number, color: ArrayLike<number>, extra: number): void {
    this.data.set([color[0], color[1], color[2], extra], i * texels * 4 + 12);
  }

  changed(): void {
    this.texture.needsUpdate = true;
  }
}
