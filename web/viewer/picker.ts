// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Which piece is under the pointer: one pixel is drawn with numbers of rows for colours, and read back.

import { Color, NoToneMapping, WebGLRenderTarget, type Material, type Scene, type WebGLRenderer } from 'three';
import { faded_order } from './batches';
import type { Camera } from './camera';

const side = 40; // pixels of the small pictures in which objects are counted

export class Picker {
  private readonly pixel = new WebGLRenderTarget(1, 1);
  private readonly small = new WebGLRenderTarget(side, side);

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly stage: Scene,
    private readonly material: Material,
  ) {
    renderer.toneMapping = NoToneMapping;
  }

  /** Row at a point of the view in CSS pixels; -1: none. The camera has been applied. */
  row_at(camera: Camera, x: number, y: number, width: number, height: number): number {
    camera.active.setViewOffset(width, height, x, y, 1, 1);
    const [row] = this.rows(camera, this.pixel, (order) => order < 2 || order === faded_order);
    camera.active.clearViewOffset();
    return row;
  }

  /** Rows in a small picture of what is not faded; -1 where there is nothing. The camera has been applied. */
  rows_of_all(camera: Camera): Int32Array {
    return this.rows(camera, this.small, (order) => order < 2);
  }

  private rows(camera: Camera, target: WebGLRenderTarget, is_asked: (order: number) => boolean): Int32Array {
    const { renderer, stage } = this;
    const background = renderer.getClearColor(new Color());
    const hidden = stage.children.filter(
      (o) => o.visible && (o.userData.kind === undefined || o.userData.kind === 'edges' || !is_asked(o.renderOrder)),
    );
    for (const o of hidden) o.visible = false;
    stage.overrideMaterial = this.material;
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(stage, camera.active);
    const pixels = new Uint8Array(4 * target.width * target.height);
    renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, pixels);
    renderer.setRenderTarget(null);
    renderer.setClearColor(background, 1);
    stage.overrideMaterial = null;
    for (const o of hidden) o.visible = true;
    const numbers = new Int32Array(target.width * target.height);
    for (let i = 0; i < numbers.length; ++i)
      numbers[i] =
        (pixels[4 * i] | (pixels[4 * i + 1] << 8) | (pixels[4 * i + 2] << 16) | (pixels[4 * i + 3] << 24)) - 1;
    return numbers;
  }
}
