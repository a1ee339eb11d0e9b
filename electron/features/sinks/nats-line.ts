import { isIP } from 'node:net';
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  type ConnectionOptions,
  type NatsConnection,
  NatsConnectionImpl,
  setTransportFactory,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import type { NatsSettings } from '../../../shared/contract/sinks.ts';
import { bodyOf, type Letter } from './courier.ts';
import type { NatsServer } from './nats-address.ts';
import { natsProblem } from './nats-problems.ts';
import { isNewEnough, seqIn, subjectOf, takes } from './nats-rules.ts';
import { checked, type PostParts } from './post.ts';
import { SinkError } from './sinks-errors.ts';

const LIMIT_MS = 10_000;
const CONNECT_MS = 5_000;
const ID_HEADER = 'Nats-Msg-Id';
/** Four times the longest wait between two tries. */
const DUPLICATE_WINDOW_NS = 60 * 60 * 1_000_000_000;
/** Messages of the stream that a new connection looks at, at most, and how many at once. */
const LOOK_MOST = 20_000;
const LOOK_AT_ONCE = 128;

export interface NatsTarget extends NatsSettings {
  readonly servers: readonly NatsServer[];
  readonly user: string;
  readonly password: string;
  /** Letters that may be on their way together. */
  readonly window: number;
}

/** The library forgets a connection that never came about, with its socket open. */
class ClosedTransport extends NodeTransport {
  override async close(failure?: Error): Promise<void> {
    if (!this.connected) this.discard();
    await super.close(failure);
  }
}

setTransportFactory({ factory: () => new ClosedTransport() });

/**
 * One connection to a stream. It never connects anew by itself, and to no address but those that were
 * checked. Fails with a `SinkError` only.
 */
export class NatsLine {
  readonly #connection: NatsConnection;
  readonly #jetstream: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #target: NatsTarget;
  #patterns: readonly string[] = [];
  #firstSeq = 1;
  /** Of what is to come, the ids that the stream had already; null: nobody has looked. */
  #there: ReadonlySet<string> | null = null;

  private constructor(connection: NatsConnection, manager: JetStreamManager, target: NatsTarget) {
    this.#connection = connection;
    this.#manager = manager;
    this.#jetstream = jetstream(connection, { timeout: LIMIT_MS });
    this.#target = target;
  }

  /** To the first server that answers, with its stream looked up, or made. */
  static async open(target: NatsTarget, parts: Pick<PostParts, 'resolve'>): Promise<NatsLine> {
    let connection: NatsConnection | null = null;
    try {
      connection = await connectionTo(target, parts);
      const { version } = connection.info ?? { version: '' };
      if (!isNewEnough(version)) throw new SinkError('sinks-nats-old', { version });
      const limits = { checkAPI: false, timeout: LIMIT_MS };
      const line = new NatsLine(connection, await jetstreamManager(connection, limits), target);
      await line.#findStream();
      return line;
    } catch (failure) {
      await connection?.close();
      throw natsProblem(failure, target.stream);
    }
  }

  get isOver(): boolean {
    return this.#connection.isClosed();
  }

