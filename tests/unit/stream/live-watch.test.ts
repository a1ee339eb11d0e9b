import { describe, expect, it } from 'vitest';
import {
  InsufficientScopeError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeStream, live, watchOn } from './support.ts';

const MINUTE = 60_000;
const OPENED = Date.UTC(2026, 0, 1, 9);
const occasion = { operation: 'test', status: null, platformMessage: null };

function openWatch() {
  const api = new FakeStream();
  const { watch, clock } = watchOn(api);
  const told = { changes: 0, onAir: 0 };
  watch.onChange(() => {
    told.changes += 1;
  });
  watch.onAirChange(() => {
    told.onAir += 1;
  });
  const asked = () => api.count('lives.status');
  return { api, watch, clock, told, asked };
}

async function followed({ isLive = true } = {}) {
  const world = openWatch();
  world.api.world.isLive = isLive;
  world.watch.follow('me');
  await settle();
  return world;
}

describe('whether the channel is on air', () => {
  it('is asked at once and then every minute, and told when it changes', async () => {
    const { api, watch, clock, told, asked } = await followed();
    expect(watch.onAir).toEqual({ isLive: true, openedAt: OPENED });
    await clock.advance(MINUTE);
    expect([asked(), told.onAir]).toEqual([2, 1]);
    api.world.isLive = false;
    await clock.advance(MINUTE);
    expect(watch.onAir).toEqual({ isLive: false, openedAt: null });
    expect([asked(), told.onAir]).toEqual([3, 2]);
  });

  it('stays as it was said last when it cannot be asked, and is asked again every minute', async () => {
    const { api, watch, clock, asked } = await followed();
    const down = () => new UnavailableError(occasion, 'server');
    api.fail('lives.status', down(), down(), down());
    await clock.advance(3 * MINUTE);
    expect(watch.onAir?.isLive).toBe(true);
    expect(watch.problem?.code).toBe('platform-unavailable-server');
    expect(asked()).toBe(4);
    await clock.advance(MINUTE);
    expect(watch.problem).toBeNull();
  });

  it('is not known any more once nobody is signed in, nor after an answer that came too late', async () => {
    const { watch, clock, told } = openWatch();
    watch.follow('me');
    watch.rest();
    await settle();
    expect([watch.onAir, watch.known]).toEqual([null, null]);
    expect(told.onAir).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is of the channel that is followed now', async () => {
    const { api, watch, clock } = openWatch();
    watch.follow('me');
    watch.follow('me');
    watch.follow('you');
    await settle();
    expect(api.statusOf).toEqual(['me', 'you']);
    expect(clock.pendingTimers).toBe(1);
    watch.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not asked where the channel is not known', async () => {
    const { watch, clock, asked } = await followed();
    watch.follow(null);
    await watch.read(false);
    await clock.advance(5 * MINUTE);
    expect(asked()).toBe(1);
    expect([watch.onAir, watch.known]).toEqual([null, null]);
  });

  it('is asked anew by a refresh while an older question has no answer yet', async () => {
    const { api, watch, asked } = openWatch();
    let answer = () => {};
    api.gate = new Promise((resolve) => {
      answer = resolve;
    });
    watch.follow('me');
    const refreshed = watch.read(false);
    await settle();
    expect(asked()).toBe(1);
    answer();
    await refreshed;
    expect(asked()).toBe(2);
  });

  it('is not asked before the time that the platform said', async () => {
    const { api, watch, clock, asked } = await followed();
    api.fail('lives.status', new RateLimitedError(occasion, 5 * MINUTE));
    await clock.advance(MINUTE);
    expect(asked()).toBe(2);
    await clock.advance(5 * MINUTE - 1);
    await watch.read(false);
    expect(asked()).toBe(2);
    await clock.advance(1);
    expect(asked()).toBe(3);
    expect(watch.problem).toBeNull();
  });

  it('is asked again after a refusal too: no scope is needed for it, whatever the platform says', async () => {
    const { api, clock, watch, asked } = await followed({ isLive: false });
    api.fail('lives.status', new InsufficientScopeError(occasion, 'READ:USER'));
    await clock.advance(MINUTE);
    expect(watch.problem).not.toBeNull();
    api.world.isLive = true;
    await clock.advance(MINUTE);
    expect(asked()).toBe(3);
    expect(watch.onAir?.isLive).toBe(true);
  });
});

