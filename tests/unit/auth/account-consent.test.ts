import { describe, expect, it } from 'vitest';
import { SignInDeniedError } from '../../../electron/auth/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { makeAccount } from './account-world.ts';

describe('coming back to a channel', () => {
  it('that was linked before is asked for as one silent redirect', async () => {
    const { account, signIn, opened, stop } = makeAccount({ wasLinked: true });
    await account.start();
    expect(signIn.prompts).toEqual(['none']);
    expect(opened).toHaveLength(1);
    stop();
  });

  it('shows the consent screen at once, and no complaint, when the silent way is refused', async () => {
    const { account, signIn, opened, codes, stop } = makeAccount({ wasLinked: true });
    await account.start();
    signIn.fail(new SignInDeniedError('consent_required'));
    await settle();
    expect(signIn.prompts).toEqual(['none', undefined]);
    expect(opened).toHaveLength(2);
    expect(account.state.kind).toBe('signing-in');
    expect(codes()).toEqual([]);
    stop();
  });

  it('goes the silent way again after a sign-in with consent', async () => {
    const { account, signIn, approve, linked, stop } = makeAccount({ wasLinked: true });
    await account.start();
    signIn.fail(new SignInDeniedError('consent_required'));
    await settle();
    await approve();
    expect(linked.now).toBe(true);
    await account.refused('platform-not-authorized');
    expect(signIn.prompts).toEqual(['none', undefined, 'none']);
    stop();
  });

  it('for the first time leaves the prompt to the platform, and remembers the link', async () => {
    const { account, signIn, approve, linked, stop } = makeAccount();
    await account.start();
    expect(signIn.prompts).toEqual([undefined]);
    await approve();
    expect(linked.now).toBe(true);
    stop();
  });

  it('is a first time again after signing out', async () => {
    const { account, approve, linked, stop } = makeAccount();
    await account.start();
    await approve();
    await account.signOut();
    expect(linked.now).toBe(false);
    stop();
  });

  it('asks for consent again when somebody wants to grant more', async () => {
    const { account, signIn, approve, stop } = makeAccount();
    await account.start();
    await approve();
    await account.signIn('consent');
    expect(signIn.prompts.at(-1)).toBe('consent');
    stop();
  });
});
