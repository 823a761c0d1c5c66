// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// A canvas with WebGL, and whether a card draws on it or the processor.

/** A canvas to draw on. */
export interface Opened {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext;
  /** The processor draws: no card, or none that the browser trusts. */
  software: boolean;
}

const smoothed_in_software = 100_000; // triangles up to which edges are smoothed there

function is_software(context: WebGL2RenderingContext): boolean {
  let name = String(context.getParameter(context.RENDERER));
  const info = /^WebKit/.test(name) ? context.getExtension('WEBGL_debug_renderer_info') : null;
  if (info) name = String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** Null: this browser cannot draw. Asked before a viewer is made, as three.js would complain aloud. */
export function open_canvas(triangles: number): Opened | null {
  const probe = document.createElement('canvas').getContext('webgl2', { antialias: false });
  if (!probe) return null;
  const software = is_software(probe);
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  const canvas = document.createElement('canvas');
  const antialias = !software || triangles <= smoothed_in_software;
  const context = canvas.getContext('webgl2', { antialias, alpha: false, powerPreference: 'high-performance' });
  return context && { canvas, context, software };
}
