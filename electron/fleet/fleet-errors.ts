import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import {
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import type { ProblemCode } from '../../shared/locales/index.ts';
import type { TextValues } from '../../shared/locales/text.ts';
import { StagelightError } from '../base/errors.ts';

export type FleetErrorCode = Extract<ProblemCode, `fleet-${string}`>;

/** What keeps a host from its fleet, or a channel from its host. */
export class FleetError extends StagelightError {
  constructor(code: FleetErrorCode, values: TextValues = {}, options?: ErrorOptions) {
    super({ code, values }, options);
  }
}

const OF_NATS = [
  JetStreamApiError,
  JetStreamError,
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
] as const;

/** What NATS threw, as something a person can mend; everything else as it is. */
export function explained(failure: unknown): unknown {
  if (!(failure instanceof Error)) return failure;
  const { cause, message } = failure;
  if (!OF_NATS.some((kind) => failure instanceof kind || cause instanceof kind)) return failure;
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return new FleetError('fleet-refused', { reason }, { cause: failure });
}
