import { useWords } from '../context.ts';
import { relativeTime } from './person-words.ts';

interface MomentProps {
  /** Epoch milliseconds; null: the platform said none that can be read. */
  readonly at: number | null;
  readonly now: number;
}

/** When something was: how long ago, the day, and the whole time for who points at it. */
export function Moment({ at, now }: MomentProps) {
  const { t, language, day, dateTime } = useWords();
  if (at === null) return <span className="person-when">{t('people.no-time')}</span>;
  return (
    <time className="person-when" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
      <span>{relativeTime(at, now, language) ?? t('line.now')}</span>
      <span className="person-day">{day(at)}</span>
    </time>
  );
}
