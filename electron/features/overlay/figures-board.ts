import { isDeepStrictEqual } from 'node:util';
import { assertNever, isValued, type StageEvent } from '../../../shared/events.ts';
import { addSums } from '../../../shared/exact-sum.ts';
import { type Figures, NO_FIGURES } from '../../../shared/overlay/figures.ts';
import type { Period } from '../../../shared/overlay/names.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { columnsOf } from '../../storage/rows.ts';
import type { Services } from '../feature.ts';
import type { FigureRepository } from './figure-repository.ts';
import { Ranking, Sums } from './sums.ts';

interface FiguresBoardOptions extends Pick<Services, 'clock' | 'log'> {
  readonly repository: Pick<FigureRepository, 'totalsSince' | 'supportersSince' | 'supporterBeams'>;
  readonly layout: { get(): Layout; readonly onChange: (listener: () => void) => Disposable };
  /** Number of the last event handed to the ledger, which has all events up to it. */
  readonly lastSeq: () => number;
  /** Events in order of number; each is written before it is reported. */
  readonly onEvents: Subscribe<readonly StageEvent[]>;
  readonly broadcast: {
    readonly beganAt: number;
    readonly onChange: (listener: () => void) => Disposable;
  };
}

export const RETRY_MS = 5_000;
/** Longest timer before the calendar is checked again: timers stop while the computer sleeps. */
const LONGEST_WAIT_MS = 15 * 60_000;

