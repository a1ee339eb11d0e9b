import { z } from 'zod';
import type { BridgeDown, BridgeUp } from '../../shared/contract/index.ts';
import type { StageEvent } from '../../shared/events.ts';
import { parseJson } from '../../shared/json.ts';
import { PACKAGE_ID, STORE_LIMITS, WIDGET_FAULTS } from '../../shared/overlay/custom-widgets.ts';
import type { OverlayDown, OverlayUp } from '../../shared/overlay/overlay-feed.ts';

const MAX_EVENTS_A_FRAME = 500;
/** A frame ends with the event that exceeds this; texts may be 64 KB each. */
const MAX_EVENT_CHARS_A_FRAME = 256 * 1024;

/** As many events as fit one frame, as JSON. */
interface PackedEvents {
  readonly json: string;
  /** Number of the last event included. */
  readonly upTo: number;
  /** Index of the first event not included. */
  readonly next: number;
}

/** Encodes a frame once, so that many pages can share the bytes. */
export function encode(frame: OverlayDown | BridgeDown): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/** Packs the events from index `start`; null if there are none. */
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

/** Packs all events, frame by frame. */
export function* packAll(events: readonly StageEvent[]): Generator<PackedEvents> {
  let packed = packEvents(events, 0);
  while (packed) {
    yield packed;
    packed = packEvents(events, packed.next);
  }
}

/** Encodes an overlay's `batch` frame. */
export function encodeBatch(packed: PackedEvents): Buffer {
  return Buffer.from(`{"type":"batch","upTo":${packed.upTo},"events":${packed.json}}`);
}

/** Encodes a dashboard's frame of the `events` feed. */
export function encodeEventsFeed(json: string, reset: boolean): Buffer {
  return Buffer.from(`{"type":"feed","feed":"events","value":{"reset":${reset},"events":${json}}}`);
}

const whole = z.number().int().nonnegative();

const overlayUpSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('attach'),
    epoch: z.string().max(200).nullable(),
    after: whole,
  }),
  z.strictObject({
    type: z.literal('receipt'),
    alertId: whole,
    state: z.enum(['painted', 'over']),
  }),
  z.strictObject({ type: z.literal('visibility'), visible: z.boolean() }),
  z.strictObject({ type: z.literal('voice'), able: z.boolean() }),
  z.strictObject({ type: z.literal('sound'), able: z.boolean() }),
  z.strictObject({
    type: z.literal('widget-fault'),
    id: z.string().regex(PACKAGE_ID),
    fault: z.enum(WIDGET_FAULTS),
  }),
  z.strictObject({
    type: z.literal('widget-keep'),
    id: z.string().regex(PACKAGE_ID),
    key: z.string().min(1).max(STORE_LIMITS.keyChars),
    value: z.string().max(STORE_LIMITS.valueChars),
  }),
  z.strictObject({ type: z.literal('beacon'), id: whole, state: z.enum(['heard', 'painted']) }),
]);

const bridgeUpSchema = z.strictObject({
  type: z.literal('command'),
  id: whole,
  name: z.string().max(100),
  args: z.unknown(),
  code: z.string().max(100).optional(),
});

/** Parses a frame from an overlay page; null if it breaks the contract. */
export function parseOverlayUp(text: string): OverlayUp | null {
  return overlayUpSchema.safeParse(parseJson(text)).data ?? null;
}

/** As `parseOverlayUp`, from a dashboard; the arguments are not checked. */
export function parseBridgeUp(text: string): BridgeUp | null {
  return bridgeUpSchema.safeParse(parseJson(text)).data ?? null;
}
