// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The bar at the top: which files, how many findings, and whether that is all.

import { h } from './dom';
import type { Report } from './types';

export function header(report: Report, show_summary: () => void, theme: HTMLElement): HTMLElement {
  const names = report.files.map((f) => f.path.replace(/^.*[/\\]/, '')).join(', ');
  const incomplete = report.partial || report.outcome !== 'complete';
  const count = report.findings.length;
  const found = `${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}`;
  return h(
    'header',
    { class: 'bar' },
    h('h1', {}, h('span', { class: 'brand' }, 'Graze'), ' ', h('bdi', {}, names)),
    h(
      'span',
      { class: 'verdict' },
      count === 0 ? 'Nothing found' : `${found} among ${report.objects.toLocaleString('en')} objects`,
    ),
    incomplete && h('button', { type: 'button', class: 'incomplete', click: show_summary }, 'Incomplete: see summary'),
    h('span', { class: 'space' }),
    theme,
    h('button', { type: 'button', click: () => window.print() }, 'Print'),
  );
}
