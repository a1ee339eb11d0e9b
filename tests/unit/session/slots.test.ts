import { describe, expect, it } from 'vitest';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import { channelIn, slotsOf, slotsUsed } from '../../../electron/session/session-supply.ts';

const session = (sessionKey: string, ...channels: (string | null)[]): ListedSession => ({
  sessionKey,
  connectedDate: null,
  disconnectedDate: null,
  subscribedEvents: channels.map((channelId) => ({ eventType: 'CHAT', channelId })),
});
const keysOf = (channelId: string | null, listed: readonly ListedSession[]) =>
  slotsOf(channelId, listed).map(({ sessionKey }) => sessionKey);

describe('the slots of a channel', () => {
  it('are taken by the sessions that are subscribed to it, and by no other channel of the application', () => {
    const listed = [
      session('a', 'mine'),
      session('b', 'other'),
      session('c'),
      session('d', 'mine'),
    ];
    expect(keysOf('mine', listed)).toEqual(['a', 'd']);
  });

  it('are taken by a subscription that names no channel, too: it may be to this one', () => {
    expect(keysOf('mine', [session('a', null), session('b', 'other', null)])).toEqual(['a', 'b']);
    expect(keysOf(null, [session('a', 'mine'), session('b', null)])).toEqual(['a', 'b']);
  });

  it('are those of the channel with most sessions while nobody knows which channel it is', () => {
    const listed = [session('a', 'x'), session('b', 'y'), session('c', 'z'), session('d', 'y')];
    expect(keysOf(null, listed)).toEqual(['b', 'd']);
    expect(keysOf(null, listed.slice(0, 2))).toEqual(['a']);
    expect(keysOf(null, [])).toEqual([]);
    expect(keysOf(null, [session('a', null)])).toEqual(['a']);
  });

  it('count our own sessions once, listed or not', () => {
    expect(slotsUsed(['a', 'b'], ['b', 'c'])).toBe(3);
    expect(slotsUsed(null, ['a'])).toBeNull();
  });

  it('are known by our own session where the list names its channel', () => {
    const listed = [session('a', 'x'), session('own', null, 'mine')];
    expect(channelIn(listed, ['own'])).toBe('mine');
    expect(channelIn(listed, ['unknown'])).toBeNull();
    expect(channelIn([session('own', null)], ['own'])).toBeNull();
  });
});
