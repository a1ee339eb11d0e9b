import { Account, type AccountState } from '../../../electron/auth/account.ts';
import { SignInDeniedError } from '../../../electron/auth/errors.ts';
import type { SignInRequest, SignInState } from '../../../electron/auth/sign-in.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { problemOf } from '../../../electron/base/errors.ts';
import type { IssuedTokens } from '../../../electron/platform/resources/auth.ts';
import type { CurrentUser } from '../../../electron/platform/resources/channels.ts';
import { settle } from '../../support/virtual-clock.ts';
import { makeAuthWorld } from './fakes.ts';

/** The sign-in flow as an account sees it, without a browser or a callback server. */
export class FakeSignIn {
  readonly #states = new Emitter<SignInState>((failure) => {
    throw failure;
  });
  state: SignInState = { kind: 'idle' };
  /** Thrown by the next starts, one each. */
  readonly failures: unknown[] = [];
  /** Every start throws this. */
  alwaysFails: unknown = null;
  /** A start takes this long. */
  gate: Promise<void> = Promise.resolve();
  starts = 0;

  readonly onState = this.#states.on;

  /** The prompt of each start. */
  readonly prompts: (string | undefined)[] = [];

  async start(request: SignInRequest = {}): Promise<{ readonly url: string }> {
    this.starts += 1;
    this.prompts.push(request.prompt);
    const failure = this.failures.shift() ?? this.alwaysFails;
    await this.gate;
    if (failure) throw failure;
    if (this.state.kind === 'waiting') return { url: this.state.url };
    const url = `https://platform.example/sign-in/${this.starts}`;
    this.#enter({ kind: 'waiting', url, startedAt: 0, expiresAt: 1 });
    return { url };
  }

  cancel(): void {
    if (this.state.kind === 'waiting') this.#enter({ kind: 'idle' });
  }

  exchange(): void {
    this.#enter({ kind: 'exchanging' });
  }

  done(): void {
    this.#enter({ kind: 'done' });
  }

  fail(failure: unknown = new SignInDeniedError('access_denied')): void {
    this.#enter({ kind: 'failed', problem: problemOf(failure) });
  }

  #enter(state: SignInState): void {
    this.state = state;
    this.#states.fire(state);
  }
}

const STREAMER: CurrentUser = {
  channelId: 'channel-1',
  channelName: 'Streamer',
  channelHandle: 'streamer',
  channelImageUrl: null,
};

/** An account over the real token provider; sign-in, browser and platform are in the test's hands. */
export function makeAccount({
  scopes = ['READ:USER', 'READ:LIVE_CHAT'],
  hasBrowser = true,
  wasLinked = false,
} = {}) {
  const world = makeAuthWorld();
  const tokens = world.makeProvider();
  const signIn = new FakeSignIn();
  const opened: string[] = [];
  const states: AccountState[] = [];
  const identified: (string | null)[] = [];
  const users = {
    calls: 0,
    /** What the next calls do, one each; then the streamer is named. */
    next: [] as (() => Promise<CurrentUser>)[],
    async me(): Promise<CurrentUser> {
      users.calls += 1;
      return (await users.next.shift()?.()) ?? STREAMER;
    },
  };
  const browser = { failure: null as unknown };
  const linked = { now: wasLinked };
  const goodbye = { say: async (): Promise<void> => undefined };
  const account = new Account({
    tokens,
    signIn,
    users,
    openBrowser: hasBrowser
      ? async (url) => {
          opened.push(url);
          if (browser.failure) throw browser.failure;
        }
      : null,
    clock: world.clock,
    random: () => 0.5,
    log: world.log,
    onProblem: (problem) => world.problems.push(problem),
    link: {
      wasLinked: () => linked.now,
      setLinked: (isLinked) => {
        linked.now = isLinked;
      },
    },
    sayGoodbye: () => goodbye.say(),
  });
  account.onChange((state) => states.push(state));
  account.onIdentified((channelId) => identified.push(channelId));

  const issue = (): IssuedTokens => ({ ...world.platform.issue(), scopes });
  /** What happens when somebody approves in the browser. */
  const approve = async (): Promise<void> => {
    signIn.exchange();
    await tokens.adopt(issue());
    signIn.done();
    await settle();
  };
  /** Puts a grant into the vault, as an earlier run would have left it. */
  const keepGrant = async (): Promise<void> => {
    const earlier = world.makeProvider();
    await earlier.adopt(issue());
    earlier.dispose();
  };
  const stop = (): void => {
    account.dispose();
    tokens.dispose();
  };
  return {
    ...world,
    tokens,
    signIn,
    opened,
    states,
    identified,
    users,
    browser,
    account,
    linked,
    goodbye,
    approve,
    keepGrant,
    stop,
    codes: () => world.problems.map(({ code }) => code),
  };
}

export const STREAMER_NAME = { channelId: 'channel-1', channelName: 'Streamer' };
export const otherStreamer = (): CurrentUser => ({
  ...STREAMER,
  channelId: 'channel-2',
  channelName: 'Other',
});
