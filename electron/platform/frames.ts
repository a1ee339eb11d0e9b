import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';

/** Asks whether the connection lives; answered with a PONG (specification, "Delivery"). */
export const PING = JSON.stringify({ type: 'PING' });

/** Why a frame is neither an event nor an answer to a PING. Stable, kebab-case. */
export type UnreadableReason = 'not-json' | 'not-an-object' | 'no-event' | 'unknown-action';

/** One text frame of the platform's socket (specification, "Delivery"), taken apart once. */
export type SocketFrame =
  | { readonly type: 'pong' }
  | {
      readonly type: 'event';
      /** One of the specification's names, or whatever else the platform comes to send. */
      readonly name: string;
      readonly envelope: JsonObject;
      /** Characters of the frame. */
      readonly length: number;
    }
  | {
      readonly type: 'unreadable';
      readonly reason: UnreadableReason;
      /** For the log: its beginning. */
      readonly detail: string;
    };

/** Frames passed on; the transport keeps the PONGs to its own PINGs. */
export type EventFrame = Exclude<SocketFrame, { readonly type: 'pong' }>;

/** Never throws. */
export function parseFrame(text: string): SocketFrame {
  const envelope = parseJson(text);
  if (envelope === undefined) return unreadable('not-json', text);
  if (!isJsonObject(envelope)) return unreadable('not-an-object', text);
  const { event, action } = envelope;
  if (typeof event === 'string') {
    return { type: 'event', name: event, envelope, length: text.length };
  }
  if (action === 'PONG') return { type: 'pong' };
  if (typeof action === 'string') return unreadable('unknown-action', action);
  return unreadable('no-event', text);
}

function unreadable(reason: UnreadableReason, text: string): SocketFrame {
  return { type: 'unreadable', reason, detail: glimpse(text) };
}

/** The beginning of a text, so that a log line stays a line. */
export function glimpse(text: string): string {
  const short = text.slice(0, 80).toWellFormed();
  return text.length > 80 ? `${short}… (${text.length} characters)` : short;
}
