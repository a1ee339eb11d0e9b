import { z } from 'zod';
import {
  assertNever,
  type Badge,
  type Decoded,
  type EmojiMap,
  type EventKind,
  SENDER_ROLES,
} from './events.ts';
import type { Language } from './locales/index.ts';
import { sampleEvent } from './sample-events.ts';

/** Longest text of a test, UTF-16 units: no overlay line is longer, and a frame stays small. */
export const TEST_TEXT_MOST = 10_000;
/** Largest number of a test: beams, months, winners, money. */
export const TEST_NUMBER_MOST = 1_000_000_000_000;

/** Badges and emojis of a test: more than the decoder keeps, so that its cut can be seen. */
export const TEST_LIST_MOST = 1_000;
export const TEST_ITEMS_MOST = 200;
/** Longest image address and emoji token, a little beyond what the decoder takes. */
export const TEST_ADDRESS_MOST = 2_100;
export const TEST_TOKEN_MOST = 210;

const text = z.string().max(TEST_TEXT_MOST);
const label = z.string().min(1).max(64);
const whole = z.number().int().min(0).max(TEST_NUMBER_MOST);
/** Any text: the core checks it like every address of the platform. */
const address = z.string().max(TEST_ADDRESS_MOST);
const badges = z
  .array(z.strictObject({ name: text, imageUrl: address.nullable() }))
  .max(TEST_LIST_MOST);
/** A list, because two may have the same token while being edited. */
const emojis = z
  .array(z.strictObject({ token: z.string().max(TEST_TOKEN_MOST), imageUrl: address }))
  .max(TEST_LIST_MOST);
const cheeringItems = z
  .array(
    z.strictObject({
      cnt: whole.min(1),
      type: z.string().max(64),
      skinType: z.string().max(64),
      amount: whole,
      imageUrl: address.nullable(),
    }),
  )
  .max(TEST_ITEMS_MOST);

/** The fields that can be written; their names are the events' own, `nickname` is the profile's. */
export const TEST_DATA = {
  CHAT: z.strictObject({
    nickname: text,
    senderRole: z.enum(SENDER_ROLES),
    badges,
    content: text,
    emojis,
  }),
  DONATION: z.strictObject({
    donationType: label,
    /** null: anonymous. */
    donatorNickname: text.nullable(),
    badges,
    /** Beams; null: an amount that could not be read. */
    payAmount: whole.nullable(),
    donationText: text,
    emojis,
    cheeringItems,
  }),
  SUBSCRIPTION: z.strictObject({
    subscriberChannelName: text.nullable(),
    month: whole.nullable(),
    tierNo: whole.nullable(),
    subscriptionMessage: text,
    emojis,
  }),
  DROPS: z.strictObject({
    rewardTitle: text,
    rewardDescription: text,
    rewardImageUrl: address.nullable(),
    count: whole,
  }),
  GOODS_PURCHASE: z.strictObject({
    /** null: anonymous. */
    nickname: text.nullable(),
    badges,
    content: text,
    emojis,
    shopName: text,
    representativeItemName: text,
    itemCount: whole.min(1),
    /** Money, in units of the currency; null: not known. */
    totalAmount: z.number().min(0).max(TEST_NUMBER_MOST).nullable(),
    currency: label,
  }),
} as const;

export const testPlaySchema = z.discriminatedUnion('kind', [
  playOf('CHAT', TEST_DATA.CHAT),
  playOf('DONATION', TEST_DATA.DONATION),
  playOf('SUBSCRIPTION', TEST_DATA.SUBSCRIPTION),
  playOf('DROPS', TEST_DATA.DROPS),
  playOf('GOODS_PURCHASE', TEST_DATA.GOODS_PURCHASE),
]);

function playOf<K extends EventKind, S extends z.ZodRawShape>(kind: K, data: z.ZodObject<S>) {
  return z.strictObject({ kind: z.literal(kind), data: data.partial().optional() });
}

export type TestPlay = z.infer<typeof testPlaySchema>;

