import { act, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { PageProvider } from '../../../../renderer/dashboard/context.ts';
import { PartedPage } from '../../../../renderer/dashboard/parted-page.tsx';
import { createDashboard } from '../../../../renderer/stores/dashboard-store.ts';
import { type Rule, ruleSchema } from '../../../../shared/overlay/alert-rules.ts';
import type { MediaItem } from '../../../../shared/overlay/media.ts';
import {
  DEFAULT_OVERLAY,
  overlayChangeSchema,
} from '../../../../shared/overlay/overlay-settings.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { askedOf } from '../draw-dashboard.tsx';
import { button } from '../overlay/overlay-support.ts';
import { fakeHost, HeldBridge, NOW } from '../support.ts';

export const SOUND: MediaItem = {
  hash: 'a'.repeat(64),
  name: '<b>ding</b>.wav',
  type: 'audio/wav',
  bytes: 1_234_567,
  addedAt: 1,
  uses: 2,
  broken: false,
};
export const PICTURE: MediaItem = {
  ...SOUND,
  hash: 'b'.repeat(64),
  name: 'cat.png',
  type: 'image/png',
  bytes: 900,
  uses: 0,
};

export const ruleOf = (id: string, changes: object = {}): Rule =>
  ruleSchema.parse({ id, ...changes });
export const BIG = ruleOf('big', {
  name: 'Big',
  when: [{ type: 'amount', from: 10_000, to: null }],
});
export const ALL = ruleOf('all', { name: 'All' });

/** The rules as they were asked for last. */
export function asked(page: Drawn): readonly Rule[] {
  const last = askedOf(page, 'overlay.set').at(-1);
  return overlayChangeSchema.parse(last).rules ?? [];
}

/** Time enough that the next change is sent. */
export async function answered(page: Drawn): Promise<void> {
  await page.core((bridge) => {
    for (const each of bridge.asked) each.answer({});
  });
  await page.pass(100);
}

export const names = () =>
  [...document.querySelectorAll('.rule-name > bdi')].map((name) => name.textContent);
export const open = (name: string) => fireEvent.click(button(`Edit: ${name}`));
/** The page of the overlay that is drawn there. */
export function previewIn(place: string): HTMLElement {
  const frame = document.querySelector<HTMLIFrameElement>(`${place} .alert-preview iframe`);
  const body = frame?.contentDocument?.body;
  if (!body) throw new Error(`No preview in ${place}`);
  return body;
}

export const firstLook = (page: Drawn) => asked(page)[0]?.variants[0];

/** Rules, tests and media in English, without the page around them. */
export async function drawRules(
  rules: readonly Rule[],
  media: readonly MediaItem[] = [],
): Promise<Drawn> {
  const clock = new VirtualClock(NOW);
  const bridge = new HeldBridge();
  const host = fakeHost(clock);
  const dashboard = createDashboard({
    bridge,
    clock: host.clock,
    openAddress: () => {},
    language: 'en',
  });
  dashboard.show('alerts', 'rules');
  const parts = createElement(PartedPage, { view: 'alerts' });
  const { container } = render(createElement(PageProvider, { value: { dashboard, host } }, parts));
  const pass = (ms: number) => act(() => clock.advance(ms));
  const core = async (say: (bridge: HeldBridge) => void) => {
    await act(async () => say(bridge));
    await pass(50);
  };
  const page = { bridge, clock, dashboard, host, container, core, pass };
  const overlay = { ...DEFAULT_OVERLAY, rules: [...rules] };
  await core(() => bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: overlay }));
  await sayMedia(page, media);
  return page;
}

export function sayMedia(page: Drawn, value: readonly MediaItem[]): Promise<void> {
  return page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'media', value }));
}
