// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Pages of made-up reports, for what the bundled scenes do not have: every kind of shape, hostile names, very many objects,
// triangles or findings.

import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const escaped = (text) =>
  text
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
const as_html = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Collects numbers as the command would write them. */
export class Blob {
  constructor() {
    this.buffers = [];
    this.pieces = [];
    this.size = 0;
  }

  add(numbers, coding = 'planes') {
    const type = { Float32Array: 'f32', Float64Array: 'f64', Uint32Array: 'u32' }[numbers.constructor.name];
    let bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    if (coding === 'delta') {
      const deltas = numbers.map((x, i) => (i === 0 ? x : x - numbers[i - 1]));
      bytes = new Uint8Array(deltas.buffer);
    }
    if (coding !== 'plain') {
      const width = numbers.BYTES_PER_ELEMENT;
      const planes = new Uint8Array(bytes.length);
      for (let i = 0; i < numbers.length; ++i)
        for (let k = 0; k < width; ++k) planes[k * numbers.length + i] = bytes[i * width + k];
      bytes = planes;
    }
    const padding = (8 - (this.size % 8)) % 8;
    this.pieces.push(Buffer.alloc(padding), Buffer.from(bytes));
    this.size += padding;
    this.buffers.push({ offset: this.size, count: numbers.length, type, coding });
    this.size += bytes.length;
    return this.buffers.length - 1;
  }

  base64() {
    return deflateSync(Buffer.concat(this.pieces), { level: 6 }).toString('base64');
  }
}

export function finding(values) {
  return {
    kind: 'penetration',
    certain: true,
    known: false,
    a: 'a',
    b: 'b',
    outer: null,
    separation: { lower: -0.1, upper: -0.1 },
    depth: 0.1,
    tolerance: 1e-9,
    intersecting: 1,
    normal: [1, 0, 0],
    point_a: [0.1, 0, 0],
    point_b: [0, 0, 0],
    bounds: { min: [0, -0.2, -0.2], max: [0.1, 0.2, 0.2] },
    worst: null,
    times: [],
    ...values,
  };
}

export function report_of(findings, values = {}) {
  const counts = {
    duplicate: 0,
    containment: 0,
    penetration: 0,
    touching: 0,
    clearance: 0,
    uncertain: 0,
    new: findings.length,
  };
  for (const f of findings) ++counts[f.kind];
  return {
    format: 'graze findings',
    version: 1,
    program: 'graze 0.1.0',
    outcome: 'complete',
    partial: false,
    unit: { metres: 1, name: 'm' },
    up: 'y',
    settings: { clearance: 0, tolerance: null, touching: true, surface: false, time: null },
    files: [
      {
        path: 'made/up.wrl',
        format: 'VRML97',
        read: 'complete',
        objects: 2,
        scale: 1,
        unit_assumed: false,
        turned: false,
        excluded: 0,
        unusable: 0,
        warnings: [],
      },
    ],
    objects: 2,
    pairs: { all: 1, ruled_out: 0, near: 1, done: 1 },
    counts,
    findings,
    ...values,
  };
}

export function view_of(blob, values) {
  return {
    version: 1,
    program: 'graze 0.1.0',
    command: 'graze check made/up.wrl --html up.html',
    seconds: 0.5,
    moment: 0,
    buffers: blob.buffers,
    geometries: [],
    objects: [],
    parts: [],
    ...values,
  };
}

/** The page; `template` is the file that build.mjs wrote. */
export function fill(template, report, view, data) {
  const values = {
    TITLE: as_html(report.files[0].path),
    REPORT: escaped(JSON.stringify(report)),
    VIEW: escaped(JSON.stringify(view)),
    DATA: data,
  };
  return readFileSync(template, 'utf8').replace(/@GRAZE_(TITLE|REPORT|VIEW|DATA)@/g, (_, name) => values[name]);
}

const moved = (x, y, z) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

