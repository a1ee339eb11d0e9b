import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../shared/contract/index.ts';
import { EVENT_KINDS } from '../../../shared/events.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { testDataOf, testEvent } from '../../../shared/test-play.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';

const TEST_TEXT_MOST = 10_000;

const { args } = COMMANDS['test-event.play'];

const IMAGE = 'https://images.example/one.png';
const ITEM = { cnt: 2, type: 'balloon', skinType: 'red', amount: 100, imageUrl: IMAGE };
const BADGES = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `badge ${index}`, imageUrl: IMAGE }));

describe('a test without data', () => {
  it.each(EVENT_KINDS)('of kind %s is the sample', (kind) => {
    expect(testEvent({ kind }, 'ko')).toEqual(sampleEvent(kind, 'ko'));
  });
});

describe('the prefilled form', () => {
  it.each(EVENT_KINDS)('of kind %s plays the sample and is taken by the contract', (kind) => {
    for (const language of ['ko', 'en'] as const) {
      const play = testDataOf(kind, language);
      expect(args.parse(play)).toEqual(play);
      expect(testEvent(play, language)).toEqual(sampleEvent(kind, language));
    }
  });
});

describe('what is written into a test', () => {
  it.each([
    [{ kind: 'CHAT', data: { nickname: '하루' } }, { profile: { nickname: '하루' } }],
    [{ kind: 'CHAT', data: { content: '' } }, { content: '' }],
    [
      { kind: 'DONATION', data: { donationType: 'VIDEO', payAmount: null } },
      { donationType: 'VIDEO', payAmount: null, donatorNickname: '테스트 시청자' },
    ],
    [
      { kind: 'DONATION', data: { donatorNickname: null } },
      { donatorNickname: null, donatorChannelId: null, donatorBadges: [], payAmount: 10_000 },
    ],
    [
      { kind: 'SUBSCRIPTION', data: { subscriberChannelName: null, month: 24 } },
      { subscriberChannelName: null, subscriberChannelId: null, month: 24, tierNo: 1 },
    ],
    [
      { kind: 'DROPS', data: { count: 0 } },
      { count: 0, rewardTitle: '테스트 쿠폰' },
    ],
    [
      { kind: 'GOODS_PURCHASE', data: { nickname: null, totalAmount: 12.5, currency: 'USD' } },
      { profile: null, senderChannelId: null, totalAmount: 12.5, currency: 'USD', itemCount: 3 },
    ],
    [
      { kind: 'GOODS_PURCHASE', data: { nickname: '하루' } },
      { profile: { nickname: '하루' }, senderChannelId: 'sample-viewer' },
    ],
    [
      { kind: 'CHAT', data: { badges: [{ name: 'VIP', imageUrl: IMAGE }], nickname: '하루' } },
      {
        profile: { nickname: '하루', badges: [{ id: 'subscriber', name: 'VIP', imageUrl: IMAGE }] },
      },
    ],
    [{ kind: 'CHAT', data: { senderRole: 'manager' } }, { senderRole: 'manager' }],
    [{ kind: 'DONATION', data: { badges: [] } }, { donatorBadges: [] }],
    [
      { kind: 'DONATION', data: { badges: BADGES(2), donatorNickname: null } },
      { donatorBadges: [], donatorChannelId: null },
    ],
    [
      { kind: 'DONATION', data: { cheeringItems: [ITEM] } },
      { cheeringItems: [{ ...ITEM, overlayImageUrl: IMAGE }] },
    ],
    [
      { kind: 'SUBSCRIPTION', data: { emojis: [{ token: ':ch-hi:', imageUrl: IMAGE }] } },
      { emojis: { ':ch-hi:': IMAGE } },
    ],
    [{ kind: 'DROPS', data: { rewardImageUrl: IMAGE } }, { rewardImageUrl: IMAGE }],
    [
      { kind: 'GOODS_PURCHASE', data: { badges: BADGES(1) } },
      { profile: { nickname: '테스트 시청자', badges: [{ name: 'badge 0' }] } },
    ],
  ])('replaces the field of the sample: %j', (play, expected) => {
    const event = testEvent(args.parse(play), 'ko');
    expect(event.kind).toBe(play.kind);
    expect(event.data).toMatchObject(expected);
  });

  it('leaves a field that is there but undefined as the sample has it', () => {
    const play = { kind: 'DROPS', data: { count: undefined } } as const;
    expect(testEvent(play, 'en')).toEqual(sampleEvent('DROPS', 'en'));
  });

  it.each(HOSTILE_TEXTS)('is whole text on the other side: $name', ({ text }) => {
    const content = text.slice(0, TEST_TEXT_MOST);
    const play = args.parse({ kind: 'CHAT', data: { content, nickname: content } });
    const { data } = testEvent(play, 'en');
    expect(data).toMatchObject({
      content: content.toWellFormed(),
      profile: { nickname: content.toWellFormed() },
    });
  });

  it.each([
    ['an unknown kind', { kind: 'RAID' }],
    ['a field of another kind', { kind: 'CHAT', data: { payAmount: 1 } }],
    ['a field nobody knows', { kind: 'DROPS', data: { rewardSound: 'https://a.example/b' } }],
    ['a role nobody has', { kind: 'CHAT', data: { senderRole: 'king' } }],
    [
      'a badge with more than a badge has',
      { kind: 'CHAT', data: { badges: [{ name: '', imageUrl: null, id: 'x' }] } },
    ],
    ['more badges than a test takes', { kind: 'CHAT', data: { badges: BADGES(1_001) } }],
    ['an emoji without an address', { kind: 'CHAT', data: { emojis: [{ token: ':a-b:' }] } }],
    [
      'a cheering item of none',
      { kind: 'DONATION', data: { cheeringItems: [{ ...ITEM, cnt: 0 }] } },
    ],
    ['a text beyond the longest', { kind: 'CHAT', data: { content: 'a'.repeat(10_001) } }],
    ['half a beam', { kind: 'DONATION', data: { payAmount: 0.5 } }],
    ['beams below nothing', { kind: 'DONATION', data: { payAmount: -1 } }],
    ['a number without end', { kind: 'DROPS', data: { count: Number.POSITIVE_INFINITY } }],
    ['a purchase of nothing', { kind: 'GOODS_PURCHASE', data: { itemCount: 0 } }],
    ['a donation without a type', { kind: 'DONATION', data: { donationType: '' } }],
    ['an origin', { kind: 'CHAT', origin: 'platform' }],
  ])('is refused where it is %s', (_, play) => {
    expect(args.safeParse(play).success).toBe(false);
  });
});
