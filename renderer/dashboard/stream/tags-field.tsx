import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { STREAM_LIMITS } from '../../../shared/contract/stream.ts';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

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
