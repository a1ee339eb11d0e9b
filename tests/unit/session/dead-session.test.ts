import { describe, expect, it } from 'vitest';
import type { SessionKeeper } from '../../../electron/session/keeper.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';
import { cut, type Fate, HOUR, live, MINUTE, meet, Refused, setUp } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
/** An event may be sent so much later than it happens. */
const LATE = 5 * SECOND;
const DOWN = new Refused({ reason: 'down' });

async function liveAgainMs(
  clock: VirtualClock,
  keeper: SessionKeeper,
  limitMs: number,
): Promise<number> {
  const from = clock.monotonic();
  while (keeper.status.phase !== 'live' && clock.monotonic() - from < limitMs) {
    await clock.advance(100);
  }
  return clock.monotonic() - from;
}

const fates: readonly (readonly [string, Fate])[] = [
  ['accepted and closed at once', 'closed-at-once'],
  ...[409, 500, 502, 429].map(
    (status) => [`refused with ${status}`, { type: 'refused', status }] as const,
  ),
];

describe('a session that is gone, its connections', () => {
  it.each(fates)('%s: a new one is live within a minute', async (_name, fate) => {
    const stage = await live();
    const { clock, keeper, sessions, kept } = stage;
    sessions.delete('key-1');
    meet(stage, 'key-1', fate);
    cut(stage);
    expect(await liveAgainMs(clock, keeper, 5 * MINUTE)).toBeLessThan(MINUTE);
    expect(kept()?.sessionKey).toBe('key-2');
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(fates)(
    '%s, no list to be had: a new one is live within a minute',
    async (_name, fate) => {
      const stage = await live();
      const { clock, keeper, failures, sessions, kept } = stage;
      failures.set('list', DOWN);
      sessions.delete('key-1');
      meet(stage, 'key-1', fate);
      cut(stage);
      expect(await liveAgainMs(clock, keeper, 5 * MINUTE)).toBeLessThan(MINUTE);
      expect(kept()?.sessionKey).toBe('key-2');
      keeper.dispose();
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it.each(fates)('%s, kept from an earlier run: the same', async (_name, fate) => {
    const kept = {
      url: 'wss://host/?sessionKey=kept',
      sessionKey: 'kept',
      createdAt: START - HOUR,
    };
    const stage = setUp({ kept });
    const { clock, keeper, sessions } = stage;
    sessions.delete('kept');
    meet(stage, 'kept', fate);
    await keeper.start();
    expect(await liveAgainMs(clock, keeper, 5 * MINUTE)).toBeLessThan(MINUTE);
    keeper.dispose();
  });

  it('refused while no call for the list is ever answered: a new one is live within a minute', async () => {
    const stage = await live();
    const { clock, keeper, sessions } = stage;
    stage.setting.hangingList = true;
    sessions.delete('key-1');
    meet(stage, 'key-1', { type: 'refused', status: 503 });
    cut(stage);
    expect(await liveAgainMs(clock, keeper, 5 * MINUTE)).toBeLessThan(MINUTE);
    keeper.dispose();
  });
});

describe('a session that lives, its connections', () => {
  it('refused is gone back to when the list shows it in the last moment', async () => {
    const stage = await live();
    const { clock, keeper, calls, failures, net } = stage;
    failures.set('list', DOWN);
    meet(stage, 'key-1', { type: 'refused', status: 503 });
    cut(stage);
    // The first refusal came after 375 ms, the list was asked 30 s later, and 20 s are over soon.
    await clock.advance(50_300);
    failures.clear();
    await clock.advance(10 * SECOND);
    expect(calls).not.toContain('create');
    expect(net.sockets.at(-1)?.url).toContain('key-1');
    keeper.dispose();
  });

  it.each(fates)('%s for an hour: it is kept, no other one is made', async (_name, fate) => {
    const stage = await live();
    const { clock, keeper, calls, net } = stage;
    meet(stage, 'key-1', fate);
    cut(stage);
    await clock.advance(HOUR);
    expect(calls).not.toContain('create');
    keeper.dispose();
    expect(net.sockets.length).toBeLessThan(300);
  });

  it('refused while no list is to be had is replaced once, not again without a look at the slots', async () => {
    const stage = await live();
    const { clock, keeper, calls, failures } = stage;
    failures.set('list', DOWN);
    meet(stage, '', { type: 'refused', status: 503 });
    cut(stage);
    await clock.advance(3 * HOUR);
    expect(calls.filter((name) => name === 'create')).toHaveLength(1);
    keeper.dispose();
  });

  it('is taken up again when no other one is to be had', async () => {
    const stage = await live();
    const { clock, keeper, failures, calls, gaps } = stage;
    failures.set('list', DOWN);
    failures.set('create', DOWN);
    const { net } = stage;
    meet(stage, 'key-1', { type: 'refused', status: 503 });
    cut(stage);
    await clock.advance(10 * MINUTE);
    expect(keeper.status.phase).toBe('reconnecting');
    failures.clear();
    calls.length = 0;
    net.sockets.push = Array.prototype.push;
    net.options.openAtOnce = true;
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    expect(net.sockets.at(-1)?.url).toContain('key-1');
    expect(calls).not.toContain('create');
    expect(gaps).toHaveLength(1);
    keeper.dispose();
  });
});

describe('a platform that refuses everything', () => {
  it.each([
    ['with a status', { type: 'refused', status: 503 }],
    ['by not being there', { type: 'unreachable', detail: 'ECONNREFUSED' }],
  ] as const)('%s is called at most four times a minute after the first', async (_name, fate) => {
    const stage = await live();
    const { clock, keeper, failures, calls } = stage;
    const at: number[] = [];
    for (const name of ['list', 'create']) failures.set(name, DOWN);
    stage.setting.onCall = () => at.push(clock.monotonic());
    const met = meet(stage, '', fate);
    const from = clock.monotonic();
    cut(stage);
    await clock.advance(2 * HOUR);
    const all = [...at, ...met.connections].map((time) => time - from).sort((a, b) => a - b);
    const late = all.filter((time) => time >= MINUTE);
    const inAMinuteFrom = (time: number): number =>
      late.filter((other) => other >= time && other < time + MINUTE).length;
    expect(Math.max(...late.map(inAMinuteFrom))).toBeLessThanOrEqual(4);
    expect(Math.min(...late.map(inAMinuteFrom).slice(0, -8))).toBeGreaterThanOrEqual(1);
    expect(all.length - late.length).toBeLessThan(40);
    expect(calls.filter((name) => name === 'create').length).toBeLessThan(100);
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a session that dies behind a connection that stays open', () => {
  it('leaves a gap from the last proof also when no list says that it is gone', async () => {
    const stage = await live();
    const { clock, keeper, net, failures, gaps } = stage;
    net.sockets.at(-1)?.text({ event: 'CHAT' });
    await clock.advance(3 * MINUTE);
    failures.set('list', DOWN);
    meet(stage, 'key-1', { type: 'refused', status: 409 });
    cut(stage);
    await clock.advance(MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    const gap = { from: START, reason: 'closed-1006' };
    // Nothing shows yet that the next one brings anything.
    expect(keeper.recorder.coverage.openGaps).toMatchObject([gap]);
    failures.delete('list');
    await clock.advance(MINUTE);
    expect(gaps).toMatchObject([gap]);
    keeper.dispose();
  });

  it('is found within five minutes, and the gap of each kind begins at its last proof', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net, gaps } = stage;
    await clock.advance(7 * MINUTE);
    net.sockets.at(-1)?.text({ event: 'CHAT' });
    sessions.delete('key-1');
    await clock.advance(5 * MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    await clock.advance(5 * SECOND);
    const reason = 'session-gone';
    expect(gaps).toMatchObject([
      // The last PING before the event was two minutes after the look.
      { from: START + 410 * SECOND - LATE, reason, kinds: ['chat'] },
      { from: START + 290 * SECOND, reason, kinds: ['donation', 'subscription'] },
    ]);
    keeper.dispose();
  });

  it('without any event leaves a gap from the last list that showed it', async () => {
    const stage = await live();
    const { clock, keeper, sessions, gaps } = stage;
    await clock.advance(290 * SECOND + MINUTE);
    sessions.delete('key-1');
    await clock.advance(6 * MINUTE);
    expect(gaps).toMatchObject([{ from: START + 290 * SECOND, reason: 'session-gone' }]);
    keeper.dispose();
  });

  it('is found when a renewal is refused as unknown, and the gap begins at the last proof', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps, failures } = stage;
    await clock.advance(107 * MINUTE);
    const provedAt = START + 22 * 290 * SECOND;
    failures.set('list', DOWN);
    meet(stage, 'key-1', { type: 'refused', status: 410 });
    await clock.advance(10 * MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    const gap = { from: provedAt, reason: 'session-gone' };
    expect(keeper.recorder.coverage.openGaps).toMatchObject([gap]);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    await clock.advance(0);
    expect(gaps).toMatchObject([{ ...gap, kinds: ['donation'] }]);
    keeper.dispose();
  });

  it('found only after the connection broke leaves a gap from the last proof, too', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net, gaps } = stage;
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    sessions.delete('key-1');
    await clock.advance(3 * MINUTE);
    meet(stage, 'key-1', 'closed-at-once');
    cut(stage);
    await clock.advance(MINUTE);
    expect(gaps.at(-1)).toMatchObject({ from: START });
    keeper.dispose();
  });

  it('is looked for every half hour only while events of every kind come', async () => {
    const stage = await live();
    const { clock, keeper, net, calls } = stage;
    for (let minute = 0; minute < 120; minute += 1) {
      for (const event of ['CHAT', 'DONATION', 'SUBSCRIPTION']) net.sockets.at(-1)?.text({ event });
      await clock.advance(MINUTE);
    }
    // Two of them come before and with the renewal.
    expect(calls.filter((name) => name === 'list')).toHaveLength(5);
    keeper.dispose();
  });
});

describe('one stale list', () => {
  it('does not end a link that is well', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net, gaps } = stage;
    await clock.advance(289 * SECOND);
    const own = sessions.get('key-1');
    sessions.delete('key-1');
    await clock.advance(2 * SECOND);
    if (own) sessions.set('key-1', own);
    await clock.advance(HOUR);
    expect(net.sockets).toHaveLength(1);
    expect(keeper.status.phase).toBe('live');
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('after a reconnect costs five seconds, not the session', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net } = stage;
    const own = sessions.get('key-1');
    sessions.delete('key-1');
    cut(stage);
    await clock.advance(SECOND);
    if (own) sessions.set('key-1', own);
    await clock.advance(5 * SECOND);
    expect(keeper.status.phase).toBe('live');
    expect(net.sockets.at(-1)?.url).toContain('key-1');
    keeper.dispose();
  });
});
