import { createHash, timingSafeEqual } from 'node:crypto';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { problemOf, sayProblem } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import type { Connection } from '../../server/page-sockets.ts';
import { CLOSE_POLICY, type PagePeer } from '../../server/peer.ts';
import { MAX_COMMANDS, tooManyCommands } from '../../server/ports.ts';
import { PasswordNeededError, WrongPasswordError } from './streamerbot-errors.ts';
import { type EventsAfter, Subscriptions } from './subscriptions.ts';
import { type Answer, INSTANT, type ToolDesk } from './tool-requests.ts';

/** Who has not shown the password by then is cut off, where it is needed. */
const PASSWORD_WITHIN_MS = 10_000;

export interface ToolClientParts {
  readonly password: string;
  readonly needsPassword: boolean;
  readonly desk: ToolDesk;
  readonly events: EventsAfter;
  /** Calls back when there may be new events. */
  readonly onEvents: (pump: () => void) => Disposable;
  readonly makeKey: MakeKey;
  readonly language: () => Language;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProved: () => void;
  readonly onClosed: () => void;
}

/** An id as the program chose it; null: none. */
type AskId = string | number | null;

/**
 * One program at the port. Nothing waits in memory for it: it is sent the events after the last one
 * that it got, as long as it reads them.
 */
export class ToolClient implements Connection {
  readonly #parts: ToolClientParts;
  readonly #owned = new DisposableStore();
  readonly #salt: string;
  readonly #challenge: string;
  readonly #subscriptions: Subscriptions;
  #peer: PagePeer | null = null;
  #proved = false;
  #underWay = 0;

  constructor(parts: ToolClientParts) {
    this.#parts = parts;
    this.#salt = parts.makeKey();
    this.#challenge = parts.makeKey();
    this.#subscriptions = new Subscriptions(parts.events);
  }

  start(peer: PagePeer): void {
    this.#peer = peer;
    const { clock, needsPassword, desk, onEvents } = this.#parts;
    this.#owned.add(onEvents(() => this.#pump()));
    if (needsPassword) {
      this.#owned.add(
        clock.setTimeout(() => {
          if (!this.#proved) peer.close(CLOSE_POLICY, 'No password');
        }, PASSWORD_WITHIN_MS),
      );
    }
    this.#send({
      request: 'Hello',
      session: this.#challenge.slice(0, 8),
      info: desk.info(),
      authentication: { salt: this.#salt, challenge: this.#challenge },
    });
  }

  onText(text: string): boolean {
    const message = parseJson(text);
    if (!isJsonObject(message) || typeof message['request'] !== 'string') return false;
    const id = idOf(message['id']);
    void this.#take(message['request'].toLowerCase(), id, message);
    return true;
  }

  onCaughtUp(): void {
    this.#pump();
  }

  onClosed(): void {
    this.#owned.dispose();
    this.#peer = null;
    this.#parts.onClosed();
  }

  async #take(request: string, id: AskId, asked: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      this.#answer(id, await this.#ask(request, asked));
      if (request === 'subscribe') this.#pump();
    } catch (failure) {
      this.#refuse(id, failure);
    }
  }

  async #ask(request: string, asked: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { needsPassword, desk } = this.#parts;
    if (request === 'authenticate') return this.#authenticate(asked['authentication']);
    if (!this.#proved && (needsPassword || request === 'sendmessage')) {
      throw new PasswordNeededError();
    }
    if (request === 'subscribe') return { events: this.#subscriptions.add(asked['events']) };
    if (request === 'unsubscribe') return { events: this.#subscriptions.remove(asked['events']) };
    if (INSTANT.has(request)) return desk.tell(request);
    if (this.#underWay >= MAX_COMMANDS) throw tooManyCommands();
    this.#underWay += 1;
    try {
      return await desk.run(request, asked);
    } finally {
      this.#underWay -= 1;
    }
  }

  #authenticate(given: unknown): Answer {
    const { password, onProved } = this.#parts;
    const secret = digest(password + this.#salt).toString('base64');
    const wanted = digest(secret + this.#challenge).toString('base64');
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), digest(wanted))) {
      throw new WrongPasswordError();
    }
    this.#proved = true;
    onProved();
    return {};
  }

  #pump(): void {
    const peer = this.#peer;
    if (peer) this.#subscriptions.pump((bytes) => peer.trySend(bytes));
  }

  #answer(id: AskId, answer: Answer): void {
    this.#send({ ...answer, id, status: 'ok' });
  }

  #refuse(id: AskId, failure: unknown): void {
    const problem = problemOf(failure);
    if (problem.code === 'unexpected')
      this.#parts.log.error('A tool’s request failed', { failure });
    const { what, cure } = sayProblem(problem, this.#parts.language());
    this.#send({ id, status: 'error', error: `${what} ${cure}`, code: problem.code });
    if (failure instanceof WrongPasswordError) this.#peer?.close(CLOSE_POLICY, 'Wrong password');
  }

  #send(message: object): void {
    const timeStamp = new Date(this.#parts.clock.now()).toISOString();
    this.#peer?.forceSend(Buffer.from(JSON.stringify({ timeStamp, ...message })));
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function idOf(id: unknown): AskId {
  if (typeof id === 'string') return id.slice(0, 200);
  return typeof id === 'number' ? id : null;
}
