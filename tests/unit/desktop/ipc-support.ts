import { EventEmitter } from 'node:events';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createPlaceOf, IpcConnections } from '../../../electron/desktop/ipc/ipc-connections.ts';
import { createConnect } from '../../../electron/desktop/ipc/page-end.ts';
import type {
  ChannelHandler,
  MainIpc,
  SenderEvent,
  SenderFrame,
} from '../../../electron/desktop/ipc/ports.ts';
import type { DesktopCommandHandlers, PageServer } from '../../../electron/server/ports.ts';
import type { BridgeDown } from '../../../shared/contract/index.ts';
import type { DesktopState, OverlayLook } from '../../../shared/desktop.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import {
  CHANNELS,
  type CommandAnswer,
  type ConnectionHandlers,
  type DashboardPreload,
  type OverlayPreload,
  type PageConnection,
} from '../../../shared/preload.ts';
import { settle, type VirtualClock } from '../../support/virtual-clock.ts';
import { startWorld, type World } from '../server/world.ts';

export const ADDRESSES = { dashboard: 'app://dashboard/', overlay: 'app://overlay/' } as const;
type Place = keyof typeof ADDRESSES;
export type Down = BridgeDown | OverlayDown;

/** Electron's ipcMain, with messages that arrive a turn later, cloned as on the way between processes. */
export class FakeIpcMain implements MainIpc {
  readonly #events = new EventEmitter();
  readonly #handlers = new Map<string, ChannelHandler>();

  on = (channel: string, listener: (event: SenderEvent, ...args: unknown[]) => void) =>
    this.#events.on(channel, listener);
  off = (channel: string, listener: (event: SenderEvent, ...args: unknown[]) => void) =>
    this.#events.off(channel, listener);

  handle(channel: string, handler: ChannelHandler): void {
    if (this.#handlers.has(channel)) throw new Error('second handler');
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  get channels(): (string | symbol)[] {
    return [...this.#events.eventNames(), ...this.#handlers.keys()];
  }

  emit(channel: string, event: SenderEvent, ...args: unknown[]): void {
    this.#events.emit(channel, event, ...structuredClone(args));
  }

  invoke(channel: string, event: SenderEvent, ...args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) return Promise.reject(new Error(`No handler registered for '${channel}'`));
    return handler(event, ...structuredClone(args));
  }
}

let lastId = 0;

/** A window's contents, with the page's end of the line in it. */
export class FakeContents extends EventEmitter {
  readonly id: number;
  readonly mainFrame: SenderFrame & { url: string };
  /** Every message of main: channel and arguments. */
  readonly sent: { readonly channel: string; readonly args: unknown[] }[] = [];
  destroyed = false;
  /** False: the page's process does not get to its messages. */
  reads = true;
  readonly #ipcMain: FakeIpcMain;
  #toPage = new EventEmitter();
  #unread: (() => void)[] = [];

  constructor(ipcMain: FakeIpcMain, url: string) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#ipcMain = ipcMain;
    this.mainFrame = { url, detached: false, parent: null };
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    const copy = structuredClone(args);
    this.sent.push({ channel, args: copy });
    const page = this.#toPage;
    const deliver = () => page.emit(channel, {}, ...copy);
    if (this.reads) queueMicrotask(deliver);
    else this.#unread.push(deliver);
  }

  isDestroyed = (): boolean => this.destroyed;

  /** What the page's process has not got to comes to it now. */
  read(): void {
    this.reads = true;
    for (const deliver of this.#unread.splice(0)) deliver();
  }

  event(senderFrame: SenderFrame | null = this.mainFrame): SenderEvent {
    return { sender: this, senderFrame };
  }

  /** Loads the page: a new document with a preload of its own. */
  load(firstNumber = 100 * this.id): (ears: ConnectionHandlers) => PageConnection {
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    this.#toPage = new EventEmitter();
    const page = this.#toPage;
    return createConnect(
      {
        send: (channel, ...args) => {
          queueMicrotask(() => this.#ipcMain.emit(channel, this.event(), ...args));
        },
        on: (channel, listener) => page.on(channel, listener),
      },
      firstNumber,
    );
  }

  command(
    name: unknown,
    args?: unknown,
    frame?: SenderFrame | null,
    id?: unknown,
  ): Promise<CommandAnswer> {
    return this.#ipcMain.invoke(
      CHANNELS.command,
      frame === undefined ? this.event() : this.event(frame),
      name,
      args,
      id,
    ) as Promise<CommandAnswer>;
  }

  frameMessages(): (readonly string[])[] {
    return this.sent
      .filter(({ channel }) => channel === CHANNELS.frames)
      .map(({ args }) => args[1] as string[]);
  }
}

/** A page with ears that write down what they hear. */
export class FakePage {
  readonly contents: FakeContents;
  readonly heard: Down[] = [];
  readonly texts: string[] = [];
  closedTimes = 0;
  line: PageConnection;
  #connect: (ears: ConnectionHandlers) => PageConnection;

  constructor(contents: FakeContents) {
    this.contents = contents;
    this.#connect = contents.load();
    this.line = this.connect();
  }

  connect(): PageConnection {
    this.line = this.#connect({
      heard: (frames) => {
        for (const frame of frames) {
          this.texts.push(frame);
          this.heard.push(JSON.parse(frame));
        }
      },
      closed: () => {
        this.closedTimes += 1;
      },
    });
    return this.line;
  }

