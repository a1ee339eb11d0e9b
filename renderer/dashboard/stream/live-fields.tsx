import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import type { CommandArgs } from '../../../shared/contract/index.ts';
import {
  LIVE_FIELDS,
  type LiveFields,
  STREAM_LIMITS,
  sameValue,
} from '../../../shared/contract/stream.ts';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

export type LiveFieldName = keyof LiveFields;

/** A field that is being edited: what it held when that began (undefined: not known), and now. */
interface Edit<F extends LiveFieldName> {
  readonly base: LiveFields[F] | undefined;
  readonly value: LiveFields[F];
}

/** What has been edited and not been saved. */
export type LiveDraft = { readonly [F in LiveFieldName]?: Edit<F> };

/** Applies an edit; the present value is no edit. `now` is null if nothing was read. */
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

/** The edits still to save, without those that already hold elsewhere. */
export function openEdits(draft: LiveDraft, now: LiveFields | null): LiveDraft {
  return LIVE_FIELDS.reduce((open: LiveDraft, field) => {
    const edit = draft[field];
    return edit && now && sameValue(now[field], edit.value) ? without(open, field) : open;
  }, draft);
}

/** The edited fields that were changed elsewhere meanwhile. */
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

/** Why the platform would refuse a title; null if it is fine. */
export function titleFault(title: string): 'empty' | { readonly over: number } | null {
  const count = countCharacters(title);
  if (count < STREAM_LIMITS.titleMin) return 'empty';
  return count > STREAM_LIMITS.titleMax ? { over: count - STREAM_LIMITS.titleMax } : null;
}

interface TitleFieldProps {
  /** null: it is not known. */
  readonly value: string | null;
  readonly onChange: (title: string) => void;
}

/** The title with its count; what is too long stays as it was typed. */
export function TitleField({ value, onChange }: TitleFieldProps) {
  const { t } = useWords();
  const id = useId();
  const fault = value === null ? null : titleFault(value);
  const isLong = fault !== null && fault !== 'empty';
  const count = countCharacters(value ?? '');
  return (
    <Entry
      id={id}
      label={t('stream.field.defaultLiveTitle')}
      note={
        <span className="stream-note-line">
          <span>
            {fault === 'empty' ? t('stream.title-empty') : null}
            {isLong ? t('stream.title-long', { over: fault.over }) : null}
            {fault === null ? t('stream.title-live') : null}
          </span>
          <span className="stream-count">
            {t('stream.title-count', { count, max: STREAM_LIMITS.titleMax })}
          </span>
        </span>
      }
      faulty={fault !== null}
    >
      <textarea
        id={id}
        className="entry-field stream-title"
        rows={1}
        value={value ?? ''}
        autoComplete="off"
        aria-invalid={fault !== null}
        aria-describedby={`${id}note`}
        // As wide as it is long: it breaks where there is no room, but has no lines of its own.
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/gu, ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </Entry>
  );
}

const MAX = STREAM_LIMITS.tagsMax;
/** What our own contract carries of one tag. */
const TAG_LENGTH = 200;

interface TagsFieldProps {
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags as chips: Enter or a comma adds what is typed, Backspace in an empty field takes the last away. */
export function TagsField({ value, onChange }: TagsFieldProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [twice, setTwice] = useState<string | null>(null);
  const isFull = value.length >= MAX;

  /** Takes as many as there is room for; what finds none stays in the field. */
  const add = (text: string) => {
    const next = [...value];
    const left: string[] = [];
    let again: string | null = null;
    for (const tag of text.split(',').map((part) => part.trim())) {
      if (tag === '') continue;
      if (next.includes(tag)) again = tag;
      else if (next.length < MAX) next.push(tag);
      else left.push(tag);
    }
    setTwice(again);
    setTyped(left.join(', '));
    if (next.length > value.length) onChange(next);
  };
  const remove = (tag: string) => {
    setTwice(null);
    onChange(value.filter((other) => other !== tag));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter also ends a Korean syllable that is still being put together.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  const note =
    isFull && typed.trim() !== ''
      ? t('stream.tags-full', { max: MAX })
      : twice === null
        ? t('stream.tags-hint')
        : t('stream.tags-twice', { tag: twice });
  return (
    <Entry
      id={id}
      label={t('stream.field.tags')}
      faulty={isFull && typed.trim() !== ''}
      note={
        <span className="stream-note-line">
          <span role="status">{note}</span>
          <span className="stream-count">
            {t('stream.tags-count', { count: value.length, max: MAX })}
          </span>
        </span>
      }
    >
      <div className="stream-tags" data-full={isFull}>
        {value.length > 0 ? (
          <ul className="stream-chips">
            {value.map((tag) => (
              <li key={tag} className="stream-chip">
                <bdi>{tag}</bdi>
                <button
                  type="button"
                  aria-label={t('stream.tags-remove', { tag })}
                  onClick={() => remove(tag)}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <input
          id={id}
          ref={field}
          type="text"
          value={typed}
          maxLength={TAG_LENGTH}
          placeholder={isFull ? '' : t('stream.tags-add')}
          autoComplete="off"
          aria-describedby={`${id}note`}
          onChange={(event) => {
            const { value: text } = event.currentTarget;
            const composing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing;
            if (text.includes(',') && composing !== true) add(text);
            else setTyped(text);
          }}
          onKeyDown={press}
          onBlur={() => add(typed)}
        />
      </div>
    </Entry>
  );
}
