import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../shared/preload.ts';
import { settle } from '../../support/virtual-clock.ts';
import { statusOf } from '../server/world.ts';
import { desktopState, FakePage, type IpcStage, ipcStage } from './ipc-support.ts';

let stage: IpcStage;

beforeEach(async () => {
  stage = await ipcStage();
});

afterEach(() => stage.stop());

describe('a line', () => {
  it('ends when its page begins another one', async () => {
    const page = await stage.open('overlay');
    page.connect();
    page.attach();
    await stage.clock.advance(20);
    expect(stage.world.core.heard).toEqual(['page 1 connected', 'page 1 gone', 'page 2 connected']);
    expect(stage.lines.size).toBe(1);
    expect(page.closedTimes).toBe(0);
  });

  it('ends when the page closes it, and an earlier number closes nothing', async () => {
    const page = await stage.open('overlay');
    const first = page.line;
    page.connect();
    page.attach();
    await stage.clock.advance(20);
    first.close();
    stage.ipcMain.emit(CHANNELS.close, stage.overlay.event(), 100 * stage.overlay.id + 1);
    await settle();
    expect(stage.lines.size).toBe(1);
    page.line.close();
    await settle();
    expect(stage.lines.size).toBe(0);
    expect(stage.world.core.heard.at(-1)).toBe('page 2 gone');
  });

  it.each([
    ['is destroyed', 'destroyed'],
    ['loses its renderer', 'render-process-gone'],
  ])('ends without a word when its window %s', async (_what, event) => {
    await stage.open('dashboard');
    const { dashboard } = stage;
    const before = dashboard.sent.length;
    dashboard.destroyed = event === 'destroyed';
    dashboard.emit(event, {}, { reason: 'crashed' });
    stage.world.core.tell('status', statusOf(1));
    stage.setState(desktopState('2.0.0'));
    await stage.clock.advance(500);
    expect(stage.lines.size).toBe(0);
    expect(dashboard.sent.length).toBe(before);
    expect(dashboard.eventNames()).toEqual([]);
  });

  it('ends when its window turns out to be destroyed at the next message', async () => {
    await stage.open('dashboard');
    stage.dashboard.destroyed = true;
    stage.world.core.tell('status', statusOf(1));
    await stage.clock.advance(500);
    expect(stage.lines.size).toBe(0);
  });

  it('ends when its page is loaded anew, and the new page has one of its own', async () => {
    const old = await stage.open('dashboard');
    const again = new FakePage(stage.dashboard);
    await stage.clock.advance(20);
    expect(again.types()).toContain('hello');
    old.heard.length = 0;
    stage.world.core.tell('status', statusOf(3));
    await stage.clock.advance(200);
    expect(old.heard).toEqual([]);
    expect(stage.lines.size).toBe(1);
  });

  it.each([
    ['within the page', { isMainFrame: true, isSameDocument: true }],
    ['of a frame in it', { isMainFrame: false, isSameDocument: false }],
  ])('outlives a navigation %s', async (_what, details) => {
    await stage.open('dashboard');
    stage.dashboard.emit('did-start-navigation', details);
    expect(stage.lines.size).toBe(1);
  });

  it('ends when our side of it fails, and the others go on', async () => {
    const overlay = await stage.open('overlay');
    const dashboard = await stage.open('dashboard');
    stage.world.core.recentChat = () => {
      throw new Error('broken');
    };
    overlay.connect();
    overlay.attach();
    await stage.clock.advance(20);
    expect(overlay.closedTimes).toBe(1);
    dashboard.heard.length = 0;
    stage.world.core.tell('status', statusOf(3));
    await stage.clock.advance(200);
    expect(dashboard.types()).toEqual(['status']);
  });

  it('is not opened for a dashboard that says frames instead of commands', async () => {
    const page = await stage.open('dashboard');
    const command = '{"type":"command","id":1,"name":"alerts.skip","args":{}}';
    for (let said = 0; said < 3; said += 1) page.say(command);
    await stage.clock.advance(20);
    expect(page.closedTimes).toBe(1);
    expect(page.types()).not.toContain('result');
  });
});

it('after the end nobody listens, and every page has heard of it', async () => {
  const pages = [await stage.open('dashboard'), await stage.open('overlay')];
  stage.lines.dispose();
  await settle();
  expect(pages.map(({ closedTimes }) => closedTimes)).toEqual([1, 1]);
  expect(stage.ipcMain.channels).toEqual([]);
  expect(stage.clock.pendingTimers).toBe(0);
});
