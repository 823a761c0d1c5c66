// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// node build.mjs [FILE]: writes the template of the report page (default: dist/report.html). Script and style are in it; it asks
// nothing of any network, and its policy forbids it to.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, 'dist/report.html'));
const licence = readFileSync(join(here, 'node_modules/three/LICENSE'), 'utf8').trim();

async function bundle(entry, banner) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['es2022'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    banner,
  });
  return result.outputFiles[0].text.trim();
}

const legal = `/*!\nGraze: SPDX-License-Identifier: MIT, the Graze authors.\nthree.js, https://threejs.org:\n${licence}\n*/`;
const script = (await bundle('report/main.ts', { js: legal }))
  .replaceAll('</script', '<\\/script')
  .replaceAll('<!--', '<\\!--');
const style = await bundle('report/style.css', {});
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// img-src: the picture on paper, and no icon to fetch.
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;

const pieces = { POLICY: policy, STYLE: style, SCRIPT: script };
const page = readFileSync(join(here, 'report/index.html'), 'utf8').replace(
  /@(POLICY|STYLE|SCRIPT)@/g,
  (_, name) => pieces[name],
);
for (const name of ['TITLE', 'REPORT', 'VIEW', 'DATA']) {
  if (page.split(`@GRAZE_${name}@`).length !== 2) throw new Error(`@GRAZE_${name}@ must be in the page once`);
}
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1024).toFixed(0)} KiB`);
