import { statfs } from 'node:fs/promises';
import type { Finding } from '../../../shared/contract/maintenance.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { type Problem, whatOf } from '../../../shared/problem.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { problemOf } from '../../base/errors.ts';
import { RateLimitedError, UnavailableError } from '../../platform/errors.ts';
import { SCOPES } from '../../platform/scopes.ts';
import type { AccountFeature } from '../account/index.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Services } from '../feature.ts';
import type { PreflightChecks } from './preflight.ts';

type Found = Omit<Finding, 'id'>;

/** Result of checking the token. */
export type TokenLook =
  | { readonly kind: 'valid' }
  /** The token exists, but the permission to check it is missing. */
  | { readonly kind: 'unproved' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The platform could not be reached. */
  | { readonly kind: 'failed'; readonly problem: Problem };

export type StreamLook =
  | { readonly kind: 'set'; readonly title: string; readonly category: string | null }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Milliseconds since an overlay page was last seen; 0 if one is open now; null if never. */
export interface OverlaySeen {
  readonly inObs: number | null;
  readonly elsewhere: number | null;
}

/** What the preflight checks need from the rest of the app. */
export interface PreflightPorts {
  readonly status: () => AppStatus;
  readonly token: () => Promise<TokenLook>;
  /** Texts for the features that lack a permission. */
  readonly missing: () => readonly Text[];
  readonly overlay: () => OverlaySeen;
  readonly stream: () => Promise<StreamLook>;
  readonly freeBytes: () => Promise<number>;
  /** This clock minus the platform's, milliseconds; null until an answer has told. */
  readonly clockOffset: () => number | null;
  /** Throws when the ledger cannot be written. */
  readonly touchLedger: () => void;
}

export const PREFLIGHT_LIMITS = {
  /** The overlay must have been seen within this time. */
  overlaySeenMs: 60_000,
  diskWarnBytes: 2_000_000_000,
  diskFailBytes: 200_000_000,
  /**
   * A clock off by more than the first shows wrong times; by more than the second it breaks
   * sign-in.
   */
  clockWarnMs: 5_000,
  clockFailMs: 60_000,
} as const;

const ok = (what: Text): Found => ({ state: 'ok', what, fix: null });

/** All checks except the sound's, which needs the user's answer. */
export function preflightChecks(ports: PreflightPorts): PreflightChecks {
  return {
    token: async () => tokenFinding(ports.status(), await lookAtToken(ports)),
    scopes: () => scopesFinding(ports.status(), ports.missing()),
    connection: () => connectionFinding(ports.status()),
    slots: () => slotsFinding(ports.status()),
    overlay: () => overlayFinding(ports.overlay()),
    title: async () =>
      ports.status().tokens === null ? SIGNED_OUT : streamFinding(await ports.stream()),
    disk: async () => diskFinding(await ports.freeBytes()),
    clock: () => clockFinding(ports.clockOffset()),
    ledger: () => ledgerFinding(ports.touchLedger),
  };
}

const SIGNED_OUT: Found = {
  state: 'fail',
  what: { key: 'preflight.signed-out' },
  fix: 'sign-in',
};

async function lookAtToken(ports: PreflightPorts): Promise<TokenLook | null> {
  return ports.status().tokens === null ? null : ports.token();
}

function tokenFinding(status: AppStatus, look: TokenLook | null): Found {
  if (look === null) return SIGNED_OUT;
  switch (look.kind) {
    case 'valid': {
      const name = status.account?.channelName ?? status.account?.channelId ?? null;
      return ok(
        name === null
          ? { key: 'preflight.token-ok' }
          : { key: 'preflight.token-ok-as', values: { name } },
      );
    }
    case 'unproved':
      return ok({ key: 'preflight.token-unproved' });
    case 'refused':
      return { state: 'fail', what: whatOf(look.problem), fix: 'sign-in' };
    case 'failed':
      return { state: 'unknown', what: whatOf(look.problem), fix: 'check-again' };
  }
}

function scopesFinding(status: AppStatus, missing: readonly Text[]): Found {
  if (status.tokens === null) return SIGNED_OUT;
  if (missing.length === 0) return ok({ key: 'permit.all' });
  return {
    // Without these scopes, events of the show are missed.
    state: status.scopes.missing.length > 0 ? 'fail' : 'warn',
    what: { key: 'preflight.scopes-missing', values: { missing } },
    fix: 'grant',
  };
}

function connectionFinding({ connection, tokens }: AppStatus): Found {
  // Without a login, no connection attempt can succeed.
  if (tokens === null && connection.state !== 'live') return SIGNED_OUT;
  switch (connection.state) {
    case 'live':
      return ok({ key: 'preflight.connection-live' });
    case 'signed-out':
    case 'signing-in':
      return SIGNED_OUT;
    case 'starting':
    case 'connecting':
    case 'reconnecting':
      return {
        state: 'warn',
        what: { key: 'preflight.connection-connecting' },
        fix: 'reconnect',
      };
    case 'stopped':
      return {
        state: 'fail',
        what: { key: 'preflight.connection-stopped' },
        fix: 'reconnect',
      };
  }
}

function slotsFinding({ session }: AppStatus): Found {
  const used = session?.slotsUsed ?? null;
  if (session === null || used === null) {
    return { state: 'unknown', what: { key: 'preflight.slots-unknown' }, fix: 'reconnect' };
  }
  const max = session.slotsMax;
  if (used < max) return ok({ key: 'preflight.slots-free', values: { used, max } });
  return {
    state: 'warn',
    what: { key: 'preflight.slots-full', values: { max } },
    fix: 'open-connection',
  };
}

function overlayFinding({ inObs, elsewhere }: OverlaySeen): Found {
  const recent = (ago: number | null): boolean =>
    ago !== null && ago <= PREFLIGHT_LIMITS.overlaySeenMs;
  if (recent(inObs)) return ok({ key: 'preflight.overlay-in-obs' });
  if (recent(elsewhere)) {
    return { state: 'warn', what: { key: 'preflight.overlay-elsewhere' }, fix: 'copy-overlay' };
  }
  const key = inObs === null ? 'preflight.overlay-never' : 'preflight.overlay-hidden';
  return { state: 'fail', what: { key }, fix: 'copy-overlay' };
}

function streamFinding(look: StreamLook): Found {
  switch (look.kind) {
    case 'not-allowed':
      return { state: 'unknown', what: { key: 'preflight.title-not-allowed' }, fix: 'grant' };
    case 'failed':
      return { state: 'unknown', what: whatOf(look.problem), fix: 'check-again' };
    case 'set':
      return setFinding(look.title.trim(), look.category?.trim() ?? '');
  }
}

function setFinding(title: string, category: string): Found {
  if (title === '') {
    return { state: 'fail', what: { key: 'preflight.title-empty' }, fix: 'open-stream' };
  }
  if (category === '') {
    return {
      state: 'warn',
      what: { key: 'preflight.title-no-category', values: { title } },
      fix: 'open-stream',
    };
  }
  return ok({ key: 'preflight.title-set', values: { title, category } });
}

function diskFinding(freeBytes: number): Found {
  const { diskFailBytes, diskWarnBytes } = PREFLIGHT_LIMITS;
  const values = { free: sizeOf(freeBytes) };
  if (freeBytes >= diskWarnBytes) return ok({ key: 'preflight.disk-ok', values });
  return {
    state: freeBytes < diskFailBytes ? 'fail' : 'warn',
    what: { key: 'preflight.disk-low', values },
    fix: 'open-folder',
  };
}

/** Decimal units as on disk labels: a gigabyte is a thousand megabytes. */
function sizeOf(bytes: number): Text {
  return bytes >= 1_000_000_000
    ? { key: 'media.gigabytes', values: { size: Math.round(bytes / 100_000_000) / 10 } }
    : { key: 'media.megabytes', values: { size: Math.floor(bytes / 1_000_000) } };
}

function clockFinding(offsetMs: number | null): Found {
  if (offsetMs === null) {
    return { state: 'unknown', what: { key: 'preflight.clock-unknown' }, fix: 'check-again' };
  }
  const off = Math.abs(offsetMs);
  if (off < PREFLIGHT_LIMITS.clockWarnMs) return ok({ key: 'preflight.clock-ok' });
  return {
    state: off >= PREFLIGHT_LIMITS.clockFailMs ? 'fail' : 'warn',
    what: {
      key: offsetMs > 0 ? 'preflight.clock-ahead' : 'preflight.clock-behind',
      values: { count: Math.round(off / 1_000) },
    },
    fix: 'check-again',
  };
}

function ledgerFinding(touch: () => void): Found {
  try {
    touch();
    return ok({ key: 'preflight.ledger-ok' });
  } catch {
    return { state: 'fail', what: { key: 'preflight.ledger-failed' }, fix: 'open-folder' };
  }
}

type Parts = Pick<Services, 'dataDir' | 'client' | 'tokens' | 'ledger' | 'serverTime'> &
  Pick<AccountFeature, 'status'> & { readonly alerts: Pick<AlertsFeature, 'pages'> };

/** Connects the preflight checks to the app. */
export function preflightPorts(parts: Parts): PreflightPorts {
  const { dataDir, client, tokens, ledger, serverTime, status } = parts;
  const { pages } = parts.alerts;
  const scopes = () => tokens.grant?.scopes ?? [];
  return {
    status: () => status.read(),
    async token(): Promise<TokenLook> {
      if (!scopes().includes('READ:USER')) return { kind: 'unproved' };
      try {
        await client.users.me();
        return { kind: 'valid' };
      } catch (failure) {
        const kind = isPassing(failure) ? 'failed' : 'refused';
        return { kind, problem: problemOf(failure) };
      }
    },
    missing: () =>
      SCOPES.filter((scope) => !scopes().includes(scope)).map((scope) => ({
        key: `permit.${scope}`,
      })),
    overlay: () => ({
      inObs: pages.lastSeenAgo('obs'),
      elsewhere: nearest(pages.lastSeenAgo('browser'), pages.lastSeenAgo('app-window')),
    }),
    async stream(): Promise<StreamLook> {
      if (!scopes().includes('READ:LIVE_STREAM_SETTINGS')) return { kind: 'not-allowed' };
      try {
        const { defaultLiveTitle, category } = await client.lives.settings();
        return { kind: 'set', title: defaultLiveTitle, category: category?.categoryValue ?? null };
      } catch (failure) {
        return { kind: 'failed', problem: problemOf(failure) };
      }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    clockOffset: () => serverTime.offsetMs,
    // An ordinary write that changes nothing.
    touchLedger: () => void ledger.reserveNumbers(0),
  };
}

function nearest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** Whether the failure is temporary, so that it says nothing about the login. */
function isPassing(failure: unknown): boolean {
  return failure instanceof UnavailableError || failure instanceof RateLimitedError;
}
