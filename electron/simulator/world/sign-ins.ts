import type { Clock } from '../../base/clock.ts';
import type { MakeKey } from '../../base/random.ts';
import type { User } from './model.ts';
import { HOUR_MS } from './time.ts';

/** A checked authorization request: what a consent answers. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly prompt: 'consent' | 'none' | null;
}

/** What a form of the authorization page stands for. */
export type FormPurpose =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'consent'; readonly user: User };

export interface Form {
  readonly request: AuthorizationRequest;
  readonly purpose: FormPurpose;
}

const FORM_MS = HOUR_MS;
/** Of each: opened pages that nobody answers must not pile up. */
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

  /** Signs a user in and answers the value of the cookie. */
  signIn(user: User): string {
    const key = this.#makeKey();
    this.#signIns.set(key, user);
    dropOldest(this.#signIns);
    return key;
  }

  /** The signed-in user of a cookie, or null. */
  user(cookie: string | undefined): User | null {
    return cookie === undefined ? null : (this.#signIns.get(cookie) ?? null);
  }

  signOut(cookie: string): void {
    this.#signIns.delete(cookie);
  }

  /** The one-time token of a form; everything the form stands for stays here. */
  openForm(form: Form): string {
    const token = this.#makeKey();
    this.#forms.set(token, { form, expiresAt: this.#clock.now() + FORM_MS });
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
