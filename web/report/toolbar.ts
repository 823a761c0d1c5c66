// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Buttons above the view, and the panel of the section plane.

import type { Vector } from '../viewer/scene';
import { center_of, radius_of } from '../viewer/matrix';
import type { Viewer } from '../viewer/viewer';
import { choice, h, toggle } from './dom';
import { button_icon } from './icons';
import type { Looks, Others } from './looks';
import type { Finding } from './types';

export interface ToolbarActions {
  fit_contact: () => void;
  selected: () => Finding | null;
}

type Cut = 'off' | 'x' | 'y' | 'z' | 'contact';

export class Toolbar {
  readonly element: HTMLElement;
  readonly panel: HTMLElement;
  private cut: Cut = 'off';
  private flipped = false;
  private readonly slider: HTMLInputElement;
  private readonly cuts: HTMLSelectElement;
  private readonly contact: HTMLButtonElement;

  constructor(
    private readonly viewer: Viewer,
    looks: Looks,
    private readonly actions: ToolbarActions,
  ) {
    const button = (label: string, title: string, click: () => void): HTMLButtonElement =>
      h('button', { type: 'button', title, click }, label);
    this.contact = button('Contact', 'Look at the selected finding (C)', actions.fit_contact);
    this.slider = h('input', {
      type: 'range',
      min: -1,
      max: 1,
      step: 0.002,
      value: 0,
      'aria-label': 'Position of the section',
      input: () => this.apply(),
    });
    this.cuts = choice(
      'Section',
      [
        ['off', 'No section'],
        ['contact', 'Cut at contact'],
        ['x', 'Cut across x'],
        ['y', 'Cut across y'],
        ['z', 'Cut across z'],
      ],
      (value) => this.set_cut(value as Cut),
    );
    this.panel = h(
      'div',
      { class: 'section-panel', role: 'group', 'aria-label': 'Section', hidden: true },
      'Section',
      this.slider,
      button('Flip', 'Keep the other side', () => {
        this.flipped = !this.flipped;
        this.apply();
      }),
      h(
        'button',
        {
          type: 'button',
          class: 'small',
          title: 'End the section',
          'aria-label': 'End the section',
          click: () => this.set_cut('off'),
        },
        button_icon('close'),
      ),
    );
    this.element = h(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': 'View' },
      button('All', 'Look at everything (F)', () => this.fit_all()),
      this.contact,
      choice(
        'Side to look from',
        [
          ['', 'View from…'],
          ...['corner', 'front', 'back', 'left', 'right', 'top', 'bottom'].map((s): [string, string] => [s, s]),
        ],
        (side) => this.look_from(side),
      ),
      toggle('Parallel', false, (on) => viewer.set_orthographic(on), {
        title: 'Parallel projection instead of perspective',
      }).element,
      this.cuts,
      choice(
        'Other objects',
        [
          ['faded', 'Others faded'],
          ['shown', 'Others shown'],
          ['hidden', 'Others hidden'],
        ],
        (others) => looks.set_others(others as Others),
      ),
      toggle('Edges', true, (on) => viewer.show_edges(on), { title: 'Edges of shapes' }).element,
      toggle('Ground', true, (on) => viewer.show_ground(on), { title: 'Grid under the scene' }).element,
    );
  }

  fit_all(): void {
    this.viewer.go(this.viewer.view_of(this.viewer.everything));
  }

  /** After another finding has been selected. */
  update(): void {
    const has = this.actions.selected() !== null;
    this.contact.disabled = !has;
    this.cuts.options[1].disabled = !has;
    if (this.cut === 'contact') {
      if (has) {
        this.slider.value = '0';
        this.apply();
      } else this.set_cut('off');
    }
  }

  set_cut(cut: Cut): void {
    this.cut = cut;
    this.cuts.value = cut;
    this.slider.value = '0';
    this.flipped = false;
    this.panel.hidden = cut === 'off';
    this.apply();
  }

  toggle_cut(): void {
    this.set_cut(this.cut === 'off' && this.actions.selected() ? 'contact' : 'off');
  }

  private look_from(side: string): void {
    (this.element.querySelector('select') as HTMLSelectElement).value = '';
    if (side === '') return;
    const view = this.viewer.camera.destination;
    this.viewer.go({
      ...view,
      ...this.viewer.view_of(this.viewer.everything, side),
      target: view.target,
      distance: view.distance,
    });
  }

  private apply(): void {
    const plane = this.plane();
    this.viewer.set_section(
      plane && (this.flipped ? { normal: plane.normal.map((x) => -x) as Vector, offset: -plane.offset } : plane),
    );
  }

  private plane(): { normal: Vector; offset: number } | null {
    if (this.cut === 'off') return null;
    const { everything } = this.viewer;
    const at = Number(this.slider.value);
    if (this.cut !== 'contact') {
      const k = 'xyz'.indexOf(this.cut);
      const normal = [0, 1, 2].map((i) => (i === k ? 1 : 0)) as Vector;
      const half = (everything.max[k] - everything.min[k]) / 2;
      return { normal, offset: center_of(everything)[k] + at * half * 1.001 };
    }
    const f = this.actions.selected();
    if (!f) return null;
    const normal = this.across(f.normal.map(Number));
    const point = f.point_a.map((x, k) => (Number(x) + Number(f.point_b[k])) / 2);
    // Finer near the contact.
    const shift = at * Math.abs(at) * radius_of(everything);
    return { normal, offset: normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] + shift };
  }

  /** Towards the eye, but across the way out: the cut then holds the arrow. */
  private across(way: number[]): Vector {
    const back = this.viewer.camera.axes(this.viewer.camera.destination)[2];
    const d = back[0] * way[0] + back[1] * way[1] + back[2] * way[2];
    const n = back.map((x, k) => x - d * way[k]);
    const length = Math.hypot(n[0], n[1], n[2]);
    return length > 1e-6 ? (n.map((x) => x / length) as Vector) : back;
  }
}
