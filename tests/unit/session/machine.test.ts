import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KeeperEffect,
  type KeeperInput,
  type KeeperState,
  type SessionRef,
  transition,
} from '../../../electron/session/machine.ts';

const session: SessionRef = { url: 'wss://host/?sessionKey=a', sessionKey: 'a', createdAt: 0 };
const live: KeeperState = {
  name: 'live',
  session,
  connection: 1,
  subscribed: ['chat'],
  renewal: null,
};
const opening: KeeperState = { ...live, renewal: { connection: 2, phase: 'opening' } };
const proving: KeeperState = { ...live, renewal: { connection: 2, phase: 'proving' } };
const connecting: KeeperState = { name: 'connecting', session, fresh: true, connection: 1 };
const confirming: KeeperState = { name: 'confirming', session, fresh: true, connection: 1 };
const waiting: KeeperState = { name: 'waiting', session, reason: 'closed-1006' };
const creating: KeeperState = { name: 'creating' };
const stopped: KeeperState = { name: 'stopped' };

const closed = (connection: number, sessionExpired = false): KeeperInput => ({
  type: 'ended',
  connection,
  end: { type: 'closed', code: 1006, reason: '' },
  sessionExpired,
});
const refused = (connection: number, status: number): KeeperInput => ({
  type: 'ended',
  connection,
  end: { type: 'refused', status },
  sessionExpired: false,
});

interface Row {
  readonly when: string;
  readonly from: KeeperState;
  readonly input: KeeperInput;
  readonly to: KeeperState['name'];
  readonly effects: readonly KeeperEffect['type'][];
}

const rows: readonly Row[] = [
  {
    when: 'it starts with nothing kept, it asks for a session',
    from: stopped,
    input: { type: 'start', session: null, next: 1 },
    to: 'creating',
    effects: ['create-session'],
  },
  {
    when: 'it starts with a session of an earlier run, it connects to that',
    from: stopped,
    input: { type: 'start', session, next: 1 },
    to: 'connecting',
    effects: ['connect'],
  },
  {
    when: 'the session is there, it connects',
    from: creating,
    input: { type: 'session-created', session, next: 1 },
    to: 'connecting',
    effects: ['connect'],
  },
  {
    when: 'a session cannot be had, it waits',
    from: creating,
    input: { type: 'request-failed', verdict: 'unavailable', reason: 'x' },
    to: 'waiting',
    effects: ['end-timers', 'plan-retry'],
  },
  {
    when: 'the grant is refused, only the streamer can help',
    from: creating,
    input: { type: 'request-failed', verdict: 'sign-in', reason: 'x' },
    to: 'blocked',
    effects: ['end-timers'],
  },
  {
    when: 'the socket opens, subscriptions are confirmed and pings begin',
    from: connecting,
    input: { type: 'opened', connection: 1 },
    to: 'confirming',
    effects: ['keep-alive', 'confirm'],
  },
  {
    when: 'the socket never opens, the same session is tried again',
    from: connecting,
    input: { type: 'handshake-overdue', connection: 1 },
    to: 'waiting',
    effects: ['end-timers', 'drop', 'plan-retry'],
  },
  {
    when: 'the upgrade is refused with 404, the session is given up',
    from: connecting,
    input: refused(1, 404),
    to: 'waiting',
    effects: ['end-timers', 'forget-session', 'plan-retry'],
  },
  {
    when: 'the upgrade is refused with 503, the session is kept',
    from: connecting,
    input: refused(1, 503),
    to: 'waiting',
    effects: ['end-timers', 'plan-retry'],
  },
  {
    when: 'subscriptions are confirmed, it is live and plans the renewal',
    from: confirming,
    input: { type: 'confirmed', connection: 1, subscribed: ['chat'] },
    to: 'live',
    effects: ['went-live', 'plan-renewal'],
  },
  {
    when: 'the platform has forgotten the session, the connection goes too',
    from: confirming,
    input: { type: 'request-failed', verdict: 'session-gone', reason: 'x' },
    to: 'waiting',
    effects: ['end-timers', 'forget-session', 'drop', 'plan-retry'],
  },
  {
    when: 'a ping is due, it pings',
    from: live,
    input: { type: 'ping-due' },
    to: 'live',
    effects: ['ping'],
  },
  {
    when: 'no PONG comes, the line is dead',
    from: live,
    input: { type: 'pong-missed', connection: 1 },
    to: 'waiting',
    effects: ['end-timers', 'drop', 'plan-retry'],
  },
  {
    when: 'the server closes, the same session is tried again',
    from: live,
    input: closed(1),
    to: 'waiting',
    effects: ['end-timers', 'plan-retry'],
  },
  {
    when: 'the server closes at the end of 12 hours, a new session is needed',
    from: live,
    input: closed(1, true),
    to: 'waiting',
    effects: ['end-timers', 'forget-session', 'plan-retry'],
  },
  {
    when: 'renewal is due, a second connection opens beside the first',
    from: live,
    input: { type: 'renewal-due', next: 2 },
    to: 'live',
    effects: ['connect'],
  },
  {
    when: 'the second connection opens, it is proved with a PING',
    from: opening,
    input: { type: 'opened', connection: 2 },
    to: 'live',
    effects: ['ping'],
  },
  {
    when: 'the second connection answers, it takes over and the first is read out',
    from: proving,
    input: { type: 'pong', connection: 2 },
    to: 'live',
    effects: ['retire', 'keep-alive', 'plan-renewal'],
  },
  {
    when: 'the second connection is refused, the first goes on',
    from: opening,
    input: refused(2, 503),
    to: 'live',
    effects: ['drop', 'plan-renewal'],
  },
  {
    when: 'the second connection breaks after opening, both are given up',
    from: proving,
    input: closed(2),
    to: 'waiting',
    effects: ['end-timers', 'drop', 'drop', 'plan-retry'],
  },
  {
    when: 'the first connection breaks during a renewal, both are given up',
    from: opening,
    input: closed(1),
    to: 'waiting',
    effects: ['end-timers', 'drop', 'plan-retry'],
  },
  {
    when: 'the wait is over, it connects to the same session',
    from: waiting,
    input: { type: 'retry-due', next: 3, sessionExpired: false },
    to: 'connecting',
    effects: ['connect'],
  },
  {
    when: 'the session ran out during the wait, it asks for a new one',
    from: waiting,
    input: { type: 'retry-due', next: 3, sessionExpired: true },
    to: 'creating',
    effects: ['forget-session', 'create-session'],
  },
  {
    when: 'it is told to stop, every connection is dropped',
    from: proving,
    input: { type: 'stop' },
    to: 'stopped',
    effects: ['end-timers', 'drop', 'drop'],
  },
];

