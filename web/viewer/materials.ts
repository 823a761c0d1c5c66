// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Shaders. Every vertex names a row of the table (rows.ts) that places and colours it; light comes from behind the eye.

import {
  CustomBlending,
  DoubleSide,
  GLSL3,
  OneFactor,
  RawShaderMaterial,
  Vector4,
  type IUniform,
  type Texture,
} from 'three';

/** Uniforms that all materials share. `section`: plane in the drawn frame, kept side dot(xyz, p) <= w; zero for none. */
export interface Shared {
  [name: string]: IUniform;
  table: IUniform<Texture | null>;
  section: IUniform<Vector4>;
  line: IUniform<number[]>;
  /** Opacity of what is faded, and strength of the light, both about 1. */
  ghost: IUniform<number>;
  light: IUniform<number>;
}

export const make_shared = (): Shared => ({
  table: { value: null },
  section: { value: new Vector4(0, 0, 0, 1) },
  line: { value: [0, 0, 0] },
  ghost: { value: 1 },
  light: { value: 1 },
});

const vertex = `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform sampler2D table;
in vec3 position;
in uint row;
#ifdef NORMALS
in vec4 normal;
#endif
out vec3 at_view;
out vec3 at_world;
out vec3 normal_view;
flat out vec4 color;
#ifdef PICK
flat out uint picked;
#endif
void main() {
  ivec2 texel = ivec2(int(row & 255u) * 4, int(row >> 8));
  vec4 x = texelFetch(table, texel, 0);
  vec4 y = texelFetch(table, texel + ivec2(1, 0), 0);
  vec4 z = texelFetch(table, texel + ivec2(2, 0), 0);
  color = texelFetch(table, texel + ivec2(3, 0), 0);
  vec4 p = vec4(position, 1.0);
  at_world = vec3(dot(x, p), dot(y, p), dot(z, p));
  vec4 v = viewMatrix * vec4(at_world, 1.0);
  at_view = v.xyz;
  normal_view = vec3(0.0);
#ifdef NORMALS
  // Cofactors: normals stay normal under any scale, and point outward under mirrors.
  vec3 yz = cross(y.xyz, z.xyz);
  vec3 n = vec3(dot(yz, normal.xyz), dot(cross(z.xyz, x.xyz), normal.xyz), dot(cross(x.xyz, y.xyz), normal.xyz));
  float mirrored = dot(x.xyz, yz) < 0.0 ? -1.0 : 1.0;
  float size = max(max(abs(n.x), abs(n.y)), abs(n.z));
  normal_view = mat3(viewMatrix) * (n * (mirrored / max(size, 1e-30)));
#endif
  gl_Position = projectionMatrix * v;
#ifdef TOWARDS_EYE
  gl_Position.z -= 0.0004 * gl_Position.w;
#endif
#ifdef POINTS
  gl_PointSize = 4.0;
#endif
#ifdef PICK
  picked = row + 1u;
#endif
}`;

