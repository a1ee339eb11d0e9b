import { type EventKind, SENDER_ROLES } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import {
  TEST_ITEMS_MOST,
  TEST_LIST_MOST,
  TEST_TEXT_MOST,
  type TestPlay,
  testDataOf,
  testPlaySchema,
} from '../../../shared/test-play.ts';

/** Limit of a badge's name and an emoji's token. */
const ROW_TEXT_MOST = 200;

/** The form's fields by kind, in the order of the alert. */

type NamesOf<P> = P extends TestPlay ? keyof NonNullable<P['data']> : never;
type TestFieldName = NamesOf<TestPlay>;

export type TestCell =
  | { readonly control: 'line'; readonly most: number }
  /** Of an image; null if none, where it is optional. */
  | { readonly control: 'address'; readonly optional: boolean }
  | {
      readonly control: 'number';
      readonly min: number;
      readonly optional: boolean;
      readonly whole: boolean;
    };

export type TestField = { readonly name: TestFieldName } & (
  | TestCell
  | { readonly control: 'text' }
  | { readonly control: 'rows'; readonly most: number; readonly row: RowShape }
  /** A name; empty: anonymous. */
  | { readonly control: 'name-or-anonymous' }
  | { readonly control: 'choice'; readonly choices: readonly string[] }
);

export type TestRow = Readonly<Record<string, string | number | null>>;
type RowShape = Readonly<Record<string, TestCell & { readonly first: TestRow[string] }>>;

const NEW_TOKEN = ':stagelight-hi:';

const address = { control: 'address', optional: true, first: null } as const;
const whole = { control: 'number', min: 0, optional: false, whole: true } as const;
const badges: TestField = {
  name: 'badges',
  control: 'rows',
  most: TEST_LIST_MOST,
  row: { name: { control: 'line', most: ROW_TEXT_MOST, first: '' }, imageUrl: address },
};
const emojis: TestField = {
  name: 'emojis',
  control: 'rows',
  most: TEST_LIST_MOST,
  row: {
    token: { control: 'line', most: ROW_TEXT_MOST, first: NEW_TOKEN },
    imageUrl: { control: 'address', optional: false, first: '' },
  },
};
const cheeringItems: TestField = {
  name: 'cheeringItems',
  control: 'rows',
  most: TEST_ITEMS_MOST,
  row: {
    cnt: { ...whole, min: 1, first: 1 },
    type: { control: 'line', most: 64, first: 'balloon' },
    skinType: { control: 'line', most: 64, first: 'basic' },
    amount: { ...whole, first: 100 },
    imageUrl: address,
  },
};

const line = (name: TestFieldName): TestField => ({ name, control: 'line', most: TEST_TEXT_MOST });
const number = (
  name: TestFieldName,
  rules: Partial<Extract<TestCell, { control: 'number' }>> = {},
): TestField => ({ ...whole, name, ...rules });

export const TEST_FIELDS: Readonly<Record<EventKind, readonly TestField[]>> = {
  CHAT: [
    line('nickname'),
    { name: 'senderRole', control: 'choice', choices: SENDER_ROLES },
    { name: 'content', control: 'text' },
    badges,
    emojis,
  ],
  DONATION: [
    { name: 'donatorNickname', control: 'name-or-anonymous' },
    number('payAmount', { optional: true }),
    { name: 'donationType', control: 'choice', choices: ['CHAT', 'VIDEO', 'CHEERING'] },
    { name: 'donationText', control: 'text' },
    badges,
    emojis,
    cheeringItems,
  ],
  SUBSCRIPTION: [
    { name: 'subscriberChannelName', control: 'name-or-anonymous' },
    number('month', { optional: true }),
    number('tierNo', { optional: true }),
    { name: 'subscriptionMessage', control: 'text' },
    emojis,
  ],
  DROPS: [
    line('rewardTitle'),
    number('count'),
    { name: 'rewardImageUrl', control: 'address', optional: true },
    { name: 'rewardDescription', control: 'text' },
  ],
  GOODS_PURCHASE: [
    { name: 'nickname', control: 'name-or-anonymous' },
    line('shopName'),
    line('representativeItemName'),
    number('itemCount', { min: 1 }),
    number('totalAmount', { optional: true, whole: false }),
    { name: 'currency', control: 'choice', choices: ['KRW', 'USD', 'JPY'] },
    { name: 'content', control: 'text' },
    badges,
    emojis,
  ],
};

export type TestValue = string | number | null | readonly TestRow[];
export type TestDraft = Readonly<Partial<Record<TestFieldName, TestValue | undefined>>>;

