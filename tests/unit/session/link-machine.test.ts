import { describe, expect, it } from 'vitest';
import {
  beginLink,
  type LinkEffect,
  type LinkInput,
  type LinkState,
  linkTransition,
} from '../../../electron/session/link-machine.ts';
import { closed, failed, lost, refused } from './link-inputs.ts';

const live: LinkState = { name: 'live', connection: 1, subscribed: ['chat'], renewal: null };
const opening: LinkState = { ...live, renewal: { connection: 2, phase: 'opening' } };
const proving: LinkState = { ...live, renewal: { connection: 2, phase: 'proving' } };
const connecting: LinkState = { name: 'connecting', fresh: true, connection: 1 };
const confirming: LinkState = { name: 'confirming', fresh: true, connection: 1 };
const waiting: LinkState = { name: 'waiting', reason: 'closed-1006', fresh: false };
const over: LinkState = { name: 'over', cause: 'closed', reason: 'closed' };

const probe: LinkInput = { type: 'probe', next: 9, sessionExpired: false };
const retry: LinkInput = { type: 'retry-due', next: 3, sessionExpired: false };

type Row = readonly [
  when: string,
  from: LinkState,
  input: LinkInput,
  to: LinkState['name'],
  effects: readonly LinkEffect['type'][],
];

const rows: readonly Row[] = [
  [
    'the socket opens, subscriptions are confirmed and pings begin',
    connecting,
    { type: 'opened', connection: 1 },
    'confirming',
    ['keep-alive', 'confirm'],
  ],
  [
    'the socket never opens, the same session is tried again',
    connecting,
    { type: 'handshake-overdue', connection: 1 },
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'the upgrade is refused with 404, the session is given up',
    connecting,
    refused(1, 404),
    'over',
    ['end-timers'],
  ],
  [
    'the upgrade is refused with 503, the session is kept',
    connecting,
    refused(1, 503),
    'waiting',
    ['end-timers', 'plan-retry'],
  ],
  [
    'subscriptions are confirmed, it is live and plans ahead',
    confirming,
    { type: 'confirmed', connection: 1, subscribed: ['chat'] },
    'live',
    ['went-live', 'plan-renewal', 'plan-check'],
  ],
  [
    'the platform has forgotten the session, the connection goes too',
    confirming,
    lost('session-gone'),
    'over',
    ['end-timers', 'drop'],
  ],
  [
    'confirming cannot be done now, the connection is tried again',
    confirming,
    failed('unavailable'),
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'the grant is refused, only the streamer can help',
    confirming,
    failed('sign-in'),
    'over',
    ['end-timers', 'drop'],
  ],
  ['a ping is due, it pings', live, { type: 'ping-due' }, 'live', ['ping']],
  [
    'no PONG comes, the link is dead',
    live,
    { type: 'pong-missed', connection: 1 },
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'another connection took its events, the same session is tried again',
    live,
    { type: 'replaced', connection: 1 },
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'another connection took its events while a renewal proves itself, both are given up',
    proving,
    { type: 'replaced', connection: 1 },
    'waiting',
    ['end-timers', 'drop', 'drop', 'plan-retry'],
  ],
  [
    'another connection took its events before it was confirmed, the same session is tried again',
    confirming,
    { type: 'replaced', connection: 1 },
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'the server closes, the same session is tried again',
    live,
    closed(1),
    'waiting',
    ['end-timers', 'plan-retry'],
  ],
  [
    'the server closes at the end of 12 hours, the session is over',
    live,
    closed(1, true),
    'over',
    ['end-timers'],
  ],
  [
    'a check is due, the subscriptions are confirmed beside the stream',
    live,
    { type: 'check-due' },
    'live',
    ['ping', 'confirm'],
  ],
  [
    'a check cannot be made, the stream goes on',
    live,
    failed('unavailable'),
    'live',
    ['plan-check'],
  ],
  [
    'a check finds the session gone, the link is over',
    live,
    lost('session-gone'),
    'over',
    ['end-timers', 'drop'],
  ],
  [
    'the session is found gone between two attempts, the link is over',
    waiting,
    lost('session-gone'),
    'over',
    ['end-timers'],
  ],
  [
    'nothing is heard of the session while a connection opens, the link is over',
    connecting,
    lost('unseen'),
    'over',
    ['end-timers', 'drop'],
  ],
  ['the machine wakes up, a live link is pinged at once', live, probe, 'live', ['ping']],
  [
    'the machine wakes up, a waiting link connects at once',
    waiting,
    probe,
    'connecting',
    ['end-timers', 'connect'],
  ],
  [
    'renewal is due, a second connection opens beside the first',
    live,
    { type: 'renewal-due', next: 2 },
    'live',
    ['connect'],
  ],
  [
    'the second connection opens, it is proved with a PING',
    opening,
    { type: 'opened', connection: 2 },
    'live',
    ['ping'],
  ],
  [
    'the second connection answers, it takes over and the first is read out',
    proving,
    { type: 'pong', connection: 2 },
    'live',
    ['retire', 'keep-alive', 'renewed', 'plan-renewal', 'confirm'],
  ],
  [
    'the second connection is refused, the first goes on',
    opening,
    refused(2, 503),
    'live',
    ['drop', 'plan-renewal'],
  ],
  [
    'the second connection is refused with 403, that may pass, the first goes on',
    opening,
    refused(2, 403),
    'live',
    ['drop', 'plan-renewal'],
  ],
  [
    'the second connection is refused as one to a session that is not known, the session is given up',
    opening,
    refused(2, 404),
    'over',
    ['end-timers', 'drop'],
  ],
  [
    'the second connection hangs while opening, both are given up',
    opening,
    { type: 'handshake-overdue', connection: 2 },
    'waiting',
    ['end-timers', 'drop', 'drop', 'plan-retry'],
  ],
  [
    'the second connection breaks after opening, both are given up',
    proving,
    closed(2),
    'waiting',
    ['end-timers', 'drop', 'drop', 'plan-retry'],
  ],
  [
    'the first connection breaks during a renewal, both are given up',
    opening,
    closed(1),
    'waiting',
    ['end-timers', 'drop', 'plan-retry'],
  ],
  [
    'the wait is over, it connects to the same session',
    waiting,
    retry,
    'connecting',
    ['end-timers', 'connect'],
  ],
  [
    'the session ran out during the wait, the link is over',
    waiting,
    { ...retry, sessionExpired: true },
    'over',
    ['end-timers'],
  ],
  [
    'it is closed, every connection is dropped',
    proving,
    { type: 'close' },
    'over',
    ['end-timers', 'drop', 'drop'],
  ],
  ['it is over, nothing wakes it', over, retry, 'over', []],
  ['it is over, its session cannot be lost again', over, lost('unseen'), 'over', []],
];

