// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The viewer: shows a scene in an element, at a time, with each object in the look it is given. It draws when something has
// changed and rests otherwise.

import { Color, Scene as Stage, Vector3, WebGLRenderer } from 'three';
import { Assembler, type Assembly } from './assemble';
import { depth_order } from './batches';
import { Bounds } from './bounds';
import type { Opened } from './canvas';
import { Camera, sides, type View } from './camera';
import { Controls } from './controls';
import { CutFaces } from './cut_faces';
import { Ground } from './ground';
import { make_shared, Materials } from './materials';
import { center_of, empty_box, grow, is_empty, radius_of } from './matrix';
import { moment_at } from './motion';
import { Overlay } from './overlay';
import { has_pair, paint, way_of } from './painter';
import { Picker } from './picker';
import { RowTable } from './rows';
import { type Box, type Look, type Marks, type Scene, type Vector } from './scene';
import { light_theme, type Theme } from './theme';
import { ThickLines } from './thick_lines';

export interface ViewerOptions {
  /** An object was clicked; -1: the background. */
  picked?: (object: number) => void;
  theme?: Theme;
}

const lean_from = 300_000; // triangles from which software draws less: no depth of faded ones, coarser meshes in motion
const coarse_triangles = 120_000; // about so many are drawn then
const rest_ms = 300; // without motion, until all is drawn

/** Triangles of a scene, those of round shapes roughly. */
const triangles_of = (scene: Scene): number =>
  scene.parts.reduce((n, part) => {
    const g = scene.geometries[part.geometry];
    return n + (g.kind === 'mesh' ? g.triangles.length / 3 : 500);
  }, 0);

export class Viewer {
  readonly camera: Camera;
  readonly bounds: Bounds;
  readonly everything: Box;
  readonly assembly: Assembly;
  private readonly stage = new Stage();
  private readonly renderer: WebGLRenderer;
  private readonly shared = make_shared();
  private readonly materials = new Materials(this.shared);
  private readonly rows: RowTable;
  private readonly ground: Ground;
  private readonly curves = new ThickLines();
  private readonly overlay: Overlay;
  private readonly picker: Picker;
  private readonly cut: CutFaces;
  private looks: Look[];
  private theme: Theme;
  private asked = 0;
  private width = 1;
  private height = 1;
  private section: { normal: Vector; offset: number } | null = null;
  private readonly spent: number[] = [];
  private edges = true;
  private readonly lean: boolean;
  private coarse = false;
  private resting = 0;
  time = 0;
  frames = 0;

