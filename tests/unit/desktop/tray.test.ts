import type { Tray } from 'electron';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { coreTexts } from '../../../electron/base/errors.ts';
import type { TrayIcon } from '../../../electron/desktop/controls/tray.ts';
import { trayWorld } from './tray-world.ts';

/** As the dashboard says it. */
const RECEIVING = coreTexts('en')('state.live');

describe('the tray', () => {
  it('shows the icon, the words and the menu of the state at its start', () => {
    const { tray, news } = trayWorld();
    tray.start();
    expect(news()).toEqual([
      'create live',
      `tooltip Stagelight · ${RECEIVING} · 새벽 채널`,
      'menu',
    ]);
    expect(tray.isShown).toBe(true);
  });

  it('changes only the icon and the words that are different', async () => {
    const { tray, clock, source, news } = trayWorld();
    tray.start();
    news();
    await clock.advance(1_000);
    source.change({ connection: 'reconnecting' });
    expect(news()).toEqual([
      'image waiting',
      'tooltip Stagelight · Reconnecting · 새벽 채널',
      'menu',
    ]);
    await clock.advance(1_000);
    source.change({ connection: 'connecting' });
    expect(news()).toEqual(['tooltip Stagelight · Connecting · 새벽 채널', 'menu']);
  });

  it('counts waiting alerts without building the menu again', async () => {
    const { tray, clock, source, news } = trayWorld();
    tray.start();
    news();
    await clock.advance(1_000);
    source.change({ waitingAlerts: 1 });
    expect(news()).toEqual([`tooltip Stagelight · ${RECEIVING} · 새벽 채널 · 1 alert waiting`]);
  });

  it('asks for the status at most four times a second, and shows the last of it', async () => {
    const { tray, clock, source, news } = trayWorld();
    tray.start();
    news();
    await clock.advance(1_000);
    source.reads.count = 0;
    for (let count = 1; count <= 100; count += 1) {
      source.change({ waitingAlerts: count });
      await clock.advance(10);
    }
    await clock.advance(1_000);
    expect(source.reads.count).toBeLessThanOrEqual(6);
    expect(news().at(-1)).toBe(
      `tooltip Stagelight · ${RECEIVING} · 새벽 채널 · 100 alerts waiting`,
    );
  });

  it('does nothing and waits for nothing while nothing changes', async () => {
    const { tray, clock, source, news } = trayWorld();
    tray.start();
    await clock.advance(1_000);
    source.change({});
    news();
    await clock.advance(60_000);
    source.change({});
    await clock.advance(60_000);
    expect(news()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('speaks the new language', async () => {
    const { tray, clock, source, news, labels } = trayWorld();
    tray.start();
    await clock.advance(1_000);
    news();
    source.speak('ko');
    expect(news()).toEqual(['tooltip Stagelight · 수신 중 · 새벽 채널', 'menu']);
    expect(labels()).toContain('지금 알림 모두 숨기기');
  });

  it.each(['windows', 'linux'] as const)('opens the dashboard with a click on %s', (system) => {
    const { tray, clickIcon, done } = trayWorld({ system });
    tray.start();
    clickIcon();
    expect(done).toEqual(['showDashboard']);
  });

  it('leaves the click to the menu on macOS', () => {
    const { tray, hasClick } = trayWorld({ system: 'mac' });
    tray.start();
    expect(hasClick()).toBe(false);
  });

  it.each([
    ['show-dashboard', 'showDashboard'],
    ['overlay-shown', 'toggleOverlayShown'],
    ['overlay-locked', 'toggleOverlayLock'],
    ['hide-alerts', 'hideAlerts'],
    ['pause-alerts', 'setAlertsPaused true'],
    ['skip-alert', 'skipAlert'],
    ['copy-address', 'copyOverlayAddress'],
    ['open-settings', 'openSettings'],
    ['quit', 'quit'],
  ])('does what is chosen: %s', (id, action) => {
    const { tray, choose, done } = trayWorld();
    tray.start();
    choose(id);
    expect(done).toEqual([action]);
  });

  it('resumes when it said so, whatever has happened since the menu was opened', async () => {
    const { tray, clock, source, item, done } = trayWorld();
    tray.start();
    await clock.advance(1_000);
    source.change({ alertsPaused: true });
    const resume = item('pause-alerts');
    expect(resume.label).toBe('Resume alerts');
    await clock.advance(1_000);
    source.change({ alertsPaused: false });
    (resume.click as () => void)();
    expect(done).toEqual(['setAlertsPaused false']);
  });

  it('puts a check mark right again that the system moved although nothing changed', async () => {
    const { tray, clock, choose, item, news, problems } = trayWorld({
      actions: { toggleOverlayLock: () => Promise.reject(new Error('no window')) },
    });
    tray.start();
    item('overlay-locked').checked = false;
    news();
    choose('overlay-locked');
    await clock.advance(1_000);
    expect(news()).toEqual(['menu']);
    expect(item('overlay-locked').checked).toBe(true);
    expect(problems.map(({ code }) => code)).toEqual(['unexpected']);
  });

  it('lives without a tray where the desktop has none', async () => {
    const { tray, clock, source, news } = trayWorld({
      createTray() {
        throw new Error('no tray');
      },
    });
    tray.start();
    expect(tray.isShown).toBe(false);
    source.change({ connection: 'stopped' });
    await clock.advance(1_000);
    expect(news()).toEqual(['create live']);
    expect(() => tray.dispose()).not.toThrow();
  });

  it('takes the icon away at the end and leaves no timer', async () => {
    const { tray, clock, source, news } = trayWorld();
    tray.start();
    source.change({ waitingAlerts: 1 });
    news();
    tray.dispose();
    tray.dispose();
    source.change({ connection: 'stopped' });
    tray.start();
    await clock.advance(1_000);
    expect(news()).toEqual(['destroy']);
    expect(tray.isShown).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it("takes Electron's own tray", () => {
    expectTypeOf<Tray>().toExtend<TrayIcon>();
  });
});
