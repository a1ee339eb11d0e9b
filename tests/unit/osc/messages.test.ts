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

describe('a packet', () => {
  const message = { oscType: 'message', address: '/a', args: [] };
  const bundleOf = (elements: readonly object[]) => ({ oscType: 'bundle', timetag: 0, elements });
  const read = (packet: object) => messagesIn(codec, codec.encode(packet));

  it.each([
    [4, true],
    [5, false],
  ])('of a message in %i bundles around each other is read: %s', (depth, isRead) => {
    let packet: object = message;
    for (let at = 0; at < depth; at += 1) packet = bundleOf([packet]);
    expect(read(packet) !== null).toBe(isRead);
  });

  it.each([
    [64, true],
    [65, false],
  ])('of %i messages is read: %s', (count, isRead) => {
    const messages = read(bundleOf(Array.from({ length: count }, () => message)));
    expect(messages?.length ?? null).toBe(isRead ? count : null);
  });

  it('has texts, numbers, and truth; what else there is means nothing', () => {
    const args = [
      { type: 's', value: 'text' },
      { type: 'i', value: -3 },
      { type: 'f', value: 0.5 },
      { type: 'f', value: Number.POSITIVE_INFINITY },
      { type: 'f', value: Number.NaN },
      { type: 'T', value: true },
      { type: 'F', value: false },
      { type: 'b', value: Buffer.from([1, 2, 3, 4]) },
    ];
    expect(read({ oscType: 'message', address: '/a', args })).toEqual([
      { address: '/a', args: ['text', -3, 0.5, null, null, true, false, null] },
    ]);
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

  it('is tagged with its time as long as tags have room', () => {
    const tagOf = (at: number) => {
      const [bytes] = packed(codec, [{ address: '/a', args: [] }], at);
      return bytes && (codec.decode(bytes) as unknown as { timetag: number }).timetag;
    };
    const end = (2 ** 32 - 2_208_988_800) * 1_000;
    expect(tagOf(end - 1_000)).toBeCloseTo(end / 1_000 - 1, 3);
    expect(tagOf(end)).toBe(0);
  });

  it.each([
    [679, [1_400]],
    [680, [708, 712]],
  ])('fills a datagram to its last byte: a second text of %i bytes', (length, bytes) => {
    const messages = [679, length].map((each) => ({ address: '/a', args: ['x'.repeat(each)] }));
    expect(packed(codec, messages, 0).map((each) => each.length)).toEqual(bytes);
  });

  it.each([
    [2 ** 31 - 1, 'i'],
    [1 - 2 ** 31, 'i'],
    [2 ** 31, 'f'],
    [-(2 ** 31), 'f'],
    [0.5, 'f'],
  ])('%d goes as %s', (value, type) => {
    const [bytes] = packed(codec, [{ address: '/a', args: [value] }], 0);
    expect(bytes?.toString('latin1')).toContain(`,${type}\0\0`);
    expect(bytes && messagesIn(codec, bytes)).toEqual([{ address: '/a', args: [value] }]);
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
