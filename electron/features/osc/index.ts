import {
  type OSC_COMMANDS,
  type OscCounts,
  type OscPeer,
  type OscSettings,
  type OscState,
  oscPeerOf,
} from '../../../shared/contract/osc.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import { SwitchedPort } from '../../base/switched-port.ts';
import { Throttle } from '../../base/throttle.ts';
import type { RunCommand } from '../../server/ports.ts';
import type { Feature, Services } from '../feature.ts';
import type { ActionFeeds } from '../streamerbot/index.ts';
import { type Wanted, wantedOf } from './osc-actions.ts';
import { OscLoopError } from './osc-errors.ts';
import { cutBytes, messagesIn, type OscCodec, type OscMessage, packed } from './osc-messages.ts';
import { leadsBack, OscSocket } from './osc-socket.ts';
import { OscTeller, type TellerParts } from './osc-teller.ts';

/** Counts rise ten thousand times a second in a flood. */
const COUNTS_EVERY_MS = 500;
/** Commands under way; more are dropped. */
const COMMANDS_AT_ONCE = 32;
const ADDRESS_BYTES = 100;
const NOTHING: OscCounts = { ran: 0, strangers: 0, unreadable: 0, unknown: 0, tooMany: 0 };

export interface OscFeature extends Feature<typeof OSC_COMMANDS, 'osc'> {
  /** Listens if it is switched on. Never throws: what is wrong is shown. */
  resume(): Promise<void>;
  /** Listens no more, for good. */
  close(): Promise<void>;
}

type OscServices = Pick<Services, 'clock' | 'log' | 'settings'> &
  Pick<TellerParts, 'views' | 'onViews'> & {
    readonly hub: Pick<Services['hub'], 'onBatch'>;
    readonly feeds: ActionFeeds & TellerParts['feeds'];
    readonly pageServer: () => { readonly runForProgram: RunCommand } | null;
  };

/** Starts the door for OSC, and listens nowhere yet. */
export function startOsc(services: OscServices, owned: DisposableStore): OscFeature {
  const door = new OscDoor(services, owned);
  const { settings } = services;
  return {
    resume: () => door.port.apply(),
    close: () => door.port.close(),
    commands: {
      'osc.set': async (wanted) => {
        const loop = peersOf(wanted).find((peer) => leadsBack(peer, wanted.port));
        if (loop) throw new OscLoopError(`${loop.host}:${loop.port}`);
        await settings.update({ osc: wanted });
        await door.port.apply();
      },
    },
    feeds: { osc: { read: () => door.state, onChange: door.onChange } },
  };
}

function peersOf({ peers }: Pick<OscSettings, 'peers'>): readonly OscPeer[] {
  return peers.flatMap((text) => oscPeerOf(text) ?? []);
}

interface Opened {
  readonly address: string;
  dispose(): Promise<void>;
}

class OscDoor {
  readonly #services: OscServices;
  readonly #changes: Emitter<void>;
  readonly onChange;
  readonly #counting: Throttle;
  readonly port: SwitchedPort<Opened>;
  #counts = NOTHING;
  #last: Pick<OscState, 'lastStranger' | 'lastUnknown' | 'lastProblem'> = NO_LAST;
  #state: OscState | null = null;
  #asked = 0;
  #underWay = 0;

  constructor(services: OscServices, owned: DisposableStore) {
    const { clock, log } = services;
    this.#services = services;
    const onFailure = (failure: unknown): void => log.error('a listener failed', { failure });
    this.#changes = owned.add(new Emitter<void>(onFailure));
    this.onChange = this.#changes.on;
    this.#counting = owned.add(new Throttle(clock, COUNTS_EVERY_MS, () => this.#changed()));
    this.port = owned.add(
      new SwitchedPort({ clock, log, open: () => this.#open(), onChange: () => this.#changed() }),
    );
  }

  /** The same object until it changes. */
  get state(): OscState {
    this.#state ??= {
      settings: this.#settings,
      address: this.port.opened?.address ?? null,
      problem: this.port.problem,
      counts: this.#counts,
      ...this.#last,
    };
    return this.#state;
  }

  get #settings(): OscSettings {
    return this.#services.settings.get().osc;
  }

  async #open(): Promise<Opened | null> {
    const { clock, log } = this.#services;
    const settings = this.#settings;
    if (!settings.on) return null;
    const { port } = settings;
    const peers = peersOf(settings);
    this.#counts = NOTHING;
    this.#last = NO_LAST;
    // Nobody who does not use it loads it.
    const codec: OscCodec = await import('node-osc');
    const socket = await OscSocket.open({
      port,
      peers,
      clock,
      log,
      onPacket: (bytes) => this.#take(codec, bytes),
      onDropped: (why, from) => this.#count(why, why === 'strangers' ? { lastStranger: from } : {}),
    });
    const teller = this.#teller(codec, socket, peers);
    log.info('OSC is open', { port });
    return {
      address: socket.address,
      dispose: () => {
        teller?.dispose();
        return socket.dispose();
      },
    };
  }

  /** null: nobody listens. */
  #teller(codec: OscCodec, socket: OscSocket, peers: readonly OscPeer[]): OscTeller | null {
    const listeners = peers.filter(({ port }) => port !== null);
    if (listeners.length === 0) return null;
    const { feeds, views, onViews, hub, clock } = this.#services;
    return new OscTeller({
      feeds,
      views,
      onViews,
      onEvents: (listener) => hub.onBatch(({ events }) => listener(events)),
      clock,
      tell: (messages) => {
        for (const bytes of packed(codec, messages, clock.now())) {
          for (const peer of listeners) socket.send(bytes, peer);
        }
      },
    });
  }

  #take(codec: OscCodec, bytes: Buffer): void {
    const messages = messagesIn(codec, bytes);
    if (messages === null) this.#count('unreadable');
    else for (const message of messages) this.#follow(message);
  }

  #follow(message: OscMessage): void {
    const wanted = wantedOf(message, this.#services.feeds);
    if (wanted === 'released') return;
    if (wanted === null) {
      this.#count('unknown', { lastUnknown: cutBytes(message.address, ADDRESS_BYTES) });
    } else if (this.#underWay >= COMMANDS_AT_ONCE) {
      this.#count('tooMany');
    } else {
      void this.#run(wanted);
    }
  }

  async #run({ command, args }: Wanted): Promise<void> {
    const { pageServer, log } = this.#services;
    this.#asked += 1;
    this.#underWay += 1;
    try {
      const server = pageServer();
      if (!server) throw new StagelightError({ code: 'not-on-this-host' });
      await server.runForProgram(command, args, { id: `osc ${this.#asked}`, onWait: () => {} });
      this.#count('ran');
    } catch (failure) {
      log.info('a command over OSC failed', { command, failure });
      this.#last = { ...this.#last, lastProblem: problemOf(failure) };
      this.#counting.request();
    } finally {
      this.#underWay -= 1;
    }
  }

  #count(what: keyof OscCounts, last: Partial<typeof NO_LAST> = {}): void {
    this.#counts = { ...this.#counts, [what]: this.#counts[what] + 1 };
    this.#last = { ...this.#last, ...last };
    this.#counting.request();
  }

  #changed(): void {
    this.#state = null;
    this.#changes.fire();
  }
}

const NO_LAST: Pick<OscState, 'lastStranger' | 'lastUnknown' | 'lastProblem'> = {
  lastStranger: null,
  lastUnknown: null,
  lastProblem: null,
};
