import { describe, expect, it } from 'vitest';
import { RoleCache } from '../../../electron/events/role-cache.ts';
import type { SenderRole } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { fans, manager } from './support.ts';

const MINUTE = 60_000;

function openBook(most?: number) {
  const clock = new VirtualClock();
  const book = new RoleCache(clock, most);
  book.isAbout('streamer');
  return { clock, book };
}

describe('the role of somebody', () => {
  it.each<[string, SenderRole]>([
    ['streamer', 'streamer'],
    ['mod', 'manager'],
    ['mod-and-fan', 'manager'],
    ['fan-1', 'subscriber'],
    ['stranger', 'viewer'],
    ['', 'viewer'],
    ['__proto__', 'viewer'],
  ])('%j is %s', (id, role) => {
    const { book } = openBook();
    book.setManagers([manager('mod'), manager('mod-and-fan')]);
    book.setSubscribers([...fans(3), 'mod-and-fan', 'streamer'], 0);
    expect(book.roleOf(id)).toBe(role);
  });

  it.each<[string, SenderRole]>([
    ['STREAMING_CHANNEL_OWNER', 'streamer'],
    ['STREAMING_CHANNEL_MANAGER', 'manager'],
    ['STREAMING_CHAT_MANAGER', 'manager'],
    ['STREAMING_SETTLEMENT_MANAGER', 'viewer'],
    ['STREAMING_SOMETHING_NEW', 'manager'],
    ['', 'manager'],
  ])('with the task %j is %s', (task, role) => {
    const { book } = openBook();
    book.setManagers([manager('somebody', task)]);
    expect(book.roleOf('somebody')).toBe(role);
  });

  it('nobody without an id has one, whatever the lists say', () => {
    const { book } = openBook();
    book.setManagers([manager('')]);
    expect(book.roleOf('')).toBe('viewer');
    book.setManagers([]);
    book.setSubscribers([''], 0);
    expect(book.roleOf('')).toBe('viewer');
  });

  it('with two tasks is the one of the chat', () => {
    const { book } = openBook();
    const both = [manager('mod'), manager('mod', 'STREAMING_SETTLEMENT_MANAGER')];
    book.setManagers(both);
    expect(book.roleOf('mod')).toBe('manager');
    book.setManagers(both.toReversed());
    expect(book.roleOf('mod')).toBe('manager');
  });

  it('nobody is the streamer where the channel is not known', () => {
    const book = new RoleCache(new VirtualClock());
    book.isAbout(null);
    expect(book.roleOf('streamer')).toBe('viewer');
    expect(book.roleOf('')).toBe('viewer');
  });
});

describe('a list that shrank', () => {
  it('takes the role from managers that are not in it', () => {
    const { book } = openBook();
    book.setManagers([manager('a'), manager('b')]);
    book.setManagers([manager('b')]);
    expect([book.roleOf('a'), book.roleOf('b')]).toEqual(['viewer', 'manager']);
  });

  it('takes the role from subscribers that are not in it, a part of it from nobody', () => {
    const { book } = openBook();
    book.setSubscribers(fans(3), 0);
    book.addSubscribers(['fan-9']);
    expect(book.roleOf('fan-1')).toBe('subscriber');
    book.setSubscribers(['fan-9'], 0);
    expect([book.roleOf('fan-1'), book.roleOf('fan-9')]).toEqual(['viewer', 'subscriber']);
  });
});

describe('a subscription that was heard of', () => {
  it('counts at once', () => {
    const { book } = openBook();
    book.subscribed('new');
    expect(book.roleOf('new')).toBe('subscriber');
    book.subscribed('');
    expect(book.roleOf('')).toBe('viewer');
  });

  it.each([
    ['after the reading began', 1, 0, 'subscriber'],
    ['shortly before it', 0, 4 * MINUTE, 'subscriber'],
    ['long before it', 0, 6 * MINUTE, 'viewer'],
  ] as const)('%s: the list is %s', async (_when, heardAfter, readAfter, role) => {
    const { book, clock } = openBook();
    await clock.advance(heardAfter * MINUTE);
    book.subscribed('new');
    book.setSubscribers(fans(2), readAfter);
    expect(book.roleOf('new')).toBe(role);
    expect(book.roleOf('fan-2')).toBe('subscriber');
  });
});

describe('another channel', () => {
  it.each([
    ['the same', 'streamer', 'manager'],
    ['another', 'other', 'viewer'],
    ['one that is not known', null, 'viewer'],
  ])('%s keeps or forgets what was known', (_which, owner, role) => {
    const { book } = openBook();
    book.setManagers([manager('mod')]);
    book.subscribed('fan');
    book.isAbout(owner);
    expect(book.roleOf('mod')).toBe(role);
    book.setSubscribers([], 0);
    expect(book.roleOf('fan')).toBe(owner === 'streamer' ? 'subscriber' : 'viewer');
  });

  it('whose id is not known is another one each time', () => {
    const book = new RoleCache(new VirtualClock());
    book.isAbout(null);
    book.setManagers([manager('mod')]);
    book.isAbout(null);
    expect(book.roleOf('mod')).toBe('viewer');
  });
});

describe('more subscribers than are remembered', () => {
  it('are the latest of the list', () => {
    const { book } = openBook(3);
    book.setSubscribers(fans(5), 0);
    expect(fans(5).map((id) => book.roleOf(id))).toEqual([
      ...['subscriber', 'subscriber', 'subscriber'],
      ...['viewer', 'viewer'],
    ]);
  });

  it('push the oldest out when a new one is heard of', () => {
    const { book } = openBook(3);
    book.setSubscribers(fans(3), 0);
    book.subscribed('new');
    expect(['new', ...fans(3)].map((id) => book.roleOf(id))).toEqual([
      ...['subscriber', 'subscriber', 'subscriber'],
      'viewer',
    ]);
  });

  it('are not those of a list that is still being read', () => {
    const { book } = openBook(3);
    book.setSubscribers(fans(3), 0);
    book.addSubscribers(['late']);
    expect([book.roleOf('late'), book.roleOf('fan-3')]).toEqual(['viewer', 'subscriber']);
  });

  it('stay bounded however many are heard of', () => {
    const { book } = openBook(100);
    for (const id of fans(5_000)) book.subscribed(id);
    book.setSubscribers([], 0);
    const known = fans(5_000).filter((id) => book.roleOf(id) === 'subscriber');
    expect(known).toEqual(fans(5_000).slice(-100));
  });
});
