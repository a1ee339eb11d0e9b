import type { Random } from '../../electron/base/random.ts';
import { type FaultInput, faultSchema } from '../../electron/simulator/faults/fault.ts';
import { type Manners, mannersSchema } from '../../electron/simulator/world/manners.ts';
import { seededRandom } from './random.ts';
import { pick, sampled, spread } from './samples.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

const PRESSED = [
  ...(['pause', 'go-on', 'skip', 'panic', 'clear', 'replay-missed', 'recheck'] as const),
  ...(['pay', 'resume-paying', 'sign-in'] as const),
] as const;

/** One thing that happens. All durations in milliseconds of the platform's time. */
export type Deed =
  /** A fault of the simulator; those that would stay are over after `forMs`. */
  | { readonly do: 'fault'; readonly fault: FaultInput; readonly forMs: number }
  | { readonly do: 'manners'; readonly manners: Partial<Manners> }
  /** `down`: nobody can be reached. `stalled`: what is said waits on its way. */
  | { readonly do: 'network'; readonly as: 'down' | 'stalled'; readonly forMs: number }
  | { readonly do: 'remove-session'; readonly reason: 'expired' | 'count-limit' }
  /** Somebody else connects to the app's own session for a while. */
  | { readonly do: 'replace-connection'; readonly forMs: number }
  /** Another program of the same streamer holds a session. */
  | { readonly do: 'other-session'; readonly forMs: number }
  | { readonly do: 'revoke-grant' }
  | { readonly do: 'set-clock'; readonly byMs: number }
  | { readonly do: 'sleep'; readonly forMs: number }
  /** `torn`: so many bytes of a write that was not finished are left at the end of the log. */
  | { readonly do: 'kill'; readonly downMs: number; readonly torn: number }
  | { readonly do: 'restart'; readonly downMs: number }
  /** `full`, `broken`: the disk takes nothing; reading goes on. `slow`: each commit takes its time. */
  | { readonly do: 'disk'; readonly as: 'full' | 'broken' | 'slow'; readonly forMs: number }
  | { readonly do: 'page'; readonly as: 'hung' | 'gone' | 'hidden'; readonly forMs: number }
  | { readonly do: 'press'; readonly what: (typeof PRESSED)[number] };

export interface Step {
  /** From the start of the schedule. */
  readonly atMs: number;
  readonly deed: Deed;
}

export interface Schedule {
  readonly seed: number;
  readonly hours: number;
  readonly steps: readonly Step[];
}

const OPERATIONS = [
  '*',
  'GET /api/openapi/open/v1/sessions/auth',
  'GET /api/openapi/open/v1/sessions',
  'POST /api/openapi/open/v1/sessions/events/subscribe/*',
  'POST /api/openapi/open/v1/sessions/events/subscribe/chat',
  'POST /api/openapi/open/v1/sessions/events/subscribe/donation',
  'POST /api/openapi/open/v1/sessions/events/subscribe/subscription',
  'POST /api/openapi/open/v1/sessions/events/unsubscribe/*',
  'GET /api/openapi/open/v1/users/me',
  'POST /api/openapi/auth/v1/token',
] as const;

/** How often each comes up, among all. */
const LIKELIHOODS: Readonly<Record<Deed['do'], number>> = {
  fault: 40,
  manners: 6,
  network: 8,
  'remove-session': 4,
  'replace-connection': 3,
  'other-session': 2,
  'revoke-grant': 1,
  'set-clock': 3,
  sleep: 4,
  kill: 6,
  restart: 4,
  disk: 3,
  page: 6,
  press: 8,
};
const KINDS = Object.entries(LIKELIHOODS).flatMap(([kind, times]) =>
  Array.from({ length: times }, () => kind as Deed['do']),
);

/** One to three days. */
export const hoursOf = (seed: number): number => spread(seededRandom(-seed), 24, 72);

