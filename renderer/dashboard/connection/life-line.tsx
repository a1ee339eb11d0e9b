import { memo } from 'react';
import type { LifeRow } from '../../stores/dashboard-lifeline.ts';
import { useWords } from '../context.ts';
import { reasonText } from '../reason-text.ts';
import { LIFE_LOOKS } from './life-looks.ts';

/** One thing that happened to the connection: icon, words, why, when. */
export const LifeLine = memo(function LifeLine({ row }: { readonly row: LifeRow }) {
  const words = useWords();
  const { t, time, dateTime } = words;
  const { icon: Icon, tone } = LIFE_LOOKS[row.name];
  const reason = reasonText(row.reason, words);
  const when =
    row.count > 1 ? t('life.span', { from: time(row.first), to: time(row.last) }) : time(row.last);
  return (
    <li className={`life tone-${tone}`} data-name={row.name} data-in-gap={row.inGap}>
      <Icon size={16} aria-hidden className="life-icon" />
      <div className="life-body">
        <p className="life-word">
          {t(`life.${row.name}`)}
          {row.count > 1 ? (
            <span className="life-count">{t('life.times', { count: row.count })}</span>
          ) : null}
        </p>
        {reason ? (
          <p className="life-reason" title={row.reason ?? undefined}>
            {reason}
          </p>
        ) : null}
      </div>
      <time
        className="life-time"
        dateTime={new Date(row.last).toISOString()}
        title={dateTime(row.last)}
      >
        {when}
      </time>
    </li>
  );
});
