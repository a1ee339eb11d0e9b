import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Notice } from '../../shared/status.ts';
import { type Account, type AccountState, SIGNED_OUT_HERE } from '../auth/account.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { SessionKeeper } from './keeper.ts';
import type { SessionMemory } from './session-memory.ts';
import { subscriptionsAllowedBy } from './subscriptions.ts';

const NO_EVENT_SCOPE: Problem = { code: 'no-event-scope' };

interface LiveStreamOptions {
  readonly account: Pick<Account, 'onChange' | 'onIdentified' | 'refused'>;
  readonly keeper: Pick<SessionKeeper, 'start' | 'stop' | 'recheck' | 'onStatus'>;
  readonly memory: Pick<SessionMemory, 'forget'>;
  readonly scopes: () => readonly string[] | null;
  readonly onProblem: (problem: Problem, level: Notice['level']) => void;
  readonly log: Logger;
}

/**
 * Runs the live stream for the signed-in account: from sign-in until the streamer signs out or
 * another account signs in, even while an ended grant awaits renewal. A session belongs to one
 * account: the next one must not receive its events.
 */
export class LiveStream implements Disposable {
  readonly #options: LiveStreamOptions;
  readonly #owned = new DisposableStore();
  #streaming: number | null = null;
  #channelId: string | null = null;
  /** A sign-in during the stream whose account is not known yet. */
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

  dispose(): void {
    this.#owned.dispose();
    this.#end(true);
  }

  #follow(state: AccountState): void {
    switch (state.kind) {
      case 'signed-in':
        if (state.signIn === this.#streaming) return;
        // Granting more scopes must not interrupt a broadcast.
        if (this.#channelId !== null) this.#undecided = state.signIn;
        else this.#beginAnew(state.signIn);
        break;
      case 'signed-out':
        // An expired grant does not stop a link that still delivers.
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
      // The keeper was blocked if the link ended before the new sign-in.
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
    const { allowed } = subscriptionsAllowedBy(scopes() ?? []);
    if (allowed.length === 0) onProblem(NO_EVENT_SCOPE, 'error');
    await this.#forgetting;
    if (this.#streaming === signIn) await keeper.start();
  }

  /** The previous account's session must not be used again. */
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

  /** `isWanted`: no events are expected; otherwise the time until the next start is a gap. */
  #end(isWanted: boolean): void {
    if (this.#streaming === null && !isWanted) return;
    this.#streaming = null;
    this.#channelId = null;
    this.#undecided = null;
    this.#options.keeper.stop(isWanted);
  }
}
