import { useId } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import { STREAM_LIMITS } from '../../../shared/contract/stream.ts';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { titleFault } from './live-draft.ts';

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
