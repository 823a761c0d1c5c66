// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// A list of any length of which only the visible rows exist. Keys move the current row; screen readers follow it as the active
// descendant of a list box.

import { h } from './dom';

export interface ListOptions<T> {
  label: string;
  row_height: number;
  render: (item: T, index: number) => HTMLElement;
  /** A row was clicked or reached by keys; `pressed`: not merely reached. */
  chosen: (item: T, index: number, pressed: boolean) => void;
}

const spare = 8; // rows above and below those that are seen
const tallest = 15e6; // pixels that every browser scrolls

let lists = 0;

export class VirtualList<T> {
  readonly element: HTMLElement;
  private readonly inner = h('div', { class: 'rows', role: 'presentation' });
  private readonly id = `list-${++lists}`;
  private items: T[] = [];
  private current = -1;
  private asked = false;

  constructor(private readonly options: ListOptions<T>) {
    this.element = h('div', { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': options.label }, this.inner);
    this.element.addEventListener('scroll', () => this.later());
    this.element.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  set(items: T[], current: number): void {
    this.items = items;
    this.current = current;
    this.inner.style.height = `${Math.min(tallest, items.length * this.options.row_height)}px`;
    this.draw();
  }

  /** Marks a row as the current one, and scrolls to it where it is not seen. */
  show(index: number): void {
    this.current = index;
    if (index >= 0) {
      const top = index * this.step;
      const { scrollTop, clientHeight } = this.element;
      const { row_height } = this.options;
      if (top < scrollTop) this.element.scrollTop = top;
      else if (top + row_height > scrollTop + clientHeight) this.element.scrollTop = top + row_height - clientHeight;
    }
    this.draw();
  }

  get length(): number {
    return this.items.length;
  }

  /** Pixels from row to row; less than a row where the list would be too tall to scroll. */
  private get step(): number {
    return Math.min(this.options.row_height, tallest / Math.max(1, this.items.length));
  }

  private later(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private draw(): void {
    const { row_height, render } = this.options;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.step) - spare);
    const last = Math.min(this.items.length, first + Math.ceil(this.element.clientHeight / row_height) + 2 * spare);
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; ++i) {
      const row = render(this.items[i], i);
      row.id = `${this.id}-${i}`;
      row.style.transform = `translateY(${(first * this.step + (i - first) * row_height).toFixed(1)}px)`;
      row.style.height = `${row_height}px`;
      row.setAttribute('role', 'option');
      row.setAttribute('aria-selected', String(i === this.current));
      row.setAttribute('aria-posinset', String(i + 1));
      row.setAttribute('aria-setsize', String(this.items.length));
      row.addEventListener('click', () => this.options.chosen(this.items[i], i, true));
      rows.push(row);
    }
    this.inner.replaceChildren(...rows);
    if (first <= this.current && this.current < last)
      this.element.setAttribute('aria-activedescendant', `${this.id}-${this.current}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.row_height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.items.length,
      End: this.items.length,
      Enter: 0,
      ' ': 0,
    };
    const step = steps[event.key];
    if (step === undefined || this.items.length === 0) return;
    event.preventDefault();
    const next = Math.max(
      0,
      Math.min(this.items.length - 1, this.current < 0 ? (step < 0 ? this.items.length - 1 : 0) : this.current + step),
    );
    this.show(next);
    if (this.items[next] !== undefined) this.options.chosen(this.items[next], next, step === 0);
  }
}
