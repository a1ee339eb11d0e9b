import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import { type Clock, delay } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { InsufficientScopeError } from '../platform/errors.ts';
import type { UsersApi } from '../platform/resources/channels.ts';
import { SignInRequiredError } from './errors.ts';
import type { Grant, OpenBrowser } from './ports.ts';
import type { SignIn, SignInState } from './sign-in.ts';
import type { RefreshingTokenProvider } from './token-provider.ts';

/** Who is signed in, and what somebody must do if nobody is. */
export type AccountState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason: string | null }
  | { readonly kind: 'signing-in'; readonly url: string }
  /** `channelId` is null until it is known, and for good when the scope READ:USER is missing. */
  | {
      readonly kind: 'signed-in';
      /** Another number is another sign-in, perhaps of another person or with other scopes. */
      readonly signIn: number;
      readonly channelId: string | null;
      readonly channelName: string | null;
    };

export interface AccountOptions {
  readonly tokens: Pick<RefreshingTokenProvider, 'load' | 'signOut' | 'onChange'>;
  readonly signIn: Pick<SignIn, 'state' | 'onState' | 'start' | 'cancel'>;
  readonly users: UsersApi;
  /** null: nobody's browser can be opened here; the address is shown. */
  readonly openBrowser: OpenBrowser | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
  /** Whether this streamer has agreed before, so that coming back can be one silent redirect. */
  readonly link: { wasLinked(): boolean; setLinked(linked: boolean): void };
  /** What the platform is told while the grant still holds, before it is ended. Never rejects. */
  readonly sayGoodbye: () => Promise<void>;
}

/** Signing in waits for a browser, but none could be started. */
const BROWSER_NOT_OPENED: Problem = { code: 'browser-not-opened' };
const SCOPE_FOR_NAME = 'READ:USER';
const CONSENT_REQUIRED = 'sign-in-consent-required';
/** A sign-in that lasted this long was a good one. */
const WORTH_A_BROWSER_MS = 10 * 60_000;
/** A platform that does not answer keeps nobody signed in for longer than this. */
const GOODBYE_MOST_MS = 3_000;

/** Reason of being signed out because the streamer wanted it. */
export const SIGNED_OUT_HERE = 'signed-out-here';

/**
 * Follows the grant: signed in while there is one; else offers to sign in, again and again until
 * somebody does. A browser is opened by itself only once a run: a platform that approves without a
 * person and then refuses would open one after the other. While signed in, another attempt to sign
 * in changes nothing until it succeeds.
 */
export class Account implements Disposable {
  readonly #options: AccountOptions;
  readonly #changes: Emitter<AccountState>;
  readonly #identified: Emitter<string | null>;
  readonly #owned = new DisposableStore();
  readonly #stopping = new AbortController();
  readonly #backoff: Backoff;
  #state: AccountState = { kind: 'starting' };
  /** The streamer signed out: do not ask again before the next start or click. */
  #leaveAlone = false;
  #browserOpened = false;
  /** The silent redirect was refused: the consent screen is needed after all. */
  #consentNeeded = false;
  #signedInAt = 0;
  #retry: Disposable | null = null;
  #signIns = 0;
  /** Resolves when the grant of the last sign-out may be ended. */
  #goodbye: Promise<void> = Promise.resolve();

  constructor(options: AccountOptions) {
    const { tokens, signIn, log, random } = options;
    this.#options = options;
    const onFailure = (failure: unknown) => log.error('an account listener failed', { failure });
    this.#changes = this.#owned.add(new Emitter<AccountState>(onFailure));
    this.#identified = this.#owned.add(new Emitter<string | null>(onFailure));
    this.#backoff = new Backoff(RECONNECT_BACKOFF, random);
    this.#owned.add(tokens.onChange((grant) => this.#grantChanged(grant)));
    this.#owned.add(signIn.onState((state) => this.#signInChanged(state)));
  }

  get state(): AccountState {
    return this.#state;
  }

  get onChange(): Subscribe<AccountState> {
    return this.#changes.on;
  }

