// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Faces that a section cuts through solids. Behind each pixel of the section, faces that are seen from inside are counted, and those
// seen from outside: where there are more of the former, the section is inside of a solid. Where it is inside of both of the selected
// objects, the face has stripes of both colours.

import {
  Color,
  DoubleSide,
  GLSL3,
  Matrix4,
  Mesh,
  PlaneGeometry,
  RawShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type Scene,
  type WebGLRenderer,
} from 'three';
import type { Camera } from './camera';
import type { Materials } from './materials';
import type { Vector } from './scene';

const vertex = `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;

const fragment = `
precision highp float;
uniform sampler2D counts;
uniform vec2 size;
uniform vec3 first;
uniform vec3 second;
out vec4 shown;
void main() {
  vec4 n = texture(counts, gl_FragCoord.xy / size);
  bool in_first = n.r > n.g + 0.002;
  bool in_second = n.b > n.a + 0.002;
  if (!in_first && !in_second) discard;
  bool stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 16.0) < 8.0;
  shown = vec4(in_first && (!in_second || stripe) ? first : second, 1.0);
}`;

export class CutFaces {
  readonly mesh: Mesh;
  private readonly target = new WebGLRenderTarget(1, 1);
  private readonly material: RawShaderMaterial;
  private readonly size = new Vector2();

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly stage: Scene,
    private readonly materials: Materials,
  ) {
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: vertex,
      fragmentShader: fragment,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -4,
      uniforms: {
        counts: { value: this.target.texture },
        size: { value: this.size },
        first: { value: [0, 0, 0] },
        second: { value: [0, 0, 0] },
      },
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = 1;
    this.mesh.visible = false;
  }

  set_colors(first: number[], second: number[]): void {
    const quieter = (color: number[]): number[] => color.map((x) => 0.82 * x);
    this.material.uniforms.first.value = quieter(first);
    this.material.uniforms.second.value = quieter(second);
  }

  /** The plane dot(normal, p) = offset around a point near it, all in the drawn frame. */
  place(normal: Vector, offset: number, near: Vector, reach: number): void {
    const n = new Vector3(...normal);
    const u = new Vector3(0, 0, 0)
      .setComponent(
        [0, 1, 2].reduce((i, k) => (Math.abs(normal[k]) < Math.abs(normal[i]) ? k : i), 0),
        1,
      )
      .cross(n)
      .normalize();
    const at = new Vector3(...near);
    at.addScaledVector(n, offset - at.dot(n));
    this.mesh.matrix.copy(
      new Matrix4()
        .makeBasis(u, n.clone().cross(u), n)
        .scale(new Vector3(reach, reach, 1))
        .setPosition(at),
    );
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  /** Counts faces for the picture that is drawn next. The camera has been applied. */
  count(camera: Camera): void {
    const { renderer, stage, target } = this;
    renderer.getDrawingBufferSize(this.size);
    if (target.width !== this.size.x || target.height !== this.size.y) target.setSize(this.size.x, this.size.y);
    const background = renderer.getClearColor(new Color());
    const hidden = stage.children.filter((o) => o.visible && !(o.userData.kind === 'triangles' && o.renderOrder === 0));
    for (const o of hidden) o.visible = false;
    stage.overrideMaterial = this.materials.get('count');
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(stage, camera.active);
    renderer.setRenderTarget(null);
    renderer.setClearColor(background, 1);
    stage.overrideMaterial = null;
    for (const o of hidden) o.visible = true;
  }
}
