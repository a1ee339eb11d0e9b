import {
  API_TOPICS,
  API_VERSION,
  type ApiDown,
  type ApiId,
  type ApiTopic,
  type ApiUp,
  type StateTopic,
  upSchema,
} from '../../../shared/api/v1.ts';
import { assertNever, type EventKind } from '../../../shared/events.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { CLOSE_POLICY, type PagePeer, type PeerListener } from '../../server/peer.ts';
import { MAX_COMMANDS, type RunCommand, tooManyCommands } from '../../server/ports.ts';
import type { Admission, ApiKeys, KeyHolder } from './api-keys.ts';
import { apiErrorOf, assertScope, runFor } from './api-requests.ts';
import type { ApiTopics } from './api-topics.ts';
import { BadMessageError, WrongKeyError } from './doors-errors.ts';
import { type CursorParts, eventsAfter } from './event-cursor.ts';

/** Who says nothing with a key by then is cut off. */
const HELLO_WITHIN_MS = 5_000;

export interface ApiClientParts {
  readonly keys: ApiKeys;
  readonly topics: ApiTopics;
  readonly events: CursorParts;
  readonly epoch: string;
  readonly language: () => Language;
  readonly clock: Clock;
  readonly log: Logger;
  /** Calls back when there may be new events. */
  readonly onEvents: (pump: () => void) => Disposable;
}

interface ClientGiven {
  /** The web page that asks; null: a program. */
  readonly origin: string | null;
  /** From the request's header; null: it comes with `hello`. */
  readonly key: string | null;
  /** Tells the ids of this connection from those of others. */
  readonly name: string;
  readonly run: RunCommand;
}

interface Reading {
  readonly kinds: ReadonlySet<EventKind> | null;
  /** The last event that it was sent or that was not for it. */
  at: number;
}

/**
 * One program at the API's socket. Nothing waits in memory for it: it is sent the events after the
 * last one that it got, one message at a time, whenever it has read the one before.
 */
export class ApiClient implements PeerListener, KeyHolder {
  readonly #parts: ApiClientParts;
  readonly #given: ClientGiven;
  readonly #owned = new DisposableStore();
  readonly #following = new Map<StateTopic, Disposable>();
  #peer: PagePeer | null = null;
  #admission: Admission | null = null;
  #reading: Reading | null = null;
  /** A message of events is not handed to the system yet. */
  #sending = false;
  #underWay = 0;

  constructor(parts: ApiClientParts, given: ClientGiven) {
    this.#parts = parts;
    this.#given = given;
  }

