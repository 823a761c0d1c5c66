// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// node test/run.mjs [FILE...]: types, then all tests but the large one, or those of these files. Environment: GRAZE, the program;
// GRAZE_SCENES, the folder of bundled scenes; CHROMIUM, a browser. Exits with 77 where no browser can be had.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find_browser } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const node = (...options) =>
  spawnSync(process.execPath, options, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GRAZE_TEST_FOLDER: folder },
  }).status;

if (!find_browser()) {
  console.log('SKIPPED: tests of the report page need Chromium, and there is none in PATH nor in CHROMIUM.');
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), 'graze-web-'));
try {
  const asked = process.argv.slice(2);
  const files =
    asked.length > 0
      ? asked
      : readdirSync(here)
          .filter((f) => f.endsWith('.test.mjs') && f !== 'large.test.mjs')
          .map((f) => join('test', f));
  const template = join(folder, 'report.html');
  const failed =
    node('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.') ||
    node('build.mjs', template) ||
    node('--test', ...files);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