describe('the same for everybody', () => {
  it('is asked once a minute, however many look and whoever asks for it at once', async () => {
    const { watch, clock, asked } = openWatch();
    watch.follow('me');
    await Promise.all([watch.read(true), watch.read(true)]);
    expect(asked()).toBe(1);
    for (let seconds = 0; seconds < 600; seconds += 20) {
      await Promise.all([watch.read(true), watch.read(true)]);
      await clock.advance(20_000);
    }
    expect(asked()).toBe(11);
  });

  it('waits a minute again after somebody pressed the button', async () => {
    const { watch, clock, asked } = await followed();
    await clock.advance(MINUTE / 2);
    await watch.read(false);
    expect(asked()).toBe(2);
    await clock.advance(MINUTE - 1);
    expect(asked()).toBe(2);
    await clock.advance(1);
    expect(asked()).toBe(3);
  });

  it('has the time of every reading, also of one that brought nothing new', async () => {
    const { watch, clock, told } = await followed();
    const before = told.changes;
    await clock.advance(MINUTE);
    expect(watch.known?.readAt).toBe(clock.now());
    expect(told.changes).toBe(before + 1);
  });

  it('stays readable after the end of the grant, but says nothing of now', async () => {
    const { watch, clock, told, asked } = await followed();
    watch.rest();
    expect(watch.known?.value.isLive).toBe(true);
    expect(watch.onAir).toBeNull();
    expect(told.onAir).toBe(2);
    await watch.read(false);
    await clock.advance(5 * MINUTE);
    expect(asked()).toBe(1);
    watch.follow('me');
    expect(watch.onAir).toBeNull();
    await settle();
    expect(watch.onAir?.isLive).toBe(true);
  });
});

describe('how many watch', () => {
  const withViewers = async () => {
    const world = openWatch();
    world.api.world.isLive = true;
    world.api.world.pages = [[live('me', 128)]];
    world.watch.follow('me');
    await settle();
    return world;
  };
  const counts = ({ api }: { readonly api: FakeStream }) => api.count('lives.list');

  it('is counted for who looks, once a minute, and costs nothing else', async () => {
    const world = await withViewers();
    const { watch, clock } = world;
    await clock.advance(10 * MINUTE);
    expect(counts(world)).toBe(0);
    expect(watch.known?.value.viewers).toBeNull();
    for (let seconds = 0; seconds < 180; seconds += 20) {
      await Promise.all([watch.read(true), watch.read(true)]);
      await clock.advance(20_000);
    }
    expect(counts(world)).toBe(3);
    expect(watch.known?.value.viewers).toBe(128);
  });

  it('outlives the next reading of the status, but is not said once it is old', async () => {
    const { watch, clock } = await withViewers();
    await watch.read(true);
    await clock.advance(MINUTE);
    expect(watch.known?.value.viewers).toBe(128);
    await clock.advance(2 * MINUTE);
    expect(watch.known?.value).toMatchObject({ isLive: true, viewers: null });
  });

  it('is nobody once the broadcast is over, and is counted anew in the next one', async () => {
    const world = await withViewers();
    const { api, watch, clock } = world;
    await watch.read(true);
    api.world.isLive = false;
    await clock.advance(MINUTE);
    expect(watch.known?.value).toMatchObject({ isLive: false, viewers: null });
    await watch.read(false);
    expect(counts(world)).toBe(1);
    api.world.isLive = true;
    await watch.read(false);
    expect(counts(world)).toBe(2);
    expect(watch.known?.value.viewers).toBe(128);
  });

  it('is not kept when it comes after the sign-in has changed', async () => {
    const { api, watch } = await withViewers();
    let open = () => {};
    api.gate = new Promise((resolve) => {
      open = resolve;
    });
    const reading = watch.read(true);
    watch.rest();
    open();
    await reading;
    expect(watch.known?.value.viewers).toBeNull();
  });
});
