import { type EventKind, SENDER_ROLES } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import {
  TEST_ITEMS_MOST,
  TEST_LIST_MOST,
  TEST_NUMBER_MOST,
  TEST_TEXT_MOST,
  type TestPlay,
  testDataOf,
  testPlaySchema,
} from '../../../shared/test-play.ts';

/** Limit of a badge's name and an emoji's token. */
const ROW_TEXT_MOST = 200;

/** The form's fields by kind, in the order of the alert. */

type TestFieldName =
  | 'nickname'
  | 'senderRole'
  | 'badges'
  | 'content'
  | 'emojis'
  | 'cheeringItems'
  | 'donationType'
  | 'donatorNickname'
  | 'payAmount'
  | 'donationText'
  | 'subscriberChannelName'
  | 'month'
  | 'tierNo'
  | 'subscriptionMessage'
  | 'rewardTitle'
  | 'rewardDescription'
  | 'rewardImageUrl'
  | 'count'
  | 'shopName'
  | 'representativeItemName'
  | 'itemCount'
  | 'totalAmount'
  | 'currency';

export type TestField = { readonly name: TestFieldName } & (
  | { readonly control: 'line' | 'text' }
  /** Of an image; null if none. */
  | { readonly control: 'address' }
  | { readonly control: 'rows'; readonly most: number; readonly row: RowShape }
  /** A name; empty: anonymous. */
  | { readonly control: 'name-or-anonymous' }
  | { readonly control: 'choice'; readonly choices: readonly string[] }
  | {
      readonly control: 'number';
      readonly min: number;
      readonly optional: boolean;
      readonly whole: boolean;
    }
);

/** One list entry of the form, with its initial values. */
export type TestRow = Readonly<Record<string, string | number | null>>;
type RowShape = Readonly<Record<string, RowCell>>;
export type RowCell =
  | { readonly control: 'line'; readonly most: number; readonly first: string }
  | { readonly control: 'address'; readonly optional: boolean }
  | { readonly control: 'number'; readonly min: number; readonly first: number };

const line = (first: string, most: number): RowCell => ({ control: 'line', most, first });
const badges: TestField = {
  name: 'badges',
  control: 'rows',
  most: TEST_LIST_MOST,
  row: { name: line('', ROW_TEXT_MOST), imageUrl: { control: 'address', optional: true } },
};
const emojis: TestField = {
  name: 'emojis',
  control: 'rows',
  most: TEST_LIST_MOST,
  row: {
    token: line(':stagelight-hi:', ROW_TEXT_MOST),
    imageUrl: { control: 'address', optional: false },
  },
};
const cheeringItems: TestField = {
  name: 'cheeringItems',
  control: 'rows',
  most: TEST_ITEMS_MOST,
  row: {
    cnt: { control: 'number', min: 1, first: 1 },
    type: line('balloon', 64),
    skinType: line('basic', 64),
    amount: { control: 'number', min: 0, first: 100 },
    imageUrl: { control: 'address', optional: true },
  },
};

const number = (
  name: TestFieldName,
  {
    min = 0,
    optional = false,
    whole = true,
  }: { min?: number; optional?: boolean; whole?: boolean } = {},
): TestField => ({ name, control: 'number', min, optional, whole });

