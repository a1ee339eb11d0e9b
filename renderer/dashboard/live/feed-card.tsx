import { ArrowUp, Inbox, Maximize2, ScrollText } from 'lucide-react';
import { useCallback, useDeferredValue, useRef, useState, useSyncExternalStore } from 'react';
import type { EventKind, StageEvent } from '../../../shared/events.ts';
import { selectLive } from '../../stores/dashboard-store.ts';
import { isOpen, NO_FILTER } from '../../stores/feed-filter.ts';
import type { FeedSnapshot, LiveFeed } from '../../stores/live-feed.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { BlockDialogs, useBlocking } from '../people/blocking.tsx';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../test-events/test-events-card.tsx';
import { Composer } from './composer.tsx';
import { MessageText, ViewerName } from './event-body.tsx';
import { type FeedHold, FeedList, useFeedHold } from './feed-list.tsx';
import { FeedTools, KindFilter } from './feed-toolbar.tsx';
import { personOf, type Viewer, viewerOf } from './viewer-actions.tsx';
import { ViewerCard } from './viewer-card.tsx';

export function FeedCard() {
  const { t } = useWords();
  const { feed } = useDashboard();
  const now = useSyncExternalStore(feed.subscribe, feed.snapshot);
  const holds = useFeedHold(feed);
  const scroller = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const blocking = useBlocking();
  const { askToBlock } = blocking;
  // Deferred, so rendering does not block typing.
  const drawn = useDeferredValue(now);
  const onFilter = useCallback<LiveFeed['setFilter']>(
    (next) => {
      scroller.current?.scrollTo?.({ top: 0 });
      holds.clear();
      feed.setFilter(next);
    },
    [feed, holds.clear],
  );
  const onOpenCard = useCallback((event: StageEvent) => setViewer(viewerOf(event)), []);
  const onBlock = useCallback(
    (event: StageEvent) => {
      const whose = viewerOf(event);
      if (whose) askToBlock(personOf(whose));
    },
    [askToBlock],
  );
  return (
    <Card
      icon={ScrollText}
      title={t('events.title')}
      className="events"
      aside={<KindFilter filter={now.filter} onFilter={onFilter} />}
    >
      <Composer />
      <HighlightBar />
      <FeedTools
        now={now}
        onFilter={onFilter}
        paused={holds.reasons.has('button')}
        onPause={(paused) => holds.set('button', paused)}
      />
      {blocking.failed ? <ActionProblem action={blocking.failed} /> : null}
      {now.rows.length === 0 && !now.scanning ? (
        <NoRows now={now} onClear={() => onFilter(NO_FILTER)} />
      ) : (
        <div className="feed-frame">
          <FreshBar
            now={now}
            holds={holds}
            onTop={() => scroller.current?.scrollTo?.({ top: 0 })}
          />
          <FeedList
            now={drawn}
            holds={holds}
            scroller={scroller}
            onOpenCard={onOpenCard}
            onBlock={onBlock}
          />
        </div>
      )}
      {viewer ? <ViewerCard viewer={viewer} onClose={() => setViewer(null)} /> : null}
      <BlockDialogs blocking={blocking} />
    </Card>
  );
}

interface FreshBarProps {
  readonly now: FeedSnapshot;
  readonly holds: FeedHold;
  readonly onTop: () => void;
}

/** Shown while the list is held: how many events arrived, and a button back to the top. */
function FreshBar({ now, holds, onTop }: FreshBarProps) {
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
        onTop();
      }}
    >
      <ArrowUp size={14} aria-hidden />
      {fresh === 0 ? t('live.fresh-none') : t('live.fresh', { count: fresh })}
    </button>
  );
}

const FIRST_TRY: EventKind = 'DONATION';

function NoRows({ now, onClear }: { readonly now: FeedSnapshot; readonly onClear: () => void }) {
  const { t } = useWords();
  const { filter, kept } = now;
  const only = filter.kinds.length === 1 ? filter.kinds[0] : undefined;
  const tried = only ?? FIRST_TRY;
  const name = t(`kind.${tried}`);
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
      title={only ? t('events.empty-kind', { kind: name }) : t('events.empty')}
      text={t(only ? 'events.empty-kind-text' : 'events.empty-text')}
    >
      <TryButton kind={tried} />
    </Empty>
  );
}

const ACTION = 'live.highlight#bar';

function HighlightBar() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const live = useSelect(selectLive);
  const card = live?.highlight;
  if (!live || !card) return null;
  const ask = (seq: number | null) =>
    void dashboard.ask('live.highlight', { seq, seconds: null }, 'bar');
  return (
    <section className="highlight-bar card-row" aria-label={t('live.highlight-now')}>
      <Maximize2 size={16} aria-hidden className="highlight-icon" />
      <div className="highlight-words">
        <p className="highlight-title card-note" role="status">
          {t('live.highlight-now')}
        </p>
        <div className="highlight-said">
          <ViewerName name={card.name} badges={card.badges} role={card.role} />
          <MessageText content={card.content} emojis={card.emojis} />
        </div>
        <p className="highlight-left card-note">
          {live.highlightEndsAt === null ? (
            t('live.highlight-stay')
          ) : (
            <TimeLeft endsAt={live.highlightEndsAt} />
          )}
        </p>
      </div>
      <div className="deeds">
        {live.highlightEndsAt === null ? null : (
          <Button variant="ghost" onPress={() => ask(card.seq)}>
            {t('live.highlight-keep')}
          </Button>
        )}
        <ActionButton action={ACTION} onPress={() => ask(null)}>
          {t('live.highlight-end')}
        </ActionButton>
      </div>
      <ActionProblem action={ACTION} />
    </section>
  );
}

function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <>{t('live.highlight-left', { duration: duration(Math.max(0, endsAt - now)) })}</>;
}
