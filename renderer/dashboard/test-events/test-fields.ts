import type { EventKind } from '../../../shared/events.ts';
import type { Language } from '../../../shared/problem.ts';
import {
  TEST_NUMBER_MOST,
  type TestPlay,
  testDataOf,
  testPlaySchema,
} from '../../../shared/test-play.ts';
import type { HostileExample } from './hostile-examples.ts';

/** The fields of the form, kind by kind, in the order in which they are read on the screen. */

export type TestFieldName =
  | 'nickname'
  | 'content'
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
  | 'count'
  | 'shopName'
  | 'representativeItemName'
  | 'itemCount'
  | 'totalAmount'
  | 'currency';

export type TestField = { readonly name: TestFieldName } & (
  | { readonly control: 'line' | 'text' }
  /** A name; an empty one is nobody's. */
  | { readonly control: 'name-or-anonymous' }
  | { readonly control: 'choice'; readonly choices: readonly string[] }
  | {
      readonly control: 'number';
      readonly min: number;
      readonly optional: boolean;
      readonly whole: boolean;
    }
);

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
    { name: 'content', control: 'text' },
  ],
  DONATION: [
    { name: 'donatorNickname', control: 'name-or-anonymous' },
    number('payAmount', { optional: true }),
    { name: 'donationType', control: 'choice', choices: ['CHAT', 'VIDEO', 'CHEERING'] },
    { name: 'donationText', control: 'text' },
  ],
  SUBSCRIPTION: [
    { name: 'subscriberChannelName', control: 'name-or-anonymous' },
    number('month', { optional: true }),
    number('tierNo', { optional: true }),
    { name: 'subscriptionMessage', control: 'text' },
  ],
  DROPS: [
    { name: 'rewardTitle', control: 'line' },
    number('count'),
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
  ],
};

export type TestValue = string | number | null;
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
    case 'choice':
      return usual;
  }
}

/** What the form asks for; null: something in it cannot be played. */
export function playOf(kind: EventKind, draft: TestDraft): TestPlay | null {
  const checked = testPlaySchema.safeParse({ kind, data: draft });
  return checked.success ? checked.data : null;
}

export const FIELD_NUMBER_MOST = TEST_NUMBER_MOST;
