import { statfs } from 'node:fs/promises';
import type { FixName } from '../../../shared/contract/maintenance.ts';
import type { ObsState } from '../../../shared/contract/obs.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { MILD_FINDINGS } from '../../../shared/obs-finding-kinds.ts';
import { whatOf } from '../../../shared/problem.ts';
import type { AppStatus, ConnectionState } from '../../../shared/status.ts';
import { problemOf } from '../../base/errors.ts';
import { RateLimitedError, UnavailableError } from '../../platform/errors.ts';
import { SCOPES } from '../../platform/operations.ts';
import type { AccountFeature } from '../account/index.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Services } from '../feature.ts';
import type { ObsFeature } from '../obs/index.ts';
import type { Found, PreflightChecks } from './preflight.ts';

export interface PreflightPorts {
  readonly status: () => AppStatus;
  readonly scopes: () => readonly string[];
  /** Asks the platform about the token's user; needs READ:USER. */
  readonly askUser: () => Promise<unknown>;
  /** Reads the broadcast's settings; empty if not set. Needs READ:LIVE_STREAM_SETTINGS. */
  readonly stream: () => Promise<{ readonly title: string; readonly category: string }>;
  /** Milliseconds since an overlay page was last seen; 0 if one is open now; null if never. */
  readonly overlay: () => { readonly inObs: number | null; readonly elsewhere: number | null };
  readonly obs: () => Pick<ObsState, 'link' | 'port' | 'proof'>;
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
  /** Off by the first, a clock shows wrong times; by the second, it breaks sign-in. */
  clockWarnMs: 5_000,
  clockFailMs: 60_000,
} as const;

const ok = (what: Text): Found => ({ state: 'ok', what, fix: null });
const fail = (what: Text, fix: FixName): Found => ({ state: 'fail', what, fix });
const warn = (what: Text, fix: FixName): Found => ({ state: 'warn', what, fix });
const unknown = (what: Text, fix: FixName): Found => ({ state: 'unknown', what, fix });

const SIGNED_OUT = fail({ key: 'preflight.signed-out' }, 'sign-in');
const CONNECTING = warn({ key: 'preflight.connection-connecting' }, 'reconnect');

/** All checks except the sound's, which needs the user's answer. */
export function preflightChecks(ports: PreflightPorts): PreflightChecks {
  return {
    token: () => tokenFinding(ports),
    scopes: () => scopesFinding(ports.status(), ports.scopes()),
    connection: () => connectionFinding(ports.status()),
    slots: () => slotsFinding(ports.status()),
    overlay: () => overlayFinding(ports.overlay()),
    obs: () => obsFinding(ports.obs()),
    title: () => streamFinding(ports),
    disk: async () => diskFinding(await ports.freeBytes()),
    clock: () => clockFinding(ports.clockOffset()),
    ledger: () => ledgerFinding(ports.touchLedger),
  };
}

async function tokenFinding({ status, scopes, askUser }: PreflightPorts): Promise<Found> {
  const { tokens, account } = status();
  if (tokens === null) return SIGNED_OUT;
  if (!scopes().includes('READ:USER')) return ok({ key: 'preflight.token-unproved' });
  try {
    await askUser();
  } catch (failure) {
    const what = whatOf(problemOf(failure));
    // A passing failure says nothing about the login.
    const isPassing = failure instanceof UnavailableError || failure instanceof RateLimitedError;
    return isPassing ? unknown(what, 'check-again') : fail(what, 'sign-in');
  }
  const name = account?.channelName ?? account?.channelId ?? null;
  if (name === null) return ok({ key: 'preflight.token-ok' });
  return ok({ key: 'preflight.token-ok-as', values: { name } });
}

function scopesFinding(status: AppStatus, granted: readonly string[]): Found {
  if (status.tokens === null) return SIGNED_OUT;
  const missing = SCOPES.filter((scope) => !granted.includes(scope)).map(
    (scope) => ({ key: `permit.${scope}` }) as const,
  );
  if (missing.length === 0) return ok({ key: 'permit.all' });
  // Without the scopes of the status, events of the show are missed.
  const finding = status.scopes.missing.length > 0 ? fail : warn;
  return finding({ key: 'preflight.scopes-missing', values: { missing } }, 'grant');
}

const CONNECTION_FINDINGS: Readonly<Record<ConnectionState, Found>> = {
  live: ok({ key: 'preflight.connection-live' }),
  'signed-out': SIGNED_OUT,
  'signing-in': SIGNED_OUT,
  starting: CONNECTING,
  connecting: CONNECTING,
  reconnecting: CONNECTING,
  stopped: fail({ key: 'preflight.connection-stopped' }, 'reconnect'),
};

function connectionFinding({ connection: { state }, tokens }: AppStatus): Found {
  // Without a login, no connection attempt can succeed.
  return tokens === null && state !== 'live' ? SIGNED_OUT : CONNECTION_FINDINGS[state];
}

function slotsFinding({ session }: AppStatus): Found {
  const used = session?.slotsUsed ?? null;
  if (session === null || used === null) {
    return unknown({ key: 'preflight.slots-unknown' }, 'reconnect');
  }
  const max = session.slotsMax;
  if (used < max) return ok({ key: 'preflight.slots-free', values: { used, max } });
  return warn({ key: 'preflight.slots-full', values: { max } }, 'open-connection');
}