  constructor(
    readonly element: HTMLElement,
    readonly scene: Scene,
    opened: Opened,
    options: ViewerOptions = {},
  ) {
    this.theme = options.theme ?? light_theme;
    this.renderer = new WebGLRenderer({ canvas: opened.canvas, context: opened.context });
    this.renderer.setPixelRatio(opened.software ? 1 : Math.min(2, window.devicePixelRatio));
    element.append(opened.canvas);
    this.bounds = new Bounds(scene);
    this.everything = this.bounds.of_all();
    this.camera = new Camera(scene.up);
    this.camera.bounds = this.everything;
    const expected = triangles_of(scene);
    this.lean = opened.software && expected > lean_from;
    const coarse_share = this.lean ? coarse_triangles / expected : null;
    this.assembly = new Assembler(scene, this.materials, this.everything, coarse_share).assemble();
    this.rows = new RowTable(scene, this.assembly.rows);
    this.shared.table.value = this.rows.texture;
    this.looks = scene.objects.map(() => 'plain');
    this.ground = new Ground(this.everything, scene.up);
    for (const batch of this.assembly.batches) this.stage.add(...batch.objects);
    if (this.lean) for (const name of ['ghost', 'ghost-flat'] as const) this.materials.get(name).depthWrite = true;
    this.stage.add(this.ground.mesh, ...this.curves.meshes);
    this.cut = new CutFaces(this.renderer, this.stage, this.materials);
    this.stage.add(this.cut.mesh);
    this.overlay = new Overlay(element);
    this.picker = new Picker(this.renderer, this.stage, this.materials.get('pick'));
    new Controls(
      opened.canvas,
      this.camera,
      () => this.moved(),
      (x, y) => options.picked?.(this.pick(x, y)),
    );
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
    this.move_origin(center_of(this.everything));
    this.assembly.deform?.(moment_at(scene.times, this.time));
    this.set_theme(this.theme);
    this.set_looks(this.looks);
    this.camera.set(this.view_of(this.everything));
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  set_time(time: number): void {
    if (time === this.time) return;
    this.time = time;
    if (this.rows.has_motion) this.rows.place(time, false);
    this.assembly.deform?.(moment_at(this.scene.times, time));
    this.moved();
  }

  set_looks(looks: Look[]): void {
    this.looks = looks;
    this.paint();
    this.arrange();
  }

  set_marks(marks: Marks): void {
    this.overlay.set(marks);
    this.curves.set(marks.curve, this.rows.origin);
    this.invalidate();
  }

  set_theme(theme: Theme): void {
    this.theme = theme;
    this.renderer.setClearColor(
      new Color().setRGB(theme.background[0], theme.background[1], theme.background[2], 'srgb'),
    );
    this.shared.line.value = theme.line;
    this.shared.ghost.value = theme.ghost;
    this.shared.light.value = theme.light;
    this.ground.set_tint(theme.ground);
    this.curves.set_tint(theme.curve);
    this.paint();
    this.invalidate();
  }

  /** Cuts away what lies beyond dot(normal, p) = offset; null: shows all. */
  set_section(section: { normal: Vector; offset: number } | null): void {
    this.section = section;
    this.place_section();
    this.invalidate();
  }

  show_ground(shown: boolean): void {
    this.ground.mesh.visible = shown;
    this.invalidate();
  }

  show_edges(shown: boolean): void {
    this.edges = shown;
    this.arrange();
  }

  set_orthographic(on: boolean): void {
    this.camera.is_orthographic = on;
    this.invalidate();
  }

  /** A view of all of a box, from the present side or a named one. */
  view_of(box: Box, side?: string): View {
    const { azimuth, elevation } = side ? sides[side] : this.camera.destination;
    return {
      target: center_of(box),
      distance: this.camera.distance_for_box(box, { azimuth, elevation }),
      azimuth,
      elevation,
    };
  }

  /** Goes there, in a short flight unless people have asked for less motion. */
  go(view: View, flying = true): void {
    if (flying && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.camera.fly(view, performance.now());
    else this.camera.set(view);
    this.invalidate();
  }

  box_of(objects: number[]): Box {
    const box = empty_box();
    for (const object of objects) {
      const own = this.bounds.of_object(object, this.time);
      if (!is_empty(own)) for (const p of [own.min, own.max]) grow(box, p);
    }
    return is_empty(box) ? this.everything : box;
  }

  /** The object at a point of the page; -1: none. */
  pick(x: number, y: number): number {
    if (this.coarse) this.set_coarse(false);
    const box = this.canvas.getBoundingClientRect();
    this.prepare();
    const row = this.picker.row_at(this.camera, x - box.left, y - box.top, this.width, this.height);
    this.invalidate();
    return row < 0 ? -1 : this.assembly.object_of_row[row];
  }

  /** Which parts of the picture two objects would fill from a view, if they are not faded; null: too slow to ask. */
  shares(view: View, first: number, second: number): [number, number] | null {
    if (this.lean) return null;
    const before = this.camera.view;
    this.camera.view = view;
    this.prepare();
    const counts: [number, number] = [0, 0];
    const rows = this.picker.rows_of_all(this.camera);
    for (const row of rows) {
      const object = row < 0 ? -1 : this.assembly.object_of_row[row];
      if (object === first) ++counts[0];
      else if (object === second) ++counts[1];
    }
    this.camera.view = before;
    return [counts[0] / rows.length, counts[1] / rows.length];
  }

  /** Where a world point is on the page, in CSS pixels; null behind the eye. */
  project(x: number, y: number, z: number): { x: number; y: number } | null {
    this.camera.apply(this.rows.origin);
    const box = this.canvas.getBoundingClientRect();
    const p = this.to_screen([x, y, z]);
    return p && { x: p.x + box.left, y: p.y + box.top };
  }

  /** Mean time that scripts needed for one of the last frames, in ms. */
  frame_ms(): number {
    return this.spent.reduce((sum, ms) => sum + ms, 0) / Math.max(1, this.spent.length);
  }

  draw_calls(): number {
    return this.renderer.info.render.calls;
  }

  invalidate(): void {
    if (this.asked === 0) this.asked = requestAnimationFrame((now) => this.frame(now));
  }

  /** The view as it is now, for paper: a picture as a data URL in a light theme, and the marks over it. */
  snapshot(): { picture: string; marks: Element } {
    const theme = this.theme;
    if (this.coarse) this.set_coarse(false);
    this.set_theme(light_theme);
    this.render();
    const picture = this.canvas.toDataURL('image/png');
    const marks = this.overlay.element.cloneNode(true) as Element;
    marks.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.set_theme(theme);
    return { picture, marks };
  }

  /** Draws again, and coarsely for a while where all of it would take too long. */
  private moved(): void {
    this.invalidate();
    if (!this.lean) return;
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.set_coarse(false), rest_ms);
    if (!this.coarse) this.set_coarse(true);
  }

  private set_coarse(on: boolean): void {
    this.coarse = on;
    this.arrange();
  }

  /** Triangles in the last picture. */
  drawn_triangles(): number {
    return this.renderer.info.render.triangles;
  }

  private frame(now: number): void {
    this.asked = 0;
    const start = performance.now();
    if (this.camera.advance(now)) this.moved();
    this.render();
    if (this.spent.push(performance.now() - start) > 60) this.spent.shift();
  }

  private render(): void {
    this.prepare();
    if (this.section) this.cut.count(this.camera);
    this.renderer.render(this.stage, this.camera.active);
    this.overlay.draw(this.camera, this.width, this.height, (p) => this.to_screen(p));
    ++this.frames;
  }

  /** Numbers of the card are relative to an origin; it follows the eye where single precision would show. */
  private prepare(): void {
    const { target, distance } = this.camera.view;
    const away = Math.hypot(...target.map((x, k) => x - this.rows.origin[k]));
    if (away > 200 * distance) this.move_origin([...target]);
    this.camera.apply(this.rows.origin);
  }

  private move_origin(origin: Vector): void {
    this.rows.origin = origin;
    this.rows.place(this.time, true);
    this.ground.set_origin(origin);
    this.curves.set_origin(origin);
    this.place_section();
  }

  private place_section(): void {
    const s = this.section;
    const o = this.rows.origin;
    this.cut.mesh.visible = s !== null;
    if (!s) {
      this.shared.section.value.set(0, 0, 0, 1);
      return;
    }
    const offset = s.offset - (s.normal[0] * o[0] + s.normal[1] * o[1] + s.normal[2] * o[2]);
    this.shared.section.value.set(...s.normal, offset);
    this.cut.place(
      s.normal,
      offset,
      center_of(this.everything).map((x, k) => x - o[k]) as Vector,
      1.5 * radius_of(this.everything),
    );
  }

  private arrange(): void {
    // A pair that stands out alone is few triangles, and what people look at.
    const coarse = { solid: this.coarse && this.looks.includes('plain'), faded: this.coarse };
    for (const batch of this.assembly.batches) {
      batch.arrange((object) => way_of[this.looks[object]], coarse);
      for (const o of batch.objects) {
        if (o.userData.kind === 'edges' && !this.edges) o.visible = false;
        if (o.renderOrder === depth_order && this.lean) o.visible = false;
      }
    }
    this.invalidate();
  }

  private paint(): void {
    const { theme, looks } = this;
    this.cut.set_colors(has_pair(looks) ? theme.first : theme.faded, theme.second);
    paint(this.rows, this.assembly.object_of_row, this.scene.objects, looks, theme);
  }

  private to_screen(p: Vector): { x: number; y: number } | null {
    const o = this.rows.origin;
    const v = new Vector3(p[0] - o[0], p[1] - o[1], p[2] - o[2]).applyMatrix4(this.camera.active.matrixWorldInverse);
    if (!this.camera.is_orthographic && v.z >= 0) return null;
    v.applyMatrix4(this.camera.active.projectionMatrix);
    return { x: ((v.x + 1) / 2) * this.width, y: ((1 - v.y) / 2) * this.height };
  }

  private resize(): void {
    this.width = Math.max(1, this.element.clientWidth);
    this.height = Math.max(1, this.element.clientHeight);
    this.renderer.setSize(this.width, this.height);
    this.camera.resize(this.width, this.height);
    this.curves.set_size(this.width, this.height);
    this.invalidate();
  }
}
