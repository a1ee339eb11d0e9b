import { describe, expect, it } from 'vitest';
import type { LossOf } from '../../../electron/session/covered-session.ts';
import { type LinkState, lossOf } from '../../../electron/session/link-machine.ts';

describe('what a lost link last proved', () => {
  const waitingFor = (reason: string): LinkState => ({ name: 'waiting', reason, fresh: false });
  const overBy = (cause: 'session-gone' | 'refused' | 'closed', reason: string): LinkState => ({
    name: 'over',
    cause,
    reason,
  });

  it.each<[string, LinkState, LossOf]>([
    [
      'what came before the last answered PING, when the connection breaks',
      waitingFor('closed-1006'),
      'link',
    ],
    ['that its kinds were delivered, when no PING is answered', waitingFor('no-pong'), 'delivery'],
    [
      'that its kinds were delivered, when another one takes them',
      waitingFor('replaced'),
      'delivery',
    ],
    ['the same, when the session is gone', overBy('session-gone', 'session-gone'), 'delivery'],
    [
      'what came before the last answered PING, when the session reaches its end',
      overBy('session-gone', 'session-expired'),
      'link',
    ],
    [
      'the last delivery, when the platform has ended the grant',
      overBy('refused', 'forbidden'),
      'delivery',
    ],
    ['what came last, when it is closed', overBy('closed', 'closed'), 'link'],
  ])('is %s', (_, state, proved) => {
    expect(lossOf(state)).toBe(proved);
  });
});
