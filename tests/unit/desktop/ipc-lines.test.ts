import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACTIVITY_KINDS } from '../../../shared/contract/show.ts';
import { settle } from '../../support/virtual-clock.ts';
import { alertOf, startWorld, statusOf } from '../server/world.ts';
import { desktopState, FakePage, type IpcStage, ipcStage, lookOf } from './ipc-support.ts';

let stage: IpcStage;

beforeEach(async () => {
  stage = await ipcStage();
});

afterEach(() => stage.stop());

/** Numbers of all events a page was told, in the order of telling. */
function numbersOf(page: FakePage): number[] {
  return page.heard.flatMap((frame) => {
    if (frame.type === 'batch') return frame.events.map(({ seq }) => seq);
    if (frame.type === 'feed' && frame.feed === 'events') {
      return frame.value.events.map(({ seq }) => seq);
    }
    return [];
  });
}

/** What the core says to a dashboard, in its order. */
const FEEDS = [
  ...[
    'language',
    'status',
    'connectionHistory',
    'overlay',
    'figures',
    'alerts',
    'media',
    'reading',
  ],
  ...[
    'live',
    'stream',
    'people',
    'drops',
    'maintenance',
    'obs',
    'marks',
    'show',
    ...ACTIVITY_KINDS,
    'doors',
    'streamerbot',
    'sinks',
    'osc',
    'widgets',
  ],
  'events',
];

describe('a dashboard that connects', () => {
  it('hears a greeting, every feed of the core, and what the app says of itself', async () => {
    const page = await stage.open('dashboard');
    expect(page.types()).toEqual(['hello', ...FEEDS, 'desktop']);
  });

  it('gets all of it in one message', async () => {
    await stage.open('dashboard');
    expect(stage.dashboard.frameMessages()).toHaveLength(1);
  });

  it('hears changes of the core and of the app around it', async () => {
    const page = await stage.open('dashboard');
    page.heard.length = 0;
    stage.world.core.tell('status', statusOf(7));
    stage.setState(desktopState('2.0.0'));
    await stage.clock.advance(200);
    expect(page.heard).toEqual([
      { type: 'feed', feed: 'status', value: statusOf(7) },
      { type: 'feed', feed: 'desktop', value: desktopState('2.0.0') },
    ]);
  });

  it('is told of many changes of the app once a tenth of a second, the last one always', async () => {
    const page = await stage.open('dashboard');
    page.heard.length = 0;
    for (let version = 1; version <= 100; version += 1) {
      stage.setState(desktopState(`1.0.${version}`));
      await stage.clock.advance(10);
    }
    await stage.clock.advance(200);
    expect(page.heard.length).toBeLessThanOrEqual(12);
    expect(page.heard.at(-1)).toMatchObject({ value: { version: '1.0.100' } });
  });
});

describe('an overlay that connects', () => {
  it('hears nothing before it has attached, then its greeting and how the window is', async () => {
    const page = new FakePage(stage.overlay);
    stage.setLook(lookOf(1.5));
    await stage.clock.advance(100);
    expect(page.heard).toEqual([]);
    page.attach();
    await stage.clock.advance(20);
    expect(page.types()).toEqual(['hello', 'config', 'snapshot', 'figures', 'window']);
    expect(page.heard.at(-1)).toEqual({ type: 'window', look: lookOf(1.5) });
  });

  it('hears every change of the look, the last one always', async () => {
    const page = await stage.open('overlay');
    page.heard.length = 0;
    for (let step = 1; step <= 50; step += 1) stage.setLook(lookOf(1 + step / 100));
    await stage.clock.advance(50);
    expect(page.heard.length).toBeLessThanOrEqual(2);
    expect(page.heard.at(-1)).toEqual({ type: 'window', look: lookOf(1.5) });
  });

  it('gives receipts to the core', async () => {
    const page = await stage.open('overlay');
    page.say({ type: 'receipt', alertId: 5, state: 'painted' });
    await settle();
    expect(stage.world.core.heard).toEqual(['page 1 connected', 'page 1 painted 5']);
  });

  it('gets only what it missed when it comes with the number it has', async () => {
    stage.world.core.say(10);
    const page = new FakePage(stage.overlay);
    page.attach(7, 'epoch-1');
    await stage.clock.advance(20);
    expect(numbersOf(page)).toEqual([8, 9, 10]);
  });

  it.each([
    ['no JSON at all', 'nonsense'],
    ['a command', '{"type":"command","id":1,"name":"alerts.skip","args":{}}'],
    ['a second attach', '{"type":"attach","epoch":null,"after":0}'],
    ['more than 64 KB', `{"type":"visibility","visible":true${' '.repeat(70_000)}}`],
  ])('loses its line after three frames that are %s', async (_what, text) => {
    const page = await stage.open('overlay');
    page.say(text);
    page.say(text);
    await settle();
    expect(page.closedTimes).toBe(0);
    page.say(text);
    await settle();
    expect(page.closedTimes).toBe(1);
    expect(stage.world.core.heard.at(-1)).toBe('page 1 gone');
    expect(stage.lines.size).toBe(0);
  });
});

