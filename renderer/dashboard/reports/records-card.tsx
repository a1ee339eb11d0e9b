import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Inbox,
  List,
  type LucideIcon,
  Search,
  UserSearch,
  X,
} from 'lucide-react';
import { memo, type RefObject, useEffect, useId, useState } from 'react';
import { ALERT_FLAWS, type AlertFlaw } from '../../../shared/alerts.ts';
import { viewerOf } from '../../../shared/anonymous.ts';
import {
  REPORT_SORTS,
  REPORT_TEXT_MAX,
  type ReportRowView,
  sortOf,
} from '../../../shared/contract/reports.ts';
import { sameJson } from '../../../shared/json.ts';
import { selectObs } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type ControlProps, Entry, LineField } from '../../ui/fields.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { FLAW_ICONS } from '../alerts/alert-list.tsx';
import { useSelect, useWords } from '../context.ts';
import { EventBody } from '../live/event-body.tsx';
import { MoreFilters } from '../more-filters.tsx';
import { ProblemNote } from '../problems.tsx';
import { receiptText } from './trouble-cards.tsx';
import { ANYTHING, type Narrowed, type Records } from './use-records.ts';

interface RecordsCardProps {
  /** The list element, scrolled to and focused when a search is set elsewhere. */
  readonly list: RefObject<HTMLOListElement | null>;
  readonly narrowed: Narrowed;
  readonly records: Records;
  readonly onNarrow: (narrowed: Narrowed) => void;
}

