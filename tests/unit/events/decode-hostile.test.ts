import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import { HOSTILE_ADDRESSES, HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { WIRE_DATA, wireFrame } from '../../fixtures/wire-events.ts';
import { decodeText } from '../../support/receive-text.ts';

const LONGEST_TEXT = 65_536;

const strict = createImagePolicy({ allowLoopbackHttp: false });
const lenient = createImagePolicy({ allowLoopbackHttp: true });

function decodeData(frame: string, policy = strict) {
  const result = decodeText(frame, policy);
  if (result.type !== 'event') throw new Error(`not an event: ${JSON.stringify(result)}`);
  return {
    data: result.decoded.data as unknown as Readonly<Record<string, unknown>>,
    repairs: result.repairs,
  };
}

/** Every field of each kind that is a text for people. */
const TEXT_FIELDS: readonly { readonly kind: EventKind; readonly field: string }[] = [
  { kind: 'CHAT', field: 'content' },
  { kind: 'CHAT', field: 'senderChannelId' },
  { kind: 'DONATION', field: 'donationText' },
  { kind: 'DONATION', field: 'donatorNickname' },
  { kind: 'SUBSCRIPTION', field: 'subscriptionMessage' },
  { kind: 'SUBSCRIPTION', field: 'subscriberChannelName' },
  { kind: 'DROPS', field: 'rewardTitle' },
  { kind: 'DROPS', field: 'rewardDescription' },
  { kind: 'GOODS_PURCHASE', field: 'content' },
  { kind: 'GOODS_PURCHASE', field: 'shopName' },
  { kind: 'GOODS_PURCHASE', field: 'representativeItemName' },
];

describe('hostile texts', () => {
  it.each(HOSTILE_TEXTS)('come through as the same text: $name', ({ text }) => {
    for (const { kind, field } of TEXT_FIELDS) {
      const { data } = decodeData(wireFrame(kind, { [field]: text }));
      expect(data[field]).toBe(text.toWellFormed());
    }
  });

  it.each(HOSTILE_TEXTS)('do no harm as nickname, badge and label: $name', ({ text }) => {
    const badges = [{ id: text, name: text, imageUrl: text }];
    const { data } = decodeData(wireFrame('CHAT', { profile: { nickname: text, badges } }));
    const wellFormed = text.toWellFormed();
    expect(data['profile']).toEqual({
      nickname: wellFormed,
      badges: [{ id: wellFormed, name: wellFormed, imageUrl: null }],
    });
    for (const [kind, field] of [
      ['GOODS_PURCHASE', 'currency'],
      ['DONATION', 'donationType'],
    ] as const) {
      const label = decodeData(wireFrame(kind, { [field]: text })).data[field] as string;
      expect(label.length).toBeLessThanOrEqual(64);
      expect(label.isWellFormed()).toBe(true);
      expect(label).not.toMatch(/\p{Cc}/u);
    }
  });

  it('are cut at 64 KB without splitting a pair of surrogates, and that is noted', () => {
    const fits = 'x'.repeat(LONGEST_TEXT);
    expect(decodeData(wireFrame('CHAT', { content: fits }))).toMatchObject({
      data: { content: fits },
      repairs: [],
    });
    const { data, repairs } = decodeData(wireFrame('CHAT', { content: `y${'👍'.repeat(40_000)}` }));
    expect(data['content']).toBe(`y${'👍'.repeat(32_767)}`);
    expect(repairs).toEqual(['text-cut']);
  });

  it('have their lone surrogates replaced, and that is noted', () => {
    const { data, repairs } = decodeData(wireFrame('CHAT', { content: 'a\uD83Db' }));
    expect(data['content']).toBe('a\uFFFDb');
    expect(repairs).toEqual(['text-malformed']);
  });
});

describe('image addresses', () => {
  it.each(HOSTILE_ADDRESSES)('never pass: $name', ({ text }) => {
    for (const policy of [strict, lenient]) {
      const badges = [{ id: 'b', name: 'n', imageUrl: text }];
      const chat = decodeData(
        wireFrame('CHAT', { profile: { nickname: 'n', badges }, emojis: { ':c-e:': text } }),
        policy,
      );
      expect(chat.data).toMatchObject({ profile: { badges: [{ imageUrl: null }] }, emojis: {} });
      expect(chat.repairs).toEqual(['image-removed', 'image-removed']);
      const drops = decodeData(wireFrame('DROPS', { rewardImageUrl: text }), policy);
      expect(drops.data['rewardImageUrl']).toBeNull();
      expect(drops.repairs).toEqual(['image-removed']);
      const items = [{ cnt: 1, amount: 1, imageUrl: text, overlayImageUrl: text }];
      const cheer = decodeData(wireFrame('DONATION', { cheeringItems: items }), policy);
      expect(cheer.data['cheeringItems']).toMatchObject([
        { imageUrl: null, overlayImageUrl: null },
      ]);
    }
  });

  it.each([
    ['https://cdn.example/a.png?x=1#y', 'https://cdn.example/a.png?x=1#y'],
    ['HTTPS://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['https://cdn.example/그림.png', 'https://cdn.example/%EA%B7%B8%EB%A6%BC.png'],
    [' https://cdn.example/a b.png', 'https://cdn.example/a%20b.png'],
  ])('pass when they are https: %s', (address, expected) => {
    expect(strict.check(address)).toBe(expected);
    expect(strict.check(address)).toBe(expected);
  });

  it.each([
    'http://127.0.0.1:9000/a.png',
    'http://localhost/a.png',
    'http://[::1]:9000/a.png',
    'http://cdn.localhost/a.png',
  ])('on this machine may be http only where that is allowed: %s', (address) => {
    expect(lenient.check(address)).toBe(address);
    expect(strict.check(address)).toBeNull();
  });

  it('are judged again after more of them than can be remembered', () => {
    const policy = createImagePolicy({ allowLoopbackHttp: false });
    for (let n = 0; n < 5_000; n += 1) policy.check(`https://cdn.example/${n}.png`);
    expect(policy.check('https://cdn.example/0.png')).toBe('https://cdn.example/0.png');
    expect(policy.check('javascript:alert(1)')).toBeNull();
  });
});

describe('names that belong to every object', () => {
  it('do not reach a prototype', () => {
    const frame = `{"event":"CHAT","__proto__":{"owned":1},"data":{"content":"hi","senderChannelId":"v",
      "__proto__":{"content":"owned"},"constructor":{"prototype":{"owned":1}},
      "profile":{"nickname":"n","badges":[],"__proto__":{"nickname":"owned"}},
      "emojis":{"__proto__":"https://cdn.example/a.png","constructor":"https://cdn.example/b.png"}}}`;
    const { data } = decodeData(frame);
    expect(data).toMatchObject({ content: 'hi', profile: { nickname: 'n' } });
    expect(({} as Record<string, unknown>)['owned']).toBeUndefined();
    const emojis = data['emojis'] as object;
    expect(Object.getPrototypeOf(emojis)).toBe(Object.prototype);
    expect(Object.keys(emojis)).toEqual(['constructor']);
  });
});

describe('lists without end', () => {
  it('are cut, and the event is kept', () => {
    const badges = Array.from({ length: 5_000 }, (_, n) => ({
      id: `${n}`,
      name: 'n',
      imageUrl: '',
    }));
    const emojis = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`:c-${n}:`, 'https://cdn.example/e.png']),
    );
    const { data, repairs } = decodeData(wireFrame('DONATION', { donatorBadges: badges, emojis }));
    expect(data['payAmount']).toBe(10_000);
    expect(data['donatorBadges']).toHaveLength(100);
    expect(Object.keys(data['emojis'] as object)).toHaveLength(500);
    expect(repairs).toEqual(['badges-cut', 'emojis-cut']);
  });
});

