import type { EventKind, EventOrigin, StageEvent } from '../../shared/events.ts';
import { saidIn } from '../../shared/overlay/highlight.ts';

export interface FeedFilter {
  /** Empty: all kinds. */
  readonly kinds: readonly EventKind[];
  /** null: both. */
  readonly origin: EventOrigin | null;
  /** Searched in names and texts; empty matches everything. */
  readonly text: string;
}

export const NO_FILTER: FeedFilter = { kinds: [], origin: null, text: '' };

export function isOpen({ kinds, origin, text }: FeedFilter): boolean {
  return kinds.length === 0 && origin === null && asLookedFor(text) === '';
}

/** Ignores surrounding spaces and case. */
function asLookedFor(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

export function matcherOf(filter: FeedFilter): (event: StageEvent) => boolean {
  const { kinds, origin } = filter;
  const text = asLookedFor(filter.text);
  return (event) =>
    (kinds.length === 0 || kinds.includes(event.kind)) &&
    (origin === null || event.origin === origin) &&
    (text === '' || holds(event, text));
}

function holds(event: StageEvent, text: string): boolean {
  if (event.kind === 'CHAT') {
    const { profile, content } = event.data;
    return has(content, text) || has(profile.nickname, text);
  }
  const { name, content } = saidIn(event);
  return has(content, text) || has(name ?? '', text) || has(extraOf(event), text);
}

function extraOf({ kind, data }: StageEvent): string {
  if (kind === 'DROPS') return `${data.rewardTitle} ${data.rewardDescription}`;
  if (kind === 'GOODS_PURCHASE') return `${data.shopName} ${data.representativeItemName}`;
  return '';
}

function has(within: string, text: string): boolean {
  return within.toLowerCase().includes(text);
}
