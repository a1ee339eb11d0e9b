import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type DialHandlers,
  type DialTarget,
  type ObsSession,
  ObsUnreachedError,
} from '../../../electron/features/obs/obs-dial.ts';
import { ObsGoneError } from '../../../electron/features/obs/obs-errors.ts';
import { ObsLink } from '../../../electron/features/obs/obs-link.ts';
import type { ObsLink as LinkState, ObsCause } from '../../../shared/contract/obs.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

interface Dialled {
  readonly target: DialTarget;
  readonly handlers: DialHandlers;
  readonly signal: AbortSignal;
  readonly session: ObsSession & { closed: boolean; subscriptions: number[] };
  open(): Promise<void>;
  fail(cause: ObsCause, salt?: string): Promise<void>;
}

const PLACE = { host: '127.0.0.1', port: 4455, password: 'a-password-of-obs' };

let clock: VirtualClock;
let dialled: Dialled[];
let hidden: string[];
let states: LinkState[];
let link: ObsLink;

const dial = (target: DialTarget, handlers: DialHandlers, signal: AbortSignal) => {
  const { promise, resolve, reject } = Promise.withResolvers<ObsSession>();
  const session = {
    version: '31.0.0',
    protocol: '5.5.0',
    closed: false,
    subscriptions: [] as number[],
    call: async (name: string) => ({ name }),
    batch: async () => [],
    subscribe: (bits: number) => void session.subscriptions.push(bits),
    close: () => {
      session.closed = true;
    },
  };
  dialled.push({
    target,
    handlers,
    signal,
    session,
    open: () => {
      resolve(session);
      return settle();
    },
    fail: (cause, salt) => {
      reject(new ObsUnreachedError(cause, salt ?? null));
      return settle();
    },
  });
  return promise;
};

const last = (): Dialled => {
  const found = dialled.at(-1);
  if (!found) throw new Error('nothing was dialled');
  return found;
};

beforeEach(() => {
  clock = new VirtualClock();
  dialled = [];
  hidden = [];
  states = [];
  const redactor = { hideAlways: (secret: string) => void hidden.push(secret) };
  link = new ObsLink({ dial, clock, random: steadyRandom(7), log: silentLogger, redactor });
  link.onChange((state) => states.push(state));
});

