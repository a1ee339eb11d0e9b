import { z } from 'zod';
import { assertNever, type Decoded } from './events.ts';
import type { Language } from './problem.ts';
import { sampleEvent } from './sample-events.ts';

/** A made-up event with whatever the streamer writes into it, to see what it looks like. */

/** Longest text of a test, UTF-16 units: no overlay line is longer, and a frame stays small. */
export const TEST_TEXT_MOST = 10_000;
/** Largest number of a test: beams, months, winners, money. */
export const TEST_NUMBER_MOST = 1_000_000_000_000;

const text = z.string().max(TEST_TEXT_MOST);
const label = z.string().min(1).max(64);
const whole = z.number().int().min(0).max(TEST_NUMBER_MOST);

/** The fields that can be written; their names are the events' own, `nickname` is the profile's. */
export const TEST_DATA = {
  CHAT: z.object({ nickname: text, content: text }).strict(),
  DONATION: z
    .object({
      donationType: label,
      /** null: anonymous. */
      donatorNickname: text.nullable(),
      /** Beams; null: an amount that could not be read. */
      payAmount: whole.nullable(),
      donationText: text,
    })
    .strict(),
  SUBSCRIPTION: z
    .object({
      subscriberChannelName: text.nullable(),
      month: whole.nullable(),
      tierNo: whole.nullable(),
      subscriptionMessage: text,
    })
    .strict(),
  DROPS: z.object({ rewardTitle: text, rewardDescription: text, count: whole }).strict(),
  GOODS_PURCHASE: z
    .object({
      /** null: anonymous. */
      nickname: text.nullable(),
      content: text,
      shopName: text,
      representativeItemName: text,
      itemCount: whole.min(1),
      /** Money, in units of the currency; null: not known. */
      totalAmount: z.number().min(0).max(TEST_NUMBER_MOST).nullable(),
      currency: label,
    })
    .strict(),
} as const;

/** What to play. Fields left out are the sample's. */
export const testPlaySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CHAT'), data: TEST_DATA.CHAT.partial().optional() }).strict(),
  z.object({ kind: z.literal('DONATION'), data: TEST_DATA.DONATION.partial().optional() }).strict(),
  z
    .object({ kind: z.literal('SUBSCRIPTION'), data: TEST_DATA.SUBSCRIPTION.partial().optional() })
    .strict(),
  z.object({ kind: z.literal('DROPS'), data: TEST_DATA.DROPS.partial().optional() }).strict(),
  z
    .object({
      kind: z.literal('GOODS_PURCHASE'),
      data: TEST_DATA.GOODS_PURCHASE.partial().optional(),
    })
    .strict(),
]);
export type TestPlay = z.infer<typeof testPlaySchema>;

/** The event that a test plays: the sample in the app's language, with what is written into it. */
export function testEvent<P extends TestPlay>(play: P, language: Language): Decoded<P['kind']>;
export function testEvent(play: TestPlay, language: Language): Decoded {
  switch (play.kind) {
    case 'CHAT': {
      const { data } = sampleEvent(play.kind, language);
      const { nickname = data.profile.nickname, ...said } = written(play.data);
      return {
        kind: play.kind,
        data: { ...data, profile: { ...data.profile, nickname }, ...said },
      };
    }
    case 'DONATION': {
      const { data } = sampleEvent(play.kind, language);
      const said = written(play.data);
      const hidden = { donatorChannelId: null, donatorBadges: [] };
      const who = said.donatorNickname === null ? hidden : {};
      return { kind: play.kind, data: { ...data, ...said, ...who } };
    }
    case 'SUBSCRIPTION': {
      const { data } = sampleEvent(play.kind, language);
      const said = written(play.data);
      const who = said.subscriberChannelName === null ? { subscriberChannelId: null } : {};
      return { kind: play.kind, data: { ...data, ...said, ...who } };
    }
    case 'DROPS':
      return {
        kind: play.kind,
        data: { ...sampleEvent(play.kind, language).data, ...written(play.data) },
      };
    case 'GOODS_PURCHASE': {
      const { data } = sampleEvent(play.kind, language);
      const { nickname, ...said } = written(play.data);
      const who =
        nickname === null
          ? { profile: null, senderChannelId: null }
          : nickname === undefined || data.profile === null
            ? {}
            : { profile: { ...data.profile, nickname } };
      return { kind: play.kind, data: { ...data, ...said, ...who } };
    }
    default:
      return assertNever(play);
  }
}

/** The prefilled form of one kind: every field as the sample has it. */
export function testDataOf(kind: TestPlay['kind'], language: Language): TestPlay {
  const event = sampleEvent(kind, language);
  switch (event.kind) {
    case 'CHAT': {
      const { profile, content } = event.data;
      return { kind: event.kind, data: { nickname: profile.nickname, content } };
    }
    case 'DONATION': {
      const { donationType, donatorNickname, payAmount, donationText } = event.data;
      return {
        kind: event.kind,
        data: { donationType, donatorNickname, payAmount, donationText },
      };
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month, tierNo, subscriptionMessage } = event.data;
      return {
        kind: event.kind,
        data: { subscriberChannelName, month, tierNo, subscriptionMessage },
      };
    }
    case 'DROPS': {
      const { rewardTitle, rewardDescription, count } = event.data;
      return { kind: event.kind, data: { rewardTitle, rewardDescription, count } };
    }
    case 'GOODS_PURCHASE': {
      const { profile, content, shopName, representativeItemName } = event.data;
      const { itemCount, totalAmount, currency } = event.data;
      const nickname = profile?.nickname ?? null;
      return {
        kind: event.kind,
        data: {
          nickname,
          content,
          shopName,
          representativeItemName,
          itemCount,
          totalAmount,
          currency,
        },
      };
    }
    default:
      return assertNever(event);
  }
}

const LONE_SURROGATES = /\p{Cs}/gu;

type Written<T extends object> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** What is there of the fields; broken pairs of surrogates mended, as in everything that comes in. */
function written<T extends object>(data: T | undefined): Written<T> {
  const fields = Object.entries(data ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(LONE_SURROGATES, '\ufffd') : value,
    ]);
  return Object.fromEntries(fields) as Written<T>;
}