  start(peer: PagePeer): void {
    this.#peer = peer;
    const { clock } = this.#parts;
    this.#owned.add(
      clock.setTimeout(() => {
        if (!this.#admission) peer.close(CLOSE_POLICY, 'No key');
      }, HELLO_WITHIN_MS),
    );
    if (this.#given.key !== null) this.#hello(this.#given.key);
  }

  onText(text: string): boolean {
    const parsed = upSchema.safeParse(parseJson(text));
    if (parsed.success) {
      this.#take(parsed.data);
      return true;
    }
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    this.#refuse(idIn(text), new BadMessageError(where));
    return false;
  }

  onCaughtUp(): void {
    for (const topic of this.#following.keys())
      this.#sendState(topic, this.#parts.topics.read(topic));
    this.#pump();
  }

  onClosed(): void {
    this.#owned.dispose();
    for (const follow of this.#following.values()) follow.dispose();
    this.#following.clear();
    this.#reading = null;
    this.#peer = null;
  }

  onRevoked(): void {
    this.#refuse(null, new WrongKeyError());
    this.#admission = null;
    this.#peer?.close(CLOSE_POLICY, 'The key was revoked');
    this.onClosed();
  }

  #take(message: ApiUp): void {
    if (message.type === 'hello') {
      this.#hello(message.key);
      return;
    }
    const admission = this.#admission;
    if (!admission) {
      this.#refuse(message.id, new WrongKeyError());
      this.#peer?.close(CLOSE_POLICY, 'No key');
      return;
    }
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(admission, message);
        break;
      case 'unsubscribe':
        this.#unsubscribe(message.id, message.topics);
        break;
      case 'request':
        void this.#request(admission, message);
        break;
      default:
        assertNever(message);
    }
  }

  #hello(key: string): void {
    if (this.#admission) {
      this.#refuse(null, new BadMessageError('hello'));
      return;
    }
    const { keys, epoch, events } = this.#parts;
    const admission = keys.admit(key, this.#given.origin);
    if (!admission) {
      this.#refuse(null, new WrongKeyError());
      this.#peer?.close(CLOSE_POLICY, 'Wrong key');
      return;
    }
    this.#admission = admission;
    this.#owned.add(admission.hold(this));
    this.#send({
      type: 'hello',
      version: API_VERSION,
      app: 'Stagelight',
      epoch,
      lastSeq: events.hub.lastSeq,
      key: { name: admission.name, scopes: [...admission.scopes] },
    });
  }

  #subscribe(admission: Admission, message: Extract<ApiUp, { type: 'subscribe' }>): void {
    const { id, topics } = message;
    try {
      assertScope(admission, 'events:read');
    } catch (failure) {
      this.#refuse(id, failure);
      return;
    }
    const complete = topics.includes('events') ? this.#read(message) : true;
    const wanted = topics.filter((topic): topic is StateTopic => topic !== 'events');
    for (const topic of wanted) this.#follow(topic);
    this.#send({ type: 'subscribed', id, topics: this.#topics(), complete });
    for (const topic of wanted) this.#sendState(topic, this.#parts.topics.read(topic));
    this.#pump();
  }

  /** Whether all events since then are still kept. */
  #read({ kinds, since, epoch }: Extract<ApiUp, { type: 'subscribe' }>): boolean {
    const { hub } = this.#parts.events;
    const isKnown =
      since === undefined ||
      (since <= hub.lastSeq && (epoch === undefined || epoch === this.#parts.epoch));
    const at = since !== undefined && isKnown ? since : hub.lastSeq;
    if (!this.#reading) this.#owned.add(this.#parts.onEvents(() => this.#pump()));
    this.#reading = { kinds: kinds ? new Set(kinds) : null, at };
    return isKnown && hub.since(at) !== null;
  }

  #follow(topic: StateTopic): void {
    if (this.#following.has(topic)) return;
    const { topics } = this.#parts;
    this.#following.set(
      topic,
      topics.follow(topic, (_, json) => this.#sendState(topic, json)),
    );
  }

  #unsubscribe(id: ApiId, topics: readonly ApiTopic[]): void {
    for (const topic of topics) {
      if (topic === 'events') this.#reading = null;
      else {
        this.#following.get(topic)?.dispose();
        this.#following.delete(topic);
      }
    }
    this.#send({ type: 'subscribed', id, topics: this.#topics(), complete: true });
  }

  #topics(): ApiTopic[] {
    return API_TOPICS.filter((topic) =>
      topic === 'events' ? this.#reading !== null : this.#following.has(topic),
    );
  }

  async #request(admission: Admission, { id, command, args }: Extract<ApiUp, { type: 'request' }>) {
    if (this.#underWay >= MAX_COMMANDS) {
      this.#refuse(id, tooManyCommands());
      return;
    }
    this.#underWay += 1;
    const { name, run } = this.#given;
    const onWait = (forMs: number) => this.#send({ type: 'waiting', id, forMs: Math.round(forMs) });
    try {
      const value = await runFor(admission, { id, command, args }, name, run, onWait);
      this.#send({ type: 'result', id, value: value ?? null });
    } catch (failure) {
      this.#refuse(id, failure);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** One message of events; the next one when this one is on its way. */
  #pump(): void {
    const reading = this.#reading;
    if (!reading || this.#sending || !this.#peer) return;
    for (;;) {
      const page = eventsAfter(this.#parts.events, reading.at, reading.kinds);
      if (!page) return;
      const before = reading.at;
      reading.at = page.upTo;
      // Nothing of it was for this program, and nothing is missing.
      if (page.events.length === 0 && page.complete) continue;
      const bytes = Buffer.from(
        `{"type":"events","upTo":${page.upTo},"complete":${page.complete},"events":[${page.events.join(',')}]}`,
      );
      this.#sending = true;
      const sent = this.#peer.trySend(bytes, () => {
        this.#sending = false;
        this.#pump();
      });
      if (sent) return;
      // It has not read what it was sent: it gets these once it has.
      this.#sending = false;
      reading.at = before;
      return;
    }
  }

  #sendState(topic: StateTopic, json: string): void {
    this.#peer?.trySend(Buffer.from(`{"type":"state","topic":"${topic}","value":${json}}`));
  }

  #send(message: ApiDown): void {
    this.#peer?.forceSend(Buffer.from(JSON.stringify(message)));
  }

  #refuse(id: ApiId | null, failure: unknown): void {
    const error = apiErrorOf(failure, this.#parts.language());
    if (error.code === 'unexpected') this.#parts.log.error('A request failed', { failure });
    this.#send({ type: 'error', id, error });
  }
}

/** The id of a message that cannot be read otherwise, for its answer. */
function idIn(text: string): ApiId | null {
  const message = parseJson(text);
  const id = isJsonObject(message) ? message['id'] : null;
  if (typeof id === 'string') return id.slice(0, 64);
  return typeof id === 'number' ? id : null;
}