function overlayFinding({ inObs, elsewhere }: ReturnType<PreflightPorts['overlay']>): Found {
  const recent = (ago: number | null): boolean =>
    ago !== null && ago <= PREFLIGHT_LIMITS.overlaySeenMs;
  if (recent(inObs)) return ok({ key: 'preflight.overlay-in-obs' });
  if (recent(elsewhere)) return warn({ key: 'preflight.overlay-elsewhere' }, 'copy-overlay');
  const key = inObs === null ? 'preflight.overlay-never' : 'preflight.overlay-hidden';
  return fail({ key }, 'copy-overlay');
}

/** Without a connection to OBS nothing is missing: the overlay's address is enough. */
function obsFinding({ link, port, proof }: ReturnType<PreflightPorts['obs']>): Found {
  switch (link.state) {
    case 'off':
      return { state: 'ok', what: { key: 'preflight.obs-off' }, fix: 'open-obs' };
    case 'connecting':
      return warn({ key: 'obs.connecting' }, 'open-obs');
    case 'waiting':
      return fail({ key: `obs.why-${link.cause}`, values: { port: String(port) } }, 'open-obs');
    case 'connected':
      return proofFinding(proof);
  }
}

function proofFinding(proof: ObsState['proof']): Found {
  switch (proof.state) {
    case 'unknown':
    case 'looking':
      return unknown({ key: 'preflight.obs-looking' }, 'check-again');
    case 'unclear':
      return unknown({ key: 'preflight.obs-unclear' }, 'open-obs');
    case 'proved':
      return ok({ key: 'preflight.obs-proved' });
    case 'found': {
      const isMild = proof.findings.every(({ code }) => MILD_FINDINGS.has(code));
      const found = proof.findings.map(({ code }) => ({ key: `obs.found-${code}` }) as const);
      const what = { key: 'preflight.obs-found', values: { found } } as const;
      return isMild ? warn(what, 'open-obs') : fail(what, 'open-obs');
    }
  }
}

async function streamFinding({ status, scopes, stream }: PreflightPorts): Promise<Found> {
  if (status().tokens === null) return SIGNED_OUT;
  if (!scopes().includes('READ:LIVE_STREAM_SETTINGS')) {
    return unknown({ key: 'preflight.title-not-allowed' }, 'grant');
  }
  try {
    const set = await stream();
    const [title, category] = [set.title.trim(), set.category.trim()];
    if (title === '') return fail({ key: 'preflight.title-empty' }, 'open-stream');
    const values = { title, category };
    if (category !== '') return ok({ key: 'preflight.title-set', values });
    return warn({ key: 'preflight.title-no-category', values: { title } }, 'open-stream');
  } catch (failure) {
    return unknown(whatOf(problemOf(failure)), 'check-again');
  }
}

function diskFinding(freeBytes: number): Found {
  const { diskFailBytes, diskWarnBytes } = PREFLIGHT_LIMITS;
  const values = { free: sizeOf(freeBytes) };
  if (freeBytes >= diskWarnBytes) return ok({ key: 'preflight.disk-ok', values });
  const finding = freeBytes < diskFailBytes ? fail : warn;
  return finding({ key: 'preflight.disk-low', values }, 'open-folder');
}

/** Decimal units as on disk labels: a gigabyte is a thousand megabytes. */
function sizeOf(bytes: number): Text {
  return bytes >= 1_000_000_000
    ? { key: 'media.gigabytes', values: { size: Math.round(bytes / 100_000_000) / 10 } }
    : { key: 'media.megabytes', values: { size: Math.floor(bytes / 1_000_000) } };
}

function clockFinding(offsetMs: number | null): Found {
  if (offsetMs === null) return unknown({ key: 'preflight.clock-unknown' }, 'check-again');
  const off = Math.abs(offsetMs);
  if (off < PREFLIGHT_LIMITS.clockWarnMs) return ok({ key: 'preflight.clock-ok' });
  const finding = off >= PREFLIGHT_LIMITS.clockFailMs ? fail : warn;
  const key = offsetMs > 0 ? 'preflight.clock-ahead' : 'preflight.clock-behind';
  return finding({ key, values: { count: Math.round(off / 1_000) } }, 'check-again');
}

function ledgerFinding(touch: () => void): Found {
  try {
    touch();
    return ok({ key: 'preflight.ledger-ok' });
  } catch {
    return fail({ key: 'preflight.ledger-failed' }, 'open-folder');
  }
}

type Parts = Pick<Services, 'dataDir' | 'client' | 'tokens' | 'ledger' | 'serverTime'> &
  Pick<AccountFeature, 'status'> & {
    readonly alerts: Pick<AlertsFeature, 'pages'>;
    readonly obs: Pick<ObsFeature, 'feeds'>;
  };

/** Connects the preflight checks to the app. */
export function preflightPorts(parts: Parts): PreflightPorts {
  const { dataDir, client, tokens, ledger, serverTime, status, obs } = parts;
  const { pages } = parts.alerts;
  return {
    status: () => status.read(),
    scopes: () => tokens.grant?.scopes ?? [],
    askUser: () => client.users.me(),
    async stream() {
      const { defaultLiveTitle, category } = await client.lives.settings();
      return { title: defaultLiveTitle, category: category?.categoryValue ?? '' };
    },
    overlay: () => ({
      inObs: pages.lastSeenAgo('obs'),
      elsewhere: nearest(pages.lastSeenAgo('browser'), pages.lastSeenAgo('app-window')),
    }),
    obs: () => obs.feeds.obs.read(),
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
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
