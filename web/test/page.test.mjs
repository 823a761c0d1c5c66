// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The page in a browser, with made-up reports: every kind of shape and finding, hostile names, no WebGL, very many findings.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { launch, open, template, write_page } from './browser.mjs';
import { Blob, every_kind, fill, finding, large, report_of, view_of } from './fixture.mjs';

let browser;
let kinds_page;
let shared; // one page for all tests that leave it as it was: opening one takes a second or two
before(async () => {
  browser = await launch();
  const made = every_kind();
  kinds_page = write_page(fill(template, made.report, made.view, made.data));
  shared = await open(browser, kinds_page);
});
after(() => browser.close());

/** The shared page with this finding selected, as if by a link. */
async function at_finding(number) {
  const { page } = shared;
  await page.keyboard.press('Escape');
  await page.evaluate((n) => (location.hash = `#finding=${n}`), number);
  await page.waitForFunction((n) => window.graze.state().selected === n, number);
  return shared;
}

const rows = (page) =>
  page.$$eval('.findings .row[data-finding]', (list) => list.map((row) => Number(row.dataset.finding)));

test('a page shows its findings and says nothing on the console', async () => {
  const { page, said, state } = await at_finding(1);
  assert.deepEqual(await rows(page), [1, 2, 3, 4, 5]);
  assert.match(await page.textContent('.verdict'), /^5 findings among 10 objects$/);
  assert.equal(await page.title(), 'made/up.wrl');
  assert.equal((await state()).selected, 1);
  assert.ok((await page.evaluate(() => window.graze.drawCalls())) > 5);
  await page.click('role=tab[name="Summary"]');
  const summary = await page.textContent('.summary');
  for (const text of [
    'graze check made/up.wrl --html up.html',
    'PROTO is not known (2 times)',
    'made/up.wrl:3:7',
    'Shapes of one mesh: too large.',
    'does not show all',
  ])
    assert.ok(summary.includes(text), text);
  await page.click('role=tab[name="Findings"]');
  assert.deepEqual(said, []);
});

test('selecting changes camera, colours and the words', async () => {
  const { page, said, state } = await at_finding(3);
  const before = await state();
  assert.deepEqual([before.selected, before.time], [3, 0.5]);
  assert.equal(before.looks[0], 'first');
  assert.equal(before.looks[1], 'second');
  assert.equal(before.looks[2], 'faded');
  assert.match(await page.textContent('.detail'), /Penetration 100 mm/);
  await page.click('.row[data-finding="5"]');
  const later = await state();
  assert.deepEqual(
    [later.selected, later.time, later.looks[0], later.looks[2], later.looks[3]],
    [5, 2, 'faded', 'first', 'second'],
  );
  assert.ok(Math.hypot(...later.camera.target.map((x, k) => x - before.camera.target[k])) > 1);
  assert.equal(await page.evaluate(() => location.hash), '#finding=5');
  // Of a containment the outer one is seen through.
  await page.click('.row[data-finding="2"]');
  assert.equal((await state()).looks[4], 'first-faded');
  await page.keyboard.press('Escape');
  assert.deepEqual([...new Set((await state()).looks)], ['plain']);
  assert.deepEqual(said, []);
});

test('keys walk through the findings', async () => {
  const { page, said, state } = await at_finding(1);
  await page.focus('.findings .list');
  for (const [key, selected] of [
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', 5],
    ['Home', 1],
  ]) {
    await page.keyboard.press(key);
    assert.equal((await state()).selected, selected, key);
    assert.match(await page.getAttribute('.findings .list', 'aria-activedescendant'), new RegExp(`-${selected - 1}$`));
  }
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowDown');
  assert.equal((await state()).selected, 2);
  assert.deepEqual(said, []);
});

test('filters: name, kind, value, group', async () => {
  const { page, state } = await at_finding(1);
  await page.fill('.findings input[type=search]', 'BALL');
  assert.deepEqual(await rows(page), [3, 4]);
  await page.click('.chip:has-text("Touching")');
  assert.deepEqual(await rows(page), [3]);
  assert.equal((await state()).listed, 1);
  await page.fill('.findings input[type=search]', '');
  await page.click('button:has-text("Value")');
  await page.fill('input[placeholder="at least"]', '300 mm');
  assert.deepEqual(await rows(page), [2, 5]);
  await page.fill('input[placeholder="at most"]', '1');
  assert.deepEqual(await rows(page), [5]);
  await page.fill('input[placeholder="at least"]', '');
  await page.fill('input[placeholder="at most"]', '');
  await page.click('button:has-text("Group")');
  // Without touching: the cone has two, six others one each, by name.
  assert.deepEqual(await rows(page), [1, 5, 3, 3, 2, 5, 2, 1]);
  assert.deepEqual(await page.$$eval('.row.head .name', (list) => list.map((e) => e.textContent)), [
    'cone',
    'ball',
    'box',
    'capsule',
    'cylinder',
    'dots',
    'pyramid',
  ]);
  for (const button of ['button:has-text("Group")', '.chip:has-text("Touching")', 'button:has-text("Value")'])
    await page.click(button);
  assert.deepEqual(await rows(page), [1, 2, 3, 4, 5]);
});

