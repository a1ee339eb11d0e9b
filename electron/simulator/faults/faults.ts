import { assertNever } from '../../../shared/events.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { EventHub } from '../events/hub.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Session } from '../sessions/session.ts';
import type { Connection } from '../sockets/connection.ts';
import type { Sockets } from '../sockets/sockets.ts';
import {
  type ConnectionFault,
  type FaultInput,
  type FrameFault,
  faultSchema,
  isConnectionFault,
  isFrameFault,
  isPromptSessionFault,
  type PromptSessionFault,
} from './fault.ts';
import type { BookedFault, FaultBook } from './fault-book.ts';
import { frameOf } from './frames.ts';

/** Puts faults into the running platform and takes them out again. */
export class Faults implements Disposable {
  readonly #book: FaultBook;
  readonly #sockets: Sockets;
  readonly #sessions: SessionRegistry;
  readonly #events: Pick<EventHub, 'receivers'>;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  /** The next cut of each fault that cuts again and again, by its number. */
  readonly #cuts = new Map<number, Disposable>();

  /** `clock`: simulated time, for the times inside invented frames and for cuts in a row. */
  constructor(
    book: FaultBook,
    sockets: Sockets,
    sessions: SessionRegistry,
    events: Pick<EventHub, 'receivers'>,
    clock: Clock,
  ) {
    this.#book = book;
    this.#sockets = sockets;
    this.#sessions = sessions;
    this.#events = events;
    this.#clock = clock;
    this.#owned.add(
      sockets.onOpened((connection) => {
        const fault = this.#book.takeForConnection(connection.session.key);
        if (fault) strike(connection, fault);
      }),
    );
  }

  get active(): readonly BookedFault[] {
    return this.#book.active;
  }

  /** How many were `struck`, and an `id` for `clear` unless it was over at once. Throws a ZodError. */
  inject(input: FaultInput): { readonly id: number | null; readonly struck: number } {
    const fault = faultSchema.parse(input);
    if (isFrameFault(fault)) return { id: null, struck: this.#sendFrames(fault) };
    if (isPromptSessionFault(fault)) return { id: null, struck: this.#strikeSessions(fault) };
    if (fault.kind === 'cut-every') {
      const id = this.#book.add(fault);
      this.#cutAgain(id, fault.everyMs, fault.code);
      return { id, struck: 0 };
    }
    if (!isConnectionFault(fault)) return { id: this.#book.add(fault), struck: 0 };
    const targets = this.#targets(fault.sessionKey);
    for (const connection of targets) strike(connection, fault);
    const id = this.#book.add(fault, targets.length > 0 ? 1 : 0);
    const lasting = this.#book.active.some((booked) => booked.id === id);
    return { id: lasting ? id : null, struck: targets.length };
  }

  /** Takes one fault out, or all; half-open lines come back only when all are cleared. */
  clear(id?: number): boolean {
    const cleared = this.#book.clear(id);
    for (const [number, timer] of this.#cuts) {
      if (id !== undefined && id !== number) continue;
      timer.dispose();
      this.#cuts.delete(number);
    }
    if (id === undefined) this.#sockets.thaw();
    return cleared;
  }

  dispose(): void {
    this.#owned.dispose();
    this.clear();
  }

  #strikeSessions(fault: PromptSessionFault): number {
    const targets = this.#sessions.all.filter(
      ({ key, owner }) =>
        fault.sessionKey === key || (fault.sessionKey === undefined && owner.kind === 'USER'),
    );
    for (const session of targets) {
      if (fault.kind === 'dead-session') this.#sessions.kill(session, fault);
      else session.lose(fault.event);
    }
    return targets.length;
  }

  #cutAgain(id: number, everyMs: number, code: number): void {
    const timer = this.#clock.setTimeout(() => {
      for (const connection of this.#sockets.current) connection.cut(code, '');
      this.#cutAgain(id, everyMs, code);
    }, everyMs);
    this.#cuts.set(id, timer);
  }

  #targets(sessionKey: string | undefined): readonly Connection[] {
    return this.#sockets.current.filter(
      ({ session }) => sessionKey === undefined || session.key === sessionKey,
    );
  }

  #sendFrames(fault: FrameFault): number {
    const isFor = ({ session }: Connection): boolean => {
      if (fault.kind !== 'long-text' && fault.kind !== 'malformed-event') return true;
      // An event comes only where others of its kind do.
      const kind = fault.kind === 'long-text' ? 'CHAT' : fault.event;
      return this.#events.receivers(kind, channelOf(session)).includes(session);
    };
    const targets = this.#targets(fault.sessionKey).filter(isFor);
    const at = this.#clock.now();
    for (const connection of targets) {
      const frame = frameOf(fault, channelOf(connection.session), at);
      for (let sent = 0; sent < fault.times; sent += 1) connection.send(frame);
    }
    return targets.length;
  }
}

function strike(connection: Connection, fault: ConnectionFault) {
  switch (fault.kind) {
    case 'cut':
      return connection.cut(fault.code, fault.reason);
    case 'reset':
      return connection.reset();
    case 'half-open':
      return connection.freeze();
    default:
      return assertNever(fault);
  }
}

function channelOf(session: Session): string {
  if (session.owner.kind === 'USER') return session.owner.channelId;
  return session.subscriptions[0]?.channelId ?? 'no-channel';
}
