import {
  Ban,
  Check,
  FlaskConical,
  Maximize2,
  Minimize2,
  Pin,
  Reply,
  RotateCcw,
  UserRound,
} from 'lucide-react';
import { type ComponentProps, memo, useCallback } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { saidIn } from '../../../shared/overlay/highlight.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf, type DashboardState, selectHasOverlay } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ActionIconButton } from '../action-button.tsx';
import { alertName } from '../alerts/alert-list.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { EventBody, KIND_ICONS } from './event-body.tsx';

export interface FeedRowProps {
  readonly event: StageEvent;
  /** Whether Tab reaches this row's buttons. */
  readonly isCurrent: boolean;
  readonly isActive: boolean;
  readonly onOpenCard: (event: StageEvent) => void;
  readonly onBlock: (event: StageEvent) => void;
  /** Puts the viewer's name into the message being written. */
  readonly onAnswer: (name: string) => void;
}

/** One event in the feed. An event never changes, so neither does its row. */
export const FeedRow = memo(function FeedRow(props: FeedRowProps) {
  const { event, isCurrent, isActive } = props;
  const { t, time, dateTime } = useWords();
  const Icon = KIND_ICONS[event.kind];
  const kind = t(`kind.${event.kind}`);
  return (
    <div className="event" data-kind={event.kind} data-current={isCurrent}>
      {event.kind === 'CHAT' ? (
        <span className="only-heard">{kind}</span>
      ) : (
        <span className="event-kind" title={kind}>
          <Icon size={16} aria-hidden />
          <span className="only-heard">{kind}</span>
        </span>
      )}
      <div className="event-body">
        <EventBody event={event} />
      </div>
      <div className="event-end line">
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

/** The problem of the row's latest failed action; renders nothing without one. */
function RowProblem({ seq }: { readonly seq: number }) {
  const select = useCallback(
    ({ actions }: DashboardState) =>
      ROW_COMMANDS.find((command) => actions[`${command}#${seq}`]?.phase === 'failed'),
    [seq],
  );
  const failed = useSelect(select);
  if (!failed) return null;
  return (
    <div className="event-problem">
      <ActionProblem action={`${failed}#${seq}`} closable />
    </div>
  );
}

const ROW_COMMANDS = ['live.highlight', 'live.notice', 'alerts.replay'] as const;

const selectOwn = (state: DashboardState) => state.status?.account?.channelId ?? null;
const selectHighlightSeq = (state: DashboardState) => state.live?.highlight?.seq ?? null;

/** The actions of a row; drawn only while the row is hovered or focused. */
const RowActions = memo(function RowActions(props: Omit<FeedRowProps, 'isActive'>) {
  const { event, isCurrent, onOpenCard, onBlock, onAnswer } = props;
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const own = useSelect(selectOwn);
  const { channelId, name, content } = saidIn(event);
  const who = name || t(name === null ? 'events.anonymous' : 'events.nameless');
  // Only the current row's buttons are reached by Tab.
  const look = { size: 14, tabIndex: isCurrent ? 0 : -1 };
  const isTooLong = countCharacters(content) > CHAT_MESSAGE_MAX;
  const isMine = channelId === own;
  return (
    <fieldset className="row-actions" aria-label={t('live.row-actions', { name: who })}>
      {channelId ? (
        <IconButton
          {...look}
          icon={UserRound}
          label={t('live.row-card', { name: who })}
          onPress={() => onOpenCard(event)}
        />
      ) : null}
      {name && !isMine ? (
        <IconButton
          {...look}
          icon={Reply}
          label={t('live.row-answer', { name })}
          onPress={() => onAnswer(name)}
        />
      ) : null}
      {content.trim() === '' ? null : (
        <>
          <LargeButton seq={event.seq} look={look} />
          <AskedButton
            {...look}
            icon={Pin}
            action={`live.notice#${event.seq}`}
            label={t(isTooLong ? 'live.row-notice-long' : 'live.row-notice')}
            disabled={isTooLong}
            onPress={() => dashboard.ask('live.notice', { message: content }, `${event.seq}`)}
          />
        </>
      )}
      {isValued(event) && event.origin === 'platform' ? (
        <AskedButton
          {...look}
          icon={RotateCcw}
          action={`alerts.replay#${event.seq}`}
          label={t('queue.replay-one', { name: alertName(event, words) })}
          onPress={() => dashboard.replayAlert(event.seq)}
        />
      ) : null}
      {channelId && !isMine && event.origin === 'platform' ? (
        <IconButton
          {...look}
          icon={Ban}
          label={t('live.row-block', { name: who })}
          onPress={() => onBlock(event)}
        />
      ) : null}
    </fieldset>
  );
});

interface LargeButtonProps {
  readonly seq: number;
  readonly look: { readonly size: number; readonly tabIndex: number };
}

/** Without an overlay page nothing would show: the button says so. */
function LargeButton({ seq, look }: LargeButtonProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const isLarge = useSelect(selectHighlightSeq) === seq;
  const canShow = useSelect(selectHasOverlay);
  const word = canShow ? 'live.row-highlight' : 'live.row-highlight-none';
  return (
    <AskedButton
      {...look}
      icon={isLarge ? Minimize2 : Maximize2}
      action={`live.highlight#${seq}`}
      label={t(isLarge ? 'live.row-highlight-end' : word)}
      pressed={isLarge}
      disabled={!isLarge && !canShow}
      onPress={() => dashboard.ask('live.highlight', { seq: isLarge ? null : seq }, `${seq}`)}
    />
  );
}

interface RowButtonProps extends ComponentProps<typeof ActionIconButton> {
  readonly action: ActionName;
}

/** Also shows for a moment that its action is done. */
function AskedButton({ icon, ...button }: RowButtonProps) {
  const isDone = useSelect(actionOf(button.action)).phase === 'done';
  return <ActionIconButton {...button} icon={isDone ? Check : icon} />;
}
