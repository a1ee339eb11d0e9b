import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { stayAwake } from '../../../electron/desktop/ports/power-watch.ts';
import type { OnAir } from '../../../shared/contract/live.ts';
import { failLoudly } from './tray-world.ts';

const ON_AIR: OnAir = { isLive: true, openedAt: 1 };
const OFF_AIR: OnAir = { isLive: false, openedAt: null };

/** A system that keeps a list of who wants it awake, and cores that come and go. */
function world() {
  const holds = new Map<number, string>();
  let last = 0;
  const cores = new Emitter<void>(failLoudly);
  const makeCore = (onAir: OnAir | null, demo = false) => {
    const changes = new Emitter<void>(failLoudly);
    const live = { onAir, onAirChange: changes.on };
    return { live, status: { read: () => ({ demo }) }, say: () => changes.fire() };
  };
  const runner = { core: null as ReturnType<typeof makeCore> | null, onChange: cores.on };
  const awake = stayAwake({
    runner: runner as unknown as Parameters<typeof stayAwake>[0]['runner'],
    blocker: {
      start(type) {
        last += 1;
        holds.set(last, type);
        return last;
      },
      stop: (id) => holds.delete(id),
    },
  });
  const run = (core: ReturnType<typeof makeCore> | null): void => {
    runner.core = core;
    cores.fire();
  };
  const say = (onAir: OnAir | null): void => {
    if (!runner.core) throw new Error('no core');
    runner.core.live.onAir = onAir;
    runner.core.say();
  };
  return { awake, run, say, makeCore, held: () => [...holds.values()], count: () => last };
}

describe('the computer', () => {
  it('is kept awake from the moment a broadcast is on the air until it is over', () => {
    const { run, say, makeCore, held } = world();
    run(makeCore(null));
    expect(held()).toEqual([]);
    say(ON_AIR);
    expect(held()).toEqual(['prevent-app-suspension']);
    say(OFF_AIR);
    expect(held()).toEqual([]);
  });

  it('is asked once a broadcast, whatever else is said of it', () => {
    const { run, say, makeCore, count } = world();
    run(makeCore(ON_AIR));
    say({ isLive: true, openedAt: 2 });
    say(ON_AIR);
    expect(count()).toBe(1);
  });

  it.each<[string, OnAir | null]>([
    ['nobody knows whether it is on the air', null],
    ['it is not', OFF_AIR],
  ])('may sleep while %s', (_, onAir) => {
    const { run, makeCore, held } = world();
    run(makeCore(onAir));
    expect(held()).toEqual([]);
  });

  it('may sleep while the demo plays', () => {
    const { run, makeCore, held } = world();
    run(makeCore(ON_AIR, true));
    expect(held()).toEqual([]);
  });

  it('may sleep when no core runs, and when the app has ended', () => {
    const { awake, run, makeCore, held } = world();
    run(makeCore(ON_AIR));
    run(null);
    expect(held()).toEqual([]);
    run(makeCore(ON_AIR));
    awake.dispose();
    awake.dispose();
    expect(held()).toEqual([]);
    run(makeCore(ON_AIR));
    expect(held()).toEqual([]);
  });
});
