// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// How objects are to be drawn: from the selected finding, and from what people asked for each.

import type { Look } from '../viewer/scene';
import type { Finding } from './types';

export type Shown = 'shown' | 'transparent' | 'hidden';
/** Objects beside those of the selected finding. */
export type Others = 'faded' | 'shown' | 'hidden';

export class Looks {
  private readonly asked = new Map<number, Shown>();
  private readonly numbers: Map<string, number>;
  private readonly listeners: (() => void)[] = [];
  others: Others = 'faded';
  private pair: { first: number; second: number; finding: Finding } | null = null;

  constructor(private readonly names: string[]) {
    this.numbers = new Map(names.map((name, i) => [name, i]));
  }

  number_of(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  of(object: number): Shown {
    return this.asked.get(object) ?? 'shown';
  }

  /** Objects of the selected finding that can be drawn. */
  get selected(): number[] {
    return this.pair ? [this.pair.first, this.pair.second].filter((i) => i >= 0) : [];
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  select(finding: Finding | null): void {
    this.pair = finding && { first: this.number_of(finding.a), second: this.number_of(finding.b), finding };
    this.changed();
  }

  change(objects: number[], shown: Shown): void {
    for (const object of objects) {
      if (shown === 'shown') this.asked.delete(object);
      else this.asked.set(object, shown);
    }
    this.changed();
  }

  isolate(objects: number[]): void {
    const kept = new Set(objects);
    this.asked.clear();
    this.names.forEach((_, i) => kept.has(i) || this.asked.set(i, 'hidden'));
    this.changed();
  }

  reset(): void {
    this.asked.clear();
    this.changed();
  }

  set_others(others: Others): void {
    this.others = others;
    this.changed();
  }

  all(): Look[] {
    return this.names.map((_, i) => this.look(i));
  }

  private look(object: number): Look {
    const asked = this.of(object);
    if (asked === 'hidden') return 'hidden';
    const role = this.role(object);
    if (role === null) {
      if (asked === 'transparent') return 'faded';
      return this.pair === null || this.others === 'shown' ? 'plain' : this.others === 'faded' ? 'faded' : 'hidden';
    }
    return asked === 'transparent' || this.must_be_seen_through(role) ? `${role}-faded` : role;
  }

  private role(object: number): 'first' | 'second' | null {
    if (object === this.pair?.first) return 'first';
    return object === this.pair?.second ? 'second' : null;
  }

  /** An object that holds another would hide it; of two in one place, one is a veil over the other. */
  private must_be_seen_through(role: 'first' | 'second'): boolean {
    const { kind, outer } = this.pair!.finding;
    if (kind === 'containment') return role === (outer === 'b' ? 'second' : 'first');
    return kind === 'duplicate' && role === 'second';
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
