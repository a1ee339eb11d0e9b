import { describe, expect, it } from 'vitest';
import {
  GOVERNOR_TUNING,
  type GovernorState,
  govern,
  governorAtFirst,
} from '../../../electron/features/obs/governor.ts';
import type { Pulse } from '../../../electron/features/obs/obs-pulse.ts';
import type { ObsLoadReason } from '../../../shared/contract/obs.ts';
import type { LoadStep } from '../../../shared/overlay/load-step.ts';
import { steadyRandom } from '../../support/steady-random.ts';

/** What OBS loses in one second, shares of its frames. */
interface Loss {
  readonly render?: number;
  readonly encode?: number;
  readonly network?: number;
  readonly congestion?: number;
}

const LOSSES: Readonly<Record<string, Loss>> = {
  '.': {},
  // One frame of 30: a hitch.
  h: { render: 1 / 30 },
  r: { render: 0.3 },
  R: { render: 0.6 },
  // What counts as lag, to the frame: at 60 in a second.
  l: { render: 0.05 },
  e: { encode: 0.3 },
  n: { network: 0.3 },
  c: { congestion: 0.9 },
};

/** OBS and the overlay, second by second. */
class Trace {
  state: GovernorState = governorAtFirst(GOVERNOR_TUNING);
  /** At which second the overlay was at which step. */
  steps: LoadStep[] = [];
  reasons: ObsLoadReason[] = [];
  fixed: LoadStep | null = null;
  #pulse: Pulse = {
    at: 0,
    fps: 30,
    renderMs: 5,
    render: { total: 1_000, skipped: 4 },
    encode: { total: 500, skipped: 2 },
    cpu: 10,
    freeDisk: 0,
    stream: null,
    record: { paused: false, duration: 0 },
  };

  constructor() {
    this.take(this.#pulse);
  }

  get at(): number {
    return this.#pulse.at;
  }

  take(pulse: Pulse | null): void {
    if (pulse) this.#pulse = pulse;
    const rules = { tuning: GOVERNOR_TUNING, fixed: this.fixed };
    this.state = govern(this.state, pulse, rules);
    this.steps.push(this.state.step);
    this.reasons.push(this.state.reason);
  }

  /** What the counters are after a second with these losses; `more` overrides. */
  next({ render = 0, encode = 0, network = 0, congestion = 0 }: Loss, more: Partial<Pulse> = {}) {
    const before = this.#pulse;
    const frames = render === 0.05 ? 60 : 30;
    const add = (now: Pulse['render'], share: number) => ({
      total: now.total + frames,
      skipped: now.skipped + Math.round(frames * share),
    });
    const streamed = before.stream?.frames ?? { total: 0, skipped: 0 };
    this.take({
      ...before,
      at: before.at + 1_000,
      render: add(before.render, render),
      encode: add(before.encode, encode),
      stream: {
        frames: add(streamed, network),
        congestion,
        reconnecting: false,
        duration: 0,
      },
      ...more,
    });
  }

  /** One letter a second, see `LOSSES`. The steps of those seconds. */
  run(letters: string): string {
    const from = this.steps.length;
    for (const letter of letters) this.next(LOSSES[letter] ?? {});
    return this.steps.slice(from).join('');
  }

  get changes(): number[] {
    return this.steps.flatMap((step, at) => (at > 0 && step !== this.steps[at - 1] ? [at] : []));
  }

  /** The shortest time between two changes, seconds. */
  get closest(): number {
    return Math.min(...this.changes.slice(1).map((at, index) => at - (this.changes[index] ?? 0)));
  }
}

const times = (letter: string, count: number) => letter.repeat(count);

