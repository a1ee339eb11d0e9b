import { FlaskConical } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { StageEvent } from '../../../shared/events.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import type { DashboardState } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useSelect, useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';
import { EventBody } from './event-body.tsx';
import { RowActions } from './row-actions.tsx';

interface FeedRowProps {
  readonly event: StageEvent;
  /** The one row whose buttons the Tab key reaches. */
  readonly isCurrent: boolean;
  /** Somebody points at it or is in it. */
  readonly isActive: boolean;
  readonly onOpenCard: (event: StageEvent) => void;
  readonly onBlock: (event: StageEvent) => void;
}

/** One event in the feed. An event never changes, so neither does its row. */
export const FeedRow = memo(function FeedRow(props: FeedRowProps) {
  const { event, isCurrent, isActive } = props;
  const { t, time, dateTime } = useWords();
  const Icon = KIND_ICONS[event.kind];
  const kind = t(`kind.${event.kind}`);
  return (
    <div className="event" data-kind={event.kind} data-current={isCurrent}>
      <span className="event-kind" title={kind}>
        <Icon size={16} aria-hidden />
        <span className="event-kind-name">{kind}</span>
      </span>
      <div className="event-body">
        <EventBody event={event} />
      </div>
      <div className="event-end">
        {event.origin === 'test' ? (
          <Badge tone="accent" icon={FlaskConical}>
            {t('events.test')}
          </Badge>
        ) : null}
        <time
          dateTime={new Date(event.receivedAt).toISOString()}
          title={dateTime(event.receivedAt)}
        >
          {time(event.receivedAt)}
        </time>
        {isActive ? <RowActions {...props} /> : null}
      </div>
      <RowProblem seq={event.seq} />
    </div>
  );
});

/** Why the latest of what was asked of the row failed; nothing while nothing did. */
function RowProblem({ seq }: { readonly seq: number }) {
  const failed = useSelect(
    useCallback((state: DashboardState) => actionsOf(seq).find(hasFailed(state)) ?? null, [seq]),
  );
  if (failed === null) return null;
  return (
    <div className="event-problem">
      <ActionProblem action={failed} />
    </div>
  );
}

const actionsOf = (seq: number): readonly ActionName[] => [
  `live.highlight#${seq}`,
  `live.notice#${seq}`,
  `alerts.replay#${seq}`,
];

const hasFailed =
  ({ actions }: DashboardState) =>
  (action: ActionName): boolean =>
    actions[action]?.phase === 'failed';
