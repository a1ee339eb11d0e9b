import { join } from 'node:path';
import type { NativeImage } from 'electron';
import { describe, expect, it } from 'vitest';
import { coreTexts } from '../../../electron/base/errors.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  badgeImageFile,
  remembered,
  StateBadge,
  trayImageFile,
} from '../../../electron/desktop/controls/state-badge.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { changing, imageOf } from './tray-world.ts';

/** As the dashboard says it. */
const state = (name: string, language: Language = 'en') => coreTexts(language)(`state.${name}`);

function badgeWorld() {
  const clock = new VirtualClock();
  const source = changing();
  const calls: string[] = [];
  const window = {
    gone: false,
    isDestroyed: () => window.gone,
    setOverlayIcon(image: NativeImage | null, words: string) {
      if (window.gone) throw new TypeError('Object has been destroyed');
      calls.push(`window ${String(image)} ${words}`);
    },
  };
  const badge = new StateBadge({
    window: () => window,
    dock: { setBadge: (text) => void calls.push(`dock ${text}`) },
    images: imageOf,
    status: source.status,
    language: source.language,
    clock,
    log: silentLogger,
  });
  return { badge, clock, source, window, news: () => calls.splice(0) };
}

describe('the badge of the state', () => {
  it.each([
    ['live', false, 'dock ●', `window live ${state('live')}`],
    ['live', true, 'dock ◆', `window demo Demo · ${state('live')}`],
    ['reconnecting', false, 'dock …', `window waiting ${state('reconnecting')}`],
    ['signed-out', false, 'dock ×', `window off ${state('signed-out')}`],
    ['not-set-up', false, 'dock ', 'window null '],
  ] as const)('of %s (demo: %s) is %s and %s', async (connection, demo, dock, window) => {
    const { badge, source, news } = badgeWorld();
    source.change({ connection, demo, account: null });
    badge.start();
    expect(news()).toEqual([dock, window]);
  });

  it('changes with the state and the language, and with nothing else', async () => {
    const { badge, clock, source, news } = badgeWorld();
    badge.start();
    news();
    await clock.advance(1_000);
    source.change({ waitingAlerts: 5 });
    await clock.advance(1_000);
    expect(news()).toEqual([]);
    source.speak('ko');
    expect(news()).toEqual(['dock ●', `window live ${state('live', 'ko')} · 새벽 채널`]);
    await clock.advance(1_000);
    source.change({ connection: 'stopped' });
    expect(news()).toEqual(['dock ×', `window off ${state('stopped', 'ko')} · 새벽 채널`]);
  });

  it('is put on a window that opens later, and asks nothing of one that is gone', async () => {
    const { badge, clock, source, window, news } = badgeWorld();
    window.gone = true;
    badge.start();
    source.change({ connection: 'stopped' });
    await clock.advance(1_000);
    source.change({ waitingAlerts: 2 });
    await clock.advance(1_000);
    expect(news()).toEqual(['dock ●', 'dock ×']);
    window.gone = false;
    badge.windowOpened();
    expect(news()).toEqual(['dock ×', `window off ${state('stopped')} · 새벽 채널`]);
  });

  it('ends with no timer left', async () => {
    const { badge, clock, source, news } = badgeWorld();
    badge.start();
    source.change({ connection: 'stopped' });
    news();
    badge.dispose();
    badge.windowOpened();
    await clock.advance(1_000);
    expect(news()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the images of the states', () => {
  it('come from the files of the system, each loaded once', () => {
    const loaded: string[] = [];
    const load = (path: string): NativeImage => {
      loaded.push(path);
      return { path } as unknown as NativeImage;
    };
    const icon = remembered(load);
    const live = trayImageFile('live', 'mac');
    expect(icon(live)).toBe(icon(live));
    icon(trayImageFile('off', 'windows'));
    icon(trayImageFile('plain', 'linux'));
    icon(badgeImageFile('demo'));
    expect(loaded).toEqual([
      join('tray', 'mac-live-Template.png'),
      join('tray', 'windows-off.png'),
      join('tray', 'linux-plain.png'),
      join('badge', 'demo.png'),
    ]);
  });
});
