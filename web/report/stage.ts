// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The 3D view of a report: opens the data, makes a viewer, or says in words why there is none.

import type { Curve } from '../viewer/scene';
import { dark_theme, light_theme } from '../viewer/theme';
import { open_canvas } from '../viewer/canvas';
import { Viewer } from '../viewer/viewer';
import { blob_size, read_blob } from './data';
import { h } from './dom';
import { make_scene } from './scene_data';
import type { ThemeName } from './theme_switch';
import type { Report, ViewInfo } from './types';

/** About how many triangles there are, before they are unpacked. */
function triangles_of(view: ViewInfo): number {
  const own = view.geometries.map((g) => (g.triangles === undefined ? 200 : view.buffers[g.triangles].count / 3));
  return view.parts.reduce((n, part) => n + own[part.geometry], 0);
}

export class Stage {
  readonly element = h('div', { class: 'view' });
  private readonly note = h('div', { class: 'note', role: 'status' }, 'Opening the scene …');
  viewer: Viewer | null = null;
  curves = new Map<number, Curve>();

  constructor(
    private readonly report: Report,
    private readonly view: ViewInfo | null,
    private readonly picked: (object: number) => void,
  ) {
    this.element.append(this.note);
  }

  /** After this there is a viewer, or a note that says why not. */
  async open(theme: ThemeName): Promise<void> {
    const { view, report } = this;
    if (!view) return this.say('This report has no 3D data.');
    const opened = open_canvas(triangles_of(view));
    if (!opened)
      return this.say(
        'The 3D view needs WebGL 2, which this browser does not offer. The list of findings works without it.',
      );
    if (typeof DecompressionStream === 'undefined')
      return this.say('This browser is too old to unpack the 3D data. The list of findings works without them.');
    try {
      const blob = await read_blob('graze-data', blob_size(view));
      const { scene, curves } = make_scene(view, report.up, blob);
      this.curves = curves;
      this.viewer = new Viewer(this.element, scene, opened, {
        theme: theme === 'dark' ? dark_theme : light_theme,
        picked: this.picked,
      });
    } catch (error) {
      return this.say(
        `The 3D data of this page are damaged (${error instanceof Error ? error.message : String(error)}). The list of findings works without them.`,
      );
    }
    this.note.remove();
    const { canvas } = this.viewer;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute(
      'aria-label',
      'Scene in 3D. Arrow keys turn it, Shift and arrows shift it, plus and minus zoom.',
    );
    return undefined;
  }

  set_theme(theme: ThemeName): void {
    this.viewer?.set_theme(theme === 'dark' ? dark_theme : light_theme);
  }

  private say(text: string): void {
    this.note.textContent = text;
  }
}
