import { countCharacters } from '../../../shared/characters.ts';
import type { CommandArgs } from '../../../shared/contract/index.ts';
import {
  LIVE_FIELDS,
  type LiveFields,
  STREAM_LIMITS,
  sameValue,
} from '../../../shared/contract/stream.ts';

export type LiveFieldName = keyof LiveFields;

/** A field that is being edited: what it held when that began (undefined: not known), and now. */
interface Edit<F extends LiveFieldName> {
  readonly base: LiveFields[F] | undefined;
  readonly value: LiveFields[F];
}

/** What has been edited and not been saved. */
export type LiveDraft = { readonly [F in LiveFieldName]?: Edit<F> };

/** Takes up a new value; one that is there already is no edit. `now` null: nothing was read. */
export function withEdit<F extends LiveFieldName>(
  draft: LiveDraft,
  field: F,
  value: LiveFields[F],
  now: LiveFields | null,
): LiveDraft {
  const base = draft[field] ? draft[field].base : now?.[field];
  if (base !== undefined && sameValue(base, value)) return without(draft, field);
  return { ...draft, [field]: { base, value } };
}

export function without(draft: LiveDraft, field: LiveFieldName): LiveDraft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name !== field));
}

/** The edits that are still to be made: what has come to be so elsewhere is none. */
export function openEdits(draft: LiveDraft, now: LiveFields | null): LiveDraft {
  return LIVE_FIELDS.reduce((open: LiveDraft, field) => {
    const edit = draft[field];
    return edit && now && sameValue(now[field], edit.value) ? without(open, field) : open;
  }, draft);
}

/** The edited fields that somebody else has set meanwhile. */
export function conflictsOf(draft: LiveDraft, now: LiveFields | null): readonly LiveFieldName[] {
  if (now === null) return [];
  return LIVE_FIELDS.filter((field) => {
    const edit = draft[field];
    return edit?.base !== undefined && !sameValue(now[field], edit.base);
  });
}

/** Whoever has seen both values and keeps the own one builds on what is there now. */
export function withMine(draft: LiveDraft, field: LiveFieldName, now: LiveFields): LiveDraft {
  const edit = draft[field];
  return edit ? { ...draft, [field]: { base: now[field], value: edit.value } } : draft;
}

/** What is shown: edits before what was read. */
export function shownOf<F extends LiveFieldName>(
  draft: LiveDraft,
  field: F,
  now: LiveFields | null,
): LiveFields[F] | undefined {
  return draft[field] ? draft[field].value : now?.[field];
}

/** As the core is asked for it. */
export function changeOf(draft: LiveDraft): CommandArgs<'stream.set'> {
  const { defaultLiveTitle, category, tags } = draft;
  return {
    ...(defaultLiveTitle ? { defaultLiveTitle: defaultLiveTitle.value } : {}),
    ...(category ? { category: category.value } : {}),
    ...(tags ? { tags: [...tags.value] } : {}),
    basedOn: {
      ...(defaultLiveTitle?.base === undefined ? {} : { defaultLiveTitle: defaultLiveTitle.base }),
      ...(category?.base === undefined ? {} : { category: category.base }),
      ...(tags?.base === undefined ? {} : { tags: [...tags.base] }),
    },
  };
}

/** What the platform would not take about a title; null: nothing. */
export function titleFault(title: string): 'empty' | { readonly over: number } | null {
  const count = countCharacters(title);
  if (count < STREAM_LIMITS.titleMin) return 'empty';
  return count > STREAM_LIMITS.titleMax ? { over: count - STREAM_LIMITS.titleMax } : null;
}