export function sampleDraft(kind: EventKind, language: Language): TestDraft {
  return testDataOf(kind, language).data ?? {};
}

/** The form with a hostile text in every field that takes one. */
export function hostileDraft(
  kind: EventKind,
  example: HostileExample,
  language: Language,
): TestDraft {
  const sample = sampleDraft(kind, language);
  return Object.fromEntries(
    TEST_FIELDS[kind].map((field) => [
      field.name,
      hostileValue(field, example, sample[field.name] ?? null),
    ]),
  );
}

/** @param index the row's place in its list */
function hostileValue(
  field: TestField | TestCell,
  example: HostileExample,
  usual: TestValue,
  index = 0,
): TestValue {
  const { text, images } = example;
  switch (field.control) {
    case 'line':
      // The sample text must contain the token, so it keeps a valid form.
      return usual === NEW_TOKEN ? hostileToken(index) : cutText(text, field.most);
    case 'text':
      return text;
    case 'name-or-anonymous':
      return text === '' ? null : text;
    case 'number':
      return example.number ?? usual;
    case 'address':
      return images[index % images.length] ?? usual;
    case 'rows':
      return Array.from({ length: Math.min(example.rows, field.most) }, (_, place) =>
        rowOf(field.row, (cell) => hostileValue(cell, example, cell.first, place)),
      );
    case 'choice':
      return usual;
  }
}

export function newRow(row: RowShape): TestRow {
  return rowOf(row, ({ first }) => first);
}

function rowOf(row: RowShape, fill: (cell: RowShape[string]) => TestValue): TestRow {
  const cells = Object.entries(row).map(([name, cell]) => [name, fill(cell)]);
  return Object.fromEntries(cells) as TestRow;
}

/** The form's test event; null if it cannot be played. */
export function playOf(kind: EventKind, draft: TestDraft): TestPlay | null {
  const checked = testPlaySchema.safeParse({ kind, data: draft });
  return checked.success ? checked.data : null;
}

/** Texts sent by hostile viewers, to verify that they break nothing. */

interface HostileExample {
  readonly text: string;
  /** For number fields; left out: the sample's number. */
  readonly number?: number;
  /** The number of badges, emojis and items. */
  readonly rows: number;
  /** Their images, in turn. */
  readonly images: readonly string[];
}

const STACKED = '\u0300\u0301\u0308\u030a\u0316\u0317\u0323\u0334\u0489'.repeat(5);
const LARGEST = 999_999_999;
const THOUSAND = 1_000;

/** Image addresses that pages may not load, and some that fail. */
const BROKEN_IMAGES = [
  'https://broken.invalid/one.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'http://broken.invalid/two.png',
  '//broken.invalid/three.png',
  'https://broken.invalid/"><script>alert(1)</script>',
  `https://broken.invalid/${'long'.repeat(515)}`,
  'no address',
] as const;

/** A row's emoji token, in the platform's format. */
const hostileToken = (index: number) => `:stagelight-${index}:`;
const TOKENS = Array.from({ length: 20 }, (_, index) => hostileToken(index)).join(' ');

const ofText = (text: string): HostileExample => ({ text, rows: 1, images: [] });

const HOSTILE = {
  markup: ofText(
    '<img src=x onerror=alert(1)><b>bold</b><script>alert(2)</script>{{name}} {name} %s',
  ),
  long: ofText('W'.repeat(TEST_TEXT_MOST)),
  zalgo: ofText([...'stagelight'].map((letter) => letter + STACKED).join('')),
  direction: ofText('safe\u202egnp.exe\u2066\u2067 مرحبا بالعالم שלום'),
  emoji: ofText('👩‍👩‍👧‍👦🏳️‍🌈🇰🇷👍🏿'.repeat(100)),
  invisible: ofText('\u200b\u200c\u200d\u2060\ufeff\u3164\u2800'),
  lines: ofText('one\r\ntwo\n\n\n\nthree\ttab\u0007\u001b[31m'),
  badges: { text: TOKENS, rows: THOUSAND, images: BROKEN_IMAGES.slice(0, 1) },
  images: { text: TOKENS, rows: BROKEN_IMAGES.length, images: BROKEN_IMAGES },
  empty: { text: '', number: LARGEST, rows: 0, images: [] },
} satisfies Record<string, HostileExample>;

type HostileName = keyof typeof HOSTILE;
export const HOSTILE_NAMES = Object.keys(HOSTILE) as readonly HostileName[];

export function hostileExample(name: HostileName): HostileExample {
  return HOSTILE[name];
}
