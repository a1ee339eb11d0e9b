import type { Clock } from '../../base/clock.ts';
import type { MakeKey } from '../../base/random.ts';
import type { Manners } from './manners.ts';
import {
  type AccessToken,
  type Application,
  type AuthorizationCode,
  addMonths,
  type Grant,
  HOUR_MS,
  MINUTE_MS,
  type RefreshToken,
  type Scope,
  type User,
} from './model.ts';

export const AUTHORIZATION_CODE_MS = 10 * MINUTE_MS;
const REFRESH_TOKEN_MONTHS = 6;

export interface IssuedPair {
  readonly access: AccessToken;
  readonly refresh: RefreshToken;
}

/** Links between users and applications, and every code and token issued for them. */
export class Authorizations {
  readonly #clock: Clock;
  readonly #makeKey: MakeKey;
  readonly #manners: Manners;
  readonly #grants: Grant[] = [];
  readonly #codes = new Map<string, AuthorizationCode>();
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();

  constructor(clock: Clock, makeKey: MakeKey, manners: Manners) {
    this.#clock = clock;
    this.#manners = manners;
    this.#makeKey = makeKey;
  }

  grants(): readonly Grant[] {
    return [...this.#grants];
  }

  activeGrant(application: Application, user: User): Grant | null {
    return (
      this.#grants.find(
        (grant) =>
          grant.state === 'ACTIVE' && grant.application === application && grant.user === user,
      ) ?? null
    );
  }

  /** Whether the default prompt must show the consent screen: no link, or the scopes widened. */
  needsConsent(application: Application, user: User): boolean {
    const grant = this.activeGrant(application, user);
    if (!grant) return true;
    return application.scopes.some((scope) => !grant.consentedScopes.includes(scope));
  }

  /** The user approves: the application's scopes are copied to the user's permission. */
  consent(application: Application, user: User): Grant {
    const consentedScopes = [...application.scopes];
    const linked = this.activeGrant(application, user);
    if (linked) return Object.assign(linked, { consentedScopes });
    const id = this.#makeKey();
    const grant: Grant = { id, application, user, state: 'ACTIVE', consentedScopes };
    this.#grants.push(grant);
    return grant;
  }

  /** A code for the grant with the scopes of the user's permission, good for ten minutes, once. */
  issueCode(grant: Grant): string {
    const code = this.#makeKey();
    const { consentedScopes: scopes } = grant;
    this.#codes.set(code, { grant, scopes, issuedAt: this.#clock.now() });
    return code;
  }

  /** A pair of tokens, or the 401's message. A refused code of another application stays usable. */
  exchange(application: Application, code: string): IssuedPair | string {
    const found = this.#codes.get(code);
    if (!found) return 'Invalid authorization code';
    if (found.grant.application !== application) {
      return 'Authorization code does not belong to this application';
    }
    if (found.grant.state !== 'ACTIVE') return 'Authorization is not active';
    if (this.#clock.now() > found.issuedAt + AUTHORIZATION_CODE_MS) {
      return 'Authorization code has expired';
    }
    this.#codes.delete(code);
    return this.issuePair(found.grant, found.scopes);
  }

