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

  /** `date`: as listed, null where the session counts as not connected. `connection`: the open one. */
  isAnothers(date: string | null, connection: number): boolean {
    const own = this.#own?.connection === connection ? this.#own : null;
    if (date === null) return own !== null;
    if (own === null) {
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
  }

  #begin(date: string, connection: number): void {
    if (this.#own) this.#former.add(this.#own.date);
    if (this.#other !== null) this.#former.add(this.#other);
    this.#other = null;
    if (!this.#former.has(date)) this.#own = { connection, date };
  }
}