test('a link restores finding, time and view', async () => {
  const { page, state, close } = await open(browser, kinds_page, {
    hash: '#finding=3&time=1.25&view=1,2,3,9,0.5,0.25',
  });
  const { selected, time, view } = await state();
  assert.deepEqual(
    [selected, time, view],
    [3, 1.25, { target: [1, 2, 3], distance: 9, azimuth: 0.5, elevation: 0.25 }],
  );
  await page.evaluate(() => (location.hash = '#finding=4'));
  await page.waitForFunction(() => window.graze.state().selected === 4);
  assert.equal((await state()).time, 0.25);
  await close();
});

test('time moves things to where they are', async () => {
  const { page } = await at_finding(1);
  const at = (time) =>
    page.evaluate((t) => {
      const slider = document.querySelector('.track input');
      slider.value = String(t);
      slider.dispatchEvent(new Event('input'));
      return window.graze.placementOf('ball');
    }, time);
  // The ball stands at (-2.4, 0, -1.5), rises by 2 from 0.5 to 1, then turns a right angle about the world's x axis, carried by its track.
  const [rising, turned] = [await at(0.75), await at(2)];
  assert.deepEqual(
    [rising[3], rising[7], rising[11]].map((x) => +x.toFixed(9)),
    [-2.4, 1, -1.5],
  );
  assert.deepEqual(
    [turned[3], turned[7], turned[11]].map((x) => +x.toFixed(9)),
    [-2.4, 3.5, 0],
  );
  const seen = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    const p = window.graze.project(-2.4, 3.5, 0);
    const away = window.graze.project(-2.4, 1.0, -1.5);
    return [window.graze.objectAt(p.x, p.y), window.graze.objectAt(away.x, away.y)];
  });
  assert.equal(seen[0], 'ball');
  assert.notEqual(seen[1], 'ball');
});

test('steps and playing', async () => {
  const { page, state, said } = await at_finding(1);
  await page.click('role=button[name="To the next finding"]');
  assert.deepEqual([(await state()).time, (await state()).selected], [0.25, 4]);
  await page.click('role=button[name="To the next finding"]');
  assert.deepEqual([(await state()).time, (await state()).selected], [0.5, 3]);
  await page.click('role=button[name="Play"]');
  await page.waitForFunction(() => window.graze.state().time > 0.55);
  await page.click('role=button[name="Pause"]');
  assert.deepEqual(said, []);
});

test('objects can be hidden, isolated and made transparent', async () => {
  const { page, state, said } = await at_finding(3);
  await page.click('role=tab[name="Objects"]');
  await page.click('role=button[name="Hide: cone"]');
  assert.equal((await state()).looks[3], 'hidden');
  await page.click('role=button[name="Transparent: box"]');
  assert.equal((await state()).looks[0], 'first-faded');
  await page.click('role=button[name="Isolate: box"]');
  const { looks } = await state();
  assert.deepEqual([looks[0], looks.filter((look) => look === 'hidden').length], ['first', 9]);
  await page.click('button:has-text("Reset")');
  assert.ok(!(await state()).looks.includes('hidden'));
  await page.click('role=tab[name="Findings"]');
  assert.deepEqual(said, []);
});

test('a click in the view says what is there; section, parallel projection and sides work', async () => {
  const { page, said, state } = await at_finding(3);
  const over_box = await page.evaluate(() => window.graze.project(-5, 0, -1.5));
  await page.mouse.click(over_box.x, over_box.y);
  assert.match(await page.textContent('.picked'), /^box/);
  const shown = () =>
    page.evaluate(() => {
      const p = window.graze.project(-5, 0, -1.5);
      return window.graze.objectAt(p.x, p.y);
    });
  await page.selectOption('select[aria-label="Section"]', 'x');
  await page.fill('input[aria-label="Position of the section"]', '-0.9');
  assert.notEqual(await shown(), 'box');
  await page.click('role=button[name="End the section"]');
  await page.click('button:has-text("Parallel")');
  await page.selectOption('select[aria-label="Side to look from"]', 'front');
  assert.equal(await shown(), 'box');
  assert.deepEqual([(await state()).view.azimuth, (await state()).view.elevation], [0, 0]);
  await page.click('button:has-text("Parallel")');
  assert.deepEqual(said, []);
});