  say(frame: unknown): void {
    this.line.say(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  attach(after = 0, epoch: string | null = null): void {
    this.say({ type: 'attach', epoch, after });
  }

  types(): string[] {
    return this.heard.map((frame) => (frame.type === 'feed' ? frame.feed : frame.type));
  }

  /** What both preloads together would give the page. */
  preload(): DashboardPreload & OverlayPreload {
    return {
      connect: (ears) => this.#connect(ears),
      command: (name, args, id) => this.contents.command(name, args, undefined, id),
    };
  }
}

export function desktopState(version: string): DesktopState {
  const look = lookOf(1);
  return {
    version,
    system: 'linux',
    setup: {
      step: 'welcome',
      mode: 'undecided',
      connect: { clientId: '', hasSecret: false, baseUrl: '', authUrl: '', redirectUri: '' },
      portalUrl: 'https://example.test/',
      overlayUrl: null,
    },
    overlayWindow: look,
    overlayFloats: true,
    hotkeys: [],
    closeToTray: true,
    startWithSystem: false,
    canStartWithSystem: true,
    checkForUpdates: true,
    vault: { protection: 'system', allowWeak: null },
    update: { kind: 'off' },
  };
}

export function lookOf(zoom: number): OverlayLook {
  return {
    shown: true,
    locked: true,
    opacity: 1,
    zoom,
    parts: { chat: true, alerts: true, tallies: true },
    hideFromCapture: false,
    background: null,
  };
}

const fail = (failure: unknown): never => {
  throw failure;
};

/** The main process around the lines: two windows, a core, and what the app says of itself. */
export class IpcStage {
  readonly world: World;
  readonly ipcMain = new FakeIpcMain();
  readonly asked: { readonly name: string; readonly args: unknown }[] = [];
  readonly dashboard: FakeContents;
  readonly overlay: FakeContents;
  readonly lines: IpcConnections;
  state = desktopState('1.0.0');
  look = lookOf(1);
  pageServer: PageServer | null;
  /** Set to answer a desktop command another way. */
  onAsked: (name: string, args: unknown) => Promise<unknown> = async () => undefined;
  readonly #hidden = new Set<number>();
  readonly #coreChanges = new Emitter<void>(fail);
  readonly #states = new Emitter<DesktopState>(fail);
  readonly #looks = new Emitter<OverlayLook>(fail);
  readonly #shown = new Emitter<number>(fail);

  constructor(world: World, withCore: boolean) {
    this.world = world;
    this.pageServer = withCore ? world.pageServer : null;
    this.dashboard = new FakeContents(this.ipcMain, ADDRESSES.dashboard);
    this.overlay = new FakeContents(this.ipcMain, ADDRESSES.overlay);
    const pageServer = () => this.pageServer;
    const look = () => this.look;
    this.lines = new IpcConnections({
      ipcMain: this.ipcMain,
      placeOf: createPlaceOf({
        dashboard: { contents: this.dashboard },
        overlay: { contents: this.overlay },
      }),
      core: {
        get pageServer() {
          return pageServer();
        },
        onChange: this.#coreChanges.on,
      },
      state: { read: () => this.state, onChange: this.#states.on },
      commands: this.#handlers(),
      overlay: {
        get look() {
          return look();
        },
        onLook: this.#looks.on,
      },
      visibility: {
        isShown: ({ id }) => !this.#hidden.has(id),
        onShown: ({ id }, listener) =>
          this.#shown.on((changed) => {
            if (changed === id) listener(!this.#hidden.has(id));
          }),
      },
      clock: world.clock,
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (message, fields) => world.logged.push(`${message} ${JSON.stringify(fields ?? {})}`),
        error: (message, fields) => world.logged.push(`${message} ${String(fields?.['failure'])}`),
      },
    });
  }

  get clock(): VirtualClock {
    return this.world.clock;
  }

  setCore(pageServer: PageServer | null): void {
    this.pageServer = pageServer;
    this.#coreChanges.fire();
  }

  setState(state: DesktopState): void {
    this.state = state;
    this.#states.fire(state);
  }

  setLook(look: OverlayLook): void {
    this.look = look;
    this.#looks.fire(look);
  }

  setShown(contents: FakeContents, shown: boolean): void {
    if (shown) this.#hidden.delete(contents.id);
    else this.#hidden.add(contents.id);
    this.#shown.fire(contents.id);
  }

  /** A page that has connected and, where it is an overlay, attached. */
  async open(place: Place): Promise<FakePage> {
    const page = new FakePage(this[place]);
    await settle();
    if (place === 'overlay') page.attach();
    await this.clock.advance(20);
    return page;
  }

  async stop(): Promise<void> {
    this.lines.dispose();
    await this.world.stop();
  }

  #handlers(): DesktopCommandHandlers {
    const handler = (name: string) => async (args: unknown) => {
      this.asked.push({ name, args });
      return this.onAsked(name, args);
    };
    return new Proxy({} as DesktopCommandHandlers, {
      get: (_target, name) => handler(String(name)),
    });
  }
}

export async function ipcStage(options: { readonly core?: boolean } = {}): Promise<IpcStage> {
  return new IpcStage(await startWorld(), options.core ?? true);
}
