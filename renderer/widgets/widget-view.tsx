import { type ComponentType, memo, type ReactNode, Suspense } from 'react';
import type { EventKind } from '../../shared/events.ts';
import type { WidgetKind } from '../../shared/overlay/names.ts';
import { useOverlay, useOverlayStore } from '../stores/overlay-context.tsx';
import type { ChatLine } from '../stores/overlay-store.ts';
import { AlertStage } from './alert-stage.tsx';
import { ChatList } from './chat-list.tsx';
import { DrawTallies } from './draws.tsx';
import { guarded } from './error-boundary.tsx';
import { EventList } from './event-list.tsx';
import { GoalBar } from './goal-bar.tsx';
import { later } from './later.ts';
import { PurchaseStack } from './purchases.tsx';
import type { ViewProps } from './show-widgets.tsx';
import { PeriodTotals, Supporters } from './totals.tsx';

function ChatOf({ widget }: ViewProps<'chat'>): ReactNode {
  const { api } = useOverlayStore();
  return guarded(widget.settings, <ChatList source={api} settings={widget.settings} />);
}

function AlertsOf({ widget }: ViewProps<'alerts'>): ReactNode {
  const staged = useOverlay((state) => state.staged);
  const sounds = useOverlay((state) => state.sounds);
  const { align } = widget.settings;
  return guarded(staged, <AlertStage staged={staged} align={align} sounds={sounds} />);
}

function TalliesOf({ widget }: ViewProps<'tallies'>): ReactNode {
  const tallies = useOverlay((state) => state.tallies);
  return guarded(tallies, <DrawTallies tallies={tallies} most={widget.settings.most} />);
}

function PurchasesOf({ widget: { settings } }: ViewProps<'purchases'>): ReactNode {
  const latest = useOverlay((state) => state.latest);
  const resets = useOverlay((state) => state.resets);
  return guarded(latest, <PurchaseStack latest={latest} resets={resets} settings={settings} />);
}

function GoalOf({ widget: { id, settings } }: ViewProps<'goal'>): ReactNode {
  const goal = useOverlay((state) => state.figures).goals[id];
  const visible = useOverlay((state) => state.visible);
  if (!goal) return null;
  return guarded(goal, <GoalBar settings={settings} beams={goal.beams} visible={visible} />);
}

const NO_CHAT: readonly ChatLine[] = [];

function EventsOf({ widget: { settings } }: ViewProps<'events'>): ReactNode {
  const latest = useOverlay((state) => state.latest);
  const kinds: readonly EventKind[] = settings.kinds;
  // A list without chat is not rerendered for every message.
  const chat = useOverlay((state) => (kinds.includes('CHAT') ? state.chat : NO_CHAT));
  return guarded(latest, <EventList latest={latest} chat={chat} settings={settings} />);
}

function SupportersOf({ widget: { id, settings } }: ViewProps<'supporters'>): ReactNode {
  const supporters = useOverlay((state) => state.figures).supporters[id];
  if (!supporters) return null;
  return guarded(supporters, <Supporters supporters={supporters} settings={settings} />);
}

function TotalsOf({ widget: { id, settings } }: ViewProps<'totals'>): ReactNode {
  const totals = useOverlay((state) => state.figures).totals[id];
  return totals ? guarded(totals, <PeriodTotals totals={totals} settings={settings} />) : null;
}

/** Loaded where a layout has one of them. */
const ShowWidget = later(() => import('./show-widgets.tsx').then((part) => part.ShowWidget));
const CustomWidget = later(() => import('./custom-widget.tsx').then((part) => part.CustomWidget));

const VIEWS: { readonly [K in WidgetKind]: ComponentType<ViewProps<K>> } = {
  chat: ChatOf,
  alerts: AlertsOf,
  tallies: TalliesOf,
  purchases: PurchasesOf,
  goal: GoalOf,
  events: EventsOf,
  supporters: SupportersOf,
  totals: TotalsOf,
  vote: ShowWidget,
  players: ShowWidget,
  counters: ShowWidget,
  draw: ShowWidget,
  subathon: ShowWidget,
  missions: ShowWidget,
  wheel: ShowWidget,
  custom: CustomWidget,
};

/** One widget with its data from the overlay's store, filling its parent's box. */
export const WidgetView = memo(function WidgetView({ widget }: ViewProps<WidgetKind>): ReactNode {
  const View = VIEWS[widget.kind] as ComponentType<ViewProps<WidgetKind>>;
  return (
    <Suspense fallback={null}>
      <View widget={widget} />
    </Suspense>
  );
});