export function RecordsCard({ list, narrowed, records, onNarrow }: RecordsCardProps) {
  const { t, day } = useWords();
  const { rows, next, isLoading, problem, searchedFrom } = records;
  const find = (who: string) => onNarrow({ ...ANYTHING, who });
  useRowStops(list, true);
  return (
    <Card icon={List} title={t('reports.records')} className="reports-records">
      <Filters narrowed={narrowed} onNarrow={onNarrow} />
      <ProblemNote problem={problem} />
      {searchedFrom !== null ? (
        <p className="card-note" role="status">
          {searchedFrom > 8.64e15
            ? t('reports.searching-none')
            : t('reports.searching-from', { day: day(searchedFrom) })}
        </p>
      ) : null}
      {/* A scrolling region must be reachable by keyboard. */}
      <ol
        ref={list}
        className="reports-rows rows"
        aria-label={t('reports.records')}
        aria-busy={isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        {rows.map((row) => (
          <RecordRow key={row.event.seq} row={row} onFind={find} />
        ))}
      </ol>
      <ListEnd records={records} narrowed={narrowed} />
      {next !== null ? (
        <Button busy={records.isReadingOn} onPress={records.more}>
          {t('reports.more')}
        </Button>
      ) : null}
    </Card>
  );
}

function ListEnd({ records, narrowed }: Pick<RecordsCardProps, 'records' | 'narrowed'>) {
  const { t, day } = useWords();
  const { rows, next, isLoading } = records;
  if (next !== null && rows.length === 0) {
    return <p className="card-note">{t('reports.none-since', { day: day(next.at) })}</p>;
  }
  if (rows.length > 0 || isLoading) return null;
  const none = isNarrowed(narrowed) ? 'reports.none-found' : 'reports.none';
  return <Empty icon={Inbox} title={t(none)} text={t(`${none}-text`)} />;
}

function isNarrowed(narrowed: Narrowed): boolean {
  return !sameJson(narrowed, ANYTHING);
}

function Filters({ narrowed, onNarrow }: Pick<RecordsCardProps, 'narrowed' | 'onNarrow'>) {
  const { t } = useWords();
  const { sorts, text, min, max, who, flaw } = narrowed;
  const narrow = (change: Partial<Narrowed>) => onNarrow({ ...narrowed, ...change });
  return (
    <search className="stack roomy" aria-label={t('reports.filters')}>
      <div className="reports-search search">
        <Search size={14} aria-hidden />
        <input
          type="search"
          className="entry-field"
          aria-label={t('reports.search')}
          placeholder={t('reports.search-hint')}
          value={text}
          maxLength={REPORT_TEXT_MAX}
          onChange={(event) => narrow({ text: event.currentTarget.value })}
        />
        {text === '' ? null : (
          <IconButton
            icon={X}
            label={t('reports.search-clear')}
            onPress={() => narrow({ text: '' })}
          />
        )}
      </div>
      <CheckList
        label={t('reports.sorts')}
        choices={REPORT_SORTS.map((value) => ({ value, label: t(`reports.sort-${value}`) }))}
        chosen={sorts}
        onChoose={(chosen) => narrow({ sorts: chosen })}
      />
      <MoreFilters
        isUsed={min !== null || max !== null || who !== '' || flaw !== null}
        isFiltered={isNarrowed(narrowed)}
        onClear={() => onNarrow(ANYTHING)}
      >
        <div className="reports-limits">
          {(['min', 'max'] as const).map((end) => (
            <LimitField
              key={end}
              label={t(`reports.${end}`)}
              value={narrowed[end]}
              onChange={(value) => narrow({ [end]: value })}
            />
          ))}
          <LineField
            label={t('reports.who')}
            value={who}
            max={100}
            placeholder={t('reports.who-hint')}
            onChange={(wanted) => narrow({ who: wanted })}
          />
        </div>
        <p className="card-note">{t('reports.limits-note')}</p>
        <FlawFilter flaw={flaw} onChoose={(chosen) => narrow({ flaw: chosen })} />
      </MoreFilters>
    </search>
  );
}

interface FlawFilterProps {
  readonly flaw: AlertFlaw | null;
  readonly onChoose: (flaw: AlertFlaw | null) => void;
}

/** Only OBS tells of flaws. */
function FlawFilter({ flaw, onChoose }: FlawFilterProps) {
  const { t } = useWords();
  const obs = useSelect(selectObs);
  if (flaw === null && (obs === null || obs.link.state === 'off')) return null;
  const any = { value: 'any', label: t('obs.heard-filter-any') } as const;
  const flaws = ALERT_FLAWS.map((value) => ({ value, label: t(`obs.heard-flaw-${value}`) }));
  return (
    <ChoiceList
      label={t('obs.heard-filter')}
      choices={[any, ...flaws]}
      chosen={flaw ?? 'any'}
      onChoose={(chosen) => onChoose(chosen === 'any' ? null : chosen)}
    />
  );
}

interface RecordRowProps {
  readonly row: ReportRowView;
  readonly onFind: (channelId: string) => void;
}

const RecordRow = memo(function RecordRow({ row, onFind }: RecordRowProps) {
  const { t, dateTime } = useWords();
  const { event } = row;
  const viewer = viewerOf(event);
  return (
    <li className="reports-row stack" data-sort={sortOf(event)}>
      <div className="reports-row-head card-row card-note">
        <span className="reports-row-sort">{t(`reports.sort-${sortOf(event)}`)}</span>
        <time dateTime={new Date(event.receivedAt).toISOString()}>
          {dateTime(event.receivedAt)}
        </time>
        <ReceiptSign row={row} />
        {viewer === null ? null : (
          <IconButton
            icon={UserSearch}
            label={t('reports.records-of-id', { id: viewer })}
            onPress={() => onFind(viewer)}
          />
        )}
      </div>
      <div className="reports-row-body">
        <EventBody event={event} />
      </div>
    </li>
  );
});

type Receipt = NonNullable<ReportRowView['receipt']>;

const STATE_STYLES: Readonly<Record<Receipt['state'], { icon: LucideIcon; tone: string }>> = {
  queued: { icon: CircleDashed, tone: 'neutral' },
  painted: { icon: CircleCheck, tone: 'live' },
  over: { icon: CircleCheck, tone: 'live' },
  'never-appeared': { icon: CircleAlert, tone: 'warn' },
};

function styleOf({ state, note, flaw }: Receipt): { icon: LucideIcon; tone: string } {
  if (flaw !== null) return { icon: FLAW_ICONS[flaw], tone: 'warn' };
  return note === null ? STATE_STYLES[state] : { icon: CircleSlash, tone: 'neutral' };
}

function ReceiptSign({ row: { receipt } }: Pick<RecordRowProps, 'row'>) {
  const { t, time, dateTime } = useWords();
  if (!receipt) return null;
  const { queuedAt, paintedAt, endedAt } = receipt;
  const { icon: Icon, tone } = styleOf(receipt);
  const times = [
    t('reports.receipt-queued', { when: dateTime(queuedAt) }),
    ...(paintedAt === null ? [] : [t('reports.receipt-painted', { when: dateTime(paintedAt) })]),
    ...(endedAt === null ? [] : [t('reports.receipt-ended', { when: dateTime(endedAt) })]),
  ];
  return (
    <span className={`reports-receipt tone-${tone}`} title={times.join('\n')}>
      <Icon size={12} aria-hidden />
      {receiptText(receipt, t)}
      {paintedAt === null ? null : (
        <time dateTime={new Date(paintedAt).toISOString()}>{time(paintedAt)}</time>
      )}
    </span>
  );
}

/** A number, or null for no limit. Incomplete input stays in the field and is not reported. */
function LimitField(props: ControlProps<number | null> & { readonly label: string }) {
  const { label, value, onChange } = props;
  const id = useId();
  const text = value === null ? '' : String(value);
  const [draft, setDraft] = useState(text);
  useEffect(() => {
    setDraft((now) => (limitOf(now) === value ? now : text));
  }, [value, text]);
  return (
    <Entry id={id} label={label}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className="entry-field"
        value={draft}
        maxLength={16}
        aria-invalid={limitOf(draft) === undefined}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setDraft(typed);
          const limit = limitOf(typed);
          if (limit !== undefined) onChange(limit);
        }}
      />
    </Entry>
  );
}

/** Returns undefined if the text is not a valid limit. */
export function limitOf(text: string): number | null | undefined {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const limit = Number(plain);
  return limit <= Number.MAX_SAFE_INTEGER ? limit : undefined;
}