describe('a link', () => {
  it.each(rows)('when %s', (_when, from, input, to, effects) => {
    const step = linkTransition(from, input);
    expect(step.state.name).toBe(to);
    expect(step.effects.map((effect) => effect.type)).toEqual(effects);
  });

  it('begins with its first connection', () => {
    expect(beginLink(true, 1)).toEqual({
      state: connecting,
      effects: [{ type: 'connect', connection: 1 }],
    });
  });

  it('is not moved by late words of an earlier connection', () => {
    for (const state of [connecting, confirming, live]) {
      for (const input of [
        closed(99),
        { type: 'opened', connection: 99 },
        { type: 'pong', connection: 99 },
        { type: 'pong-missed', connection: 99 },
        { type: 'replaced', connection: 99 },
        { type: 'handshake-overdue', connection: 99 },
      ] satisfies LinkInput[]) {
        expect(linkTransition(state, input)).toEqual({ state, effects: [] });
      }
    }
  });

  it('keeps its subscriptions over a renewal', () => {
    const step = linkTransition(proving, { type: 'pong', connection: 2 });
    expect(step.state).toEqual({ ...live, connection: 2 });
  });

  it('subscribes anew after a first connection that failed before it could', () => {
    const lost = linkTransition(confirming, closed(1));
    expect(lost.state).toMatchObject({ name: 'waiting', fresh: true });
    expect(linkTransition(lost.state, retry).state).toMatchObject({ fresh: true });
  });
});
