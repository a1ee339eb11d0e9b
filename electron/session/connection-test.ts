import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { StagelightError } from '../base/errors.ts';
import type { Redactor } from '../base/log.ts';
import { SingleFlight } from '../base/serial-queue.ts';
import { PING, parseFrame } from '../platform/frames.ts';
import type { ListedSession } from '../platform/resources/sessions.ts';
import type { SessionRef } from './machine.ts';
import type { OpenSocket, SocketEnd } from './socket.ts';
import { isExpired, type SessionTimes } from './times.ts';

/** Sessions an application may have of its own (specification, "Session authentication"). */
const CLIENT_SLOTS_MAX = 10;
/** One answer may be slow by chance; the median of three is not. */
const PINGS = 3;
/** The whole test, including the calls before, takes ten seconds at most. */
const TRIAL_MS = 6_000;

/** What the test asks of the platform; the client's `sessions` fits. */
interface ConnectionTestOperations {
  createClient(): Promise<{ readonly url: string; readonly sessionKey: string }>;
  listClient(query: {
    readonly page: number;
    readonly size: number;
  }): Promise<readonly Pick<ListedSession, 'sessionKey'>[]>;
}

interface ConnectionTestOptions {
  readonly sessions: ConnectionTestOperations;
  readonly openSocket: OpenSocket;
  readonly times: SessionTimes;
  readonly redactor: Pick<Redactor, 'hide'>;
  readonly clock: Clock;
}

interface ConnectionTestResult {
  /** From the attempt to connect until the link was open, milliseconds. */
  readonly openMs: number;
  readonly answerMs: number;
}

/**
 * Tries the way to the platform's real-time service beside whatever is on air: over a session of the
 * application, so that none of the streamer's three is touched and no sign-in is needed. One session
 * serves all tests of its twelve hours.
 */
export class ConnectionTest implements Disposable {
  readonly #options: ConnectionTestOptions;
  readonly #flight = new SingleFlight<ConnectionTestResult>();
  readonly #owned = new DisposableStore();
  #session: SessionRef | null = null;

  constructor(options: ConnectionTestOptions) {
    this.#options = options;
  }

  /**
   * Connects, asks three times for an answer and says goodbye. Tests asked for meanwhile share it.
   * @throws ConnectionTestError, and what the platform client throws.
   */
  run(): Promise<ConnectionTestResult> {
    return this.#flight.run(async () => {
      const { url } = await this.#sessionFor();
      try {
        return await this.#measure(url);
      } catch (failure) {
        // The platform may have ended a session that it still lists.
        if (failure instanceof ConnectionTestError && failure.fault === 'refused')
          this.#session = null;
        throw failure;
      }
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #sessionFor(): Promise<SessionRef> {
    const { sessions, clock, times, redactor } = this.#options;
    const listed = await sessions.listClient({ page: 0, size: 50 });
    const own = this.#session;
    const isListed = own && listed.some(({ sessionKey }) => sessionKey === own.sessionKey);
    if (isListed && !isExpired(own.createdAt, clock.now(), times)) return own;
    this.#session = null;
    // Which one the platform removes when there are too many is not documented.
    if (listed.length >= CLIENT_SLOTS_MAX) throw new ConnectionTestError('no-slot');
    const createdAt = clock.now();
    const { url, sessionKey } = await sessions.createClient();
    redactor.hide(sessionKey);
    this.#session = { url, sessionKey, createdAt };
    return this.#session;
  }

  async #measure(url: string): Promise<ConnectionTestResult> {
    const trial = this.#owned.add(new DisposableStore());
    try {
      return await this.#ask(url, trial);
    } finally {
      this.#owned.release(trial);
    }
  }

  #ask(url: string, trial: DisposableStore): Promise<ConnectionTestResult> {
    const { openSocket, clock } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<ConnectionTestResult>();
    const beganAt = clock.monotonic();
    const answers: number[] = [];
    let openedAt: number | null = null;
    let askedAt = beganAt;
    const ping = (): void => {
      askedAt = clock.monotonic();
      socket.send(PING);
    };
    const tooLong = () =>
      reject(new ConnectionTestError(openedAt === null ? 'unreachable' : 'silent'));
    trial.add(clock.setTimeout(tooLong, TRIAL_MS));
    const socket = openSocket(url, {
      onOpen() {
        openedAt = clock.monotonic();
        ping();
      },
      onText(text) {
        if (parseFrame(text).type !== 'pong') return;
        answers.push(clock.monotonic() - askedAt);
        const median = answers.toSorted((a, b) => a - b)[Math.floor(PINGS / 2)];
        if (median === undefined || answers.length < PINGS) ping();
        else resolve({ openMs: (openedAt ?? beganAt) - beganAt, answerMs: median });
      },
      onEnd: (end) => reject(new ConnectionTestError(end.type, detailOf(end))),
    });
    trial.add({ dispose: () => socket.close() });
    return promise;
  }
}

/** For the log: nothing of the address is in it. */
function detailOf(end: SocketEnd): string {
  switch (end.type) {
    case 'closed':
      return `code ${end.code}`;
    case 'refused':
      return `HTTP ${end.status}`;
    case 'unreachable':
      return end.detail;
  }
}

/** Why the way to the platform could not be tried, or is not good. */
export type ConnectionTestFault = 'no-slot' | 'unreachable' | 'refused' | 'closed' | 'silent';

/** The test of the link failed. Nothing of the broadcast was touched. */
export class ConnectionTestError extends StagelightError {
  readonly fault: ConnectionTestFault;

  constructor(fault: ConnectionTestFault, detail?: string) {
    super({ code: `line-test-${fault}` as const }, detail === undefined ? {} : { cause: detail });
    this.fault = fault;
  }
}
