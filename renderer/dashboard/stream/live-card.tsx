import { CircleHelp, RadioTower, RefreshCw, SquareDashed } from 'lucide-react';
import type { LiveNow, StreamDesk } from '../../../shared/contract/stream.ts';
import { actionOf, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ProblemNote } from './problem-note.tsx';
import { ReadAtNote } from './read-at.tsx';

/** Whether the channel is on the air, and how many watch. */
export function LiveCard({ desk }: { readonly desk: StreamDesk }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const status = useSelect(selectStatus);
  const { phase } = useSelect(actionOf('stream.refresh'));
  const isNameless = status?.tokens != null && !status.scopes.granted.includes('READ:USER');
  return (
    <Card
      icon={RadioTower}
      title={t('stream.live')}
      aside={
        <IconButton
          icon={RefreshCw}
          label={t('stream.refresh')}
          busy={phase === 'pending' || desk.reading}
          disabled={!reachable || !status?.tokens}
          onPress={() => void dashboard.ask('stream.refresh', {})}
        />
      }
    >
      <ProblemNote problem={desk.problems.live} />
      <ActionProblem action="stream.refresh" />
      <div className="card-row">
        <LiveBadge live={desk.live?.value ?? null} />
        <ReadAtNote at={desk.live?.readAt ?? null} />
      </div>
      {isNameless ? (
        <p className="card-note">{t('stream.no-channel', { scope: t('scope.READ:USER') })}</p>
      ) : null}
      {desk.live?.value.isLive ? <LiveFacts live={desk.live.value} reading={desk.reading} /> : null}
    </Card>
  );
}

function LiveBadge({ live }: { readonly live: LiveNow | null }) {
  const { t } = useWords();
  if (live === null) return <Badge icon={CircleHelp}>{t('stream.live-unknown')}</Badge>;
  return live.isLive ? (
    <Badge tone="live" icon={RadioTower}>
      {t('stream.live-on')}
    </Badge>
  ) : (
    <Badge icon={SquareDashed}>{t('stream.live-off')}</Badge>
  );
}

const SECOND = 1_000;

interface LiveFactsProps {
  readonly live: LiveNow;
  readonly reading: boolean;
}

function LiveFacts({ live, reading }: LiveFactsProps) {
  const { t, number, duration } = useWords();
  const now = useNow(SECOND);
  const { title, viewers, openedAt } = live;
  return (
    <dl className="stream-facts">
      <dt>{t('stream.viewers')}</dt>
      <dd data-unknown={viewers === null}>
        {viewers === null
          ? t(reading ? 'stream.viewers-reading' : 'stream.viewers-unknown')
          : t('stream.viewers-value', { viewers: number(viewers) })}
      </dd>
      {openedAt === null ? null : (
        <>
          <dt>{t('stream.on-air-for')}</dt>
          <dd>{duration(now - openedAt)}</dd>
        </>
      )}
      {title ? (
        <>
          <dt>{t('stream.on-air-title')}</dt>
          <dd>
            <bdi>{title}</bdi>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
