import { describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../electron/base/clock.ts';
import { settle } from '../../support/virtual-clock.ts';
import { cut, HOUR, live, MINUTE, type Stage } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
/** Without events the list is looked at so often. */
const QUIET = 290 * SECOND;

const OTHERS = '2026-01-01T04:05:06.007Z';

/**
 * Somebody else connects to the session and leaves again, or stays: ours remains open, and gets
 * nothing more. `date`: what the list says then of the connection.
 */
function replace({ sessions }: Stage, date: string | null = null): void {
  const session = sessions.get('key-1');
  if (session) session.connectedDate = date;
}

/** By the time of the test: who asks too often is made to wait a little. */
const about = (value: number | undefined, ms: number): void => {
  expect(value).toBeGreaterThanOrEqual(START + ms);
  expect(value).toBeLessThan(START + ms + 5 * SECOND);
};

describe('a connection whose events another one took, and that stays open', () => {
  it('is made anew on its session, and leaves a gap from the last list that showed it', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps, calls, frames } = stage;
    await clock.advance(QUIET + MINUTE);
    replace(stage);
    await clock.advance(QUIET + 15 * SECOND - MINUTE);
    expect(gaps).toMatchObject([{ from: START + QUIET, reason: 'replaced' }]);
    about(gaps[0]?.to, 2 * QUIET + 5 * SECOND);
    expect(net.sockets.map(({ state }) => state)).toEqual(['closed', 'open']);
    expect(calls).not.toContain('create');
    expect(keeper.status.phase).toBe('live');
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    expect(frames).toHaveLength(1);
    keeper.dispose();
  });

  it('is made anew also where the other one stays', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(QUIET + MINUTE);
    replace(stage, OTHERS);
    await clock.advance(QUIET + 15 * SECOND - MINUTE);
    expect(gaps).toMatchObject([{ from: START + QUIET, reason: 'replaced' }]);
    expect(net.sockets.map(({ state }) => state)).toEqual(['closed', 'open']);
    await clock.advance(HOUR);
    expect(gaps).toHaveLength(1);
    keeper.dispose();
  });

  it('leaves a gap from what its last event proves, if that is after the list', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(QUIET + MINUTE);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    replace(stage);
    await clock.advance(QUIET + 10 * SECOND);
    expect(gaps).toMatchObject([
      { from: START + QUIET, reason: 'replaced', kinds: ['chat', 'subscription'] },
      // It was sent after the last answered PING, and an event may be sent five seconds late.
      { from: START + QUIET + MINUTE - 5 * SECOND, reason: 'replaced', kinds: ['donation'] },
    ]);
    keeper.dispose();
  });

  it('is left alone where only one list said so', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps, sessions } = stage;
    const own = sessions.get('key-1')?.connectedDate ?? null;
    for (let looks = 0; looks < 3; looks += 1) {
      keeper.recheck();
      await settle();
      replace(stage);
      keeper.recheck();
      await settle();
      replace(stage, own);
      await clock.advance(MINUTE);
    }
    expect(gaps).toEqual([]);
    expect(net.sockets).toHaveLength(1);
    keeper.dispose();
  });

  it('is left alone where events come in spite of what the lists say', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps, calls } = stage;
    replace(stage);
    await clock.advance(QUIET + SECOND);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    calls.length = 0;
    await clock.advance(QUIET - 10 * SECOND);
    expect(calls.filter((name) => name === 'list').length).toBeLessThan(5);
    await clock.advance(HOUR);
    expect(gaps).toEqual([]);
    expect(net.sockets).toHaveLength(1);
    keeper.dispose();
  });

  it('is left alone where no list ever called it connected', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps, setting } = stage;
    setting.beforeAnswer = () => {
      replace(stage);
      return null;
    };
    cut(stage);
    await clock.advance(HOUR);
    expect(gaps).toMatchObject([{ reason: 'closed-1006' }]);
    expect(net.sockets).toHaveLength(2);
    keeper.dispose();
  });

  it('is found by a look that somebody asked for, too', async () => {
    const stage = await live();
    const { clock, keeper, net } = stage;
    keeper.recheck();
    await settle();
    replace(stage);
    keeper.recheck();
    await clock.advance(10 * SECOND);
    expect(net.sockets).toHaveLength(2);
    keeper.dispose();
  });

  it('is not believed to be ours again because of an event that was on its way before the list', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(QUIET - SECOND);
    replace(stage);
    net.options.answerPings = false;
    await clock.advance(2 * SECOND);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    net.options.answerPings = true;
    await clock.advance(5 * SECOND);
    expect(gaps.flatMap(({ kinds }) => kinds)).toHaveLength(3);
    expect(gaps[0]?.reason).toBe('replaced');
    expect(net.sockets).toHaveLength(2);
    keeper.dispose();
  });

  it('is found before a renewal, which waits for a second list, and leaves a gap from the last proof', async () => {
    const stage = await live();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(110 * MINUTE - SECOND);
    replace(stage, OTHERS);
    await clock.advance(4 * SECOND);
    expect(net.sockets).toHaveLength(1);
    await clock.advance(4 * SECOND);
    expect(net.sockets).toHaveLength(2);
    expect(gaps).toMatchObject([{ reason: 'replaced' }]);
    expect(gaps[0]?.from).toBeLessThan(START + 110 * MINUTE - SECOND);
    keeper.dispose();
  });

  it('leaves a gap from the last proof also where it breaks before a second list has decided', async () => {
    const stage = await live();
    const { clock, keeper, gaps } = stage;
    await clock.advance(QUIET - 10 * SECOND);
    replace(stage, OTHERS);
    await clock.advance(12 * SECOND);
    cut(stage);
    await clock.advance(SECOND);
    expect(gaps).toMatchObject([{ from: START, reason: 'closed-1006' }]);
    keeper.dispose();
  });

  it('is not taken for ours by a first list that comes late, unless events come', async () => {
    for (const events of [false, true]) {
      const stage = await live();
      const { clock, keeper, net, gaps, failures } = stage;
      failures.set('list', new Error('down'));
      cut(stage);
      await clock.advance(20 * SECOND);
      replace(stage, OTHERS);
      failures.clear();
      for (let second = 0; second < 120; second += 1) {
        await clock.advance(SECOND);
        if (events) net.sockets.at(-1)?.text({ event: 'CHAT', data: { content: `${second}` } });
      }
      expect(net.sockets).toHaveLength(events ? 2 : 3);
      expect(gaps.map(({ reason }) => reason)).toEqual(
        events ? ['closed-1006'] : ['closed-1006', 'replaced'],
      );
      keeper.dispose();
    }
  });
});

