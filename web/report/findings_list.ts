// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The list of findings with its filters.

import { choice, copy, h, toggle } from './dom';
import { kind_names, type Words } from './format';
import { kind_icon } from './icons';
import { lines, make_query, select, type Line, type Query, type Sorting } from './query';
import { kinds, type Report } from './types';
import { VirtualList } from './virtual_list';

export class FindingsList {
  readonly element: HTMLElement;
  readonly query: Query = make_query();
  /** Numbers of the findings that are listed, in order. */
  found: number[] = [];
  private shown: Line[] = [];
  private selected = -1;
  private selected_line = -1;
  private waiting = false;
  private readonly list: VirtualList<Line>;
  private readonly count = h('span', { class: 'count', role: 'status', 'aria-live': 'polite' });
  private readonly search: HTMLInputElement;
  private readonly now: HTMLButtonElement | null = null;

  constructor(
    private readonly report: Report,
    private readonly words: Words,
    private readonly chosen: (finding: number) => void,
    private readonly filtered: () => void,
    private readonly time: () => number,
  ) {
    this.search = h('input', {
      type: 'search',
      placeholder: 'Filter by name, * for any text',
      'aria-label': 'Filter by name',
      spellcheck: 'false',
      input: () => {
        this.query.text = this.search.value;
        this.refresh();
      },
    });
    this.list = new VirtualList<Line>({
      label: 'Findings',
      row_height: 46,
      render: (line) => this.row(line),
      chosen: (line, index, pressed) => {
        if ('head' in line) {
          if (pressed) this.fold(line.head, index);
        } else {
          this.selected_line = index;
          this.chosen(line.finding);
        }
      },
    });
    if (report.settings.time)
      this.now = toggle('Now', false, (on) => this.change(() => (this.query.at = on ? this.time() : null)), {
        title: 'Only what lasts at the time shown',
      }).element;
    this.element = h('div', { class: 'findings' }, this.filters(), this.list.element);
    this.refresh();
  }

  focus(): void {
    this.list.element.focus();
  }

  /** The filter by name, also from elsewhere. */
  filter_name(text: string): void {
    this.search.value = text;
    this.change(() => (this.query.text = text));
  }

