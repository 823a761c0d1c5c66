// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The selected finding in words and numbers.

import { copy, h } from './dom';
import { kind_names, type Words } from './format';
import { button_icon, kind_icon } from './icons';
import type { Finding } from './types';

export interface DetailActions {
  step: (step: number) => void;
  link: () => string;
  to_time: (time: number) => void;
  close: () => void;
}

export class Detail {
  readonly element = h('section', { class: 'detail', 'aria-label': 'Selected finding', hidden: true });

  constructor(
    private readonly words: Words,
    private readonly actions: DetailActions,
  ) {}

  show(f: Finding | null, number: number): void {
    this.element.hidden = f === null;
    if (!f) return;
    const { words, actions } = this;
    const button = (label: string | SVGElement, title: string, click: () => void): HTMLButtonElement =>
      h('button', { type: 'button', title, 'aria-label': title, click }, label);
    const copy_text = button('Copy', 'Copy this finding as text', () => void copy(words.text(f, number), copy_text));
    const copy_link = button(
      'Link',
      'Copy a link to this finding, time and view',
      () => void copy(actions.link(), copy_link),
    );
    this.element.replaceChildren(
      h(
        'header',
        {},
        kind_icon(f.kind),
        h('h2', {}, `${kind_names[f.kind]} ${f.kind === 'duplicate' || f.kind === 'touching' ? '' : words.value(f)}`),
        h('span', { class: 'number' }, `#${number}`),
        h(
          'span',
          { class: 'buttons' },
          button(button_icon('up'), 'Finding before', () => actions.step(-1)),
          button(button_icon('down'), 'Next finding', () => actions.step(1)),
          button(button_icon('close'), 'Close: show all', actions.close),
        ),
      ),
      h(
        'div',
        { class: 'pair' },
        h('span', { class: 'swatch first' }, 'A'),
        h('bdi', {}, f.a),
        copy_text,
        h('span', { class: 'swatch second' }, 'B'),
        h('bdi', {}, f.b),
        copy_link,
      ),
      h(
        'p',
        {},
        words.sentence(f),
        !f.certain && ' The bounds leave a milder kind as well.',
        f.known && ' The baseline has it.',
      ),
      this.facts(f),
    );
  }

  private facts(f: Finding): HTMLElement {
    const { words } = this;
    const rows: [string, Node | string][] = [];
    if (f.worst !== null) rows.push(['Worst at', this.time(f.worst)]);
    if (f.times.length > 0)
      rows.push([
        'Lasts',
        h(
          'span',
          { class: 'spans' },
          ...f.times
            .slice(0, 20)
            .map((s) => h('span', {}, this.time(s.begin), ' to ', this.time(s.end), s.certain ? '' : ' ?')),
          f.times.length > 20 && `and ${f.times.length - 20} more`,
        ),
      ]);
    rows.push(
      ['Separation', words.range(f)],
      ['Normal', words.vector(f.normal, 4)],
      ['On A', words.vector(f.point_a)],
      ['On B', words.vector(f.point_b)],
      ['Tolerance', words.length(f.tolerance)],
    );
    if (f.intersecting > 0)
      rows.push(['Meeting pieces', `${f.intersecting} ${f.intersecting === 1 ? 'pair' : 'pairs'}`]);
    return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
  }

  private time(time: number): HTMLElement {
    return h(
      'button',
      { type: 'button', class: 'as-link', title: 'Go to this time', click: () => this.actions.to_time(time) },
      this.words.time(time),
    );
  }
}
