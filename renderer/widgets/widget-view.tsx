import { memo, type ReactNode, useMemo } from 'react';
import { assertNever, type EventKind } from '../../shared/events.ts';
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

/**
 * One widget with its data from the overlay's store, filling its parent's box. Used by the page and
 * the editor's preview.
 */
export const WidgetView = memo(function WidgetView({ widget }: ViewProps<WidgetKind>): ReactNode {
  switch (widget.kind) {
    case 'chat':
      return <ChatOf widget={widget} />;
    case 'alerts':
      return <AlertsOf widget={widget} />;
    case 'tallies':
      return <TalliesOf widget={widget} />;
    case 'purchases':
      return <PurchasesOf widget={widget} />;
    case 'goal':
      return <GoalOf widget={widget} />;
    case 'events':
      return <EventsOf widget={widget} />;
    case 'supporters':
      return <SupportersOf widget={widget} />;
    case 'totals':
      return <TotalsOf widget={widget} />;
    default:
      return assertNever(widget);
  }
});

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

function AlertsOf({ widget }: ViewProps<'alerts'>): ReactNode {
  const staged = useOverlay(selectStaged);
  return (
    <ErrorBoundary of={staged}>
      <AlertStage staged={staged} align={widget.settings.align} />
    </ErrorBoundary>
  );
}

function TalliesOf({ widget }: ViewProps<'tallies'>): ReactNode {
  const tallies = useOverlay(selectTallies);
  return (
    <ErrorBoundary of={tallies}>
      <DrawTallies tallies={tallies} most={widget.settings.most} />
    </ErrorBoundary>
  );
}

function PurchasesOf({ widget }: ViewProps<'purchases'>): ReactNode {
  const latest = useOverlay(selectLatest);
  const resets = useOverlay(selectResets);
  return (
    <ErrorBoundary of={latest}>
      <PurchaseStack latest={latest} resets={resets} settings={widget.settings} />
    </ErrorBoundary>
  );
}

function GoalOf({ widget }: ViewProps<'goal'>): ReactNode {
  const goal = useOverlay(selectFigures).goals[widget.id];
  const visible = useOverlay(selectVisible);
  return goal === undefined ? null : (
    <ErrorBoundary of={goal}>
      <GoalBar settings={widget.settings} beams={goal.beams} visible={visible} />
    </ErrorBoundary>
  );
}

const NO_CHAT: readonly ChatLine[] = [];
const selectNoChat = (_: OverlayState): readonly ChatLine[] => NO_CHAT;

function EventsOf({ widget }: ViewProps<'events'>): ReactNode {
  const latest = useOverlay(selectLatest);
  const kinds: readonly EventKind[] = widget.settings.kinds;
  // A list without chat is not rerendered for every message.
  const chat = useOverlay(kinds.includes('CHAT') ? selectChat : selectNoChat);
  return (
    <ErrorBoundary of={latest}>
      <EventList latest={latest} chat={chat} settings={widget.settings} />
    </ErrorBoundary>
  );
}

function SupportersOf({ widget }: ViewProps<'supporters'>): ReactNode {
  const supporters = useOverlay(selectFigures).supporters[widget.id];
  return supporters === undefined ? null : (
    <ErrorBoundary of={supporters}>
      <Supporters supporters={supporters} settings={widget.settings} />
    </ErrorBoundary>
  );
}

function TotalsOf({ widget }: ViewProps<'totals'>): ReactNode {
  const totals = useOverlay(selectFigures).totals[widget.id];
  return totals === undefined ? null : (
    <ErrorBoundary of={totals}>
      <PeriodTotals totals={totals} settings={widget.settings} />
    </ErrorBoundary>
  );
}
