// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Mouse, touch and keys move the camera: drag turns; right button, Shift or two fingers shift; wheel and pinch zoom at the pointer.

import type { Camera } from './camera';
import type { Vector } from './scene';

const turn_per_pixel = 0.006;
const click_pixels = 4;

export class Controls {
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private travelled = 0;
  private shifting = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly camera: Camera,
    private readonly changed: () => void,
    private readonly clicked: (x: number, y: number) => void,
  ) {
    element.style.touchAction = 'none';
    element.addEventListener('pointerdown', this.down);
    element.addEventListener('pointermove', this.move);
    element.addEventListener('pointerup', this.up);
    element.addEventListener('pointercancel', this.up);
    element.addEventListener('wheel', this.wheel, { passive: false });
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('keydown', this.key);
  }

  private readonly down = (event: PointerEvent): void => {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.travelled = 0;
    this.shifting = event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey;
    this.camera.set(this.camera.view); // ends a flight
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const after = { x: event.clientX, y: event.clientY };
    const dx = after.x - before.x;
    const dy = after.y - before.y;
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
      const length = (p: { x: number; y: number }): number => Math.hypot(p.x - other.x, p.y - other.y);
      this.zoom(length(before) / Math.max(1, length(after)), (after.x + other.x) / 2, (after.y + other.y) / 2);
      this.shift(dx / 2, dy / 2);
    } else if (this.shifting) {
      this.shift(dx, dy);
    } else {
      this.turn(-dx * turn_per_pixel, dy * turn_per_pixel);
    }
    this.pointers.set(event.pointerId, after);
    this.changed();
  };

  private readonly up = (event: PointerEvent): void => {
    if (
      this.pointers.delete(event.pointerId) &&
      event.type === 'pointerup' &&
      event.button === 0 &&
      this.travelled < click_pixels
    )
      this.clicked(event.clientX, event.clientY);
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : 1;
    const amount = Math.max(-200, Math.min(200, event.deltaY * lines * (event.ctrlKey ? 5 : 1)));
    this.zoom(Math.exp(amount * 0.0015), event.clientX, event.clientY);
    this.changed();
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 40 : 0.1;
    const act = (dx: number, dy: number): void =>
      event.shiftKey ? this.shift(dx * step, dy * step) : this.turn(dx * step, dy * step);
    const box = this.element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    switch (event.key) {
      case 'ArrowLeft':
        act(-1, 0);
        break;
      case 'ArrowRight':
        act(1, 0);
        break;
      case 'ArrowUp':
        act(0, event.shiftKey ? -1 : 1);
        break;
      case 'ArrowDown':
        act(0, event.shiftKey ? 1 : -1);
        break;
      case '+':
      case '=':
        this.zoom(0.8, x, y);
        break;
      case '-':
        this.zoom(1.25, x, y);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.changed();
  };

  private turn(dx: number, dy: number): void {
    const view = this.camera.view;
    this.camera.set({ ...view, azimuth: view.azimuth + dx, elevation: view.elevation + dy });
  }

  private shift(dx: number, dy: number): void {
    const view = this.camera.view;
    const unit = this.camera.unit_per_pixel(this.element.clientHeight);
    const [right, up] = this.camera.axes();
    this.camera.set({ ...view, target: view.target.map((x, k) => x + unit * (dy * up[k] - dx * right[k])) as Vector });
  }

  /** Keeps the point under the pointer, at the target's depth, where it is. */
  private zoom(factor: number, x: number, y: number): void {
    const box = this.element.getBoundingClientRect();
    const unit = this.camera.unit_per_pixel(this.element.clientHeight) * (1 - factor);
    const [right, up] = this.camera.axes();
    const dx = unit * (x - box.left - box.width / 2);
    const dy = unit * (box.top + box.height / 2 - y);
    const view = this.camera.view;
    this.camera.set({
      ...view,
      distance: view.distance * factor,
      target: view.target.map((t, k) => t + dx * right[k] + dy * up[k]) as Vector,
    });
  }
}
