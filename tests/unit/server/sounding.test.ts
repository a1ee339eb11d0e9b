import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { SoundPages } from '../../../electron/server/sound-pages.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import { attachOverlay, type OverlayPage } from './page.ts';
import { alertOf, startWorld, type World } from './world.ts';

const ALERT = {} as PlayingAlert;

describe('the page that sounds', () => {
  function somePages() {
    const log: string[] = [];
    const alerts = new Emitter<PlayingAlert | null>((failure) => {
      throw failure;
    });
    const pages = new SoundPages(alerts.on);
    const pageNamed = (name: string, isAppWindow = false) => ({
      isAppWindow,
      tellSounding: (on: boolean) => log.push(`${name} ${on ? 'on' : 'off'}`),
    });
    const begin = () => alerts.fire(ALERT);
    return {
      log,
      pages,
      alerts,
      begin,
      a: pageNamed('a'),
      b: pageNamed('b'),
      app: pageNamed('app', true),
    };
  }

  it('is the first that could, whatever alerts come', () => {
    const { log, pages, a, b, begin } = somePages();
    pages.setAble(a, true);
    pages.setAble(b, true);
    begin();
    begin();
    expect(log).toEqual(['a on']);
  });

  it('is a page in OBS before the app’s own window, from the next alert on', () => {
    const { log, pages, a, app, begin } = somePages();
    pages.setAble(app, true);
    begin();
    pages.setAble(a, true);
    expect(log).toEqual(['app on']);
    begin();
    expect(log).toEqual(['app on', 'app off', 'a on']);
  });

  it('is the app’s own window where no other page could', () => {
    const { log, pages, a, app, begin } = somePages();
    pages.setAble(a, true);
    pages.setAble(app, true);
    pages.setAble(a, false);
    begin();
    expect(log).toEqual(['a on', 'a off', 'app on']);
  });

  it('is chosen anew by the next alert when it is gone, not in the middle of one', () => {
    const { log, pages, alerts, a, b, begin } = somePages();
    pages.setAble(a, true);
    pages.setAble(b, true);
    begin();
    pages.leave(a);
    alerts.fire(null);
    expect(log).toEqual(['a on']);
    begin();
    expect(log).toEqual(['a on', 'b on']);
  });

  it('is said again to a page that may have missed it, and nothing to one that could not', () => {
    const { log, pages, a, b, app } = somePages();
    pages.setAble(a, true);
    pages.setAble(b, true);
    for (const page of [a, b, app]) pages.repeat(page);
    expect(log).toEqual(['a on', 'a on', 'b off']);
  });

  it('is nobody after the end', () => {
    const { log, pages, a, begin } = somePages();
    pages.setAble(a, true);
    pages.dispose();
    begin();
    pages.repeat(a);
    expect(log).toEqual(['a on']);
  });
});

describe('sound, between core and pages', () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.stop());

  const able = (page: OverlayPage): void => page.send({ type: 'sound', able: true });
  const ofSound = async (page: OverlayPage) =>
    (await page.sentSoFar()).filter(({ type }) => type === 'sounding' || type === 'alert');

  it('comes from one of two pages, and from the other when that one is gone', async () => {
    const first = await attachOverlay(world);
    const second = await attachOverlay(world);
    able(first);
    expect(await ofSound(first)).toEqual([{ type: 'sounding', on: true }]);
    able(second);
    expect(await ofSound(second)).toEqual([]);
    await first.cut();
    expect(await ofSound(second)).toEqual([]);
    world.core.publish([alertOf(1).event]);
    world.core.tellAlert(alertOf(1));
    const frames = await second.until(({ type }) => type === 'alert');
    expect(frames.map(({ type }) => type)).toEqual(['batch', 'sounding', 'alert']);
    expect(frames[1]).toEqual({ type: 'sounding', on: true });
  });

  it('counts a page that says it wrongly among those that make no sense', async () => {
    const page = await attachOverlay(world);
    for (let time = 0; time < 3; time += 1) page.send({ type: 'sound' } as never);
    expect(await page.closed).toBe(1008);
  });
});
