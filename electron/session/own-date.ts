import type { ListedSession } from '../platform/resources/sessions.ts';
import type { Moment } from './moment.ts';

type Dates = Pick<ListedSession, 'connectedDate' | 'disconnectedDate'>;

/** A connection that broke so many milliseconds after it opened; null: that says nothing of the session's last one. */
export interface Lost {
  readonly connection: number;
  readonly livedMs: number | null;
}

/** The time of our own connection, as a list showed it first. */
interface Own {
  readonly connection: number;
  readonly date: string;
  /** Another one may have been there by then, monotonic; null: none was. */
  readonly unsureSince: number | null;
}

/** A look at the list while a connection is open. */
export interface Look {
  readonly connection: number;
  /**
   * `early`: asked for and read as soon as that was open. `slow`: asked for then, and read some time later, so
   * that it may show what came meanwhile. `late`: asked for later.
   */
  readonly read: 'early' | 'slow' | 'late';
  /** When it was read, monotonic. */
  readonly at: number;
}

export type Whose = 'ours' | 'anothers' | 'unsure';

/** A list that is read so soon after a connection opened shows that one, or one before it. */
const EARLY_MS = 5_000;

/** `at`: when the list was read, monotonic. */
export function readAs(connected: Moment, asked: Moment, at: number): Look['read'] {
  const until = connected.monotonic + EARLY_MS;
  if (asked.monotonic > until) return 'late';
  return at > until ? 'slow' : 'early';
}

/** How far apart the platform and the app may see a connection end. */
const SAME_END_MS = 2_000;

/**
 * Whose connection the session list speaks of. It shows when the session was connected, and a session
 * has one connection: another time than that of the open one means that another has replaced it.
 */
export class OwnDate {
  #own: Own | null = null;
  /** Of connections that are over: a list that is a moment old may still show them. */
  readonly #former = new Set<string>();
  /** Not ours, in the last list; null: that showed ours. */
  #other: string | null = null;
  /** The time moves while nothing is connected anew: it says nothing here. */
  #isMoving = false;
  /** The connection that has read a list early, whatever that showed of it. */
  #seenBy: number | null = null;
  /** Events come, so the next time that is listed is ours. */
  #isNextOwn = false;

  /**
   * `connection`: the open one. Where a list was asked for late, another one may be there already: then the first
   * time that is listed is taken for ours only while events come.
   */
  whose({ connectedDate: date, disconnectedDate }: Dates, { connection, read, at }: Look): Whose {
    const own = this.#own?.connection === connection ? this.#own : null;
    if (read !== 'late') this.#seenBy = connection;
    const isUnsure = !own && this.#seenBy !== connection && !this.#isNextOwn;
    // Without any time it is a platform that shows none.
    if (date === null) {
      return own !== null || (isUnsure && disconnectedDate !== null) ? 'anothers' : 'ours';
    }
    if (own !== null) return this.#compared(own, date);
    if (isUnsure) return 'anothers';
    this.#begin({ date, connection, unsureSince: read === 'slow' ? at : null });
    return 'ours';
  }

  /** An event came by the open connection, which was sent after `at`. */
  came(at: number): void {
    const since = this.#own?.unsureSince ?? null;
    if (this.#own && since !== null && at > since) this.#own = { ...this.#own, unsureSince: null };
  }

  /**
   * Of a connection that was lost: it was the session's last one until then where the list still shows it, or shows
   * no other one and that the last one ended when this one did, `livedMs` after it began.
   */
  wasLast({ connectedDate, disconnectedDate }: Dates, { connection, livedMs }: Lost): Whose {
    const isSure = this.#own?.connection === connection && this.#own.unsureSince === null;
    const own = isSure ? (this.#own?.date ?? null) : null;
    if (own === null || connectedDate === own) return own === null ? 'unsure' : 'ours';
    if (connectedDate !== null || livedMs === null) return 'anothers';
    const listedMs = Date.parse(disconnectedDate ?? '') - Date.parse(own);
    return Math.abs(listedMs - livedMs) <= SAME_END_MS ? 'ours' : 'anothers';
  }

  /** Events come by the open connection, whatever the list says: it is taken anew from the next one. */
  forget(): void {
    this.#own = null;
    this.#other = null;
    this.#isNextOwn = true;
  }

  #compared(own: Own, date: string): Whose {
    if (date === own.date || this.#isMoving) {
      this.#other = null;
      return own.unsureSince === null ? 'ours' : 'unsure';
    }
    if (this.#other !== null && this.#other !== date) {
      this.#isMoving = true;
      return 'ours';
    }
    this.#other = date;
    return 'anothers';
  }

  #begin(own: Own): void {
    if (this.#own) this.#former.add(this.#own.date);
    if (this.#other !== null) this.#former.add(this.#other);
    this.#other = null;
    this.#isNextOwn = false;
    if (!this.#former.has(own.date)) this.#own = own;
  }
}
