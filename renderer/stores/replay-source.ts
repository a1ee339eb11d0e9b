import type { Bridge } from '../../shared/contract/index.ts';
import { REPLAY_PAGE_MOST, type ReplayOutline } from '../../shared/contract/replay.ts';
import type { StageEvent } from '../../shared/events.ts';

export interface ReplayAsk {
  /** The id of its outline. */
  readonly broadcast: number;
  /** Events with a higher number. */
  readonly after: number;
  /** Events from this time (epoch milliseconds) on, after `lead` earlier ones. */
  readonly from?: { readonly at: number; readonly lead: number };
}

export interface ReplayPage {
  readonly events: readonly StageEvent[];
  /** The next `after`; null at the end. */
  readonly next: number | null;
}

/** Reads a past broadcast; rejects with a `BridgeError`. Changes nothing. */
export interface ReplaySource {
  /** The last broadcast with events; null if none. */
  outline(): Promise<ReplayOutline | null>;
  page(ask: ReplayAsk): Promise<ReplayPage>;
}

export function replaySource(bridge: Pick<Bridge, 'command'>): ReplaySource {
  return {
    outline: async () => (await bridge.command('broadcast.outline', { broadcast: 'last' })).outline,
    page: (ask) => bridge.command('broadcast.events', { ...ask, limit: REPLAY_PAGE_MOST }),
  };
}
