import { FlaskConical, Layers2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { DeskAlert } from '../../../shared/contract/alerts.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { Badge } from '../../ui/badge.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { KIND_ICONS } from '../kinds.ts';
import { EventBody } from '../live/event-body.tsx';
import { Receipts } from './receipts.tsx';

interface DeskRowProps {
  readonly alert: DeskAlert;
  /** What can be asked about it here: why one of them failed stands in the row. */
  readonly actions: readonly ActionName[];
  /** Below the receipts. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** One alert: who and what, its way so far, and the buttons for it. */
export function DeskRow({ alert, actions, note, children }: DeskRowProps) {
  const { event } = alert;
  return (
    <li className="desk-row" data-kind={event.kind}>
      <div className="desk-row-line">
        <div className="desk-row-body">
          <AlertFacts alert={alert} />
          {note ? <p className="desk-row-note">{note}</p> : null}
        </div>
        {children ? <div className="desk-row-buttons">{children}</div> : null}
      </div>
      {actions.map((action) => (
        <ActionProblem key={action} action={action} />
      ))}
    </li>
  );
}

interface AlertFactsProps {
  readonly alert: DeskAlert;
}

/** The feed sends all alerts at every change: what has not changed is not drawn again. */
export const AlertFacts = memo(function AlertFacts({ alert }: AlertFactsProps) {
  const { t } = useWords();
  const { event, together } = alert;
  const Icon = KIND_ICONS[event.kind];
  return (
    <div className="desk-facts">
      <span className="desk-kind" title={t(`kind.${event.kind}`)}>
        <Icon size={16} aria-hidden />
        <span className="only-heard">{t(`kind.${event.kind}`)}</span>
      </span>
      <div className="desk-what">
        <EventBody event={event} />
        {together > 1 ? (
          <p className="desk-together">
            <Layers2 size={14} aria-hidden />
            {t('desk.together', { count: together })}
          </p>
        ) : null}
        <div className="desk-way">
          <Receipts alert={alert} />
          {event.origin === 'test' ? (
            <Badge tone="accent" icon={FlaskConical}>
              {t('events.test')}
            </Badge>
          ) : null}
        </div>
      </div>
    </div>
  );
}, isSameAlert);

function isSameAlert({ alert: one }: AlertFactsProps, { alert: other }: AlertFactsProps): boolean {
  return (
    one.event.seq === other.event.seq &&
    one.queuedAt === other.queuedAt &&
    one.paintedAt === other.paintedAt &&
    one.endedAt === other.endedAt &&
    one.together === other.together
  );
}
