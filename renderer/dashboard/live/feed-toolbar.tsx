import { Pause, Play, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { EventKind } from '../../../shared/events.ts';
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
  readonly onFilter: (change: Partial<FeedFilter>) => void;
}

interface KindFilterProps extends FilterProps {
  readonly kinds: readonly EventKind[];
}

/** The kinds that are pressed are shown; none pressed: all. */
export function KindFilter({ kinds: offered, filter: { kinds }, onFilter }: KindFilterProps) {
  const { t, number } = useWords();
  const counts = useSelect(selectStatus)?.counts;
  const toggle = (kind: EventKind) =>
    onFilter({
      kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind],
    });
  return (
    <fieldset className="kinds" aria-label={t('events.filter')}>
      {offered.map((kind) => {
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
            <span className="only-heard">{t(`kind.${kind}`)}</span>{' '}
            <span className="kind-count heard-in-dock">{number(count)}</span>
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
  readonly children: ReactNode;
}

const ORIGINS = ['all', 'platform', 'test'] as const;

/** Search and origin apply to every column; in a dock they are folded behind a button. */
export function FeedTools({ now, onFilter, paused, onPause, children }: FeedToolsProps) {
  const { t } = useWords();
  const { filter, scanning, rows } = now;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="feed-tools">
      {children}
      <div className="feed-find" data-open={isOpen}>
        <SearchField text={filter.text} onText={(text) => onFilter({ text })} />
        <Segments
          label={t('live.origin')}
          choices={ORIGINS.map((value) => ({ value, label: t(`live.origin-${value}`) }))}
          chosen={filter.origin ?? 'all'}
          onChoose={(origin) => onFilter({ origin: origin === 'all' ? null : origin })}
        />
      </div>
      <p className="feed-found cut" role="status">
        {scanning ? t('live.scanning') : null}
        {/* Shown only for a search: a constantly changing count would not help. */}
        {!scanning && filter.text.trim() !== '' ? t('live.found', { count: rows.length }) : null}
      </p>
      <span className="in-dock">
        <IconButton
          icon={Search}
          label={t('live.find')}
          pressed={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
      </span>
      <IconButton
        icon={paused ? Play : Pause}
        label={t(paused ? 'live.resume' : 'live.pause')}
        pressed={paused}
        onPress={() => onPause(!paused)}
      />
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
          // Escape also gives up the composition of a Korean syllable.
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || typed === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {typed === '' ? null : <IconButton icon={X} label={t('live.search-clear')} onPress={clear} />}
    </div>
  );
}
