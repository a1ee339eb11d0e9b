import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Client, Server } from 'node-osc';
import { onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { type OscFeature, startOsc } from '../../../electron/features/osc/index.ts';
import type { RunCommand } from '../../../electron/server/ports.ts';
import type { OscCounts, OscSettings } from '../../../shared/contract/osc.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { NO_SHOWS, type ShowViews } from '../../../shared/overlay/show-views.ts';
import * as empty from '../../support/empty-states.ts';
import { MemorySettings } from '../../support/memory-settings.ts';
import { ScriptedCore } from '../../support/scripted-core.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** A UDP port of this machine that nobody has right now. */
export async function freeUdpPort(): Promise<number> {
  const probe = createSocket('udp4');
  probe.bind(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The door on a real port; commands are written down. */
export class OscWorld {
  readonly clock = new VirtualClock();
  readonly core = new ScriptedCore();
  readonly settings = new MemorySettings();
  readonly owned = new DisposableStore();
  readonly door: OscFeature;
  readonly ran: [name: string, args: unknown][] = [];
  /** What a command throws; null: it works. */
  failure: unknown = null;
  answer: () => Promise<unknown> = async () => ({});
  views: ShowViews = NO_SHOWS;
  readonly viewChanges = new Emitter<void>(rethrow);
  readonly batches = new Emitter<{ readonly events: readonly StageEvent[] }>(rethrow);
  readonly changes = new Emitter<void>(rethrow);
  obs: object = {};
  live: object = {};
  /** Ids under which commands were run. */
  readonly ids: unknown[] = [];
  /** This host has no pages. */
  isBare = false;
  port = 0;
  #ranOne = (): void => {};

  private constructor() {
    const { clock, core, settings } = this;
    const { onChange } = core.feeds.obs;
    this.door = startOsc(
      {
        clock,
        log: rememberingLogger().log,
        settings,
        hub: { onBatch: this.batches.on as never },
        views: () => this.views,
        onViews: this.viewChanges.on,
        feeds: {
          ...core.feeds,
          players: { read: () => ({ desk: null, last: null }), onChange },
          obs: {
            read: () => ({ ...empty.EMPTY_OBS, scenes: ['Game', '수다'], ...this.obs }),
            onChange: this.changes.on as never,
          },
          live: {
            read: () => ({ ...empty.EMPTY_LIVE, ...this.live }),
            onChange: this.changes.on as never,
          },
          counters: { read: () => ({ counters: [{ id: 4, name: '데스 수' }] }) as never, onChange },
        },
        pageServer: () => (this.isBare ? null : { runForProgram: this.#run }),
      },
      this.owned,
    );
  }

  static async start(settings: Partial<OscSettings> = {}): Promise<OscWorld> {
    const world = new OscWorld();
    onTestFinished(async () => {
      await world.door.close();
      world.owned.dispose();
    });
    world.port = await freeUdpPort();
    await world.set({ on: true, ...settings });
    return world;
  }

  readonly #run: RunCommand = async (name, args, { id }) => {
    this.ran.push([name, args]);
    this.ids.push(id);
    this.#ranOne();
    if (this.failure) throw this.failure;
    return this.answer();
  };

  get state() {
    return this.door.feeds.osc.read();
  }

  set(change: Partial<OscSettings>): Promise<void> {
    const { osc } = this.settings.get();
    const wanted = { ...osc, port: this.port, ...change };
    return this.door.commands['osc.set']({ ...wanted, peers: [...wanted.peers] });
  }

  /** node-osc's own, as other programs use it. */
  client(): Client {
    const client = new Client('127.0.0.1', this.port);
    onTestFinished(() => client.close());
    return client;
  }

  /** Resolves once so many commands were run. */
  hasRun(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ranOne = () => {
        if (this.ran.length >= count) resolve();
      };
      this.#ranOne();
    });
  }

  /** Resolves once the page hears that something was counted. */
  async hasCounted(what: keyof OscCounts): Promise<void> {
    while (this.state.counts[what] === 0) {
      const heard = new Promise<void>((resolve) => {
        const following = this.door.feeds.osc.onChange(() => {
          following.dispose();
          resolve();
        });
      });
      await new Promise<void>((resolve) => setImmediate(resolve));
      void this.clock.advance(500);
      await heard;
    }
  }

  /** What was sent before is read: a command sent after it has run, and is not written down. */
  async allRead(): Promise<void> {
    await this.client().send('/stagelight/replay/save');
    await new Promise<void>((resolve) => {
      this.#ranOne = () => {
        const at = this.ran.findIndex(([name]) => name === 'marks.save-replay');
        if (at < 0) return;
        this.ran.splice(at, 1);
        resolve();
      };
      this.#ranOne();
    });
  }
}

/** node-osc's own receiver, with what it heard. */
export async function listener(port: number) {
  const server = new Server(port, '127.0.0.1');
  const heard: unknown[][] = [];
  const bundles: { readonly timetag: number; readonly elements: unknown[][] }[] = [];
  let wake = (): void => {};
  server.on('message', (message) => {
    heard.push(message);
    wake();
  });
  server.on('bundle', (bundle) => {
    bundles.push(bundle as never);
    wake();
  });
  await once(server, 'listening');
  onTestFinished(() => server.close());
  return {
    bundles,
    /** All messages of bundles so far. */
    all: () => bundles.flatMap(({ elements }) => elements),
    async until(fits: () => boolean): Promise<void> {
      while (!fits()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
