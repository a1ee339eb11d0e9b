import fc from 'fast-check';
import * as codec from 'node-osc';
import { describe, expect, it } from 'vitest';
import {
  cutBytes,
  DATAGRAM_MOST_BYTES,
  messagesIn,
  type OscMessage,
  packed,
} from '../../../electron/features/osc/osc-messages.ts';

/** Bytes that are nearly OSC reach further than random ones. */
const nearly = fc
  .tuple(
    fc.constantFrom('#bundle\0', '/stagelight/alerts/pause\0\0\0\0', '/a\0\0', ',s\0\0', ''),
    fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 24 }),
        fc.constantFrom(',sib\0\0\0\0', ',TFNf\0\0\0', '#bundle\0', '\0\0\0\x10').map(Buffer.from),
      ),
      { maxLength: 12 },
    ),
  )
  .map(([head, parts]) => Buffer.concat([Buffer.from(head), ...parts]));

describe('any bytes', () => {
  it('are messages or nothing, and never a failure', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 4_096 }).map(Buffer.from), nearly);
    fc.assert(
      fc.property(bytes, (packet) => {
        const messages = messagesIn(codec, packet);
        for (const { address, args } of messages ?? []) {
          expect(address.startsWith('/')).toBe(true);
          expect(args.every((arg) => arg === null || typeof arg !== 'object')).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('what is told', () => {
  const text = fc.string({ unit: 'binary', maxLength: 900 }).map((said) => cutBytes(said, 600));
  const message = fc.record({
    address: fc.constantFrom('/stagelight/event/donation', '/stagelight/vote/leader'),
    args: fc.array(fc.oneof(text, fc.maxSafeInteger(), fc.boolean()), { maxLength: 2 }),
  });

  it('arrives whole and in its order, in datagrams that every network carries', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
        const datagrams = packed(codec, messages, 1_767_225_600_000);
        expect(Math.max(0, ...datagrams.map(({ length }) => length))).toBeLessThanOrEqual(
          DATAGRAM_MOST_BYTES,
        );
        const back = datagrams.flatMap((bytes) => messagesIn(codec, bytes) ?? []);
        expect(back).toEqual(messages.map(asSent));
      }),
      { numRuns: 300 },
    );
  });

  it('goes out after 2036 too, when time tags have come to their end', () => {
    const [bytes] = packed(codec, [{ address: '/a', args: [] }], Date.UTC(2040, 0, 1));
    expect(bytes && codec.decode(bytes)).toMatchObject({ timetag: 0 });
  });

  it('is cut to so many bytes, never inside a character, and unchanged where it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(200), (said, most) => {
        const plain = said.replaceAll('\0', '');
        const cut = cutBytes(said, most);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
        expect(plain.startsWith(cut)).toBe(true);
        const next = [...plain.slice(cut.length)][0];
        if (next) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(most);
      }),
    );
  });
});

/** Booleans as 1 and 0, large numbers as floats of 32 bits. */
function asSent({ address, args }: OscMessage): OscMessage {
  return {
    address,
    args: args.map((arg) => {
      if (typeof arg === 'boolean') return arg ? 1 : 0;
      return typeof arg === 'number' && Math.abs(arg) > 2 ** 31 - 1 ? Math.fround(arg) : arg;
    }),
  };
}
