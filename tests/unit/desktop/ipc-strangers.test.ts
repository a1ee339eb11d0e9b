import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../shared/preload.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeContents, type IpcStage, ipcStage } from './ipc-support.ts';

let stage: IpcStage;

beforeEach(async () => {
  stage = await ipcStage();
});

afterEach(() => stage.stop());

describe('a stranger', () => {
  const frame = (url: string, parent: object | null = null, detached = false) => ({
    url,
    parent,
    detached,
  });

  it.each([
    ['another address', frame('https://example.test/')],
    ['the other window’s address', frame('app://overlay/')],
    ['a file of ours that is no page', frame('app://dashboard/assets/icon.svg')],
    ['our address with a port', frame('app://dashboard:99/')],
    ['our address with a user', frame('app://me@dashboard/')],
    ['no address at all', frame('')],
    ['a frame in our page', frame('app://dashboard/', {})],
    ['a page that is being left', frame('app://dashboard/', null, true)],
    ['a frame that is gone', null],
  ])('at %s gets no line', async (_what, senderFrame) => {
    stage.ipcMain.emit(CHANNELS.connect, stage.dashboard.event(senderFrame), 1);
    await stage.clock.advance(50);
    expect(stage.lines.size).toBe(0);
    expect(stage.dashboard.sent).toEqual([]);
  });

  it('in a window that is not ours gets no line, wherever it is', async () => {
    const foreign = new FakeContents(stage.ipcMain, 'app://dashboard/');
    stage.ipcMain.emit(CHANNELS.connect, foreign.event(), 1);
    await stage.clock.advance(50);
    expect(foreign.sent).toEqual([]);
    expect(stage.lines.size).toBe(0);
  });

  it.each([
    ['a text', '1'],
    ['half a number', 1.5],
    ['nothing', undefined],
    ['NaN', Number.NaN],
  ])('with %s for a number gets no line', async (_what, number) => {
    stage.ipcMain.emit(CHANNELS.connect, stage.dashboard.event(), number);
    await settle();
    expect(stage.lines.size).toBe(0);
  });

  it('in a frame of our page can neither speak on its line nor close it', async () => {
    const page = await stage.open('overlay');
    const number = 100 * stage.overlay.id + 1;
    const inside = stage.overlay.event(frame('app://overlay/', {}));
    const receipt = '{"type":"receipt","alertId":1,"state":"over"}';
    stage.ipcMain.emit(CHANNELS.say, inside, number, receipt);
    stage.ipcMain.emit(CHANNELS.close, inside, number);
    await settle();
    expect(stage.world.core.heard).toEqual(['page 1 connected']);
    expect(stage.lines.size).toBe(1);
    expect(page.closedTimes).toBe(0);
  });

  it('whose frame cannot be looked at is nobody', async () => {
    const event = {
      sender: stage.dashboard,
      get senderFrame(): never {
        throw new Error('Render frame was disposed');
      },
    };
    stage.ipcMain.emit(CHANNELS.connect, event, 1);
    await settle();
    expect(stage.lines.size).toBe(0);
  });
});
