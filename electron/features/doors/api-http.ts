import { z } from 'zod';
import { API_EVENTS_MOST, API_VERSION, type ApiTopic } from '../../../shared/api/v1.ts';
import { EVENT_KINDS } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import {
  type ApiAnswer,
  type ApiRequest,
  MAX_COMMANDS,
  tooManyCommands,
} from '../../server/ports.ts';
import type { ApiClientParts } from './api-client.ts';
import type { Admission } from './api-keys.ts';
import { apiErrorOf, assertScope, LASTING_ID, runFor } from './api-requests.ts';
import { STATE_TOPICS, stateOf, type TopicParts } from './api-topics.ts';
import {
  BadMessageError,
  MissingScopeError,
  NoCommandError,
  WrongKeyError,
} from './doors-errors.ts';
import { eventsAfter } from './event-cursor.ts';

export interface ApiHttpParts extends Omit<ApiClientParts, 'topics' | 'onEvents'> {
  readonly topics: TopicParts;
  /** Commands under way, by key. */
  readonly underWay: Map<string, number>;
}

/** An id of fewer characters could be another request's by chance. */
const onceQuery = z.string().min(LASTING_ID).max(64);

const eventsQuery = z.object({
  since: z.coerce.number().int().min(0),
  limit: z.coerce.number().int().min(1).max(API_EVENTS_MOST).default(100),
  kinds: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(EVENT_KINDS)))
    .optional(),
});

/** Answers requests over HTTP. Never throws: what fails is answered as an error. */
export async function answerHttp(parts: ApiHttpParts, request: ApiRequest): Promise<ApiAnswer> {
  try {
    const admission = request.key === null ? null : parts.keys.admit(request.key, request.origin);
    if (!admission) throw new WrongKeyError();
    return { status: 200, body: await answer(parts, admission, request) };
  } catch (failure) {
    const error = apiErrorOf(failure, parts.language());
    if (error.code === 'unexpected') parts.log.error('A request failed', { failure });
    return { status: statusOf(failure), body: { error } };
  }
}

async function answer(
  parts: ApiHttpParts,
  admission: Admission,
  request: ApiRequest,
): Promise<unknown> {
  const { method, path } = request;
  const [, first = '', second = ''] = path.split('/');
  if (method === 'GET' && path === '/') return about(parts, admission);
  if (method === 'GET' && path === '/events') return events(parts, admission, request);
  if (method === 'GET' && first === 'state' && path === `/state/${second}`) {
    return state(parts, admission, second);
  }
  if (method === 'POST' && first === 'commands' && path === `/commands/${second}`) {
    return command(parts, admission, request, second);
  }
  throw new NoCommandError();
}

function about({ epoch, events: { hub } }: ApiHttpParts, { name, scopes }: Admission) {
  const key = { name, scopes };
  return { app: 'Stagelight', version: API_VERSION, epoch, lastSeq: hub.lastSeq, key };
}

function events({ events: source, epoch }: ApiHttpParts, admission: Admission, asked: ApiRequest) {
  assertScope(admission, 'events:read');
  const query = eventsQuery.safeParse(Object.fromEntries(asked.search));
  if (!query.success) throw new BadMessageError(query.error.issues[0]?.path.join('.') ?? '');
  const { since, limit, kinds } = query.data;
  const page = eventsAfter(source, since, kinds ? new Set(kinds) : null, limit);
  return {
    epoch,
    lastSeq: source.hub.lastSeq,
    upTo: page?.upTo ?? Math.min(since, source.hub.lastSeq),
    complete: page?.complete ?? since <= source.hub.lastSeq,
    events: page?.events.map((text) => parseJson(text)) ?? [],
  };
}

function state({ topics }: ApiHttpParts, admission: Admission, name: string) {
  assertScope(admission, 'events:read');
  const topic = STATE_TOPICS.find((known): known is Exclude<ApiTopic, 'events'> => known === name);
  if (!topic) throw new NoCommandError();
  return stateOf(topic, topics);
}

async function command(
  { underWay }: ApiHttpParts,
  admission: Admission,
  request: ApiRequest,
  name: string,
) {
  const { keyId } = admission;
  const before = underWay.get(keyId) ?? 0;
  if (before >= MAX_COMMANDS) throw tooManyCommands();
  underWay.set(keyId, before + 1);
  try {
    return await run(admission, request, name);
  } finally {
    const after = (underWay.get(keyId) ?? 1) - 1;
    if (after === 0) underWay.delete(keyId);
    else underWay.set(keyId, after);
  }
}

async function run(admission: Admission, request: ApiRequest, name: string) {
  const { body, search } = request;
  const text = await body().catch(() => {
    throw new BadMessageError('');
  });
  const args = text.trim() === '' ? {} : parseJson(text);
  if (args === undefined || args === null) throw new BadMessageError('');
  const once = onceQuery.safeParse(search.get('once') ?? crypto.randomUUID());
  if (!once.success) throw new BadMessageError('once');
  const asked = { id: once.data, command: name, args };
  const value = await runFor(admission, asked, 'http', request.run, () => undefined);
  return { value: value ?? null };
}

function statusOf(failure: unknown): number {
  if (failure instanceof WrongKeyError) return 401;
  if (failure instanceof MissingScopeError) return 403;
  if (failure instanceof NoCommandError) return 404;
  if (failure instanceof BadMessageError) return 400;
  if (!(failure instanceof StagelightError)) return 500;
  const { code } = problemOf(failure);
  if (code === 'too-many-commands') return 429;
  return code === 'invalid-arguments' ? 400 : 409;
}
