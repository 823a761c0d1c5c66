// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Pages of the bundled scenes, made by the command: as many findings as the report, and things where the scenes' keys put them.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { folder, launch, open } from './browser.mjs';
import { make_page, scenes } from './scenes.mjs';

const skip = process.env.GRAZE ? false : 'GRAZE, the program, is not named';
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

/** From far away nothing hides another: each of these points must be seen as its object at this time. */
const seen = {
  // The arm turns by 90 degrees in 0.3 s: the tool, 2 from the axis, is at 45 degrees at 0.15 s; back at 0 degrees at 1.2 s.
  robot_cell: [
    { time: 0.15, object: 'robot/arm/tool', at: [2 * Math.SQRT1_2, 0.5, -2 * Math.SQRT1_2] },
    { time: 0.45, object: 'robot/arm/tool', at: [0, 0.5, -2] },
    { time: 1.2, object: 'robot/arm/tool', at: [2, 0.5, 0] },
  ],
  // Ships fly 20 along x in 10 s, the sweeper along z.
  space_game: [
    { time: 1, object: 'ship', at: [-8, 0, 0] },
    { time: 7.5, object: 'ship', at: [5, 0, 0] },
    { time: 2, object: 'sweeper', at: [5, -5, -6] },
  ],
  // The pin that is too long, 3.15 from the axis at 90 degrees, points at the output wheel at 2 s, down at 4 s.
  gear_train: [
    { time: 2, object: 'idler', at: [3.15, 0, 0], from: 'front' },
    { time: 4, object: 'idler', at: [0, -3.15, 0], from: 'front' },
    { time: 7, object: 'idler', at: [-3.15 * Math.SQRT1_2, 3.15 * Math.SQRT1_2, 0], from: 'front' },
  ],
  // A corner of the cloth goes straight from 1.5 to 0.65 - 0.9 (sqrt 2 - sqrt 0.9): half way at half time.
  cloth: [
    { time: 0, object: 'cloth', at: [0, 1.5, 0] },
    { time: 0.5, object: 'cloth', at: [0.98, (1.5 + 0.65 - 0.9 * (Math.SQRT2 - Math.sqrt(0.9))) / 2, 0.98], within: 6 },
  ],
};

for (const name of Object.keys(scenes)) {
  test(`the page of ${name}`, { skip }, async () => {
    const { html, report } = make_page(name, folder);
    const { page, said, state, close } = await open(browser, html);
    assert.equal((await state()).listed, report.findings.length);
    assert.ok(report.findings.length > 0);
    // Every finding: its time, its two objects in the strong colours, another view.
    let before = null;
    for (let i = 1; i <= report.findings.length; ++i) {
      await page.evaluate((n) => (location.hash = `#finding=${n}`), i);
      await page.waitForFunction((n) => window.graze.state().selected === n, i);
      const s = await state();
      const f = report.findings[i - 1];
      if (f.worst !== null) assert.equal(s.time, f.worst);
      assert.equal(s.looks.filter((look) => look.startsWith('first')).length, 1);
      assert.equal(s.looks.filter((look) => look.startsWith('second')).length, 1);
      if (before) assert.notDeepEqual(s.camera, before);
      before = s.camera;
      assert.equal(await page.textContent('.detail .number'), `#${i}`);
      // The contact is in the middle of the picture.
      const p = await page.evaluate(
        (at) => window.graze.project(...at),
        f.point_a.map((x, k) => (x + f.point_b[k]) / 2),
      );
      const box = await page.locator('.view').boundingBox();
      assert.ok(Math.hypot(p.x - box.x - box.width / 2, p.y - box.y - box.height / 2) < 2);
    }
    for (const where of seen[name] ?? []) await check_seen(page, where);
    assert.ok((await page.evaluate(() => window.graze.drawCalls())) <= 200);
    assert.deepEqual(said, []);
    await close();
  });
}

test('a hostile name in a scene stays text', { skip }, async () => {
  const evil = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>';
  const scene = JSON.parse(readFileSync(join(process.env.GRAZE_SCENES, 'kinds.gltf'), 'utf8'));
  scene.nodes.find((node) => node.name === 'deep_cube').name = evil;
  writeFileSync(join(folder, 'hostile.gltf'), JSON.stringify(scene));
  const { html, report } = make_page('hostile', folder, [join(folder, 'hostile.gltf')]);
  assert.ok(report.findings.some((f) => f.a === evil || f.b === evil));
  const { page, said, close } = await open(browser, html);
  assert.ok((await page.$$eval('.row .name bdi', (list) => list.map((e) => e.textContent))).includes(evil));
  assert.doesNotMatch(await page.title(), /owned/);
  assert.deepEqual(await page.$$eval('img', (list) => list.length), 0);
  assert.deepEqual(said, []);
  await close();
});

/** Moves the slider and looks whether the point that is known from the scene's keys shows the object. */
async function check_seen(page, { time, object, at, from, within }) {
  await page.keyboard.press('Escape');
  await page.click('button:has-text("All")');
  await page.selectOption('select[aria-label="Side to look from"]', from ?? 'corner');
  await page.fill('.track input', String(time));
  const found = await page.evaluate(
    ([point, reach]) => {
      const p = window.graze.project(...point);
      const names = [];
      for (let dx = -reach; dx <= reach; dx += 6)
        for (let dy = -reach; dy <= reach; dy += 6) names.push(window.graze.objectAt(p.x + dx, p.y + dy));
      return names;
    },
    [at, within ?? 0],
  );
  assert.ok(found.includes(object), `${object} at ${time} s: ${found}`);
}
