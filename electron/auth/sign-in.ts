import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger, Redactor } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { AuthApi, AuthorizationRequest, IssuedTokens } from '../platform/resources/auth.ts';
import {
  type CallbackAnswer,
  type CallbackPage,
  CallbackServer,
  parseRedirectAddress,
} from './callback-server.ts';
import { SignInDeniedError, SignInError } from './errors.ts';

export type SignInState =
  | { readonly kind: 'idle' }
  /** `url` must be opened in a browser. Times in epoch milliseconds. */
  | {
      readonly kind: 'waiting';
      readonly url: string;
      readonly startedAt: number;
      readonly expiresAt: number;
    }
  | { readonly kind: 'exchanging' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: Problem };

interface SignInOptions {
  readonly auth: Pick<AuthApi, 'authorizationUrl' | 'exchangeCode'>;
  readonly redirectUri: string;
  /** Where people sign in, if another server takes the answer: nothing is listened to here. */
  readonly signInUrl?: string | undefined;
  readonly adopt: (issued: IssuedTokens, askedAt: number) => Promise<unknown>;
  /** The streamer has agreed: waited for before the code is exchanged. Never rejects. */
  readonly beforeExchange: () => Promise<void>;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly redactor: Redactor;
  readonly log: Logger;
}

export type SignInRequest = Pick<AuthorizationRequest, 'prompt'>;

/** How long the streamer may take. Not of the specification, so no time scale applies. */
export const SIGN_IN_LIMIT_MS = 10 * 60_000;

interface Wait {
  readonly secret: string;
  readonly server: Disposable | null;
  readonly timer: Disposable;
}

/**
 * Signs in with the system's browser (design, decision 5): provides the address to open, waits on
 * the redirect address for the answer with the right state, and exchanges its code. Can be
 * restarted after any end.
 */
export class SignIn implements Disposable {
  readonly #options: SignInOptions;
  readonly #states: Emitter<SignInState>;
  readonly onState: Subscribe<SignInState>;
  readonly #starts = new SerialQueue();
  #state: SignInState = { kind: 'idle' };
  #wait: Wait | null = null;
  #exchange: Promise<unknown> = Promise.resolve();
  #disposed = false;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#states = new Emitter((failure) =>
      options.log.error('A listener of the sign-in flow failed', { failure }),
    );
    this.onState = this.#states.on;
  }

  get state(): SignInState {
    return this.#state;
  }

  /**
   * Starts a sign-in or joins the waiting one, and returns the address to open in a browser (the
   * same for the same prompt). Throws `RedirectAddressError`, `CallbackPortError`, or
   * `SignInError` while a code is being exchanged.
   */
  start(request: SignInRequest = {}): Promise<{ readonly url: string }> {
    return this.#starts.run(() => this.#start(request));
  }

  /** Stops waiting. A running exchange continues, because its tokens already exist. */
  cancel(): void {
    if (this.#state.kind !== 'waiting') return;
    this.#endWait();
    this.#enter({ kind: 'idle' });
  }

  /** Disposes and waits for a running exchange, whose tokens would be lost. Never rejects. */
  async stop(): Promise<void> {
    this.dispose();
    await this.#starts.drained();
    await this.#exchange;
  }

  dispose(): void {
    this.cancel();
    this.#disposed = true;
    this.#states.dispose();
  }

  async #start(request: SignInRequest): Promise<{ readonly url: string }> {
    if (this.#disposed) throw new SignInError('closed');
    const state = this.#state;
    switch (state.kind) {
      case 'waiting':
        return this.#rejoin(state, request);
      case 'exchanging':
        throw new SignInError('busy');
      case 'idle':
      case 'done':
      case 'failed':
        return this.#begin(request);
      default:
        return assertNever(state);
    }
  }

  /** Another prompt needs another address, but waits for the same answer. */
  #rejoin(
    state: Extract<SignInState, { kind: 'waiting' }>,
    request: SignInRequest,
  ): { readonly url: string } {
    const url = this.#wait ? this.#addressFor(this.#wait.secret, request) : state.url;
    if (url !== state.url) this.#enter({ ...state, url });
    return { url };
  }

  async #begin(request: SignInRequest): Promise<{ readonly url: string }> {
    const { clock, makeKey, redactor, log, redirectUri, signInUrl } = this.#options;
    const secret = makeKey();
    redactor.hide(secret);
    const url = this.#addressFor(secret, request);
    const onAnswer = (answer: CallbackAnswer) => this.#receive(answer);
    const server =
      signInUrl === undefined
        ? new CallbackServer({
            address: parseRedirectAddress(redirectUri),
            state: secret,
            log,
            onAnswer,
          })
        : null;
    await server?.listen();
    if (this.#disposed) {
      server?.dispose();
      throw new SignInError('closed');
    }
    const timer = clock.setTimeout(() => this.#timeOut(), SIGN_IN_LIMIT_MS);
    this.#wait = { secret, server, timer };
    const startedAt = clock.now();
    this.#enter({ kind: 'waiting', url, startedAt, expiresAt: startedAt + SIGN_IN_LIMIT_MS });
    return { url };
  }

  #addressFor(secret: string, request: SignInRequest): string {
    const { auth, redirectUri, signInUrl } = this.#options;
    return signInUrl ?? auth.authorizationUrl({ ...request, redirectUri, state: secret });
  }

  async #receive(answer: CallbackAnswer): Promise<CallbackPage> {
    // The server closes itself once the browser has its page.
    this.#wait?.timer.dispose();
    this.#wait = null;
    switch (answer.kind) {
      case 'code':
        return this.#exchangeCode(answer.code);
      case 'error':
        return this.#fail(new SignInDeniedError(answer.error));
      case 'incomplete':
        return this.#fail(new SignInError('answer-incomplete'));
      default:
        return assertNever(answer);
    }
  }

  #exchangeCode(code: string): Promise<CallbackPage> {
    const { auth, adopt, beforeExchange, clock, redactor } = this.#options;
    redactor.hide(code);
    this.#enter({ kind: 'exchanging' });
    const run = async (): Promise<CallbackPage> => {
      try {
        await beforeExchange();
        const askedAt = clock.now();
        await adopt(await auth.exchangeCode(code), askedAt);
      } catch (failure) {
        return this.#fail(failure);
      }
      this.#enter({ kind: 'done' });
      return { kind: 'done' };
    };
    const exchange = run();
    this.#exchange = exchange;
    return exchange;
  }

  #fail(failure: unknown): CallbackPage {
    const problem = problemOf(failure);
    this.#options.log.warn('Signing in failed', { failure });
    this.#enter({ kind: 'failed', problem });
    return { kind: 'failed', problem };
  }

  #timeOut(): void {
    this.#endWait();
    this.#fail(new SignInError('timed-out'));
  }

  #endWait(): void {
    this.#wait?.timer.dispose();
    this.#wait?.server?.dispose();
    this.#wait = null;
  }

  #enter(state: SignInState): void {
    this.#state = state;
    this.#states.fire(state);
  }
}
