import { useEffect, useState } from 'react';
import type { ActionState } from '../../stores/dashboard-actions.ts';
import type { EventList } from '../../stores/dashboard-events.ts';
import { selectEvents, selectStatus } from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';

/** What was sent last. */
export interface SentText {
  readonly text: string;
  /** Number of the newest event by then; 0: there was none. */
  readonly after: number;
}

/** How a message stands of which no answer came. */
export type Unsure =
  | { readonly kind: 'none' }
  /** Nobody knows; `watched`: the feed would tell. */
  | { readonly kind: 'unknown'; readonly text: string; readonly watched: boolean }
  /** It stands in the chat. */
  | { readonly kind: 'arrived'; readonly sent: SentText };

/**
 * Looks for a message without an answer in the feed. It counts as sent once the own channel says the
 * same words after it was sent: the same words of somebody else do not.
 */
export function useUnsureMessage(sending: ActionState, sent: SentText | null): Unsure {
  const events = useSelect(selectEvents);
  const channelId = useSelect(selectStatus)?.account?.channelId ?? null;
  const [arrived, setArrived] = useState<SentText | null>(null);
  const isUnknown = sending.phase === 'failed' && sending.problem.outcome === 'unknown';
  const isThere =
    isUnknown && sent !== null && channelId !== null && isSaid(events, sent, channelId);
  useEffect(() => {
    // The list forgets: what was seen once stays seen.
    if (isThere) setArrived(sent);
  }, [isThere, sent]);
  if (!isUnknown || sent === null) return { kind: 'none' };
  if (isThere || arrived === sent) return { kind: 'arrived', sent };
  return { kind: 'unknown', text: sent.text, watched: channelId !== null };
}

function isSaid(events: EventList, { text, after }: SentText, channelId: string): boolean {
  const words = text.trim();
  return events.some(
    (event) =>
      event.kind === 'CHAT' &&
      event.seq > after &&
      event.origin === 'platform' &&
      event.data.senderChannelId === channelId &&
      event.data.content.trim() === words,
  );
}
