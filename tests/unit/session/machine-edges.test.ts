import { describe, expect, it } from 'vitest';
import { CallPace } from '../../../electron/session/call-pace.ts';
import { SessionWatch } from '../../../electron/session/doubt.ts';
import { type LinkState, linkTransition } from '../../../electron/session/link-machine.ts';
import {
  type KeeperInput,
  type KeeperState,
  type SessionRef,
  transition,
} from '../../../electron/session/machine.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const session: SessionRef = { url: 'wss://host/?sessionKey=a', sessionKey: 'a', createdAt: 0 };
const resting: KeeperState = { name: 'resting', reason: 'x' };

describe('a stream that rests after a failure', () => {
  it('begins with the session of an earlier run when it is told to start', () => {
    const { state } = transition(resting, { type: 'start', session, next: 4 });
    expect(state).toMatchObject({ name: 'running', link: 4, session });
  });

  it.each<KeeperInput>([
    { type: 'line-live', link: 1 },
    { type: 'line-lost', link: 1 },
    { type: 'line-over', link: 1, cause: 'unseen', reason: 'x' },
    { type: 'acquired', session, next: 2 },
    { type: 'roll-over-due' },
    { type: 'overlap-over' },
  ])('hears nothing of what came before: $type', (input) => {
    expect(transition(resting, input)).toEqual({ state: resting, effects: [] });
  });
});

describe('a session that is returned to', () => {
  it.each(['at-expiry', 'planned'] as const)(
    'is looked at for what it is subscribed to, and rolls over %s',
    (rollOver) => {
      const acquiring: KeeperState = { name: 'acquiring', fallback: { session, rollOver } };
      const input = { type: 'not-acquired', refusal: 'unavailable', reason: 'x', next: 5 } as const;
      expect(transition(acquiring, input).effects).toEqual([
        { type: 'open-line', link: 5, session, fresh: false },
        { type: 'remember', session },
        { type: 'plan-roll-over', session, when: rollOver },
      ]);
    },
  );
});

describe('a live connection', () => {
  const live: LinkState = { name: 'live', connection: 1, subscribed: ['chat'], renewal: null };

  it('takes over what was found of its subscriptions, not of those of one that it replaced', () => {
    const found = (connection: number) =>
      linkTransition(live, { type: 'confirmed', connection, subscribed: ['donation'] });
    expect(found(1).state).toEqual({ ...live, subscribed: ['donation'] });
    expect(found(2)).toEqual({ state: live, effects: [] });
  });

  it.each<[string, LinkState, boolean]>([
    ['is subscribed anew', { name: 'confirming', connection: 1, fresh: true }, true],
    ['is looked at again', { name: 'confirming', connection: 1, fresh: false }, false],
    ['is looked at, too', live, false],
  ])('that is dead is tried again, and its session %s', (_, state, fresh) => {
    const missed = linkTransition(state, { type: 'pong-missed', connection: 1 });
    expect(missed.state).toEqual({ name: 'waiting', reason: 'no-pong', fresh });
  });
});

describe('the watch of a session', () => {
  it('asks for no list any more after its end, whatever becomes of its connections', async () => {
    const clock = new VirtualClock();
    let looks = 0;
    const watch = new SessionWatch({
      clock,
      pace: new CallPace(clock),
      isLive: () => false,
      look: () => {
        looks += 1;
      },
      onGone: () => undefined,
    });
    watch.input({ type: 'refused' });
    watch.dispose();
    for (let count = 0; count < 3; count += 1) watch.input({ type: 'ended', livedMs: 0 });
    watch.input({ type: 'refused' });
    await clock.advance(120_000);
    expect(looks).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
