import { assertNever } from '../../../shared/events.ts';
import {
  type Author,
  chatPayload,
  cheeringPayload,
  type DrawnReward,
  donationPayload,
  dropsPayload,
  goodsPurchasePayload,
  type Said,
  subscriptionPayload,
} from './builders.ts';
import { PAYLOADS, type SimEvent, type SimEventKind } from './payloads.ts';

interface EventRequest {
  readonly kind: SimEventKind;
  readonly channelId: string;
  /** Fields of the payload that replace the sample's. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Sample {
  readonly author: Author;
  readonly reward: DrawnReward;
  readonly imageBase: string;
  readonly at: number;
}

/** What is left out comes from a plain sample. Throws a ZodError for what is not documented. */
export function completeEvent(request: EventRequest, sample: Sample): SimEvent {
  const { kind, data } = request;
  const whole = { ...samplePayload(request, sample), ...data };
  return { kind, data: PAYLOADS[kind].parse(whole) } as SimEvent;
}

function samplePayload({ kind, channelId, data }: EventRequest, sample: Sample): object {
  const { author, reward, at } = sample;
  const said: Said = { channelId, text: '안녕하세요! hello', emojis: {} };
  switch (kind) {
    case 'CHAT':
      return chatPayload(said, author, at);
    case 'DONATION':
      return data['donationType'] === 'CHEERING'
        ? cheeringPayload(channelId, author, [sampleItem(sample.imageBase)])
        : donationPayload(said, author, 'CHAT', 1_000);
    case 'SUBSCRIPTION':
      return subscriptionPayload(said, author, { month: 3, tierNo: 1 });
    case 'DROPS':
      return dropsPayload(channelId, reward, 5, at);
    case 'GOODS_PURCHASE':
      return goodsPurchasePayload(said, author, SAMPLE_PURCHASE, at);
    default:
      return assertNever(kind);
  }
}

const SAMPLE_PURCHASE = {
  shopName: '달빛 상점',
  representativeItemName: '아크릴 스탠드',
  itemCount: 2,
  totalAmount: 36_000,
  currency: 'KRW',
};

function sampleItem(imageBase: string) {
  const imageUrl = `${imageBase}/item/balloon.svg`;
  const item = { cnt: 3, type: 'BALLOON', skinType: 'DEFAULT', amount: 100 };
  return { ...item, imageUrl, overlayImageUrl: imageUrl };
}
