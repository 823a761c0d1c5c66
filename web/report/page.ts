// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The page: one selected finding, one time, and every part of the page told of changes of either.

import { no_marks } from '../viewer/scene';
import { Detail } from './detail';
import { h } from './dom';
import { FindingsList } from './findings_list';
import { Words } from './format';
import { marks_of, view_of } from './framing';
import { make_link, parse_link } from './link';
import { header } from './header';
import { Looks } from './looks';
import { ObjectsPanel } from './objects_panel';
import { PickedBar } from './picked_bar';
import { prepare_print } from './print';
import { Stage } from './stage';
import { summary } from './summary';
import { Tabs } from './tabs';
import { ThemeSwitch } from './theme_switch';
import { Timeline } from './timeline';
import { Toolbar } from './toolbar';
import type { Finding, Report, ViewInfo } from './types';

export class Page {
  readonly words: Words;
  readonly looks: Looks;
  readonly stage: Stage;
  readonly theme: ThemeSwitch;
  readonly list: FindingsList;
  readonly tabs: Tabs;
  readonly timeline: Timeline | null;
  selected = -1;
  private readonly detail: Detail;
  private readonly objects: ObjectsPanel | null;
  private readonly legend = h('div', { class: 'legend' });
  private readonly picked: PickedBar;
  private readonly paper = h('div', { class: 'paper' });
  private readonly tools = h('div', { class: 'tools' });
  private toolbar: Toolbar | null = null;
  private marked: Finding | null = null;

  constructor(
    readonly report: Report,
    readonly view: ViewInfo | null,
  ) {
    this.words = new Words(report);
    this.looks = new Looks((view?.objects ?? []).map((o) => o.name));
    this.stage = new Stage(report, view, (object) => this.pick(object));
    this.theme = new ThemeSwitch((theme) => {
      this.stage.set_theme(theme);
      this.timeline?.draw();
    });
    this.timeline =
      report.settings.time === null
        ? null
        : new Timeline(report, this.words, {
            changed: (time) => this.show_time(time),
            reached: (finding) => this.select(finding, { time: null }),
          });
    this.detail = new Detail(this.words, {
      step: (step) => this.step(step),
      link: () => this.link(true),
      to_time: (time) => this.timeline?.set(time),
      close: () => this.select(-1),
    });
    this.list = new FindingsList(
      report,
      this.words,
      (finding) => this.select(finding),
      () => this.filtered(),
      () => this.time,
    );
    const actions = {
      look_at: (object: number) => this.look_at(object),
      findings_of: (name: string) => this.findings_of(name),
    };
    this.picked = new PickedBar(report, this.looks, actions);
    this.objects = view && new ObjectsPanel(report, view.objects, this.looks, actions);
    this.tabs = new Tabs([
      ['findings', 'Findings', h('div', { class: 'stack' }, this.list.element, this.detail.element)],
      ...(this.objects ? [['objects', 'Objects', this.objects.element] as [string, string, HTMLElement]] : []),
      ['summary', 'Summary', summary(report, view, this.words)],
    ]);
    this.looks.listen(() => this.stage.viewer?.set_looks(this.looks.all()));
    this.build();
  }

  get time(): number {
    return this.timeline?.time ?? this.view?.moment ?? 0;
  }

  /** Opens the 3D view, then what the address asks for, or the worst finding. */
  async start(): Promise<void> {
    this.theme.apply();
    this.filtered();
    await this.stage.open(this.theme.theme);
    const { viewer } = this.stage;
    if (viewer) {
      this.toolbar = new Toolbar(viewer, this.looks, {
        fit_contact: () => this.fit_contact(),
        selected: () => this.finding,
      });
      this.tools.append(this.toolbar.element);
      this.stage.element.append(this.toolbar.panel, this.legend, this.picked.element);
      viewer.set_looks(this.looks.all());
    }
    this.timeline?.set(this.timeline.time);
    this.follow_link(true);
    window.addEventListener('hashchange', () => this.follow_link(false));
    window.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('beforeprint', () => this.print());
  }

  get finding(): Finding | null {
    return this.report.findings[this.selected] ?? null;
  }

