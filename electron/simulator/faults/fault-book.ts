import {
  type ConnectionFault,
  isConnectionFault,
  isRequestFault,
  type LastingFault,
  type RequestFault,
  type UpgradeFault,
} from './fault.ts';

export interface BookedFault {
  readonly id: number;
  readonly fault: LastingFault;
  /** Uses left. */
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

  /** Takes one fault out, or all of them. False when there was none. */
  clear(id?: number): boolean {
    const before = this.#booked.length;
    if (id === undefined) {
      this.#released.abort();
      this.#released = new AbortController();
    }
    this.#booked = id === undefined ? [] : this.#booked.filter((booked) => booked.id !== id);
    return this.#booked.length < before;
  }

  /** Every fault that strikes this request; a slow and a wrong answer can come together. */
  takeForRequest(operation: string): readonly RequestFault[] {
    const taken: RequestFault[] = [];
    for (const booked of this.#booked) {
      const { fault } = booked;
      if (!isRequestFault(fault) || !matches(fault.operation, operation)) continue;
      if (taken.some((other) => sameRole(other, fault))) continue;
      taken.push(fault);
      this.#use(booked);
    }
    return taken;
  }

  takeForUpgrade(): UpgradeFault | null {
    for (const booked of this.#booked) {
      if (booked.fault.kind !== 'refuse-upgrade') continue;
      this.#use(booked);
      return booked.fault;
    }
    return null;
  }

  /** Keys that the list about to be answered leaves out; `'all'`: every one; null: it is right. */
  takeForList(): string | 'all' | null {
    for (const booked of this.#booked) {
      if (booked.fault.kind !== 'stale-list') continue;
      this.#use(booked);
      return booked.fault.sessionKey ?? 'all';
    }
    return null;
  }

  /** How much later than its answer a subscription takes effect, in simulated milliseconds. */
  takeForSubscription(): number {
    for (const booked of this.#booked) {
      if (booked.fault.kind !== 'late-subscription') continue;
      this.#use(booked);
      return booked.fault.delayMs;
    }
    return 0;
  }

  /** The fault that strikes a connection just opened; null for none. */
  takeForConnection(sessionKey: string): ConnectionFault | null {
    for (const booked of this.#booked) {
      const { fault } = booked;
      if (!isConnectionFault(fault)) continue;
      if (fault.sessionKey !== undefined && fault.sessionKey !== sessionKey) continue;
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

/** One request can be slow and wrong, but it has one answer. */
function sameRole(one: RequestFault, other: RequestFault): boolean {
  return (one.kind === 'slow') === (other.kind === 'slow');
}

function matches(pattern: string, operation: string): boolean {
  if (pattern.endsWith('*')) return operation.startsWith(pattern.slice(0, -1));
  return pattern === operation;
}
