import type { Grant, SecretName, Vault } from '../../../electron/auth/ports.ts';
import { RefreshingTokenProvider } from '../../../electron/auth/token-provider.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import {
  NotAuthorizedError,
  TokenRefusedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import type {
  AuthApi,
  IssuedTokens,
  TokenTypeHint,
} from '../../../electron/platform/resources/auth.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export const DAY_S = 86_400;

/** A call whose access token was refused with these words. */
export function tokenRefused(platformMessage: string | null): NotAuthorizedError {
  return new NotAuthorizedError({ operation: 'users.me', status: 401, platformMessage }, 'token');
}

/** What the platform says of an access token whose time is over. */
export const EXPIRED = tokenRefused('Access token has expired');

export function issued(number: number, expiresInSeconds = DAY_S): IssuedTokens {
  return {
    accessToken: `access-token-${number}`,
    refreshToken: `refresh-token-${number}`,
    tokenType: 'Bearer',
    expiresInSeconds,
    scopes: ['READ:LIVE_CHAT', 'READ:DONATION'],
  };
}

export function refused(message: string): TokenRefusedError {
  return new TokenRefusedError({
    operation: 'auth.refresh',
    status: 401,
    platformMessage: message,
  });
}

export function unavailable(
  reason: 'network' | 'timeout' | 'server' = 'network',
): UnavailableError {
  return new UnavailableError(
    { operation: 'auth.refresh', status: null, platformMessage: null },
    reason,
  );
}

/** A platform that rotates: every refresh token works once. What it does next can be scripted. */
export class FakePlatform implements Pick<AuthApi, 'refresh' | 'revoke'> {
  readonly refreshed: string[] = [];
  readonly revoked: { readonly token: string; readonly hint: TokenTypeHint }[] = [];
  /** Refresh tokens that work now. */
  readonly valid = new Set<string>();
  /** Thrown by the next refreshes, one each. */
  readonly refreshFailures: unknown[] = [];
  revokeFailure: unknown = null;
  /** The next refresh happens at the platform, but its answer is lost. */
  loseAnswer = false;
  expiresInSeconds = DAY_S;
  /** Refreshes wait for it. */
  gate: Promise<void> = Promise.resolve();
  #issued = 1;

  async refresh(refreshToken: string): Promise<IssuedTokens> {
    this.refreshed.push(refreshToken);
    await this.gate;
    const failure = this.refreshFailures.shift();
    if (failure) throw failure;
    if (!this.valid.delete(refreshToken)) throw refused('Refresh token has already been used');
    const pair = this.issue();
    if (!this.loseAnswer) return pair;
    this.loseAnswer = false;
    throw unavailable('timeout');
  }

  async revoke(token: string, hint: TokenTypeHint): Promise<void> {
    this.revoked.push({ token, hint });
    if (this.revokeFailure) throw this.revokeFailure;
  }

  issue(): IssuedTokens {
    const pair = issued(this.#issued, this.expiresInSeconds);
    this.#issued += 1;
    this.valid.add(pair.refreshToken);
    return pair;
  }
}

/** A vault in memory that can be made to fail or to wait. */
export class MemoryVault implements Vault {
  readonly values = new Map<SecretName, string>();
  readonly journal: string[] = [];
  failWrites = false;
  failReads = false;
  gate: Promise<void> = Promise.resolve();

  async read(name: SecretName): Promise<string | null> {
    if (this.failReads) throw new Error('the disk does not read');
    return this.values.get(name) ?? null;
  }

  async write(name: SecretName, value: string): Promise<void> {
    await this.gate;
    if (this.failWrites) throw new Error('the disk is full');
    this.journal.push(`write ${this.accessTokenIn(value)}`);
    this.values.set(name, value);
  }

  async remove(name: SecretName): Promise<void> {
    if (this.failWrites) throw new Error('the disk is full');
    this.journal.push('remove');
    this.values.delete(name);
  }

  get grant(): Grant | null {
    const text = this.values.get('grant');
    return text === undefined ? null : (JSON.parse(text) as Grant);
  }

  private accessTokenIn(value: string): string {
    const kept = parseJson(value);
    return isJsonObject(kept) ? String(kept['accessToken']) : '(no grant)';
  }
}

/** A token provider with everything around it in the test's hands. */
export function makeAuthWorld({ timeScale = 1 } = {}) {
  const clock = new VirtualClock();
  const platform = new FakePlatform();
  const vault = new MemoryVault();
  const problems: Problem[] = [];
  const lines: string[] = [];
  const redactor = new Redactor();
  const log = createLogger(clock, redactor, (line) => lines.push(line));
  const changes: (Grant | null)[] = [];
  const makeProvider = () => {
    const provider = new RefreshingTokenProvider({
      auth: platform,
      vault,
      clock,
      random: () => 0.5,
      redactor,
      log,
      timeScale,
      onProblem: (problem) => problems.push(problem),
    });
    provider.onChange((grant) => changes.push(grant));
    return provider;
  };
  return { clock, platform, vault, problems, lines, log, redactor, changes, makeProvider };
}

/** A world whose provider is signed in with pair 1. */
export async function signedIn(options: { timeScale?: number } = {}) {
  const world = makeAuthWorld(options);
  const provider = world.makeProvider();
  await provider.adopt(world.platform.issue());
  world.changes.length = 0;
  return { ...world, provider };
}
