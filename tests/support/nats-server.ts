import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import { freePort } from './free-port.ts';

/** Whether a real server can be started here. */
export const hasNats = spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0;

const READY = /Server is ready/;

/** What a test's stream has: an id and a body for each message, in order. */
export interface Stored {
  readonly id: string;
  readonly subject: string;
  readonly body: unknown;
}

/** Where a server runs: on this computer's own network, if nothing else is said. */
export interface NatsPlace {
  /** The program that starts another one there, with its first arguments. */
  readonly through: readonly [string, ...string[]];
  /** Where it listens, and where this process finds it. */
  readonly listen: string;
  readonly address: string;
}

/** A real nats-server with a folder of its own, which outlives its process. */
export class NatsProcess {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'stagelight-nats-'));
  #config: string;
  readonly #place: NatsPlace | null;
  #child: ChildProcess | null = null;

  private constructor(port: number, config: string, place: NatsPlace | null) {
    this.port = port;
    this.#config = config;
    this.#place = place;
  }

  /** `config`: further lines of its settings file. */
  static async start(config = '', place: NatsPlace | null = null): Promise<NatsProcess> {
    const server = new NatsProcess(await freePort(), config, place);
    await server.startAgain();
    return server;
  }

  get address(): string {
    return `nats://${this.#place?.address ?? '127.0.0.1'}:${this.port}`;
  }

  /** A file of the server, by its name. */
  write(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Resolves when it takes connections. `config` in the place of what there was. */
  async startAgain(config = this.#config): Promise<void> {
    this.#config = config;
    const settings = this.write(
      'server.conf',
      `listen: "${this.#place?.listen ?? '127.0.0.1'}:${this.port}"\n${config.includes('jetstream') ? '' : `jetstream { store_dir: "${this.#folder}/store" }\n`}${config}\n`,
    );
    const [program, ...first] = this.#place?.through ?? [];
    const args = [...first, ...(program ? ['nats-server'] : []), '-c', settings];
    const child = spawn(program ?? 'nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    await new Promise<void>((done, fail) => {
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (READY.test(said)) done();
      });
      child.once('exit', () => fail(new Error(`nats-server ended:\n${said}`)));
    });
  }

  /** It keeps its connections, and says nothing any more. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks as its owner does. `options`: further ones of the connection. */
  async manage<T>(
    task: (manager: JetStreamManager, connection: NatsConnection) => Promise<T>,
    options: Partial<ConnectionOptions> = {},
  ): Promise<T> {
    const connection = await connect({ servers: `127.0.0.1:${this.port}`, ...options });
    try {
      return await task(await jetstreamManager(connection, { checkAPI: false }), connection);
    } finally {
      await connection.close();
    }
  }

  /** Listens without a place in the stream. `stored`: resolves at the `count`th message. */
  async watch(subject: string, count: number) {
    const connection = await connect({ servers: `127.0.0.1:${this.port}`, reconnect: false });
    const stored = new Promise<void>((done) => {
      let heard = 0;
      connection.subscribe(subject, {
        callback: () => {
          heard += 1;
          if (heard === count) done();
        },
      });
    });
    await connection.flush();
    return { stored, dispose: () => connection.close() };
  }

  /** Resolves once the server takes an id for new that it was told after all others. */
  untilForgotten(stream: string, subject: string): Promise<void> {
    return this.manage(async (_, connection) => {
      const send = () =>
        jetstream(connection).publish(subject, '{}', {
          msgID: 'probe',
          expect: { streamName: stream },
        });
      await send();
      while ((await send()).duplicate);
    });
  }

  /** All that a stream has. */
  stored(stream: string): Promise<Stored[]> {
    return this.manage(async ({ streams }) => {
      const { state } = await streams.info(stream);
      const found: Stored[] = [];
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 100) {
        const some = Array.from({ length: Math.min(100, state.last_seq - seq + 1) }, (_, at) =>
          streams.getMessage(stream, { seq: seq + at }),
        );
        for (const message of await Promise.all(some)) {
          if (!message) continue;
          const { subject, header } = message;
          found.push({ id: header.get('Nats-Msg-Id'), subject, body: message.json() });
        }
      }
      return found;
    });
  }
}
