import type { Duplex } from 'node:stream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';
import { FrameOpener, FrameSealer, frameKey, SEAL_BYTES, type TunnelEnd } from './frame-seal.ts';
import { keyOf } from './leases.ts';
import type { Seal } from './seal.ts';
import { joined } from './streams.ts';
import { Tunnel } from './tunnel.ts';

const OPEN_MOST_MS = 3_000;
/** Of one host. A channel has a few pages; each keeps one open. */
const TUNNELS_MOST = 4_096;
/** Small enough that one page's file does not hold up another page's alert. */
const FRAME_MOST_BYTES = 32 * 1024;
/** A frame's type and its seal, and what NATS needs for its own. */
const FRAME_OVERHEAD_BYTES = 1 + SEAL_BYTES + 128;
/** What NATS says of a message that nobody listens to. */
const NOBODY_LISTENS = 503;

const asked = z.object({ id: z.string().min(22), channelId: z.string(), secret: z.string() });
const answered = z.object({ secret: z.string(), port: z.number() });

/** A channel as its host tells the others. */
export const runningHere = z.object({
  channelId: z.string(),
  epoch: z.number(),
  /** Of its connection to the platform. */
  connection: z.string(),
  /** For how long it has been so: clocks of hosts differ. null: its host does not say. */
  forMs: z.number().nullable().default(null),
  /** As viewers see it; null: its host does not know it. */
  name: z.string().nullable().default(null),
});
export type RunningHere = z.infer<typeof runningHere>;

/** Where a host of a fleet listens in NATS. */
export function doorSubject(fleet: string, hostKey: string): string {
  return `stagelight_${fleet}_door.${hostKey}`;
}

/** A way to the page server of a channel. */
export interface WayIn {
  readonly stream: Duplex;
  /** Of the page server, on its own computer. */
  readonly port: number;
}

interface TunnelsParts {
  readonly connection: Pick<NatsConnection, 'subscribe' | 'publish' | 'request' | 'info'>;
  readonly seal: Seal;
  readonly fleet: string;
  readonly hostId: string;
  readonly makeKey: MakeKey;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of a channel that runs on this host; null: it does not. */
  readonly enter: (channelId: string) => WayIn | null;
  /** What this host says it runs. */
  readonly running: () => readonly RunningHere[];
}

/**
 * Connections between hosts over NATS, so that none of them listens to the network. Only a host with
 * the fleet's key can open one, answer, or read along.
 */
export class Tunnels implements Disposable {
  readonly #parts: TunnelsParts;
  readonly #tunnels = new Map<string, Tunnel>();
  readonly #subscription: { unsubscribe(): void };

  constructor(parts: TunnelsParts) {
    this.#parts = parts;
    const { connection, hostId } = parts;
    this.#subscription = connection.subscribe(`${this.#subjectOf(keyOf(hostId))}.*`, {
      callback: (failure, message) => {
        if (!failure) this.#hear(message);
      },
    });
  }

  /** To a channel on another host; null: that host does not run it or does not answer. */
  async open(hostKey: string, channelId: string): Promise<WayIn | null> {
    const { connection, seal, makeKey, hostId, log } = this.#parts;
    if (this.#tunnels.size >= TUNNELS_MOST) return null;
    const question = { id: makeKey(), channelId, secret: makeKey() };
    const from = keyOf(hostId);
    const sealed = seal.close(JSON.stringify(question), askPurpose(hostKey));
    const answer = await connection
      .request(`${this.#subjectOf(hostKey)}.open`, `${from} ${sealed}`, { timeout: OPEN_MOST_MS })
      .catch((failure: unknown) => {
        log.debug('a host of the fleet did not answer', { failure });
        return null;
      });
    const plain = answer && seal.open(answer.string(), answerPurpose(question.id));
    const found = answered.safeParse(parseJson(plain ?? ''));
    if (!found.success) return null;
    const { secret, port } = found.data;
    const secrets = { page: question.secret, owner: secret };
    return { stream: this.#begin(question.id, hostKey, secrets, 'page'), port };
  }

  dispose(): void {
    this.#subscription.unsubscribe();
    for (const tunnel of [...this.#tunnels.values()]) tunnel.destroy();
  }

  #subjectOf(hostKey: string): string {
    return doorSubject(this.#parts.fleet, hostKey);
  }

  #hear(message: Msg): void {
    const name = message.subject.split('.').at(-1) ?? '';
    if (name === 'open') this.#answer(message);
    else if (name === 'running') message.respond(JSON.stringify(this.#parts.running()));
    else if (message.headers?.code === NOBODY_LISTENS) this.#tunnels.get(name)?.destroy();
    else this.#tunnels.get(name)?.receive(message.data);
  }

  #answer(message: Msg): void {
    const { seal, hostId, makeKey, enter } = this.#parts;
    const [hostKey = '', sealed = ''] = message.string().split(' ');
    const plain = seal.open(sealed, askPurpose(keyOf(hostId)));
    const question = asked.safeParse(parseJson(plain ?? ''));
    const isFull = this.#tunnels.size >= TUNNELS_MOST;
    const isNew = question.success && !this.#tunnels.has(question.data.id) && !isFull;
    const way = isNew ? enter(question.data.channelId) : null;
    if (!question.success || !way) {
      message.respond('');
      return;
    }
    const { id, secret } = question.data;
    const secrets = { page: secret, owner: makeKey() };
    // First, so that it hears whatever comes upon the answer.
    joined(this.#begin(id, hostKey, secrets, 'owner'), way.stream);
    const answer = JSON.stringify({ secret: secrets.owner, port: way.port });
    message.respond(seal.close(answer, answerPurpose(id)));
  }

  #begin(
    id: string,
    hostKey: string,
    secrets: Readonly<Record<TunnelEnd, string>>,
    end: TunnelEnd,
  ): Tunnel {
    const { connection, clock, hostId } = this.#parts;
    const subject = `${this.#subjectOf(hostKey)}.${id}`;
    // There NATS says when the other end is gone.
    const reply = `${this.#subjectOf(keyOf(hostId))}.${id}`;
    const payload = connection.info?.max_payload ?? FRAME_MOST_BYTES;
    const tunnel = new Tunnel({
      send: (frame) => connection.publish(subject, frame, { reply }),
      sealer: new FrameSealer(frameKey(secrets, end)),
      opener: new FrameOpener(frameKey(secrets, end === 'page' ? 'owner' : 'page')),
      mostBytes: Math.max(1, Math.min(FRAME_MOST_BYTES, payload - FRAME_OVERHEAD_BYTES)),
      clock,
    });
    this.#tunnels.set(id, tunnel);
    tunnel.on('error', (failure) => this.#parts.log.debug('a tunnel ended', { failure }));
    tunnel.once('close', () => this.#tunnels.delete(id));
    return tunnel;
  }
}

const askPurpose = (hostKey: string): string => `tunnel to ${hostKey}`;
const answerPurpose = (id: string): string => `tunnel ${id}`;
