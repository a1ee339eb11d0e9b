import { onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { Redactor } from '../../../electron/base/log.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../../electron/events/hub.ts';
import type { TopicFeeds } from '../../../electron/features/doors/api-topics.ts';
import { type DoorsFeature, startDoors } from '../../../electron/features/doors/index.ts';
import type { PagePeer } from '../../../electron/server/peer.ts';
import type { CoreCommandHandlers } from '../../../electron/server/ports.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { API_SOCKET, type ApiDown, type ApiUp } from '../../../shared/api/v1.ts';
import type { ApiScope } from '../../../shared/contract/doors.ts';
import type { EventKind } from '../../../shared/events.ts';
import { NO_SHOWS, type ShowViews } from '../../../shared/overlay/show-views.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { ScriptedCore } from '../../support/scripted-core.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { rememberingLogger } from '../events/support.ts';
import { idleCommands } from '../server/idle-commands.ts';
import { knock, TestPage } from '../server/page.ts';
import { startWorld, type World } from '../server/world.ts';
import { memoryLedger } from '../storage/support.ts';

export type Program = TestPage<ApiDown, ApiUp>;

const rethrow = (failure: unknown): never => {
  throw failure;
};

interface DoorsGiven {
  readonly vault?: MemoryVault;
  readonly ledger?: Ledger;
  readonly ringSize?: number;
  readonly commands?: Partial<CoreCommandHandlers>;
  readonly feeds?: Partial<TopicFeeds>;
}

/** The doors on a real server, a real hub and real books. */
export class DoorsWorld {
  readonly clock = new VirtualClock();
  readonly vault: MemoryVault;
  readonly ledger: Ledger;
  readonly hub: EventHub;
  readonly core = new ScriptedCore();
  readonly lines: ReturnType<typeof rememberingLogger>['lines'];
  readonly redactor = new Redactor();
  readonly viewChanges = new Emitter<void>(rethrow);
  views: ShowViews = NO_SHOWS;
  readonly #log: ReturnType<typeof rememberingLogger>['log'];
  readonly #owned = new DisposableStore();
  readonly #peers: PagePeer[] = [];
  #doors: DoorsFeature | null = null;
  #world: World | null = null;

  private constructor({ vault, ledger, ringSize }: DoorsGiven) {
    const { log, lines } = rememberingLogger();
    this.lines = lines;
    this.#log = log;
    this.vault = vault ?? new MemoryVault();
    this.ledger = ledger ?? memoryLedger(this.clock);
    this.hub = new EventHub({
      clock: this.clock,
      log,
      ledger: this.ledger,
      imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
      onFailure: rethrow,
      ...(ringSize === undefined ? {} : { ringSize }),
    });
  }

  static async start(given: DoorsGiven = {}): Promise<DoorsWorld> {
    const world = new DoorsWorld(given);
    await world.#start(given);
    return world;
  }

  get doors(): DoorsFeature {
    if (!this.#doors) throw new TypeError('The doors are not open.');
    return this.#doors;
  }

  get world(): World {
    if (!this.#world) throw new TypeError('There is no server.');
    return this.#world;
  }

  get state() {
    return this.doors.feeds.doors.read();
  }

  async makeKey(scopes: ApiScope[] = ['events:read'], origins: string[] = []): Promise<string> {
    const wanted = { name: 'a tool', scopes, origins };
    const { key } = await this.doors.commands['doors.create-key'](wanted);
    return key;
  }

  /** A program's socket. `origin` null: no browser. */
  async knock(origin: string | null = null): Promise<Program> {
    const socket = await knock(this.world, { path: API_SOCKET, origin });
    return new TestPage<ApiDown, ApiUp>(socket);
  }

  /** A program that has said its key and was welcomed. */
  async program(scopes?: ApiScope[]): Promise<Program> {
    const program = await this.knock();
    program.send({ type: 'hello', key: await this.makeKey(scopes) });
    await program.next();
    return program;
  }

  /** So many events of a kind arrive at the hub, which hands them on. */
  async happen(kind: EventKind, count = 1, data: Readonly<object> = {}): Promise<void> {
    for (let at = 0; at < count; at += 1) receiveText(this.hub, wireFrame(kind, { ...data }));
    this.hub.flush();
    await this.clock.advance(20);
  }

  /** The connection of whoever came last is lost. */
  dropProgram(): void {
    this.#peers.at(-1)?.close(1001, 'Lost');
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.world.pageServer.port}/api/v1${path}`, init);
  }

  /** The app ends, as far as programs are concerned. */
  close(): void {
    this.#owned.dispose();
  }

  async #start({ commands = {}, feeds = {} }: DoorsGiven): Promise<void> {
    this.#doors = await startDoors(
      {
        vault: this.vault,
        makeKey: () => crypto.randomUUID().repeat(2),
        redactor: this.redactor,
        clock: this.clock,
        log: this.#log,
        ledger: this.ledger,
        hub: this.hub,
        language: { current: 'en' },
        feeds: { ...this.core.feeds, ...feeds },
        views: () => this.views,
        onViews: this.viewChanges.on,
        pageServer: () => this.#world?.pageServer ?? null,
      },
      this.#owned,
    );
    const { api } = this.#doors;
    this.#world = await startWorld({
      api: { ...api, connect: (given) => this.#watched(api.connect(given)) },
      commands: { ...idleCommands, ...commands },
      clock: this.clock,
    });
    onTestFinished(async () => {
      await this.#world?.stop();
      this.#owned.dispose();
      this.hub.dispose();
    });
  }

  #watched(connection: ReturnType<DoorsFeature['api']['connect']>) {
    const begin = connection.start.bind(connection);
    connection.start = (peer) => {
      this.#peers.push(peer);
      begin(peer);
    };
    return connection;
  }
}
