// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Functions without a browser: queries, words, buffers, links, motion.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { build } from 'esbuild';
import { folder } from './browser.mjs';
import { Blob, finding, report_of } from './fixture.mjs';

const outfile = join(folder, 'units.mjs');
await build({
  stdin: {
    contents:
      ['data', 'format', 'link', 'query'].map((m) => `export * from './report/${m}';`).join('') +
      ['matrix', 'motion', 'normals', 'primitives'].map((m) => `export * from './viewer/${m}';`).join(''),
    resolveDir: process.cwd(),
    loader: 'ts',
  },
  bundle: true,
  format: 'esm',
  outfile,
  logLevel: 'error',
});
const u = await import(pathToFileURL(outfile).href);
const close = (a, b, within = 1e-12) => {
  assert.equal(a.length, b.length);
  Array.from(a).forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= within, `${i}: ${x} is not ${b[i]}`));
};

test('buffers come back as they were, in every coding', () => {
  const blob = new Blob();
  const numbers = [
    [new Float32Array([1.5, -2, 0, 3e7]), 'plain'],
    [new Float64Array([0.1, -1e300, 7]), 'planes'],
    [new Uint32Array([5, 3, 4294967295, 0, 9]), 'delta'],
    [new Uint32Array([]), 'delta'],
    [new Float32Array([0.25]), 'planes'],
  ];
  for (const [list, coding] of numbers) blob.add(list, coding);
  const bytes = inflateSync(Buffer.from(blob.base64(), 'base64'));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  assert.equal(u.blob_size({ buffers: blob.buffers }), bytes.length);
  numbers.forEach(([list], i) => assert.deepEqual(Array.from(u.decode(buffer, blob.buffers[i])), Array.from(list)));
});

test('lengths are short and have a unit', () => {
  const words = new u.Words(report_of([]));
  const lengths = [
    [5e-5, '50 µm'],
    [0.1, '100 mm'],
    [1.5, '1.5 m'],
    [0, '0'],
    [-0.002, '-2 mm'],
    [3e-13, '3e-13 m'],
    [12345.678, '12.35 km'],
    [null, 'unknown'],
  ];
  for (const [value, text] of lengths) assert.equal(words.length(value), text);
  const inches = new u.Words(report_of([], { unit: { metres: 0.0254, name: 'in' } }));
  assert.equal(inches.length(1), '25.4 mm');
  assert.equal(new u.Words(report_of([], { unit: { metres: 0, name: '' } })).length(2.5), '2.5');
  assert.equal(words.vector([0.9999999, 9e-6, -2e-10], 4), '(1, 0, 0)');
});

test('lengths are read with and without a unit', () => {
  const words = new u.Words(report_of([], { unit: { metres: 0.001, name: 'mm' } }));
  assert.equal(words.parse_length('2 mm'), 2);
  assert.equal(words.parse_length('.5m'), 500);
  assert.equal(words.parse_length('7'), 7);
  for (const text of ['', 'mm', '2 miles', '1e']) assert.equal(words.parse_length(text), null);
});

const some = [
  finding({ a: 'arm/tool', b: 'cell/post', depth: 0.2 }),
  finding({ a: 'arm/link', b: 'cell/fence', depth: 0.5, known: true }),
  finding({
    kind: 'clearance',
    a: 'arm/tool',
    b: 'cell/fence',
    depth: 0,
    separation: { lower: 0.03, upper: 0.03 },
    times: [{ begin: 1, end: 2, worst: 1, certain: true }],
  }),
];

test('filters keep what matches', () => {
  const asked = (values) => u.select(some, { ...u.make_query(), ...values });
  assert.deepEqual(asked({}), [0, 1, 2]);
  assert.deepEqual(asked({ text: 'TOOL' }), [0, 2]);
  assert.deepEqual(asked({ text: 'arm/*k' }), [1]);
  assert.deepEqual(asked({ text: 'a.m' }), []);
  assert.deepEqual(asked({ without: new Set(['penetration']) }), [2]);
  assert.deepEqual(asked({ least: 0.1, most: 0.3 }), [0]);
  assert.deepEqual(asked({ only_new: true }), [0, 2]);
  assert.deepEqual(asked({ at: 1.5 }), [0, 1, 2]);
  assert.deepEqual(asked({ at: 3 }), [0, 1]);
  assert.deepEqual(asked({ sorting: 'value' }), [1, 0, 2]);
  assert.deepEqual(asked({ sorting: 'name' }), [1, 2, 0]);
});

