import { assertNever } from '../../../shared/events.ts';
import { chatPayload } from '../events/builders.ts';
import type { SimEventKind } from '../events/payloads.ts';
import type { FrameFault } from './fault.ts';

/** `at`: epoch milliseconds. */
export function frameOf(fault: FrameFault, channelId: string, at: number): string | Uint8Array {
  switch (fault.kind) {
    case 'garbage-frame':
      return GARBAGE[fault.form];
    case 'malformed-event': {
      const data = {
        'no-data': undefined,
        'null-data': null,
        'missing-fields': { channelId },
        'wrong-types': { channelId: 7, ...WRONG_TYPES[fault.event] },
      };
      return JSON.stringify({ event: fault.event, data: data[fault.form] });
    }
    case 'unknown-event':
      return JSON.stringify({ event: fault.name, data: { channelId, anything: [1, 'two', null] } });
    case 'long-text': {
      const said = { channelId, text: 'w'.repeat(fault.bytes), emojis: {} };
      const sender = { channelId, nickname: 'long', badges: [] };
      return JSON.stringify({ event: 'CHAT', data: chatPayload(said, sender, at) });
    }
    case 'raw-frame':
      return fault.text;
    default:
      return assertNever(fault);
  }
}

const GARBAGE: Readonly<
  Record<Extract<FrameFault, { kind: 'garbage-frame' }>['form'], string | Uint8Array>
> = {
  'not-json': '{"event":"CHAT","data":{"content":"half a mess',
  binary: Uint8Array.of(0x00, 0xff, 0xfe, 0x7b, 0x22, 0x80),
  empty: '',
  'no-event': '{"hello":"there"}',
  array: '[1,2,3]',
};

/** Every documented field of a kind with a value of another type. */
const WRONG_TYPES: Readonly<Record<SimEventKind, object>> = {
  CHAT: { senderChannelId: {}, profile: 'nobody', content: 42, messageTime: [], emojis: 'none' },
  DONATION: {
    donationType: 1,
    donatorChannelId: [],
    donatorNickname: {},
    donatorBadges: 'gold',
    payAmount: { much: true },
    donationText: false,
    emojis: 3,
  },
  SUBSCRIPTION: {
    subscriberChannelId: 5,
    subscriberChannelName: [],
    month: 'many',
    tierNo: {},
    subscriptionMessage: null,
    emojis: [],
  },
  DROPS: {
    campaignId: null,
    rewardId: {},
    rewardTitle: 9,
    rewardDescription: [],
    rewardImageUrl: 1,
    count: 'some',
    drawnAt: {},
  },
  GOODS_PURCHASE: {
    senderChannelId: 1,
    profile: [],
    content: {},
    messageTime: true,
    emojis: 'x',
    shopName: 4,
    representativeItemName: null,
    itemCount: 'few',
    totalAmount: '12',
    currency: 410,
  },
};
