import { expect, it } from 'vitest';
import { anonymous, viewerOf } from '../../../shared/anonymous.ts';
import { chat } from '../storage/chat-support.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const named = { ...subscription(3).data, subscriberChannelId: 'viewer-1' };

it.each([
  ['a donation', donation(1), 'viewer-1'],
  ['a purchase', purchase(2, { senderChannelId: 'viewer-1' }), 'viewer-1'],
  ['a subscription', { ...subscription(3), data: named }, 'viewer-1'],
  ['a message', chat(4), 'viewer-1'],
  ['a draw', draw(5), null],
  ['an anonymous donation', donation(6, { donatorChannelId: null }), null],
])('%s is of whoever sent it', (_, event, viewer) => {
  expect(viewerOf(event)).toBe(viewer);
});

it('what is anonymous names nobody and keeps what has a value', () => {
  const item = {
    cnt: 2,
    type: 't',
    skinType: 's',
    amount: 5,
    imageUrl: null,
    overlayImageUrl: null,
  };
  const given = donation(1, { cheeringItems: [item], donationType: 'CHEERING' });
  expect(anonymous(given)).toMatchObject({
    seq: 1,
    receivedAt: given.receivedAt,
    data: { donatorNickname: null, donationText: '', payAmount: 1_000, cheeringItems: [item] },
  });
  for (const event of [given, purchase(2), { ...subscription(3), data: named }, draw(4)]) {
    expect(viewerOf(anonymous(event))).toBeNull();
    expect(anonymous(event).kind).toBe(event.kind);
  }
});
