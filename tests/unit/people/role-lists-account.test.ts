import { describe, expect, it, onTestFinished } from 'vitest';
import { type AccountState, SIGNED_OUT_HERE } from '../../../electron/auth/account.ts';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { RoleCache } from '../../../electron/events/role-cache.ts';
import { followAccount } from '../../../electron/features/people/index.ts';
import { RoleLists } from '../../../electron/features/people/role-lists.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, fans, manager, PeoplePlatform } from './support.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};

function setUp() {
  const clock = new VirtualClock();
  const states = new Emitter<AccountState>(rethrow);
  const identified = new Emitter<string | null>(rethrow);
  const platform = new PeoplePlatform();
  platform.managed = [manager('mod')];
  platform.subscribed = fans(1);
  const book = new RoleCache(clock);
  const following = new DisposableStore();
  const lists = following.add(
    new RoleLists({
      book,
      api: platform,
      clock,
      random: () => 0.5,
      log: silentLogger,
      scopes: () => ALL_SCOPES,
    }),
  );
  followAccount({ onChange: states.on, onIdentified: identified.on }, [lists], following);
  onTestFinished(() => following.dispose());
  const signIn = async (channelId: string | null): Promise<void> => {
    identified.fire(channelId);
    await settle();
  };
  const signedOut = async (reason: string | null): Promise<void> => {
    states.fire({ kind: 'signed-out', reason });
    await settle();
  };
  const known = () => ['streamer', 'mod', 'fan-1'].map((id) => book.roleOf(id));
  return { clock, platform, following, states, signIn, signedOut, known };
}

const EVERYBODY = ['streamer', 'manager', 'subscriber'];
const NOBODY = ['viewer', 'viewer', 'viewer'];

describe('the lists of people', () => {
  it('are read when it is known who signed in, not before', async () => {
    const { platform, states, signIn, known } = setUp();
    states.fire({ kind: 'signed-in', signIn: 1, channelId: null, channelName: null });
    await settle();
    expect(platform.calls).toEqual([]);
    await signIn('streamer');
    expect(known()).toEqual(EVERYBODY);
  });

  it('are read also where the channel cannot be known', async () => {
    const { signIn, known } = setUp();
    await signIn(null);
    expect(known()).toEqual(['viewer', 'manager', 'subscriber']);
  });

  it.each([
    ['somebody signs out', SIGNED_OUT_HERE, NOBODY],
    ['the grant ended by itself', 'sign-in-required', EVERYBODY],
    ['nobody says why', null, EVERYBODY],
  ])('rest when %s', async (_why, reason, left) => {
    const { clock, signIn, signedOut, known } = setUp();
    await signIn('streamer');
    await signedOut(reason);
    expect(known()).toEqual(left);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are read at once when the same person comes back, and nothing is forgotten meanwhile', async () => {
    const { platform, signIn, signedOut, known } = setUp();
    await signIn('streamer');
    await signedOut('sign-in-required');
    platform.held = true;
    await signIn('streamer');
    expect(known()).toEqual(EVERYBODY);
    expect(platform.calls.slice(2)).toEqual(['managers', 'subscribers 0']);
  });

  it('are another person’s when another one signs in', async () => {
    const { platform, signIn, known } = setUp();
    await signIn('streamer');
    platform.held = true;
    await signIn('somebody else');
    expect(known()).toEqual(NOBODY);
  });

  it('are followed no more after the end', async () => {
    const { platform, following, signIn, clock } = setUp();
    following.dispose();
    await signIn('streamer');
    expect([platform.calls, clock.pendingTimers]).toEqual([[], 0]);
  });
});
