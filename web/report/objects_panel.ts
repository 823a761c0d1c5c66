// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// All objects: how each is drawn, and how many findings it has.

import { h } from './dom';
import { button_icon } from './icons';
import { matcher } from './query';
import type { Looks } from './looks';
import type { ObjectInfo, Report } from './types';
import { VirtualList } from './virtual_list';

export interface ObjectActions {
  look_at: (object: number) => void;
  findings_of: (name: string) => void;
}

export class ObjectsPanel {
  readonly element: HTMLElement;
  private readonly list: VirtualList<number>;
  private readonly counts = new Map<string, number>();
  private readonly count = h('span', { class: 'count', role: 'status' });
  private text = '';
  private current = -1;

  constructor(
    report: Report,
    private readonly objects: ObjectInfo[],
    private readonly looks: Looks,
    private readonly actions: ObjectActions,
  ) {
    for (const f of report.findings)
      for (const name of new Set([f.a, f.b])) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const search: HTMLInputElement = h('input', {
      type: 'search',
      placeholder: 'Filter by name, * for any text',
      'aria-label': 'Filter objects by name',
      spellcheck: 'false',
      input: () => {
        this.text = search.value;
        this.refresh();
      },
    });
    const listed = (): number[] => this.found();
    const act = (label: string, title: string, change: (object: number[]) => void): HTMLElement =>
      h('button', { type: 'button', title, click: () => change(listed()) }, label);
    this.list = new VirtualList<number>({
      label: 'Objects',
      row_height: 30,
      render: (object) => this.row(object),
      chosen: (object, index) => {
        this.current = index;
        this.list.show(index);
        actions.look_at(object);
      },
    });
    this.element = h(
      'div',
      { class: 'objects' },
      h(
        'div',
        { class: 'filters' },
        h('div', { class: 'line' }, search, this.count),
        h(
          'div',
          { class: 'line' },
          act('Show', 'Show the listed objects', (list) => looks.change(list, 'shown')),
          act('Transparent', 'Make the listed objects transparent', (list) => looks.change(list, 'transparent')),
          act('Hide', 'Hide the listed objects', (list) => looks.change(list, 'hidden')),
          act('Isolate', 'Hide all but the listed objects', (list) => looks.isolate(list)),
          h('button', { type: 'button', title: 'Show all objects', click: () => looks.reset() }, 'Reset'),
        ),
      ),
      this.list.element,
    );
    looks.listen(() => this.list.show(this.current));
    this.refresh();
  }

  show(object: number): void {
    this.current = this.found().indexOf(object);
    this.list.show(this.current);
  }

  private found(): number[] {
    const name = matcher(this.text);
    return this.objects.map((_, i) => i).filter((i) => name(this.objects[i].name));
  }

  private refresh(): void {
    const found = this.found();
    this.current = -1;
    this.count.textContent =
      found.length === this.objects.length ? `${found.length}` : `${found.length} of ${this.objects.length}`;
    this.list.set(found, -1);
  }

  private row(object: number): HTMLElement {
    const { name, nature } = this.objects[object];
    const state = this.looks.of(object);
    const count = this.counts.get(name) ?? 0;
    const button = (label: string | SVGElement, title: string, pressed: boolean, click: () => void): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          title: `${title}: ${name}`,
          'aria-label': `${title}: ${name}`,
          'aria-pressed': String(pressed),
          tabindex: -1,
          click: (event) => {
            event.stopPropagation();
            click();
          },
        },
        label,
      );
    return h(
      'div',
      { class: `row object is-${state}` },
      h('span', { class: 'name', title: `${name}${nature ? `, ${nature}` : ''}` }, h('bdi', {}, name)),
      count > 0 && button(String(count), 'List findings', false, () => this.actions.findings_of(name)),
      button(button_icon('transparent'), 'Transparent', state === 'transparent', () =>
        this.looks.change([object], state === 'transparent' ? 'shown' : 'transparent'),
      ),
      button(button_icon('hide'), 'Hide', state === 'hidden', () =>
        this.looks.change([object], state === 'hidden' ? 'shown' : 'hidden'),
      ),
      button(button_icon('isolate'), 'Isolate', false, () => this.looks.isolate([object])),
    );
  }
}
