import type { NotedEntry } from '../../../electron/fleet/books/books-stream.ts';
import { entryOf } from '../../../electron/fleet/books/messages.ts';
import type { ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from '../../../shared/connection-history.ts';

export const NOW = 1_000_000_000;

/** As they come from the stream: the channel, and what its host wrote there. */
function noted(place: number, channelId: string, kind: string, body: object): NotedEntry {
  const entry = entryOf(kind, JSON.stringify({ epoch: place, file: 'f', ...body }));
  if (!entry) throw new Error('It is none.');
  return { place, at: NOW - 1_000 + place, channelId, entry };
}

export const owner = (place: number, channelId: string, host?: string) =>
  noted(place, channelId, 'owner', host === undefined ? {} : { host });
export const gap = (
  place: number,
  channelId: string,
  from: number,
  ms: number,
  reason = 'crash',
  kinds: readonly SubscriptionKind[] = SUBSCRIPTION_KINDS,
) => noted(place, channelId, 'gap', { id: place, gap: { from, to: from + ms, reason, kinds } });

/** One that is live. */
export function channel(channelId: string, changes: Partial<ListedChannel> = {}): ListedChannel {
  return {
    channelId,
    state: 'running',
    owner: 'host-a',
    epoch: 3,
    connection: 'live',
    name: null,
    since: NOW - 60_000,
    ...changes,
  };
}