const fragment = `
precision highp float;
precision highp int;
uniform mat4 projectionMatrix;
uniform vec4 section;
uniform vec3 line;
uniform float ghost;
uniform float light;
in vec3 at_view;
in vec3 at_world;
in vec3 normal_view;
flat in vec4 color;
#ifdef PICK
flat in uint picked;
#endif
out vec4 shown;
void main() {
  if (dot(section.xyz, at_world) > section.w) discard;
#ifdef PICK
  shown = vec4(uvec4(picked, picked >> 8, picked >> 16, picked >> 24) & 255u) / 255.0;
#elif defined(DEPTH)
  shown = vec4(0.0);
#elif defined(LINES)
  shown = vec4(mix(line, color.rgb, LINES), ALPHA);
#else
  vec3 eye = projectionMatrix[3][3] == 1.0 ? vec3(0.0, 0.0, 1.0) : normalize(-at_view);
  vec3 face = normalize(cross(dFdx(at_view), dFdy(at_view)));
  if (dot(face, eye) < 0.0) face = -face;
  vec3 n = face;
#ifdef NORMALS
  float length_of_normal = length(normal_view);
  if (length_of_normal > 1e-6) n = normal_view / length_of_normal;
#endif
  bool inside = dot(n, eye) < 0.0 && dot(n, face) < 0.0;
  if (inside) n = -n;
  float facing = clamp(dot(n, eye), 0.0, 1.0);
#ifdef COUNT
  // Faces seen from inside and from outside, of the first and the second kind of solids.
  float one = length_of_normal > 1e-6 ? 1.0 / 255.0 : 0.0;
  vec2 sides = inside ? vec2(one, 0.0) : vec2(0.0, one);
  shown = vec4(color.a == 1.0 ? sides : vec2(0.0), color.a == 2.0 ? sides : vec2(0.0));
#elif defined(GHOST)
  float rim = 1.0 - facing;
  shown = vec4(color.rgb, min(1.0, color.a * ghost * (0.10 + 0.34 * rim * rim)));
#else
  vec3 key = normalize(vec3(-0.45, 0.75, 0.6));
  float lit = light * (0.56 + 0.34 * max(dot(n, key), 0.0) + 0.18 * facing);
  vec3 h = normalize(key + eye);
  float gloss = 0.10 * pow(max(dot(n, h), 0.0), 32.0);
  shown = vec4(color.rgb * lit + gloss, 1.0);
  if (inside && section.xyz != vec3(0.0)) shown.rgb *= 0.75;
#endif
#endif
}`;

export type MaterialName =
  | 'solid'
  | 'solid-flat'
  | 'edges'
  | 'lines'
  | 'points'
  | 'depth'
  | 'ghost'
  | 'ghost-flat'
  | 'ghost-edges'
  | 'ghost-lines'
  | 'ghost-points'
  | 'pick'
  | 'count';

interface Recipe {
  defines: Record<string, string | number>;
  blended?: boolean;
  hidden?: boolean;
  /** Adds to what is there, in front or behind. */
  added?: boolean;
}

const recipes: Record<MaterialName, Recipe> = {
  solid: { defines: { NORMALS: 1 } },
  'solid-flat': { defines: {} },
  edges: { defines: { LINES: '0.35', ALPHA: '1.0', TOWARDS_EYE: 1 } },
  lines: { defines: { LINES: '1.0', ALPHA: '1.0' } },
  points: { defines: { LINES: '1.0', ALPHA: '1.0', POINTS: 1 } },
  depth: { defines: { DEPTH: 1 }, hidden: true },
  ghost: { defines: { NORMALS: 1, GHOST: 1 }, blended: true },
  'ghost-flat': { defines: { GHOST: 1 }, blended: true },
  'ghost-edges': { defines: { LINES: '0.6', ALPHA: '0.3 * ghost', TOWARDS_EYE: 1 }, blended: true },
  'ghost-lines': { defines: { LINES: '0.8', ALPHA: '0.4 * ghost' }, blended: true },
  'ghost-points': { defines: { LINES: '0.8', ALPHA: '0.4 * ghost', POINTS: 1 }, blended: true },
  pick: { defines: { PICK: 1, POINTS: 1 } },
  count: { defines: { NORMALS: 1, COUNT: 1 }, added: true },
};

export class Materials {
  private readonly made = new Map<MaterialName, RawShaderMaterial>();

  constructor(readonly shared: Shared) {}

  get(name: MaterialName): RawShaderMaterial {
    let material = this.made.get(name);
    if (!material) {
      const recipe = recipes[name];
      material = new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: vertex,
        fragmentShader: fragment,
        uniforms: this.shared,
        defines: recipe.defines,
        side: DoubleSide,
        // Transparent ones are drawn after all others, in the order of renderOrder.
        transparent: recipe.blended === true || recipe.hidden === true,
        depthWrite: !recipe.blended,
        colorWrite: !recipe.hidden,
        ...(recipe.added && {
          blending: CustomBlending,
          blendSrc: OneFactor,
          blendDst: OneFactor,
          depthTest: false,
          depthWrite: false,
        }),
      });
      this.made.set(name, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.made.values()) material.dispose();
  }
}