/** What happens in so many hours, out of one number: about as much in a few as in three days. */
export function scheduleOf(seed: number, hours: number): Schedule {
  const random = seededRandom(seed);
  const steps: Step[] = [];
  const pace = spread(random, MINUTE, (hours * HOUR) / 12);
  for (let atMs = spread(random, SECOND, 20 * MINUTE); atMs < hours * HOUR; ) {
    steps.push({ atMs, deed: deedOf(pick(random, KINDS), random) });
    // Half of what happens comes close behind something else.
    atMs += random() < 0.5 ? spread(random, 10, 90 * SECOND) : spread(random, MINUTE, 2 * pace);
  }
  return { seed, hours, steps };
}

function deedOf(kind: Deed['do'], random: Random): Deed {
  const forMs = spread(random, SECOND, 40 * MINUTE);
  switch (kind) {
    case 'fault':
      return { do: kind, fault: faultOf(random), forMs };
    case 'manners':
      return { do: kind, manners: mannersOf(random) };
    case 'network':
      return { do: kind, as: pick(random, ['down', 'stalled']), forMs };
    case 'remove-session':
      return { do: kind, reason: pick(random, ['expired', 'count-limit']) };
    case 'replace-connection':
    case 'other-session':
      return { do: kind, forMs };
    case 'revoke-grant':
      return { do: kind };
    case 'set-clock':
      return { do: kind, byMs: (random() < 0.5 ? -1 : 1) * spread(random, SECOND, 72 * HOUR) };
    case 'sleep':
      return { do: kind, forMs: spread(random, SECOND, 14 * HOUR) };
    case 'kill':
      return { do: kind, downMs: forMs, torn: random() < 0.5 ? 0 : spread(random, 1, 8_192) };
    case 'restart':
      return { do: kind, downMs: forMs };
    case 'disk':
      return { do: kind, as: pick(random, ['full', 'broken', 'slow']), forMs };
    case 'page':
      return { do: kind, as: pick(random, ['hung', 'gone', 'hidden']), forMs };
    case 'press':
      return { do: kind, what: pick(random, PRESSED) };
  }
}

function faultOf(random: Random): FaultInput {
  const text = (field: string) => {
    if (field === 'operation') return pick(random, OPERATIONS);
    // What is left out is everybody's, or the platform's own.
    return field === 'name' || field === 'text' ? 'SOMETHING_NEW' : undefined;
  };
  for (;;) {
    const read = faultSchema.safeParse(sampled(faultSchema, random, text));
    if (read.success && isFair(read.data)) return bearable(read.data);
  }
}

/** What no program could bear, or what the specification rules out. */
function isFair(fault: FaultInput): boolean {
  switch (fault.kind) {
    case 'answer':
      // A sign-in that the platform itself refuses for longer is over.
      return fault.status !== 401 || (fault.operation !== '*' && Number(fault.times) <= 3);
    case 'long-text':
      return (fault.bytes ?? 0) < 100_000;
    case 'garbage-frame':
    case 'malformed-event':
    case 'unknown-event':
    case 'raw-frame':
      return Number(fault.times) <= 20;
    default:
      return true;
  }
}

/** Who is told to wait for an hour does so. */
function bearable(fault: FaultInput): FaultInput {
  if (!('retryAfterSec' in fault) || fault.retryAfterSec === undefined) return fault;
  return { ...fault, retryAfterSec: Math.min(600, fault.retryAfterSec) };
}

/** One switch is set, all others stay. */
function mannersOf(random: Random): Partial<Manners> {
  const [name, schema] = pick(random, Object.entries(mannersSchema.shape));
  return FIXED.has(name)
    ? {}
    : {
        [name]: boundedManner(
          name,
          sampled(schema, random, () => undefined),
        ),
      };
}

/** `withheldScopes`: kinds that are not granted are not wanted. */
const FIXED: ReadonlySet<string> = new Set(['withheldScopes']);

function boundedManner(name: string, value: unknown): unknown {
  if (name === 'accessTokenSeconds') return Math.max(300, Number(value));
  return name === 'copyLagMs' ? Math.min(3_000, Number(value)) : value;
}