/** One of every kind of shape, some of them moving, with one of every kind of finding. */
export function every_kind() {
  const blob = new Blob();
  const positions = new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1.5, 0]);
  const triangles = new Uint32Array([0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  const edges = new Uint32Array([0, 1, 1, 2, 2, 3, 3, 0, 0, 4, 1, 4, 2, 4, 3, 4]);
  const geometries = [
    { kind: 'box', half_extents: [1, 0.5, 0.75] },
    { kind: 'sphere', radius: 0.8 },
    { kind: 'cylinder', radius: 0.6, height: 2, side: true, bottom: true, top: true },
    { kind: 'cone', radius: 0.7, height: 1.5, side: true, bottom: true },
    { kind: 'capsule', radius: 0.4, height: 1.2 },
    { kind: 'halfspace', normal: [0, 1, 0], offset: 0 },
    {
      kind: 'mesh',
      positions: blob.add(positions),
      triangles: blob.add(triangles, 'delta'),
      edges: blob.add(edges, 'delta'),
    },
    { kind: 'lines', positions: blob.add(positions, 'plain'), segments: blob.add(edges) },
    { kind: 'points', positions: blob.add(positions) },
    { kind: 'cylinder', radius: 0.6, height: 1, side: true, bottom: false, top: false },
  ];
  const names = ['box', 'ball', 'cylinder', 'cone', 'capsule', 'floor', 'pyramid', 'wire', 'dots', 'pipe'];
  const places = names.map((_, i) =>
    i === 5 ? moved(0, -1.2, 0) : moved(2.6 * (i % 5) - 5, 0, 3 * Math.floor(i / 5) - 1.5),
  );
  const times = new Float64Array([0, 0.5, 1, 2]);
  // The ball moves 2 along y from 0.5 to 1, then turns a right angle about x.
  const track = new Float64Array(
    [moved(0, 0, 0), moved(0, 0, 0), moved(0, 2, 0), [1, 0, 0, 0, 0, 0, -1, 2, 0, 1, 0, 0]].flat(),
  );
  const shape = new Float32Array(
    [0, 0, 0.5, 1].flatMap((s) => [...positions].map((x, i) => (i % 3 === 1 ? x + s * positions[i - 1] : x))),
  );
  const view = view_of(blob, {
    geometries,
    objects: names.map((name) => ({ name, file: 0, nature: name === 'wire' ? 'surface' : 'solid', primitives: 1 })),
    parts: names.map((_, i) => ({
      object: i,
      geometry: i,
      ...(i === 1 ? { track: 0 } : {}),
      ...(i === 6 ? { shape: 0 } : {}),
    })),
    matrices: blob.add(new Float64Array(places.flat())),
    times: blob.add(times),
    tracks: [{ matrices: blob.add(track) }],
    shapes: [{ positions: blob.add(shape) }],
    curves: [{ finding: 0, points: blob.add(new Float32Array([-4, 0.5, -2, -4, 0.5, -1, -4, 0.5, -1, -4, -0.5, -1])) }],
    omitted: ['Shapes of one mesh: too large.'],
  });
  const span = (begin, worst, end) => ({ begin, end, worst, certain: true });
  const findings = [
    finding({ kind: 'duplicate', a: 'cone', b: 'pyramid', worst: 0, times: [span(0, 0, 2)] }),
    finding({
      kind: 'containment',
      a: 'capsule',
      b: 'dots',
      outer: 'a',
      depth: 1.5,
      worst: 1,
      times: [span(0.9, 1, 1.4)],
    }),
    finding({
      a: 'box',
      b: 'ball',
      point_a: [-4, 0, -1.5],
      point_b: [-4.1, 0, -1.5],
      bounds: { min: [-4.1, -0.5, -2], max: [-4, 0.5, -1] },
      worst: 0.5,
      times: [span(0, 0.5, 0.8), span(1.2, 1.3, 1.5)],
    }),
    finding({ kind: 'touching', depth: 0, a: 'ball', b: 'cylinder', worst: 0.25, times: [span(0.1, 0.25, 0.4)] }),
    finding({
      kind: 'clearance',
      certain: false,
      known: true,
      a: 'cylinder',
      b: 'cone',
      depth: 0,
      separation: { lower: 0.3, upper: 0.31 },
      point_a: [0.8, 0, -1.5],
      point_b: [1.1, 0, -1.5],
      normal: [1, 0, 0],
      bounds: { min: [0.8, 0, -1.5], max: [1.1, 0, -1.5] },
      worst: 2,
      times: [span(1.9, 2, 2)],
    }),
  ];
  const report = report_of(findings, {
    objects: names.length,
    settings: {
      clearance: 0.5,
      tolerance: null,
      touching: true,
      surface: false,
      time: { begin: 0, end: 2, fps: 30, between_frames: true, whole: false, unit: 's' },
    },
  });
  report.files[0].warnings = [
    { text: 'PROTO is not known', file: 'made/up.wrl', line: 3, column: 7, count: 2, loss: true },
  ];
  return { report, view, data: blob.base64() };
}

/** A wavy sheet of 2 * per * per triangles. */
function sheet(blob, per, phase) {
  const positions = new Float32Array(3 * (per + 1) ** 2);
  const corners = new Uint32Array(6 * per * per);
  let p = 0;
  for (let i = 0; i <= per; ++i)
    for (let j = 0; j <= per; ++j) {
      positions[p++] = i / per - 0.5;
      positions[p++] = 0.2 * Math.sin((7 * i) / per + phase) * Math.cos((5 * j) / per);
      positions[p++] = j / per - 0.5;
    }
  let t = 0;
  for (let i = 0; i < per; ++i)
    for (let j = 0; j < per; ++j) {
      const c = i * (per + 1) + j;
      corners.set([c, c + 1, c + per + 1, c + 1, c + per + 2, c + per + 1], t);
      t += 6;
    }
  return { kind: 'mesh', positions: blob.add(positions), triangles: blob.add(corners, 'delta') };
}

/** Many wavy sheets: `objects` of them with together `triangles` triangles. */
export function large(objects, triangles, findings) {
  const blob = new Blob();
  const per = Math.max(1, Math.round(Math.sqrt(triangles / objects / 2)));
  const names = Array.from({ length: objects }, (_, i) => `object_${i}`);
  const across = Math.ceil(Math.cbrt(objects));
  const geometries = names.map((_, o) => sheet(blob, per, o));
  const place = (o) => [
    1.2 * (o % across),
    0.8 * (Math.floor(o / across) % across),
    1.2 * Math.floor(o / across / across),
  ];
  const view = view_of(blob, {
    geometries,
    objects: names.map((name) => ({ name, file: 0, nature: 'surface', primitives: 2 * per * per })),
    parts: names.map((_, i) => ({ object: i, geometry: i })),
    matrices: blob.add(new Float64Array(names.flatMap((_, o) => moved(...place(o))))),
  });
  const list = Array.from({ length: findings }, (_, i) => {
    const o = (i * 7919) % Math.max(1, objects - 1);
    const at = place(o);
    return finding({
      a: names[o],
      b: names[o + 1],
      depth: 1 / (1 + i),
      point_a: at.map((x, k) => x + (k ? 0 : 1 / (1 + i))),
      point_b: at,
      bounds: { min: at, max: at },
    });
  });
  return { report: report_of(list, { objects }), view, data: blob.base64() };
}

/** Thousands of objects of every kind of shape, no two primitives of one size, and meshes that are used many times. */
export function crowd(primitives, meshes, uses) {
  const blob = new Blob();
  const one = { ...sheet(blob, 12, 0), edges: blob.add(new Uint32Array([0, 12, 12, 168, 168, 156, 156, 0])) };
  const kinds = [
    (s) => ({ kind: 'box', half_extents: [s, 2 * s, s] }),
    (s) => ({ kind: 'sphere', radius: s }),
    (s) => ({ kind: 'capsule', radius: s, height: s }),
    (s) => ({ kind: 'cylinder', radius: s, height: 3 * s, side: true, bottom: true, top: true }),
    (s) => ({ kind: 'cone', radius: s, height: 2 * s, side: true, bottom: true }),
  ];
  const geometries = Array.from({ length: primitives }, (_, i) =>
    kinds[i % kinds.length](0.1 + 0.3 * (i / primitives)),
  );
  const parts = geometries.map((_, i) => ({ object: i, geometry: i }));
  for (let m = 0; m < meshes; ++m) {
    geometries.push({ ...one });
    for (let i = 0; i < uses; ++i) parts.push({ object: parts.length, geometry: geometries.length - 1 });
  }
  const across = Math.ceil(Math.sqrt(parts.length));
  const view = view_of(blob, {
    geometries,
    parts,
    objects: parts.map((_, i) => ({ name: `thing_${i}`, file: 0, nature: 'solid', primitives: 1 })),
    matrices: blob.add(new Float64Array(parts.flatMap((_, i) => moved(i % across, 0, Math.floor(i / across))))),
  });
  return {
    report: report_of([finding({ a: 'thing_0', b: 'thing_1' })], { objects: parts.length }),
    view,
    data: blob.base64(),
  };
}