describe('the connection to OBS', () => {
  it('dials nobody before it is asked to', async () => {
    await clock.advance(60_000);
    expect(dialled).toEqual([]);
    expect(link.state).toEqual({ state: 'off' });
  });

  it('says what it met, and keeps the password out of everything', async () => {
    link.connect(PLACE);
    expect(link.state).toEqual({ state: 'connecting' });
    await last().open();
    expect(link.state).toEqual({ state: 'connected', version: '31.0.0', protocol: '5.5.0' });
    expect(hidden).toEqual([PLACE.password]);
    expect(JSON.stringify(states)).not.toContain(PLACE.password);
  });

  it.each([
    { cause: 'not-running', within: 3_000, told: true },
    { cause: 'lost', within: 3_000, told: true },
    { cause: 'not-obs', within: 5_000, told: true },
    { cause: 'password-needed', within: 33_000, told: false },
    { cause: 'password-wrong', within: 33_000, told: false },
    { cause: 'too-old', within: 33_000, told: false },
  ] as const)('waits for $cause, and looks again within $within ms', async (row) => {
    link.connect(PLACE);
    for (let time = 1; time <= 20; time += 1) {
      await last().fail(row.cause);
      expect(link.state).toMatchObject({ state: 'waiting', cause: row.cause });
      const { untilNext } = clock;
      expect(untilNext).toBeLessThanOrEqual(row.within);
      expect(untilNext).toBeGreaterThan(row.told ? 240 : 26_000);
      const retryAt = row.told ? Math.round(clock.now() + untilNext) : null;
      expect(link.state).toMatchObject({ retryAt });
      await clock.advance(untilNext);
      expect(dialled).toHaveLength(time + 1);
    }
    await last().open();
    expect(link.state.state).toBe('connected');
  });

  it('does not send a refused password to the same run of OBS again', async () => {
    link.connect(PLACE);
    expect(last().target.refusedSalt).toBeNull();
    await last().fail('password-wrong', 'salt-of-this-run');
    await clock.advance(40_000);
    expect(last().target.refusedSalt).toBe('salt-of-this-run');
    link.connect({ ...PLACE, password: 'another-password' });
    expect(last().target).toMatchObject({ refusedSalt: null, password: 'another-password' });
  });

  it('comes back after OBS ended, at once at first', async () => {
    link.connect(PLACE);
    await last().open();
    await clock.advance(10_000);
    last().handlers.onEnd();
    expect(link.state).toMatchObject({ state: 'waiting', cause: 'lost' });
    expect(clock.untilNext).toBeLessThanOrEqual(500);
    await clock.advance(500);
    await last().open();
    expect(link.state.state).toBe('connected');
  });

  it('takes silence where OBS was for OBS in trouble, not for another program', async () => {
    link.connect(PLACE);
    await last().open();
    last().handlers.onEnd();
    await clock.advance(3_000);
    await last().fail('not-obs');
    expect(link.state).toMatchObject({ cause: 'lost' });
    link.connect({ ...PLACE, port: 4466 });
    await last().fail('not-obs');
    expect(link.state).toMatchObject({ cause: 'not-obs' });
  });

  it('forgets an earlier attempt, however that ends', async () => {
    link.connect(PLACE);
    const first = last();
    link.connect({ ...PLACE, port: 4466 });
    expect(first.signal.aborted).toBe(true);
    await first.open();
    expect(first.session.closed).toBe(true);
    expect(link.state).toEqual({ state: 'connecting' });
    await last().open();
    first.handlers.onEnd();
    expect(link.state.state).toBe('connected');
  });

  it('ends when the streamer says so, and leaves nothing behind', async () => {
    link.connect(PLACE);
    await last().open();
    const { session } = last();
    link.disconnect();
    expect(session.closed).toBe(true);
    expect(link.state).toEqual({ state: 'off' });
    link.connect(PLACE);
    await last().fail('not-running');
    link.dispose();
    link.connect(PLACE);
    expect(clock.pendingTimers).toBe(0);
    expect(dialled).toHaveLength(2);
  });

  it('refuses what is asked while there is no OBS', async () => {
    await expect(link.call('GetVersion')).rejects.toThrow(ObsGoneError);
    await expect(link.batch([{ requestType: 'GetSceneList' }])).rejects.toThrow(ObsGoneError);
    link.connect(PLACE);
    await last().open();
    await expect(link.call('GetVersion')).resolves.toEqual({ name: 'GetVersion' });
  });

  it('has OBS tell what somebody listens to, also after it came back', async () => {
    const SCENES = 4;
    const INPUTS = 8;
    const heard: unknown[] = [];
    const end = link.on('SceneCreated', (data) => heard.push(data));
    link.connect(PLACE);
    expect(last().target.subscription).toBe(SCENES);
    const also = link.on('InputCreated', () => {
      throw new Error('a fault of a listener');
    });
    const { session, handlers } = last();
    await last().open();
    expect(session.subscriptions).toEqual([SCENES + INPUTS]);
    handlers.onEvent('InputCreated', {});
    handlers.onEvent('SceneCreated', { sceneName: 'Live' });
    expect(heard).toEqual([{ sceneName: 'Live' }]);
    handlers.onEnd();
    await clock.advance(3_000);
    expect(last().target.subscription).toBe(SCENES + INPUTS);
    await last().open();
    end();
    also();
    expect(last().session.subscriptions).toEqual([INPUTS, 0]);
    last().handlers.onEvent('SceneCreated', { sceneName: 'Other' });
    expect(heard).toHaveLength(1);
  });

  it('hides no password where there is none, and asks OBS for many things at once', async () => {
    link.connect({ ...PLACE, password: null });
    await last().open();
    expect(hidden).toEqual([]);
    await expect(link.batch([{ requestType: 'GetSceneList' }])).resolves.toEqual([]);
  });

  it('comes back ever later while connections do not last, and soon after one that did', async () => {
    link.connect(PLACE);
    const waits: number[] = [];
    const live = async (ms: number) => {
      await last().open();
      await clock.advance(ms);
      last().handlers.onEnd();
      waits.push(clock.untilNext);
      await clock.advance(clock.untilNext);
    };
    for (let time = 0; time < 8; time += 1) await live(2_999);
    expect(Math.max(...waits)).toBeGreaterThan(1_000);
    waits.length = 0;
    await live(3_000);
    expect(waits[0]).toBeLessThanOrEqual(500);
  });

  it('begins anew with its patience where the streamer connects again', async () => {
    link.connect(PLACE);
    for (let time = 0; time < 8; time += 1) {
      await last().fail('not-running');
      await clock.advance(clock.untilNext);
    }
    link.connect(PLACE);
    await last().fail('not-running');
    expect(clock.untilNext).toBeLessThanOrEqual(500);
  });

  it('is tried again where it failed in a way that nobody knows', async () => {
    link.dispose();
    let times = 0;
    const failing = async () => {
      times += 1;
      throw new Error('a fault');
    };
    const redactor = { hideAlways: () => undefined };
    const random = steadyRandom(7);
    link = new ObsLink({ dial: failing, clock, random, log: silentLogger, redactor });
    link.connect(PLACE);
    await settle();
    expect(link.state).toMatchObject({ state: 'waiting', cause: 'lost' });
    await clock.advance(500);
    expect(times).toBeGreaterThan(1);
    link.dispose();
  });

  it('that was given up while it came about is not reported as failed', async () => {
    link.connect(PLACE);
    const first = last();
    link.disconnect();
    await first.fail('not-running');
    expect(link.state).toEqual({ state: 'off' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('asks nothing of an OBS that is gone, and listens in the same way when it is back', async () => {
    link.connect(PLACE);
    await last().open();
    last().handlers.onEnd();
    await expect(link.call('GetVersion')).rejects.toThrow(ObsGoneError);
    link.on('SceneCreated', () => undefined);
    link.on('SceneCreated', () => undefined);
    await clock.advance(3_000);
    await last().open();
    expect(last().session.subscriptions).toEqual([]);
    expect(last().target.subscription).toBe(4);
  });

  it('tells nobody anything once it is over', async () => {
    const heard: unknown[] = [];
    link.on('SceneCreated', (data) => heard.push(data));
    link.connect(PLACE);
    await last().open();
    const { handlers } = last();
    states.length = 0;
    link.dispose();
    handlers.onEvent('SceneCreated', {});
    handlers.onEnd();
    link.disconnect();
    await clock.advance(60_000);
    expect([heard, states, dialled.length]).toEqual([[], [], 1]);
  });
});
