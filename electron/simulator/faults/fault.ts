import { z } from 'zod';
import { SIM_EVENT_KINDS } from '../events/payloads.ts';

/**
 * Faults that can be put into the simulated platform, as data.
 *
 * `times` counts down with every use; `until-cleared` stays. A fault of a connection strikes those
 * that are open at once (one use), and with uses left each one that opens later.
 */
const times = z.union([z.int().min(1).max(1_000_000), z.literal('until-cleared')]).default(1);
/** Only this session's connection; left out: everybody's. */
const sessionKey = z.string().optional();
/** `*`, or method and path, e.g. `POST /api/openapi/auth/v1/token`; a `*` at its end stands for any rest. */
const operation = z.string().min(1).default('*');
const status = z.literal([400, 401, 403, 404, 409, 410, 429, 500, 502, 503]);

/** RFC 6455: codes a server may send in a close frame. */
const closeCode = z
  .int()
  .refine(
    (code) =>
      (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) ||
      (code >= 3000 && code <= 4999),
    'must be a close code that may be sent: 1000-1003, 1007-1014 or 3000-4999',
  );

const connectionFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cut'),
    code: closeCode.default(1011),
    reason: z.string().max(60).default(''),
    times,
    sessionKey,
  }),
  z.strictObject({ kind: z.literal('reset'), times, sessionKey }),
  z.strictObject({ kind: z.literal('half-open'), times, sessionKey }),
]);

/** What a fault of frames has in common: how many of them, and to whom. */
const frames = { times: z.int().min(1).max(10_000).default(1), sessionKey };

const frameFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('garbage-frame'),
    form: z.enum(['not-json', 'binary', 'empty', 'no-event', 'array']).default('not-json'),
    ...frames,
  }),
  z.strictObject({
    kind: z.literal('malformed-event'),
    event: z.enum(SIM_EVENT_KINDS).default('CHAT'),
    form: z.enum(['no-data', 'null-data', 'missing-fields', 'wrong-types']).default('wrong-types'),
    ...frames,
  }),
  z.strictObject({
    kind: z.literal('unknown-event'),
    name: z.string().min(1).default('SOMETHING_NEW'),
    ...frames,
  }),
  z.strictObject({
    kind: z.literal('long-text'),
    bytes: z.int().min(1).max(1_000_000).default(65_536),
    ...frames,
  }),
  z.strictObject({ kind: z.literal('raw-frame'), text: z.string(), ...frames }),
]);

const requestFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    operation,
    status,
    message: z.string().optional(),
    /** Sent as the Retry-After header, in seconds. */
    retryAfterSec: z.int().min(0).optional(),
    times,
  }),
  z.strictObject({
    kind: z.literal('slow'),
    operation,
    /** Real milliseconds, whatever the time scale. */
    delayMs: z.int().min(0).max(600_000),
    times,
  }),
  z.strictObject({ kind: z.literal('lost-answer'), operation, times }),
  z.strictObject({
    kind: z.literal('late-answer'),
    operation,
    /** Real milliseconds, whatever the time scale. */
    afterMs: z.int().min(0).max(600_000),
    times,
  }),
  z.strictObject({ kind: z.literal('no-answer'), operation, times }),
  z.strictObject({ kind: z.literal('garbage-answer'), operation, times }),
  z.strictObject({
    kind: z.literal('strange-answer'),
    operation,
    form: z.enum([
      'html',
      'messages',
      'list',
      'empty',
      'no-content',
      'redirect',
      'timeout',
      'rate-limit',
    ]),
    /** Left out: the one that such an answer usually has. */
    status: z.int().min(200).max(599).exactOptional(),
    times,
  }),
]);

const upgradeFaultSchema = z.strictObject({
  kind: z.literal('refuse-upgrade'),
  status: status.default(503),
  times,
});

/** What the platform does wrong with sessions and subscriptions; the first two are over at once. */
const sessionFaultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('dead-session'),
    /** What becomes of the connections that are open: they stay and answer PING, or they end. */
    connections: z.enum(['stay', 'end']).default('stay'),
    /** Later upgrades: open and stay silent, are closed 10 ms later, or are refused. */
    upgrades: z.enum(['stay', 'close', 'refuse']).default('stay'),
    code: closeCode.default(1000),
    status: status.default(404),
    sessionKey,
  }),
  z.strictObject({
    kind: z.literal('lost-subscription'),
    event: z.enum(['CHAT', 'DONATION', 'SUBSCRIPTION']).default('DONATION'),
    sessionKey,
  }),
  /** The next session lists are those of a moment before these sessions were made. */
  z.strictObject({ kind: z.literal('stale-list'), times, sessionKey }),
  z.strictObject({
    kind: z.literal('late-subscription'),
    /** Simulated milliseconds between the answer and the first event. */
    delayMs: z.int().min(1).max(600_000),
    times,
  }),
  z.strictObject({
    kind: z.literal('cut-every'),
    /** Simulated milliseconds, until it is cleared. */
    everyMs: z.int().min(100).max(86_400_000),
    code: closeCode.default(1011),
  }),
]);

export type ConnectionFault = z.output<typeof connectionFaultSchema>;
export type FrameFault = z.output<typeof frameFaultSchema>;
export type RequestFault = z.output<typeof requestFaultSchema>;

export const faultSchema = z.discriminatedUnion('kind', [
  connectionFaultSchema,
  frameFaultSchema,
  requestFaultSchema,
  upgradeFaultSchema,
  sessionFaultSchema,
]);

/** A fault as submitted: fields with defaults may be omitted. */
export type FaultInput = z.input<typeof faultSchema>;
type Fault = z.output<typeof faultSchema>;
/** Session faults that are done as soon as they are put in. */
export type PromptSessionFault = Extract<Fault, { kind: 'dead-session' | 'lost-subscription' }>;
/** Faults that stay until they are used up: those of frames are over as soon as they are sent. */
export type LastingFault = Exclude<Fault, FrameFault | PromptSessionFault>;

export function isPromptSessionFault(fault: Fault): fault is PromptSessionFault {
  return fault.kind === 'dead-session' || fault.kind === 'lost-subscription';
}

export const isFrameFault = isOneOf(frameFaultSchema);
export const isConnectionFault = isOneOf(connectionFaultSchema);
export const isRequestFault = isOneOf(requestFaultSchema);

function isOneOf<
  S extends typeof frameFaultSchema | typeof connectionFaultSchema | typeof requestFaultSchema,
>(schema: S) {
  const kinds = new Set<string>(schema.options.map((option) => option.shape.kind.value));
  return (fault: Fault): fault is Extract<Fault, z.output<S>> => kinds.has(fault.kind);
}