describe('a first list that is read late', () => {
  /** Another connection takes the events before a slow list is read, which shows only that one. */
  async function takenMeanwhile() {
    const stage = await live();
    const { clock, setting, sessions } = stage;
    await clock.advance(MINUTE);
    setting.beforeAnswer = (name) =>
      name === 'list' ? new Promise((resolve) => void clock.setTimeout(resolve, 8_000)) : null;
    cut(stage);
    await clock.advance(2_000);
    const session = sessions.get('key-1');
    if (session) session.connectedDate = toIsoTime(clock.now());
    await clock.advance(8_000);
    delete setting.beforeAnswer;
    return stage;
  }

  it('proves no more than until it was asked for, and no list after it does', async () => {
    const stage = await takenMeanwhile();
    const { clock, keeper, gaps } = stage;
    expect(keeper.status.phase).toBe('live');
    await clock.advance(6 * MINUTE);
    cut(stage);
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    expect(gaps).toHaveLength(2);
    expect(gaps[1]?.from).toBe(gaps[0]?.to);
    keeper.dispose();
  });

  it('proves all once an event came by the connection that was sent after that', async () => {
    const stage = await takenMeanwhile();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(2 * MINUTE);
    net.sockets.at(-1)?.text({ event: 'CHAT' });
    await clock.advance(10 * MINUTE);
    cut(stage);
    await clock.advance(MINUTE);
    expect(gaps.at(-1)?.from).toBeGreaterThan(START + 12 * MINUTE);
    keeper.dispose();
  });
});
