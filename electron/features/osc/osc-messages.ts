import { isJsonObject } from '../../../shared/json.ts';

export type OscValue = string | number | boolean | null;

export interface OscMessage {
  readonly address: string;
  readonly args: readonly OscValue[];
}

/** node-osc's, without its sockets. */
export interface OscCodec {
  encode(packet: object): Buffer;
  decode(bytes: Buffer): unknown;
}

/** A bundle in a bundle may have meaning; deeper, somebody plays. */
const DEEPEST = 4;
const MESSAGES_MOST = 64;

/**
 * The messages of a packet, of bundles too, in their order; null: it is no OSC. Their time tags are
 * not waited for.
 */
export function messagesIn(codec: OscCodec, bytes: Buffer): readonly OscMessage[] | null {
  try {
    const found: OscMessage[] = [];
    return collect(codec.decode(bytes), 0, found) ? found : null;
  } catch {
    return null;
  }
}

function collect(packet: unknown, depth: number, found: OscMessage[]): boolean {
  if (!isJsonObject(packet) || depth > DEEPEST || found.length >= MESSAGES_MOST) return false;
  const { oscType, elements } = packet;
  if (oscType === 'bundle') {
    return Array.isArray(elements) && elements.every((each) => collect(each, depth + 1, found));
  }
  const { address, args } = packet;
  if (typeof address !== 'string' || !address.startsWith('/') || !Array.isArray(args)) return false;
  found.push({ address, args: args.map(plainOf) });
  return true;
}

/** Other types (blobs, MIDI) mean nothing to any command. */
function plainOf(arg: unknown): OscValue {
  const value = isJsonObject(arg) ? arg['value'] : null;
  const isPlain = typeof value === 'string' || typeof value === 'boolean';
  return isPlain || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

/** With its headers it fits into one frame of any network. */
export const DATAGRAM_MOST_BYTES = 1_400;
const BUNDLE_HEAD_BYTES = 16;
const SIZE_BYTES = 4;

/** In bundles of one datagram each, tagged with the time. None is ever too large: texts are cut. */
export function packed(
  codec: OscCodec,
  messages: readonly OscMessage[],
  atMs: number,
): readonly Buffer[] {
  const bundles: object[][] = [];
  let room = 0;
  for (const message of messages) {
    const element = { oscType: 'message', ...message, args: message.args.map(argOf) };
    const bytes = SIZE_BYTES + codec.encode(element).length;
    if (bytes > room) {
      bundles.push([]);
      room = DATAGRAM_MOST_BYTES - BUNDLE_HEAD_BYTES;
    }
    room -= bytes;
    bundles.at(-1)?.push(element);
  }
  // 0: at once. Tags have no room for later times.
  const timetag = atMs < TAGS_END_MS ? atMs / 1_000 : 0;
  return bundles.map((elements) => codec.encode({ oscType: 'bundle', timetag, elements }));
}

/** 7 February 2036. */
const TAGS_END_MS = (2 ** 32 - 2_208_988_800) * 1_000;
const INT_MOST = 2 ** 31 - 1;

/** Whole numbers that 32 bits do not hold go as floats, which are less exact. */
function argOf(value: OscValue): object | OscValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'number' || !Number.isInteger(value)) return value;
  return Math.abs(value) > INT_MOST ? { type: 'f', value } : value;
}

const encoder = new TextEncoder();

/** Cut to so many bytes, never inside a character, and without what would end the text early. */
export function cutBytes(text: string, most: number): string {
  const plain = text.replaceAll('\0', '');
  const { read } = encoder.encodeInto(plain, new Uint8Array(most));
  return plain.slice(0, read);
}
