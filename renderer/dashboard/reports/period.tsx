import { ChevronLeft, ChevronRight, LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReportBroadcast } from '../../../shared/contract/reports.ts';
import { IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/fields.tsx';
import { usePage, useWords } from '../context.ts';

/** A period: epoch milliseconds, `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const PERIOD_KINDS = ['broadcast', 'day', 'month', 'range'] as const;
type PeriodKind = (typeof PERIOD_KINDS)[number];

/** Days and months follow this computer's time zone. */
export function dayOf(at: number): Period {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return {
    from: new Date(year, month, day).getTime(),
    to: new Date(year, month, day + 1).getTime(),
  };
}

export function monthOf(at: number): Period {
  const date = new Date(at);
  const [year, month] = [date.getFullYear(), date.getMonth()];
  return { from: new Date(year, month).getTime(), to: new Date(year, month + 1).getTime() };
}

export function neighbour(kind: 'day' | 'month', { from, to }: Period, step: -1 | 1): Period {
  const of = kind === 'day' ? dayOf : monthOf;
  return step === 1 ? of(to) : of(from - 1);
}

/** A date field's format: 2026-01-31. */
export function dateText(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The days between two date fields, inclusive; null if one is empty or they are reversed. */
export function rangeOf(first: string, last: string): Period | null {
  const [from, to] = [dayFrom(first), dayFrom(last)];
  if (from === null || to === null || to < from) return null;
  return { from, to: dayOf(to).to };
}

function dayFrom(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}

const DAY_MS = 86_400_000;

/** The chart's interval for a period, so bars are comparable and fit. */
export function groupOf({ from, to }: Period): 'hour' | 'day' | 'month' {
  const days = (to - from) / DAY_MS;
  if (days <= 2.1) return 'hour';
  return days <= 100 ? 'day' : 'month';
}

/** This computer's time zone, as an IANA name. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The user's choice; `period` is null while it is incomplete. */
export interface Choice {
  readonly kind: PeriodKind;
  readonly period: Period | null;
  /** The chosen broadcast's number; null if none. */
  readonly broadcast: number | null;
}

const NO_BROADCAST: Choice = { kind: 'broadcast', period: null, broadcast: null };

interface PeriodBarProps {
  readonly choice: Choice;
  /** Latest first; null if not read yet. */
  readonly broadcasts: readonly ReportBroadcast[] | null;
  readonly isLoading: boolean;
  readonly onChoose: (choice: Choice) => void;
}

/** What all of the page is about. */
export function PeriodBar({ choice, broadcasts, isLoading, onChoose }: PeriodBarProps) {
  const { t } = useWords();
  const { clock } = usePage().host;
  const choose = (kind: PeriodKind) => {
    const now = clock.now();
    if (kind === 'broadcast') return onChoose(broadcastChoice(broadcasts?.[0] ?? null, now));
    const past = kind === 'range' ? choice.period : null;
    const period = past ?? (kind === 'day' ? dayOf(now) : monthOf(now));
    onChoose({ kind, period, broadcast: null });
  };
  return (
    <section className="reports-period card-row" aria-label={t('reports.period')}>
      <Segments
        label={t('reports.period')}
        choices={PERIOD_KINDS.map((value) => ({ value, label: t(`reports.period-${value}`) }))}
        chosen={choice.kind}
        onChoose={choose}
      />
      {choice.kind === 'broadcast' ? (
        <BroadcastChoice choice={choice} broadcasts={broadcasts} onChoose={onChoose} />
      ) : null}
      {choice.kind === 'day' || choice.kind === 'month' ? (
        <Stepper choice={choice} kind={choice.kind} onChoose={onChoose} />
      ) : null}
      {choice.kind === 'range' ? <RangeChoice choice={choice} onChoose={onChoose} /> : null}
      {isLoading ? (
        <span className="reports-loading" role="status">
          <LoaderCircle size={16} aria-hidden className="spinning" />
          <span className="only-heard">{t('reports.loading')}</span>
        </span>
      ) : null}
    </section>
  );
}

const HOUR_MS = 3_600_000;

/** A running broadcast ends with this hour here: later events appear after the next read. */
export function broadcastChoice(broadcast: ReportBroadcast | null, now: number): Choice {
  if (!broadcast) return NO_BROADCAST;
  const to = Math.max(
    broadcast.beganAt + 1,
    broadcast.endedAt ?? (Math.floor(now / HOUR_MS) + 1) * HOUR_MS,
  );
  return { kind: 'broadcast', period: { from: broadcast.beganAt, to }, broadcast: broadcast.id };
}

function BroadcastChoice({ choice, broadcasts, onChoose }: Omit<PeriodBarProps, 'isLoading'>) {
  const { t, dateTime, duration } = useWords();
  const { clock } = usePage().host;
  if (broadcasts === null) return null;
  if (broadcasts.length === 0) return <p className="card-note">{t('reports.no-broadcasts')}</p>;
  const nameOf = ({ beganAt, endedAt }: ReportBroadcast) =>
    endedAt === null
      ? t('reports.broadcast-open', { when: dateTime(beganAt) })
      : t('reports.broadcast-over', {
          when: dateTime(beganAt),
          length: duration(endedAt - beganAt),
        });
  return (
    <select
      className="entry-field reports-broadcast"
      aria-label={t('reports.broadcast')}
      value={choice.broadcast ?? ''}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        const found = broadcasts.find((broadcast) => broadcast.id === id);
        if (found) onChoose(broadcastChoice(found, clock.now()));
      }}
    >
      {broadcasts.map((broadcast) => (
        <option key={broadcast.id} value={broadcast.id}>
          {nameOf(broadcast)}
        </option>
      ))}
    </select>
  );
}

