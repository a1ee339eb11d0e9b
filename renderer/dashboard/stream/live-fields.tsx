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
import { type ControlProps, Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

export type LiveFieldName = keyof LiveFields;

/** An edited field: its value when editing began (undefined if unknown), and now. */
interface Edit<F extends LiveFieldName> {
  readonly base: LiveFields[F] | undefined;
  readonly value: LiveFields[F];
}

export type LiveDraft = { readonly [F in LiveFieldName]?: Edit<F> };

/** Applies an edit; setting the current value removes it. `now` is null if nothing was read. */
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

export function without<T extends object>(fields: T, field: keyof T): T {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)) as T;
}

/** Unsaved edits, without those that already match the current values. */
export function openEdits(draft: LiveDraft, now: LiveFields | null): LiveDraft {
  return LIVE_FIELDS.reduce((open: LiveDraft, field) => {
    const edit = draft[field];
    return edit && now && sameValue(now[field], edit.value) ? without(open, field) : open;
  }, draft);
}

export function conflictsOf(draft: LiveDraft, now: LiveFields | null): readonly LiveFieldName[] {
  if (now === null) return [];
  return LIVE_FIELDS.filter((field) => {
    const edit = draft[field];
    return edit?.base !== undefined && !sameValue(now[field], edit.base);
  });
}

/** Keeps the user's value after a conflict: the current value becomes its base. */
export function withMine(draft: LiveDraft, field: LiveFieldName, now: LiveFields): LiveDraft {
  const edit = draft[field];
  return edit ? { ...draft, [field]: { base: now[field], value: edit.value } } : draft;
}

/** The shown value: the edit if any, else the value read. */
export function shownOf<F extends LiveFieldName>(
  draft: LiveDraft,
  field: F,
  now: LiveFields | null,
): LiveFields[F] | undefined {
  return draft[field] ? draft[field].value : now?.[field];
}

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
export function titleFault(title: string): 'empty' | 'long' | null {
  const count = countCharacters(title);
  if (count < STREAM_LIMITS.titleMin) return 'empty';
  return count > STREAM_LIMITS.titleMax ? 'long' : null;
}

interface TitleFieldProps {
  /** null if unknown. */
  readonly value: string | null;
  readonly onChange: (title: string) => void;
  /** Saves it; omitted where Enter does not. */
  readonly onEnter?: () => void;
}

export function TitleField({ value, onChange, onEnter }: TitleFieldProps) {
  const { t } = useWords();
  const id = useId();
  const fault = value === null ? null : titleFault(value);
  const count = countCharacters(value ?? '');
  const max = STREAM_LIMITS.titleMax;
  return (
    <Entry
      id={id}
      label={t('stream.field.defaultLiveTitle')}
      note={
        <span className="stream-note-line">
          <span>
            {fault || onEnter ? t(`stream.title-${fault ?? 'live'}`, { over: count - max }) : null}
          </span>
          <span className="card-note stream-count">{t('stream.title-count', { count, max })}</span>
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
        // The text wraps, but has no line breaks of its own.
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/gu, ' '))}
        onKeyDown={(event) => {
          // Enter also ends the composition of a Korean syllable.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter?.();
        }}
      />
    </Entry>
  );
}

const MAX = STREAM_LIMITS.tagsMax;
/** The contract's limit for one tag. */
const TAG_LENGTH = 200;

/** Tags as chips: Enter or a comma adds the input, Backspace in an empty field removes the last. */
export function TagsField({ value, onChange }: ControlProps<readonly string[]>) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [twice, setTwice] = useState<string | null>(null);
  const isFull = value.length >= MAX;

  /** Adds as many tags as fit; the rest stays in the field. */
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
    // Enter also ends the composition of a Korean syllable.
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
          <span className="card-note stream-count">
            {t('stream.tags-count', { count: value.length, max: MAX })}
          </span>
        </span>
      }
    >
      <div className="stream-tags card-row" data-full={isFull}>
        {value.length > 0 ? (
          <ul className="stream-chips">
            {value.map((tag) => (
              <li key={tag} className="stream-chip">
                <bdi className="cut">{tag}</bdi>
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
