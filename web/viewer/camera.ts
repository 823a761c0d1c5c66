// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Where the eye is: a target, a distance and two angles, in world coordinates and double precision; and flights from one such view
// to another.

import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { center_of, radius_of } from './matrix';
import type { Box, Vector } from './scene';

export interface View {
  target: Vector;
  distance: number;
  /** Radians around the up axis. */
  azimuth: number;
  /** Radians above the horizon. */
  elevation: number;
}

const half_fov = (20 * Math.PI) / 180;
const steepest = (89.9 * Math.PI) / 180;
const flight_seconds = 0.45;

export class Camera {
  readonly perspective = new PerspectiveCamera((2 * half_fov * 180) / Math.PI, 1, 0.1, 100);
  readonly orthographic = new OrthographicCamera();
  view: View = { target: [0, 0, 0], distance: 5, azimuth: 0.7, elevation: 0.45 };
  is_orthographic = false;
  /** Bounds of all that can be seen: the depth range covers it. */
  bounds: Box = { min: [-1, -1, -1], max: [1, 1, 1] };
  private aspect = 1;
  private flight: { from: View; to: View; start: number } | null = null;

  constructor(readonly up: 'y' | 'z') {}

  get active(): PerspectiveCamera | OrthographicCamera {
    return this.is_orthographic ? this.orthographic : this.perspective;
  }

  /** Unit vectors: to the right, up on the screen, towards the eye. */
  axes(view: View = this.view): [Vector, Vector, Vector] {
    const [ca, sa] = [Math.cos(view.azimuth), Math.sin(view.azimuth)];
    const [ce, se] = [Math.cos(view.elevation), Math.sin(view.elevation)];
    const turned = (p: Vector): Vector => (this.up === 'y' ? p : [p[0], -p[2], p[1]]);
    return [turned([ca, 0, -sa]), turned([-se * sa, ce, -se * ca]), turned([ce * sa, se, ce * ca])];
  }

  /** Angles of a view against a direction (from the target to the eye). */
  angles(direction: Vector): { azimuth: number; elevation: number } {
    const [x, y, z] = this.up === 'y' ? direction : [direction[0], direction[2], -direction[1]];
    return { azimuth: Math.atan2(x, z), elevation: Math.atan2(y, Math.hypot(x, z)) };
  }

  /** World units per CSS pixel at the target, for a view `height` pixels high. */
  unit_per_pixel(height: number): number {
    return (2 * this.view.distance * Math.tan(half_fov)) / height;
  }

  distance_for(radius: number): number {
    return Math.max(radius, 1e-12) / Math.sin(half_fov) / Math.min(1, this.aspect);
  }

  /** Distance from which all of a box is seen, with its middle as the target, in either projection. */
  distance_for_box(box: Box, way: { azimuth: number; elevation: number }): number {
    const axes = this.axes({ ...this.view, ...way });
    const half = [0, 1, 2].map((k) => (box.max[k] - box.min[k]) / 2);
    const tan = Math.tan(half_fov);
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner = half.map((x, k) => ((i >> k) & 1 ? x : -x));
      const [x, y, z] = axes.map((axis) => axis[0] * corner[0] + axis[1] * corner[1] + axis[2] * corner[2]);
      distance = Math.max(
        distance,
        Math.max(0, z) + Math.abs(x) / (tan * this.aspect),
        Math.max(0, z) + Math.abs(y) / tan,
      );
    }
    return Math.max(1.1 * distance, 1e-12);
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
  }

  set(view: View): void {
    this.flight = null;
    this.view = limited(view);
  }

  fly(view: View, now: number): void {
    const to = limited(view);
    // The short way around.
    const turn = (to.azimuth - this.view.azimuth) / (2 * Math.PI);
    to.azimuth -= Math.round(turn) * 2 * Math.PI;
    this.flight = { from: this.view, to, start: now };
  }

  /** Where a flight ends, or the view itself. */
  get destination(): View {
    return this.flight?.to ?? this.view;
  }

  /** Goes on with a flight; true while there is one. */
  advance(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, start } = this.flight;
    const t = Math.min(1, Math.max(0, (now - start) / 1000 / flight_seconds));
    const s = t * t * (3 - 2 * t);
    const mix = (a: number, b: number): number => a + s * (b - a);
    this.view = {
      target: from.target.map((x, k) => mix(x, to.target[k])) as Vector,
      distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance))),
      azimuth: mix(from.azimuth, to.azimuth),
      elevation: mix(from.elevation, to.elevation),
    };
    if (t < 1) return true;
    this.view = to;
    this.flight = null;
    return false;
  }

  /** Sets the cameras of three.js, relative to `origin`. */
  apply(origin: Vector): void {
    const { target, distance } = this.view;
    const [right, up, back] = this.axes();
    const eye = target.map((x, k) => x - origin[k] + distance * back[k]);
    const center = center_of(this.bounds);
    const radius = 1.05 * radius_of(this.bounds) + 1e-9;
    const away = Math.hypot(...eye.map((x, k) => x + origin[k] - center[k]));
    const camera = this.active;
    camera.matrixAutoUpdate = false;
    camera.matrix.copy(
      new Matrix4()
        .makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back))
        .setPosition(new Vector3(...eye)),
    );
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    if (camera instanceof PerspectiveCamera) {
      camera.far = Math.max(away + radius, 2 * distance);
      camera.near = Math.max(away - radius, 0.01 * distance, 2e-6 * camera.far);
      camera.aspect = this.aspect;
    } else {
      const half = distance * Math.tan(half_fov);
      [camera.left, camera.right, camera.bottom, camera.top] = [-half * this.aspect, half * this.aspect, -half, half];
      camera.far = Math.max(away + radius, 2 * distance);
      camera.near = distance - camera.far;
    }
    camera.updateProjectionMatrix();
  }
}

function limited(view: View): View {
  return { ...view, target: [...view.target], elevation: Math.max(-steepest, Math.min(steepest, view.elevation)) };
}

/** Views from the sides, by name. */
export const sides: Record<string, { azimuth: number; elevation: number }> = {
  front: { azimuth: 0, elevation: 0 },
  back: { azimuth: Math.PI, elevation: 0 },
  right: { azimuth: Math.PI / 2, elevation: 0 },
  left: { azimuth: -Math.PI / 2, elevation: 0 },
  top: { azimuth: 0, elevation: steepest },
  bottom: { azimuth: 0, elevation: -steepest },
  corner: { azimuth: 0.7, elevation: 0.45 },
};
