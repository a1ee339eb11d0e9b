import { FlaskConical } from 'lucide-react';
import { memo } from 'react';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';
import { EventBody } from './event-body.tsx';
import { ReplayButton } from './replay-button.tsx';

/** One event in the list. An event never changes, so neither does its row. */
export const EventRow = memo(function EventRow({ event }: { readonly event: StageEvent }) {
  const { t, time, dateTime } = useWords();
  const Icon = KIND_ICONS[event.kind];
  const kind = t(`kind.${event.kind}`);
  // Tests are in no books, so that they cannot be played again.
  const replayed = isValued(event) && event.origin === 'platform' ? event : null;
  return (
    <li className="event" data-kind={event.kind}>
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
        {replayed ? <ReplayButton event={replayed} /> : null}
        <time dateTime={isoTime(event.receivedAt)} title={dateTime(event.receivedAt)}>
          {time(event.receivedAt)}
        </time>
      </div>
      {replayed ? (
        <div className="event-problem">
          <ActionProblem action={`alerts.replay#${replayed.seq}`} />
        </div>
      ) : null}
    </li>
  );
});

function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
