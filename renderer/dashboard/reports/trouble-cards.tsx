import { BellRing, CircleCheck, Gift, Route } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Gap } from '../../../shared/connection-history.ts';
import type { ReceiptTotal } from '../../../shared/contract/reports.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { kindTexts, reasonText } from '../connection/coverage.tsx';
import { useWords } from '../context.ts';
import { useReading } from '../query.ts';
import type { Period } from './period.tsx';

interface PeriodProps {
  readonly period: Period;
}

export function GapsCard({ period }: PeriodProps) {
  const words = useWords();
  const { t, dateTime, stretch } = words;
  const { value } = useReading('reports', 'reports.gaps', period);
  const gaps = value?.gaps ?? [];
  return (
    <Card
      icon={Route}
      title={t('reports.gaps')}
      aside={
        value && value.count > 0 ? (
          <span className="card-note">
            {t('reports.gaps-sum', { count: value.count, duration: stretch(value.ms) })}
          </span>
        ) : null
      }
    >
      {value !== null && gaps.length === 0 ? (
        <p className="reports-fine line">
          <CircleCheck size={16} aria-hidden />
          {t('reports.gaps-none')}
        </p>
      ) : null}
      <ul className="reports-gaps rows">
        {gaps.map((gap) => (
          <li key={`${gap.from} ${gap.to} ${gap.reason} ${gap.kinds.join()}`}>
            <strong>{stretch(gap.to - gap.from)}</strong>
            <span title={gap.reason}>{gapText(gap, words)}</span>
            <time dateTime={new Date(gap.from).toISOString()}>{dateTime(gap.from)}</time>
          </li>
        ))}
      </ul>
      {value && value.rows > gaps.length ? (
        <p className="card-note">{t('reports.gaps-more', { count: value.rows - gaps.length })}</p>
      ) : null}
    </Card>
  );
}

function gapText({ reason, kinds }: Gap, words: Words): string {
  const named = kindTexts(kinds);
  const why = reasonText(reason, words) ?? '';
  return named ? words.t('reports.gap-kinds', { kinds: named, why }) : why;
}

const ORDER: readonly string[] = [
  'over',
  'not-on-broadcast',
  'not-heard',
  'painted',
  'queued',
  'never-appeared',
  'below-minimum',
  'rejected',
  'dismissed',
];

export function ReceiptsCard({ period }: PeriodProps) {
  const { t } = useWords();
  const { value } = useReading('reports', 'reports.receipts', period);
  const placeOf = (one: ReceiptTotal) => ORDER.indexOf(keyOf(one));
  const counts = [...(value?.counts ?? [])].sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <Card icon={BellRing} title={t('reports.receipts')}>
      {value !== null && counts.length === 0 ? (
        <p className="card-note">{t('reports.receipts-empty')}</p>
      ) : null}
      <dl className="counters">
        {counts.map((one) => (
          <Counter key={keyOf(one)} count={one.count}>
            {receiptText(one, t)}
          </Counter>
        ))}
      </dl>
    </Card>
  );
}

function keyOf({ state, note, flaw }: ReceiptTotal): string {
  return flaw ?? note ?? state;
}

export function PayoutsCard({ period }: PeriodProps) {
  const { t } = useWords();
  const { value } = useReading('reports', 'reports.payouts', period);
  if (!value || value.calls === 0) return null;
  return (
    <Card icon={Gift} title={t('reports.payouts')}>
      <dl className="counters">
        {value.counts.map((one) => (
          <Counter key={`${one.target} ${one.status}`} count={one.count}>
            {t(one.target === 'FULFILLED' ? 'reports.payout-paid' : 'reports.payout-back')}
            <code>{statusText(one.status, t)}</code>
          </Counter>
        ))}
      </dl>
    </Card>
  );
}

function statusText(status: string, t: Words['t']): string {
  const key = `reports.payout-${status}`;
  return isWord(key) ? t(key) : status;
}

function Counter({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const { t } = useWords();
  return (
    <div className="counter">
      <dt>{children}</dt>
      <dd>{t('reports.times', { count })}</dd>
    </div>
  );
}

type Receipt = Omit<ReceiptTotal, 'count'>;

/** What became of an alert. */
export function receiptText({ state, note, flaw }: Receipt, t: Words['t']): string {
  if (flaw !== null) return t(`obs.heard-flaw-${flaw}`);
  return note === null ? t(`reports.state-${state}`) : t(`reports.note-${note}`);
}
