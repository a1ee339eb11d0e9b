import { toIsoTime } from '../../electron/base/clock.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { Session } from '../../electron/simulator/sessions/session.ts';

const MOMENT_MS = 1_000;

/** Others who connect to the platform in the streamer's name. */
export class Rivals {
  readonly #simulator: Simulator;
  /** Somebody else's connection to the app's session: what it gets is not the app's to lose. */
  readonly #stranger = { send: () => true };
  /** The session that they took, and how many connections it had seen by then. */
  #taken: { readonly session: Session; readonly connections: number } | null = null;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  /** Never in the moment in which the app connects: the list tells connections apart by when they began. */
  replaceConnection(forMs: number): void {
    this.#simulator.clock.setTimeout(() => this.#replace(forMs), MOMENT_MS);
  }

  /** Whether somebody else took its events, and the app has not connected to it since. */
  hasTaken(session: Session): boolean {
    const taken = this.#taken;
    return taken !== null && taken.session === session && taken.connections === session.connections;
  }

  otherSession(forMs: number): void {
    const { sessions, clientId, streamerChannelId: channelId, clock } = this.#simulator;
    if (sessions.ofUser(channelId).length >= 2) return;
    const session = sessions.create({ kind: 'USER', clientId, channelId });
    session?.attach({ send: () => true }, clock.now());
    clock.setTimeout(() => {
      if (session) sessions.remove(session, 'count-limit');
    }, forMs);
  }

  #replace(forMs: number): void {
    const { sessions, clock } = this.#simulator;
    const [session] = sessions.all.filter(({ current }) => current !== null);
    if (!session) return;
    const { connectedDate } = session.toListed();
    if (connectedDate === toIsoTime(clock.now())) {
      this.replaceConnection(forMs);
      return;
    }
    session.attach(this.#stranger, clock.now());
    this.#taken = { session, connections: session.connections };
    clock.setTimeout(() => session.detach(this.#stranger, clock.now()), forMs);
  }
}
