import { SignInRequiredError } from '../auth/errors.ts';
import type { SignIn } from '../auth/sign-in.ts';
import type { RefreshingTokenProvider } from '../auth/token-provider.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { UsersApi } from '../platform/resources/channels.ts';
import { isRevoked } from './failure-meaning.ts';
import type { SessionKeeper } from './keeper.ts';
import { momentOf } from './moment.ts';
import { LOOK_MOST_MS } from './session-supply.ts';

type Tokens = Pick<RefreshingTokenProvider, 'grant' | 'endedBy' | 'onChange'>;

interface GrantWatchOptions {
  readonly tokens: Tokens;
  readonly signIn: Pick<SignIn, 'onState'>;
  readonly keeper: Pick<SessionKeeper, 'recorder' | 'recheck'>;
  readonly users: UsersApi;
  readonly clock: Clock;
}

/** Tells the coverage what becomes of the grant: without one, nothing may come. */
export class GrantWatch implements Disposable {
  readonly #options: GrantWatchOptions;
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;

  constructor(options: GrantWatchOptions) {
    const { tokens, signIn, keeper, clock } = options;
    this.#options = options;
    this.#timers = this.#owned.add(new NamedTimers(clock));
    this.#owned.add(
      tokens.onChange((grant) => {
        if (grant) return this.#coverage.grantAnew();
        this.#coverage.grantOver(isRevoked(tokens.endedBy));
        // Whether the link still delivers depends on why the grant ended.
        keeper.recheck();
      }),
    );
    this.#owned.add(
      signIn.onState(({ kind }) => {
        if (kind === 'failed' && !tokens.grant) this.#coverage.grantOver(false);
      }),
    );
  }

  /**
   * The streamer has agreed anew: from now on events may come that did not before. What they prove of the time
   * before is asked while it can be: whether the grant until now still holds. Never rejects.
   */
  async proveLast(): Promise<void> {
    const { tokens, users, clock } = this.#options;
    const askedAt = momentOf(clock);
    const asked = verifyGrant(tokens, users).catch(() => null);
    const holds = await this.#timers.soon('grant', asked, LOOK_MOST_MS);
    if (holds) this.#coverage.grantHolds(askedAt);
    if (holds !== null) return;
    this.#coverage.grantOver(false);
    this.#coverage.grantAnew();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  get #coverage() {
    return this.#options.keeper.recorder.coverage;
  }
}

/**
 * Whether the platform says that the grant holds; the token's own refresh may have heard it already. False: it is
 * not allowed to be asked. Throws the platform's errors, and `SignInRequiredError`.
 */
export async function verifyGrant(
  tokens: Pick<Tokens, 'grant' | 'endedBy'>,
  users: UsersApi,
): Promise<boolean> {
  if (!tokens.grant) throw new SignInRequiredError({ cause: tokens.endedBy });
  if (!tokens.grant.scopes.includes('READ:USER')) return false;
  await users.me();
  return true;
}
