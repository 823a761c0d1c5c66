// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// A browser without a window that opens pages from files, and complains of everything that a page says on its console.

import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Path of Chromium: CHROMIUM, or one in PATH; null: there is none. */
export function find_browser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  for (const path of [process.env.CHROMIUM, ...places].filter(Boolean)) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return null;
}

export async function launch() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: find_browser(),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
}

/** Folder for this run's files. */
export const folder = process.env.GRAZE_TEST_FOLDER;
export const template = join(folder ?? '', 'report.html');

let files = 0;
export function write_page(html) {
  const path = join(folder, `page-${process.pid}-${++files}.html`);
  writeFileSync(path, html);
  return path;
}

/** Opens a file. `said` collects whatever the page says or asks of a network: nothing, if it is well. */
export async function open(browser, path, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 840, height: 600 },
    reducedMotion: 'reduce',
    ...options.context,
  });
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) said.push(`request: ${request.url()}`);
  });
  if (options.before) await page.addInitScript(options.before);
  await page.goto(pathToFileURL(path).href + (options.hash ?? ''));
  await page.evaluate(() => window.graze.ready);
  const state = () => page.evaluate(() => window.graze.state());
  return { page, said, state, close: () => context.close() };
}
