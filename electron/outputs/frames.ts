import type { BridgeDown } from '../../shared/contract/index.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';

/** At most so many events in a frame. */
export const MAX_EVENTS_A_FRAME = 500;
/** A frame is closed at the event that takes it over this; texts may be 64 KB each. */
const MAX_EVENT_CHARS_A_FRAME = 256 * 1024;

/** As many of the events as fit one frame, as JSON. */
export interface PackedEvents {
  /** A JSON array. */
  readonly json: string;
  /** Number of the last event in it. */
  readonly upTo: number;
  /** Index of the first event that is not in it. */
  readonly next: number;
}

/** One frame as bytes, so that many pages share one serialisation. */
export function encode(frame: OverlayDown | BridgeDown): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/** Packs the events from index `start` on; null when there are none. */
export function packEvents(events: readonly StageEvent[], start: number): PackedEvents | null {
  const parts: string[] = [];
  let chars = 0;
  let upTo = 0;
  for (let index = start; index < events.length; index += 1) {
    const event = events[index];
    if (!event || parts.length === MAX_EVENTS_A_FRAME || chars > MAX_EVENT_CHARS_A_FRAME) break;
    const json = JSON.stringify(event);
    parts.push(json);
    chars += json.length;
    upTo = event.seq;
  }
  if (parts.length === 0) return null;
  return { json: `[${parts.join(',')}]`, upTo, next: start + parts.length };
}

/** Packs all the events, frame by frame. */
export function* packAll(events: readonly StageEvent[]): Generator<PackedEvents> {
  let packed = packEvents(events, 0);
  while (packed) {
    yield packed;
    packed = packEvents(events, packed.next);
  }
}

/** An overlay's `batch` frame. */
export function encodeBatch(packed: PackedEvents): Buffer {
  return Buffer.from(`{"type":"batch","upTo":${packed.upTo},"events":${packed.json}}`);
}

/** A dashboard's frame of the `events` feed. */
export function encodeEventsFeed(json: string, reset: boolean): Buffer {
  return Buffer.from(`{"type":"feed","feed":"events","value":{"reset":${reset},"events":${json}}}`);
}