test('a finding is copied as text', async () => {
  const { page } = await at_finding(5);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('.detail button:has-text("Copy")');
  await page.waitForSelector('.detail button:has-text("Copied")');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(text.split('\n').slice(0, 4), [
    '#5 Clearance (uncertain): 300 mm',
    'A: cylinder',
    'B: cone',
    'They are 300 mm apart; 500 mm were asked for.',
  ]);
});

test('the camera flies, unless people want less motion', async () => {
  const { page, said, state, close } = await open(browser, kinds_page, { context: { reducedMotion: 'no-preference' } });
  await page.click('.row[data-finding="5"]');
  assert.ok((await state()).moving);
  await page.waitForFunction(() => !window.graze.state().moving);
  assert.ok(Math.abs((await state()).camera.target[0] - 0.95) < 1e-9);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.click('.row[data-finding="3"]');
  assert.ok(!(await state()).moving);
  assert.deepEqual(said, []);
  await close();
});

test('small things far from the origin are drawn where they are', async () => {
  // Boxes of 2 mm at 100 km, where numbers of single precision are 8 mm apart.
  const blob = new Blob();
  const at = (x) => [1, 0, 0, x, 0, 1, 0, 2e5, 0, 0, 1, -3e5];
  const view = view_of(blob, {
    geometries: [{ kind: 'box', half_extents: [1e-3, 1e-3, 1e-3] }],
    objects: ['a', 'b'].map((name) => ({ name, file: 0, nature: 'solid', primitives: 1 })),
    parts: [
      { object: 0, geometry: 0 },
      { object: 1, geometry: 0 },
    ],
    matrices: blob.add(new Float64Array([...at(1e5), ...at(1e5 + 1.9e-3)])),
  });
  const point = (x) => [1e5 + x, 2e5, -3e5];
  const report = report_of([
    finding({
      depth: 1e-4,
      point_a: point(1e-3),
      point_b: point(0.9e-3),
      bounds: { min: point(0.9e-3), max: point(1e-3) },
    }),
  ]);
  const { page, said, close } = await open(browser, write_page(fill(template, report, view, blob.base64())));
  const seen = await page.evaluate(
    (points) =>
      points.map((p) => {
        const { x, y } = window.graze.project(...p);
        return window.graze.objectAt(x, y);
      }),
    [point(-0.5e-3), point(2.5e-3), point(20e-3)],
  );
  assert.deepEqual(seen, ['a', 'b', null]);
  assert.deepEqual(said, []);
  await close();
});

test('a section shows where both objects are in stripes', async () => {
  // Boxes from -1 to 1 and from 0.5 to 2.5 along x.
  const blob = new Blob();
  const at = (x) => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0];
  const view = view_of(blob, {
    geometries: [{ kind: 'box', half_extents: [1, 1, 1] }],
    objects: ['a', 'b'].map((name) => ({ name, file: 0, nature: 'solid', primitives: 1 })),
    parts: [
      { object: 0, geometry: 0 },
      { object: 1, geometry: 0 },
    ],
    matrices: blob.add(new Float64Array([...at(0), ...at(1.5)])),
  });
  const report = report_of([
    finding({ depth: 0.5, point_a: [1, 0, 0], point_b: [0.5, 0, 0], bounds: { min: [0.5, -1, -1], max: [1, 1, 1] } }),
  ]);
  const { page, said, close } = await open(browser, write_page(fill(template, report, view, blob.base64())));
  await page.keyboard.press('x');
  const counts = await page.evaluate(async () => {
    window.dispatchEvent(new Event('beforeprint'));
    const picture = document.querySelector('.paper img');
    await picture.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    context.drawImage(picture, 0, 0);
    const box = document.querySelector('.view').getBoundingClientRect();
    // Colours of the two cut faces (82 % of the strong ones) in a square of 24 pixels around a point of the section.
    const around = (x) => {
      const p = window.graze.project(x, 0.3, 0);
      const { data } = context.getImageData(p.x - box.left - 12, p.y - box.top - 12, 24, 24);
      let [first, second] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const is = (r, g, b) => Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12;
        first += Number(is(197, 131, 26));
        second += Number(is(14, 94, 151));
      }
      return [first, second];
    };
    return [around(-0.3), around(0.75), around(1.8)];
  });
  assert.deepEqual(
    [counts[0], counts[2]],
    [
      [576, 0],
      [0, 576],
    ],
  );
  assert.ok(Math.min(...counts[1]) > 150, `${counts[1]}`);
  assert.deepEqual(said, []);
  await close();
});

