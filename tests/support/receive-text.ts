import { type DecodeResult, decodeFrame } from '../../electron/events/decode.ts';
import type { ImagePolicy } from '../../electron/events/field-sanitizer.ts';
import type { EventHub } from '../../electron/events/hub.ts';
import { parseFrame } from '../../electron/platform/frames.ts';

/** What the hub says of a text of the socket; the transport keeps a PONG to itself. */
export function receiveText(hub: Pick<EventHub, 'receive'>, text: string) {
  const frame = parseFrame(text);
  return frame.type === 'pong' ? frame : hub.receive(frame);
}

/** What a text of the socket comes to. */
export function decodeText(text: string, policy: ImagePolicy): DecodeResult | { type: 'pong' } {
  const frame = parseFrame(text);
  return frame.type === 'pong' ? frame : decodeFrame(frame, policy);
}
