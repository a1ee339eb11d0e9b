import { EyeOff, FlaskConical, Layers2, type LucideIcon, VolumeX } from 'lucide-react';
import { type FocusEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Badge } from '../../ui/badge.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { ActionButton, ActionIconButton } from '../action-button.tsx';
import { useDashboard, usePage, useWords } from '../context.ts';
import { EventBody, KIND_ICONS } from '../live/event-body.tsx';
import { ActionProblem } from '../problems.tsx';

/** An alert's name in button labels: its kind and subject. */
export function alertName(event: ValuedEvent, { t }: Words): string {
  const name = subjectOf(event);
  const said = name === null ? t('events.anonymous') : name || t('events.nameless');
  return t('queue.name', { kind: t(`kind.${event.kind}`), name: said });
}

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

export const FLAW_ICONS: Readonly<Record<AlertFlaw, LucideIcon>> = {
  'not-on-broadcast': EyeOff,
  'not-heard': VolumeX,
};

/** A button that acts on one alert, by a command named after the event's number. */
type RowAction = {
  readonly icon: LucideIcon;
  readonly label: PageKey;
  readonly word?: PageKey;
  readonly variant?: 'primary';
} & (
  | { readonly command: 'approve' | 'replay' }
  | { readonly command: 'dismiss' | 'reject'; readonly onPress: (alert: ListedAlert) => void }
);

interface AlertListProps<A extends ListedAlert> {
  readonly label: string;
  readonly alerts: readonly A[];
  /** Total count; the list holds only the first alerts. */
  readonly count: number;
  readonly empty: string;
  readonly actions: readonly RowAction[];
  readonly note?: (alert: A) => ReactNode;
  readonly children?: ReactNode;
}

export function AlertList<A extends ListedAlert>(props: AlertListProps<A>) {
  const { label, alerts, count, empty, actions, note, children } = props;
  const { t } = useWords();
  const kept = useKeptFocus(alerts);
  const list = useRef<HTMLOListElement>(null);
  useRowStops(list, alerts.length > 0);
  const more = count - alerts.length;
  return (
    <div className="stack" {...kept}>
      {count === 0 ? (
        <p className="queue-none" tabIndex={-1}>
          {empty}
        </p>
      ) : null}
      {children}
      {alerts.length > 0 ? (
        <ol ref={list} className="queue-rows scroll-rows" aria-label={label}>
          {alerts.map((alert) => (
            <AlertRow key={alert.event.seq} alert={alert} actions={actions} note={note?.(alert)} />
          ))}
        </ol>
      ) : null}
      {more > 0 ? <p className="card-note">{t('queue.more', { count: more })}</p> : null}
    </div>
  );
}

/** When a press removes its row, the same button of the next row or the empty text is focused. */
function useKeptFocus(rows: unknown) {
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
    onFocus({ currentTarget, target }: FocusEvent) {
      place.current = placeOf(currentTarget, target);
    },
    // A button removed from the page does not blur; one that loses focus does.
    onBlur({ target }: FocusEvent) {
      if (target.isConnected) place.current = null;
    },
  };
}

type Place = ReturnType<typeof placeOf>;

/** Elements outside the rows, such as a button for all, count as the first row. */
function placeOf(list: Element, target: Element) {
  const rows = [...list.querySelectorAll('.queue-row')];
  const row = Math.max(
    0,
    rows.findIndex((each) => each.contains(target)),
  );
  const buttons: readonly Element[] = buttonsOf(rows[row]);
  return { row, button: Math.max(0, buttons.indexOf(target)) };
}

function targetIn(list: Element, { row, button }: Place): HTMLElement | null {
  const rows = list.querySelectorAll('.queue-row');
  const buttons = buttonsOf(rows[Math.min(row, rows.length - 1)]);
  return buttons[button] ?? list.querySelector<HTMLElement>('.queue-none');
}

function buttonsOf(row: Element | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll('button') ?? [])];
}

interface AlertRowProps {
  readonly alert: ListedAlert;
  readonly actions: readonly RowAction[];
  readonly note: ReactNode;
}

