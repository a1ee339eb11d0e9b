import { assertNever } from '../../../shared/events.ts';
import type { Period } from '../../../shared/overlay/names.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';

type SummingWidget = Widget<'goal'> | Widget<'supporters'> | Widget<'totals'>;

/** A widget with sums, and the time from which they count (epoch milliseconds). */
export interface Wanted {
  readonly widget: SummingWidget;
  readonly from: number;
}

interface Moment {
  readonly now: number;
  readonly broadcastBeganAt: number;
}

/** The sums of the layout's widgets, including hidden ones, which may be shown at any time. */
export function wantedBy(layout: Layout, moment: Moment): readonly Wanted[] {
  return layout.filter(isSumming).map((widget) => {
    const since = widget.kind === 'goal' ? (widget.settings.since ?? 0) : 0;
    return { widget, from: Math.max(since, startOf(widget.settings.period, moment)) };
  });
}

/** Whether the layout shows sums that restart on a new day. */
export function followsDays(layout: Layout): boolean {
  const periods = layout.filter(isSumming).map(({ settings }) => settings.period);
  return periods.includes('day') || periods.includes('month');
}

function isSumming(widget: Layout[number]): widget is SummingWidget {
  return widget.kind === 'goal' || widget.kind === 'supporters' || widget.kind === 'totals';
}

function startOf(period: Period, { now, broadcastBeganAt }: Moment): number {
  switch (period) {
    case 'broadcast':
      return broadcastBeganAt;
    case 'day':
      return dayStart(now);
    case 'month':
      return monthStart(now);
    case 'all':
      return 0;
    default:
      return assertNever(period);
  }
}

/** Starts of days and months in the computer's own time zone; all epoch milliseconds. */

export function dayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The start of the next day. Not 24 hours later: some days have 23 or 25 hours. */
export function nextDayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

export function monthStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth()).getTime();
}
