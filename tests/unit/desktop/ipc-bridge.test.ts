import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preloadCarrier } from '../../../renderer/bridge/carriers.ts';
import { CoreBridge } from '../../../renderer/bridge/core-bridge.ts';
import { FeedClient, preloadFeed } from '../../../renderer/overlay/feed-client.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { settle } from '../../support/virtual-clock.ts';
import { pageClock } from '../dashboard/support.ts';
import { startWorld } from '../server/world.ts';
import { desktopState, FakePage, type IpcStage, ipcStage } from './ipc-support.ts';

let stage: IpcStage;

beforeEach(async () => {
  stage = await ipcStage();
});

afterEach(() => stage.stop());

describe('the dashboard’s bridge, joined to the main process', () => {
  function bridge() {
    const page = new FakePage(stage.dashboard);
    const made = new CoreBridge({
      carrier: preloadCarrier(page.preload()),
      clock: pageClock(stage.clock),
      random: () => 0,
      ownBuildId: 'build-1',
      reloadFor: () => true,
    });
    const reachable: boolean[] = [];
    made.followReachable((value) => reachable.push(value));
    return { made, reachable };
  }

  it('follows the feeds and asks', async () => {
    const { made, reachable } = bridge();
    const versions: string[] = [];
    made.follow('desktop', (state) => versions.push(state.version));
    await stage.clock.advance(50);
    stage.setState(desktopState('1.1.0'));
    await stage.clock.advance(200);
    expect(versions).toEqual(['1.0.0', '1.1.0']);
    expect(reachable).toEqual([false, true]);
    expect(await made.command('test-event.play', { kind: 'CHAT' })).toEqual({ seq: 1 });
    await expect(made.command('app.copy', { text: 'x'.repeat(40_000) })).rejects.toMatchObject({
      problem: { code: 'invalid-arguments' },
    });
    made.dispose();
  });

  it('comes back by itself when the core starts anew, and asks the app meanwhile', async () => {
    const { made, reachable } = bridge();
    await stage.clock.advance(50);
    stage.setCore(null);
    await settle();
    await expect(made.command('alerts.skip', {})).rejects.toMatchObject({
      problem: { code: 'core-not-running' },
    });
    await made.command('setup.set-mode', { mode: 'demo' });
    expect(stage.asked.map(({ name }) => name)).toEqual(['setup.set-mode']);
    const next = await startWorld();
    stage.setCore(next.pageServer);
    await stage.clock.advance(20);
    expect(reachable).toEqual([false, true, false, true]);
    made.dispose();
    stage.setCore(null);
    await next.stop();
  });
});

describe('the overlay’s feed, joined to the main process', () => {
  it('has every event once over two cores’ worth of lines', async () => {
    const page = new FakePage(stage.overlay);
    const seen: number[] = [];
    const ignore = () => undefined;
    const client = new FeedClient({
      buildId: 'build-1',
      openSocket: preloadFeed(page.preload()),
      look: null,
      timers: { after: pageClock(stage.clock).after, nextFrame: () => ignore },
      random: () => 0,
      listener: {
        onOtherBuild: ignore,
        onReset: ignore,
        onSnapshot: ({ chat }) => seen.push(...chat.map(({ seq }) => seq)),
        onEvents: (events: readonly StageEvent[]) => seen.push(...events.map(({ seq }) => seq)),
        on: {
          language: ignore,
          alert: ignore,
          tallies: ignore,
          config: ignore,
          figures: ignore,
          highlight: ignore,
          show: ignore,
          cue: ignore,
          reading: ignore,
          sounding: ignore,
          beacon: ignore,
          load: ignore,
          widgets: () => undefined,
          window: ignore,
        },
        onAddressGone: ignore,
      },
    });
    client.start();
    await stage.clock.advance(50);
    stage.world.core.say(10);
    await stage.clock.advance(50);
    // The same numbering goes on, as after the core's own restart it would by its books.
    stage.setCore(null);
    await stage.clock.advance(50);
    stage.world.core.say(10);
    stage.setCore(stage.world.pageServer);
    await stage.clock.advance(2_000);
    stage.world.core.say(10);
    await stage.clock.advance(50);
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    client.stop();
    await settle();
    expect(stage.lines.size).toBe(0);
  });
});