  /** Rotation: the old refresh token is spent, the new pair keeps its scopes. As `exchange`. */
  refresh(application: Application, refreshToken: string): IssuedPair | string {
    const found = this.#checkRefresh(application, refreshToken);
    if (typeof found === 'string') return found;
    found.used = true;
    if (this.#manners.refreshEndsAccess) this.#endAccessOf(found.grant);
    return this.issuePair(found.grant, found.scopes);
  }

  /** What a refresh with this token would be answered; null: it would serve. */
  refusalOf(application: Application, refreshToken: string): string | null {
    const found = this.#checkRefresh(application, refreshToken);
    return typeof found === 'string' ? found : null;
  }

  #checkRefresh(application: Application, refreshToken: string): RefreshToken | string {
    const found = this.#refresh.get(refreshToken);
    if (!found) return 'Invalid refresh token';
    if (found.grant.application !== application) {
      return 'Refresh token does not belong to this application';
    }
    if (found.grant.state !== 'ACTIVE') return 'Refresh token has been revoked';
    if (found.used) return 'Refresh token has already been used';
    if (this.#clock.now() > found.expiresAt) return 'Refresh token has expired';
    return found;
  }

  /** Tokens without a code: for `exchange`, `refresh`, and worlds that start signed in. */
  issuePair(grant: Grant, asked: readonly Scope[]): IssuedPair {
    const now = this.#clock.now();
    const { accessTokenSeconds: seconds, withheldScopes } = this.#manners;
    const scopes = asked.filter((scope) => !withheldScopes.includes(scope));
    const access = {
      token: this.#makeKey(),
      grant,
      scopes,
      seconds,
      expiresAt: now + seconds * 1_000,
    };
    const refresh = {
      token: this.#makeKey(),
      grant,
      scopes,
      expiresAt: addMonths(now, REFRESH_TOKEN_MONTHS),
      used: false,
    };
    this.#access.set(access.token, access);
    this.#refresh.set(refresh.token, refresh);
    return { access, refresh };
  }

  #endAccessOf(grant: Grant): void {
    for (const [text, token] of this.#access) if (token.grant === grant) this.#access.delete(text);
  }

  kindOf(token: string): 'access_token' | 'refresh_token' | null {
    if (this.#access.has(token)) return 'access_token';
    return this.#refresh.has(token) ? 'refresh_token' : null;
  }

  /** Revokes the token's authorization and all its tokens; else the message of the 401. */
  revoke(application: Application, token: string): string | null {
    const found = this.#access.get(token) ?? this.#refresh.get(token);
    if (!found) return 'Invalid token';
    if (found.grant.application !== application) {
      return 'Token does not belong to this application';
    }
    if (found.grant.state === 'REVOKED') return 'Token has already been revoked';
    this.revokeGrant(found.grant);
    return null;
  }

  revokeGrant(grant: Grant): void {
    grant.state = 'REVOKED';
  }

  /** The access token if it may be used now, else the message of the 401. */
  checkAccess(token: string): AccessToken | string {
    const found = this.#access.get(token);
    if (!found) return 'Invalid access token';
    if (found.grant.state === 'REVOKED') return 'Access token has been revoked';
    if (this.#clock.now() >= found.expiresAt) return 'Access token has expired';
    return found;
  }
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly prompt: 'consent' | 'none' | null;
}

interface Form {
  readonly request: AuthorizationRequest;
  /** Who consents; null: the form signs in. */
  readonly consents: User | null;
}

/** Limit of each, so abandoned pages do not pile up. */
const MAX_KEPT = 200;

/** Who is signed in to the simulator in which browser, and the forms that may be sent once. */
export class SignIns {
  readonly #clock: Clock;
  readonly #makeKey: MakeKey;
  readonly #signIns = new Map<string, User>();
  readonly #forms = new Map<string, { readonly form: Form; readonly expiresAt: number }>();

  constructor(clock: Clock, makeKey: MakeKey) {
    this.#clock = clock;
    this.#makeKey = makeKey;
  }

  signIn(user: User): string {
    const key = this.#makeKey();
    this.#signIns.set(key, user);
    dropOldest(this.#signIns);
    return key;
  }

  user(cookie: string | undefined): User | null {
    return cookie === undefined ? null : (this.#signIns.get(cookie) ?? null);
  }

  signOut(cookie: string): void {
    this.#signIns.delete(cookie);
  }

  /** The one-time token of a form; everything the form stands for stays here. */
  openForm(form: Form): string {
    const token = this.#makeKey();
    this.#forms.set(token, { form, expiresAt: this.#clock.now() + HOUR_MS });
    dropOldest(this.#forms);
    return token;
  }

  /** Spends a token. null when it is unknown, was used already, or is too old. */
  takeForm(token: string): Form | null {
    const entry = this.#forms.get(token);
    this.#forms.delete(token);
    return entry && this.#clock.now() <= entry.expiresAt ? entry.form : null;
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > MAX_KEPT && !oldest.done) map.delete(oldest.value);
}
