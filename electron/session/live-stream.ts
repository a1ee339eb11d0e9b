import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Notice } from '../../shared/status.ts';
import { type Account, type AccountState, SIGNED_OUT_HERE } from '../auth/account.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { SessionKeeper } from './keeper.ts';
import type { SessionMemory } from './ports.ts';
import { subscriptionsAllowedBy } from './subscriptions.ts';

/** Not one of the event kinds can be received. */
const NO_EVENT_SCOPE: Problem = { code: 'no-event-scope' };

export interface LiveStreamOptions {
  readonly account: Pick<Account, 'onChange' | 'onIdentified' | 'refused'>;
  readonly keeper: Pick<SessionKeeper, 'start' | 'stop' | 'recheck' | 'onStatus'>;
  readonly memory: Pick<SessionMemory, 'forget'>;
  /** Scopes that the present grant holds. */
  readonly scopes: () => readonly string[];
  readonly onProblem: (problem: Problem, level: Notice['level']) => void;
  readonly log: Logger;
}

/**
 * Lets the live stream follow the account: it begins with a sign-in and goes on until the streamer
 * signs out or somebody else signs in, also while a grant that ended is waiting to be renewed. A
 * session belongs to the person it was made for: the next person must not see the events of the last.
 */
export class LiveStream implements Disposable {
  readonly #options: LiveStreamOptions;
  readonly #owned = new DisposableStore();
  /** Number of the sign-in that is streamed for; null: nobody. */
  #streaming: number | null = null;
  /** Whose stream it is; null until it is known. */
  #channelId: string | null = null;
  /** A sign-in that came while the stream ran: the same person, or another one? */
  #undecided: number | null = null;
  #forgetting: Promise<void> | null = null;

  constructor(options: LiveStreamOptions) {
    const { account, keeper } = options;
    this.#options = options;
    this.#owned.add(account.onChange((state) => this.#follow(state)));
    this.#owned.add(account.onIdentified((channelId) => this.#identified(channelId)));
    this.#owned.add(
      keeper.onStatus(({ phase, reason }) => {
        if (phase === 'blocked') void account.refused(reason ?? 'refused');
      }),
    );
  }

  /** Follows nobody any more and ends the stream. */
  dispose(): void {
    this.#owned.dispose();
    this.#end(true);
  }

  #follow(state: AccountState): void {
    switch (state.kind) {
      case 'signed-in':
        if (state.signIn === this.#streaming) return;
        // Granting more in the middle of a broadcast must not interrupt it.
        if (this.#channelId !== null) this.#undecided = state.signIn;
        else this.#beginAnew(state.signIn);
        break;
      case 'signed-out':
        // A grant that ended by itself takes nothing from a link that still delivers.
        if (state.reason === SIGNED_OUT_HERE) this.#endForGood(true);
        break;
      case 'signing-in':
        if (this.#streaming === null) this.#forgetting ??= this.#forget();
        break;
      case 'starting':
        break;
      default:
        assertNever(state);
    }
  }

  #identified(channelId: string | null): void {
    const signIn = this.#undecided;
    this.#undecided = null;
    if (signIn === null) {
      this.#channelId = channelId;
    } else if (channelId !== null && channelId === this.#channelId) {
      this.#streaming = signIn;
      this.#options.keeper.recheck();
      // It was blocked if the link ended before somebody signed in again.
      void this.#options.keeper.start();
    } else {
      this.#beginAnew(signIn);
      this.#channelId = channelId;
    }
  }

  #beginAnew(signIn: number): void {
    if (this.#streaming !== null) this.#endForGood(false);
    this.#streaming = signIn;
    void this.#begin(signIn);
  }

  async #begin(signIn: number): Promise<void> {
    const { keeper, scopes, onProblem } = this.#options;
    const { allowed } = subscriptionsAllowedBy(scopes());
    if (allowed.length === 0) onProblem(NO_EVENT_SCOPE, 'error');
    await this.#forgetting;
    if (this.#streaming === signIn) await keeper.start();
  }

  /** The session of the last person may not be used again. */
  #endForGood(isWanted: boolean): void {
    this.#end(isWanted);
    this.#forgetting ??= this.#forget();
  }

  async #forget(): Promise<void> {
    const { memory, log } = this.#options;
    try {
      await memory.forget();
    } catch (failure) {
      log.warn('the last session could not be forgotten', { failure });
    }
    this.#forgetting = null;
  }

  /** `isWanted`: nobody expects events from here on; else the time until the next start is a gap. */
  #end(isWanted: boolean): void {
    if (this.#streaming === null && !isWanted) return;
    this.#streaming = null;
    this.#channelId = null;
    this.#undecided = null;
    this.#options.keeper.stop(isWanted);
  }
}
