import { describe, expect, it } from 'vitest';
import { CallbackPortError, SignInError } from '../../../electron/auth/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { makeAccount, STREAMER_NAME } from './account-world.ts';

const HOUR = 60 * 60_000;

describe('an account without a grant', () => {
  it('offers to sign in, opens the browser, and is signed in when somebody approved', async () => {
    const { account, opened, approve, states, identified, stop } = makeAccount();
    await account.start();
    expect(account.state).toEqual({
      kind: 'signing-in',
      url: 'https://platform.example/sign-in/1',
    });
    expect(opened).toEqual(['https://platform.example/sign-in/1']);
    await approve();
    expect(account.state).toMatchObject({ kind: 'signed-in', ...STREAMER_NAME });
    expect(identified).toEqual(['channel-1']);
    expect(states.map(({ kind }) => kind)).toEqual(['signing-in', 'signed-in', 'signed-in']);
    stop();
  });

  it('rests, and says why, where nobody can sign in yet', async () => {
    const { account, opened, signIn, stop } = makeAccount();
    account.rest('not-set-up');
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'not-set-up' });
    expect(opened).toEqual([]);
    expect(signIn.starts).toBe(0);
    await account.start();
    account.rest('not-set-up');
    expect(account.state.kind).toBe('signing-in');
    stop();
  });

  it('offers without a browser where there is none', async () => {
    const { account, opened, stop } = makeAccount({ hasBrowser: false });
    await account.start();
    expect(account.state.kind).toBe('signing-in');
    expect(opened).toEqual([]);
    stop();
  });

  it('stays open for sign-in when the browser cannot be opened, and says what to do', async () => {
    const { account, browser, clock, signIn, codes, stop } = makeAccount();
    browser.failure = new Error('spawn xdg-open ENOENT');
    await account.start();
    await clock.advance(HOUR);
    expect(account.state.kind).toBe('signing-in');
    expect(codes()).toEqual(['browser-not-opened']);
    expect(signIn.starts).toBe(1);
    stop();
  });

  it('offers again after a refusal and after the time is up, with one browser in all', async () => {
    const { account, clock, signIn, opened, codes, states, stop } = makeAccount();
    await account.start();
    signIn.fail();
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'sign-in-denied' });
    await clock.advance(1_000);
    expect(account.state).toEqual({
      kind: 'signing-in',
      url: 'https://platform.example/sign-in/2',
    });
    signIn.fail(new SignInError('timed-out'));
    await clock.advance(60_000);
    expect(account.state.kind).toBe('signing-in');
    expect(opened).toHaveLength(1);
    expect(codes()).toEqual(['sign-in-denied', 'sign-in-timed-out']);
    expect(states.map(({ kind }) => kind)).toEqual([
      ...['signing-in', 'signed-out', 'signing-in', 'signed-out', 'signing-in'],
    ]);
    stop();
  });

  it('does not storm when offering fails at once every time', async () => {
    const { account, clock, signIn, opened, codes, stop } = makeAccount();
    signIn.alwaysFails = new CallbackPortError(17_817, 'in-use');
    await account.start();
    expect(account.state).toEqual({ kind: 'signed-out', reason: 'sign-in-port-in-use' });
    await clock.advance(HOUR);
    expect(signIn.starts).toBeGreaterThan(HOUR / 30_000 - 1);
    expect(signIn.starts).toBeLessThan(260);
    expect(opened).toEqual([]);
    expect(new Set(codes())).toEqual(new Set(['sign-in-port-in-use']));
    signIn.alwaysFails = null;
    await clock.advance(30_000);
    expect(account.state.kind).toBe('signing-in');
    expect(opened).toHaveLength(1);
    stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('has one row of attempts only, however often signing in fails', async () => {
    const { account, clock, signIn, stop } = makeAccount();
    await account.start();
    for (let round = 0; round < 20; round += 1) signIn.fail();
    expect(clock.pendingTimers).toBe(1);
    signIn.alwaysFails = new CallbackPortError(17_817, 'in-use');
    const before = signIn.starts;
    await clock.advance(10 * 30_000);
    expect(signIn.starts - before).toBeLessThan(25);
    stop();
  });

  it('answers the address of the sign-in that waits already when it is asked for', async () => {
    const { account, stop } = makeAccount();
    await account.start();
    expect(await account.signIn()).toBe('https://platform.example/sign-in/1');
    stop();
  });

  it('tells whoever asks why signing in cannot begin', async () => {
    const { account, signIn, stop } = makeAccount();
    signIn.failures.push(new CallbackPortError(17_817, 'in-use'));
    await expect(account.signIn()).rejects.toBeInstanceOf(CallbackPortError);
    stop();
  });

  it('is not disturbed by being stopped in the middle of anything', async () => {
    const { account, clock, signIn, opened, states, tokens, stop } = makeAccount();
    const gate = Promise.withResolvers<void>();
    signIn.gate = gate.promise;
    const started = account.start();
    await settle();
    stop();
    gate.resolve();
    await started;
    await settle();
    expect(states).toEqual([]);
    expect(opened).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    expect(tokens.grant).toBeNull();
  });

  it('leaves no timer behind when it is stopped between two attempts', async () => {
    const { account, clock, signIn, stop } = makeAccount();
    await account.start();
    signIn.fail();
    stop();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(HOUR);
    expect(signIn.starts).toBe(1);
  });
});
