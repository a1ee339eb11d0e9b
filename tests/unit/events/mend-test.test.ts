import { describe, expect, it } from 'vitest';
import { sanitizeTest } from '../../../electron/events/decode.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EVENT_KINDS } from '../../../shared/events.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { type TestPlay, testEvent } from '../../../shared/test-play.ts';

const policy = createImagePolicy({ allowLoopbackHttp: false });
const IMAGE = 'https://images.example/one.png';
const mended = (play: TestPlay) => sanitizeTest(testEvent(play, 'en'), policy).data;

describe('a test is mended as what the platform sends', () => {
  it.each(EVENT_KINDS)('and the sample of kind %s stays as it is', (kind) => {
    expect(sanitizeTest(sampleEvent(kind, 'ko'), policy)).toEqual(sampleEvent(kind, 'ko'));
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'http://images.example/one.png',
    'http://127.0.0.1/one.png',
    '/one.png',
    `https://images.example/${'a'.repeat(2_100 - 23)}`,
    '',
  ])('without the address %j', (imageUrl) => {
    const badges = [{ name: 'VIP', imageUrl }];
    const emojis = [
      { token: ':ch-one:', imageUrl },
      { token: ':ch-two:', imageUrl: IMAGE },
    ];
    const item = { cnt: 1, type: 'a', skinType: 'b', amount: 1, imageUrl };
    expect(
      mended({ kind: 'DONATION', data: { badges, emojis, cheeringItems: [item] } }),
    ).toMatchObject({
      donatorBadges: [{ name: 'VIP', imageUrl: null }],
      emojis: { ':ch-two:': IMAGE },
      cheeringItems: [{ ...item, imageUrl: null, overlayImageUrl: null }],
    });
    expect(mended({ kind: 'DROPS', data: { rewardImageUrl: imageUrl } })).toMatchObject({
      rewardImageUrl: null,
    });
  });

  it('with no more badges, emojis and items than are kept of the platform', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index);
    const play: TestPlay = {
      kind: 'DONATION',
      data: {
        badges: many(1_000).map((index) => ({ name: `${index}`, imageUrl: IMAGE })),
        emojis: many(1_000).map((index) => ({ token: `:ch-${index}:`, imageUrl: IMAGE })),
        cheeringItems: many(200).map((cnt) => ({
          cnt: cnt + 1,
          type: '',
          skinType: '',
          amount: 1,
          imageUrl: null,
        })),
      },
    };
    const data: object = mended(play);
    expect(data).toMatchObject({
      donatorNickname: 'Test viewer',
      donatorBadges: { length: 100 },
      cheeringItems: { length: 100 },
    });
    expect(Object.keys('emojis' in data ? (data.emojis as object) : {})).toHaveLength(500);
  });

  it('without a token that would change what an object is', () => {
    const emojis = [
      { token: '__proto__', imageUrl: IMAGE },
      { token: ':ch-one:', imageUrl: IMAGE },
    ];
    expect(mended({ kind: 'CHAT', data: { emojis } })).toMatchObject({
      emojis: { ':ch-one:': IMAGE },
    });
  });
});
