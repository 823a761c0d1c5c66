// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Panels of which one is seen, as tabs.

import { h } from './dom';

export class Tabs {
  readonly element: HTMLElement;
  private readonly tabs: { name: string; tab: HTMLElement; panel: HTMLElement }[];

  constructor(panels: [string, string, HTMLElement][]) {
    this.tabs = panels.map(([name, label, content]) => {
      const panel = h(
        'div',
        { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, class: `panel panel-${name}` },
        content,
      );
      const tab = h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-controls': `panel-${name}`,
          click: () => this.show(name),
          keydown: (event) => this.key(event as KeyboardEvent),
        },
        label,
      );
      return { name, tab, panel };
    });
    this.element = h(
      'div',
      { class: 'side' },
      h('div', { role: 'tablist', class: 'tabs' }, ...this.tabs.map((t) => t.tab)),
      ...this.tabs.map((t) => t.panel),
    );
    this.show(panels[0][0]);
  }

  show(name: string): void {
    for (const t of this.tabs) {
      const on = t.name === name;
      t.panel.hidden = !on;
      t.tab.setAttribute('aria-selected', String(on));
      t.tab.tabIndex = on ? 0 : -1;
    }
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = this.tabs.findIndex((t) => t.tab === event.target);
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    this.show(next.name);
    next.tab.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
