import { describe, expect, it } from 'vitest';
import type { AccountState } from '../../../electron/auth/account.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { LiveStream } from '../../../electron/session/live-stream.ts';
import type { KeeperStatus } from '../../../electron/session/status.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};

function setUp(options: { scopes?: readonly string[]; forgets?: () => Promise<void> } = {}) {
  const journal: string[] = [];
  const links: string[] = [];
  const accountStates = new Emitter<AccountState>(rethrow);
  const identified = new Emitter<string | null>(rethrow);
  const keeperStates = new Emitter<KeeperStatus>(rethrow);
  const stream = new LiveStream({
    account: {
      onChange: accountStates.on,
      onIdentified: identified.on,
      refused: async (reason) => {
        journal.push(`refused ${reason}`);
      },
    },
    keeper: {
      onStatus: keeperStates.on,
      start: async () => {
        journal.push('start');
      },
      recheck: () => journal.push('recheck'),
      stop: (isWanted) => journal.push(isWanted ? 'stop for good' : 'stop'),
    },
    memory: {
      forget: async () => {
        await options.forgets?.();
        journal.push('forget');
      },
    },
    scopes: () => options.scopes ?? ['READ:LIVE_CHAT'],
    onProblem: ({ code }, level) => journal.push(`${level} ${code}`),
    log: createLogger(new VirtualClock(), new Redactor(), (link) => links.push(link)),
  });
  const enter = async (state: AccountState): Promise<void> => {
    accountStates.fire(state);
    await settle();
  };
  const phase = (name: KeeperStatus['phase'], reason: string | null): void =>
    keeperStates.fire({ phase: name, reason, session: null });
  const identify = (channelId: string | null): void => identified.fire(channelId);
  return { stream, journal, links, enter, identify, phase };
}

const signedIn = (signIn: number, channelId: string | null = null): AccountState => ({
  kind: 'signed-in',
  signIn,
  channelId,
  channelName: null,
});
const signedOut: AccountState = { kind: 'signed-out', reason: 'sign-in-required' };
const signedOutHere: AccountState = { kind: 'signed-out', reason: 'signed-out-here' };
const signingIn: AccountState = { kind: 'signing-in', url: 'https://platform.example/' };

