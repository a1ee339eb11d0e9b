import { describe, expect, it } from 'vitest';
import { SignInRequiredError } from '../../../electron/auth/errors.ts';
import { Backoff, RECONNECT_BACKOFF } from '../../../electron/base/backoff.ts';
import { delay, systemClock, toIsoTime } from '../../../electron/base/clock.ts';
import { DisposableStore, toDisposable } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { problemOf, sayProblem } from '../../../electron/base/errors.ts';
import { makeKey, spread } from '../../../electron/base/random.ts';
import { SerialQueue, SingleFlight } from '../../../electron/base/serial-queue.ts';
import { Throttle } from '../../../electron/base/throttle.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('back-off', () => {
  it.each([
    { random: 0, waits: [500, 500, 500, 500, 500, 500, 500, 500] },
    { random: 0.5, waits: [750, 1250, 2250, 4250, 8250, 15_250, 15_250, 15_250] },
    { random: 1, waits: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000] },
  ])(
    'doubles its ceiling up to 30 s and draws the wait below it (draw $random)',
    ({ random, waits }) => {
      const backoff = new Backoff(RECONNECT_BACKOFF, () => random);
      expect(waits.map(() => backoff.next())).toEqual(waits);
      expect(backoff.attempts).toBe(waits.length);
    },
  );

  it('starts over after a success', () => {
    const backoff = new Backoff(RECONNECT_BACKOFF, () => 1);
    backoff.next();
    backoff.next();
    backoff.reset();
    expect(backoff.attempts).toBe(0);
    expect(backoff.next()).toBe(1000);
  });

  it('stays at its longest wait after any number of attempts', () => {
    const backoff = new Backoff(RECONNECT_BACKOFF, () => 1);
    const waits = Array.from({ length: 5000 }, () => backoff.next());
    expect(waits.at(-1)).toBe(30_000);
  });
});

it.each([
  [0, 900],
  [0.5, 1_000],
  [1, 1_100],
])(
  'a time that is spread by a tenth is between nine and eleven tenths of it (draw %d)',
  (draw, ms) => {
    expect(spread(1_000, 0.1, () => draw)).toBeCloseTo(ms, 9);
  },
);

describe('a throttle', () => {
  function throttled() {
    const clock = new VirtualClock();
    const runs: number[] = [];
    const begun = clock.monotonic();
    const throttle = new Throttle(clock, 100, () => runs.push(clock.monotonic() - begun));
    return { clock, runs, throttle };
  }

  it('runs the first request at once and later ones together when the interval is up', async () => {
    const { clock, runs, throttle } = throttled();
    for (let at = 0; at < 25; at += 1) {
      throttle.request();
      await clock.advance(10);
    }
    expect(runs).toEqual([0, 100, 200]);
    await clock.advance(100);
    expect(runs).toEqual([0, 100, 200, 300]);
  });

  it('wakes nothing while nobody asks', async () => {
    const { clock, runs, throttle } = throttled();
    throttle.request();
    throttle.request();
    await clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(1_000);
    throttle.request();
    expect(runs).toEqual([0, 100, 1_100]);
  });

  it('is asked to hurry: what was owed is settled, and the interval begins anew', async () => {
    const { clock, runs, throttle } = throttled();
    throttle.request();
    await clock.advance(30);
    throttle.request();
    throttle.runNow();
    expect(clock.pendingTimers).toBe(0);
    throttle.request();
    await clock.advance(200);
    expect(runs).toEqual([0, 30, 130]);
  });

  it('runs nothing more once it is disposed', async () => {
    const { clock, runs, throttle } = throttled();
    throttle.request();
    throttle.request();
    throttle.dispose();
    await clock.advance(200);
    expect(runs).toEqual([0]);
  });
});

describe('disposables', () => {
  it('runs a wrapped function once', () => {
    let runs = 0;
    const item = toDisposable(() => {
      runs += 1;
    });
    item.dispose();
    item.dispose();
    expect(runs).toBe(1);
  });

  it('ends what it owns newest first, and once', () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b', 'c']) store.add({ dispose: () => ended.push(name) });
    store.dispose();
    store.dispose();
    expect(ended).toEqual(['c', 'b', 'a']);
    expect(store.isDisposed).toBe(true);
  });

  it('ends at once what is added after the end', () => {
    const store = new DisposableStore();
    store.dispose();
    let ended = false;
    store.add({
      dispose: () => {
        ended = true;
      },
    });
    expect(ended).toBe(true);
  });

  it('ends one item early, and then not again', () => {
    let ended = 0;
    const store = new DisposableStore();
    const item = store.add({
      dispose: () => {
        ended += 1;
      },
    });
    store.release(item);
    store.release(item);
    store.dispose();
    expect(ended).toBe(1);
  });

  it('ends the others when one fails, and tells all failures', () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => ended.push('a') });
    for (const text of ['one', 'two']) {
      store.add({
        dispose() {
          throw new Error(text);
        },
      });
    }
    expect(() => store.dispose()).toThrow(AggregateError);
    expect(ended).toEqual(['a']);
  });
});

