// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Light or dark: as the system has it, until people choose.

import { h } from './dom';

export type ThemeName = 'light' | 'dark';

export class ThemeSwitch {
  readonly element: HTMLButtonElement;
  private chosen: ThemeName | null = null;
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor(private readonly changed: (theme: ThemeName) => void) {
    this.element = h('button', {
      type: 'button',
      class: 'theme',
      click: () => {
        this.chosen = this.theme === 'dark' ? 'light' : 'dark';
        this.apply();
      },
    });
    this.system.addEventListener('change', () => this.apply());
  }

  get theme(): ThemeName {
    return this.chosen ?? (this.system.matches ? 'dark' : 'light');
  }

  apply(): void {
    const { theme } = this;
    document.documentElement.dataset.theme = theme;
    const other = theme === 'dark' ? 'light' : 'dark';
    this.element.textContent = theme === 'dark' ? '☀ Light' : '☾ Dark';
    this.element.setAttribute('aria-label', `Switch to ${other} colours`);
    this.changed(theme);
  }
}
