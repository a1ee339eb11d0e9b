import type {
  STREAMERBOT_COMMANDS,
  StreamerbotProgram,
  StreamerbotSettings,
  StreamerbotState,
} from '../../../shared/contract/streamerbot.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { SwitchedPort } from '../../base/switched-port.ts';
import { Throttle } from '../../base/throttle.ts';
import type { Connection } from '../../server/page-sockets.ts';
import type { RunCommand } from '../../server/ports.ts';
import type { Feature, Services } from '../feature.ts';
import { uuidOf } from './tool-actions.ts';
import { ToolClient } from './tool-client.ts';
import { type DeskParts, ToolDesk } from './tool-requests.ts';
import { startToolServer, type ToolServer } from './tool-server.ts';

export { type ActionFeeds, actionsOf, type ToolAction } from './tool-actions.ts';

const PASSWORD = 'streamerbot-password';
/** New events are told at most once in so many milliseconds: a frame. */
const EVENTS_EVERY_MS = 16;

export interface StreamerbotFeature extends Feature<typeof STREAMERBOT_COMMANDS, 'streamerbot'> {
  /** Listens if it is switched on. Never throws: what is wrong is shown. */
  resume(): Promise<void>;
  /** Cuts everybody off and listens no more. */
  close(): Promise<void>;
}

type StreamerbotServices = Pick<
  Services,
  'vault' | 'makeKey' | 'redactor' | 'clock' | 'log' | 'ledger' | 'settings'
> & {
  readonly hub: Pick<Services['hub'], 'lastSeq' | 'since' | 'oldestSeq' | 'onBatch'>;
  readonly language: Pick<Services['language'], 'current'>;
  readonly feeds: DeskParts['feeds'];
  readonly pageServer: () => { readonly runForProgram: RunCommand } | null;
};

/** Starts the door for programs made for Streamer.bot, and listens nowhere yet. */
export function startStreamerbot(
  services: StreamerbotServices,
  owned: DisposableStore,
): StreamerbotFeature {
  const door = new StreamerbotDoor(services, owned);
  const { settings } = services;
  return {
    resume: () => door.port.apply(),
    close: () => door.port.close(),
    commands: {
      'streamerbot.set': async (wanted) => {
        await settings.update({ streamerbot: wanted });
        await door.port.apply();
      },
      'streamerbot.password': async ({ renew }) => ({ password: await door.password(renew) }),
    },
    feeds: { streamerbot: { read: () => door.state, onChange: door.onChange } },
  };
}

class StreamerbotDoor {
  readonly #services: StreamerbotServices;
  readonly #changes: Emitter<void>;
  readonly onChange;
  readonly #news: Emitter<void>;
  readonly port: SwitchedPort<ToolServer>;
  /** Who asks at the same time gets the same password. */
  readonly #secrets = new SerialQueue();
  readonly #programs = new Map<number, StreamerbotProgram>();
  readonly #desk: ToolDesk;
  #state: StreamerbotState | null = null;
  #came = 0;

  constructor(services: StreamerbotServices, owned: DisposableStore) {
    const { clock, log, hub, ledger, feeds } = services;
    this.#services = services;
    const onFailure = (failure: unknown): void => log.error('a listener failed', { failure });
    this.#changes = owned.add(new Emitter<void>(onFailure));
    this.#news = owned.add(new Emitter<void>(onFailure));
    this.onChange = this.#changes.on;
    const instanceId = uuidOf(`instance ${ledger.epoch}`);
    this.#desk = new ToolDesk({ feeds, run: (...ask) => this.#run(...ask), instanceId });
    const pump = owned.add(new Throttle(clock, EVENTS_EVERY_MS, () => this.#news.fire()));
    owned.add(hub.onBatch(() => pump.request()));
    this.port = owned.add(
      new SwitchedPort({ clock, log, open: () => this.#open(), onChange: () => this.#changed() }),
    );
  }

  /** The same object until it changes. */
  get state(): StreamerbotState {
    this.#state ??= {
      settings: this.#settings,
      address: this.port.opened?.address ?? null,
      problem: this.port.problem,
      programs: [...this.#programs.values()],
    };
    return this.#state;
  }

  /** The one in the vault, made where there is none. Throws vault errors. */
  async password(renew: boolean): Promise<string> {
    const password = await this.#secrets.run(() => this.#kept(renew));
    if (renew) await this.port.apply();
    return password;
  }

  async #kept(renew: boolean): Promise<string> {
    const { vault, redactor, makeKey } = this.#services;
    const kept = renew ? null : await vault.read(PASSWORD);
    const password = kept ?? makeKey();
    redactor.hideAlways(password);
    if (kept === null) await vault.write(PASSWORD, password);
    return password;
  }

  get #settings(): StreamerbotSettings {
    return this.#services.settings.get().streamerbot;
  }

  async #open(): Promise<ToolServer | null> {
    const { on, port, origins, needsPassword } = this.#settings;
    if (!on) return null;
    const { clock, log } = this.#services;
    const password = await this.password(false);
    const connect = (origin: string | null) => this.#connect(origin, password, needsPassword);
    const server = await startToolServer({ port, origins, connect, clock, log });
    log.info('other tools can connect as to Streamer.bot', { port });
    return server;
  }

  #connect(origin: string | null, password: string, needsPassword: boolean): Connection {
    const { hub, ledger, language, clock } = this.#services;
    this.#came += 1;
    const id = this.#came;
    const program = { id, origin, since: clock.now(), proved: false };
    this.#note(program);
    return new ToolClient({
      ...this.#services,
      password,
      needsPassword,
      desk: this.#desk,
      events: { hub, read: (after, limit) => ledger.show.eventsAfter(after, limit) },
      onEvents: this.#news.on,
      language: () => language.current,
      onProved: () => this.#note({ ...program, proved: true }),
      onClosed: () => {
        this.#programs.delete(id);
        this.#changed();
      },
    });
  }

  #note(program: StreamerbotProgram): void {
    this.#programs.set(program.id, program);
    this.#changed();
  }

  #changed(): void {
    this.#state = null;
    this.#changes.fire();
  }

  async #run(...ask: Parameters<RunCommand>): Promise<unknown> {
    const server = this.#services.pageServer();
    if (!server) throw new StagelightError({ code: 'not-on-this-host' });
    return server.runForProgram(...ask);
  }
}
