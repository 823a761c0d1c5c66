// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// A small picture for every kind of finding, so that kinds differ in form and not by colour alone; and those of buttons, which do
// not depend on the fonts of a machine.

import { svg } from './dom';
import type { Kind } from './types';

type Shape = [string, Record<string, number>];

const shapes: Record<Kind, Shape[]> = {
  penetration: [
    ['rect', { x: 1.5, y: 1.5, width: 8, height: 8 }],
    ['rect', { x: 6.5, y: 6.5, width: 8, height: 8 }],
  ],
  touching: [
    ['rect', { x: 1, y: 4, width: 7, height: 8 }],
    ['rect', { x: 8, y: 4, width: 7, height: 8 }],
  ],
  clearance: [
    ['rect', { x: 1, y: 4, width: 4.5, height: 8 }],
    ['rect', { x: 10.5, y: 4, width: 4.5, height: 8 }],
  ],
  containment: [
    ['circle', { cx: 8, cy: 8, r: 6.5 }],
    ['circle', { cx: 9, cy: 8.5, r: 2.5 }],
  ],
  duplicate: [
    ['rect', { x: 2.5, y: 2.5, width: 11, height: 11 }],
    ['rect', { x: 4.5, y: 4.5, width: 7, height: 7 }],
  ],
};

export function kind_icon(kind: Kind): SVGElement {
  return svg(
    'svg',
    { class: `icon kind-${kind}`, viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    ...shapes[kind].map(([tag, attributes], i) => svg(tag, { ...attributes, class: i === 0 ? 'icon-a' : 'icon-b' })),
  );
}

const buttons = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9.5 2.5h3v11h-3z',
  before: 'M3 2.5h2v11H3zM13 2.5v11L5.5 8z',
  next: 'M11 2.5h2v11h-2zM3 2.5v11L10.5 8z',
  up: 'M8 3.5l5.5 6-1.5 1.3L8 6.4l-4 4.4L2.500 9.500z',
  down: 'M8 12.500l5.500-6-1.500-1.300L8 9.600 4 5.200 2.500 6.500z',
  close:
    'M3.500 4.900l1.400-1.400L8 6.600l3.100-3.100 1.400 1.400L9.400 8l3.100 3.100-1.400 1.400L8 9.400l-3.100 3.100-1.400-1.400L6.600 8z',
  hide: 'M8 3.500C4.500 3.500 1.900 6 1 8c.9 2 3.500 4.500 7 4.500s6.100-2.500 7-4.500c-.9-2-3.500-4.500-7-4.500zm0 7.500a3 3 0 110-6 3 3 0 010 6z',
  transparent:
    'M8 1.500a6.500 6.500 0 100 13zM9.500 1.700l1 .3v2h-1zM9.500 6h1.500v1.500H9.500zM12 4h1.300v1.500H12zM12 8h1.500v1.500H12zM9.500 10h1.500v1.500H9.500z',
  isolate:
    'M8 5a3 3 0 100 6 3 3 0 000-6zM1.500 1.500H6V3H3v3H1.500zM10 1.500h4.500V6H13V3h-3zM1.500 10H3v3h3v1.500H1.500zM13 10h1.500v4.500H10V13h3z',
};

export function button_icon(name: keyof typeof buttons): SVGElement {
  return svg(
    'svg',
    { class: 'glyph', viewBox: '0 0 16 16', width: 14, height: 14, 'aria-hidden': 'true' },
    svg('path', { d: buttons[name] }),
  );
}
