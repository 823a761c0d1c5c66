// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Summary of a check: of which files, how, and how far to trust it.

import { copy, h } from './dom';
import { digits, type Words } from './format';
import type { FileRead, Report, ViewInfo } from './types';

type Fact = [string, Node | string | false];

const facts = (title: string, rows: Fact[]): HTMLElement =>
  h(
    'section',
    {},
    h('h2', {}, title),
    h(
      'dl',
      {},
      ...rows
        .filter(([, value]) => value !== false)
        .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export function summary(report: Report, view: ViewInfo | null, words: Words): HTMLElement {
  return h(
    'div',
    { class: 'summary' },
    result(report),
    view && command(view),
    checked(report, view),
    settings(report, words),
    ...report.files.map((file) => file_facts(file)),
    view ? omitted(view) : null,
    about(report, view),
  );
}

function result(report: Report): HTMLElement {
  const notes: string[] = [];
  if (report.outcome !== 'complete')
    notes.push(
      report.outcome === 'limit'
        ? 'A limit ended the check early.'
        : 'The check was cancelled: not all pairs were looked at.',
    );
  if (report.partial)
    notes.push('Some input could not be read, or the work was not finished: what is missing was not checked.');
  if (report.settings.time && !report.settings.time.whole)
    notes.push('The time that was checked does not show all of the animation.');
  if (report.robot && report.robot.out_of_limits > 0)
    notes.push(`${plural(report.robot.out_of_limits, 'joint value is', 'joint values are')} outside of the limits.`);
  if (report.robot?.error) notes.push(`Joint values: ${report.robot.error}`);
  return h(
    'section',
    {},
    h('h2', {}, 'Result'),
    ...notes.map((note) => h('p', { class: 'warning' }, note)),
    h(
      'p',
      {},
      report.findings.length === 0
        ? 'Nothing was found.'
        : `${plural(report.findings.length, 'finding', 'findings')}, ${report.counts.new.toLocaleString('en')} of them new, ${report.counts.uncertain.toLocaleString('en')} uncertain.`,
    ),
  );
}

function command(view: ViewInfo): HTMLElement {
  const button = h('button', { type: 'button', click: () => void copy(view.command, button) }, 'Copy');
  return h('section', {}, h('h2', {}, 'Command'), h('div', { class: 'command' }, h('code', {}, view.command), button));
}

function checked(report: Report, view: ViewInfo | null): HTMLElement {
  const natures = new Map<string, number>();
  let primitives = 0;
  for (const object of view?.objects ?? []) {
    if (object.nature) natures.set(object.nature, (natures.get(object.nature) ?? 0) + 1);
    primitives += object.primitives ?? 0;
  }
  return facts('Checked', [
    ['Objects', report.objects.toLocaleString('en')],
    [
      'Taken as',
      natures.size > 0 && [...natures].map(([nature, count]) => `${count.toLocaleString('en')} ${nature}`).join(', '),
    ],
    ['Primitives', primitives > 0 && primitives.toLocaleString('en')],
    [
      'Pairs',
      `${report.pairs.all.toLocaleString('en')}; ${report.pairs.ruled_out.toLocaleString('en')} ruled out by rules, ${report.pairs.near.toLocaleString('en')} near`,
    ],
    ['Robot', report.robot ? `${report.robot.states}, ${plural(report.robot.rows, 'row', 'rows')}` : false],
    ['Time taken', view ? `${digits(view.seconds, 3)} s` : false],
  ]);
}

function settings(report: Report, words: Words): HTMLElement {
  const s = report.settings;
  const { unit } = report;
  return facts('Settings', [
    ['Clearance', s.clearance > 0 ? words.length(s.clearance) : 'none asked for'],
    [
      'Tolerance',
      s.tolerance === null ? 'for each pair: what the digits of its files resolve' : words.length(s.tolerance),
    ],
    ['Touching', s.touching ? 'reported' : 'left out'],
    ['Closed meshes', s.surface ? 'surfaces' : 'solids'],
    [
      'Time',
      s.time
        ? `${words.time(s.time.begin)} to ${words.time(s.time.end)}, ${s.time.between_frames ? 'without gaps' : 'at frames only'}, ${s.time.fps} samples per ${s.time.unit === 'row' ? 'row' : 'second'} of what deforms`
        : 'nothing moves',
    ],
    [
      'Coordinates',
      `${unit.metres > 0 ? unit.name : `unit not known${unit.name ? ` (${unit.name})` : ''}`}, +${report.up} up`,
    ],
  ]);
}

function file_facts(file: FileRead): HTMLElement {
  const section = facts(file.path, [
    ['Format', `${file.format}, read ${file.read === 'complete' ? 'completely' : 'in part'}`],
    ['Objects', String(file.objects)],
    ['Scale', file.scale !== 1 && `${digits(file.scale)} world lengths per length of the file`],
    ['Unit', file.unit_assumed && 'assumed: the file does not say'],
    ['Axes', file.turned && 'turned to the up axis of the world'],
    [
      'Excluded',
      file.excluded > 0 && `${plural(file.excluded, 'shape is', 'shapes are')} taken out of collisions by the file`,
    ],
    ['Unusable', file.unusable > 0 && plural(file.unusable, 'shape', 'shapes')],
  ]);
  section.classList.add('file');
  if (file.warnings.length > 0)
    section.append(
      h(
        'ul',
        { class: 'warnings' },
        ...file.warnings
          .slice(0, 500)
          .map((w) =>
            h(
              'li',
              { class: w.loss ? 'loss' : '' },
              w.text,
              w.count > 1 && ` (${w.count} times)`,
              w.line > 0 && h('small', {}, ` ${w.file}:${w.line}:${w.column}`),
            ),
          ),
      ),
    );
  return section;
}

function omitted(view: ViewInfo): HTMLElement | null {
  const list = view.omitted ?? [];
  if (list.length === 0) return null;
  return h(
    'section',
    {},
    h('h2', {}, 'Not drawn'),
    h('ul', { class: 'warnings' }, ...list.map((text) => h('li', {}, String(text)))),
  );
}

function about(report: Report, view: ViewInfo | null): HTMLElement {
  return facts('About', [
    ['Program', view?.program ?? report.program],
    ['Numbers', 'Depths and distances come with bounds; a depth is a translation that was verified to part the two.'],
    [
      'Keys',
      '↑ ↓ walk through findings; Space plays; F shows all, C the contact; X cuts through it; Esc ends the selection. In the view: arrows turn, Shift and arrows shift, + and − zoom.',
    ],
  ]);
}
