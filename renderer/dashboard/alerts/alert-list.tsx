import { FlaskConical, Layers2, type LucideIcon } from 'lucide-react';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Words } from '../../i18n/dashboard.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { EventBody, KIND_ICONS } from '../live/event-body.tsx';
import { ActionProblem } from '../problems.tsx';

/** An alert's name in button labels: its kind and subject. */
export function alertName(event: ValuedEvent, { t }: Words): string {
  const name = subjectOf(event);
  const said = name === null ? t('events.anonymous') : name || t('events.nameless');
  return t('desk.name', { kind: t(`kind.${event.kind}`), name: said });
}

/** Returns null if anonymous. */
function subjectOf(event: ValuedEvent): string | null {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donatorNickname;
    case 'SUBSCRIPTION':
      return event.data.subscriberChannelName;
    case 'DROPS':
      return event.data.rewardTitle;
    case 'GOODS_PURCHASE':
      return event.data.profile?.nickname ?? null;
    default:
      return assertNever(event);
  }
}

interface AlertListProps<A extends ListedAlert> {
  readonly label: string;
  readonly alerts: readonly A[];
  /** Total count; the list holds only the first alerts. */
  readonly count: number;
  /** Text shown while the list is empty. */
  readonly empty: string;
  readonly row: (alert: A) => ReactNode;
  /** Below the list: actions for all alerts. */
  readonly children?: ReactNode;
}

/** A scrolling list of alerts. */
export function AlertList<A extends ListedAlert>(props: AlertListProps<A>) {
  const { label, alerts, count, empty, row, children } = props;
  const { t } = useWords();
  const kept = useKeptFocus(alerts);
  const more = count - alerts.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears where the keyboard is
    <div className="desk-list" ref={kept.ref} onFocus={kept.onFocus} onBlur={kept.onBlur}>
      {count === 0 ? (
        <p className="desk-none" tabIndex={-1}>
          {empty}
        </p>
      ) : null}
      {alerts.length > 0 ? (
        <ol className="desk-rows" aria-label={label}>
          {alerts.map(row)}
        </ol>
      ) : null}
      {more > 0 ? <p className="card-note">{t('desk.more', { count: more })}</p> : null}
      {children}
    </div>
  );
}

interface KeptFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

interface Place {
  readonly row: number;
  readonly button: number;
}

/**
 * Keeps the focus in a list when pressing a button removes its row: focus moves to the same button
 * of the next row, or to the empty text. Checked whenever `rows` changes.
 */
function useKeptFocus(rows: unknown): KeptFocus {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows takes the focus away
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list || !place.current || document.activeElement !== document.body) return;
    targetIn(list, place.current)?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref,
    onFocus({ currentTarget, target }) {
      place.current = placeOf(currentTarget, target);
    },
    // A button removed from the page does not blur; one that loses focus does.
    onBlur({ target }) {
      if (target.isConnected) place.current = null;
    },
  };
}

function rowsOf(list: Element): readonly Element[] {
  return [...list.querySelectorAll('.desk-row')];
}

/** Elements outside the rows, such as a button for all, count as the first row. */
function placeOf(list: Element, target: Element): Place {
  const row = Math.max(
    0,
    rowsOf(list).findIndex((each) => each.contains(target)),
  );
  const buttons: readonly Element[] = [...(rowsOf(list)[row]?.querySelectorAll('button') ?? [])];
  return { row, button: Math.max(0, buttons.indexOf(target)) };
}

function targetIn(list: Element, { row, button }: Place): HTMLElement | null {
  const rows = rowsOf(list);
  const next = rows[Math.min(row, rows.length - 1)];
  const buttons = next?.querySelectorAll('button');
  return buttons?.[button] ?? list.querySelector<HTMLElement>('.desk-none');
}

interface AlertRowProps {
  readonly alert: ListedAlert;
  /** Actions of this row; their failures are shown in the row. */
  readonly actions: readonly ActionName[];
  /** Below the receipts. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** One alert: subject, progress, and buttons. */
export function AlertRow({ alert, actions, note, children }: AlertRowProps) {
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
  readonly alert: ListedAlert;
}

/** Memoized: the feed sends all alerts on every change. */
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

interface RowButtonProps {
  readonly icon: LucideIcon;
  /** Its name, including the alert's. */
  readonly label: string;
  /** The button shows progress while this action runs. */
  readonly action: ActionName;
  /** A word beside the icon. */
  readonly word?: string;
  readonly variant?: 'primary' | 'plain';
  readonly onPress: () => void;
}

/** A button that acts on one alert. */
export function RowButton({ icon, label, action, word, variant, onPress }: RowButtonProps) {
  const busy = useSelect(actionOf(action)).phase === 'pending';
  if (word === undefined) {
    return <IconButton icon={icon} label={label} busy={busy} onPress={onPress} />;
  }
  return (
    <Button
      icon={icon}
      label={label}
      busy={busy}
      variant={variant ?? 'plain'}
      title={label}
      onPress={onPress}
    >
      {word}
    </Button>
  );
}

/** An alert queued within this time of its receipt shows one time for both (milliseconds). */
const AT_ONCE_MS = 1_000;

/** The known steps of an alert's way to the screen, with their times. */
function Receipts({ alert }: { readonly alert: ListedAlert }) {
  const words = useWords();
  const { clock } = usePage().host;
  const now = clock.now();
  return (
    <p className="receipts">
      {stepsOf(alert).map(({ word, at }) => (
        <span key={word} className="receipt">
          {words.t(word)}{' '}
          <time dateTime={new Date(at).toISOString()} title={words.dateTime(at)}>
            {isSameDay(at, now) ? words.time(at) : words.moment(at, now)}
          </time>
        </span>
      ))}
    </p>
  );
}

interface Step {
  readonly word: PageKey;
  readonly at: number;
}

function stepsOf({ event, queuedAt, paintedAt, endedAt }: ListedAlert): readonly Step[] {
  const steps: (Step | null)[] = [
    { word: 'receipt.received', at: event.receivedAt },
    queuedAt - event.receivedAt > AT_ONCE_MS ? { word: 'receipt.queued', at: queuedAt } : null,
    paintedAt === null ? null : { word: 'receipt.painted', at: paintedAt },
    endedAt === null
      ? null
      : { word: paintedAt === null ? 'receipt.ended' : 'receipt.over', at: endedAt },
  ];
  return steps.filter((step) => step !== null);
}

function isSameDay(at: number, now: number): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString();
}