describe('an emitter', () => {
  it('tells every listener, until it is disposed', () => {
    const heard: string[] = [];
    const emitter = new Emitter<number>(() => undefined);
    const first = emitter.on((value) => heard.push(`a${value}`));
    emitter.on((value) => heard.push(`b${value}`));
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    expect(heard).toEqual(['a1', 'b1', 'b2']);
  });

  it('lets one function listen twice and stop once', () => {
    let heard = 0;
    const listener = () => {
      heard += 1;
    };
    const emitter = new Emitter<null>(() => undefined);
    emitter.on(listener);
    emitter.on(listener).dispose();
    emitter.fire(null);
    expect(heard).toBe(1);
  });

  it('keeps telling the others when a listener throws', () => {
    const failures: unknown[] = [];
    const heard: number[] = [];
    const emitter = new Emitter<number>((failure) => failures.push(failure));
    const fault = new Error('listener');
    emitter.on(() => {
      throw fault;
    });
    emitter.on((value) => heard.push(value));
    emitter.fire(7);
    expect(heard).toEqual([7]);
    expect(failures).toEqual([fault]);
  });

  it('does not tell a listener that came during the telling', () => {
    let late = 0;
    const emitter = new Emitter<null>(() => undefined);
    emitter.on(() => {
      emitter.on(() => {
        late += 1;
      });
    });
    emitter.fire(null);
    expect(late).toBe(0);
  });
});

describe('a single flight', () => {
  it('lets callers share one run and starts anew after it', async () => {
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const flight = new SingleFlight<number>();
    const task = async () => {
      runs += 1;
      await gate.promise;
      return runs;
    };
    const callers = Array.from({ length: 10 }, () => flight.run(task));
    gate.resolve();
    expect(await Promise.all(callers)).toEqual(Array(10).fill(1));
    expect(await flight.run(task)).toBe(2);
  });

  it('shares a failure too, and is free after it', async () => {
    const flight = new SingleFlight<string>();
    const failing = () => Promise.reject(new Error('lost'));
    const both = await Promise.allSettled([flight.run(failing), flight.run(failing)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flight.run(async () => 'fine')).toBe('fine');
  });
});

describe('a serial queue', () => {
  it('runs one task after the other, in order, past failures', async () => {
    const order: string[] = [];
    const queue = new SerialQueue();
    const task = (name: string, fails: boolean) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([
      queue.run(task('a', false)),
      queue.run(task('b', true)),
      queue.run(task('c', false)),
    ]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('is drained when the last task has ended, well or not', async () => {
    const queue = new SerialQueue();
    const gate = Promise.withResolvers<void>();
    let drained = false;
    const failed = queue
      .run(async () => {
        await gate.promise;
        throw new Error('last');
      })
      .catch(() => 'failed');
    const end = queue.drained().then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    gate.resolve();
    await end;
    expect(await failed).toBe('failed');
  });
});

describe('a delay', () => {
  it('ends when its time has come, not before', async () => {
    const clock = new VirtualClock();
    let over = false;
    const waiting = delay(clock, 1000).then(() => {
      over = true;
    });
    await clock.advance(999);
    expect(over).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(over).toBe(true);
  });

  it('ends at once when aborted, before or during the wait, and leaves no timer', async () => {
    const clock = new VirtualClock();
    await delay(clock, 1000, AbortSignal.abort());
    const controller = new AbortController();
    const waiting = delay(clock, 1000, controller.signal);
    expect(clock.pendingTimers).toBe(1);
    controller.abort();
    await waiting;
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the machine’s clock', () => {
  it('does not fire a timer that was disposed, nor a far one at once', async () => {
    const fired: string[] = [];
    systemClock.setTimeout(() => fired.push('disposed'), 0).dispose();
    const far = systemClock.setTimeout(() => fired.push('far'), 2 ** 40);
    await new Promise<void>((resolve) => {
      systemClock.setTimeout(resolve, 0);
    });
    await new Promise((resolve) => setImmediate(resolve));
    far.dispose();
    expect(fired).toEqual([]);
  });

  it('never runs backwards when it measures', () => {
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
  });

  it('writes instants in UTC', () => {
    expect(toIsoTime(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006Z');
  });
});

describe('errors and keys', () => {
  it('shows the problem of our own errors and a general one of all others', () => {
    const ours = new SignInRequiredError();
    expect(problemOf(ours)).toBe(ours.problem);
    expect(ours.name).toBe('SignInRequiredError');
    const { what, cure } = sayProblem(ours.problem, 'en');
    expect(ours.message).toBe(`${what} ${cure}`);
    for (const other of [new Error('secret detail'), 'text', null, undefined]) {
      expect(problemOf(other).code).toBe('unexpected');
      expect(JSON.stringify(problemOf(other))).not.toContain('secret detail');
    }
  });

  it('makes keys of 256 bits that fit into an address', () => {
    const keys = Array.from({ length: 100 }, makeKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    }
  });
});
