import { TriangleAlert } from 'lucide-react';
import type { ShownGap } from '../../stores/dashboard-lifeline.ts';
import { useWords } from '../context.ts';
import { Lasting } from '../lasting.tsx';
import { reasonText } from '../reason-text.ts';

interface GapRowProps {
  readonly gap: ShownGap;
  /** What it is in its list: a row, or a part of one. */
  readonly as?: 'li' | 'div';
}

/** A stretch in which events may have been missed: from when to when, how long, why. */
export function GapRow({ gap, as: Row = 'li' }: GapRowProps) {
  const words = useWords();
  const { t, time, dateTime, stretch } = words;
  const { from, to, reason } = gap;
  const until = to === null ? t('gap.now') : time(to);
  return (
    <Row className="life life-gap tone-warn" data-open={to === null}>
      <TriangleAlert size={16} aria-hidden className="life-icon" />
      <div className="life-body">
        <p className="life-word">
          <strong>{t(to === null ? 'gap.open' : 'gap.name')}</strong>
          <span className="gap-length">
            {to === null ? (
              <Lasting since={from} />
            ) : (
              t('gap.length', { duration: stretch(to - from) })
            )}
          </span>
        </p>
        <p className="life-reason" title={reason}>
          {reasonText(reason, words)} {t('gap.text')}
        </p>
      </div>
      <time className="life-time" dateTime={new Date(from).toISOString()} title={dateTime(from)}>
        {t('life.span', { from: time(from), to: until })}
      </time>
    </Row>
  );
}