describe('the live stream', () => {
  it('begins with the kept grant and keeps the session of the earlier run', async () => {
    const { journal, enter } = setUp();
    await enter(signedIn(1));
    expect(journal).toEqual(['start']);
  });

  it('does not begin again when the channel becomes known', async () => {
    const { journal, enter } = setUp();
    await enter(signedIn(1));
    await enter(signedIn(1, 'channel-1'));
    expect(journal).toEqual(['start']);
  });

  it('forgets the kept session before it begins for somebody who signed in', async () => {
    const gate = Promise.withResolvers<void>();
    const { journal, enter } = setUp({ forgets: () => gate.promise });
    await enter(signingIn);
    await enter(signedIn(1));
    expect(journal).toEqual([]);
    gate.resolve();
    await settle();
    expect(journal).toEqual(['forget', 'start']);
  });

  it('goes on while a grant that ended waits to be renewed, on the same session', async () => {
    const { journal, enter, identify } = setUp();
    await enter(signedIn(1));
    identify('channel-1');
    await enter(signedOut);
    await enter(signingIn);
    expect(journal).toEqual(['start']);
    await enter(signedIn(2));
    identify('channel-1');
    expect(journal).toEqual(['start', 'recheck', 'start']);
  });

  it('ends when another person signs in after that, who gets a session of their own', async () => {
    const { journal, enter, identify } = setUp();
    await enter(signedIn(1));
    identify('channel-1');
    await enter(signedOut);
    await enter(signingIn);
    await enter(signedIn(2));
    identify('channel-2');
    await settle();
    expect(journal).toEqual(['start', 'stop', 'forget', 'start']);
  });

  it('begins anew when somebody signs in while it runs', async () => {
    const { journal, enter } = setUp();
    await enter(signedIn(1));
    await enter(signedIn(2));
    expect(journal).toEqual(['start', 'stop', 'forget', 'start']);
  });

  it('is not interrupted when the same person grants more', async () => {
    const { journal, enter, identify } = setUp();
    await enter(signedIn(1));
    identify('channel-1');
    await enter(signedIn(2));
    await enter(signedIn(2, 'channel-1'));
    identify('channel-1');
    // Starting what runs already changes nothing.
    expect(journal).toEqual(['start', 'recheck', 'start']);
    await enter(signedIn(2, 'channel-1'));
    identify('channel-1');
    expect(journal).toHaveLength(3);
  });

  it.each(['channel-2', null])(
    'begins anew when a second sign-in turns out to be of %s',
    async (channelId) => {
      const { journal, enter, identify } = setUp();
      await enter(signedIn(1));
      identify('channel-1');
      await enter(signedIn(2));
      identify(channelId);
      await settle();
      expect(journal).toEqual(['start', 'stop', 'forget', 'start']);
    },
  );

  it('does not begin for somebody who has signed out meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const { journal, enter } = setUp({ forgets: () => gate.promise });
    await enter(signingIn);
    await enter(signedIn(1));
    await enter(signedOutHere);
    gate.resolve();
    await settle();
    expect(journal).not.toContain('start');
  });

  it('goes on when the last session cannot be forgotten, and writes it down', async () => {
    const { journal, links, enter } = setUp({
      forgets: () => Promise.reject(new Error('the disk is full')),
    });
    await enter(signingIn);
    await enter(signedIn(1));
    expect(journal).toEqual(['start']);
    expect(links.join('\n')).toContain('could not be forgotten');
  });

  it('hands on that the platform refuses the grant', () => {
    const { journal, phase } = setUp();
    phase('reconnecting', 'unreachable');
    phase('blocked', 'platform-not-authorized');
    phase('blocked', null);
    expect(journal).toEqual(['refused platform-not-authorized', 'refused refused']);
  });

  it('says once for a sign-in that no event can be received', async () => {
    const { journal, enter } = setUp({ scopes: ['READ:USER'] });
    await enter(signedIn(1));
    await enter(signedIn(1, 'channel-1'));
    expect(journal).toEqual(['error no-event-scope', 'start']);
  });

  it('follows nobody after its end', async () => {
    const { stream, journal, enter, phase } = setUp();
    await enter(signedIn(1));
    stream.dispose();
    await enter(signedIn(2));
    phase('blocked', 'signed-out');
    expect(journal).toEqual(['start', 'stop for good']);
  });

  it('has an end without a gap when the streamer wanted it', async () => {
    const { journal, enter } = setUp();
    await enter(signedIn(1));
    await enter(signedOutHere);
    expect(journal).toEqual(['start', 'stop for good', 'forget']);
  });

  it('begins at once after that for whoever signs in, and forgets each time', async () => {
    const { journal, enter, identify } = setUp();
    const once = ['start', 'stop for good', 'forget'];
    for (const signIn of [1, 2]) {
      await enter(signedIn(signIn));
      identify('channel-1');
      await enter(signedOutHere);
    }
    expect(journal).toEqual([...once, ...once]);
  });

  it('does not begin for a second sign-in that is known only after the streamer signed out', async () => {
    const { journal, enter, identify } = setUp();
    await enter(signedIn(1));
    identify('channel-1');
    await enter(signedIn(2));
    await enter(signedOutHere);
    identify('channel-1');
    await settle();
    expect(journal).toEqual(['start', 'stop for good', 'forget']);
  });

  it('does not begin any more when it was ended while it made room', async () => {
    const gate = Promise.withResolvers<void>();
    const { stream, journal, enter } = setUp({ forgets: () => gate.promise });
    await enter(signingIn);
    await enter(signedIn(1));
    stream.dispose();
    gate.resolve();
    await settle();
    expect(journal).not.toContain('start');
  });
});
