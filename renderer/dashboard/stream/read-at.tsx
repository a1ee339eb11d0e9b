import { useWords } from '../context.ts';

/** When something was read last, at the end of a card's title. */
export function ReadAtNote({ at }: { readonly at: number | null }) {
  const { t, time } = useWords();
  return (
    <span className="stream-read-at">
      {at === null ? t('stream.never-read') : t('stream.read-at', { time: time(at) })}
    </span>
  );
}
