// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// A scene as plain data: shapes in their own frames, parts that place them, and how parts move. Nothing here knows
// of reports or of three.js.

/** Row-major 3 x 4: world (or another frame) from local. */
export type Matrix = ArrayLike<number>;
export type Vector = [number, number, number];

/** A shape in its own frame. Round ones stand around y and are centred. */
export type Geometry =
  | { kind: 'box'; half_extents: number[] }
  | { kind: 'sphere'; radius: number }
  | { kind: 'cylinder'; radius: number; height: number; side: boolean; bottom: boolean; top: boolean }
  | { kind: 'cone'; radius: number; height: number; side: boolean; bottom: boolean }
  | { kind: 'capsule'; radius: number; height: number }
  | { kind: 'halfspace'; normal: number[]; offset: number }
  | MeshGeometry
  | { kind: 'lines'; positions: Float32Array; segments: Uint32Array }
  | { kind: 'points'; positions: Float32Array };

export interface MeshGeometry {
  kind: 'mesh';
  positions: Float32Array;
  triangles: Uint32Array;
  /** Pairs of points: creases and boundaries to draw. */
  edges?: Uint32Array;
}

/** An object is what is coloured, hidden and picked as a whole. */
export interface SceneObject {
  name: string;
  /** Whether a section shows a cut face; yes, where nothing is said. */
  is_solid?: boolean;
}

export interface Part {
  object: number;
  geometry: number;
  /** World from part, or, of a part with a track, from part to what the track moves; absent: they are one frame. */
  matrix?: Matrix;
  /** Index in `tracks`. */
  track?: number;
  /** Index in `shapes`: positions that change with time, for the triangles of the part's mesh. */
  shape?: number;
}

export interface Scene {
  up: 'y' | 'z';
  geometries: Geometry[];
  objects: SceneObject[];
  parts: Part[];
  /** Rising moments at which tracks and shapes are given; empty where nothing moves. */
  times: Float64Array;
  /** 12 numbers for each moment. */
  tracks: (Float32Array | Float64Array)[];
  /** 3 numbers per point for each moment. */
  shapes: Float32Array[];
}

/** How an object is drawn. */
export type Look = 'plain' | 'first' | 'second' | 'faded' | 'hidden' | 'first-faded' | 'second-faded';

export interface Box {
  min: Vector;
  max: Vector;
}

/** Segments, 6 numbers each, relative to an origin. */
export interface Curve {
  points: Float32Array;
  origin: Vector;
}

/** Marks over the scene for one finding. World coordinates. */
export interface Marks {
  points: Vector[];
  /** From, to: drawn with a head at `to`, or as a plain connection. */
  arrow: { from: Vector; to: Vector; head: boolean; label: string } | null;
  curve: Curve | null;
}

export const no_marks: Marks = { points: [], arrow: null, curve: null };
