import type { StageEvent } from '../../../shared/events.ts';
import { Button } from '../../ui/button.tsx';
import { useNow, useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';
import { EventBody } from './event-body.tsx';

interface ViewerHistoryProps {
  readonly history: readonly StageEvent[];
  /** Reads what is older; null: there is no more. */
  readonly more: (() => void) | null;
  readonly loading: boolean;
}

/** What one viewer said, gave and bought, newest first. */
export function ViewerHistory({ history, more, loading }: ViewerHistoryProps) {
  const { t } = useWords();
  return (
    <section className="viewer-history">
      <h3>{t('live.card-history')}</h3>
      <p className="card-note">{t('live.card-history-note')}</p>
      {loading ? <p role="status">{t('live.card-loading')}</p> : null}
      {!loading && history.length === 0 ? (
        <p className="viewer-none">{t('live.card-no-history')}</p>
      ) : null}
      <ol className="viewer-list">
        {history.map((event) => (
          <HistoryRow key={event.seq} event={event} />
        ))}
      </ol>
      {more ? <Button onPress={more}>{t('live.card-more')}</Button> : null}
    </section>
  );
}

function HistoryRow({ event }: { readonly event: StageEvent }) {
  const { t, moment, dateTime } = useWords();
  const now = useNow(60_000);
  const Icon = KIND_ICONS[event.kind];
  return (
    <li className="event" data-kind={event.kind}>
      <span className="event-kind" title={t(`kind.${event.kind}`)}>
        <Icon size={14} aria-hidden />
        <span className="only-heard">{t(`kind.${event.kind}`)}</span>
      </span>
      <div className="event-body">
        <EventBody event={event} />
      </div>
      <time
        className="event-end"
        dateTime={new Date(event.receivedAt).toISOString()}
        title={dateTime(event.receivedAt)}
      >
        {moment(event.receivedAt, now)}
      </time>
    </li>
  );
}