describe('frames', () => {
  it('go in one message a frame of the screen at 1,000 events a second', async () => {
    const overlay = await stage.open('overlay');
    await stage.open('dashboard');
    const before = [stage.overlay, stage.dashboard].map(({ sent }) => sent.length);
    for (let ms = 0; ms < 1_000; ms += 1) {
      stage.world.core.say(1);
      stage.setLook(lookOf(1 + (ms % 100) / 100));
      await stage.clock.advance(1);
    }
    await stage.clock.advance(50);
    const [toOverlay = 0, toDashboard = 0] = [stage.overlay, stage.dashboard].map(
      ({ sent }, index) => sent.length - (before[index] ?? 0),
    );
    expect(toOverlay).toBeGreaterThan(30);
    expect(toOverlay).toBeLessThanOrEqual(1_000 / 16 + 3);
    expect(toDashboard).toBeLessThanOrEqual(1_000 / 16 + 3);
    expect(numbersOf(overlay)).toHaveLength(1_000);
  });

  it('of 300 events arrive once and in order on both pages', async () => {
    const pages = [await stage.open('overlay'), await stage.open('dashboard')];
    for (let sent = 0; sent < 300; sent += 1) {
      stage.world.core.say(1);
      await stage.clock.advance(10);
    }
    await stage.clock.advance(100);
    const expected = Array.from({ length: 300 }, (_, index) => index + 1);
    expect(pages.map(numbersOf)).toEqual([expected, expected]);
  });

  it('wake nothing while there is nothing to say', async () => {
    await stage.open('overlay');
    await stage.open('dashboard');
    await stage.clock.advance(1_000);
    expect(stage.clock.pendingTimers).toBe(0);
  });
});

describe('a page that does not read', () => {
  it('is sent four messages at the most, and gets what was gathered when it reads', async () => {
    const page = await stage.open('overlay');
    const before = stage.overlay.sent.length;
    stage.overlay.reads = false;
    for (let burst = 0; burst < 100; burst += 1) {
      stage.world.core.say(1);
      await stage.clock.advance(20);
    }
    expect(stage.overlay.sent.length - before).toBe(4);
    stage.overlay.read();
    await stage.clock.advance(100);
    expect(numbersOf(page)).toHaveLength(100);
  });

  it('costs no more than 4 MiB, and is given everything anew when it reads', async () => {
    const page = await stage.open('overlay');
    stage.overlay.reads = false;
    const long = 'x'.repeat(50_000);
    for (let burst = 0; burst < 300; burst += 1) {
      stage.world.core.say(1, long);
      await stage.clock.advance(20);
    }
    page.heard.length = 0;
    page.texts.length = 0;
    stage.overlay.read();
    await stage.clock.advance(200);
    const chars = page.texts.reduce((sum, text) => sum + text.length, 0);
    expect(page.types()).toContain('snapshot');
    expect(page.heard.findLast((frame) => frame.type === 'snapshot')).toMatchObject({ upTo: 300 });
    expect(page.types().at(-1)).toBe('window');
    // What was kept of 15 MB, and one snapshot of 50 messages.
    expect(chars).toBeLessThan(4.5 * 1024 * 1024 + 50 * 51_000);
    stage.world.core.say(1);
    await stage.clock.advance(50);
    expect(numbersOf(page).at(-1)).toBe(301);
  });

  it('is not believed when it takes more than it was sent', async () => {
    const page = await stage.open('overlay');
    for (let extra = 0; extra < 50; extra += 1) {
      stage.ipcMain.emit('stagelight:taken', stage.overlay.event(), 100 * stage.overlay.id + 1);
    }
    stage.overlay.reads = false;
    const before = stage.overlay.sent.length;
    for (let burst = 0; burst < 20; burst += 1) {
      stage.world.core.say(1);
      await stage.clock.advance(20);
    }
    expect(stage.overlay.sent.length - before).toBe(4);
    expect(page.closedTimes).toBe(0);
  });
});

