import {
  type ConnectionFault,
  isConnectionFault,
  isRequestFault,
  type LastingFault,
  type RequestFault,
} from './fault.ts';

export interface BookedFault {
  readonly id: number;
  readonly fault: LastingFault;
  readonly left: number | 'until-cleared';
}

/** The faults that wait for their occasion, oldest first. Taking one uses it once. */
export class FaultBook {
  #booked: readonly BookedFault[] = [];
  #lastId = 0;
  #released = new AbortController();

  /** Aborted when all faults are taken out: answers that are held back are given then. */
  get released(): AbortSignal {
    return this.#released.signal;
  }

  get active(): readonly BookedFault[] {
    return this.#booked;
  }

  /** Books a fault, with `used` uses spent already. Answers its number. */
  add(fault: LastingFault, used = 0): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const times = fault.kind === 'cut-every' ? 'until-cleared' : fault.times;
    const left = times === 'until-cleared' ? times : times - used;
    if (left !== 0) this.#booked = [...this.#booked, { id, fault, left }];
    return id;
  }

  clear(id?: number): boolean {
    const before = this.#booked.length;
    this.#booked = this.#booked.filter((booked) => id !== undefined && booked.id !== id);
    if (id === undefined) {
      this.#released.abort();
      this.#released = new AbortController();
    }
    return this.#booked.length < before;
  }

  /** Every fault that strikes this request; a slow and a wrong answer can come together. */
  takeForRequest(operation: string): readonly RequestFault[] {
    const taken: RequestFault[] = [];
    for (const booked of this.#booked) {
      const { fault } = booked;
      if (!isRequestFault(fault) || !matches(fault.operation, operation)) continue;
      // One request can be slow and wrong, but it has one answer.
      const isSlow = fault.kind === 'slow';
      if (taken.some((other) => (other.kind === 'slow') === isSlow)) continue;
      taken.push(fault);
      this.#use(booked);
    }
    return taken;
  }

  takeForUpgrade() {
    return this.#take((fault) => fault.kind === 'refuse-upgrade')?.status ?? null;
  }

  /** Keys that the list about to be answered leaves out; `'all'`: every one; null: it is right. */
  takeForList(): string | 'all' | null {
    const fault = this.#take((fault) => fault.kind === 'stale-list');
    return fault && (fault.sessionKey ?? 'all');
  }

  /** How much later than its answer a subscription takes effect, in simulated milliseconds. */
  takeForSubscription(): number {
    return this.#take((fault) => fault.kind === 'late-subscription')?.delayMs ?? 0;
  }

  takeForConnection(sessionKey: string): ConnectionFault | null {
    const strikes = (fault: LastingFault): fault is ConnectionFault =>
      isConnectionFault(fault) &&
      (fault.sessionKey === undefined || fault.sessionKey === sessionKey);
    return this.#take(strikes);
  }

  /** Uses the oldest fault of this sort once; null for none. */
  #take<F extends LastingFault>(isIt: (fault: LastingFault) => fault is F): F | null {
    for (const booked of this.#booked) {
      const { fault } = booked;
      if (!isIt(fault)) continue;
      this.#use(booked);
      return fault;
    }
    return null;
  }

  #use(used: BookedFault): void {
    if (used.left === 'until-cleared') return;
    const left = used.left - 1;
    this.#booked = this.#booked.flatMap((booked) => {
      if (booked.id !== used.id) return [booked];
      return left > 0 ? [{ ...booked, left }] : [];
    });
  }
}

function matches(pattern: string, operation: string): boolean {
  if (pattern.endsWith('*')) return operation.startsWith(pattern.slice(0, -1));
  return pattern === operation;
}
