// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Which piece is under the pointer: one pixel is drawn with numbers of rows for colours, and read back.

import { Color, NoToneMapping, WebGLRenderTarget, type Material, type Scene, type WebGLRenderer } from 'three';
import type { Camera } from './camera';

export class Picker {
  private readonly target = new WebGLRenderTarget(1, 1);
  private readonly pixel = new Uint8Array(4);

  constructor(private readonly renderer: WebGLRenderer, private readonly stage: Scene, private readonly material: Material) {
    renderer.toneMapping = NoToneMapping;
  }

  /** Row at a point of the view in CSS pixels; -1: none. The camera has been applied. */
  row_at(camera: Camera, x: number, y: number, width: number, height: number): number {
    const { renderer, stage } = this;
    const background = renderer.getClearColor(new Color());
    const hidden = stage.children.filter((o) => o.visible && !(o.renderOrder < 2 && o.userData.kind) && o.renderOrder !== 4);
    for (const o of stage.children) if (o.visible && o.userData.kind === 'edges') hidden.push(o);
    for (const o of hidden) o.visible = false;
    stage.overrideMaterial = this.material;
    camera.active.setViewOffset(width, height, x, y, 1, 1);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(stage, camera.active);
    renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, this.pixel);
    renderer.setRenderTarget(null);
    renderer.setClearColor(background, 1);
    camera.active.clearViewOffset();
    stage.overrideMaterial = null;
    for (const o of hidden) o.visible = true;
    const [r, g, b, a] = this.pixel;
    return r + 256 * g + 65536 * b + 16777216 * a - 1;
  }
}
