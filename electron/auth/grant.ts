import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { IssuedTokens } from '../platform/auth-api.ts';
import type { Grant } from './ports.ts';

/** Share of its lifetime that a token may have left before it is renewed. */
const LEEWAY_SHARE = 0.05;
const LEEWAY_LEAST_MS = 30_000;

const grantSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  scopes: z.array(z.string()),
  issuedAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Grant>;

/**
 * The grant of a pair that was asked for at `askedAt` (epoch milliseconds): counted from the
 * question, not the answer, so that the token is never believed to live longer than it does.
 * The lifetime is the one that came with the pair, divided by `timeScale`.
 */
export function toGrant(issued: IssuedTokens, askedAt: number, timeScale: number): Grant {
  const lifetimeMs = (Math.max(0, issued.expiresInSeconds) * 1000) / timeScale;
  return {
    accessToken: issued.accessToken,
    refreshToken: issued.refreshToken,
    scopes: [...issued.scopes],
    issuedAt: askedAt,
    expiresAt: askedAt + lifetimeMs,
  };
}

/** null: the text is no grant. */
export function parseGrant(text: string): Grant | null {
  const result = grantSchema.safeParse(parseJson(text));
  return result.success ? result.data : null;
}

function leewayMs(grant: Grant, timeScale: number): number {
  const lifetimeMs = grant.expiresAt - grant.issuedAt;
  const wanted = Math.max(lifetimeMs * LEEWAY_SHARE, LEEWAY_LEAST_MS / timeScale);
  return Math.min(wanted, lifetimeMs / 2);
}

/**
 * When the access token should be renewed, epoch milliseconds: 5 % of its lifetime before its end,
 * at least 30 s (divided by `timeScale`), but never before half its life has passed, so that a
 * platform with very short tokens is not asked without pause.
 */
export function renewalDueAt(grant: Grant, timeScale: number): number {
  return grant.expiresAt - leewayMs(grant, timeScale);
}

/**
 * True when the token should be renewed at `now` (epoch milliseconds); also when the clock was set
 * back so far that the times of the grant say nothing any more.
 */
export function isRenewalDue(grant: Grant, now: number, timeScale: number): boolean {
  return now >= renewalDueAt(grant, timeScale) || now < grant.issuedAt - leewayMs(grant, timeScale);
}