  /** Resolves when it is over, whoever ended it. */
  async ended(): Promise<void> {
    await this.#connection.closed();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Resolves when each has its place in the stream, or with the first that has not, and why. */
  async send(letters: readonly Letter[]): Promise<SendOutcome> {
    const { stream, prefix } = this.#target;
    const subjects = letters.map(({ event }) => subjectOf(prefix, event));
    const stranger = subjects.findIndex((subject) => !takes(this.#patterns, subject));
    const outcome = await this.#sendAll(stranger === -1 ? letters : letters.slice(0, stranger));
    const subject = subjects[stranger];
    if (outcome || subject === undefined) return outcome;
    return { at: stranger, failure: new SinkError('sinks-nats-subject', { stream, subject }) };
  }

  async #sendAll(letters: readonly Letter[]): Promise<SendOutcome> {
    const { stream } = this.#target;
    const [first] = letters;
    try {
      // Examples have no number of their own, and none comes twice.
      if (first && first.event.origin !== 'test') this.#there ??= await this.#look(first);
    } catch (failure) {
      return { at: 0, failure: natsProblem(failure, stream) };
    }
    const sent = await Promise.allSettled(letters.map((letter) => this.#publish(letter)));
    const at = sent.findIndex(({ status }) => status === 'rejected');
    const failure = sent[at];
    if (failure?.status !== 'rejected') return null;
    return { at, failure: natsProblem(failure.reason, stream) };
  }

  async #publish(letter: Letter): Promise<void> {
    const { stream, prefix } = this.#target;
    if (this.#there?.has(letter.id)) return;
    try {
      await this.#jetstream.publish(subjectOf(prefix, letter.event), bodyOf(letter), {
        msgID: letter.id,
        // Never into another stream that takes the same subjects.
        expect: { streamName: stream },
      });
    } catch (failure) {
      // JetStream was there a moment ago: it is the stream that is gone.
      const isGone = failure instanceof Error && failure.name === 'JetStreamNotEnabled';
      throw isGone ? new SinkError('sinks-nats-no-stream', { stream }) : failure;
    }
  }

  async #findStream(): Promise<void> {
    const { stream, prefix, make } = this.#target;
    const { streams } = this.#manager;
    const { config, state } = await streams.info(stream).catch((failure: unknown) => {
      if (!make || natsProblem(failure, stream).problem.code !== 'sinks-nats-no-stream') {
        throw failure;
      }
      return streams.add({
        name: stream,
        subjects: [`${prefix}.>`],
        duplicate_window: DUPLICATE_WINDOW_NS,
      });
    });
    this.#patterns = config.subjects ?? [];
    // 0 where there never was a message.
    this.#firstSeq = Math.max(1, state.first_seq);
  }

  /**
   * The server forgets ids after a while, and a crash may lie further back: so the newest messages are
   * read, until there are a window's worth of ours from before these letters.
   */
  async #look({ epoch, event }: Letter): Promise<ReadonlySet<string>> {
    const there = new Set<string>();
    let older = 0;
    for await (const id of this.#newestIds()) {
      const seq = seqIn(id, epoch);
      if (seq === null) continue;
      if (seq >= event.seq) there.add(id);
      else older += 1;
      if (older >= this.#target.window) break;
    }
    return there;
  }

  async *#newestIds(): AsyncGenerator<string> {
    const { stream, prefix } = this.#target;
    const { streams } = this.#manager;
    const newest = await streams.getMessage(stream, { last_by_subj: `${prefix}.>` });
    const last = newest?.seq ?? 0;
    const end = Math.max(this.#firstSeq, last - LOOK_MOST + 1);
    for (let from = last; from >= end; from -= LOOK_AT_ONCE) {
      const count = Math.min(LOOK_AT_ONCE, from - end + 1);
      const found = await Promise.all(
        Array.from({ length: count }, (_, at) => streams.getMessage(stream, { seq: from - at })),
      );
      for (const message of found) yield message?.header.get(ID_HEADER) ?? '';
    }
  }
}

/** null: all have arrived. `at`: the first that has not. */
export type SendOutcome = { readonly at: number; readonly failure: SinkError } | null;

async function connectionTo(
  target: NatsTarget,
  parts: Pick<PostParts, 'resolve'>,
): Promise<NatsConnection> {
  let first: unknown = new SinkError('sinks-no-host');
  let tries = 0;
  for (const server of target.servers) {
    try {
      for (const { address } of await checked(parts, server)) {
        const options = optionsOf(target, server, address);
        const connection = await NatsConnectionImpl.connect(options).catch((failure: unknown) => {
          if (tries === 0) first = failure;
          tries += 1;
          return null;
        });
        if (connection) return connection;
      }
    } catch (failure) {
      if (tries === 0) first = failure;
      tries += 1;
    }
  }
  throw first;
}

function optionsOf(
  { user, password }: NatsTarget,
  { host, port, tls }: NatsServer,
  address: string,
): ConnectionOptions {
  const place = isIP(address) === 6 ? `[${address}]` : address;
  const login = user === '' ? { token: password } : { user, pass: password };
  // The certificate is that of what was entered, whatever address it led to.
  const secure = { handshakeFirst: false, host, servername: isIP(host) === 0 ? host : '' };
  return {
    name: 'Stagelight',
    servers: [`${place}:${port}`],
    ...(password === '' && user === '' ? {} : login),
    ...(tls ? { tls: secure } : {}),
    // Nobody else looks names up, and servers that this one tells of are not connected to.
    resolve: false,
    ignoreClusterUpdates: true,
    reconnect: false,
    timeout: CONNECT_MS,
    noAsyncTraces: true,
  };
}
