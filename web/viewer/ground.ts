// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Grid under the scene: steps of a power of ten, every tenth line stronger, fading out towards its rim.

import { DoubleSide, GLSL3, Mesh, PlaneGeometry, RawShaderMaterial } from 'three';
import { center_of, radius_of } from './matrix';
import type { Box, Vector } from './scene';

const vertex = `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec3 center;
uniform vec3 along;
uniform vec3 across;
uniform float reach;
uniform vec2 shift;
in vec3 position;
out vec2 at;
out vec2 from_center;
void main() {
  from_center = position.xy;
  at = position.xy * reach + shift;
  gl_Position = projectionMatrix * viewMatrix * vec4(center + (along * position.x + across * position.y) * reach, 1.0);
}`;

const fragment = `
precision highp float;
uniform float spacing;
uniform vec3 tint;
in vec2 at;
in vec2 from_center;
out vec4 shown;
float lines(vec2 p) {
  vec2 width = fwidth(p);
  vec2 off = abs(fract(p - 0.5) - 0.5) / max(width, 1e-9);
  float dense = clamp(0.35 / max(max(width.x, width.y), 1e-9) - 0.6, 0.0, 1.0);
  return (1.0 - min(min(off.x, off.y), 1.0)) * dense;
}
void main() {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(from_center));
  float strength = max(0.35 * lines(at / spacing), 0.8 * lines(at / (10.0 * spacing)));
  shown = vec4(tint, strength * fade);
}`;

export class Ground {
  readonly mesh: Mesh;
  private readonly material: RawShaderMaterial;
  private readonly center: Vector;
  private readonly spacing: number;
  private readonly flat: [number, number]; // axes that lie in the plane

  constructor(bounds: Box, up: 'y' | 'z') {
    const axis = up === 'y' ? 1 : 2;
    const radius = radius_of(bounds) || 1;
    this.flat = up === 'y' ? [0, 2] : [0, 1];
    this.center = center_of(bounds);
    // A little lower than the lowest point, so that it does not fight with what stands on it.
    this.center[axis] = bounds.min[axis] - 0.002 * radius;
    this.spacing = 10 ** Math.floor(Math.log10(radius / 2));
    const unit = (k: number): number[] => [0, 1, 2].map((i) => (i === k ? 1 : 0));
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        center: { value: [0, 0, 0] },
        along: { value: unit(this.flat[0]) },
        across: { value: unit(this.flat[1]) },
        reach: { value: 2.5 * radius },
        shift: { value: [0, 0] },
        spacing: { value: this.spacing },
        tint: { value: [0, 0, 0] },
      },
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
  }

  set_origin(origin: Vector): void {
    const u = this.material.uniforms;
    u.center.value = this.center.map((x, k) => x - origin[k]);
    u.shift.value = this.flat.map((k) => this.center[k] % (10 * this.spacing));
  }

  set_tint(tint: number[]): void {
    this.material.uniforms.tint.value = tint;
  }
}
