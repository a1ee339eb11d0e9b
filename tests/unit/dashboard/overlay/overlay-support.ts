import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { PageProvider } from '../../../../renderer/dashboard/context.ts';
import { OverlayPage } from '../../../../renderer/dashboard/overlay/overlay-page.tsx';
import { createDashboard } from '../../../../renderer/stores/dashboard-store.ts';
import type { CommandArgs } from '../../../../shared/contract/index.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { type Edits, withDraft } from '../../../../shared/overlay/layouts.ts';
import {
  DEFAULT_OVERLAY,
  type OverlaySettings,
} from '../../../../shared/overlay/overlay-settings.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { fakeHost, HeldBridge, NOW, statusWith } from '../support.ts';

interface Given {
  readonly overlay?: Partial<OverlaySettings>;
  readonly language?: Language;
}

/** The overlay's page on a core that takes everything. Samples of themes are out of sight. */
export async function drawOverlay({ overlay = {}, language = 'ko' }: Given = {}): Promise<Drawn> {
  const page = await drawEmpty(language);
  await sayOverlay(page, { ...DEFAULT_OVERLAY, ...overlay });
  return page;
}

/** The same before the core has said what is set. */
export async function drawEmpty(language: Language = 'ko'): Promise<Drawn> {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const clock = new VirtualClock(NOW);
  const bridge = new HeldBridge();
  const host = fakeHost(clock);
  const dashboard = createDashboard({ bridge, clock: host.clock, openAddress: () => {}, language });
  const page = createElement(
    PageProvider,
    { value: { dashboard, host } },
    createElement(OverlayPage),
  );
  const { container } = render(page);
  const pass = (ms: number) => act(() => clock.advance(ms));
  const core = async (say: (bridge: HeldBridge) => void) => {
    await act(async () => say(bridge));
    await pass(50);
  };
  await core(() => bridge.status(statusWith()));
  return { bridge, clock, dashboard, host, container, core, pass };
}

/**
 * The one button of this name. Asking for roles instead reckons every element's name and visibility,
 * which on a page as large as this takes longer than the test.
 */
export function button(name: string | RegExp): HTMLButtonElement {
  const [found, ...more] = buttons(name);
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${name}`);
  return found;
}

export function buttons(name: string | RegExp): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter((each) => {
    const said = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim();
    return typeof name === 'string' ? said === name : name.test(said);
  });
}

export async function sayOverlay(page: Drawn, overlay: OverlaySettings): Promise<void> {
  await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: overlay }));
}

/** What was asked to be kept as drafts, all of it together. */
export function asked(page: Drawn): Pick<OverlaySettings, 'layout' | 'theme'> {
  const { widgets = DEFAULT_OVERLAY.layout, theme = DEFAULT_OVERLAY.theme } = all(page);
  return { layout: [...widgets], theme };
}

/** The same, in order. */
export function changes(page: Drawn): readonly Edits[] {
  return page.bridge.asked
    .filter(({ name }) => name === 'overlay.draft')
    .map(({ args }) => args as CommandArgs<'overlay.draft'>);
}

const all = (page: Drawn): Edits => Object.assign({}, ...changes(page));

/** The core answers everything, also what comes after it, and says in its feed what was set. */
export async function taken(page: Drawn): Promise<void> {
  let answered = 0;
  do {
    answered = changes(page).length;
    await page.core((bridge) => {
      for (const each of bridge.asked) each.answer({});
    });
    await sayOverlay(page, withDraft(DEFAULT_OVERLAY, 'main', all(page)));
    await page.pass(100);
  } while (changes(page).length > answered);
}