  /** Selects a finding (-1: none) and shows it at its worst moment, or at `time` (null: now), from `view`. */
  select(finding: number, options: { time?: number | null; flying?: boolean; view?: boolean } = {}): void {
    this.selected = this.report.findings[finding] ? finding : -1;
    const f = this.finding;
    this.picked.hide();
    this.looks.select(f);
    this.list.show(this.selected);
    this.detail.show(f, this.selected + 1);
    if (f) this.list.show(this.selected); // the list is lower now
    this.timeline?.select(this.selected);
    const time = options.time === undefined ? (f?.worst ?? null) : options.time;
    if (time !== null) this.timeline?.set(time);
    this.show_legend(f);
    const { viewer } = this.stage;
    if (viewer) {
      this.show_marks();
      if (options.view !== false) {
        if (f) viewer.go(view_of(f, viewer, this.looks.selected), options.flying);
        else viewer.go(viewer.view_of(viewer.everything), options.flying);
      }
    }
    this.toolbar?.update();
    this.show_link(f ? this.link(false) : location.pathname + location.search);
  }

  /** In the address, where the browser lets a file do that, and as often. */
  private show_link(link: string): void {
    try {
      history.replaceState(null, '', link);
    } catch {
      // The Link button works all the same.
    }
  }

  /** Link to what is selected; `whole`: with the time and the view. */
  link(whole: boolean): string {
    const { viewer } = this.stage;
    const time = whole && this.timeline ? this.time : null;
    const hash = make_link({
      finding: this.selected + 1,
      time,
      view: whole && viewer ? viewer.camera.destination : null,
    });
    return whole ? location.href.replace(/#.*$/, '') + hash : hash;
  }

  private follow_link(first: boolean): void {
    const place = parse_link(location.hash);
    if (!first && place.finding === 0) return;
    const wanted = place.finding > 0 ? place.finding - 1 : (this.list.found[0] ?? -1);
    const known = this.report.findings[wanted] ? wanted : -1;
    this.select(known, { flying: !first, ...(place.time === null ? {} : { time: place.time }) });
    if (place.view) this.stage.viewer?.go(place.view, !first);
  }

  /** The listed finding before or after the selected one. */
  step(step: number): void {
    const next = this.list.neighbour(step);
    if (next >= 0) this.select(next);
  }

  private show_time(time: number): void {
    const { viewer } = this.stage;
    viewer?.set_time(time);
    this.list.time_changed();
    this.show_marks();
  }

  /** Marks are those of the worst moment: at other times they would point at nothing. */
  private show_marks(): void {
    const f = this.finding;
    const moment = f?.worst ?? null;
    const near = this.timeline ? 1e-6 * (this.timeline.end - this.timeline.begin) : 0;
    const wanted = f && (moment === null || Math.abs(this.time - moment) <= near) ? f : null;
    if (wanted === this.marked) return;
    this.marked = wanted;
    this.stage.viewer?.set_marks(
      wanted ? marks_of(wanted, this.words, this.stage.curves.get(this.selected) ?? null) : no_marks,
    );
  }

  private filtered(): void {
    this.timeline?.set_findings(this.list?.found ?? []);
  }

  private fit_contact(): void {
    const { viewer } = this.stage;
    if (viewer && this.finding) viewer.go(view_of(this.finding, viewer, this.looks.selected));
  }

  private look_at(object: number): void {
    const { viewer } = this.stage;
    if (viewer) viewer.go(viewer.view_of(viewer.box_of([object])));
  }

  private findings_of(name: string): void {
    this.tabs.show('findings');
    this.list.filter_name(name);
  }

  private show_legend(f: Finding | null): void {
    this.legend.hidden = f === null;
    if (!f) return;
    this.legend.replaceChildren(
      h('span', { class: 'swatch first' }, 'A'),
      h('bdi', { title: f.a }, f.a),
      h('span', { class: 'swatch second' }, 'B'),
      h('bdi', { title: f.b }, f.b),
    );
  }

  /** A click in the view: says what is there and what can be done with it. */
  private pick(object: number): void {
    const info = this.view?.objects[object];
    if (!info) return this.picked.hide();
    this.picked.show(object, info);
    return this.objects?.show(object);
  }

  private key(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : document.body;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input, select, textarea')
    )
      return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      j: () => this.step(1),
      k: () => this.step(-1),
      f: () => this.toolbar?.fit_all(),
      c: () => this.fit_contact(),
      x: () => this.toolbar?.toggle_cut(),
      Escape: () => this.select(-1),
    };
    if (!target.closest('button')) actions[' '] = () => this.timeline?.toggle();
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private print(): void {
    prepare_print(this.paper, this.report, this.words, this.list.found, this.stage.viewer?.snapshot() ?? null);
  }

  private build(): void {
    document.body.append(
      header(this.report, () => this.tabs.show('summary'), this.theme.element),
      h(
        'main',
        {},
        this.tabs.element,
        h(
          'section',
          { class: 'stage', 'aria-label': 'View' },
          this.tools,
          this.stage.element,
          this.timeline?.element ?? null,
        ),
      ),
      this.paper,
    );
  }
}
