import type { Problem } from '../../shared/problem.ts';
import { SignInRequiredError } from '../auth/errors.ts';
import type { Grant, OpenBrowser } from '../auth/ports.ts';
import type { SignIn, SignInState } from '../auth/sign-in.ts';
import type { RefreshingTokenProvider } from '../auth/token-provider.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import { type Clock, delay } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { UsersApi } from '../platform/resources/users.ts';

/** Who is signed in, and what somebody must do if nobody is. */
export type AccountState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly reason: string | null }
  | { readonly kind: 'signing-in'; readonly url: string }
  /** `channelId` is null until it is known, and for good when the scope READ:USER is missing. */
  | {
      readonly kind: 'signed-in';
      readonly channelId: string | null;
      readonly channelName: string | null;
    };

export interface AccountOptions {
  readonly tokens: RefreshingTokenProvider;
  readonly signIn: SignIn;
  readonly users: UsersApi;
  /** null: nobody's browser can be opened here; the address is shown. */
  readonly openBrowser: OpenBrowser | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

const SCOPE_FOR_NAME = 'READ:USER';

/**
 * Follows the grant: signed in while there is one; else offers to sign in, again and again until
 * somebody does, but opens a browser only the first time and when asked.
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
    if (grant) this.#grantChanged(grant);
    else await this.#offer(true);
  }

  /** Offers to sign in now and answers the address. Throws what `SignIn.start` throws. */
  async signIn(): Promise<string> {
    this.#leaveAlone = false;
    return (await this.#options.signIn.start()).url;
  }

  /** Ends the grant and does not ask for a new one by itself. */
  async signOut(): Promise<void> {
    this.#leaveAlone = true;
    this.#options.signIn.cancel();
    await this.#options.tokens.signOut();
    this.#enter({ kind: 'signed-out', reason: 'signed-out-here' });
  }

  /** The platform refuses the grant although it looks good: only a new sign-in helps. */
  async refused(reason: string): Promise<void> {
    if (this.#state.kind !== 'signed-in') return;
    this.#enter({ kind: 'signed-out', reason });
    await this.#offer(true);
  }

  dispose(): void {
    this.#stopping.abort();
    this.#owned.dispose();
  }

  #grantChanged(grant: Grant | null): void {
    if (grant) {
      if (this.#state.kind === 'signed-in') return;
      this.#backoff.reset();
      this.#enter({ kind: 'signed-in', channelId: null, channelName: null });
      void this.#identify(grant);
      return;
    }
    if (this.#leaveAlone) return;
    this.#options.onProblem(new SignInRequiredError().problem);
    this.#enter({ kind: 'signed-out', reason: 'sign-in-required' });
    void this.#offer(true);
  }

  #signInChanged(state: SignInState): void {
    switch (state.kind) {
      case 'waiting':
        this.#enter({ kind: 'signing-in', url: state.url });
        break;
      case 'failed':
        this.#options.onProblem(state.problem);
        this.#enter({ kind: 'signed-out', reason: state.problem.code });
        void this.#offerLater();
        break;
      case 'idle':
        if (this.#state.kind === 'signing-in') this.#enter({ kind: 'signed-out', reason: null });
        break;
      case 'exchanging':
      case 'done':
        break;
    }
  }

  async #offer(withBrowser: boolean): Promise<void> {
    const { signIn, openBrowser, log, onProblem } = this.#options;
    try {
      const { url } = await signIn.start();
      if (withBrowser && openBrowser) await openBrowser(url);
    } catch (failure) {
      log.warn('signing in could not be offered', { failure });
      onProblem(problemOf(failure));
      if (this.#state.kind === 'signing-in') return;
      this.#enter({ kind: 'signed-out', reason: problemOf(failure).code });
      void this.#offerLater();
    }
  }

  async #offerLater(): Promise<void> {
    await delay(this.#options.clock, this.#backoff.next(), this.#stopping.signal);
    const wanted = this.#state.kind === 'signed-out' && !this.#leaveAlone;
    if (wanted && !this.#stopping.signal.aborted) await this.#offer(false);
  }

  /** Asks who this is until the platform says so. */
  async #identify(grant: Grant): Promise<void> {
    const { users, clock, log, random } = this.#options;
    if (!grant.scopes.includes(SCOPE_FOR_NAME)) {
      this.#identified.fire(null);
      return;
    }
    const backoff = new Backoff(RECONNECT_BACKOFF, random);
    while (!this.#stopping.signal.aborted && this.#state.kind === 'signed-in') {
      try {
        const { channelId, channelName } = await users.me();
        if (this.#state.kind !== 'signed-in') return;
        this.#enter({ kind: 'signed-in', channelId, channelName });
        this.#identified.fire(channelId);
        return;
      } catch (failure) {
        log.warn('the channel could not be read yet', { failure });
        await delay(clock, backoff.next(), this.#stopping.signal);
      }
    }
  }

  #enter(state: AccountState): void {
    if (this.#stopping.signal.aborted) return;
    this.#state = state;
    this.#changes.fire(state);
  }
}