  /** While time runs, the list follows some times a second. */
  time_changed(): void {
    if (this.query.at === null || this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      if (this.query.at === null || this.query.at === this.time()) return;
      this.query.at = this.time();
      this.refresh();
    }, 150);
  }

  show(finding: number): void {
    this.selected = finding;
    const line = this.shown[this.selected_line];
    if (!line || !('finding' in line) || line.finding !== finding)
      this.selected_line = this.shown.findIndex((l) => 'finding' in l && l.finding === finding);
    this.list.show(this.selected_line);
  }

  /** The listed finding `step` places from the selected one; -1: none. */
  neighbour(step: number): number {
    const i = this.found.indexOf(this.selected);
    if (i < 0) return this.found[0] ?? -1;
    return this.found[i + step] ?? -1;
  }

  refresh(): void {
    const { findings } = this.report;
    this.found = select(findings, this.query);
    this.shown = lines(findings, this.found, this.query);
    const all = findings.length;
    this.count.textContent =
      this.found.length === all ? `${all} ${all === 1 ? 'finding' : 'findings'}` : `${this.found.length} of ${all}`;
    this.element.classList.toggle('is-empty', this.found.length === 0);
    this.selected_line = this.shown.findIndex((l) => 'finding' in l && l.finding === this.selected);
    this.list.set(this.shown, this.selected_line);
    this.filtered();
  }

  private change(set: () => void): void {
    set();
    this.refresh();
  }

  private fold(name: string, index: number): void {
    const { folded } = this.query;
    if (!folded.delete(name)) folded.add(name);
    this.refresh();
    this.list.show(index);
  }

  private filters(): HTMLElement {
    const { counts, settings } = this.report;
    const chips = kinds
      .filter((kind) => counts[kind] > 0 || this.report.findings.some((f) => f.kind === kind))
      .map((kind) => {
        const chip = toggle(
          '',
          true,
          (on) => this.change(() => (on ? this.query.without.delete(kind) : this.query.without.add(kind))),
          { class: 'chip', title: `Show ${kind_names[kind].toLowerCase()}` },
        ).element;
        chip.append(kind_icon(kind), ` ${kind_names[kind]} `, h('b', {}, String(counts[kind])));
        return chip;
      });
    const bound = (label: string, set: (value: number | null) => void): HTMLInputElement => {
      const input: HTMLInputElement = h('input', {
        type: 'text',
        class: 'bound',
        placeholder: label,
        'aria-label': `Value ${label}`,
        title: `Depth or distance ${label} this, for example 2 mm`,
        input: () => {
          const value = this.words.parse_length(input.value);
          input.setAttribute('aria-invalid', String(input.value.trim() !== '' && value === null));
          this.change(() => set(value));
        },
      });
      return input;
    };
    const sortings: [Sorting, string][] = [
      ['report', 'Worst first'],
      ['value', 'By depth, gap'],
      ['time', 'By time'],
      ['name', 'By name'],
    ];
    const copy_all = h(
      'button',
      { type: 'button', title: 'Copy the listed findings as text', click: () => void copy(this.as_text(), copy_all) },
      'Copy',
    );
    const values = h(
      'div',
      { class: 'line', hidden: true },
      'Depth or gap',
      bound('at least', (v) => (this.query.least = v)),
      bound('at most', (v) => (this.query.most = v)),
    );
    return h(
      'div',
      { class: 'filters' },
      h('div', { class: 'line' }, this.search, this.count),
      chips.length > 0 && h('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds' }, ...chips),
      h(
        'div',
        { class: 'line' },
        choice(
          'Order',
          sortings.filter(([s]) => s !== 'time' || settings.time !== null),
          (s) => this.change(() => (this.query.sorting = s as Sorting)),
        ),
        toggle('Group', false, (on) => this.change(() => (this.query.grouped = on)), { title: 'Group by object' })
          .element,
        toggle('Value', false, (on) => (values.hidden = !on), { title: 'Filter by depth or gap' }).element,
        this.now,
        this.report.findings.some((f) => f.known) &&
          toggle('New', false, (on) => this.change(() => (this.query.only_new = on)), {
            title: 'Only what the baseline does not have',
          }).element,
        h('span', { class: 'space' }),
        copy_all,
      ),
      values,
    );
  }

  private as_text(): string {
    return this.found.map((i) => this.words.text(this.report.findings[i], i + 1)).join('\n\n');
  }

  private row(line: Line): HTMLElement {
    if ('head' in line)
      return h(
        'div',
        { class: 'row head', 'aria-expanded': String(!this.query.folded.has(line.head)) },
        h('span', { class: 'fold', 'aria-hidden': 'true' }, this.query.folded.has(line.head) ? '▸' : '▾'),
        h('span', { class: 'name', title: line.head }, line.head),
        h('span', { class: 'value' }, String(line.count)),
      );
    const f = this.report.findings[line.finding];
    const when = this.words.when(f);
    const row = h(
      'div',
      { class: `row kind-${f.kind}` },
      kind_icon(f.kind),
      h(
        'span',
        { class: 'pair' },
        h('span', { class: 'name', title: f.a }, h('bdi', {}, f.a)),
        h('span', { class: 'name', title: f.b }, h('bdi', {}, f.b)),
      ),
      h(
        'span',
        { class: 'value' },
        this.words.value(f) + (f.certain ? '' : ' ?'),
        h('small', {}, when || (f.known ? 'known' : '')),
      ),
    );
    row.setAttribute(
      'aria-label',
      `${kind_names[f.kind]}, ${f.a} and ${f.b}, ${this.words.value(f)}${when ? `, ${when}` : ''}`,
    );
    row.dataset.finding = String(line.finding + 1);
    return row;
  }
}
