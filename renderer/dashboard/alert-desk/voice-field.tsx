import { useId } from 'react';
import { useWords } from '../context.ts';
import type { VoiceName } from './use-voices.ts';

interface VoiceFieldProps {
  readonly voices: readonly VoiceName[];
  /** null: whichever fits the text. */
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
}

/** One of this page's voices. One that is set but not here can be seen and kept. */
export function VoiceField({ voices, chosen, onChoose }: VoiceFieldProps) {
  const { t } = useWords();
  const id = useId();
  const isHere = chosen === null || voices.some(({ name }) => name === chosen);
  return (
    <div className="entry">
      <label htmlFor={id}>{t('speech.voice')}</label>
      <select
        id={id}
        className="entry-field"
        value={chosen ?? ''}
        aria-describedby={`${id}note`}
        onChange={(event) => onChoose(event.currentTarget.value || null)}
      >
        <option value="">{t('speech.voice-any')}</option>
        {isHere ? null : <option value={chosen}>{t('speech.voice-gone', { name: chosen })}</option>}
        {voices.map(({ name, lang }) => (
          <option key={name} value={name}>
            {`${name} · ${lang}`}
          </option>
        ))}
      </select>
      <p id={`${id}note`} className="entry-note">
        {t(voices.length === 0 ? 'speech.voice-none' : 'speech.voice-note')}
      </p>
    </div>
  );
}
