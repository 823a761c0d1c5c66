// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// After a click in the view: the object there, and ways to go on with it.

import { h } from './dom';
import { button_icon } from './icons';
import type { Looks } from './looks';
import type { ObjectActions } from './objects_panel';
import type { ObjectInfo, Report } from './types';

export class PickedBar {
  readonly element = h('div', { class: 'picked', hidden: true, role: 'group' });

  constructor(
    private readonly report: Report,
    private readonly looks: Looks,
    private readonly actions: ObjectActions,
  ) {}

  hide(): void {
    this.element.hidden = true;
  }

  show(object: number, { name }: ObjectInfo): void {
    const { looks, actions } = this;
    const act = (label: string, click: () => void, icon?: Node): HTMLElement => {
      const press = (): void => {
        click();
        this.hide();
      };
      return h('button', { type: 'button', 'aria-label': label, click: press }, icon ?? label);
    };
    const count = this.report.findings.reduce((n, f) => n + Number(f.a === name || f.b === name), 0);
    const transparent = looks.of(object) === 'transparent';
    this.element.hidden = false;
    this.element.setAttribute('aria-label', `Object ${name}`);
    this.element.replaceChildren(
      h('bdi', {}, name),
      ...(count > 0 ? [act(`${count} ${count === 1 ? 'finding' : 'findings'}`, () => actions.findings_of(name))] : []),
      act('Look at', () => actions.look_at(object)),
      act('Hide', () => looks.change([object], 'hidden')),
      act('Isolate', () => looks.isolate([object])),
      act('Transparent', () => looks.change([object], transparent ? 'shown' : 'transparent')),
      act('Close', () => {}, button_icon('close')),
    );
  }
}
