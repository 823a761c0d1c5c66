// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Lines some pixels wide: a quad per segment, widened on the screen. What lies behind something shines through faintly.

import {
  BufferAttribute,
  DoubleSide,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  RawShaderMaterial,
  Vector2,
} from 'three';
import type { Curve, Vector } from './scene';

const vertex = `
precision highp float;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec2 size;
uniform float width;
in vec3 position;
in vec3 from;
in vec3 to;
void main() {
  vec4 a = viewMatrix * vec4(from, 1.0);
  vec4 b = viewMatrix * vec4(to, 1.0);
  // Parts behind the eye are cut off before they are projected.
  bool perspective = projectionMatrix[3][3] == 0.0;
  float near = perspective ? projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0) : -1e30;
  if (a.z > -near && b.z < -near) a = mix(a, b, (a.z + near) / (a.z - b.z));
  else if (b.z > -near && a.z < -near) b = mix(b, a, (b.z + near) / (b.z - a.z));
  vec4 pa = projectionMatrix * a;
  vec4 pb = projectionMatrix * b;
  vec2 way = (pb.xy / pb.w - pa.xy / pa.w) * size;
  vec2 along = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec2 side = vec2(-along.y, along.x);
  vec4 p = position.x < 0.5 ? pa : pb;
  p.xy += (side * position.y + along * (position.x - 0.5)) * width / size * p.w;
  p.z -= 0.0008 * p.w;
  gl_Position = p;
}`;

const fragment = `
precision highp float;
uniform vec3 tint;
uniform float alpha;
out vec4 shown;
void main() { shown = vec4(tint, alpha); }`;

export class ThickLines {
  readonly meshes: Mesh[];
  private readonly geometry = new InstancedBufferGeometry();
  private readonly materials: RawShaderMaterial[];
  private readonly shared = { size: { value: new Vector2(1, 1) }, tint: { value: [0, 0, 0] }, width: { value: 3.5 } };
  private curve: Curve | null = null;

  constructor() {
    this.geometry.setAttribute(
      'position',
      new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3),
    );
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.materials = [true, false].map(
      (tested) =>
        new RawShaderMaterial({
          glslVersion: GLSL3,
          vertexShader: vertex,
          fragmentShader: fragment,
          transparent: true,
          depthWrite: false,
          depthTest: tested,
          side: DoubleSide,
          uniforms: { ...this.shared, alpha: { value: tested ? 1 : 0.45 } },
        }),
    );
    this.meshes = this.materials.map((material) => {
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 6;
      mesh.visible = false;
      return mesh;
    });
  }

  /** `origin`: of the frame that is drawn. */
  set(curve: Curve | null, origin: Vector): void {
    this.curve = curve;
    const count = curve ? curve.points.length / 6 : 0;
    for (const mesh of this.meshes) mesh.visible = count > 0;
    if (!curve || count === 0) return;
    this.geometry.dispose(); // buffers of the lines before
    const parts = [new Float32Array(3 * count), new Float32Array(3 * count)];
    const shift = curve.origin.map((x, k) => x - origin[k]);
    for (let i = 0; i < count; ++i)
      for (let k = 0; k < 6; ++k) parts[k < 3 ? 0 : 1][3 * i + (k % 3)] = curve.points[6 * i + k] + shift[k % 3];
    this.geometry.setAttribute('from', new InstancedBufferAttribute(parts[0], 3));
    this.geometry.setAttribute('to', new InstancedBufferAttribute(parts[1], 3));
    this.geometry.instanceCount = count;
  }

  set_origin(origin: Vector): void {
    this.set(this.curve, origin);
  }

  set_size(width: number, height: number): void {
    this.shared.size.value.set(width, height);
  }

  set_tint(tint: number[]): void {
    this.shared.tint.value = tint;
  }
}
