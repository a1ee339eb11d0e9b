import { type CSSProperties, useMemo } from 'react';
import { useNow, usePage, useWords } from '../context.ts';

interface TimeLeftProps {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly durationMs: number;
}

/** How often the number is read again, milliseconds. */
const TICK_MS = 1_000;

/** How much of its time an alert has left: a bar that runs out by itself, and a number beside it. */
export function TimeLeft({ endsAt, durationMs }: TimeLeftProps) {
  const { t } = useWords();
  const { clock } = usePage().host;
  const now = useNow(TICK_MS);
  // Once for one showing: the animation begins in the middle and is then left alone.
  const style = useMemo((): CSSProperties => {
    const gone = durationMs - leftOf(endsAt, clock.now(), durationMs);
    return { animationDuration: `${durationMs}ms`, animationDelay: `${-gone}ms` };
  }, [endsAt, durationMs, clock]);
  const seconds = Math.ceil(leftOf(endsAt, now, durationMs) / 1_000);
  return (
    <div className="time-left">
      <span className="time-left-track" aria-hidden>
        <span key={endsAt} className="time-left-bar" style={style} />
      </span>
      <span className="time-left-number">{t('desk.time-left', { count: seconds })}</span>
    </div>
  );
}

/** The two clocks may differ: never less than nothing, never more than all of it. */
function leftOf(endsAt: number, now: number, durationMs: number): number {
  return Math.max(0, Math.min(durationMs, endsAt - now));
}