/** Read from the ledger once for each period, then updated with the events, never tests. */
export class FiguresBoard implements Disposable {
  readonly #options: FiguresBoardOptions;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<void>((failure) =>
      this.#options.log.error('a listener of the figures failed', { failure }),
    ),
  );
  readonly onChange = this.#changes.on;
  readonly #sums = new Map<number, Sums>();
  readonly #rankings = new Map<number, Ranking>();
  #wanted: readonly Wanted[] = [];
  #today = 0;
  #tomorrow = 0;
  #timer: Disposable | null = null;
  #retryAt = Number.NEGATIVE_INFINITY;
  #incomplete = false;
  #stale = true;
  #figures: Figures = NO_FIGURES;

  constructor(options: FiguresBoardOptions) {
    const { layout, onEvents, broadcast } = options;
    this.#options = options;
    const renewed = (): void => this.#renewAndTell();
    this.#owned.add(layout.onChange(renewed));
    this.#owned.add(broadcast.onChange(renewed));
    this.#owned.add(onEvents((events) => this.#take(events)));
    this.#renew();
  }

  /** The current figures; the same object until one changes. */
  read(): Figures {
    if (this.#isOtherDay() || this.#mayRetry()) this.#renew();
    if (this.#stale) {
      this.#stale = false;
      const figures = this.#workOut();
      if (!isDeepStrictEqual(figures, this.#figures)) this.#figures = figures;
    }
    return this.#figures;
  }

  /** The ledger has events that came by another way. */
  reread(): void {
    this.#sums.clear();
    this.#rankings.clear();
    this.#renewAndTell();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
    this.#owned.dispose();
  }

  #take(events: readonly StageEvent[]): void {
    if (this.#wanted.length === 0) return;
    if (this.#isOtherDay() || this.#mayRetry()) this.#renew();
    let counted = false;
    for (const event of events) {
      if (!isValued(event) || event.origin !== 'platform') continue;
      if (event.kind !== 'DONATION' && event.kind !== 'GOODS_PURCHASE') continue;
      const columns = columnsOf(event);
      for (const sums of this.#sums.values()) sums.add(event, columns);
      for (const ranking of this.#rankings.values()) this.#try(() => ranking.add(event));
      counted = true;
    }
    if (counted) this.#tell();
  }

  #renewAndTell(): void {
    this.#renew();
    this.#tell();
  }

  #tell(): void {
    this.#stale = true;
    this.#changes.fire();
  }

  #renew(): void {
    if (this.#owned.isDisposed) return;
    const { layout, broadcast, clock } = this.#options;
    const now = clock.now();
    this.#today = dayStart(now);
    this.#tomorrow = nextDayStart(now);
    this.#wanted = wantedBy(layout.get(), { now, broadcastBeganAt: broadcast.beganAt });
    this.#incomplete = false;
    this.#stale = true;
    const { repository, lastSeq } = this.#options;
    const { rankings = [], sums = [] } = Object.groupBy(this.#wanted, ({ widget }) =>
      widget.kind === 'supporters' ? 'rankings' : 'sums',
    );
    this.#keepOnly(this.#rankings, rankings, (from) => new Ranking(repository, from, lastSeq()));
    this.#keepOnly(this.#sums, sums, (from) => new Sums(repository, from, lastSeq()));
    this.#wait();
  }

  #keepOnly<T>(kept: Map<number, T>, wanted: readonly Wanted[], make: (from: number) => T): void {
    const beginnings = new Set(wanted.map(({ from }) => from));
    for (const from of kept.keys()) if (!beginnings.has(from)) kept.delete(from);
    for (const from of beginnings) {
      if (!kept.has(from)) this.#try(() => kept.set(from, make(from)));
    }
  }

  #workOut(): Figures {
    const goals: Record<string, Figures['goals'][string]> = {};
    const supporters: Record<string, Figures['supporters'][string]> = {};
    const totals: Record<string, Figures['totals'][string]> = {};
    for (const { widget, from } of this.#wanted) {
      const sums = this.#sums.get(from);
      switch (widget.kind) {
        case 'goal':
          if (sums)
            goals[widget.id] = { beams: addSums(widget.settings.start, sums.totals.donationBeams) };
          break;
        case 'supporters': {
          const ranking = this.#rankings.get(from);
          if (ranking) supporters[widget.id] = ranking.top(widget.settings.most);
          break;
        }
        case 'totals':
          if (sums) totals[widget.id] = sums.totals;
          break;
        default:
          assertNever(widget);
      }
    }
    return { goals, supporters, totals };
  }

  /** One timer, to the next midnight; none if no widget follows the calendar. */
  #wait(): void {
    const { layout, clock } = this.#options;
    this.#timer?.dispose();
    this.#timer = null;
    if (!followsDays(layout.get())) return;
    const left = Math.min(this.#tomorrow - clock.now(), LONGEST_WAIT_MS);
    this.#timer = clock.setTimeout(() => {
      if (this.#isOtherDay()) this.#renewAndTell();
      else this.#wait();
    }, left);
  }

  #isOtherDay(): boolean {
    const now = this.#options.clock.now();
    return now >= this.#tomorrow || now < this.#today;
  }

  #mayRetry(): boolean {
    return this.#incomplete && this.#options.clock.monotonic() >= this.#retryAt;
  }

  #try(run: () => void): void {
    try {
      run();
    } catch (failure) {
      this.#incomplete = true;
      this.#retryAt = this.#options.clock.monotonic() + RETRY_MS;
      this.#options.log.error('the books could not be added up', { failure });
    }
  }
}

type SummingWidget = Widget<'goal'> | Widget<'supporters'> | Widget<'totals'>;

/** A widget with sums, and the time from which they count (epoch milliseconds). */
interface Wanted {
  readonly widget: SummingWidget;
  readonly from: number;
}

interface Moment {
  readonly now: number;
  readonly broadcastBeganAt: number;
}

/** The sums of the layout's widgets, including hidden ones, which may be shown at any time. */
function wantedBy(layout: Layout, moment: Moment): readonly Wanted[] {
  return layout.filter(isSumming).map((widget) => {
    const since = widget.kind === 'goal' ? (widget.settings.since ?? 0) : 0;
    return { widget, from: Math.max(since, startOf(widget.settings.period, moment)) };
  });
}

/** Whether the layout shows sums that restart on a new day. */
function followsDays(layout: Layout): boolean {
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

/** Days and months in the computer's own time zone; all epoch milliseconds. */
export function dayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The start of the next day. Not 24 hours later: some days have 23 or 25 hours. */
export function nextDayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/** The start of the month that contains `at`. */
export function monthStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth()).getTime();
}