describe('a window that nobody sees', () => {
  it('is sent nothing, and everything anew when it is shown', async () => {
    const pages = [await stage.open('dashboard'), await stage.open('overlay')];
    for (const { contents } of pages) stage.setShown(contents, false);
    await stage.clock.advance(50);
    const before = pages.map(({ contents }) => contents.sent.length);
    for (let burst = 0; burst < 100; burst += 1) {
      stage.world.core.say(5);
      stage.world.core.tell('status', statusOf(burst));
      stage.setState(desktopState(`3.0.${burst}`));
      stage.setLook(lookOf(1.25));
      await stage.clock.advance(20);
    }
    await stage.clock.advance(1_000);
    expect(pages.map(({ contents }) => contents.sent.length)).toEqual(before);

    for (const page of pages) {
      page.heard.length = 0;
      stage.setShown(page.contents, true);
    }
    await stage.clock.advance(20);
    const [dashboard, overlay] = pages as [FakePage, FakePage];
    expect(dashboard.types()).toEqual([...FEEDS, 'desktop']);
    expect(dashboard.heard[1]).toMatchObject({ value: { unknownEvents: 99 } });
    expect(numbersOf(dashboard).at(-1)).toBe(500);
    expect(overlay.types()).toEqual([
      'config',
      'snapshot',
      'language',
      'load',
      'figures',
      'window',
    ]);
    expect(overlay.heard[1]).toMatchObject({ upTo: 500 });
    expect(overlay.heard[5]).toMatchObject({ look: { zoom: 1.25 } });
  });

  it('is told all the same what it is to read aloud, at once', async () => {
    const page = await stage.open('dashboard');
    stage.setShown(page.contents, false);
    await stage.clock.advance(50);
    page.heard.length = 0;
    stage.world.core.say(5);
    stage.world.core.tell('reading', { on: true, now: null });
    await stage.clock.advance(20);
    expect(page.heard).toEqual([{ type: 'feed', feed: 'reading', value: { on: true, now: null } }]);
  });

  it('hears when it is shown again whether it is the one that reads aloud', async () => {
    const page = await stage.open('overlay');
    page.line.say(JSON.stringify({ type: 'voice', able: true }));
    await stage.clock.advance(50);
    expect(page.heard.at(-1)).toEqual({ type: 'reading', on: true });
    stage.setShown(page.contents, false);
    stage.world.core.say(5);
    await stage.clock.advance(50);
    page.heard.length = 0;
    stage.setShown(page.contents, true);
    await stage.clock.advance(20);
    expect(page.heard).toContainEqual({ type: 'reading', on: true });
  });

  it('gets its first frames all the same, so that it is whole when it is first shown', async () => {
    stage.setShown(stage.dashboard, false);
    stage.setShown(stage.overlay, false);
    const dashboard = await stage.open('dashboard');
    const overlay = await stage.open('overlay');
    expect(dashboard.types()).toContain('hello');
    expect(dashboard.types().at(-1)).toBe('desktop');
    expect(overlay.types()).toEqual(['hello', 'config', 'snapshot', 'figures', 'window']);
    const before = stage.overlay.sent.length;
    stage.world.core.tellAlert(alertOf(1));
    stage.world.core.say(1);
    await stage.clock.advance(100);
    expect(stage.overlay.sent.length).toBe(before);
  });

  it('is told nothing twice when it missed nothing', async () => {
    const page = await stage.open('overlay');
    stage.setShown(stage.overlay, false);
    stage.setShown(stage.overlay, true);
    page.heard.length = 0;
    await stage.clock.advance(100);
    expect(page.heard).toEqual([]);
  });

  it('still says whether its page is visible', async () => {
    const page = await stage.open('overlay');
    stage.setShown(stage.overlay, false);
    page.say({ type: 'visibility', visible: false });
    await settle();
    expect(stage.world.core.heard.at(-1)).toBe('page 1 hidden');
  });
});

describe('a core that goes and comes', () => {
  it('ends every line, and pages that connect meanwhile wait for the next core', async () => {
    const pages = [await stage.open('dashboard'), await stage.open('overlay')];
    stage.setCore(null);
    await settle();
    expect(pages.map(({ closedTimes }) => closedTimes)).toEqual([1, 1]);
    expect(stage.world.core.heard.at(-1)).toBe('page 1 gone');
    for (const page of pages) {
      page.heard.length = 0;
      page.connect();
    }
    pages[1]?.attach();
    await stage.clock.advance(60_000);
    expect(pages.map((page) => page.types())).toEqual([['desktop'], []]);

    const next = await startWorld({ buildId: 'build-2' });
    stage.setCore(next.pageServer);
    await stage.clock.advance(20);
    expect(pages[0]?.heard[1]).toEqual({ type: 'hello', buildId: 'build-2', run: 'run-1' });
    expect(pages[1]?.types()).toEqual(['hello', 'config', 'snapshot', 'figures', 'window']);
    expect(next.core.heard).toEqual(['page 1 connected']);
    stage.setCore(null);
    await next.stop();
  });

  it('changes nothing when it is the same one', async () => {
    const page = await stage.open('dashboard');
    stage.setCore(stage.pageServer);
    await settle();
    expect(page.closedTimes).toBe(0);
  });

  it('does not keep more than a few words of a page that talks to nobody', async () => {
    stage.setCore(null);
    const page = new FakePage(stage.overlay);
    await settle();
    for (let said = 0; said < 7; said += 1) page.say({ type: 'visibility', visible: true });
    await settle();
    expect(page.closedTimes).toBe(1);
  });
});
