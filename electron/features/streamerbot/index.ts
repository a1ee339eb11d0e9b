import type {
  STREAMERBOT_COMMANDS,
  StreamerbotProgram,
  StreamerbotSettings,
  StreamerbotState,
} from '../../../shared/contract/streamerbot.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
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
/** A port that was taken may be free again. */
const AGAIN_MS = 15_000;

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
    resume: () => door.apply(),
    close: () => door.close(),
    commands: {
      'streamerbot.set': async (wanted) => {
        await settings.update({ streamerbot: wanted });
        await door.apply();
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
  readonly #timers: NamedTimers;
  /** Opening and closing, one after another. */
  readonly #queue = new SerialQueue();
  /** Who asks at the same time gets the same password. */
  readonly #secrets = new SerialQueue();
  readonly #programs = new Map<number, StreamerbotProgram>();
  readonly #desk: ToolDesk;
  #server: ToolServer | null = null;
  #problem: Problem | null = null;
  #state: StreamerbotState | null = null;
  #came = 0;
  #ended = false;

  constructor(services: StreamerbotServices, owned: DisposableStore) {
    const { clock, log, hub, ledger, feeds } = services;
    this.#services = services;
    const onFailure = (failure: unknown): void => log.error('a listener failed', { failure });
    this.#changes = owned.add(new Emitter<void>(onFailure));
    this.#news = owned.add(new Emitter<void>(onFailure));
    this.onChange = this.#changes.on;
    this.#timers = owned.add(new NamedTimers(clock));
    const instanceId = uuidOf(`instance ${ledger.epoch}`);
    this.#desk = new ToolDesk({ feeds, run: (...ask) => this.#run(...ask), instanceId });
    const pump = owned.add(new Throttle(clock, EVENTS_EVERY_MS, () => this.#news.fire()));
    owned.add(hub.onBatch(() => pump.request()));
    owned.add({ dispose: () => void this.close() });
  }

  /** The same object until it changes. */
  get state(): StreamerbotState {
    this.#state ??= {
      settings: this.#settings,
      address: this.#server?.address ?? null,
      problem: this.#problem,
      programs: [...this.#programs.values()],
    };
    return this.#state;
  }

  /** Opens anew as the settings say. Never throws: what is wrong is in the state. */
  apply(): Promise<void> {
    return this.#queue.run(async () => {
      this.#timers.clear('again');
      await this.#shut();
      if (this.#settings.on && !this.#ended) await this.#open(this.#settings);
      this.#changed();
    });
  }

  /** For good. */
  close(): Promise<void> {
    this.#ended = true;
    return this.#queue.run(() => this.#shut());
  }

  /** The one in the vault, made where there is none. Throws vault errors. */
  async password(renew: boolean): Promise<string> {
    const password = await this.#secrets.run(() => this.#kept(renew));
    if (renew) await this.apply();
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

  async #open(settings: StreamerbotSettings): Promise<void> {
    const { port, origins, needsPassword } = settings;
    const { clock, log } = this.#services;
    try {
      const password = await this.password(false);
      const connect = (origin: string | null) => this.#connect(origin, password, needsPassword);
      this.#server = await startToolServer({ port, origins, connect, clock, log });
      this.#problem = null;
      log.info('other tools can connect as to Streamer.bot', { port });
    } catch (failure) {
      this.#problem = problemOf(failure);
      log.warn('the port for other tools could not be opened', { failure });
      this.#timers.set('again', AGAIN_MS, () => void this.apply());
    }
  }

  async #shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#problem = null;
    await server?.dispose();
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
