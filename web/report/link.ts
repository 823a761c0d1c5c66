// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Links to a finding: `#finding=17`, as numbered in the list, with a time and a view where they are not the finding's own.

import type { View } from '../viewer/camera';
import type { Vector } from '../viewer/scene';

export interface Place {
  /** From 1; 0: none. */
  finding: number;
  time: number | null;
  view: View | null;
}

export function parse_link(hash: string): Place {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (key: string): number[] =>
    (values.get(key) ?? '').split(',').map((x) => (x.trim() === '' ? NaN : Number(x)));
  const [time] = numbers('time');
  const v = numbers('view');
  const whole = v.length === 6 && v.every(Number.isFinite) && v[3] > 0;
  const finding = Number(values.get('finding'));
  return {
    finding: Number.isInteger(finding) && finding > 0 ? finding : 0,
    time: Number.isFinite(time) ? time : null,
    view: whole ? { target: v.slice(0, 3) as Vector, distance: v[3], azimuth: v[4], elevation: v[5] } : null,
  };
}

export function make_link(place: Place): string {
  const parts: string[] = [];
  if (place.finding > 0) parts.push(`finding=${place.finding}`);
  if (place.time !== null) parts.push(`time=${place.time}`);
  if (place.view) {
    const { target, distance, azimuth, elevation } = place.view;
    parts.push(`view=${[...target, distance, azimuth, elevation].map((x) => Number(x.toPrecision(9))).join(',')}`);
  }
  return `#${parts.join('&')}`;
}
