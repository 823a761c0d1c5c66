// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Time: a slider over bars of when findings last, playing, and steps from one finding to the next.

import { choice, h } from './dom';
import { button_icon } from './icons';
import type { Words } from './format';
import type { Finding, Report } from './types';

export interface TimelineActions {
  changed: (time: number) => void;
  /** A step reached the beginning of this finding. */
  reached: (finding: number) => void;
}

const lanes = 6;
const lane_height = 5;

interface Bar {
  finding: number;
  begin: number;
  end: number;
  lane: number;
}

export class Timeline {
  readonly element: HTMLElement;
  time: number;
  readonly begin: number;
  readonly end: number;
  private readonly slider: HTMLInputElement;
  private readonly readout = h('output', { class: 'time' });
  private readonly canvas = h('canvas', { class: 'bars', 'aria-hidden': 'true' });
  private readonly button: HTMLButtonElement;
  private bars: Bar[] = [];
  private speed = 1;
  private playing = false;
  private last = 0;
  private selected = -1;

  constructor(
    private readonly report: Report,
    private readonly words: Words,
    private readonly actions: TimelineActions,
  ) {
    const range = report.settings.time!;
    this.begin = range.begin;
    this.end = Math.max(range.end, range.begin);
    this.time = this.begin;
    this.slider = h('input', {
      type: 'range',
      min: this.begin,
      max: this.end,
      step: 'any',
      'aria-label': 'Time',
      input: () => this.set(Number(this.slider.value)),
    });
    this.slider.addEventListener('keydown', (event) => this.key(event));
    this.button = h(
      'button',
      { type: 'button', class: 'play', 'aria-label': 'Play', click: () => this.play(!this.playing) },
      button_icon('play'),
    );
    const step = (icon: 'before' | 'next', title: string, way: number): HTMLElement =>
      h('button', { type: 'button', title, 'aria-label': title, click: () => this.step(way) }, button_icon(icon));
    const per_row = range.unit === 'row';
    this.element = h(
      'div',
      { class: 'timeline', role: 'group', 'aria-label': 'Time' },
      step('before', 'To the finding before', -1),
      this.button,
      step('next', 'To the next finding', 1),
      choice(
        'Speed',
        [
          ['1', per_row ? '1 row/s' : '1×'],
          ['0.1', '0.1×'],
          ['0.25', '¼×'],
          ['2', '2×'],
          ['10', '10×'],
        ],
        (s) => (this.speed = Number(s)),
      ),
      h('div', { class: 'track' }, this.canvas, this.slider),
      this.readout,
    );
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.show();
  }

  /** Bars of these findings, in rows that do not overlap as far as there are rows. */
  set_findings(found: number[]): void {
    const spans = found.flatMap((finding) =>
      this.report.findings[finding].times.map((s) => ({ finding, begin: s.begin, end: s.end, lane: 0 })),
    );
    spans.sort((a, b) => a.begin - b.begin || a.finding - b.finding);
    const ends = new Array<number>(lanes).fill(-Infinity);
    spans.forEach((bar, i) => {
      const free = ends.findIndex((end) => end < bar.begin);
      bar.lane = free >= 0 ? free : i % lanes;
      ends[bar.lane] = Math.max(ends[bar.lane], bar.end);
    });
    this.bars = spans;
    this.draw();
  }

  select(finding: number): void {
    this.selected = finding;
    this.draw();
  }

  set(time: number): void {
    this.time = Math.max(this.begin, Math.min(this.end, time));
    this.show();
    this.actions.changed(this.time);
  }

  play(on: boolean): void {
    this.playing = on && this.end > this.begin;
    this.button.replaceChildren(button_icon(this.playing ? 'pause' : 'play'));
    this.button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    if (!this.playing) return;
    if (this.time >= this.end) this.set(this.begin);
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  toggle(): void {
    this.play(!this.playing);
  }

  private tick(now: number): void {
    if (!this.playing) return;
    const next = this.time + (Math.max(0, now - this.last) / 1000) * this.speed;
    this.last = now;
    this.set(next);
    if (next >= this.end) this.play(false);
    else requestAnimationFrame((later) => this.tick(later));
  }

  /** The nearest worst moment after (or before) now, of the listed findings. */
  step(way: number): void {
    this.play(false);
    const margin = 1e-9 * (this.end - this.begin);
    let best: { time: number; finding: number } | null = null;
    const seen = new Set<number>();
    for (const { finding } of this.bars) {
      if (seen.has(finding)) continue;
      seen.add(finding);
      for (const { worst } of this.report.findings[finding].times) {
        const ahead = way * (worst - this.time);
        if (ahead > margin && (best === null || ahead < way * (best.time - this.time))) best = { time: worst, finding };
      }
    }
    if (!best) return;
    this.actions.reached(best.finding);
    this.set(best.time);
  }

  private key(event: KeyboardEvent): void {
    const frame = 1 / (this.report.settings.time?.fps || 30);
    const steps: Record<string, number> = {
      ArrowRight: frame,
      ArrowUp: frame,
      ArrowLeft: -frame,
      ArrowDown: -frame,
      PageUp: 10 * frame,
      PageDown: -10 * frame,
    };
    if (steps[event.key] === undefined) return;
    event.preventDefault();
    this.set(this.time + steps[event.key]);
  }

  private show(): void {
    this.slider.value = String(this.time);
    const text = this.words.time(this.time);
    this.slider.setAttribute('aria-valuetext', text);
    this.readout.textContent =
      this.report.settings.time?.unit === 'row' ? `row ${this.time.toFixed(2)}` : `${this.time.toFixed(2)} s`;
    this.readout.title = text;
  }

  /** Bars are drawn, not made of elements: there may be many thousands. */
  draw(): void {
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const context = canvas.getContext('2d');
    if (!context || width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const colors = new Map<string, string>();
    const color = (name: string): string => {
      let found = colors.get(name);
      if (!found) colors.set(name, (found = style.getPropertyValue(name).trim()));
      return found;
    };
    const x = (time: number): number => 8 + ((width - 16) * (time - this.begin)) / (this.end - this.begin || 1);
    const y = (lane: number): number => height - (lane + 1) * (lane_height + 1);
    const faint = this.selected >= 0;
    for (const selected of [false, true])
      for (const bar of this.bars) {
        if ((bar.finding === this.selected) !== selected) continue;
        const f: Finding = this.report.findings[bar.finding];
        context.globalAlpha = faint && !selected ? 0.45 : 1;
        context.fillStyle = color(`--${f.kind}`);
        const left = x(bar.begin);
        context.fillRect(left, y(bar.lane), Math.max(2, x(bar.end) - left), lane_height);
        if (!selected) continue;
        context.fillStyle = color('--text');
        for (const span of f.times)
          if (span.begin === bar.begin) context.fillRect(x(span.worst) - 1, y(bar.lane) - 2, 2, lane_height + 4);
      }
  }
}
