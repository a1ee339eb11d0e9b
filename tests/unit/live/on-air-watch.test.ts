import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { ON_AIR_EVERY_MS, OnAirWatch } from '../../../electron/live/on-air-watch.ts';
import type { OnAir } from '../../../shared/control/live-desk.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

let clock: VirtualClock;
let asked: string[];
let said: OnAir | Error;
let changes: number;
let watch: OnAirWatch;

beforeEach(() => {
  clock = new VirtualClock();
  asked = [];
  said = { isLive: true, openedAt: 1_000 };
  changes = 0;
  watch = new OnAirWatch({
    clock,
    log: silentLogger,
    onChange: () => {
      changes += 1;
    },
    async ask(channelId) {
      asked.push(channelId);
      if (said instanceof Error) throw said;
      return said;
    },
  });
});

describe('whether the channel is on air', () => {
  it('is asked at once and then every minute, and told when it changes', async () => {
    watch.follow('me');
    await settle();
    expect(watch.onAir).toEqual({ isLive: true, openedAt: 1_000 });
    await clock.advance(ON_AIR_EVERY_MS);
    expect([asked.length, changes]).toEqual([2, 1]);
    said = { isLive: false, openedAt: 1_000 };
    await clock.advance(ON_AIR_EVERY_MS);
    expect(watch.onAir).toEqual({ isLive: false, openedAt: null });
    expect(changes).toBe(2);
  });

  it('stays as it was said last when it cannot be asked, and is asked again', async () => {
    watch.follow('me');
    await settle();
    said = new Error('no');
    await clock.advance(ON_AIR_EVERY_MS * 2);
    expect(watch.onAir?.isLive).toBe(true);
    expect(asked).toHaveLength(3);
  });

  it('is not known any more once nobody is signed in, nor after an answer that came too late', async () => {
    watch.follow('me');
    watch.follow(null);
    await settle();
    expect(watch.onAir).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is of the channel that is followed now', async () => {
    watch.follow('me');
    watch.follow('me');
    watch.follow('you');
    await settle();
    expect(asked).toEqual(['me', 'you']);
    expect(clock.pendingTimers).toBe(1);
    watch.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