test('groups hold a finding under both objects', () => {
  const q = { ...u.make_query(), grouped: true };
  const heads = u
    .lines(some, [0, 1, 2], q)
    .filter((l) => 'head' in l)
    .map((l) => [l.head, l.count]);
  assert.deepEqual(heads, [
    ['arm/tool', 2],
    ['cell/fence', 2],
    ['arm/link', 1],
    ['cell/post', 1],
  ]);
  q.folded.add('arm/tool');
  assert.equal(u.lines(some, [0, 1, 2], q).length, 4 + 6 - 2);
});

test('a link gives back the place it was made of', () => {
  const place = { finding: 17, time: 1.25, view: { target: [1, 2, 3], distance: 4, azimuth: 0.5, elevation: -0.25 } };
  assert.deepEqual(u.parse_link(u.make_link(place)), place);
  assert.deepEqual(u.parse_link('#finding=3'), { finding: 3, time: null, view: null });
  for (const bad of ['#finding=-1', '#finding=x&time=&view=1,2', '#<script>', ''])
    assert.deepEqual(u.parse_link(bad), { finding: 0, time: null, view: null });
});

test('placements are exact at samples, straight and evenly turned between', () => {
  // A right angle about z, with a shift by (2, 4, 6), of something 3 times as long in x.
  const all = [
    [3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, -1, 0, 2, 3, 0, 0, 4, 0, 0, 1, 6],
  ].flat();
  const out = new Array(12).fill(0);
  close(u.blend(all, 0, 12, 0, out), all.slice(0, 12), 0);
  close(u.blend(all, 0, 12, 1, out), all.slice(12), 0);
  const h = Math.SQRT1_2;
  close(u.blend(all, 0, 12, 0.5, out), [3 * h, -h, 0, 1, 3 * h, h, 0, 2, 0, 0, 1, 3]);
});

test('mirrored and flat placements blend without harm', () => {
  const out = new Array(12).fill(0);
  const mirrored = [
    [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0],
  ].flat();
  u.blend(mirrored, 0, 12, 0.5, out);
  const determinant =
    out[0] * (out[5] * out[10] - out[6] * out[9]) -
    out[1] * (out[4] * out[10] - out[6] * out[8]) +
    out[2] * (out[4] * out[9] - out[5] * out[8]);
  assert.ok(Math.abs(determinant + 1) < 1e-12);
  const vanishing = [
    [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0],
  ].flat();
  close(u.blend(vanishing, 0, 12, 0.5, out), [0.5, 0, 0, 2, 0, 0.5, 0, 0, 0, 0, 0.5, 0]);
});

test('moments are found and clamped', () => {
  const times = new Float64Array([0, 0.5, 1, 3]);
  assert.deepEqual(u.moment_at(times, 2), { before: 2, after: 3, fraction: 0.5 });
  assert.deepEqual(u.moment_at(times, 0.5), { before: 1, after: 2, fraction: 0 });
  assert.deepEqual(u.moment_at(times, -1), { before: 0, after: 0, fraction: 0 });
  assert.deepEqual(u.moment_at(times, 9), { before: 3, after: 3, fraction: 0 });
});

test('normals divide points at creases and nowhere else', () => {
  const cube = u.unit_shape('box', 8);
  // Corners of a cube as eight shared points: three faces meet in each, at right angles.
  const shared = new Float32Array([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]));
  const faces = new Uint32Array([
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]);
  assert.equal(cube.positions.length / 3, 24);
  assert.equal(u.with_normals(shared, faces).positions.length / 3, 24);
  // Two triangles in one plane stay joined.
  assert.equal(
    u.with_normals(new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]), new Uint32Array([0, 1, 2, 0, 2, 3]))
      .positions.length / 3,
    4,
  );
});

test('points of unit shapes lie on what they stand for', () => {
  const ball = u.unit_shape('ball', 64).positions;
  for (let i = 0; i < ball.length; i += 3)
    assert.ok(Math.abs(Math.hypot(ball[i], ball[i + 1], ball[i + 2]) - 1) < 1e-6);
  const cone = u.unit_shape('cone', 64).positions;
  for (let i = 0; i < cone.length; i += 3)
    assert.ok(Math.abs(Math.hypot(cone[i], cone[i + 2]) - (0.5 - cone[i + 1])) < 1e-6);
});
