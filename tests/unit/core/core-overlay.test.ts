import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import type { BridgeDown } from '../../../shared/contract/index.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const tempFolder = makeTempFolders();
const worlds: CoreWorld[] = [];
let simulator: Simulator;
let folder: string;

beforeEach(async () => {
  simulator = await startSimulator({ redirectUris: [] });
  folder = tempFolder();
});

afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ core }) => core.stop()));
  await simulator.dispose();
});

/** A core that nobody signs in to: events are put into its hub by hand. */
async function startCore(): Promise<CoreWorld> {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const world = await startCoreWorld({ simulator, redirectUri, folder });
  worlds.push(world);
  return world;
}

/** A page in this process, and what it has heard. */
function openPage<D extends OverlayDown | BridgeDown>(
  { core }: CoreWorld,
  place: 'overlay' | 'dashboard',
) {
  const heard: D[] = [];
  let wake = (): void => undefined;
  const hear = (bytes: Buffer): boolean => {
    heard.push(JSON.parse(String(bytes)) as D);
    wake();
    return true;
  };
  const page = core.pageServer.openPage(place, {
    trySend: hear,
    forceSend: hear,
    close: () => undefined,
  });
  const until = async (fits: (frame: D) => boolean): Promise<D> => {
    for (;;) {
      const found = heard.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { page, heard, until };
}

const box = { x: 0, y: 0, width: 0.5, height: 0.5 };
const LAYOUT = [
  { id: 'goal', kind: 'goal', box, settings: { period: 'broadcast', start: 1 } },
  { id: 'top', kind: 'supporters', box, settings: { period: 'all' } },
  { id: 'today', kind: 'totals', box },
];

const goalIs =
  (beams: number) =>
  (frame: OverlayDown | BridgeDown): boolean =>
    (frame.type === 'figures' && frame.figures.goals['goal']?.beams === beams) ||
    (frame.type === 'feed' &&
      frame.feed === 'figures' &&
      frame.value.goals['goal']?.beams === beams);

const give = ({ core }: CoreWorld, payAmount: number): void => {
  receiveText(core.hub, wireFrame('DONATION', { payAmount }));
};

describe('what viewers see, through the whole core', () => {
  it('is set by one dashboard and reaches the other, the page, and the next start', async () => {
    const world = await startCore();
    const overlay = openPage<OverlayDown>(world, 'overlay');
    overlay.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    const other = openPage<BridgeDown>(world, 'dashboard');
    const layout = LAYOUT;
    await world.core.pageServer.runCommand('overlay.set', { layout, theme: { base: 'neon' } });
    await world.core.pageServer.runCommand('overlay.set', { queue: { holdS: 7 } });
    await overlay.until((frame) => frame.type === 'config' && frame.config.theme.base === 'neon');
    const said = await other.until(
      (frame) => frame.type === 'feed' && frame.feed === 'overlay' && frame.value.queue.holdS === 7,
    );
    expect(said).toMatchObject({ value: { theme: { base: 'neon' }, layout } });
    expect(overlay.heard.slice(0, 3).map(({ type }) => type)).toEqual([
      'hello',
      'config',
      'snapshot',
    ]);
    await world.core.stop();

    const next = openPage<BridgeDown>(await startCore(), 'dashboard');
    const kept = await next.until((frame) => frame.type === 'feed' && frame.feed === 'overlay');
    expect(kept).toMatchObject({ value: { theme: { base: 'neon' }, queue: { holdS: 7 }, layout } });
  });

  it('is drafted without reaching the page, and the draft waits for the next start', async () => {
    const world = await startCore();
    const overlay = openPage<OverlayDown>(world, 'overlay');
    overlay.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    const { runCommand } = world.core.pageServer;
    const theme = { base: 'neon', tokens: {}, css: '' };
    await runCommand('overlay.draft', { layout: 'main', widgets: LAYOUT, theme });
    await runCommand('overlay.layout-add', { name: 'Game', widgets: [] });
    await world.core.switchLayout('next');
    await overlay.until((frame) => frame.type === 'config' && frame.config.layout.length === 0);
    const configs = overlay.heard.filter((frame) => frame.type === 'config');
    expect(JSON.stringify(configs)).not.toMatch(/neon|supporters/);
    await world.core.stop();

    const again = await startCore();
    const page = openPage<OverlayDown>(again, 'overlay');
    page.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    await again.core.pageServer.runCommand('overlay.put-on-air', { layout: 'main' });
    const put = await page.until(
      (frame) => frame.type === 'config' && frame.config.theme.base === 'neon',
    );
    expect(put).toMatchObject({ config: { layout: LAYOUT } });
  });

  it('spares the computer as much as a dashboard asks, also on a page that comes later', async () => {
    const world = await startCore();
    const attached = () => {
      const overlay = openPage<OverlayDown>(world, 'overlay');
      overlay.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
      return overlay;
    };
    const spares = (wanted: number) => (frame: OverlayDown) =>
      frame.type === 'load' && frame.step === wanted;
    const overlay = attached();
    const { runCommand } = world.core.pageServer;
    await runCommand('obs.load', { mode: 3 });
    await overlay.until(spares(3));
    await attached().until(spares(3));
    await runCommand('obs.load', { mode: 'auto' });
    await runCommand('obs.load', { mode: 0 });
    await overlay.until(spares(0));
  });

  it('that is refused is not on the disk, and says which fields', async () => {
    const world = await startCore();
    const refused = world.core.pageServer.runCommand('overlay.set', { speech: { rate: 9 } });
    await expect(refused).rejects.toMatchObject({
      problem: { code: 'invalid-arguments', values: { fields: ['speech.rate'] } },
    });
  });

  it('adds up with every event, goes on over a restart, and begins anew when asked', async () => {
    const world = await startCore();
    await world.core.pageServer.runCommand('overlay.set', { layout: LAYOUT });
    const overlay = openPage<OverlayDown>(world, 'overlay');
    overlay.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    await overlay.until(goalIs(1));
    give(world, 30);
    give(world, 12);
    const figures = await overlay.until(goalIs(43));
    expect(figures).toMatchObject({
      figures: {
        supporters: { top: [{ name: '시청자 둘', beams: 42 }] },
        totals: { today: { donationBeams: 42, cheeringBeams: 0, shop: {} } },
      },
    });
    await world.core.stop();

    const again = await startCore();
    const dashboard = openPage<BridgeDown>(again, 'dashboard');
    await dashboard.until(goalIs(43));
    const begun = await again.core.pageServer.runCommand('broadcast.begin', {});
    expect(begun).toMatchObject({ beganAt: expect.any(Number) });
    await dashboard.until(goalIs(1));
    give(again, 5);
    await dashboard.until(goalIs(6));
  });

  it('lists the latest events with a value, of this run and of the one before', async () => {
    const first = await startCore();
    give(first, 1);
    receiveText(first.core.hub, wireFrame('SUBSCRIPTION', {}));
    receiveText(first.core.hub, wireFrame('CHAT', {}));
    await first.core.hub.handedOn();
    await first.core.stop();
    const second = await startCore();
    give(second, 2);
    await second.core.pageServer.runCommand('test-event.play', { kind: 'DROPS' });
    await second.core.hub.handedOn();
    const overlay = openPage<OverlayDown>(second, 'overlay');
    overlay.page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
    const snapshot = await overlay.until(({ type }) => type === 'snapshot');
    const latest = snapshot.type === 'snapshot' ? snapshot.latest : [];
    expect(latest.map(({ kind, origin }) => [kind, origin])).toEqual([
      ['DONATION', 'platform'],
      ['SUBSCRIPTION', 'platform'],
      ['DONATION', 'platform'],
      ['DROPS', 'test'],
    ]);
  });
});