/** The test's event: the sample in the app's language, with the given fields. */
export function testEvent<P extends TestPlay>(play: P, language: Language): Decoded<P['kind']>;
export function testEvent(play: TestPlay, language: Language): Decoded {
  switch (play.kind) {
    case 'CHAT': {
      const { data } = sampleEvent(play.kind, language);
      const { nickname = data.profile.nickname, badges: worn, ...rest } = written(play.data);
      const { emojis: map, ...said } = rest;
      const profile = { nickname, badges: badgesOf(worn, data.profile.badges) };
      return { kind: play.kind, data: { ...data, profile, ...emojisOf(map), ...said } };
    }
    case 'DONATION': {
      const { data } = sampleEvent(play.kind, language);
      const { badges: worn, emojis: map, cheeringItems: items, ...said } = written(play.data);
      const hidden = { donatorChannelId: null, donatorBadges: [] };
      const worth = { donatorBadges: badgesOf(worn, data.donatorBadges) };
      const who = said.donatorNickname === null ? hidden : worth;
      const sent = items && {
        cheeringItems: items.map((item) => ({ ...item, overlayImageUrl: item.imageUrl })),
      };
      return { kind: play.kind, data: { ...data, ...emojisOf(map), ...sent, ...said, ...who } };
    }
    case 'SUBSCRIPTION': {
      const { data } = sampleEvent(play.kind, language);
      const { emojis: map, ...said } = written(play.data);
      const who = said.subscriberChannelName === null ? { subscriberChannelId: null } : {};
      return { kind: play.kind, data: { ...data, ...emojisOf(map), ...said, ...who } };
    }
    case 'DROPS':
      return {
        kind: play.kind,
        data: { ...sampleEvent(play.kind, language).data, ...written(play.data) },
      };
    case 'GOODS_PURCHASE': {
      const { data } = sampleEvent(play.kind, language);
      const { nickname = data.profile?.nickname ?? '', badges: worn, ...rest } = written(play.data);
      const { emojis: map, ...said } = rest;
      const who =
        nickname === null
          ? { profile: null, senderChannelId: null }
          : { profile: { nickname, badges: badgesOf(worn, data.profile?.badges ?? []) } };
      return { kind: play.kind, data: { ...data, ...emojisOf(map), ...said, ...who } };
    }
    default:
      return assertNever(play);
  }
}

/** The prefilled form of one kind: every field as the sample has it. */
export function testDataOf(kind: TestPlay['kind'], language: Language): TestPlay {
  const { data } = sampleEvent(kind, language);
  const profile = 'profile' in data ? data.profile : null;
  const worn = 'donatorBadges' in data ? data.donatorBadges : (profile?.badges ?? []);
  const fields = {
    ...data,
    nickname: profile?.nickname ?? null,
    badges: worn.map(({ name, imageUrl }) => ({ name, imageUrl })),
    emojis: Object.entries('emojis' in data ? data.emojis : {}).map(([token, imageUrl]) => ({
      token,
      imageUrl,
    })),
    cheeringItems:
      'cheeringItems' in data
        ? data.cheeringItems.map(({ overlayImageUrl: _, ...item }) => item)
        : [],
  };
  // What the kind's form does not have is left out.
  return { kind, data: TEST_DATA[kind].strip().parse(fields) } as TestPlay;
}

function badgesOf(
  worn: z.infer<typeof badges> | undefined,
  sample: readonly Badge[],
): readonly Badge[] {
  if (!worn) return sample;
  return worn.map((badge, index) => ({ id: sample[index]?.id ?? `badge-${index + 1}`, ...badge }));
}

function emojisOf(map: z.infer<typeof emojis> | undefined): { emojis?: EmojiMap } {
  if (!map) return {};
  return { emojis: Object.fromEntries(map.map(({ token, imageUrl }) => [token, imageUrl])) };
}

const LONE_SURROGATES = /\p{Cs}/gu;

type Written<T extends object> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The given fields, with broken surrogate pairs repaired as in incoming events. */
function written<T extends object>(data: T | undefined): Written<T> {
  return JSON.parse(JSON.stringify(data ?? {}), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATES, '\ufffd') : value,
  );
}
