// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The two documents of a page: the report (docs/findings.schema.json) and what is needed to draw it.

export type Kind = 'duplicate' | 'containment' | 'penetration' | 'touching' | 'clearance';
/** From bad to mild, as in the report. */
export const kinds: Kind[] = ['duplicate', 'containment', 'penetration', 'touching', 'clearance'];

type Triple = (number | null)[];

export interface Span {
  begin: number;
  end: number;
  worst: number;
  certain: boolean;
}

export interface Finding {
  kind: Kind;
  certain: boolean;
  known: boolean;
  a: string;
  b: string;
  outer: 'a' | 'b' | null;
  separation: { lower: number | null; upper: number | null };
  depth: number | null;
  tolerance: number;
  intersecting: number;
  normal: Triple;
  point_a: Triple;
  point_b: Triple;
  bounds: { min: Triple; max: Triple };
  worst: number | null;
  times: Span[];
}

export interface Warning {
  text: string;
  file: string;
  line: number;
  column: number;
  count: number;
  loss: boolean;
}

export interface FileRead {
  path: string;
  format: string;
  read: string;
  objects: number;
  scale: number;
  unit_assumed: boolean;
  turned: boolean;
  excluded: number;
  unusable: number;
  warnings: Warning[];
}

export interface Report {
  program: string;
  outcome: string;
  partial: boolean;
  unit: { metres: number; name: string };
  up: 'y' | 'z';
  settings: {
    clearance: number;
    tolerance: number | null;
    touching: boolean;
    surface: boolean;
    time: null | {
      begin: number;
      end: number;
      fps: number;
      between_frames: boolean;
      whole: boolean;
      unit: 's' | 'row';
    };
  };
  files: FileRead[];
  robot?: { states: string; rows: number; error: string | null; out_of_limits: number };
  objects: number;
  pairs: { all: number; ruled_out: number; near: number; done: number };
  counts: Record<Kind | 'uncertain' | 'new', number>;
  findings: Finding[];
}

export interface BufferInfo {
  offset: number;
  count: number;
  type: 'f32' | 'f64' | 'u32';
  coding: 'plain' | 'planes' | 'delta';
}

/** Shapes as the viewer has them, but with numbers of buffers in place of arrays. */
export type PackedGeometry = {
  kind: string;
  positions?: number;
  triangles?: number;
  edges?: number;
  segments?: number;
} & Record<string, unknown>;

export interface ObjectInfo {
  name: string;
  file?: number;
  nature?: string;
  primitives?: number;
}

export interface ViewInfo {
  version: number;
  program: string;
  command: string;
  seconds: number;
  moment: number;
  buffers: BufferInfo[];
  geometries: PackedGeometry[];
  objects: ObjectInfo[];
  parts: { object: number; geometry: number; track?: number; shape?: number }[];
  /** 12 numbers for each part. */
  matrices?: number;
  times?: number;
  tracks?: { matrices: number }[];
  shapes?: { positions: number }[];
  curves?: { finding: number; points: number; origin?: number[] }[];
  omitted?: string[];
}
