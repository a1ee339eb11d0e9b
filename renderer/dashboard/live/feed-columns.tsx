import { BellRing, MessagesSquare } from 'lucide-react';
import {
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { EVENT_KINDS, type StageEvent } from '../../../shared/events.ts';
import type { FeedFilter } from '../../stores/feed-filter.ts';
import type { LiveFeed } from '../../stores/live-feed.ts';
import { Card } from '../../ui/card.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useDashboard, useWords } from '../context.ts';
import { BlockDialogs, useBlocking } from '../people/blocking.tsx';
import { ActionProblem } from '../problems.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { Feed } from './feed.tsx';
import { useFeedHold } from './feed-hold.ts';
import { FeedTools, KindFilter } from './feed-toolbar.tsx';
import { HighlightBar } from './highlight-bar.tsx';
import { personOf, type Viewer, viewerOf } from './viewer-actions.tsx';
import { ViewerCard } from './viewer-card.tsx';

/** From this width on, chat and events have a column each (`live.css` has it too). */
const WIDE = '(min-width: 960px)';

/** Chat, and beside it what has a value; in a dock everything in one column. */
export function FeedColumns({ children }: { readonly children: ReactNode }) {
  const { columns } = useDashboard();
  const isSplit = useMedia(WIDE);
  const composer = useRef<ComposerHandle>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const blocking = useBlocking();
  const { askToBlock } = blocking;
  useLayoutEffect(() => columns.split(isSplit), [columns, isSplit]);
  const onOpenCard = useCallback((event: StageEvent) => setViewer(viewerOf(event)), []);
  const onBlock = useCallback(
    (event: StageEvent) => {
      const whose = viewerOf(event);
      if (whose) askToBlock(personOf(whose));
    },
    [askToBlock],
  );
  const onAnswer = useCallback((name: string) => composer.current?.answer(name), []);
  const rowActions = { onOpenCard, onBlock, onAnswer };
  const failed = blocking.failed ? <ActionProblem action={blocking.failed} closable /> : null;
  return (
    <>
      <MainCard isSplit={isSplit} rowActions={rowActions}>
        <Composer handle={composer}>{failed}</Composer>
      </MainCard>
      <div className="live-side">
        {isSplit ? <EventsCard rowActions={rowActions} /> : null}
        {children}
      </div>
      {viewer ? <ViewerCard viewer={viewer} onClose={() => setViewer(null)} /> : null}
      <BlockDialogs blocking={blocking} />
    </>
  );
}

const VALUED_KINDS = EVENT_KINDS.filter((kind) => kind !== 'CHAT');

type RowActions = Parameters<typeof Feed>[0]['rowActions'];

interface MainCardProps {
  readonly isSplit: boolean;
  readonly rowActions: RowActions;
  readonly children: ReactNode;
}

function MainCard({ isSplit, rowActions, children }: MainCardProps) {
  const { t } = useWords();
  const { columns } = useDashboard();
  const { now, holds, onFilter } = useColumn(columns.main);
  const title = t(isSplit ? 'live.chat' : 'events.title');
  return (
    <Card
      icon={MessagesSquare}
      title={title}
      className="feed-card feed-main"
      aside={
        <FeedTools
          now={now}
          onFilter={onFilter}
          paused={holds.reasons.has('button')}
          onPause={(paused) => holds.set('button', paused)}
        >
          {isSplit ? null : (
            <KindFilter kinds={EVENT_KINDS} filter={now.filter} onFilter={onFilter} />
          )}
        </FeedTools>
      }
    >
      <div className="feed-frame">
        <HighlightBar />
        <Feed
          label={title}
          now={now}
          holds={holds}
          onFilter={onFilter}
          rowActions={rowActions}
          empty={isSplit ? 'chat' : 'all'}
        />
      </div>
      {children}
    </Card>
  );
}

function EventsCard({ rowActions }: { readonly rowActions: RowActions }) {
  const { t } = useWords();
  const { columns } = useDashboard();
  const { now, holds, onFilter } = useColumn(columns.valued);
  return (
    <Card
      icon={BellRing}
      title={t('live.events')}
      className="feed-card"
      aside={<KindFilter kinds={VALUED_KINDS} filter={now.filter} onFilter={onFilter} />}
    >
      <div className="feed-frame">
        <Feed
          label={t('live.events')}
          now={now}
          holds={holds}
          onFilter={onFilter}
          rowActions={rowActions}
          empty="valued"
        />
      </div>
    </Card>
  );
}

function useColumn(feed: LiveFeed) {
  const { columns } = useDashboard();
  const now = useSyncExternalStore(feed.subscribe, feed.snapshot);
  const holds = useFeedHold(feed);
  const onFilter = useCallback(
    (change: Partial<FeedFilter>) => columns.setFilter({ ...columns.filter, ...change }),
    [columns],
  );
  return { now, holds, onFilter };
}
