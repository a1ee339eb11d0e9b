import type { Simulator } from '../../electron/simulator/server.ts';
import type { Session } from '../../electron/simulator/sessions/session.ts';
import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Calm } from './played.ts';
import type { Rivals } from './rivals.ts';

/** The platform's names of the kinds. */
const EVENT_TYPES = [
  ['chat', 'CHAT'],
  ['donation', 'DONATION'],
  ['subscription', 'SUBSCRIPTION'],
] as const;

/** What the platform shows after every step: how many sessions there are, and when all is well. */
export class PlatformWatch {
  readonly calms: Calm[] = [];
  readonly #simulator: Simulator;
  readonly #rivals: Rivals;
  /** The calm that goes on: from its first to its latest step. */
  readonly #calm = new Map<SubscriptionKind, Omit<Calm, 'kind'>>();
  #mostSessions = 0;

  constructor(simulator: Simulator, rivals: Rivals) {
    this.#simulator = simulator;
    this.#rivals = rivals;
  }

  get mostSessions(): number {
    return this.#mostSessions;
  }

  /** `isAppWell`: it is signed in, and neither its network nor its disk keeps it from anything. `ahead`: by how much its clock is. */
  look(isAppWell: boolean, ahead: number): void {
    const { sessions, streamerChannelId } = this.#simulator;
    const own = sessions.ofUser(streamerChannelId).length;
    this.#mostSessions = Math.max(this.#mostSessions, own);
    this.#watchCalm(isAppWell, ahead);
  }

  /** Whatever was calm until now is none. */
  forgetCalm(): void {
    this.#calm.clear();
  }

  #watchCalm(isAppWell: boolean, ahead: number): void {
    const { sessions, faults, world, clock, streamerChannelId: channelId } = this.#simulator;
    const isGood =
      isAppWell && faults.active.length === 0 && world.authorizations.grants().length > 0;
    for (const [kind, eventType] of EVENT_TYPES) {
      const isCalm =
        isGood &&
        sessions
          .subscribed({ eventType, channelId })
          .some((session) => isListening(session) && !this.#rivals.hasTaken(session));
      const calm = this.#calm.get(kind);
      const to = clock.now();
      if (calm && (!isCalm || calm.ahead !== ahead)) {
        this.calms.push({ kind, ...calm });
        this.#calm.delete(kind);
      }
      if (isCalm) this.#calm.set(kind, { from: this.#calm.get(kind)?.from ?? to, to, ahead });
    }
  }
}

/** Whether its connection brings what the platform sends. */
export function isListening(session: Session | null): boolean {
  const link = session?.current;
  return link !== null && link !== undefined && !('state' in link && isHalfOpen(link));
}

function isHalfOpen(link: object): boolean {
  return (link as { state(): { halfOpen: boolean } }).state().halfOpen;
}
