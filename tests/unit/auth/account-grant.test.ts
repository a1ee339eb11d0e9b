import { describe, expect, it } from 'vitest';
import { InsufficientScopeError } from '../../../electron/platform/errors.ts';
import type { CurrentUser } from '../../../electron/platform/resources/channels.ts';
import { settle } from '../../support/virtual-clock.ts';
import { makeAccount, otherStreamer, STREAMER_NAME } from './account-world.ts';
import { unavailable } from './fakes.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

type World = ReturnType<typeof makeAccount>;

/** Signed in by a person in this run. */
async function signedIn(options?: Parameters<typeof makeAccount>[0]): Promise<World> {
  const world = makeAccount(options);
  await world.account.start();
  await world.approve();
  world.states.length = 0;
  world.opened.length = 0;
  return world;
}

describe('an account with a grant', () => {
  it('takes up the kept one and asks nobody to sign in', async () => {
    const { account, keepGrant, signIn, identified, stop } = makeAccount();
    await keepGrant();
    await account.start();
    await settle();
    expect(account.state).toMatchObject({ kind: 'signed-in', ...STREAMER_NAME });
    expect(identified).toEqual(['channel-1']);
    expect(signIn.starts).toBe(0);
    stop();
  });

  it('stays the same through refreshes', async () => {
    const { clock, platform, states, users, stop } = await signedIn();
    await clock.advance(3 * DAY);
    expect(platform.refreshed.length).toBeGreaterThanOrEqual(3);
    expect(states).toEqual([]);
    expect(users.calls).toBe(1);
    stop();
  });

  it('says that the channel is unknown for good without READ:USER, asking nothing', async () => {
    const { account, identified, users, stop } = await signedIn({ scopes: ['READ:LIVE_CHAT'] });
    expect(account.state).toMatchObject({ kind: 'signed-in', channelId: null });
    expect(identified).toEqual([null]);
    expect(users.calls).toBe(0);
    stop();
  });

  it('asks for its name until the platform answers, ever more rarely', async () => {
    const world = makeAccount();
    const { account, users, identified, clock, approve, stop } = world;
    for (let count = 0; count < 50; count += 1) {
      users.next.push(() => Promise.reject(unavailable()));
    }
    await account.start();
    await approve();
    await clock.advance(5 * 60_000);
    expect(users.calls).toBeLessThan(30);
    expect(identified).toEqual([]);
    await clock.advance(HOUR);
    expect(users.calls).toBe(51);
    expect(identified).toEqual(['channel-1']);
    stop();
  });

  it('does not ask for a name again that the platform will never say', async () => {
    const { account, users, identified, clock, approve, stop } = makeAccount();
    const occasion = { operation: 'users.me', status: 401, platformMessage: null };
    users.next.push(() => Promise.reject(new InsufficientScopeError(occasion, 'READ:USER')));
    await account.start();
    await approve();
    await clock.advance(HOUR);
    expect(users.calls).toBe(1);
    expect(identified).toEqual([null]);
    stop();
  });

  it('never shows the name of an earlier sign-in', async () => {
    const { account, users, identified, approve, states, stop } = makeAccount();
    const late = Promise.withResolvers<CurrentUser>();
    users.next.push(() => late.promise);
    await account.start();
    await approve();
    await account.signOut();
    await account.signIn();
    await approve();
    late.resolve(otherStreamer());
    await settle();
    expect(identified).toEqual(['channel-1']);
    expect(account.state).toMatchObject(STREAMER_NAME);
    expect(states).not.toContainEqual(expect.objectContaining({ channelId: 'channel-2' }));
    stop();
  });

  it('asks for the name once for a sign-in although an earlier one was still asking', async () => {
    const { account, users, identified, approve, clock, stop } = makeAccount();
    users.next.push(() => Promise.reject(unavailable()));
    await account.start();
    await approve();
    await account.signOut();
    await account.signIn();
    await approve();
    await clock.advance(HOUR);
    expect(identified).toEqual(['channel-1']);
    expect(users.calls).toBe(2);
    stop();
  });

  it('opens the browser when the platform ends a grant that had lasted', async () => {
    const { account, clock, platform, opened, codes, stop } = await signedIn();
    platform.valid.clear();
    await clock.advance(DAY);
    expect(account.state).toEqual({
      kind: 'signing-in',
      url: 'https://platform.example/sign-in/2',
    });
    expect(codes()).toContain('sign-in-required');
    expect(opened).toEqual(['https://platform.example/sign-in/2']);
    stop();
  });

  it('opens the browser when the grant of an earlier run is worth nothing', async () => {
    const { account, clock, platform, keepGrant, opened, stop } = makeAccount();
    await keepGrant();
    platform.valid.clear();
    await account.start();
    await clock.advance(DAY);
    expect(account.state.kind).toBe('signing-in');
    expect(opened).toHaveLength(1);
    stop();
  });

  it('does not open browsers in a circle when the platform approves and then refuses', async () => {
    const { account, approve, clock, opened, stop } = makeAccount();
    await account.start();
    for (let round = 0; round < 10; round += 1) {
      await approve();
      await account.refused('signed-out');
      await clock.advance(60_000);
    }
    expect(account.state.kind).toBe('signing-in');
    expect(opened).toHaveLength(1);
    stop();
  });

  it('is signed out with the reason of a refusal, and offers to sign in', async () => {
    const { account, states, stop } = await signedIn();
    await account.refused('platform-not-authorized');
    expect(states).toEqual([
      { kind: 'signed-out', reason: 'platform-not-authorized' },
      { kind: 'signing-in', url: 'https://platform.example/sign-in/2' },
    ]);
    await account.refused('again');
    expect(states).toHaveLength(2);
    stop();
  });
});

