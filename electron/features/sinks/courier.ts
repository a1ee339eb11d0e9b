import type { StageEvent } from '../../../shared/events.ts';
import type { Problem } from '../../../shared/problem.ts';

/** One event on its way to one place. */
export interface Letter {
  /** The same whenever this event is sent again: who gets it twice can tell. */
  readonly id: string;
  readonly epoch: string;
  readonly event: StageEvent;
}

export type Delivery =
  /** `pauseMs`: the other side wants the next one no sooner. */
  | { readonly kind: 'delivered'; readonly pauseMs: number }
  /** To be tried again. `retryAfterMs`: the other side named a time. */
  | {
      readonly kind: 'failed';
      readonly problem: Problem;
      readonly retryAfterMs: number | null;
      /** So many of the first letters have arrived. */
      readonly arrived: number;
    }
  /** The other side wants nothing any more, ever. */
  | { readonly kind: 'gone'; readonly problem: Problem };

/**
 * How events get to one place. A kind of sink is a courier (`webhook.ts`, `discord.ts`,
 * `event-file.ts`, `nats.ts`) and its line in `couriers.ts`; order, retries and dead letters are the outbox's.
 */
export interface Courier {
  /** Letters of one delivery. */
  readonly most: number;
  /** Whether an event becomes a dead letter after days of failures. */
  readonly givesUp: boolean;
  /** In order. `signal` ends with the outbox. Does not throw for what the other side does. */
  deliver(letters: readonly Letter[], signal: AbortSignal): Promise<Delivery>;
}

export const DELIVERED: Delivery = { kind: 'delivered', pauseMs: 0 };

export function failed(
  problem: Problem,
  retryAfterMs: number | null = null,
  arrived = 0,
): Extract<Delivery, { kind: 'failed' }> {
  return { kind: 'failed', problem, retryAfterMs, arrived };
}

/** What a webhook's body and a line of the file say. */
export function bodyOf({ epoch, event }: Letter): string {
  return JSON.stringify({ epoch, seq: event.seq, event });
}
