import type { ListedSession } from '../platform/resources/sessions.ts';

type Dates = Pick<ListedSession, 'connectedDate' | 'disconnectedDate'>;

/** A connection that broke so many milliseconds after it opened. */
export interface Lost {
  readonly connection: number;
  readonly livedMs: number;
}

/** How far apart the platform and the app may see a connection end. */
const SAME_END_MS = 2_000;

/**
 * Whose connection the session list speaks of. It shows when the session was connected, and a session
 * has one connection: another time than that of the open one means that another has replaced it.
 */
export class OwnDate {
  #own: { readonly connection: number; readonly date: string } | null = null;
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
   * `connection`: the open one. `isEarly`: the list was asked for as soon as that was open. Later another
   * may be there already: then the first time that is listed is taken for ours only while events come.
   */
  isAnothers(
    { connectedDate: date, disconnectedDate }: Dates,
    connection: number,
    isEarly: boolean,
  ): boolean {
    const own = this.#own?.connection === connection ? this.#own : null;
    if (isEarly) this.#seenBy = connection;
    const isUnsure = !own && this.#seenBy !== connection && !this.#isNextOwn;
    // Without any time it is a platform that shows none.
    if (date === null) return own !== null || (isUnsure && disconnectedDate !== null);
    if (own === null) {
      if (isUnsure) return true;
      this.#begin(date, connection);
      return false;
    }
    if (date === own.date || this.#isMoving) {
      this.#other = null;
      return false;
    }
    if (this.#other !== null && this.#other !== date) {
      this.#isMoving = true;
      return false;
    }
    this.#other = date;
    return true;
  }

  /**
   * Of a connection that was lost: whether it was the session's last one until then. The list still shows it, or
   * shows no other one and that the last one ended when this one did, `livedMs` after it began.
   */
  wasLast({ connectedDate, disconnectedDate }: Dates, { connection, livedMs }: Lost): boolean {
    const own = this.#own?.connection === connection ? this.#own.date : null;
    if (own === null || connectedDate !== null) return own !== null && connectedDate === own;
    const listedMs = Date.parse(disconnectedDate ?? '') - Date.parse(own);
    return Math.abs(listedMs - livedMs) <= SAME_END_MS;
  }

  /** Events come by the open connection, whatever the list says: it is taken anew from the next one. */
  forget(): void {
    this.#own = null;
    this.#other = null;
    this.#isNextOwn = true;
  }

  #begin(date: string, connection: number): void {
    if (this.#own) this.#former.add(this.#own.date);
    if (this.#other !== null) this.#former.add(this.#other);
    this.#other = null;
    this.#isNextOwn = false;
    if (!this.#former.has(date)) this.#own = { connection, date };
  }
}
