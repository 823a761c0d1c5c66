// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Marks drawn over the picture as vectors: points of contact, arrows and connections with their lengths, and the axes in a corner.
// They stay sharp, keep their size, and are never hidden.

import type { Camera } from './camera';
import type { Marks, Vector } from './scene';

const least_arrow = 30; // pixels; shorter ones are lengthened, and dashed to say so
const svg_names = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;
interface Point {
  x: number;
  y: number;
}

function make(name: string, attributes: Attributes, parent: Element): SVGElement {
  const element = document.createElementNS(svg_names, name);
  set(element, attributes);
  parent.append(element);
  return element;
}

function set(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}

export class Overlay {
  readonly element: SVGElement;
  private readonly lines: SVGElement[];
  private readonly dots: SVGElement;
  private readonly label: SVGElement;
  private readonly plate: SVGElement;
  private readonly text: SVGTextElement;
  private readonly axes_plate: SVGElement;
  private readonly axes: { line: SVGElement; name: SVGElement }[];
  private text_width = 0;
  private marks: Marks = { points: [], arrow: null, curve: null };

  constructor(parent: Element) {
    this.element = document.createElementNS(svg_names, 'svg');
    this.element.setAttribute('class', 'view-overlay');
    this.element.setAttribute('aria-hidden', 'true');
    parent.append(this.element);
    const axes = make('g', { class: 'view-axes' }, this.element);
    this.axes_plate = make('circle', { class: 'axes-plate', r: 43 }, axes);
    this.axes = ['x', 'y', 'z'].map((name) => {
      const line = make('line', { class: `axis-${name}` }, axes);
      const text = make('text', { class: `axis-${name}` }, axes);
      text.textContent = name;
      return { line, name: text };
    });
    this.lines = ['mark-halo', 'mark-line'].map((name) => make('path', { class: name }, this.element));
    this.dots = make('g', {}, this.element);
    this.label = make('g', { class: 'mark-label' }, this.element);
    this.plate = make('rect', { rx: 4 }, this.label);
    this.text = make('text', {}, this.label) as SVGTextElement;
  }

  set(marks: Marks): void {
    this.marks = marks;
    this.text.textContent = marks.arrow?.label ?? '';
    this.text_width = this.text.getComputedTextLength(); // asks for a layout: not in every frame
    const wanted = marks.points.length;
    while (this.dots.childElementCount > wanted) this.dots.lastElementChild!.remove();
    while (this.dots.childElementCount < wanted) make('circle', { r: 4.5, class: 'mark-dot' }, this.dots);
  }

  /** Puts everything where it is seen; `project` gives pixels, null behind the eye. */
  draw(camera: Camera, width: number, height: number, project: (p: Vector) => Point | null): void {
    this.draw_axes(camera, height);
    this.marks.points.forEach((point, i) => {
      const p = project(point);
      const dot = this.dots.children[i];
      set(dot, p ? { cx: p.x.toFixed(1), cy: p.y.toFixed(1), visibility: 'visible' } : { visibility: 'hidden' });
    });
    const { arrow } = this.marks;
    const from = arrow && project(arrow.from);
    const to = arrow && project(arrow.to);
    const shown = arrow !== null && from !== null && to !== null;
    for (const line of this.lines) set(line, { visibility: shown ? 'visible' : 'hidden' });
    set(this.label, { visibility: shown && arrow.label !== '' ? 'visible' : 'hidden' });
    if (shown) this.draw_arrow(from, to, arrow.head, camera, width, height);
  }

  private draw_arrow(from: Point, to: Point, head: boolean, camera: Camera, width: number, height: number): void {
    const { arrow } = this.marks;
    let [dx, dy] = [to.x - from.x, to.y - from.y];
    let length = Math.hypot(dx, dy);
    const enlarged = head && length < least_arrow;
    if (enlarged) {
      // Direction from the true one, even where it is too short to be told on the screen.
      const way = arrow!.to.map((x, k) => x - arrow!.from[k]);
      const scale = 1 / (Math.hypot(...way) || 1);
      const [right, up] = camera.axes();
      dx = scale * way.reduce((s, x, k) => s + x * right[k], 0);
      dy = -scale * way.reduce((s, x, k) => s + x * up[k], 0);
      length = Math.hypot(dx, dy);
      if (length < 0.2) [dx, dy, length] = [dx, dy - 1, Math.hypot(dx, dy - 1)]; // seen along it
      [dx, dy] = [(dx / length) * least_arrow, (dy / length) * least_arrow];
      length = least_arrow;
    }
    const [ux, uy] = length > 0 ? [dx / length, dy / length] : [1, 0];
    const tip = { x: from.x + dx, y: from.y + dy };
    const point = (along: number, aside: number): string =>
      `${(tip.x - along * ux - aside * uy).toFixed(1)} ${(tip.y - along * uy + aside * ux).toFixed(1)}`;
    let path = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${point(0, 0)}`;
    if (head) path += `M${point(11, 6)}L${point(0, 0)}L${point(11, -6)}`;
    for (const line of this.lines) set(line, { d: path });
    set(this.lines[1], { 'stroke-dasharray': enlarged ? '5 3' : 'none' });
    this.draw_label({ x: from.x + dx / 2, y: from.y + dy / 2 }, ux, uy, width, height);
  }

  /** Beside the middle of the arrow, within the picture. */
  private draw_label(middle: Point, ux: number, uy: number, width: number, height: number): void {
    const w = this.text_width + 14;
    const h = 22;
    const side = uy > 0 || (uy === 0 && ux < 0) ? -1 : 1;
    const gap = 14 + Math.abs(uy) * (w / 2) + Math.abs(ux) * (h / 2);
    const x = Math.max(4, Math.min(width - w - 4, middle.x - side * uy * gap - w / 2));
    const y = Math.max(4, Math.min(height - h - 4, middle.y + side * ux * gap - h / 2));
    set(this.plate, { x, y, width: w, height: h });
    set(this.text, { x: x + 7, y: y + 15.5 });
  }

  private draw_axes(camera: Camera, height: number): void {
    const [right, up] = camera.axes();
    const center = { x: 50, y: height - 50 };
    set(this.axes_plate, { cx: center.x, cy: center.y });
    this.axes.forEach(({ line, name }, k) => {
      const [x, y] = [right[k], -up[k]];
      set(line, { x1: center.x, y1: center.y, x2: center.x + 24 * x, y2: center.y + 24 * y });
      set(name, { x: center.x + 34 * x, y: center.y + 34 * y + 4 });
    });
  }
}