describe('the overlay beside a busy OBS', () => {
  it.each([
    ['a calm OBS', '.....', '00000'],
    ['one hitch', '..r...', '000000'],
    ['a frame lost now and then', 'h.h..h.hh', '000000000'],
    ['render lag in two seconds', '.rr', '001'],
    ['render lag with a pause', '.r.r', '0001'],
    ['just as much lag as counts', '.ll', '001'],
    ['lag too far apart', 'r..r..r..', '000000000'],
    ['an encoder that skips', '.eee', '0011'],
    ['a network that drops frames', '.nnnnnnnnnnnn', '0000000000000'],
    ['a line that is full', '.cccccccccccc', '0000000000000'],
  ])('after %s is at the right step', (_, letters, steps) => {
    expect(new Trace().run(letters)).toBe(steps);
  });

  it.each<[string, string, ObsLoadReason]>([
    ['nothing lost', '...', 'calm'],
    ['render lag', '.rr', 'render'],
    ['encoder skips', '.ee', 'encode'],
    ['both', '.rere', 'render'],
    ['dropped frames', '.nn', 'network'],
    ['congestion', '.cc', 'network'],
    ['lag that is over', '.rr....', 'recovering'],
    ['network trouble beside lag', '.rnr', 'render'],
  ])('after %s says why', (_, letters, reason) => {
    const trace = new Trace();
    trace.run(letters);
    expect(trace.state.reason).toBe(reason);
  });

  it('steps down within five seconds of the first lagging one, and never faster than every ten', () => {
    const trace = new Trace();
    trace.run(`${times('.', 20)}${times('R', 25)}`);
    const [first = 0, second = 0, third = 0] = trace.changes;
    expect(first - 21).toBeLessThanOrEqual(5);
    expect([second - first, third - second]).toEqual([10, 10]);
    expect(trace.state.step).toBe(3);
  });

  it('is drawn in full again, step by step, after OBS was quiet for long enough', () => {
    const trace = new Trace();
    trace.run(`${times('R', 12)}`);
    expect(trace.state.step).toBe(2);
    trace.run(times('.', 29));
    expect(trace.state.step).toBe(2);
    trace.run(times('.', 5));
    expect(trace.state.step).toBe(1);
    trace.run(times('.', 25));
    expect(trace.state.step).toBe(1);
    trace.run(times('.', 10));
    expect(trace.state.step).toBe(0);
    expect(trace.state.reason).toBe('calm');
  });

  it('waits for a quiet that loses next to nothing', () => {
    const trace = new Trace();
    trace.run('RR');
    trace.run(times('hh.', 40));
    expect(trace.state.step).toBe(1);
    trace.run(times('.', 70));
    expect(trace.state.step).toBe(0);
  });

  it('waits twice as long before it tries again what failed', () => {
    const trace = new Trace();
    const untilUp = () => {
      let seconds = 0;
      while (trace.state.step > 0 && seconds < 1_000) {
        trace.next({});
        seconds += 1;
      }
      return seconds;
    };
    trace.run('RR');
    const waits = Array.from({ length: 6 }, () => {
      const wait = untilUp();
      trace.run(times('R', 12).slice(0, 2 + 10));
      // Only what brings the first step down.
      expect(trace.state.step).toBeGreaterThan(0);
      return wait;
    });
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.8);
    expect(trace.state.quietMs).toBe(GOVERNOR_TUNING.quietMostMs);
  });

  it('goes back up at once and rests when drawing less was no help, and tries later', () => {
    const trace = new Trace();
    trace.run(times('R', 31));
    expect(trace.state.step).toBe(3);
    trace.run(times('R', 5));
    expect(trace.state).toMatchObject({ step: 0, reason: 'not-overlay' });
    trace.run(times('R', 500));
    expect(trace.state).toMatchObject({ step: 0, reason: 'not-overlay' });
    expect(trace.changes).toHaveLength(4);
    trace.run(times('R', 110));
    expect(trace.state.step).toBeGreaterThan(0);
    // The second time it rests twice as long.
    trace.run(times('R', 1_000));
    expect(trace.state.reason).toBe('not-overlay');
    expect(trace.changes).toHaveLength(8);
    expect(trace.closest).toBeGreaterThanOrEqual(10);
  });

  it('says that it is not the cause until OBS has been quiet for a while', () => {
    const trace = new Trace();
    trace.run(times('R', 40));
    trace.run('.......');
    expect(trace.state.reason).toBe('not-overlay');
    trace.run(times('.', 30));
    expect(trace.state.reason).toBe('calm');
  });

  it('stays where it helped, though something is lost still', () => {
    const trace = new Trace();
    trace.run(times('R', 14));
    trace.run(times('r', 80));
    expect(trace.state).toMatchObject({ step: 3, reason: 'render' });
    expect(trace.changes).toHaveLength(3);
  });
});

/** Streams of an hour with an overlay that costs this much at each step, and a game that costs the rest. */
const OVERLAYS: readonly [string, readonly number[]][] = [
  ['costs nothing that could be spared', [0, 0, 0, 0]],
  ['is dear until its particles are off', [0.2, 0, 0, 0]],
  ['is dear until its chat stands still', [0.3, 0.25, 0, 0]],
  ['is dear to the last step', [0.3, 0.25, 0.2, 0.02]],
  ['is a little too dear', [0.06, 0.04, 0.03, 0.01]],
];

describe.each(OVERLAYS)('an hour with an overlay that %s', (_, costs) => {
  it.each([1, 2, 3, 4])('has no step too soon, and few in all (game %i)', (seed) => {
    const random = steadyRandom(seed);
    const trace = new Trace();
    let game = 0;
    for (let second = 0; second < 3_600; second += 1) {
      // Scenes of a game last for some time; a tenth of them are too much for the computer.
      if (random() < 1 / 40) game = random() < 0.15 ? random() * 0.5 : 0;
      const own = costs[trace.state.step] ?? 0;
      const noise = random() < 0.05 ? 1 / 30 : 0;
      trace.next({ render: Math.min(1, game + own + noise) });
    }
    expect(trace.closest).toBeGreaterThanOrEqual(10);
    // One in a minute and a half, at the most.
    expect(trace.changes.length).toBeLessThan(40);
  });
});

