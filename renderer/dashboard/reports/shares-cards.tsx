import { ChartBarDecreasing, Trophy, UserSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AmountBar, GivenBy, Supporter } from '../../../shared/contract/reports.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { useWords } from '../context.ts';
import { ViewerName } from '../live/event-body.tsx';
import { useReading } from '../query.ts';
import { moneyText } from './amounts.ts';
import type { Period } from './period.tsx';

export function AmountsCard({ period }: { readonly period: Period }) {
  const { t } = useWords();
  const { value } = useReading('reports', 'reports.amounts', period);
  const bars = value?.bars ?? [];
  const groups = [...new Set(bars.map(groupKey))].sort((a, b) => placeOf(a) - placeOf(b));
  const [chosen, setChosen] = useState('donation ');
  const group = groups.includes(chosen) ? chosen : groups[0];
  const shown = bars.filter((bar) => groupKey(bar) === group);
  return (
    <Card
      icon={ChartBarDecreasing}
      title={t('reports.by-amount')}
      aside={
        group !== undefined && groups.length > 1 ? (
          <Segments
            label={t('reports.metric')}
            choices={groups.map((value) => ({ value, label: groupName(value, t) }))}
            chosen={group}
            onChoose={setChosen}
          />
        ) : null
      }
    >
      {value !== null && shown.length === 0 ? (
        <p className="card-note">{t('reports.by-amount-empty')}</p>
      ) : null}
      <AmountList bars={shown} />
    </Card>
  );
}

const ORDER = ['donation', 'cheering', 'purchase'];

function placeOf(key: string): number {
  return ORDER.indexOf(key.split(' ')[0] ?? '');
}

function groupKey({ sort, currency }: AmountBar): string {
  return `${sort} ${currency}`;
}

function groupName(key: string, t: Words['t']): string {
  const [sort, currency = ''] = key.split(' ');
  if (sort === 'purchase') return t('reports.money-in', { currency });
  return t(sort === 'cheering' ? 'reports.sort-cheering' : 'reports.sort-donation');
}

function AmountList({ bars }: { readonly bars: readonly AmountBar[] }) {
  const words = useWords();
  const { t, number } = words;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const amountText = (amount: number, { sort, currency }: AmountBar) =>
    sort === 'purchase' ? moneyText(amount, currency, words) : number(amount);
  return (
    <ul className="stack">
      {bars.map((bar) => (
        <li key={`${groupKey(bar)} ${bar.least}`} className="reports-share">
          <span className="reports-share-name">
            {bar.least === bar.most
              ? amountText(bar.least, bar)
              : t('life.span', { from: amountText(bar.least, bar), to: amountText(bar.most, bar) })}
          </span>
          <Share value={bar.count / most} />
          <span className="reports-share-value">{t('reports.times', { count: bar.count })}</span>
        </li>
      ))}
    </ul>
  );
}

/** A bar relative to the longest; the number is beside it. */
function Share({ value }: { readonly value: number }) {
  return (
    <svg className="reports-share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect width={100} height={8} rx={2} className="reports-share-room" />
      <rect width={Math.max(1, value * 100)} height={8} rx={2} className="reports-share-fill" />
    </svg>
  );
}

const SUPPORTERS = 10;
const BY: readonly GivenBy[] = ['donation', 'cheering'];

interface SupportersProps {
  readonly period: Period;
  readonly onFind: (channelId: string) => void;
}

/** Top supporters, by donations or by cheering, never added together. */
export function SupportersCard({ period, onFind }: SupportersProps) {
  const { t } = useWords();
  const [by, setBy] = useState<GivenBy>('donation');
  const { value } = useReading('reports', 'reports.supporters', {
    ...period,
    by,
    limit: SUPPORTERS,
  });
  const supporters = value?.supporters ?? [];
  // The last ranking stays until the next is there: with its own sums, not with those asked for.
  const rankedBy = value?.by ?? by;
  const more = (value?.all ?? 0) - supporters.length;
  const list = useRef<HTMLOListElement>(null);
  useRowStops(list, true);
  return (
    <Card
      icon={Trophy}
      title={t('reports.supporters')}
      aside={
        <Segments
          label={t('reports.supporters-by')}
          choices={BY.map((value) => ({ value, label: t(`reports.sort-${value}`) }))}
          chosen={by}
          onChoose={setBy}
        />
      }
    >
      {value !== null && supporters.length === 0 ? (
        <p className="card-note">{t('reports.supporters-empty')}</p>
      ) : null}
      <ol ref={list} className="stack">
        {supporters.map((one, at) => (
          <SupporterRow
            key={one.channelId}
            one={one}
            by={rankedBy}
            place={at + 1}
            onFind={onFind}
          />
        ))}
      </ol>
      {more > 0 ? (
        <p className="card-note">{t('reports.supporters-more', { count: more })}</p>
      ) : null}
    </Card>
  );
}

interface SupporterRowProps extends Pick<SupportersProps, 'onFind'> {
  readonly one: Supporter;
  readonly by: GivenBy;
  readonly place: number;
}

function SupporterRow({ one, by, place, onFind }: SupporterRowProps) {
  const { t, number, beams } = useWords();
  const sum = by === 'donation' ? one.donationBeams : one.cheeringBeams;
  return (
    <li className="reports-supporter">
      <span className="reports-place">{number(place)}</span>
      <ViewerName name={one.name ?? ''} />
      <span className="reports-share-value">{beams(sum)}</span>
      <IconButton
        icon={UserSearch}
        label={t('reports.find-viewer', { name: one.name ?? one.channelId })}
        onPress={() => onFind(one.channelId)}
      />
    </li>
  );
}
