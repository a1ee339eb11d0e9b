import type { LifeEvent, LifeEventName } from '../../shared/lifeline.ts';
import type { Clock } from '../base/clock.ts';

const MOST = 200;

/** The latest things that happened to the connection, for the timeline. Bounded. */
export class LifeLog {
  readonly #clock: Clock;
  #events: readonly LifeEvent[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get events(): readonly LifeEvent[] {
    return this.#events;
  }

  add(name: LifeEventName, reason: string | null = null): LifeEvent {
    const event: LifeEvent = { at: this.#clock.now(), name, reason };
    this.#events = [...this.#events, event].slice(-MOST);
    return event;
  }
}