type PartProps = Pick<PeriodBarProps, 'choice' | 'onChoose'>;

function Stepper({ choice, kind, onChoose }: PartProps & { readonly kind: 'day' | 'month' }) {
  const { t, language, day } = useWords();
  const { clock } = usePage().host;
  const { period } = choice;
  if (!period) return null;
  const month = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' });
  const name = kind === 'day' ? day(period.from) : month.format(new Date(period.from));
  const step = (by: -1 | 1) => onChoose({ ...choice, period: neighbour(kind, period, by) });
  return (
    <div className="reports-stepper card-row">
      <IconButton icon={ChevronLeft} label={t(`reports.${kind}-before`)} onPress={() => step(-1)} />
      <strong aria-live="polite">{name}</strong>
      <IconButton
        icon={ChevronRight}
        label={t(`reports.${kind}-after`)}
        disabled={period.to > clock.now()}
        onPress={() => step(1)}
      />
    </div>
  );
}

function RangeChoice({ choice, onChoose }: PartProps) {
  const { t } = useWords();
  const id = useId();
  const { period } = choice;
  const [first, setFirst] = useState(() => (period ? dateText(period.from) : ''));
  const [last, setLast] = useState(() => (period ? dateText(period.to - 1) : ''));
  const isFaulty = rangeOf(first, last) === null;
  const take = (from: string, to: string) => {
    setFirst(from);
    setLast(to);
    const range = rangeOf(from, to);
    if (range) onChoose({ ...choice, period: range });
  };
  const field = (label: string, value: string, set: (value: string) => void) => (
    <input
      type="date"
      className="entry-field"
      aria-label={label}
      aria-invalid={isFaulty}
      aria-describedby={isFaulty ? `${id}fault` : undefined}
      value={value}
      max="9999-12-31"
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <div className="reports-range card-row">
      {field(t('reports.first-day'), first, (value) => take(value, last))}
      <span aria-hidden>–</span>
      {field(t('reports.last-day'), last, (value) => take(first, value))}
      {isFaulty ? (
        <p id={`${id}fault`} className="entry-note" data-fault>
          {t('reports.range-fault')}
        </p>
      ) : null}
    </div>
  );
}
