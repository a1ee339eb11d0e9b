import type { ValuedEvent } from '../../shared/events.ts';
import { cutText } from '../../shared/overlay/cut-text.ts';

/** Longest text of an event on the desk, UTF-16 units: two hundred of them travel together. */
const DESK_TEXT = 1_000;

/** What is said of an alert that is neither held nor playing, and stands alone. */
export const ALONE = {
  heldUntil: null,
  together: 1,
  speak: null,
  endsAt: null,
  durationMs: null,
} as const;

/** The event with its long texts cut; the same object when none is. */
export function deskEvent(event: ValuedEvent): ValuedEvent {
  const fields = Object.entries(event.data);
  if (!fields.some(([, value]) => isLong(value))) return event;
  const data = Object.fromEntries(
    fields.map(([name, value]) => [name, isLong(value) ? cutText(value, DESK_TEXT) : value]),
  );
  return { ...event, data } as ValuedEvent;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > DESK_TEXT;
}
