import { errorCode } from '../../base/files.ts';
import { reasonOf } from './post.ts';
import { SinkError, type SinkErrorCode } from './sinks-errors.ts';

/** Codes of the server's own list (`errors.json` of nats-server). */
const BY_CODE: Readonly<Record<number, SinkErrorCode>> = {
  10023: 'sinks-nats-full',
  10028: 'sinks-nats-full',
  10039: 'sinks-nats-no-jetstream',
  10047: 'sinks-nats-full',
  10054: 'sinks-nats-large',
  10059: 'sinks-nats-no-stream',
  10060: 'sinks-nats-subject',
  10065: 'sinks-nats-taken',
  10076: 'sinks-nats-no-jetstream',
  // The stream has its limit and refuses what is new, or the disk does.
  10077: 'sinks-nats-full',
};

/** Names of the client's errors, which are the same whatever its bundle. */
const BY_NAME: Readonly<Record<string, SinkErrorCode>> = {
  AuthorizationError: 'sinks-nats-login',
  UserAuthenticationExpiredError: 'sinks-nats-login',
  PermissionViolationError: 'sinks-nats-permission',
  JetStreamNotEnabled: 'sinks-nats-no-jetstream',
  TimeoutError: 'sinks-slow',
};

const BY_MESSAGE: readonly (readonly [RegExp, SinkErrorCode])[] = [
  [/max_payload/, 'sinks-nats-large'],
  [/does not support 'tls'/, 'sinks-nats-plain'],
  [/unexpected response from server|Parse Error/i, 'sinks-nats-other'],
];

const MOST_REASON = 200;

/** What the client's failure says to a streamer. `stream`: the one that events go to. */
export function natsProblem(failure: unknown, stream: string): SinkError {
  const chain = [...causes(failure)];
  const ours = chain.find((each) => each instanceof SinkError);
  if (ours) return ours;
  const values = { stream, reason: reasonIn(chain) };
  for (const each of chain) {
    const code = codeOf(each);
    if (code !== null) return new SinkError(code, values);
  }
  const api = chain.find(({ name }) => name === 'JetStreamApiError');
  if (api) return new SinkError('sinks-nats-refused', values);
  const system = chain.find((each) => errorCode(each) !== null);
  if (system) return new SinkError(...reasonOf(system));
  return new SinkError('sinks-unreachable', { reason: values.reason === '' ? '?' : values.reason });
}

function codeOf(failure: Error): SinkErrorCode | null {
  const number = 'code' in failure ? Number(failure.code) : Number.NaN;
  const known = BY_CODE[number] ?? BY_NAME[failure.name];
  if (known) return known;
  return BY_MESSAGE.find(([form]) => form.test(failure.message))?.[1] ?? null;
}

function reasonIn(chain: readonly Error[]): string {
  return (chain.at(-1)?.message ?? '').slice(0, MOST_REASON);
}

const DEEPEST = 8;

function* causes(failure: unknown): Generator<Error> {
  let each = failure;
  for (let depth = 0; each instanceof Error && depth < DEEPEST; depth += 1) {
    yield each;
    each = each.cause;
  }
}
