// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Reads what the page carries: two JSON documents, and numbers as base64 of a zlib stream.

import type { BufferInfo, ViewInfo } from './types';

export type Numbers = Float32Array | Float64Array | Uint32Array;

const slice = 1 << 20; // characters of base64 at a time; a multiple of four

export function read_json<T>(id: string): T | null {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') as T;
  } catch {
    return null;
  }
}

function bytes_of(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The unpacked blob, of `size` bytes. Throws where the stream is damaged or too short. */
export async function read_blob(id: string, size: number): Promise<ArrayBuffer> {
  const element = document.getElementById(id);
  let text = element?.textContent?.trim() ?? '';
  if (text.includes('\n')) text = text.replace(/\s+/g, '');
  element?.remove(); // its text may be large
  if (size === 0) return new ArrayBuffer(0);
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const feeding = (async () => {
    for (let i = 0; i < text.length; i += slice) {
      await writer.ready;
      await writer.write(bytes_of(text.slice(i, i + slice)));
    }
    await writer.close();
  })();
  feeding.catch(() => {}); // seen by the reader below
  const out = new Uint8Array(size);
  let at = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk = value as Uint8Array;
    out.set(chunk.subarray(0, Math.max(0, size - at)), at);
    at += chunk.length;
  }
  await feeding;
  if (at < size) throw new Error('data end early');
  return out.buffer;
}

const width = { f32: 4, f64: 8, u32: 4 };

export const blob_size = (view: ViewInfo): number =>
  view.buffers.reduce((end, b) => Math.max(end, b.offset + b.count * width[b.type]), 0);

/** Numbers of one buffer. */
export function decode(blob: ArrayBuffer, info: BufferInfo): Numbers {
  const { offset, count, type } = info;
  const Type = { f32: Float32Array, f64: Float64Array, u32: Uint32Array }[type];
  if (info.coding === 'plain') return new Type(blob, offset, count);
  const size = width[type];
  const planes = new Uint8Array(blob, offset, count * size);
  const out = new Uint8Array(count * size);
  for (let k = 0; k < size; ++k)
    for (let i = 0, from = k * count, to = k; i < count; ++i, ++from, to += size) out[to] = planes[from];
  const numbers = new Type(out.buffer);
  if (info.coding === 'delta') for (let i = 1; i < count; ++i) numbers[i] = (numbers[i] + numbers[i - 1]) >>> 0;
  return numbers;
}
