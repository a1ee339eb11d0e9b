import { API_EVENTS_MOST } from '../../../shared/api/v1.ts';
import type { EventKind, StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { EventHub } from '../../events/hub.ts';

/** A message ends with the event that exceeds this; texts may be 64 KB each. */
const MOST_CHARS = 256 * 1024;

export interface CursorParts {
  readonly hub: Pick<EventHub, 'lastSeq' | 'since' | 'oldestSeq'>;
  /** Events with a value from the ledger, in order, above a number. */
  readonly read: (after: number, limit: number) => readonly ValuedEvent[];
}

export interface EventPage {
  /** JSON texts of events, in order. */
  readonly events: readonly string[];
  /** The last event that was looked at, of any kind. */
  readonly upTo: number;
  /** Some chat before `upTo` is no longer kept. */
  readonly complete: boolean;
}

/** An event becomes JSON once, for however many programs. */
const texts = new WeakMap<StageEvent, string>();

function textOf(event: StageEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}

/**
 * The next events above a number, at most one message of them; null: there are none. What is no
 * longer in memory comes from the ledger, which has everything with a value.
 */
export function eventsAfter(
  { hub, read }: CursorParts,
  after: number,
  kinds: ReadonlySet<EventKind> | null,
  most = API_EVENTS_MOST,
): EventPage | null {
  if (after >= hub.lastSeq) return null;
  const recent = hub.since(after);
  if (recent) return pageOf(recent, kinds, most, hub.lastSeq, true);
  const oldest = hub.oldestSeq ?? hub.lastSeq + 1;
  const kept = read(after, most).filter(({ seq }) => seq < oldest);
  return pageOf(
    kept,
    kinds,
    most,
    kept.length < most ? oldest - 1 : (kept.at(-1)?.seq ?? after),
    false,
  );
}

/** `end`: up to where the events were looked through if all of them fit. */
function pageOf(
  events: readonly StageEvent[],
  kinds: ReadonlySet<EventKind> | null,
  most: number,
  end: number,
  complete: boolean,
): EventPage {
  const chosen: string[] = [];
  let chars = 0;
  let upTo = end;
  for (const event of events) {
    if (kinds !== null && !kinds.has(event.kind)) continue;
    if (chosen.length === most || chars > MOST_CHARS) {
      upTo = event.seq - 1;
      break;
    }
    const text = textOf(event);
    chosen.push(text);
    chars += text.length;
  }
  return { events: chosen, upTo, complete };
}