const UNEXPECTED: ReadonlySet<string> = new Set(['decoder-failed', 'data-unreadable']);
const isThere = (value: unknown): boolean => value !== undefined;

describe('anything at all', () => {
  const kinds = fc.constantFrom(...EVENT_KINDS);

  // A throw inside a property fails it by itself: `expect` around each of hundreds of runs is slow.
  it('never makes the decoder throw', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string());
    fc.assert(
      fc.property(anyText, (text) => {
        const result = decodeText(text, strict);
        return result.type !== 'event' && !('reason' in result && UNEXPECTED.has(result.reason));
      }),
      { numRuns: 300 },
    );
  });

  it('as data comes out as a refusal or as an event that is complete and can be written', () => {
    fc.assert(
      fc.property(kinds, fc.jsonValue({ maxDepth: 4 }), (event, data) => {
        const result = decodeText(JSON.stringify({ event, data }), strict);
        if (result.type === 'event') return Object.values(result.decoded.data).every(isThere);
        return result.type === 'refused' && !UNEXPECTED.has(result.reason);
      }),
    );
  });

  it('in any field leaves the other fields as they were', () => {
    const cases = kinds.chain((kind) =>
      fc.tuple(
        fc.constant(kind),
        fc.constantFrom(...Object.keys(WIRE_DATA[kind])),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    );
    fc.assert(
      fc.property(cases, ([kind, field, value]) => {
        const before = decodeData(wireFrame(kind)).data;
        const { data } = decodeData(wireFrame(kind, { [field]: value }));
        const others = (all: object) => Object.entries(all).filter(([name]) => name !== field);
        return (
          isDeepStrictEqual(others(data), others(before)) && Object.values(data).every(isThere)
        );
      }),
      { numRuns: 300 },
    );
  });
});