function AlertRow({ alert, actions, note }: AlertRowProps) {
  const { event } = alert;
  return (
    <li className="queue-row stack" data-kind={event.kind}>
      <div className="queue-row-line beside">
        <div className="queue-row-body">
          <AlertFacts alert={alert} />
          {note ? <p className="queue-row-note card-note">{note}</p> : null}
        </div>
        <div className="queue-row-buttons">
          {actions.map((action) => (
            <RowButton key={action.command} alert={alert} action={action} />
          ))}
        </div>
      </div>
      {actions.map(({ command }) => (
        <ActionProblem key={command} action={`alerts.${command}#${event.seq}`} />
      ))}
    </li>
  );
}

function RowButton({ alert, action }: { readonly alert: ListedAlert; readonly action: RowAction }) {
  const words = useWords();
  const dashboard = useDashboard();
  const { command, icon, word, variant = 'plain' } = action;
  const { seq } = alert.event;
  const label = words.t(action.label, { name: alertName(alert.event, words) });
  const press = () => {
    if ('onPress' in action) action.onPress(alert);
    else void (command === 'approve' ? dashboard.approveAlert(seq) : dashboard.replayAlert(seq));
  };
  const button = { action: `alerts.${command}#${seq}`, icon, label, onPress: press } as const;
  if (!word) return <ActionIconButton {...button} />;
  return (
    <ActionButton {...button} variant={variant} title={label}>
      {words.t(word)}
    </ActionButton>
  );
}

interface AlertFactsProps {
  readonly alert: ListedAlert;
}

/** Memoized: the feed sends all alerts on every change. */
export const AlertFacts = memo(function AlertFacts({ alert }: AlertFactsProps) {
  const { t } = useWords();
  const { event, together, flaw } = alert;
  const Icon = KIND_ICONS[event.kind];
  return (
    <div className="queue-facts">
      <span className="queue-kind" title={t(`kind.${event.kind}`)}>
        <Icon size={16} aria-hidden />
        <span className="only-heard">{t(`kind.${event.kind}`)}</span>
      </span>
      <div className="queue-what stack">
        <EventBody event={event} />
        {together > 1 ? (
          <p className="queue-together card-note">
            <Layers2 size={14} aria-hidden />
            {t('queue.together', { count: together })}
          </p>
        ) : null}
        <div className="queue-way card-row">
          <Receipts alert={alert} />
          {flaw === null ? null : (
            <Badge tone="warn" icon={FLAW_ICONS[flaw]}>
              {t(`obs.heard-flaw-${flaw}`)}
            </Badge>
          )}
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
  const told = ['queuedAt', 'paintedAt', 'endedAt', 'together', 'flaw'] as const;
  return one.event.seq === other.event.seq && told.every((name) => one[name] === other[name]);
}

/** An alert queued within this time of its receipt shows one time for both (milliseconds). */
const AT_ONCE_MS = 1_000;

function Receipts({ alert }: { readonly alert: ListedAlert }) {
  const words = useWords();
  const now = usePage().host.clock.now();
  const { event, queuedAt, paintedAt, endedAt } = alert;
  const isLate = queuedAt - event.receivedAt > AT_ONCE_MS;
  const steps = [
    { word: 'receipt.received', at: event.receivedAt },
    { word: 'receipt.queued', at: isLate ? queuedAt : null },
    { word: 'receipt.painted', at: paintedAt },
    { word: paintedAt === null ? 'receipt.ended' : 'receipt.over', at: endedAt },
  ] as const;
  return (
    <p className="receipts card-note">
      {steps.map(({ word, at }) =>
        at === null ? null : (
          <span key={word} className="receipt">
            {words.t(word)}{' '}
            <time dateTime={new Date(at).toISOString()} title={words.dateTime(at)}>
              {isSameDay(at, now) ? words.time(at) : words.moment(at, now)}
            </time>
          </span>
        ),
      )}
    </p>
  );
}

function isSameDay(at: number, now: number): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString();
}
