// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// node test/shots.mjs FOLDER: pictures of the reports of all bundled scenes, light and dark. GRAZE and GRAZE_SCENES as for the tests.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { find_browser, launch, open } from './browser.mjs';
import { make_page, scenes } from './scenes.mjs';

if (!find_browser()) {
  console.log('SKIPPED: pictures of the report page need Chromium, and there is none in PATH nor in CHROMIUM.');
  process.exit(77);
}
const folder = resolve(process.argv[2] ?? 'shots');
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const name of Object.keys(scenes)) {
  const { html } = make_page(name, folder);
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await open(browser, html, {
      context: { colorScheme, viewport: { width: 1280, height: 720 } },
    });
    const picture = join(folder, `${name}-${colorScheme}.png`);
    await page.screenshot({ path: picture });
    console.log(picture);
    await close();
  }
}
await browser.close();
