// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Elements from code. Text goes in as text, never as markup: names from files are inert.

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false) element.setAttribute(key, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
}

/** An element. Attributes that are functions are listeners, named as their event. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, attributes, children);
  return element;
}

/** A button that stays pressed; `set` shows a state that came from elsewhere. */
export function toggle(
  label: string,
  pressed: boolean,
  change: (pressed: boolean) => void,
  attributes: Attributes = {},
): { element: HTMLButtonElement; set: (pressed: boolean) => void } {
  const set = (on: boolean): void => element.setAttribute('aria-pressed', String(on));
  const element = h(
    'button',
    {
      type: 'button',
      ...attributes,
      click: () => {
        const on = element.getAttribute('aria-pressed') !== 'true';
        set(on);
        change(on);
      },
    },
    label,
  );
  set(pressed);
  return { element, set };
}

export function choice(label: string, options: [string, string][], change: (value: string) => void): HTMLSelectElement {
  const select = h(
    'select',
    { 'aria-label': label, title: label, change: () => change(select.value) },
    ...options.map(([value, text]) => h('option', { value }, text)),
  );
  return select;
}

/** Puts text on the clipboard, and says so on the button for a moment. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers keep the clipboard from files.
    const area = h('textarea', { class: 'offscreen' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  const before = button.dataset.label ?? button.textContent ?? '';
  button.dataset.label = before;
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = before), 1200);
}
