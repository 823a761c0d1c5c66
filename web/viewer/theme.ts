// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Colours of the picture, as sRGB from 0 to 1. The strong pair is orange and blue of Okabe and Ito, which people with any colour
// vision tell apart; they differ in lightness, too.

export interface Theme {
  background: number[];
  first: number[];
  second: number[];
  faded: number[];
  line: number[];
  ground: number[];
  curve: number[];
  ghost: number;
  light: number;
  /** Lightness and strength of the tints of objects that nothing is said of. */
  plain: { lightness: number; strength: number };
}

const rgb = (hex: number): number[] => [((hex >> 16) & 255) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];

export const light_theme: Theme = {
  background: rgb(0xf3f5f7),
  first: rgb(0xf0a020),
  second: rgb(0x1173b8),
  faded: rgb(0x66727e),
  line: rgb(0x20262c),
  ground: rgb(0x8592a0),
  curve: rgb(0xe6006e),
  ghost: 1,
  light: 1,
  plain: { lightness: 0.74, strength: 0.1 },
};

export const dark_theme: Theme = {
  background: rgb(0x14181d),
  first: rgb(0xf2a93b),
  second: rgb(0x3a9ae0),
  faded: rgb(0xa8b6c4),
  line: rgb(0x0a0d10),
  ground: rgb(0x55626f),
  curve: rgb(0xff5c9a),
  ghost: 1,
  light: 0.96,
  plain: { lightness: 0.6, strength: 0.1 },
};

/** A quiet tint, different for objects that follow one another. */
export function plain_color(theme: Theme, object: number): number[] {
  const hue = 2 * Math.PI * ((object * 0.61803398875 + 0.55) % 1);
  const { lightness, strength } = theme.plain;
  return [0, 1, 2].map((k) => lightness + strength * Math.cos(hue - (2 * Math.PI * k) / 3));
}
