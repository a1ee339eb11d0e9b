import { type ComponentType, memo, type ReactNode, useMemo } from 'react';
import type { EventKind } from '../../shared/events.ts';
import type { WidgetKind } from '../../shared/overlay/names.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { useOverlay, useOverlayStore } from '../stores/overlay-context.tsx';
import {
  type ChatLine,
  type OverlayState,
  selectChat,
  selectFigures,
  selectHighlight,
  selectLatest,
  selectResets,
  selectStaged,
  selectTallies,
  selectVisible,
} from '../stores/overlay-store.ts';
import { AlertStage } from './alert-stage.tsx';
import { chatSourceOf } from './chat-drawing.ts';
import { ChatList } from './chat-list.tsx';
import { DrawTallies } from './draws.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { EventList } from './event-list.tsx';
import { GoalBar } from './goal-bar.tsx';
import { Highlight } from './highlight.tsx';
import { PurchaseStack } from './purchases.tsx';
import { PeriodTotals, Supporters } from './totals.tsx';

interface ViewProps<K extends WidgetKind> {
  readonly widget: Widget<K>;
}

function ChatOf({ widget }: ViewProps<'chat'>): ReactNode {
  const store = useOverlayStore();
  const source = useMemo(() => chatSourceOf(store), [store]);
  const highlight = useOverlay(selectHighlight);
  return (
    <>
      {highlight ? (
        <ErrorBoundary of={highlight}>
          <Highlight key={highlight.seq} card={highlight} settings={widget.settings} />
        </ErrorBoundary>
      ) : null}
      <ErrorBoundary of={widget.settings}>
        <ChatList source={source} settings={widget.settings} />
      </ErrorBoundary>
    </>
  );
}

function guarded(of: unknown, part: ReactNode): ReactNode {
  return <ErrorBoundary of={of}>{part}</ErrorBoundary>;
}

function AlertsOf({ widget }: ViewProps<'alerts'>): ReactNode {
  const staged = useOverlay(selectStaged);
  return guarded(staged, <AlertStage staged={staged} align={widget.settings.align} />);
}

function TalliesOf({ widget }: ViewProps<'tallies'>): ReactNode {
  const tallies = useOverlay(selectTallies);
  return guarded(tallies, <DrawTallies tallies={tallies} most={widget.settings.most} />);
}

function PurchasesOf({ widget: { settings } }: ViewProps<'purchases'>): ReactNode {
  const latest = useOverlay(selectLatest);
  const resets = useOverlay(selectResets);
  return guarded(latest, <PurchaseStack latest={latest} resets={resets} settings={settings} />);
}

function GoalOf({ widget: { id, settings } }: ViewProps<'goal'>): ReactNode {
  const goal = useOverlay(selectFigures).goals[id];
  const visible = useOverlay(selectVisible);
  if (!goal) return null;
  return guarded(goal, <GoalBar settings={settings} beams={goal.beams} visible={visible} />);
}

const NO_CHAT: readonly ChatLine[] = [];
const selectNoChat = (_: OverlayState): readonly ChatLine[] => NO_CHAT;

function EventsOf({ widget: { settings } }: ViewProps<'events'>): ReactNode {
  const latest = useOverlay(selectLatest);
  const kinds: readonly EventKind[] = settings.kinds;
  // A list without chat is not rerendered for every message.
  const chat = useOverlay(kinds.includes('CHAT') ? selectChat : selectNoChat);
  return guarded(latest, <EventList latest={latest} chat={chat} settings={settings} />);
}

function SupportersOf({ widget: { id, settings } }: ViewProps<'supporters'>): ReactNode {
  const supporters = useOverlay(selectFigures).supporters[id];
  if (!supporters) return null;
  return guarded(supporters, <Supporters supporters={supporters} settings={settings} />);
}

function TotalsOf({ widget: { id, settings } }: ViewProps<'totals'>): ReactNode {
  const totals = useOverlay(selectFigures).totals[id];
  return totals ? guarded(totals, <PeriodTotals totals={totals} settings={settings} />) : null;
}

const VIEWS: { readonly [K in WidgetKind]: ComponentType<ViewProps<K>> } = {
  chat: ChatOf,
  alerts: AlertsOf,
  tallies: TalliesOf,
  purchases: PurchasesOf,
  goal: GoalOf,
  events: EventsOf,
  supporters: SupportersOf,
  totals: TotalsOf,
};

/** One widget with its data from the overlay's store, filling its parent's box. */
export const WidgetView = memo(function WidgetView({ widget }: ViewProps<WidgetKind>): ReactNode {
  const View = VIEWS[widget.kind] as ComponentType<ViewProps<WidgetKind>>;
  return <View widget={widget} />;
});
