// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Which findings are listed, and in which order.

import { amount } from './format';
import type { Finding, Kind } from './types';

export type Sorting = 'report' | 'value' | 'time' | 'name';

export interface Query {
  text: string;
  /** Kinds left out. */
  without: Set<Kind>;
  least: number | null;
  most: number | null;
  only_new: boolean;
  /** Only what lasts at this moment. */
  at: number | null;
  sorting: Sorting;
  grouped: boolean;
  /** Groups whose findings are folded away, by name. */
  folded: Set<string>;
}

export const make_query = (): Query => ({
  text: '',
  without: new Set(),
  least: null,
  most: null,
  only_new: false,
  at: null,
  sorting: 'report',
  grouped: false,
  folded: new Set(),
});

/** A line of the list: a finding, or the head of a group. */
export type Line = { finding: number; group: string } | { head: string; count: number };

/** `*` is any text, `?` one character; without them, any name that contains the text. Upper case is lower case. */
export function matcher(text: string): (name: string) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  if (!/[*?]/.test(wanted)) return (name) => name.toLowerCase().includes(wanted);
  const pattern = wanted
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  const expression = new RegExp(`^${pattern}$`, 's');
  return (name) => expression.test(name.toLowerCase());
}

export function matches(f: Finding, q: Query, name: (name: string) => boolean): boolean {
  if (q.without.has(f.kind) || (q.only_new && f.known)) return false;
  if (!name(f.a) && !name(f.b)) return false;
  const value = amount(f);
  if (q.least !== null && value < q.least) return false;
  if (q.most !== null && value > q.most) return false;
  return q.at === null || f.times.length === 0 || f.times.some((s) => s.begin <= q.at! && q.at! <= s.end);
}

/** Numbers of the findings that match, sorted; `findings` are in the report's order. */
export function select(findings: Finding[], q: Query): number[] {
  const name = matcher(q.text);
  const found: number[] = [];
  for (let i = 0; i < findings.length; ++i) if (matches(findings[i], q, name)) found.push(i);
  if (q.sorting === 'report') return found;
  const compare = { value: by_value, time: by_time, name: by_name }[q.sorting];
  return found.sort((i, j) => compare(findings[i], findings[j]) || i - j);
}

/** The deepest first, then the nearest. */
function by_value(f: Finding, g: Finding): number {
  const apart = Number(f.kind === 'clearance') - Number(g.kind === 'clearance');
  return apart || (f.kind === 'clearance' ? amount(f) - amount(g) : amount(g) - amount(f));
}

const by_time = (f: Finding, g: Finding): number => (f.times[0]?.begin ?? 0) - (g.times[0]?.begin ?? 0);
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const by_name = (f: Finding, g: Finding): number => order(f.a, g.a) || order(f.b, g.b);

/** Lines of the list. Grouped, a finding stands under both of its objects; those with most findings come first. */
export function lines(findings: Finding[], found: number[], q: Query): Line[] {
  if (!q.grouped) return found.map((finding) => ({ finding, group: '' }));
  const groups = new Map<string, number[]>();
  for (const i of found)
    for (const object of new Set([findings[i].a, findings[i].b])) {
      const group = groups.get(object);
      if (group) group.push(i);
      else groups.set(object, [i]);
    }
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length || order(a[0], b[0]));
  return sorted.flatMap(([head, members]) => [
    { head, count: members.length },
    ...(q.folded.has(head) ? [] : members.map((finding) => ({ finding, group: head }))),
  ]);
}