export const TEST_FIELDS: Readonly<Record<EventKind, readonly TestField[]>> = {
  CHAT: [
    { name: 'nickname', control: 'line' },
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
    { name: 'rewardTitle', control: 'line' },
    number('count'),
    { name: 'rewardImageUrl', control: 'address' },
    { name: 'rewardDescription', control: 'text' },
  ],
  GOODS_PURCHASE: [
    { name: 'nickname', control: 'name-or-anonymous' },
    { name: 'shopName', control: 'line' },
    { name: 'representativeItemName', control: 'line' },
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

/** The form as the sample fills it. */
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

function hostileValue(field: TestField, example: HostileExample, usual: TestValue): TestValue {
  switch (field.control) {
    case 'line':
    case 'text':
      return example.text;
    case 'name-or-anonymous':
      return example.text === '' ? null : example.text;
    case 'number':
      return example.number ?? usual;
    case 'address':
      return example.images[0] ?? usual;
    case 'rows':
      return Array.from({ length: Math.min(example.rows, field.most) }, (_, index) =>
        hostileRow(field.row, example, index),
      );
    case 'choice':
      return usual;
  }
}

function hostileRow(row: RowShape, example: HostileExample, index: number): TestRow {
  const cells = Object.entries(row).map(([name, cell]) => [
    name,
    hostileCell(cell, example, index),
  ]);
  return Object.fromEntries(cells) as TestRow;
}

function hostileCell(cell: RowCell, { text, number: most, images }: HostileExample, index: number) {
  switch (cell.control) {
    case 'line': {
      // The sample text must contain the token, so it keeps a valid form.
      if (cell.first.startsWith(':')) return hostileToken(index);
      return cutText(text, cell.most);
    }
    case 'number':
      return most ?? cell.first;
    case 'address':
      return images[index % images.length] ?? (cell.optional ? null : '');
  }
}

/** A new row's initial values. */
export function newRow(row: RowShape): TestRow {
  const cells = Object.entries(row).map(([name, cell]) => [name, firstOf(cell)]);
  return Object.fromEntries(cells) as TestRow;
}

function firstOf(cell: RowCell): string | number | null {
  if (cell.control === 'address') return cell.optional ? null : '';
  return cell.first;
}

/** The form's test event; null if it cannot be played. */
export function playOf(kind: EventKind, draft: TestDraft): TestPlay | null {
  const checked = testPlaySchema.safeParse({ kind, data: draft });
  return checked.success ? checked.data : null;
}

export const FIELD_NUMBER_MOST = TEST_NUMBER_MOST;

/** Texts sent by hostile viewers, to verify that they break nothing. */

export const HOSTILE_NAMES = [
  'markup',
  'long',
  'zalgo',
  'direction',
  'emoji',
  'invisible',
  'lines',
  'badges',
  'images',
  'empty',
] as const;
export type HostileName = (typeof HOSTILE_NAMES)[number];

const STACKED = '\u0300\u0301\u0308\u030a\u0316\u0317\u0323\u0334\u0489'.repeat(5);
const LARGEST = 999_999_999;

interface HostileExample {
  readonly text: string;
  /** For number fields; null: the sample's number. */
  readonly number: number | null;
  /** The number of badges, emojis and items. */
  readonly rows: number;
  /** Their images, in turn. */
  readonly images: readonly string[];
}

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

export function hostileExample(name: HostileName): HostileExample {
  const text = hostileText(name);
  switch (name) {
    case 'badges':
      return { text, number: null, rows: THOUSAND, images: BROKEN_IMAGES.slice(0, 1) };
    case 'images':
      return { text, number: null, rows: BROKEN_IMAGES.length, images: BROKEN_IMAGES };
    case 'empty':
      return { text, number: LARGEST, rows: 0, images: [] };
    default:
      return { text, number: null, rows: 1, images: [] };
  }
}

/** A row's emoji token, in the platform's format. */
function hostileToken(index: number): string {
  return `:stagelight-${index}:`;
}

function hostileText(name: HostileName): string {
  switch (name) {
    case 'markup':
      return '<img src=x onerror=alert(1)><b>bold</b><script>alert(2)</script>{{name}} {name} %s';
    case 'long':
      return 'W'.repeat(TEST_TEXT_MOST);
    case 'zalgo':
      return [...'stagelight'].map((letter) => letter + STACKED).join('');
    case 'direction':
      return 'safe\u202egnp.exe\u2066\u2067 مرحبا بالعالم שלום';
    case 'emoji':
      return '👩‍👩‍👧‍👦🏳️‍🌈🇰🇷👍🏿'.repeat(100);
    case 'invisible':
      return '\u200b\u200c\u200d\u2060\ufeff\u3164\u2800';
    case 'lines':
      return 'one\r\ntwo\n\n\n\nthree\ttab\u0007\u001b[31m';
    case 'badges':
    case 'images':
      return Array.from({ length: 20 }, (_, index) => hostileToken(index)).join(' ');
    case 'empty':
      return '';
  }
}
