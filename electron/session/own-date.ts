import type { ListedSession } from '../platform/resources/sessions.ts';

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
    {
      connectedDate: date,
      disconnectedDate,
    }: Pick<ListedSession, 'connectedDate' | 'disconnectedDate'>,
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
