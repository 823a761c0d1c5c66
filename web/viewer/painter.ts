// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// From the look of an object to the way in which it is drawn, and to the colours of its rows.

import type { Way } from './batches';
import type { RowTable } from './rows';
import type { Look, SceneObject } from './scene';
import { plain_color, type Theme } from './theme';

export const way_of: Record<Look, Way> = {
  plain: 'solid',
  first: 'solid',
  second: 'solid',
  faded: 'faded',
  hidden: 'hidden',
  'first-faded': 'faded',
  'second-faded': 'faded',
};

const strong_veil = 2.6; // opacity of the selected pair where it is faded, beside that of others

export const has_pair = (looks: Look[]): boolean => looks.some((look) => look === 'first' || look === 'second');

/** Colours all rows. Sections cut the solids of a pair, or all where there is none. */
export function paint(
  rows: RowTable,
  object_of_row: number[],
  objects: SceneObject[],
  looks: Look[],
  theme: Theme,
): void {
  const pair = has_pair(looks);
  object_of_row.forEach((object, row) => {
    const look = looks[object];
    const strong = look.startsWith('first') ? theme.first : look.startsWith('second') ? theme.second : null;
    const color = strong ?? (look === 'faded' ? theme.faded : plain_color(theme, object));
    if (way_of[look] === 'faded') {
      rows.paint(row, color, strong ? strong_veil : 1);
    } else {
      const is_cut = objects[object].is_solid !== false && (strong !== null || !pair);
      rows.paint(row, color, !is_cut ? 0 : look === 'second' ? 2 : 1);
    }
  });
  rows.changed();
}
