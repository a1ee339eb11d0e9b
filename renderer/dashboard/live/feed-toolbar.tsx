import { Pause, Play, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import type { FeedFilter } from '../../stores/feed-filter.ts';
import type { FeedSnapshot } from '../../stores/live-feed.ts';
import { IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/fields.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from './event-body.tsx';

/** Typing counts as finished after this pause, milliseconds. */
const TYPED_MS = 120;
const SEARCH_LONGEST = 100;

interface FilterProps {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
}

export function KindFilter({ filter, onFilter }: FilterProps) {
  const { t, number } = useWords();
  const counts = useSelect(selectStatus)?.counts;
  const { kinds } = filter;
  const toggle = (kind: EventKind) => {
    const next = kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind];
    onFilter({ ...filter, kinds: next });
  };
  return (
    <fieldset className="kinds" aria-label={t('events.filter')}>
      <button
        type="button"
        className="kind"
        aria-pressed={kinds.length === 0}
        onClick={() => onFilter({ ...filter, kinds: [] })}
      >
        {t('events.all')}
      </button>
      {EVENT_KINDS.map((kind) => {
        const Icon = KIND_ICONS[kind];
        const count = counts?.[kind] ?? 0;
        return (
          <button
            key={kind}
            type="button"
            className="kind"
            data-kind={kind}
            aria-pressed={kinds.includes(kind)}
            title={t('events.count', { kind: t(`kind.${kind}`), count })}
            onClick={() => toggle(kind)}
          >
            <Icon size={14} aria-hidden />
            <span className="heard-in-dock">{t(`kind.${kind}`)}</span>{' '}
            <span className="kind-count">{number(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface FeedToolsProps extends Pick<FilterProps, 'onFilter'> {
  readonly now: FeedSnapshot;
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
}

const ORIGINS = ['all', 'platform', 'test'] as const;

export function FeedTools({ now, onFilter, paused, onPause }: FeedToolsProps) {
  const { t } = useWords();
  const { filter, scanning, rows } = now;
  return (
    <div className="feed-tools line">
      <SearchField text={filter.text} onText={(text) => onFilter({ ...filter, text })} />
      <p className="feed-found cut" role="status">
        {scanning ? t('live.scanning') : null}
        {/* Shown only for a search: a constantly changing count would not help. */}
        {!scanning && filter.text.trim() !== '' ? t('live.found', { count: rows.length }) : null}
      </p>
      <div className="line">
        <Segments
          label={t('live.origin')}
          choices={ORIGINS.map((value) => ({ value, label: t(`live.origin-${value}`) }))}
          chosen={filter.origin ?? 'all'}
          onChoose={(origin) => onFilter({ ...filter, origin: origin === 'all' ? null : origin })}
        />
        <IconButton
          icon={paused ? Play : Pause}
          label={t(paused ? 'live.resume' : 'live.pause')}
          pressed={paused}
          onPress={() => onPause(!paused)}
        />
      </div>
    </div>
  );
}

interface SearchFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function SearchField({ text, onText }: SearchFieldProps) {
  const { t } = useWords();
  const { clock } = usePage().host;
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    return clock.after(TYPED_MS, () => onText(typed));
  }, [clock, typed, text, onText]);
  const clear = () => {
    setTyped('');
    onText('');
  };
  return (
    <div className="feed-search search">
      <Search size={14} aria-hidden />
      <input
        type="search"
        className="entry-field"
        aria-label={t('live.search')}
        placeholder={t('live.search')}
        value={typed}
        maxLength={SEARCH_LONGEST}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {typed === '' ? null : <IconButton icon={X} label={t('live.search-clear')} onPress={clear} />}
    </div>
  );
}
