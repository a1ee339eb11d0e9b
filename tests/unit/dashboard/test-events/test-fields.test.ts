import { describe, expect, it } from 'vitest';
import {
  HOSTILE_NAMES,
  hostileDraft,
  hostileExample,
  playOf,
  sampleDraft,
  TEST_FIELDS,
} from '../../../../renderer/dashboard/test-events/test-fields.ts';
import { EVENT_KINDS } from '../../../../shared/events.ts';
import { TEST_DATA, testDataOf } from '../../../../shared/test-play.ts';

const CASES = EVENT_KINDS.flatMap((kind) => HOSTILE_NAMES.map((name) => ({ kind, name })));

describe('the form', () => {
  it.each(EVENT_KINDS)('has every field of kind %s, filled by the sample', (kind) => {
    const names = TEST_FIELDS[kind].map(({ name }) => name as string);
    expect(names.toSorted()).toEqual(Object.keys(TEST_DATA[kind].shape).toSorted());
    for (const language of ['ko', 'en'] as const) {
      expect(playOf(kind, sampleDraft(kind, language))).toEqual(testDataOf(kind, language));
    }
  });

  it.each(CASES)('can be played with $name in every field of kind $kind', ({ kind, name }) => {
    const draft = hostileDraft(kind, hostileExample(name), 'ko');
    expect(playOf(kind, draft)).toEqual({ kind, data: draft });
    const { text } = hostileExample(name);
    const texts = TEST_FIELDS[kind].filter(({ control }) => control === 'text');
    expect(texts.map((field) => draft[field.name])).toEqual(texts.map(() => text));
  });

  it('cannot be played while a number is missing that has to be there', () => {
    expect(playOf('DROPS', { ...sampleDraft('DROPS', 'ko'), count: null })).toBeNull();
    expect(playOf('GOODS_PURCHASE', { itemCount: 0 })).toBeNull();
  });
});
