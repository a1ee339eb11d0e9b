import type { Decoded } from '../../shared/events.ts';
import { decodeFrame } from './decode.ts';
import type { ImagePolicy } from './image-policy.ts';

/**
 * A test as the same thing would have come over the socket: addresses that are not allowed are taken
 * out, too many badges, emojis and items are cut, texts are mended. Our field names are the wire's.
 *
 * @throws TypeError where nothing is left of it, which no test that the contract takes comes to.
 */
export function mendTest(decoded: Decoded, policy: ImagePolicy): Decoded {
  const { kind, data } = decoded;
  const result = decodeFrame(JSON.stringify({ event: kind, data }), policy);
  if (result.type !== 'event') throw new TypeError(`A test of kind ${kind} says nothing`);
  const mended = result.decoded;
  if (decoded.kind !== 'CHAT' || mended.kind !== 'CHAT') return mended;
  // Nothing on the wire says it: the test does.
  return { ...mended, data: { ...mended.data, senderRole: decoded.data.senderRole } };
}
