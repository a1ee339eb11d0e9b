import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a call proves who it is; no call ever carries two proofs. */
export type AuthKind =
  /** Nothing at all. */
  | { readonly kind: 'none' }
  /** Client id and secret stand in the body (token operations). */
  | { readonly kind: 'body' }
  /** The headers `Client-Id` and `Client-Secret`. */
  | { readonly kind: 'client' }
  /** `Authorization: Bearer`; the scope is null where the specification names none. */
  | { readonly kind: 'bearer'; readonly scope: Scope | null };

export type QuotaCategory = 'READ_DROPS' | 'WRITE_DROPS';

/** One operation of the platform, as data. */
export interface Operation {
  /** As our own client calls it: in errors and logs. */
  readonly name: string;
  readonly method: Method;
  /** Below the base address; `{name}` is filled in. */
  readonly path: string;
  readonly auth: AuthKind;
  /** `safe`: asking twice changes nothing, so a failed call may be repeated. */
  readonly repeat: 'safe' | 'never';
  readonly quota?: QuotaCategory;
  /**
   * The answer must be heard: it gets twice the patience, and a stopping app does not cut it off.
   */
  readonly mustFinish?: true;
}

export const byClient: AuthKind = { kind: 'client' };
export const byNobody: AuthKind = { kind: 'none' };
export const byBody: AuthKind = { kind: 'body' };
export const byUser = (scope: Scope | null): AuthKind => ({ kind: 'bearer', scope });
