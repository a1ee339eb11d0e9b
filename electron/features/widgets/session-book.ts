import { isValued, type StageEvent, type ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { WidgetEvent, WidgetSession } from '../../../shared/overlay/custom-widgets.ts';
import { widgetEventOf } from '../../../shared/overlay/widget-events.ts';
import {
  emptySession,
  NOBODY,
  SESSION_PERIODS,
  type SessionPeriod,
  TOP_NAMES,
} from '../../../shared/overlay/widget-session.ts';
import type { Clock } from '../../base/clock.ts';
import { columnsOf } from '../../storage/rows.ts';
import { dayStart, type FigureRepository, monthStart, Ranking, Sums } from '../overlay/index.ts';

type Fields = Readonly<Record<string, unknown>>;

interface BookParts {
  readonly repository: Pick<FigureRepository, 'totalsSince' | 'supportersSince' | 'supporterBeams'>;
  /** The newest events of value, oldest first. */
  readonly latest: (limit: number) => readonly ValuedEvent[];
  /** The last event that is in the ledger. */
  readonly writtenSeq: () => number;
  readonly beganAt: () => number;
  readonly language: () => Language;
  readonly clock: Clock;
}

const RECENTS_MOST = 25;
interface Books {
  readonly starts: Readonly<Record<SessionPeriod, number>>;
  readonly sums: Readonly<Record<SessionPeriod, Sums>>;
  readonly rankings: Readonly<Record<SessionPeriod, Ranking>>;
}

/** What `onWidgetLoad` and `onSessionUpdate` tell: read once from the ledger, then kept up with events. */
export class SessionBook {
  readonly #parts: BookParts;
  #books: Books | null = null;
  /** By type, the latest first. */
  readonly #recent = new Map<string, Fields[]>();
  #recents: Fields[] = [];
  readonly #counts = new Map<string, number>();

  constructor(parts: BookParts) {
    this.#parts = parts;
    for (const event of parts.latest(RECENTS_MOST))
      if (event.origin === 'platform') this.#note(event);
  }

  add(events: readonly StageEvent[]): boolean {
    let changed = false;
    for (const event of events) {
      if (!isValued(event) || event.origin !== 'platform') continue;
      // Before it is counted: it may be the first of a new broadcast.
      this.#current();
      this.#note(event);
      if (event.kind === 'DONATION') this.#count(event);
      changed = true;
    }
    return changed;
  }

  /** New followers of this broadcast: no event of the platform tells them. */
  follow(told: readonly WidgetEvent[]): void {
    this.#current();
    for (const { event } of told) this.#remember('follower', event);
    this.#counts.set('follower', (this.#counts.get('follower') ?? 0) + told.length);
  }

  read(channel: WidgetSession['channel']): WidgetSession {
    const { sums, rankings } = this.#current();
    const data = emptySession();
    for (const [kind, [first]] of this.#recent) if (first) data[`${kind}-latest`] = first;
    for (const [kind, events] of this.#recent) data[`${kind}-recent`] = events;
    for (const [kind, count] of this.#counts) {
      data[`${kind}-session`] = { count, amount: 0 };
      data[`${kind}-count`] = { count };
      data[`${kind}-goal`] = { amount: count };
      data[`${kind}-session-top-donation`] = this.#largest(kind);
    }
    for (const period of SESSION_PERIODS) {
      const { donationBeams, cheeringBeams } = sums[period].totals;
      const count = (kind: string) => (period === 'session' ? (this.#counts.get(kind) ?? 0) : 0);
      data[`tip-${period}`] = { count: count('tip'), amount: Number(donationBeams) };
      data[`cheer-${period}`] = { count: count('cheer'), amount: Number(cheeringBeams) };
      if (period === 'session') {
        data['tip-goal'] = { amount: Number(donationBeams) };
        data['cheer-goal'] = { amount: Number(cheeringBeams) };
      }
      const [top] = rankings[period].top(1);
      if (!top) continue;
      const donator = { name: top.name, amount: Number(top.beams) };
      data[`tip-${TOP_NAMES[period]}-top-donator`] = donator;
    }
    return { data, recents: this.#recents, channel };
  }

  /** Of what is remembered. */
  #largest(kind: string): Fields {
    const began = this.#parts.beganAt();
    const all = (this.#recent.get(kind) ?? []).filter(
      ({ createdAt }) => Date.parse(String(createdAt)) >= began,
    );
    const top = all.reduce<Fields | null>(
      (best, each) => (best && Number(best['amount']) >= Number(each['amount']) ? best : each),
      null,
    );
    return top ? { name: top['name'], amount: top['amount'] } : NOBODY;
  }

  #note(event: ValuedEvent): void {
    const told = widgetEventOf(event, this.#parts.language());
    if (!told) return;
    const type = String(told.event['type']);
    this.#remember(type, told.event);
    const began = this.#parts.beganAt();
    if (event.receivedAt < began) return;
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
  }

  #remember(type: string, event: Fields): void {
    this.#recent.set(type, [event, ...(this.#recent.get(type) ?? [])].slice(0, RECENTS_MOST));
    this.#recents = [event, ...this.#recents].slice(0, RECENTS_MOST);
  }

  #count(event: ValuedEvent): void {
    const { sums, rankings } = this.#current();
    const columns = columnsOf(event);
    for (const period of SESSION_PERIODS) {
      sums[period].add(event, columns);
      rankings[period].add(event);
    }
  }

  /** Read anew when a day, a month, or a broadcast began. */
  #current(): Books {
    const { clock, beganAt, repository, writtenSeq } = this.#parts;
    const now = clock.now();
    const starts = { session: beganAt(), week: weekStart(now), month: monthStart(now), total: 0 };
    const known = this.#books;
    if (known && SESSION_PERIODS.every((period) => known.starts[period] === starts[period]))
      return known;
    if (known && known.starts.session !== starts.session) this.#counts.clear();
    const each = <T>(make: (from: number) => T) =>
      Object.fromEntries(SESSION_PERIODS.map((period) => [period, make(starts[period])])) as Record<
        SessionPeriod,
        T
      >;
    const books = {
      starts,
      sums: each((from) => new Sums(repository, from, writtenSeq())),
      rankings: each((from) => new Ranking(repository, from, writtenSeq())),
    };
    this.#books = books;
    return books;
  }
}

/** The Monday before, in the computer's own time zone. */
function weekStart(now: number): number {
  const today = new Date(dayStart(now));
  const sinceMonday = (today.getDay() + 6) % 7;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - sinceMonday).getTime();
}