test('nothing is drawn while nothing changes', async () => {
  const { page, state } = await at_finding(1);
  await page.waitForTimeout(300);
  const { frames } = await state();
  await page.waitForTimeout(500);
  assert.equal((await state()).frames, frames);
});

test('light and dark follow the system and the switch', async () => {
  const { page, said, state, close } = await open(browser, kinds_page, { context: { colorScheme: 'dark' } });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.deepEqual([(await state()).theme, await background()], ['dark', 'rgb(27, 32, 38)']);
  await page.click('.theme');
  assert.deepEqual([(await state()).theme, await background()], ['light', 'rgb(255, 255, 255)']);
  assert.deepEqual(said, []);
  await close();
});

test('a hostile name stays text', async () => {
  const evil =
    '</script><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>\u2028<!--';
  const blob = new Blob();
  const view = view_of(blob, {
    geometries: [{ kind: 'box', half_extents: [1, 1, 1] }],
    objects: [
      { name: evil, file: 0, nature: 'solid', primitives: 1 },
      { name: 'b', file: 0, nature: 'solid', primitives: 1 },
    ],
    parts: [
      { object: 0, geometry: 0 },
      { object: 1, geometry: 0 },
    ],
    matrices: blob.add(new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1.5, 0, 1, 0, 0, 0, 0, 1, 0])),
    command: `graze check '${evil}'`,
    omitted: [evil],
  });
  const report = report_of([finding({ a: evil })]);
  Object.assign(report.files[0], {
    path: evil,
    warnings: [{ text: evil, file: evil, line: 1, column: 1, count: 1, loss: true }],
  });
  const { page, said, close } = await open(browser, write_page(fill(template, report, view, blob.base64())));
  assert.equal(await page.textContent('.row .name bdi'), evil);
  assert.equal(await page.title(), evil);
  for (const tab of ['Objects', 'Summary', 'Findings']) await page.click(`role=tab[name="${tab}"]`);
  const middle = await page.evaluate(() => window.graze.project(0, 0, 0));
  await page.mouse.click(middle.x, middle.y);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.$$eval('body img:not(.paper img), body script:not([type])', (list) => list.length), 1); // the page's own script
  assert.deepEqual(said, []);
  await close();
});

test('without WebGL the list works and says so', async () => {
  const no_webgl = () => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : original.call(this, kind, ...rest);
    };
  };
  const { page, said, state, close } = await open(browser, kinds_page, { before: no_webgl });
  assert.match(await page.textContent('.note'), /needs WebGL 2/);
  await page.click('.row[data-finding="4"]');
  assert.equal((await state()).selected, 4);
  assert.match(await page.textContent('.detail'), /Touching/);
  assert.deepEqual(said, []);
  await close();
});

test('damaged data are named, and the list works', async () => {
  const { report, view } = every_kind();
  const { page, said, close } = await open(browser, write_page(fill(template, report, view, 'eJwDAAAAAAE=')));
  assert.match(await page.textContent('.note'), /damaged/);
  assert.deepEqual(await rows(page), [1, 2, 3, 4, 5]);
  assert.deepEqual(said, []);
  await close();
});

test('twenty thousand findings: few rows exist, and filters are quick', async () => {
  const { report, view, data } = large(50, 5000, 20000);
  const { page, said, state, close } = await open(browser, write_page(fill(template, report, view, data)));
  assert.equal((await state()).listed, 20000);
  assert.ok((await rows(page)).length < 60);
  await page.focus('.findings .list');
  await page.keyboard.press('End');
  assert.equal((await state()).selected, 20000);
  assert.ok((await rows(page)).includes(20000));
  await page.fill('.findings input[type=search]', 'object_7');
  assert.ok((await state()).listed < 4000);
  assert.deepEqual(said, []);
  await close();
});

test('on paper: a picture, the summary and a table', async () => {
  const { page, said } = await at_finding(1);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.$$eval('.paper tbody tr', (list) => list.length), 5);
  assert.ok(await page.isVisible('.paper img'));
  assert.ok(await page.isVisible('.summary'));
  assert.ok(!(await page.isVisible('.stage')));
  await page.emulateMedia({ media: null });
  assert.deepEqual(said, []);
});

test('everything that can be pressed has a name', async () => {
  const { page } = await at_finding(1);
  const nameless = await page.$$eval('button, select, input, [role=listbox]', (list) =>
    list.filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.title)).map((e) => e.outerHTML),
  );
  assert.deepEqual(nameless, []);
});
