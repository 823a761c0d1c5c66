// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// On paper: a picture of the view as it is, the summary, and a table of the listed findings.

import { h } from './dom';
import { kind_names, type Words } from './format';
import type { Report } from './types';

const most = 2000; // rows on paper

export function prepare_print(
  place: HTMLElement,
  report: Report,
  words: Words,
  found: number[],
  view: { picture: string; marks: Element } | null,
): void {
  const moves = report.settings.time !== null;
  const rows = found.slice(0, most).map((i) => {
    const f = report.findings[i];
    return h(
      'tr',
      {},
      h('td', {}, String(i + 1)),
      h('td', {}, kind_names[f.kind] + (f.certain ? '' : ' ?')),
      h('td', {}, f.a),
      h('td', {}, f.b),
      h('td', {}, words.value(f)),
      moves && h('td', {}, f.worst === null ? '' : words.time(f.worst)),
      moves && h('td', {}, words.when(f)),
      h('td', {}, words.vector(f.point_a)),
    );
  });
  const heads = ['#', 'Kind', 'Object A', 'Object B', 'Depth or gap', ...(moves ? ['Worst at', 'Lasts'] : []), 'At'];
  place.replaceChildren(
    ...(view
      ? [h('div', { class: 'figure' }, h('img', { src: view.picture, alt: 'View of the scene' }), view.marks)]
      : []),
    h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', {}, head)))), h('tbody', {}, ...rows)),
    ...(found.length > most ? [h('p', {}, `and ${found.length - most} more`)] : []),
  );
}