describe('the session keeper decides', () => {
  it.each(rows)('when $when', ({ from, input, to, effects }) => {
    const step = transition(from, input);
    expect(step.state.name).toBe(to);
    expect(step.effects.map((effect) => effect.type)).toEqual(effects);
  });

  it('that late words of an earlier connection change nothing', () => {
    for (const state of [connecting, confirming, live]) {
      for (const input of [
        closed(99),
        { type: 'opened', connection: 99 },
        { type: 'pong', connection: 99 },
        { type: 'pong-missed', connection: 99 },
        { type: 'handshake-overdue', connection: 99 },
      ] satisfies KeeperInput[]) {
        expect(transition(state, input)).toEqual({ state, effects: [] });
      }
    }
  });

  it('that the renewed connection keeps the subscriptions', () => {
    const step = transition(proving, { type: 'pong', connection: 2 });
    expect(step.state).toEqual({ ...live, connection: 2 });
  });
});

const connection = fc.integer({ min: 0, max: 6 });
const anyInput: fc.Arbitrary<KeeperInput> = fc.oneof(
  fc.record({
    type: fc.constant('start' as const),
    session: fc.constantFrom(null, session),
    next: connection,
  }),
  fc.constant<KeeperInput>({ type: 'stop' }),
  fc.record({
    type: fc.constant('session-created' as const),
    session: fc.constant(session),
    next: connection,
  }),
  fc.record({
    type: fc.constant('request-failed' as const),
    verdict: fc.constantFrom('unavailable' as const, 'session-gone' as const, 'sign-in' as const),
    reason: fc.constant('x'),
  }),
  fc.record({
    type: fc.constantFrom(
      'opened' as const,
      'pong' as const,
      'pong-missed' as const,
      'handshake-overdue' as const,
    ),
    connection,
  }),
  fc.tuple(connection, fc.boolean()).map(([id, expired]) => closed(id, expired)),
  fc.tuple(connection, fc.constantFrom(401, 404, 500)).map(([id, status]) => refused(id, status)),
  connection.map(
    (id): KeeperInput => ({ type: 'confirmed', connection: id, subscribed: ['chat'] }),
  ),
  fc
    .tuple(connection, fc.boolean())
    .map(([next, sessionExpired]): KeeperInput => ({ type: 'retry-due', next, sessionExpired })),
  fc.constant<KeeperInput>({ type: 'ping-due' }),
  connection.map((next): KeeperInput => ({ type: 'renewal-due', next })),
);

describe('whatever happens in whatever order', () => {
  it('the keeper never stands still without a way on', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        let state: KeeperState = stopped;
        for (const input of inputs) {
          const step = transition(state, input);
          const kinds = step.effects.map((effect) => effect.type);
          const entered = step.state.name !== state.name;
          if (entered && step.state.name === 'waiting') expect(kinds).toContain('plan-retry');
          if (entered && step.state.name === 'creating') expect(kinds).toContain('create-session');
          if (entered && step.state.name === 'connecting') expect(kinds).toContain('connect');
          if (entered && step.state.name === 'confirming') expect(kinds).toContain('confirm');
          state = step.state;
        }
      }),
    );
  });

  it('at most two connections are open, and stopping closes them all', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        const open = new Set<number>();
        let state: KeeperState = stopped;
        let next = 100;
        for (const raw of [...inputs, { type: 'stop' } satisfies KeeperInput]) {
          // Numbers are never used twice by the keeper.
          const input = 'next' in raw ? { ...raw, next: next++ } : raw;
          if (input.type === 'ended') open.delete(input.connection);
          const step = transition(state, input);
          for (const effect of step.effects) {
            if (effect.type === 'connect') open.add(effect.connection);
            if (effect.type === 'drop' || effect.type === 'retire') open.delete(effect.connection);
          }
          expect(open.size).toBeLessThanOrEqual(2);
          state = step.state;
        }
        expect([...open]).toEqual([]);
      }),
    );
  });
});
