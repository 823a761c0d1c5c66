// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Start of the page, and what tests may ask it.

import { read_json } from './data';
import { h } from './dom';
import { Page } from './page';
import type { Report, ViewInfo } from './types';

function start(): void {
  const report = read_json<Report>('graze-report');
  if (!report?.findings) {
    document.body.append(h('p', { class: 'note' }, 'This page holds no report.'));
    return;
  }
  const view = read_json<ViewInfo>('graze-view');
  const page = new Page(report, view?.objects ? view : null);
  const ready = page.start();
  const viewer = () => page.stage.viewer;
  Object.assign(window, {
    graze: {
      ready,
      state: () => ({
        time: page.time,
        selected: page.selected + 1,
        listed: page.list.found.length,
        theme: page.theme.theme,
        view: viewer()?.camera.view,
        moving: viewer() ? viewer()!.camera.destination !== viewer()!.camera.view : false,
        camera: viewer() && {
          position: viewer()!
            .camera.axes()[2]
            .map((x, k) => viewer()!.camera.view.target[k] + x * viewer()!.camera.view.distance),
          target: [...viewer()!.camera.view.target],
        },
        looks: page.looks.all(),
        triangles: viewer()?.assembly.triangles ?? 0,
        drawn: viewer()?.drawn_triangles() ?? 0,
        frames: viewer()?.frames ?? 0,
      }),
      project: (x: number, y: number, z: number) => viewer()?.project(x, y, z) ?? null,
      objectAt: (x: number, y: number) => {
        const object = viewer()?.pick(x, y) ?? -1;
        return object < 0 ? null : page.view!.objects[object].name;
      },
      placementOf: (name: string) => viewer()?.bounds.placement_of(page.looks.number_of(name), page.time) ?? null,
      frameMs: () => viewer()?.frame_ms() ?? 0,
      drawCalls: () => viewer()?.draw_calls() ?? 0,
    },
  });
}

start();
