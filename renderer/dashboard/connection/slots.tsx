import { useWords } from '../context.ts';

interface SlotsProps {
  /** null: not looked yet. */
  readonly used: number | null;
  readonly max: number;
}

/** More would be no picture any more. */
const MOST_PIPS = 10;

/** How many of the channel's sessions are in use: pips, numbers, and what it means when all are. */
export function Slots({ used, max }: SlotsProps) {
  const { t } = useWords();
  const isFull = used !== null && used >= max;
  const pips = Array.from({ length: Math.min(max, MOST_PIPS) }, (_, at) => at < (used ?? 0));
  return (
    <div className="vital">
      <dt>{t('line.sessions')}</dt>
      <dd className="slots" data-full={isFull}>
        <span className="pips" aria-hidden>
          {pips.map((isUsed, at) => (
            // Pips never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={at} className="pip" data-used={isUsed} />
          ))}
        </span>
        {used === null ? t('line.sessions-unknown') : t('line.sessions-value', { used, max })}
      </dd>
      {isFull ? <dd className="vital-warning">{t('line.sessions-full')}</dd> : null}
    </div>
  );
}
