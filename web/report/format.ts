// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Numbers and findings in words.

import type { Finding, Kind, Report } from './types';

export const kind_names: Record<Kind, string> = {
  duplicate: 'Duplicate',
  containment: 'Containment',
  penetration: 'Penetration',
  touching: 'Touching',
  clearance: 'Clearance',
};

const prefixes: [number, string][] = [
  [1e3, 'km'],
  [1, 'm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
];

export function digits(value: number, count = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return value.toExponential(count - 1).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(count)));
}

export class Words {
  constructor(private readonly report: Report) {}

  /** A length with a unit that keeps the number short. */
  length(value: number | null): string {
    if (value === null) return 'unknown';
    const { metres, name } = this.report.unit;
    if (!(metres > 0)) return `${digits(value)}${name ? ` ${name}` : ''}`;
    const m = value * metres;
    if (m === 0) return '0';
    const found = prefixes.find(([least]) => Math.abs(m) >= 0.99995 * least);
    const [scale, unit] = found ?? [1, 'm'];
    return `${digits(m / scale)} ${unit}`;
  }

  /** A length as people write it, `2 mm` or `0.5`, in the report's unit; null if it is none. */
  parse_length(text: string): number | null {
    const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(km|m|cm|mm|um|µm|nm|)\s*$/i.exec(text);
    if (!match) return null;
    const scales: Record<string, number> = { km: 1e3, m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6, nm: 1e-9 };
    const unit = match[2].toLowerCase();
    const { metres } = this.report.unit;
    return Number(match[1]) * (unit && metres > 0 ? scales[unit] / metres : 1);
  }

  time(value: number): string {
    const rows = this.report.settings.time?.unit === 'row';
    return rows ? `row ${digits(value, 6)}` : `${digits(value, 5)} s`;
  }

  /** To as many digits of its largest number. */
  vector(v: (number | null)[], count = 6): string {
    const largest = Math.max(...v.map((x) => Math.abs(x ?? 0)));
    const step = largest > 0 ? 10 ** (Math.floor(Math.log10(largest)) + 1 - count) : 1;
    return `(${v.map((x) => (x === null ? '?' : Number((Math.round(x / step) * step).toPrecision(count)) + 0)).join(', ')})`;
  }

  /** Depth of what overlaps, distance of what is apart. */
  value(f: Finding): string {
    if (f.kind === 'duplicate') return 'same place';
    if (f.kind === 'touching') return 'contact';
    return this.length(amount(f));
  }

  when(f: Finding): string {
    if (f.times.length === 0) return '';
    const first = f.times[0];
    const last = f.times[f.times.length - 1];
    const gaps = f.times.length > 1 ? ` in ${f.times.length} spans` : '';
    return first.begin === last.end
      ? this.time(first.begin)
      : `${this.time(first.begin)} to ${this.time(last.end)}${gaps}`;
  }

  /** A finding as a sentence. */
  sentence(f: Finding): string {
    const clearance = this.length(this.report.settings.clearance);
    switch (f.kind) {
      case 'penetration':
        return `They overlap. B is free of A when it moves ${this.length(f.depth)} along the arrow.`;
      case 'touching':
        return `They touch: neither apart nor overlapping by more than the tolerance of ${this.length(f.tolerance)}.`;
      case 'containment':
        return `${f.outer === 'b' ? 'B holds A' : 'A holds B'} inside. The way out, along the arrow, is ${this.length(f.depth)}.`;
      case 'duplicate':
        return `Both fill the same space, within the tolerance of ${this.length(f.tolerance)}.`;
      case 'clearance':
        return `They are ${this.length(amount(f))} apart; ${clearance} were asked for.`;
    }
  }

  /** For people, to paste elsewhere. */
  text(f: Finding, number: number): string {
    const lines = [
      `#${number} ${kind_names[f.kind]}${f.certain ? '' : ' (uncertain)'}: ${this.value(f)}`,
      `A: ${f.a}`,
      `B: ${f.b}`,
      this.sentence(f),
      `Separation: ${this.range(f)}`,
      `Normal, from A to B: ${this.vector(f.normal, 4)}`,
      `At: ${this.vector(f.point_a)} on A, ${this.vector(f.point_b)} on B`,
    ];
    if (f.worst !== null) lines.push(`Worst at ${this.time(f.worst)}; lasts ${this.when(f)}`);
    return lines.join('\n');
  }

  range(f: Finding): string {
    const { lower, upper } = f.separation;
    if (lower === null || upper === null) return `${this.length(lower)} to ${this.length(upper)}`;
    const near = Math.abs(upper - lower) <= 1e-3 * Math.max(Math.abs(lower), Math.abs(upper));
    return near ? this.length(lower) : `${this.length(lower)} to ${this.length(upper)}`;
  }
}

/** Depth of what overlaps, distance of what is apart; never below zero. */
export function amount(f: Finding): number {
  if (f.kind === 'clearance') return Math.max(0, f.separation.lower ?? f.separation.upper ?? 0);
  return f.depth ?? 0;
}