describe('signing in again while signed in', () => {
  it('leaves the account as it is when it fails', async () => {
    const { account, signIn, states, codes, clock, stop } = await signedIn();
    expect(await account.signIn()).toBe('https://platform.example/sign-in/2');
    signIn.fail();
    await clock.advance(HOUR);
    expect(states).toEqual([]);
    expect(account.state).toMatchObject({ kind: 'signed-in', ...STREAMER_NAME });
    expect(codes()).toContain('sign-in-denied');
    expect(signIn.starts).toBe(2);
    stop();
  });

  it('counts as a new sign-in when it succeeds: it may be somebody else', async () => {
    const { account, users, approve, identified, states, stop } = await signedIn();
    const before = account.state;
    users.next.push(async () => otherStreamer());
    await account.signIn();
    await approve();
    expect(identified).toEqual(['channel-1', 'channel-2']);
    expect(account.state).toMatchObject({ kind: 'signed-in', channelId: 'channel-2' });
    expect(states.every(({ kind }) => kind === 'signed-in')).toBe(true);
    expect(before).toMatchObject({ signIn: 1 });
    expect(account.state).toMatchObject({ signIn: 2 });
    stop();
  });
});

describe('signing out', () => {
  it('ends the grant once and does not ask to sign in again by itself', async () => {
    const { account, clock, platform, signIn, stop } = await signedIn();
    await account.signOut();
    await clock.advance(DAY);
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    expect(platform.revoked).toHaveLength(1);
    expect(signIn.starts).toBe(1);
    stop();
  });

  it('counts at once, also while the platform takes its time', async () => {
    const { account, platform, stop } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.revoke = async () => gate.promise;
    const signedOut = account.signOut();
    await settle();
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    await account.refused('signed-out');
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    gate.resolve();
    await signedOut;
    stop();
  });

  it('tells the platform to deliver nothing more, while the grant still holds', async () => {
    const { account, goodbye, tokens, platform, stop } = await signedIn();
    const told: (string | undefined)[] = [];
    const gate = Promise.withResolvers<void>();
    goodbye.say = () => {
      told.push(tokens.grant?.accessToken);
      return gate.promise;
    };
    const signedOut = account.signOut();
    expect(account.state.kind).toBe('signed-out');
    await settle();
    expect(told).toEqual([expect.any(String)]);
    expect(platform.revoked).toEqual([]);
    gate.resolve();
    await signedOut;
    expect(platform.revoked).toHaveLength(1);
    stop();
  });

  it('waits three seconds for that and no longer', async () => {
    const { account, goodbye, clock, platform, stop } = await signedIn();
    goodbye.say = () => Promise.withResolvers<void>().promise;
    const signedOut = account.signOut();
    await clock.advance(2_999);
    expect(platform.revoked).toEqual([]);
    await clock.advance(1);
    await signedOut;
    expect(platform.revoked).toHaveLength(1);
    stop();
  });

  it('takes nothing from a sign-in that is asked for meanwhile', async () => {
    const { account, goodbye, tokens, approve, platform, clock, stop } = await signedIn();
    const gate = Promise.withResolvers<void>();
    goodbye.say = () => gate.promise;
    const signedOut = account.signOut();
    const asked = account.signIn();
    gate.resolve();
    await asked;
    await approve();
    await signedOut;
    await clock.advance(HOUR);
    expect(account.state.kind).toBe('signed-in');
    expect(platform.revoked).toHaveLength(1);
    expect(tokens.grant).not.toBeNull();
    stop();
  });

  it('is known to the platform before another sign-in begins: a revoke ends the new grant, too', async () => {
    const { account, platform, signIn, stop } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.revoke = () => gate.promise;
    const signedOut = account.signOut();
    const starts = signIn.starts;
    const asked = account.signIn();
    await settle();
    expect(signIn.starts).toBe(starts);
    gate.resolve();
    await signedOut;
    await asked;
    expect(signIn.starts).toBe(starts + 1);
    stop();
  });

  it('ends an offer that waits, and one that is just being made', async () => {
    const { account, signIn, opened, clock, stop } = makeAccount();
    const gate = Promise.withResolvers<void>();
    signIn.gate = gate.promise;
    const started = account.start();
    await settle();
    await account.signOut();
    gate.resolve();
    await started;
    await clock.advance(HOUR);
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    expect(signIn.state.kind).toBe('idle');
    expect(opened).toEqual([]);
    stop();
  });

  it('also ends the grant of a sign-in that was just being finished', async () => {
    const { account, platform, signIn, approve, tokens, stop } = makeAccount();
    await account.start();
    signIn.exchange();
    await account.signOut();
    await approve();
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    expect(tokens.grant).toBeNull();
    expect(platform.revoked).toHaveLength(1);
    stop();
  });

  it('is over when somebody asks to sign in', async () => {
    const { account, approve, stop } = await signedIn();
    await account.signOut();
    await account.signIn();
    expect(account.state.kind).toBe('signing-in');
    await approve();
    expect(account.state).toMatchObject({ kind: 'signed-in', ...STREAMER_NAME });
    stop();
  });

  it('keeps quiet when a sign-in that was asked for fails afterwards', async () => {
    const { account, signIn, clock, stop } = await signedIn();
    await account.signOut();
    await account.signIn();
    await account.signOut();
    await clock.advance(HOUR);
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'signed-out-here' });
    expect(signIn.starts).toBe(2);
    stop();
  });
});