describe('an overlay that is the cause', () => {
  it.each([
    ['particles', [0.4, 0, 0, 0], 1],
    ['movement', [0.4, 0.3, 0, 0], 2],
    ['all of it', [0.4, 0.3, 0.2, 0], 3],
  ] as const)('settles at the step that is enough: %s', (_, costs, enough) => {
    const trace = new Trace();
    const counts = [0, 0, 0, 0];
    for (let second = 0; second < 1_800; second += 1) {
      trace.next({ render: costs[trace.state.step] });
      counts[trace.state.step] = (counts[trace.state.step] ?? 0) + 1;
    }
    expect(Math.max(...counts)).toBe(counts[enough]);
    expect(trace.closest).toBeGreaterThanOrEqual(10);
    expect(trace.reasons).not.toContain('not-overlay');
  });
});

describe('counters that say nothing about load', () => {
  it.each<[string, (trace: Trace) => void]>([
    [
      'OBS started anew',
      (trace) => {
        trace.take(null);
        trace.next({}, { render: { total: 10, skipped: 0 }, encode: { total: 1, skipped: 0 } });
      },
    ],
    [
      'OBS started anew between two readings',
      (trace) =>
        trace.next({}, { render: { total: 10, skipped: 9 }, encode: { total: 1, skipped: 1 } }),
    ],
    [
      'a computer that slept',
      (trace) => trace.next({}, { render: { total: 900_000, skipped: 890_000 } }),
    ],
    ['a reading that came late', (trace) => trace.next({ render: 0.9 }, { at: trace.at + 60_000 })],
    ['a reading twice', (trace) => trace.next({ render: 0.9 }, { at: trace.at + 5 })],
    [
      'a stream that began',
      (trace) => {
        trace.next({}, { stream: null, record: null });
        trace.next({ render: 0.9 });
      },
    ],
    [
      'a stream that was started anew',
      (trace) =>
        trace.next(
          {},
          {
            stream: {
              frames: { total: 1, skipped: 1 },
              congestion: 0,
              reconnecting: false,
              duration: 1,
            },
          },
        ),
    ],
  ])('are no lag: %s', (_, happens) => {
    const trace = new Trace();
    trace.run('.r');
    for (let time = 0; time < 4; time += 1) happens(trace);
    trace.run('.r.');
    expect(trace.steps.every((step) => step === 0)).toBe(true);
  });

  it('keep the step while OBS is gone for a moment, and through a restart of it', () => {
    const trace = new Trace();
    trace.run('RR');
    trace.take(null);
    trace.take(null);
    expect(trace.state.step).toBe(1);
    trace.next({}, { render: { total: 10, skipped: 0 }, encode: { total: 1, skipped: 0 } });
    expect(trace.run('...')).toBe('111');
  });
});

describe('an OBS that is not live', () => {
  const idle = { stream: null, record: null };

  it('has all of the overlay, but no step sooner than ten seconds after the last', () => {
    const trace = new Trace();
    trace.run('RR');
    trace.next({}, idle);
    expect(trace.state).toMatchObject({ step: 1, reason: 'idle', lost: 0 });
    trace.next({}, { ...idle, at: trace.at + 10_000 });
    expect(trace.state).toMatchObject({ step: 0, reason: 'idle' });
  });

  it('may lag as it likes', () => {
    const trace = new Trace();
    for (let second = 0; second < 20; second += 1) trace.next({ render: 0.9 }, idle);
    expect(trace.changes).toEqual([]);
  });

  it('is judged while it only records, too', () => {
    const trace = new Trace();
    for (let second = 0; second < 3; second += 1) trace.next({ render: 0.5 }, { stream: null });
    expect(trace.state.step).toBe(1);
  });
});

describe('a step that the streamer has set', () => {
  it.each([0, 2, 3] as const)('is kept, whatever OBS loses: %i', (fixed) => {
    const trace = new Trace();
    trace.fixed = fixed;
    trace.run(times('R', 60));
    expect(trace.steps.slice(1).every((step) => step === fixed)).toBe(true);
    expect(trace.state.reason).toBe('render');
    trace.next({}, { stream: null, record: null });
    expect(trace.state.step).toBe(fixed);
  });

  it('is left step by step once it is set free', () => {
    const trace = new Trace();
    trace.fixed = 3;
    trace.run(times('.', 40));
    trace.fixed = null;
    trace.run('.');
    expect(trace.state.step).toBe(2);
    trace.run(times('.', 70));
    expect(trace.state.step).toBe(0);
  });
});
