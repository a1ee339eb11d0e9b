import { describe, expect, it } from 'vitest';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import type { Decoded, EventKind } from '../../../shared/events.ts';
import {
  WIRE_CHEERING,
  WIRE_DATA,
  wireFrame,
  wireFrameWithout,
} from '../../fixtures/wire-events.ts';
import { decodeText } from '../../support/receive-text.ts';

const policy = createImagePolicy({ allowLoopbackHttp: false });
const decode = (frame: string) => decodeText(frame, policy);

interface Outcome {
  readonly decoded: Decoded;
  readonly data: Readonly<Record<string, unknown>>;
  readonly repairs: readonly string[];
}

function decodeEvent(frame: string): Outcome {
  const result = decode(frame);
  if (result.type !== 'event') throw new Error(`not an event: ${JSON.stringify(result)}`);
  const { decoded, repairs } = result;
  return { decoded, repairs, data: decoded.data as unknown as Record<string, unknown> };
}

/** What the decoder adds of its own. */
const OWN = { CHAT: { senderRole: 'viewer' } } as const;
const EXPECTED_CHAT = { ...WIRE_DATA.CHAT, ...OWN.CHAT };

describe('good frames', () => {
  it.each(['SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const)(
    'keeps every field of %s as it was sent',
    (kind) => {
      expect(decode(wireFrame(kind))).toStrictEqual({
        type: 'event',
        decoded: { kind, data: WIRE_DATA[kind] },
        repairs: [],
      });
    },
  );

  it('keeps every field of CHAT as it was sent, and adds the role', () => {
    expect(decode(wireFrame('CHAT'))).toStrictEqual({
      type: 'event',
      decoded: { kind: 'CHAT', data: EXPECTED_CHAT },
      repairs: [],
    });
  });

  it.each([
    ['viewer-1', 'channel-1', 'viewer'],
    ['channel-1', 'channel-1', 'streamer'],
    ['', '', 'viewer'],
    [null, null, 'viewer'],
    ['channel-1', null, 'viewer'],
  ])('a chat of %j on %j is of a %s', (senderChannelId, channelId, role) => {
    const { data } = decodeEvent(wireFrame('CHAT', { senderChannelId, channelId }));
    expect(data['senderRole']).toBe(role);
  });

  it('a sender cannot name a role', () => {
    const { data } = decodeEvent(wireFrame('CHAT', { senderRole: 'streamer' }));
    expect(data['senderRole']).toBe('viewer');
  });

  it('reads the amount of a DONATION from its text', () => {
    expect(decode(wireFrame('DONATION'))).toStrictEqual({
      type: 'event',
      decoded: {
        kind: 'DONATION',
        data: { ...WIRE_DATA.DONATION, payAmount: 10_000, cheeringItems: [] },
      },
      repairs: [],
    });
  });

  it('keeps the items of a cheering donation', () => {
    const { data, repairs } = decodeEvent(
      JSON.stringify({ event: 'DONATION', data: WIRE_CHEERING }),
    );
    expect(data).toStrictEqual({ ...WIRE_CHEERING, payAmount: 300 });
    expect(repairs).toEqual([]);
  });

  it('ignores fields that it does not know, in the frame and in the data', () => {
    const frame = JSON.stringify({
      event: 'CHAT',
      data: { ...WIRE_DATA.CHAT, newField: { deep: [1] } },
      meta: 1,
    });
    expect(decodeEvent(frame).data).toStrictEqual(EXPECTED_CHAT);
  });

  it('keeps donation types and currencies that it does not know', () => {
    expect(decodeEvent(wireFrame('DONATION', { donationType: 'MISSION' })).data).toMatchObject({
      donationType: 'MISSION',
    });
    const bought = decodeEvent(wireFrame('GOODS_PURCHASE', { currency: 'XTS' }));
    expect(bought.data).toMatchObject({ currency: 'XTS' });
    expect(bought.repairs).toEqual([]);
  });
});

interface MissingCase {
  readonly kind: EventKind;
  readonly field: string;
  readonly value: unknown;
  readonly repairs: readonly string[];
}

/** Every field of every event table: what it becomes when it is missing or null. */
const MISSING: readonly MissingCase[] = [
  { kind: 'CHAT', field: 'channelId', value: '', repairs: [] },
  { kind: 'CHAT', field: 'senderChannelId', value: '', repairs: ['sender-missing'] },
  {
    kind: 'CHAT',
    field: 'profile',
    value: { nickname: '', badges: [] },
    repairs: ['profile-missing'],
  },
  { kind: 'CHAT', field: 'content', value: '', repairs: ['content-missing'] },
  { kind: 'CHAT', field: 'messageTime', value: null, repairs: ['time-missing'] },
  { kind: 'CHAT', field: 'emojis', value: {}, repairs: [] },
  { kind: 'DONATION', field: 'donationType', value: '', repairs: ['donation-type-missing'] },
  { kind: 'DONATION', field: 'channelId', value: '', repairs: [] },
  { kind: 'DONATION', field: 'donatorChannelId', value: null, repairs: [] },
  { kind: 'DONATION', field: 'donatorNickname', value: null, repairs: [] },
  { kind: 'DONATION', field: 'donatorBadges', value: [], repairs: [] },
  { kind: 'DONATION', field: 'payAmount', value: null, repairs: ['amount-missing'] },
  { kind: 'DONATION', field: 'donationText', value: '', repairs: [] },
  { kind: 'DONATION', field: 'emojis', value: {}, repairs: [] },
  { kind: 'DONATION', field: 'cheeringItems', value: [], repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'channelId', value: '', repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'subscriberChannelId', value: null, repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'subscriberChannelName', value: null, repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'month', value: null, repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'tierNo', value: null, repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'subscriptionMessage', value: '', repairs: [] },
  { kind: 'SUBSCRIPTION', field: 'emojis', value: {}, repairs: [] },
  { kind: 'DROPS', field: 'channelId', value: '', repairs: [] },
  { kind: 'DROPS', field: 'campaignId', value: '', repairs: ['campaign-missing'] },
  { kind: 'DROPS', field: 'rewardId', value: '', repairs: ['reward-missing'] },
  { kind: 'DROPS', field: 'rewardTitle', value: '', repairs: [] },
  { kind: 'DROPS', field: 'rewardDescription', value: '', repairs: [] },
  { kind: 'DROPS', field: 'rewardImageUrl', value: null, repairs: [] },
  { kind: 'DROPS', field: 'count', value: 0, repairs: ['count-missing'] },
  { kind: 'DROPS', field: 'drawnAt', value: null, repairs: ['time-missing'] },
  { kind: 'GOODS_PURCHASE', field: 'channelId', value: '', repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'senderChannelId', value: null, repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'profile', value: null, repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'content', value: '', repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'messageTime', value: null, repairs: ['time-missing'] },
  { kind: 'GOODS_PURCHASE', field: 'emojis', value: {}, repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'shopName', value: '', repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'representativeItemName', value: '', repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'itemCount', value: 1, repairs: ['item-count-missing'] },
  { kind: 'GOODS_PURCHASE', field: 'totalAmount', value: null, repairs: [] },
  { kind: 'GOODS_PURCHASE', field: 'currency', value: '', repairs: ['currency-missing'] },
];

describe('missing fields', () => {
  it.each(MISSING)('$kind without $field shows all the rest', ({ kind, field, value, repairs }) => {
    for (const frame of [wireFrameWithout(kind, field), wireFrame(kind, { [field]: null })]) {
      const outcome = decodeEvent(frame);
      expect(outcome.data[field]).toStrictEqual(value);
      expect(outcome.repairs).toEqual(repairs);
      const before = decodeEvent(wireFrame(kind)).data;
      expect(outcome.data).toStrictEqual({ ...before, [field]: value });
    }
  });

  it('the table above names every field of every kind', () => {
    for (const kind of ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const) {
      const named = MISSING.filter((row) => row.kind === kind).map((row) => row.field);
      const own = kind === 'CHAT' ? Object.keys(OWN.CHAT) : [];
      expect([...named, ...own].toSorted()).toEqual(
        Object.keys(decodeEvent(wireFrame(kind)).data).toSorted(),
      );
    }
  });
});

describe('names that are empty', () => {
  it.each([
    ['DONATION', 'donatorNickname'],
    ['DONATION', 'donatorChannelId'],
    ['SUBSCRIPTION', 'subscriberChannelName'],
    ['SUBSCRIPTION', 'subscriberChannelId'],
    ['GOODS_PURCHASE', 'senderChannelId'],
  ] as const)('%s with an empty %s is anonymous, as without one', (kind, field) => {
    const outcome = decodeEvent(wireFrame(kind, { [field]: '' }));
    expect(outcome.data[field]).toBeNull();
    expect(outcome.repairs).toEqual([]);
  });
});

describe('fields of a wrong type', () => {
  it.each(MISSING)(
    '$kind with an object or a list for $field is still shown',
    ({ kind, field }) => {
      for (const wrong of [{ a: { b: 1 } }, [[1], 'x'], true]) {
        const before = decodeEvent(wireFrame(kind)).data;
        const { data } = decodeEvent(wireFrame(kind, { [field]: wrong }));
        for (const other of Object.keys(before).filter((name) => name !== field)) {
          expect(data[other], other).toStrictEqual(before[other]);
        }
      }
    },
  );

  it('says which field was damaged, without the words of the sender', () => {
    const frame = wireFrame('CHAT', {
      content: ['x'],
      profile: { nickname: {}, badges: [null, { id: [], name: 'n', imageUrl: 5 }, 'badge'] },
      emojis: { ':secret-word:': 5, ':c-ok:': 'https://cdn.example/ok.png', ':c-no:': null },
    });
    const { data, repairs } = decodeEvent(frame);
    expect(data).toMatchObject({
      content: '',
      profile: { nickname: '', badges: [{ id: '', name: 'n', imageUrl: null }] },
      emojis: { ':c-ok:': 'https://cdn.example/ok.png' },
    });
    expect(repairs).toContain('wrong-type:profile.nickname');
    expect(repairs).toContain('wrong-type:profile.badges[]');
    expect(repairs).toContain('wrong-type:profile.badges[].id');
    expect(repairs).toContain('wrong-type:emojis{}');
    expect(repairs.join()).not.toContain('secret-word');
  });

  it('keeps a number where a text should be as that text', () => {
    const { data, repairs } = decodeEvent(wireFrame('DONATION', { donatorChannelId: 12345 }));
    expect(data['donatorChannelId']).toBe('12345');
    expect(repairs).toEqual(['wrong-type:donatorChannelId']);
  });

  it('reads data that was packed once more as text', () => {
    const frame = JSON.stringify({ event: 'DONATION', data: JSON.stringify(WIRE_DATA.DONATION) });
    expect(decodeEvent(frame)).toMatchObject({
      data: { payAmount: 10_000 },
      repairs: ['data-was-text'],
    });
  });
});

describe('amounts', () => {
  it.each([
    ['10000', 10_000],
    [10_000, 10_000],
    [' 42 ', 42],
    ['0', 0],
    [0, 0],
    ['-0', 0],
    ['007', 7],
    ['100.0', 100],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
  ])('reads %j beams', (payAmount, expected) => {
    const { data, repairs } = decodeEvent(wireFrame('DONATION', { payAmount }));
    expect(Object.is(data['payAmount'], expected)).toBe(true);
    expect(repairs).toEqual([]);
  });

  it.each([
    ['', 'amount-unreadable'],
    ['ten', 'amount-unreadable'],
    ['1e5', 'amount-unreadable'],
    ['0x10', 'amount-unreadable'],
    ['10,000', 'amount-unreadable'],
    ['Infinity', 'amount-unreadable'],
    [true, 'amount-unreadable'],
    [{}, 'amount-unreadable'],
    [[5], 'amount-unreadable'],
    [-1, 'amount-negative'],
    ['-500', 'amount-negative'],
    ['9007199254740993', 'amount-huge'],
    ['9'.repeat(300), 'amount-huge'],
    [1e300, 'amount-huge'],
    [1.5, 'amount-fractional'],
    ['99.9', 'amount-fractional'],
  ])('shows the donation of %j without an amount', (payAmount, repair) => {
    const { data, repairs } = decodeEvent(wireFrame('DONATION', { payAmount }));
    expect(data).toMatchObject({ payAmount: null, donatorNickname: '시청자 둘' });
    expect(repairs).toEqual([repair]);
  });

  it('takes a number too large for any computer as huge', () => {
    const frame = wireFrame('DONATION').replace('"10000"', '1e999');
    expect(decodeEvent(frame)).toMatchObject({
      data: { payAmount: null },
      repairs: ['amount-huge'],
    });
  });

  it.each([
    [12.5, 12.5, []],
    ['12.50', 12.5, []],
    [39_000, 39_000, []],
    [null, null, []],
    [-1, null, ['amount-negative']],
    [1e18, null, ['amount-huge']],
    ['free', null, ['amount-unreadable']],
  ])('reads %j of money as %j', (totalAmount, expected, repairs) => {
    expect(decodeEvent(wireFrame('GOODS_PURCHASE', { totalAmount }))).toMatchObject({
      data: { totalAmount: expected },
      repairs,
    });
  });

  it.each([
    ['GOODS_PURCHASE', 'itemCount', 0, 1, 'item-count-too-small'],
    ['GOODS_PURCHASE', 'itemCount', -3, 1, 'item-count-negative'],
    ['GOODS_PURCHASE', 'itemCount', 1.5, 1, 'item-count-fractional'],
    ['GOODS_PURCHASE', 'itemCount', 'many', 1, 'item-count-unreadable'],
    ['DROPS', 'count', -1, 0, 'count-negative'],
    ['DROPS', 'count', 1e300, 0, 'count-huge'],
    ['SUBSCRIPTION', 'month', -1, null, 'month-negative'],
    ['SUBSCRIPTION', 'tierNo', 'gold', null, 'tier-unreadable'],
  ] as const)('%s with %s %j counts %j', (kind, field, sent, expected, repair) => {
    const { data, repairs } = decodeEvent(wireFrame(kind, { [field]: sent }));
    expect(data[field]).toBe(expected);
    expect(repairs).toEqual([repair]);
  });

  it.each([
    ['DROPS', 'count', '12', 12],
    ['SUBSCRIPTION', 'month', '7', 7],
    ['SUBSCRIPTION', 'tierNo', '1', 1],
    ['GOODS_PURCHASE', 'itemCount', '2', 2],
  ] as const)('%s takes %s as text too', (kind, field, sent, expected) => {
    const { data, repairs } = decodeEvent(wireFrame(kind, { [field]: sent }));
    expect(data[field]).toBe(expected);
    expect(repairs).toEqual([]);
  });
});

describe('times', () => {
  it.each([
    ['2024-01-15T10:30:00.000Z', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T10:30:00Z', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T19:30:00', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15 19:30:00', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T19:30', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T19:30:00.123456789', '2024-01-15T10:30:00.123Z'],
    ['2024-01-15T19:30:00+09:00', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T19:30:00+0900', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15T05:30:00.5-05', '2024-01-15T10:30:00.500Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2024-01-15', '2024-01-14T15:00:00.000Z'],
    [1_705_314_600, '2024-01-15T10:30:00.000Z'],
    [1_705_314_600_000, '2024-01-15T10:30:00.000Z'],
    ['1705314600000', '2024-01-15T10:30:00.000Z'],
  ])('reads %j', (messageTime, expected) => {
    const { data, repairs } = decodeEvent(wireFrame('CHAT', { messageTime }));
    expect(data['messageTime']).toBe(expected);
    expect(repairs).toEqual([]);
  });

  it.each([
    '',
    'yesterday',
    '2024-13-01T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-01-15T25:00:00Z',
    '2024-01-15T10:30:00 Europe/Paris',
    -1,
    1e300,
    {},
    true,
  ])('shows the message without the time when it is %j', (messageTime) => {
    const { data, repairs } = decodeEvent(wireFrame('CHAT', { messageTime }));
    expect(data['messageTime']).toBeNull();
    expect(repairs).toEqual(['time-unreadable']);
  });
});
