import { statfs } from 'node:fs/promises';
import { problemOf } from '../base/errors.ts';
import type { PreflightPorts, StreamLook, TokenLook } from '../care/preflight-checks.ts';
import type { ServerTime } from '../care/server-time.ts';
import { RateLimitedError } from '../platform/errors/overload.ts';
import { UnavailableError } from '../platform/errors/unavailable.ts';
import { SCOPES } from '../platform/scopes.ts';
import type { ControlParts } from './control-parts.ts';

type Parts = Pick<ControlParts, 'options' | 'client' | 'tokens' | 'ledger' | 'status' | 'pages'>;

/** What the looks before going live are made of. */
export function preflightPorts(parts: Parts, serverTime: ServerTime): PreflightPorts {
  const { options, client, tokens, ledger, status, pages } = parts;
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
      const { bavail, bsize } = await statfs(options.dataDir);
      return bavail * bsize;
    },
    clockOffset: () => serverTime.offsetMs,
    // A write like any other that changes nothing.
    touchLedger: () => void ledger.reserveNumbers(0),
  };
}

function nearest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** It says nothing about the login. */
function isPassing(failure: unknown): boolean {
  return failure instanceof UnavailableError || failure instanceof RateLimitedError;
}
