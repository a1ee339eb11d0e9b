import { JetStreamApiError } from '@nats-io/jetstream';
import { RequestError, TimeoutError } from '@nats-io/transport-node';
import { type Clock, delay } from '../base/clock.ts';
import { FleetError } from './fleet-errors.ts';

const AGAIN_MS = 1_000;
/** Several times what servers take to agree. */
const MOST_MS = 60_000;
/** JetStream's own word for it. */
const UNAVAILABLE = 503;

/**
 * Tries again for a while: NATS servers that have just started, or lost one of them, take some seconds
 * to agree on a leader. Throws `fleet-no-leader`, and at once what `open` throws for other reasons.
 */
export async function patiently<T>(clock: Clock, open: () => Promise<T>): Promise<T> {
  const until = clock.monotonic() + MOST_MS;
  for (;;) {
    try {
      return await open();
    } catch (failure) {
      if (!isPassing(failure)) throw failure;
      if (clock.monotonic() >= until)
        throw new FleetError('fleet-no-leader', {}, { cause: failure });
    }
    await delay(clock, AGAIN_MS);
  }
}

/** Whether it may be over in a moment. */
export function isPassing(failure: unknown): boolean {
  if (failure instanceof JetStreamApiError) return failure.status === UNAVAILABLE;
  // Nobody answers for JetStream: its client says so of a request that it wraps.
  const cause = failure instanceof Error && failure.cause ? failure.cause : failure;
  return cause instanceof TimeoutError || cause instanceof RequestError;
}
