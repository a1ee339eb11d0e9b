import WebSocket from 'ws';
import {
  BRIDGE_SOCKET,
  type BridgeDown,
  type BridgeUp,
  type CommandArgs,
  type CommandName,
  type CommandResult,
} from '../../shared/contract/index.ts';
import type { EventKind } from '../../shared/events.ts';

/** What came out of the core, by the numbers of the dashboard's feed. */
export interface Witnessed {
  readonly events: number;
  readonly lastSeq: number;
  /** Places where a number was not the one before it and one. */
  readonly gaps: number;
  readonly byKind: Readonly<Partial<Record<EventKind, number>>>;
}

/** Follows a host's dashboard feed and counts every event that the core numbered. */
export class CoreWitness {
  readonly #socket: WebSocket;
  readonly #byKind: Partial<Record<EventKind, number>> = {};
  #events = 0;
  #gaps = 0;
  #lastSeq = 0;
  #presses = 0;
  readonly #asked = new Map<number, (answer: Extract<BridgeDown, { type: 'result' }>) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as BridgeDown));
  }

  static async at(dashboardUrl: string): Promise<CoreWitness> {
    const address = new URL(BRIDGE_SOCKET, dashboardUrl);
    const { origin } = address;
    address.protocol = 'ws:';
    const socket = new WebSocket(address, { origin, perMessageDeflate: false });
    const witness = new CoreWitness(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return witness;
  }

  get witnessed(): Witnessed {
    return {
      events: this.#events,
      lastSeq: this.#lastSeq,
      gaps: this.#gaps,
      byKind: { ...this.#byKind },
    };
  }

  /** Presses a button of the dashboard; the answer is not waited for. */
  press(name: CommandName): void {
    this.#presses += 1;
    const frame: BridgeUp = { type: 'command', id: this.#presses, name, args: {} };
    this.#socket.send(JSON.stringify(frame));
  }

  /** Gives a command of the dashboard and waits for its answer. */
  async ask<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>> {
    this.#presses += 1;
    const id = this.#presses;
    const answer = await new Promise<Extract<BridgeDown, { type: 'result' }>>((resolve) => {
      this.#asked.set(id, resolve);
      this.#socket.send(JSON.stringify({ type: 'command', id, name, args } satisfies BridgeUp));
    });
    this.#asked.delete(id);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
    return answer.value as CommandResult<N>;
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(frame: BridgeDown): void {
    if (frame.type === 'result') this.#asked.get(frame.id)?.(frame);
    if (frame.type !== 'feed' || frame.feed !== 'events') return;
    for (const { seq, kind } of frame.value.events) {
      // What was there before comes again after a reset.
      if (seq <= this.#lastSeq) continue;
      if (seq !== this.#lastSeq + 1) this.#gaps += 1;
      this.#lastSeq = seq;
      this.#events += 1;
      this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1;
    }
  }
}
