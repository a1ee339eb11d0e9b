import { ArrowDown, Inbox } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import type { EventKind } from '../../../shared/events.ts';
import { type FeedFilter, isOpen, NO_FILTER } from '../../stores/feed-filter.ts';
import type { FeedSnapshot } from '../../stores/live-feed.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useWords } from '../context.ts';
import { TryButton } from '../test-events/test-events-card.tsx';
import type { FeedHold } from './feed-hold.ts';
import { FeedList } from './feed-list.tsx';
import type { FeedRowProps } from './feed-row.tsx';

/** What a column holds while nothing is filtered. */
type Content = 'all' | 'chat' | 'valued';

interface FeedProps {
  readonly label: string;
  readonly now: FeedSnapshot;
  readonly holds: FeedHold;
  readonly onFilter: (change: Partial<FeedFilter>) => void;
  readonly rowActions: Pick<FeedRowProps, 'onOpenCard' | 'onBlock' | 'onAnswer'>;
  readonly empty: Content;
}

/** One column's list, or what stands for it while it is empty. */
export function Feed({ label, now, holds, onFilter, rowActions, empty }: FeedProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // Deferred, so rendering does not block typing.
  const drawn = useDeferredValue(now);
  const toEnd = () => scroller.current?.scrollTo?.({ top: 0 });
  const { filter } = now;
  const { clear } = holds;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows its newest rows
  useEffect(() => {
    clear();
    toEnd();
  }, [filter, clear]);
  if (now.rows.length === 0 && !now.scanning) {
    return <NoRows now={now} empty={empty} onClear={() => onFilter(NO_FILTER)} />;
  }
  return (
    <>
      <FeedList label={label} now={drawn} holds={holds} scroller={scroller} {...rowActions} />
      <FreshBar now={now} holds={holds} onEnd={toEnd} />
    </>
  );
}

interface FreshBarProps {
  readonly now: FeedSnapshot;
  readonly holds: FeedHold;
  readonly onEnd: () => void;
}

/** Shown while the list is held: how many events arrived, and a button to the newest. */
function FreshBar({ now, holds, onEnd }: FreshBarProps) {
  const { t } = useWords();
  const { held, fresh } = now;
  // A passing pointer shows nothing until events arrive.
  const isSaid = held && (fresh > 0 || holds.reasons.has('button') || holds.reasons.has('scroll'));
  if (!isSaid) return null;
  return (
    <button
      type="button"
      className="feed-fresh"
      onClick={() => {
        holds.clear();
        onEnd();
      }}
    >
      <ArrowDown size={14} aria-hidden />
      {fresh === 0 ? t('live.fresh-none') : t('live.fresh', { count: fresh })}
    </button>
  );
}

const FIRST_TRY: Readonly<Record<Content, EventKind>> = {
  all: 'DONATION',
  chat: 'CHAT',
  valued: 'DONATION',
};

interface NoRowsProps {
  readonly now: FeedSnapshot;
  readonly empty: Content;
  readonly onClear: () => void;
}

function NoRows({ now, empty, onClear }: NoRowsProps) {
  const { t } = useWords();
  const { filter, kept } = now;
  const only = filter.kinds.length === 1 ? filter.kinds[0] : undefined;
  const tried = only ?? FIRST_TRY[empty];
  const isChat = empty === 'chat';
  const nothingYet = only ? t('events.empty-kind', { kind: t(`kind.${only}`) }) : t('events.empty');
  const isSearch = kept > 0 && !isOpen(filter) && (filter.text.trim() !== '' || !only);
  if (isSearch) {
    return (
      <Empty icon={Inbox} title={t('live.none-found')} text={t('live.none-found-text')}>
        <Button onPress={onClear}>{t('live.filter-clear')}</Button>
      </Empty>
    );
  }
  return (
    <Empty
      icon={Inbox}
      title={isChat ? t('live.no-chat') : nothingYet}
      text={t(only && !isChat ? 'events.empty-kind-text' : `events.empty-${empty}`)}
    >
      <TryButton kind={tried} />
    </Empty>
  );
}
