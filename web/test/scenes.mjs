// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Pages and reports of the bundled scenes, made by the command.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The question for each scene: see scenes/README.md. */
export const scenes = {
  kinds: ['kinds.wrl', '--clearance', '0.1'],
  assembly: ['assembly.wrl', '--clearance', '0.0001'],
  gear_train: ['gear_train.wrl'],
  robot_cell: ['--job', 'robot_cell.json'],
  cloth: ['cloth.gltf'],
  space_game: ['space_game.wrl', '--clearance', '0.5'],
};

/** Runs a check, and says where the page is and what the report holds. */
export function make_page(name, folder, options = scenes[name]) {
  const html = join(folder, `${name}.html`);
  const json = join(folder, `${name}.json`);
  const run = spawnSync(process.env.GRAZE, ['check', ...options, `--html=${html}`, `--json=${json}`], {
    cwd: process.env.GRAZE_SCENES,
    encoding: 'utf8',
  });
  if (run.status !== 0 && run.status !== 1)
    throw new Error(`graze check of ${name} ended with ${run.status}: ${run.stderr}`);
  return { html, report: JSON.parse(readFileSync(json, 'utf8')) };
}