  /** Says the channel once for every sign-in and start, as soon as it is known. */
  get onIdentified(): Subscribe<string | null> {
    return this.#identified.on;
  }

  /** Takes up the kept grant, or offers to sign in. Never rejects. */
  async start(): Promise<void> {
    const grant = await this.#options.tokens.load();
    if (grant === null) await this.#offer();
  }

  /** Nobody can sign in yet, for `reason`: nothing is offered until somebody asks. */
  rest(reason: string): void {
    if (this.#state.kind === 'starting') this.#enter({ kind: 'signed-out', reason });
  }

  /**
   * Offers to sign in now and answers the address, which the caller opens. Throws what
   * `SignIn.start` throws.
   */
  async signIn(prompt?: 'consent'): Promise<string> {
    // Else the end of the old grant would take the new one along.
    await this.#goodbye;
    this.#leaveAlone = false;
    return (await this.#options.signIn.start(prompt === undefined ? {} : { prompt })).url;
  }

  /**
   * Ends the grant and does not ask for a new one by itself. Signed out at once; resolves when the
   * platform has been told. Never rejects.
   */
  async signOut(): Promise<void> {
    const { signIn, link, tokens, sayGoodbye } = this.#options;
    this.#leaveAlone = true;
    signIn.cancel();
    link.setLinked(false);
    // Begun while the sessions are still known; what follows the state forgets them.
    this.#goodbye = this.#inTime(sayGoodbye());
    this.#enter({ kind: 'signed-out', reason: SIGNED_OUT_HERE });
    await this.#goodbye;
    await tokens.signOut();
  }

  /** Over when the work is done, when it takes too long, and when the app ends. */
  async #inTime(work: Promise<void>): Promise<void> {
    const done = new AbortController();
    void work.then(() => done.abort());
    const either = AbortSignal.any([done.signal, this.#stopping.signal]);
    await delay(this.#options.clock, GOODBYE_MOST_MS, either);
  }

  /** The platform refuses the grant although it looks good: only a new sign-in helps. */
  async refused(reason: string): Promise<void> {
    if (this.#state.kind !== 'signed-in') return;
    this.#mayOpenBrowserAgain();
    this.#enter({ kind: 'signed-out', reason });
    await this.#offer();
  }

  dispose(): void {
    this.#stopping.abort();
    this.#cancelRetry();
    this.#owned.dispose();
  }

  #grantChanged(grant: Grant | null): void {
    if (grant) this.#granted(grant);
    else if (!this.#leaveAlone) {
      this.#mayOpenBrowserAgain();
      this.#options.onProblem(new SignInRequiredError().problem);
      this.#enter({ kind: 'signed-out', reason: 'sign-in-required' });
      void this.#offer();
    }
  }

  #granted(grant: Grant): void {
    const { signIn, tokens } = this.#options;
    if (this.#leaveAlone) {
      // The answer of a sign-in that was on its way when the streamer signed out.
      void tokens.signOut();
      return;
    }
    const isAnew = signIn.state.kind === 'exchanging';
    if (this.#state.kind === 'signed-in' && !isAnew) return;
    this.#signIns += 1;
    this.#signedInAt = this.#options.clock.monotonic();
    this.#consentNeeded = false;
    this.#options.link.setLinked(true);
    this.#backoff.reset();
    this.#cancelRetry();
    const signedIn = { kind: 'signed-in', signIn: this.#signIns } as const;
    this.#enter({ ...signedIn, channelId: null, channelName: null });
    void this.#identify(grant, this.#signIns);
  }

  #signInChanged(state: SignInState): void {
    const isSignedIn = this.#state.kind === 'signed-in';
    switch (state.kind) {
      case 'waiting':
        if (this.#leaveAlone) this.#options.signIn.cancel();
        else if (!isSignedIn) this.#enter({ kind: 'signing-in', url: state.url });
        break;
      case 'failed':
        if (this.#isSilentRefusal(state.problem)) {
          this.#offerWithConsent();
          break;
        }
        this.#options.onProblem(state.problem);
        if (!isSignedIn) this.#signedOutFor(state.problem);
        break;
      case 'idle':
        if (this.#state.kind === 'signing-in') this.#enter({ kind: 'signed-out', reason: null });
        break;
      case 'exchanging':
      case 'done':
        break;
      default:
        assertNever(state);
    }
  }

  async #offer(): Promise<void> {
    const { signIn, log, onProblem } = this.#options;
    // An answer that is just being worked on ends in a grant or in a failure: both are heard of.
    if (signIn.state.kind === 'exchanging') return;
    try {
      const { url } = await signIn.start(this.#isSilent() ? { prompt: 'none' } : {});
      await this.#openBrowser(url);
    } catch (failure) {
      if (this.#stopping.signal.aborted) return;
      log.warn('signing in could not be offered', { failure });
      const problem = problemOf(failure);
      onProblem(problem);
      if (this.#state.kind !== 'signed-in') this.#signedOutFor(problem);
    }
  }

  #isSilent(): boolean {
    return this.#options.link.wasLinked() && !this.#consentNeeded;
  }

  #isSilentRefusal({ code }: Problem): boolean {
    return code === CONSENT_REQUIRED && this.#isSilent();
  }

  #offerWithConsent(): void {
    this.#consentNeeded = true;
    this.#browserOpened = false;
    if (this.#state.kind !== 'signed-in') void this.#offer();
  }

  /** Not for a platform that takes every sign-in back at once: that would open one after another. */
  #mayOpenBrowserAgain(): void {
    const lasted = this.#options.clock.monotonic() - this.#signedInAt;
    if (lasted >= WORTH_A_BROWSER_MS) this.#browserOpened = false;
  }

  /** Never rejects: without a browser the address is still shown. */
  async #openBrowser(url: string): Promise<void> {
    const { openBrowser, log, onProblem } = this.#options;
    const isWanted = this.#state.kind === 'signing-in' && !this.#stopping.signal.aborted;
    if (!openBrowser || !isWanted || this.#browserOpened) return;
    this.#browserOpened = true;
    try {
      await openBrowser(url);
    } catch (failure) {
      log.warn('no browser could be opened for signing in', { failure });
      onProblem(BROWSER_NOT_OPENED);
    }
  }

  /** Signing in did not work: it is offered again in a while, unless the streamer signed out. */
  #signedOutFor({ code }: Problem): void {
    if (this.#leaveAlone || this.#stopping.signal.aborted) return;
    this.#enter({ kind: 'signed-out', reason: code });
    this.#cancelRetry();
    this.#retry = this.#options.clock.setTimeout(() => {
      this.#retry = null;
      if (this.#state.kind === 'signed-out' && !this.#leaveAlone) void this.#offer();
    }, this.#backoff.next());
  }

  #cancelRetry(): void {
    this.#retry?.dispose();
    this.#retry = null;
  }

  /** Asks who this is until the platform says so, or that it never will. */
  async #identify(grant: Grant, signIn: number): Promise<void> {
    const { users, clock, log, random } = this.#options;
    if (!grant.scopes.includes(SCOPE_FOR_NAME)) {
      this.#identified.fire(null);
      return;
    }
    const backoff = new Backoff(RECONNECT_BACKOFF, random);
    while (this.#isStill(signIn)) {
      try {
        const { channelId, channelName } = await users.me();
        if (!this.#isStill(signIn)) return;
        this.#enter({ kind: 'signed-in', signIn, channelId, channelName });
        this.#identified.fire(channelId);
        return;
      } catch (failure) {
        if (!this.#isStill(signIn)) return;
        log.warn('the channel could not be read yet', { failure });
        if (failure instanceof InsufficientScopeError) {
          this.#identified.fire(null);
          return;
        }
        await delay(clock, backoff.next(), this.#stopping.signal);
      }
    }
  }

  #isStill(signIn: number): boolean {
    const isSignedIn = this.#state.kind === 'signed-in' && this.#state.signIn === signIn;
    return isSignedIn && !this.#stopping.signal.aborted;
  }

  #enter(state: AccountState): void {
    if (this.#stopping.signal.aborted) return;
    this.#state = state;
    this.#changes.fire(state);
  }
}
