import type { Clock } from '../base/clock.ts';

/** Which credentials a request carried (not whether they were good). */
export type AuthKind = 'none' | 'client' | 'bearer' | 'both';

/** One request as the simulator saw it. Holds names only: never a value that could be a secret. */
export interface RequestEntry {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly auth: AuthKind;
  /** The HTTP status answered; 101 for an accepted WebSocket; 0 when there was no answer. */
  readonly status: number;
  /** What was asked for, e.g. `GET /api/openapi/open/v1/users/me`, parameters by name. */
  readonly operation: string;
  readonly brokenRules: readonly string[];
}

const DEFAULT_CAPACITY = 2_000;
/** Broken rules are what people look for: they outlive the flood of good requests. */
const BROKEN_CAPACITY = 500;

/** The last requests, and what was wrong with them. Counts go on when old entries are dropped. */
export class RequestLog {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #entries: RequestEntry[] = [];
  readonly #broken: RequestEntry[] = [];
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock, capacity = DEFAULT_CAPACITY) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  add(entry: Omit<RequestEntry, 'at'>): RequestEntry {
    const stamped: RequestEntry = { at: this.#clock.now(), ...entry };
    push(this.#entries, stamped, this.#capacity);
    if (stamped.brokenRules.length > 0) push(this.#broken, stamped, BROKEN_CAPACITY);
    this.#counts.set(stamped.operation, this.count(stamped.operation) + 1);
    return stamped;
  }

  entries(): readonly RequestEntry[] {
    return [...this.#entries];
  }

  broken(): readonly RequestEntry[] {
    return [...this.#broken];
  }

  /** How often an operation was asked for since the start or the last `clear`. */
  count(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#broken.length = 0;
    this.#counts.clear();
  }
}

function push(list: RequestEntry[], entry: RequestEntry, capacity: number): void {
  list.push(entry);
  if (list.length > capacity) list.splice(0, list.length - capacity);
}
