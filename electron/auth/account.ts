import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import { type Clock, delay } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Random } from '../base/random.ts';
import { InsufficientScopeError } from '../platform/errors.ts';
import type { UsersApi } from '../platform/resources/channels.ts';
import { SignInRequiredError } from './errors.ts';
import type { Grant, OpenBrowser } from './ports.ts';
import type { SignIn, SignInState } from './sign-in.ts';
import type { RefreshingTokenProvider } from './token-provider.ts';

export type AccountState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason: string | null }
  | { readonly kind: 'signing-in'; readonly url: string }
  /** `channelId` is null until known, and stays null without the scope READ:USER. */
  | {
      readonly kind: 'signed-in';
      /** Changes with every sign-in, which may be another person or have other scopes. */
      readonly signIn: number;
      readonly channelId: string | null;
      readonly channelName: string | null;
    };

interface AccountOptions {
  readonly tokens: Pick<RefreshingTokenProvider, 'load' | 'signOut' | 'onChange'>;
  readonly signIn: Pick<SignIn, 'state' | 'onState' | 'start' | 'cancel'>;
  readonly users: UsersApi;
  /** null if this host cannot open a browser; the address is shown instead. */
  readonly openBrowser: OpenBrowser | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
  /** Whether the streamer has consented before: signing in again may need no consent screen. */
  readonly link: { wasLinked(): boolean; setLinked(linked: boolean): void };
  /** Called before the grant is revoked, while it can still close sessions. Never rejects. */
  readonly sayGoodbye: () => Promise<void>;
}

const BROWSER_NOT_OPENED: Problem = { code: 'browser-not-opened' };
const SCOPE_FOR_NAME = 'READ:USER';
const CONSENT_REQUIRED = 'sign-in-consent-required';
/** A sign-in that lasts this long counts as successful. */
const WORTH_A_BROWSER_MS = 10 * 60_000;
const GOODBYE_MOST_MS = 3_000;

export const SIGNED_OUT_HERE = 'signed-out-here';

/**
 * Keeps track of the grant: while there is none, it keeps offering a sign-in. The browser opens
 * automatically only once a run, because a platform that approves silently and then refuses would
 * open it endlessly. While signed in, a new sign-in attempt changes nothing until it succeeds.
 */
export class Account implements Disposable {
  readonly #options: AccountOptions;
  readonly #changes: Emitter<AccountState>;
  readonly onChange: Subscribe<AccountState>;
  readonly #identified: Emitter<string | null>;
  /** Emits the channel once for every sign-in and start, as soon as it is known. */
  readonly onIdentified: Subscribe<string | null>;
  readonly #owned = new DisposableStore();
  readonly #stopping = new AbortController();
  readonly #backoff: Backoff;
  readonly #timers: NamedTimers;
  #state: AccountState = { kind: 'starting' };
  /** The streamer signed out: do not offer a sign-in before the next start or click. */
  #leaveAlone = false;
  #browserOpened = false;
  /** The silent redirect was refused: show the consent screen. */
  #consentNeeded = false;
  #signedInAt = 0;
  #signIns = 0;
  /** The last sign-out: the platform knows of it, or did not answer. */
  #leaving: Promise<unknown> = Promise.resolve();

  constructor(options: AccountOptions) {
    const { tokens, signIn, log, random, clock } = options;
    this.#options = options;
    const onFailure = (failure: unknown) => log.error('an account listener failed', { failure });
    this.#changes = this.#owned.add(new Emitter<AccountState>(onFailure));
    this.onChange = this.#changes.on;
    this.#identified = this.#owned.add(new Emitter<string | null>(onFailure));
    this.onIdentified = this.#identified.on;
    this.#backoff = new Backoff(RECONNECT_BACKOFF, random);
    this.#timers = this.#owned.add(new NamedTimers(clock));
    this.#owned.add(tokens.onChange((grant) => this.#grantChanged(grant)));
    this.#owned.add(signIn.onState((state) => this.#signInChanged(state)));
  }

  get state(): AccountState {
    return this.#state;
  }

  async start(): Promise<void> {
    const grant = await this.#options.tokens.load();
    if (grant === null) await this.#offer();
  }

  /** Signing in is not possible yet, for `reason`: nothing is offered until requested. */
  rest(reason: string): void {
    if (this.#state.kind === 'starting') this.#enter({ kind: 'signed-out', reason });
  }

  /** Offers a sign-in now and returns the address to open. Throws the errors of `SignIn.start`. */
  async signIn(prompt?: 'consent'): Promise<string> {
    // Otherwise revoking the old grant would also end the new one.
    await this.#leaving;
    this.#leaveAlone = false;
    return (await this.#options.signIn.start({ prompt })).url;
  }

  /**
   * Signs out at once and offers no new sign-in automatically. Resolves when the platform has been
   * told. Never rejects.
   */
  async signOut(): Promise<void> {
    const { signIn, link, tokens, sayGoodbye } = this.#options;
    this.#leaveAlone = true;
    signIn.cancel();
    link.setLinked(false);
    // Started before the state changes, because its listeners forget the sessions.
    const goodbye = this.#inTime(sayGoodbye());
    this.#enter({ kind: 'signed-out', reason: SIGNED_OUT_HERE });
    const left = goodbye.then(() => tokens.signOut());
    this.#leaving = left;
    await left;
  }

  async #inTime(work: Promise<void>): Promise<void> {
    const done = new AbortController();
    void work.then(() => done.abort());
    const either = AbortSignal.any([done.signal, this.#stopping.signal]);
    await delay(this.#options.clock, GOODBYE_MOST_MS, either);
  }

  /** The platform refuses a grant that looks valid: only a new sign-in helps. */
  async refused(reason: string): Promise<void> {
    if (this.#state.kind !== 'signed-in') return;
    this.#mayOpenBrowserAgain();
    this.#enter({ kind: 'signed-out', reason });
    await this.#offer();
  }

  dispose(): void {
    this.#stopping.abort();
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
      // This sign-in was still running when the streamer signed out.
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
    this.#timers.clear('retry');
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
        if (state.problem.code === CONSENT_REQUIRED && this.#isSilent()) {
          this.#consentNeeded = true;
          this.#browserOpened = false;
          if (!isSignedIn) void this.#offer();
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
    // A running token exchange ends in a grant or a failure; both are handled elsewhere.
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

  /** Not for a platform that ends every sign-in at once: it would open browsers endlessly. */
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

  /** The sign-in failed: offers it again after a pause, unless the streamer signed out. */
  #signedOutFor({ code }: Problem): void {
    if (this.#leaveAlone || this.#stopping.signal.aborted) return;
    this.#enter({ kind: 'signed-out', reason: code });
    this.#timers.set('retry', this.#backoff.next(), () => {
      if (this.#state.kind === 'signed-out' && !this.#leaveAlone) void this.#offer();
    });
  }

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
