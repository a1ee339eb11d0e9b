import { createHash } from 'node:crypto';
import { StreamerbotClient, type StreamerbotClientOptions } from '@streamerbot/client';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Redactor } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../../electron/events/hub.ts';
import {
  type StreamerbotFeature,
  startStreamerbot,
} from '../../../electron/features/streamerbot/index.ts';
import { CommandRouter } from '../../../electron/server/command-router.ts';
import type { CoreCommandHandlers } from '../../../electron/server/ports.ts';
import type { StreamerbotSettings } from '../../../shared/contract/streamerbot.ts';
import type { EventKind } from '../../../shared/events.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import * as empty from '../../support/empty-states.ts';
import { freePort } from '../../support/free-port.ts';
import { MemorySettings } from '../../support/memory-settings.ts';
import { receiveText } from '../../support/receive-text.ts';
import { ScriptedCore } from '../../support/scripted-core.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { rememberingLogger } from '../events/support.ts';
import { TestPage } from '../server/page.ts';
import { memoryLedger } from '../storage/support.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

export type Answer = Record<string, unknown>;
export type Program = TestPage<Answer, Answer>;

/** The door on a real port, with a real hub and real books. */
export class StreamerbotWorld {
  readonly clock = new VirtualClock();
  readonly vault = new MemoryVault();
  readonly core = new ScriptedCore();
  readonly settings = new MemorySettings();
  readonly redactor = new Redactor();
  readonly owned = new DisposableStore();
  /** Commands that were run, oldest first. */
  readonly ran: [name: string, args: unknown][] = [];
  readonly lines: ReturnType<typeof rememberingLogger>['lines'];
  readonly hub: EventHub;
  readonly door: StreamerbotFeature;
  port = 0;

  private constructor({ ringSize, commands, players, isBare = false }: WorldGiven) {
    const { log, lines } = rememberingLogger();
    this.lines = lines;
    const { clock, core } = this;
    const ledger = memoryLedger(clock);
    this.hub = new EventHub({
      clock,
      log,
      ledger,
      imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
      onFailure: rethrow,
      ...(ringSize === undefined ? {} : { ringSize }),
    });
    const router = new CommandRouter(this.#handlers(commands), clock);
    const refuse = () => {
      throw new TypeError('An action of the person at the computer.');
    };
    this.door = startStreamerbot(
      {
        vault: this.vault,
        makeKey,
        redactor: this.redactor,
        clock,
        log,
        ledger,
        settings: this.settings,
        hub: this.hub,
        language: { current: 'en' },
        feeds: {
          ...core.feeds,
          players: {
            read: () => ({ desk: null, last: null, ...players }) as never,
            onChange: core.feeds.obs.onChange,
          },
          obs: {
            read: () => ({ ...empty.EMPTY_OBS, scenes: ['Game', '수다'] }),
            onChange: core.feeds.obs.onChange,
          },
          counters: {
            read: () => ({ counters: [{ id: 4, name: '데스' }] }) as never,
            onChange: core.feeds.obs.onChange,
          },
        },
        pageServer: () =>
          isBare
            ? null
            : { runForProgram: (name, args, ask) => router.run(name, args, ask, refuse) },
      },
      this.owned,
    );
  }

  static async start(given: WorldGiven = {}): Promise<StreamerbotWorld> {
    const world = new StreamerbotWorld(given);
    onTestFinished(async () => {
      await world.door.close();
      world.owned.dispose();
      world.hub.dispose();
    });
    world.port = await freePort();
    if (given.on ?? true) await world.set({ on: true, ...given.settings });
    return world;
  }

  get state() {
    return this.door.feeds.streamerbot.read();
  }

  set(change: Partial<StreamerbotSettings>): Promise<void> {
    const { streamerbot } = this.settings.get();
    return this.door.commands['streamerbot.set']({ ...streamerbot, port: this.port, ...change });
  }

  async password(renew = false): Promise<string> {
    return (await this.door.commands['streamerbot.password']({ renew })).password;
  }

  /** The published client as a tool uses it. */
  async client(options: Partial<StreamerbotClientOptions> = {}): Promise<StreamerbotClient> {
    const password = await this.password();
    let client: StreamerbotClient | null = null;
    await new Promise<void>((resolve, reject) => {
      client = new StreamerbotClient({
        port: this.port,
        password,
        logLevel: 'none',
        autoReconnect: false,
        onConnect: () => resolve(),
        onError: reject,
        ...options,
      });
      onTestFinished(() => client?.disconnect().catch(() => undefined));
    });
    if (!client) throw new TypeError('There is no client.');
    return client;
  }

  /** A bare socket, past its greeting. `origin` null: no browser. Rejects with the status. */
  async knock(headers: Record<string, string> = {}): Promise<Program> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/`, { headers });
    const program: Program = new TestPage(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)));
      socket.once('error', reject);
    });
    return program;
  }

  /** A bare socket that has shown the password. */
  async proved(): Promise<Program> {
    const program = await this.knock();
    const { authentication } = await program.next();
    const { salt, challenge } = authentication as Record<string, string>;
    const digest = (text: string) => createHash('sha256').update(text).digest('base64');
    const shown = digest(`${digest(`${await this.password()}${salt}`)}${challenge}`);
    const answer = await ask(program, { request: 'Authenticate', authentication: shown });
    if (answer['status'] !== 'ok') throw new TypeError('The password was not taken.');
    return program;
  }

  /** Events of these kinds arrive before anybody is told of the first. */
  async pileUp(kinds: readonly EventKind[]): Promise<void> {
    for (const kind of kinds) receiveText(this.hub, wireFrame(kind, {}));
    this.hub.flush();
    await this.clock.advance(20);
  }

  /** So many events of a kind arrive, with other data than usual. */
  async happen(
    kind: EventKind,
    data: Readonly<Record<string, unknown>> = {},
    count = 1,
  ): Promise<void> {
    for (let at = 0; at < count; at += 1) receiveText(this.hub, wireFrame(kind, data));
    this.hub.flush();
    await this.clock.advance(20);
  }

  #handlers(commands: Partial<CoreCommandHandlers> = {}): CoreCommandHandlers {
    return new Proxy(commands, {
      get: (given, name) =>
        Reflect.get(given, name) ??
        (async (args: unknown) => {
          this.ran.push([String(name), args]);
          return { messageId: null };
        }),
    }) as CoreCommandHandlers;
  }
}

interface WorldGiven {
  readonly on?: boolean;
  readonly settings?: Partial<StreamerbotSettings>;
  readonly ringSize?: number;
  readonly commands?: Partial<CoreCommandHandlers>;
  /** As many as play together, now or the last time. */
  readonly players?: object;
  /** This host has no pages. */
  readonly isBare?: boolean;
}

export const isEvent = (message: Answer) => 'event' in message;

/** The answers to this many requests, without greetings and events. */
export async function answers(program: Program, count: number): Promise<Answer[]> {
  const found: Answer[] = [];
  while (found.length < count) {
    const message = await program.next();
    if ('status' in message) found.push(message);
  }
  return found;
}

export async function ask(program: Program, request: Answer): Promise<Answer> {
  program.send({ id: 'x', ...request });
  const [answer] = await answers(program, 1);
  return answer ?? {};
}

export const ALL = { Twitch: ['*'], StreamElements: ['*'], General: ['*'] };

/** Without the password, so that tests can speak at once. */
export const open = (given: WorldGiven = {}) =>
  StreamerbotWorld.start({ ...given, settings: { needsPassword: false } });
